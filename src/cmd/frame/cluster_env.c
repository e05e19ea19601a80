/* cluster_env.c: see cluster_env.h. */
#include "cmd/frame/cluster_env.h"

#include "base/le.h"

/* A stream whose bytes end in a buffer; it takes all of them, or the buffer remembers. */
static ssize_t add_to_buf(void *text, const char *bytes, size_t n)
{
    buf_add(text, bytes, n);
    return (ssize_t)n;
}

bool cluster_env_begin(struct cluster_env *c, struct cmd_env *env)
{
    *c = (struct cluster_env){0};
    buf_init(&c->text, BUF_DEFAULT_MAX);
    if (env->cluster) /* a launcher of jobs may well put a terminal of its own in between */
        env->out_is_tty = env->err_is_tty = env->colour = false, env->out_columns = 0;
    if (cluster_leads(env->cluster))
        return true;
    c->own_out = env->out;
    c->out = fopen("/dev/null", "w");
    c->err = fopencookie(&c->text, "w", (cookie_io_functions_t){.write = add_to_buf});
    if (!c->out || !c->err)
        return false;
    env->out = c->out;
    env->err = c->err;
    return true;
}

enum { CODE_BYTES = 4 };

static int code_of(struct span part)
{
    return part.n >= CODE_BYTES ? (int)le_get32(part.p) : CMD_ERROR;
}

/* The first process that failed says why, unless process 0 has done so. */
static void print_failure(struct cmd_env *env, const struct byte_parts *parts)
{
    for (uint32_t r = 1; r < parts->count && !env->complained; r++) {
        struct span part = parts->at[r];
        if (code_of(part) < CMD_MISUSE || part.n <= CODE_BYTES)
            continue;
        fflush(env->out);
        bool ja = env->lang == LANG_JA;
        fprintf(env->err, ja ? "並列ジョブのプロセス %d: " : "process %d of this job: ", (int)r);
        fwrite(part.p + CODE_BYTES, 1, part.n - CODE_BYTES, env->err);
        env->complained = true;
    }
}

static int agreed(const struct byte_parts *parts)
{
    int code = parts->count ? code_of(parts->at[0]) : CMD_ERROR;
    for (uint32_t r = 0; r < parts->count; r++)
        if (code_of(parts->at[r]) >= CMD_MISUSE && code_of(parts->at[r]) > code)
            code = code_of(parts->at[r]);
    return code;
}

int cluster_env_end(struct cluster_env *c, struct cmd_env *env, int code)
{
    struct byte_parts parts = {0};
    struct buf mine;
    unsigned char number[CODE_BYTES];
    if (cluster_size(env->cluster) < 2)
        return code;
    buf_init(&mine, BUF_DEFAULT_MAX);
    le_put32(number, (uint32_t)code);
    buf_add(&mine, number, sizeof number);
    if (c->err) {
        fclose(c->err);
        buf_add_span(&mine, buf_span(&c->text));
        env->err = stderr;
    }
    if (c->out) {
        fclose(c->out);
        env->out = c->own_out;
    }
    /* what failed here alone is known to all after this */
    enum status fared = code < CMD_MISUSE ? STATUS_OK : STATUS_IO;
    if (cluster_end(env->cluster, fared, NULL) != STATUS_OK && fared == STATUS_OK)
        code = CMD_ERROR;
    buf_release(&c->text);
    enum status status =
        cluster_allgather(env->cluster, buf_status(&mine), buf_span(&mine), &parts, NULL);
    if (status == STATUS_OK && cluster_leads(env->cluster))
        print_failure(env, &parts);
    if (status == STATUS_OK)
        code = agreed(&parts);
    byte_parts_release(&parts);
    buf_release(&mine);
    return status == STATUS_OK ? code : CMD_ERROR;
}
