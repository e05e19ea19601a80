/* cmd_check.c: `kifu check DB`: see db/check.h. */
#include <stdlib.h>

#include "base/json.h"
#include "cmd/cmd.h"
#include "db/check.h"

static const struct msg CHECKING = {"checking", "検査中"};
static const struct msg GAMES_UNIT = {"games", "局"};

struct check {
    struct cmd_env *env;
    struct progress progress;
    struct buf line;
};

static void print_fault(struct check *c, const struct err *err, const struct msg *remedy)
{
    err_format(err, c->env->lang, &c->line);
    buf_add_str(&c->line, "\n    ");
    buf_add_str(&c->line, msg_in(remedy, c->env->lang));
    buf_add_char(&c->line, '\n');
}

static void print_fault_json(struct check *c, const struct err *err, const struct msg *remedy)
{
    struct buf message;
    struct json j;
    buf_init(&message, BUF_DEFAULT_MAX);
    err_message(err, c->env->lang, &message);
    json_init(&j, &c->line);
    json_open_object(&j);
    json_key_cstr(&j, "fault", status_name(err->code));
    json_key_cstr(&j, "file", err->file);
    if (err->line)
        json_key_u64(&j, "byte", err->byte);
    json_key_str(&j, "message", buf_span(&message));
    json_key_cstr(&j, "remedy", msg_in(remedy, c->env->lang));
    json_end(&j);
    json_line(&j);
    buf_release(&message);
}

static void on_fault(void *ctx, const struct err *err, const struct msg *remedy)
{
    struct check *c = ctx;
    progress_wipe(&c->progress);
    buf_clear(&c->line);
    if (c->env->json)
        print_fault_json(c, err, remedy);
    else
        print_fault(c, err, remedy);
    cmd_print(c->env, &c->line);
}

static void on_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct check *c = ctx;
    progress_set_total(&c->progress, total);
    progress_set(&c->progress, done);
}

static void print_result(struct check *c, const struct check_result *r)
{
    bool ja = c->env->lang == LANG_JA;
    buf_clear(&c->line);
    buf_printf(&c->line,
               ja ? "%llu 局、%llu 手、%llu セグメント、%llu 区画: %s"
                  : "%llu games, %llu plies, %llu segments, %llu sections: %s",
               (unsigned long long)r->games, (unsigned long long)r->plies,
               (unsigned long long)r->segments, (unsigned long long)r->sections,
               r->faults ? "" : (ja ? "異常なし" : "all is well"));
    if (r->faults)
        buf_printf(&c->line, ja ? "異常 %llu 件" : "faults %llu", (unsigned long long)r->faults);
    buf_add_char(&c->line, '\n');
    if (r->leftovers)
        buf_printf(&c->line,
                   ja ? "中断された書き込みの残り %llu ファイル（無害。次の取り込みで消えます）\n"
                      : "%llu files are left of a broken write (harmless; the next import removes "
                        "them)\n",
                   (unsigned long long)r->leftovers);
}

static void print_result_json(struct check *c, const struct check_result *r)
{
    struct json j;
    buf_clear(&c->line);
    json_init(&j, &c->line);
    json_open_object(&j);
    json_key_u64(&j, "faults", r->faults);
    json_key_u64(&j, "games", r->games);
    json_key_u64(&j, "plies", r->plies);
    json_key_u64(&j, "segments", r->segments);
    json_key_u64(&j, "sections", r->sections);
    json_key_u64(&j, "bytes", r->bytes);
    json_key_u64(&j, "leftovers", r->leftovers);
    json_end(&j);
    json_line(&j);
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct check c = {.env = env};
    const struct check_options opt = {.threads = env->threads,
                                      .temporary = getenv("TMPDIR"),
                                      .cancelled = env->cancelled,
                                      .ctx = &c,
                                      .fault = on_fault,
                                      .progress = on_progress};
    struct check_result result;
    struct err err = {0};
    buf_init(&c.line, BUF_DEFAULT_MAX);
    cmd_progress_init(env, &c.progress);
    progress_start(&c.progress, &CHECKING, &GAMES_UNIT, 0);
    enum status st = db_check(args->operands[0], &opt, &result, &err);
    progress_finish(&c.progress);
    int code = CMD_ERROR;
    if (st == STATUS_OK) {
        if (env->json)
            print_result_json(&c, &result);
        else
            print_result(&c, &result);
        code = cmd_print(env, &c.line);
        if (code == CMD_OK && result.faults)
            code = CMD_ERROR;
    } else if (st != STATUS_CANCELLED) {
        code = cmd_fail(env, &err);
    }
    progress_release(&c.progress);
    buf_release(&c.line);
    return code;
}

const struct command CMD_CHECK = {
    .name = "check",
    .group = GROUP_RECORDS,
    .summary = {"verify a database", "データベースを検査する"},
    .operands = "DB",
    .min_operands = 1,
    .max_operands = 1,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .details = {"Verifies every checksum, replays every game by the rules, and builds every index "
                "again to compare it with the one stored. Says what is wrong, where, and what to "
                "do.",
                "すべてのチェックサムを確かめ、すべての棋譜をルールに従って並べ、すべての索引を"
                "作り直して比べます。異常があれば、内容・場所・対処を示します。"},
    .run = run,
};
