/* natural_found.c: `kifu natural found DB... [QUERY]`: makes what queries for found and surprise
 * compare. */
#include <inttypes.h>
#include <stdio.h>

#include "base/steady.h"
#include "base/text/json.h"
#include "cmd/frame/query_operands.h"
#include "cmd/natural/natural_train.h"
#include "engine/eval/eval.h"
#include "query/run/query_result.h"
#include "values/natural/found_column.h"

struct found_cmd {
    struct cmd_env *env;
    struct query_operands input;
    struct people_network *network;
    struct found_column column;
    struct query_result chosen; /* games of the query */
    struct progress progress;
    uint64_t had, made, moves; /* games that were there, and were made now with so many moves */
    uint64_t wanted;           /* moves, of all databases */
};

static void count_game(void *ctx, uint32_t moves)
{
    struct found_cmd *f = ctx;
    f->made++;
    f->moves += moves;
    progress_add(&f->progress, moves);
}

/* All segments of a database; the first has this number among those of all. */
static enum status make_segments(struct found_cmd *f, const struct db *db, uint32_t first,
                                 struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < db->segment_count && status == STATUS_OK; i++)
        status =
            found_column_make(&f->column, &db->segments[i], f->chosen.parts[first + i].games, err);
    return status;
}

static void count_wanted(struct found_cmd *f, const struct db *db, uint32_t first)
{
    for (uint32_t i = 0; i < db->segment_count; i++) {
        uint64_t moves;
        (void)found_column_count(&f->column, &db->segments[i], f->chosen.parts[first + i].games,
                                 &moves);
        f->wanted += moves;
    }
    progress_set_total(&f->progress, f->wanted);
}

static enum status make_database(struct found_cmd *f, const struct db *db, uint32_t first,
                                 struct err *err)
{
    struct found_writer writer;
    enum status status = found_writer_open(&writer, db->path, people_network_checksum(f->network),
                                           f->env->force, err);
    if (status != STATUS_OK)
        return status;
    f->column.writer = &writer;
    f->had += writer.known.count;
    count_wanted(f, db, first);
    status = make_segments(f, db, first, err);
    if (status == STATUS_OK)
        status = db_status(db, err);
    found_writer_close(&writer);
    return status;
}

static enum status make_all(struct found_cmd *f, struct err *err)
{
    static const struct msg JUDGING = {"judging moves", "指し手を判定中"}, UNIT = {"moves", "手"};
    const struct search_options opt = {.threads = f->env->threads,
                                       .cancelled = f->env->cancelled,
                                       .values = static_values_hook(f->input.values)};
    uint32_t first = 0;
    enum status status =
        query_run(&f->chosen, &f->input.query, f->input.dbs, f->input.count, &opt, KEEP_GAMES, err);
    progress_start(&f->progress, &JUDGING, &UNIT, 0);
    for (uint32_t i = 0; i < f->input.count && status == STATUS_OK; i++) {
        status = make_database(f, f->input.dbs[i], first, err);
        first += f->input.dbs[i]->segment_count;
    }
    progress_finish(&f->progress);
    return status;
}

static int report(struct found_cmd *f, double seconds)
{
    static const struct msg DONE = {"judged %1 games; %2 were judged before",
                                    "%1 局を判定しました（判定済み %2 局）"};
    char made[32], had[32];
    struct buf text;
    struct json j;
    if (!f->env->json) {
        snprintf(made, sizeof made, "%" PRIu64, f->made);
        snprintf(had, sizeof had, "%" PRIu64, f->had);
        cmd_note(f->env, &DONE, made, had);
        return CMD_OK;
    }
    buf_init(&text, BUF_DEFAULT_MAX);
    json_init(&j, &text);
    json_open_object(&j);
    json_key_u64(&j, "games", f->made);
    json_key_u64(&j, "moves", f->moves);
    json_key_u64(&j, "before", f->had);
    json_key_double(&j, "seconds", seconds);
    json_end(&j);
    json_line(&j);
    int code = cmd_print(f->env, &text);
    buf_release(&text);
    return code;
}

static int run_found(struct found_cmd *f, const struct cmd_args *args)
{
    static const struct msg NOT_SHOGI = {"%1 is not a shogi database",
                                         "%1 は将棋のデータベースではありません"};
    struct err err = {0};
    double began = steady_seconds();
    if (!engine_has_game(f->input.dbs[0]->game))
        return cmd_fail_msg(f->env, &NOT_SHOGI, f->input.paths[0]);
    enum status status =
        people_network_open(&f->network, args_text(args, NATURAL_OPT_NETWORK, NULL), &err);
    f->column = (struct found_column){.network = f->network,
                                      .threads = f->env->threads,
                                      .cancelled = f->env->cancelled,
                                      .done = count_game,
                                      .ctx = f};
    if (status == STATUS_OK)
        status = make_all(f, &err);
    if (status == STATUS_CANCELLED)
        return CMD_ERROR;
    return status == STATUS_OK ? report(f, steady_seconds() - began) : cmd_fail(f->env, &err);
}

int natural_found(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                  size_t n)
{
    struct found_cmd f = {.env = env};
    cmd_progress_init(env, &f.progress);
    int code = query_operands_open(&f.input, env, operands, n, NULL);
    if (code == CMD_OK)
        code = run_found(&f, args);
    query_result_release(&f.chosen);
    people_network_close(f.network);
    query_operands_release(&f.input);
    progress_release(&f.progress);
    return code;
}
