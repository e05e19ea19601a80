/* cmd_edit.c: `kifu edit DB ID HEADER=VALUE...`: headers of a game, changed beside its record. */
#include "base/alloc.h"
#include "base/text/json.h"
#include "base/text/num.h"
#include "cmd/frame/cmd.h"
#include "db/edit_games.h"

enum { OPT_ORIGINAL, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    FLAG_OPTION(OPT_ORIGINAL, "original", "drop earlier edits of the game first",
                "その棋譜の前の編集を先に取り消す"),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg BAD_ID = {"'%1' is not the id of a game",
                                  "'%1' は棋譜の番号ではありません"};
static const struct msg NO_EDIT = {"nothing to change; write HEADER=VALUE or use --original",
                                   "HEADER=VALUE を書くか --original を付けてください"};

static int print_changed(struct cmd_env *env, uint32_t id, size_t changed)
{
    static const struct msg done = {"game %1: %2 headers changed\n",
                                    "%1 番の棋譜: %2 件の情報を変えました\n"};
    struct buf out, number;
    struct json j;
    buf_init(&out, BUF_DEFAULT_MAX);
    buf_init(&number, 32);
    buf_add_u64(&number, id);
    if (env->json) {
        json_init(&j, &out);
        json_open_object(&j);
        json_key_u64(&j, "game", id);
        json_key_u64(&j, "changed", changed);
        json_end(&j);
        json_line(&j);
    } else {
        msg_format(&done, env->lang, buf_span(&number), SPAN_U64(changed), &out);
    }
    int code = cmd_print(env, &out);
    buf_release(&out);
    buf_release(&number);
    return code;
}

/* Which headers there are depends on the game. */
static enum status parse_edits(const char *path, const struct cmd_args *args,
                               struct header_edit *edits, struct err *err)
{
    struct db *db = NULL;
    enum status status = db_open_parts(&db, path, DB_GAMES, err);
    for (size_t i = 2; i < args->n_operands && status == STATUS_OK; i++)
        status = header_edit_parse(&edits[i - 2], db->game, span_of(args->operands[i]), err);
    db_close(db);
    return status;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    const char *path = args->operands[0];
    size_t count = args->n_operands - 2, changed = 0;
    bool original = args_flag(args, OPT_ORIGINAL);
    uint64_t id;
    struct err err = {0};
    if (!num_parse_u64(span_of(args->operands[1]), UINT32_MAX - 1, &id))
        return cmd_misuse(env, &BAD_ID, args->operands[1]);
    if (count == 0 && !original)
        return cmd_misuse(env, &NO_EDIT, NULL);
    struct header_edit *edits = mem_calloc(count + 1, sizeof *edits);
    enum status status = edits ? parse_edits(path, args, edits, &err) : err_nomem(&err);
    bool misuse = (status == STATUS_RANGE || status == STATUS_SYNTAX) && !*err.file;
    if (status == STATUS_OK)
        status = header_edits_write(edits, count, original, path, (uint32_t)id, &changed, &err);
    mem_free(edits);
    if (status != STATUS_OK) {
        int code = cmd_fail(env, &err);
        return misuse ? CMD_MISUSE : code;
    }
    return print_changed(env, (uint32_t)id, changed);
}

const struct command CMD_EDIT = {
    .name = "edit",
    .group = GROUP_RECORDS,
    .summary = {"change headers of a game", "棋譜の情報を変える"},
    .operands = "DB ID [HEADER=VALUE]...",
    .min_operands = 2,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON,
    .options = OPTIONS,
    .details =
        {"Changes players (black, white), event, place, date or time of one game. The record "
         "is not changed: the edits are kept beside it, count for searches and exports, and "
         "are dropped by --original. An empty value removes the header.",
         "一つの棋譜の対局者（black, white）、event、place、date、time "
         "を変えます。棋譜自体は変えず、編集は別に保存して検索と書き出しに使います。--original "
         "で取り消します。空の値は情報を消します。"},
    .run = run,
};
