/* serve_cluster.c: see serve_cluster.h. */
#include "cmd/parts/serve_cluster.h"

#include <string.h>
#include <xxhash.h>

#include "base/io/file.h"
#include "base/le.h"
#include "base/work/pool.h"
#include "kifu.h"
#include "web/shards/shard_worker.h"

static const struct msg OTHER_PROGRAM = {
    "process %1 runs another build (%2); all must run the same build",
    "プロセス %1 は別のビルド (%2) です。すべて同じビルドにしてください"};
static const struct msg SIGNALLED_TO_END = {"process %1 was told to stop; stopping the job",
                                            "プロセス %1 が終了を指示されたため、全体を終了します"};
static const struct msg DOES_NOT_LISTEN = {
    "process %1 does not answer; stopping the job without it",
    "プロセス %1 が応答しないため、待たずに終了します"};

/* How long others may take to leave: what they work on is given up at once. */
enum { LEAVING_MS = 5000 };

/* --- The same program? ------------------------------------------------------------------------ */

/* The version, and a number that changes with every byte of the program. */
static void write_print(struct buf *out)
{
    struct file_view program;
    uint64_t fingerprint = 0;
    if (file_view_open(&program, "/proc/self/exe", SIZE_MAX, NULL) == STATUS_OK)
        fingerprint = XXH3_64bits(program.bytes.p, program.bytes.n);
    file_view_close(&program);
    buf_printf(out, "%s, %016llx", kifu_version(), (unsigned long long)fingerprint);
}

static enum status compare_programs(const struct cluster *cluster, struct err *err)
{
    struct byte_parts parts = {0};
    struct buf mine;
    buf_init(&mine, 256);
    write_print(&mine);
    enum status st = buf_status(&mine) == STATUS_OK ? STATUS_OK : err_nomem(err);
    st = cluster_allgather(cluster, st, buf_span(&mine), &parts, err);
    for (uint32_t r = 0; r < parts.count && st == STATUS_OK; r++)
        if (!span_eq(parts.at[r], parts.at[0])) {
            st = err_set(err, STATUS_UNSUPPORTED, &OTHER_PROGRAM, SPAN_U64(r), parts.at[r]);
        }
    byte_parts_release(&parts);
    buf_release(&mine);
    return st;
}

/* --- Beginning -------------------------------------------------------------------------------- */

enum status serve_cluster_begin(struct serve_cluster *c, struct cmd_env *env, struct site *site,
                                uint32_t deadline_ms, enum status opened, struct err *err)
{
    const struct cluster *cluster = env->cluster;
    *c = (struct serve_cluster){0};
    if (cluster_size(cluster) < 2 || opened != STATUS_OK)
        return opened;
    enum status st = compare_programs(cluster, err);
    if (st == STATUS_OK)
        c->databases = served_take(&site->served);
    struct db *const *dbs = c->databases ? c->databases->dbs : NULL;
    if (st != STATUS_OK)
        return st;
    c->shards =
        (struct shards){.self = {.site = site,
                                 .dbs = dbs,
                                 .cluster = {.process = cluster->process, .size = cluster->size},
                                 .threads = env->threads},
                        .deadline_ms = deadline_ms};
    if (cluster_leads(cluster)) {
        st = dispatcher_open(&c->shards.dispatcher, cluster, deadline_ms, err);
        site->shards = &c->shards;
    }
    return cluster_agree(cluster, st, err);
}

void serve_cluster_release(struct serve_cluster *c, struct site *site)
{
    site->shards = NULL;
    dispatcher_close(c->shards.dispatcher);
    served_give_back(&site->served, c->databases);
    *c = (struct serve_cluster){0};
}

/* --- Working ---------------------------------------------------------------------------------- */

static bool should_stop(void *ctx)
{
    return cmd_should_stop(ctx);
}

void serve_cluster_wait(struct serve_cluster *c, struct cmd_env *env)
{
    uint32_t left = 0;
    char number[16];
    dispatcher_serve(c->shards.dispatcher, should_stop, env, &left);
    snprintf(number, sizeof number, "%u", (unsigned)left);
    if (left)
        cmd_note(env, &SIGNALLED_TO_END, number, NULL);
    dispatcher_end_rounds(c->shards.dispatcher);
}

void serve_cluster_dismiss(struct serve_cluster *c, struct cmd_env *env)
{
    char number[16];
    uint32_t deaf = dispatcher_dismiss(c->shards.dispatcher, LEAVING_MS);
    if (!deaf)
        return;
    snprintf(number, sizeof number, "%u", (unsigned)deaf);
    cmd_note(env, &DOES_NOT_LISTEN, number, NULL);
    fflush(env->err);
    cluster_abort(env->cluster, CMD_ERROR);
}

int serve_cluster_work(struct serve_cluster *c, struct cmd_env *env)
{
    struct err err = {0};
    unsigned threads = 2 * pool_cpu_count() / env->cluster->neighbours;
    if (threads < 4)
        threads = 4; /* a question that takes long must not hold up all others */
    if (shard_work(&c->shards.self, env->cluster, threads, should_stop, env, &err) != STATUS_OK)
        return cmd_fail(env, &err);
    return CMD_OK;
}
