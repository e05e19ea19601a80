/* cmd_compact.c: `kifu compact DB`: see db/merge.h. */
#include "base/text/json.h"
#include "cmd/frame/cmd.h"
#include "db/db_writer.h"
#include "db/merge.h"

enum { OPT_SEGMENT, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_SEGMENT, "segment-games", "N", 1, DB_COMPACT_GAMES,
               "maximum number of games per segment (default 1048576)",
               "1 セグメントの最大局数（既定は 1048576）"),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg COMPACTING = {"compacting", "整理中"};
static const struct msg GAMES_UNIT = {"games", "局"};
static const struct msg STOPPED = {"stopped; the database is unchanged",
                                   "中断しました。データベースは変更していません"};

static void on_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct progress *p = ctx;
    progress_set_total(p, total);
    progress_set(p, done);
}

static void print_text(const struct cmd_env *env, const struct compact_result *r, struct buf *out)
{
    buf_printf(out,
               env->lang == LANG_JA
                   ? "%llu 局（削除 %llu 局）、セグメント %u → %u、%llu → %llu バイト\n"
                   : "%llu games (%llu removed ones dropped), segments %u → %u, "
                     "%llu → %llu bytes\n",
               (unsigned long long)r->games, (unsigned long long)r->removed, r->segments_before,
               r->segments, (unsigned long long)r->bytes_before, (unsigned long long)r->bytes);
}

static void print_json(const struct compact_result *r, struct buf *out)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_u64(&j, "games", r->games);
    json_key_u64(&j, "removed", r->removed);
    json_key_u64(&j, "segments_before", r->segments_before);
    json_key_u64(&j, "segments", r->segments);
    json_key_u64(&j, "bytes_before", r->bytes_before);
    json_key_u64(&j, "bytes", r->bytes);
    json_end(&j);
    json_line(&j);
}

static const struct msg DAMAGED = {
    "%1 is damaged and left as it is; repair it with kifu check --repair",
    "%1 は壊れているため、そのまま残しました。kifu check --repair で修復できます"};

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct progress progress;
    struct compact_result result;
    struct err err = {0};
    struct buf line;
    const struct compact_options opt = {
        .threads = env->threads,
        .segment_games = (uint32_t)args_int(args, OPT_SEGMENT, 0),
        .cancelled = env->cancelled,
        .ctx = &progress,
        .progress = on_progress,
    };
    cmd_progress_init(env, &progress);
    progress_start(&progress, &COMPACTING, &GAMES_UNIT, 0);
    enum status st = db_compact(args->operands[0], &opt, &result, &err);
    progress_finish(&progress);
    progress_release(&progress);
    if (st == STATUS_CANCELLED) {
        cmd_note(env, &STOPPED, NULL, NULL);
        return CMD_ERROR;
    }
    if (st != STATUS_OK) {
        int code = cmd_fail(env, &err);
        if (st == STATUS_SYNTAX)
            cmd_note(env, &DAMAGED, args->operands[0], NULL);
        return code;
    }
    buf_init(&line, BUF_DEFAULT_MAX);
    if (env->json)
        print_json(&result, &line);
    else
        print_text(env, &result, &line);
    int code = cmd_print(env, &line);
    buf_release(&line);
    return code;
}

const struct command CMD_COMPACT = {
    .name = "compact",
    .group = GROUP_RECORDS,
    .summary = {"rewrite a database, smaller and faster", "データベースを整理して小さく速くする"},
    .operands = "DB",
    .min_operands = 1,
    .max_operands = 1,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Merges all segments, drops removed games, rebuilds every index, and upgrades a "
                "database of an older version. Game ids do not change. Needs as much free space as "
                "the database takes; the old files stay in use until it is done.",
                "すべてのセグメントをまとめ、削除済みの棋譜を除き、索引をすべて作り直し、古い版のデ"
                "ータベースを更新します。棋譜の番号は変わりません。データベースと同じだけの空き容量"
                "が要ります。終わるまでは元のファイルを使い続けます。"},
    .run = run,
};
