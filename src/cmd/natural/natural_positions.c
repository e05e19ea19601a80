/* natural_positions.c: `kifu natural positions [CLASS=]DB... --before DB... -o FILE`. */
#include <inttypes.h>

#include "base/text/json.h"
#include "cmd/frame/player_class.h"
#include "cmd/natural/natural_train.h"
#include "cmd/parts/part_option.h"
#include "values/learn/people_rows.h"

static void report(struct cmd_env *env, const struct people_rows *rows)
{
    static const struct msg DONE = {"%1 positions of %2 games", "%2 局の %1 局面"};
    char positions[32], games[32];
    snprintf(positions, sizeof positions, "%" PRIu64, rows->count);
    snprintf(games, sizeof games, "%" PRIu32, rows->chosen.games);
    if (!env->json) {
        cmd_note(env, &DONE, positions, games);
        return;
    }
    struct buf text;
    struct json j;
    buf_init(&text, BUF_DEFAULT_MAX);
    json_init(&j, &text);
    json_open_object(&j);
    json_key_u64(&j, "positions", rows->count);
    json_key_u64(&j, "games", rows->chosen.games);
    json_key_u64(&j, "repeated", rows->chosen.repeated);
    json_end(&j);
    json_line(&j);
    fwrite(text.p, 1, text.n, env->out);
    buf_release(&text);
}

static int add_all(struct cmd_env *env, const struct cmd_args *args, struct people_rows *rows,
                   const char *const *operands, size_t n)
{
    const struct natural_game_options o = {
        .held_out = (unsigned)args_int(args, NATURAL_OPT_HELD_OUT, GAME_SPLIT_HELD_OUT),
        .reserve = (unsigned)args_int(args, NATURAL_OPT_RESERVE, GAME_SPLIT_RESERVED),
        .share = (unsigned)args_int(args, NATURAL_OPT_SHARE, 1),
        .only = part_option(args, NATURAL_OPT_PART, GAME_PART_ALL),
        .cancelled = env->cancelled};
    struct err err = {0};
    int code = CMD_OK;
    if (n || !args_count(args, NATURAL_OPT_BEFORE))
        code =
            classed_databases(env, args, NATURAL_OPT_CLASS, &o, operands, n, people_rows_add, rows);
    if (code != CMD_OK)
        return code;
    enum status status = natural_add_programs(env, args, people_rows_add, rows, &err);
    if (status == STATUS_CANCELLED)
        return CMD_ERROR;
    return status == STATUS_OK ? CMD_OK : cmd_fail(env, &err);
}

int natural_positions(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                      size_t n)
{
    static const struct msg WHERE = {"missing output file; use -o FILE",
                                     "出力先を -o FILE で指定してください"};
    const char *path = args_text(args, NATURAL_OPT_OUTPUT, NULL);
    struct people_rows rows;
    struct err err = {0};
    if (!path)
        return cmd_misuse(env, &WHERE, NULL);
    int code = CMD_OK;
    if (people_rows_open(&rows, path, &err) != STATUS_OK)
        code = cmd_fail(env, &err);
    if (code == CMD_OK)
        code = add_all(env, args, &rows, operands, n);
    if (code == CMD_OK && people_rows_commit(&rows, &err) != STATUS_OK)
        code = cmd_fail(env, &err);
    if (code == CMD_OK)
        report(env, &rows);
    people_rows_close(&rows);
    return code;
}
