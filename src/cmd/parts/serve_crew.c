/* serve_crew.c: see serve_crew.h. */
#include "cmd/parts/serve_crew.h"

#include <string.h>
#include <xxhash.h>

#include "base/io/file.h"
#include "base/le.h"
#include "base/work/pool.h"
#include "kifu.h"
#include "web/shards/shard_worker.h"

static const struct msg OTHER_PROGRAM = {
    "process %1 of this job runs another build of the program (%2): all must be the same",
    "並列ジョブのプロセス %1 は別のビルド (%2) です。すべて同じものにしてください"};
static const struct msg TOLD_TO_END = {"process %1 of this job was told to end, so all do",
                                       "プロセス %1 が終了を指示されたため、全体を終了します"};
static const struct msg DOES_NOT_LISTEN = {
    "process %1 of this job does not answer: the job is ended without it",
    "プロセス %1 が応答しないため、待たずに終了します"};

/* How long others may take to leave: what they work on is given up at once. */
enum { LEAVING_MS = 5000 };

/* --- The same program? ------------------------------------------------------------------------ */

/* The version, and a number that changes with every byte of the program. */
static void write_print(struct buf *out)
{
    struct file_view program;
    uint64_t print = 0;
    if (file_view_open(&program, "/proc/self/exe", SIZE_MAX, NULL) == STATUS_OK)
        print = XXH3_64bits(program.bytes.p, program.bytes.n);
    file_view_close(&program);
    buf_printf(out, "%s, %016llx", kifu_version(), (unsigned long long)print);
}

static enum status compare_programs(const struct crew *crew, struct err *err)
{
    struct crew_parts parts = {0};
    struct buf mine;
    buf_init(&mine, 256);
    write_print(&mine);
    enum status st = buf_status(&mine) == STATUS_OK ? STATUS_OK : err_nomem(err);
    st = crew_share(crew, st, buf_span(&mine), &parts, err);
    for (uint32_t r = 0; r < parts.count && st == STATUS_OK; r++)
        if (!span_eq(parts.at[r], parts.at[0])) {
            struct buf number;
            buf_init(&number, 32);
            buf_add_u64(&number, r);
            st = err_set(err, STATUS_UNSUPPORTED, &OTHER_PROGRAM, buf_span(&number), parts.at[r]);
            buf_release(&number);
        }
    crew_parts_release(&parts);
    buf_release(&mine);
    return st;
}

/* --- Beginning -------------------------------------------------------------------------------- */

enum status serve_crew_begin(struct serve_crew *c, struct cmd_env *env, struct site *site,
                             uint32_t deadline_ms, enum status opened, struct err *err)
{
    const struct crew *crew = env->crew;
    *c = (struct serve_crew){0};
    if (crew_size(crew) < 2 || opened != STATUS_OK)
        return opened;
    enum status st = compare_programs(crew, err);
    if (st == STATUS_OK)
        c->databases = served_take(&site->served);
    struct db *const *dbs = c->databases ? c->databases->dbs : NULL;
    if (st != STATUS_OK)
        return st;
    c->shards = (struct shards){.self = {.site = site,
                                         .dbs = dbs,
                                         .crew = {.rank = crew->rank, .size = crew->size},
                                         .threads = env->threads},
                                .deadline_ms = deadline_ms};
    if (crew_leads(crew)) {
        st = desk_open(&c->shards.desk, crew, deadline_ms, err);
        site->shards = &c->shards;
    }
    return crew_agree(crew, st, err);
}

void serve_crew_release(struct serve_crew *c, struct site *site)
{
    site->shards = NULL;
    desk_close(c->shards.desk);
    served_give_back(&site->served, c->databases);
    *c = (struct serve_crew){0};
}

/* --- Working ---------------------------------------------------------------------------------- */

static bool should_stop(void *ctx)
{
    return cmd_should_stop(ctx);
}

void serve_crew_wait(struct serve_crew *c, struct cmd_env *env)
{
    uint32_t left = 0;
    char number[16];
    desk_serve(c->shards.desk, should_stop, env, &left);
    snprintf(number, sizeof number, "%u", (unsigned)left);
    if (left)
        cmd_note(env, &TOLD_TO_END, number, NULL);
    desk_end_rounds(c->shards.desk);
}

void serve_crew_dismiss(struct serve_crew *c, struct cmd_env *env)
{
    char number[16];
    uint32_t deaf = desk_dismiss(c->shards.desk, LEAVING_MS);
    if (!deaf)
        return;
    snprintf(number, sizeof number, "%u", (unsigned)deaf);
    cmd_note(env, &DOES_NOT_LISTEN, number, NULL);
    fflush(env->err);
    crew_give_up(env->crew, CMD_ERROR);
}

int serve_crew_work(struct serve_crew *c, struct cmd_env *env)
{
    struct err err = {0};
    unsigned threads = 2 * pool_cpu_count() / env->crew->neighbours;
    if (threads < 4)
        threads = 4; /* a question that takes long must not hold up all others */
    if (shard_work(&c->shards.self, env->crew, threads, should_stop, env, &err) != STATUS_OK)
        return cmd_fail(env, &err);
    return CMD_OK;
}
