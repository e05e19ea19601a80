/* cmd_tag.c: `kifu tag DB QUERY +TAG -TAG`: tags of the games that match, changed. */
#include "base/alloc.h"
#include "base/text/json.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"
#include "db/edit_games.h"
#include "query/run/query_result.h"
#include "query/search.h"

enum { OPT_ADD, OPT_REMOVE, OPT_DRY_RUN, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    TEXT_OPTION(OPT_ADD, "add", "TAG", "add a tag; as +TAG", "タグを付ける（+TAG と同じ）",
                .repeatable = true),
    TEXT_OPTION(OPT_REMOVE, "remove", "TAG", "remove a tag; as -TAG", "タグを外す（-TAG と同じ）",
                .repeatable = true),
    FLAG_OPTION(OPT_DRY_RUN, "dry-run", "print the numbers without changing tags",
                "変えずに局数だけを表示する", .letter = 'n'),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg NO_QUERY = {
    "missing query, as for kifu search; 'ply:0' matches all games",
    "対象を kifu search と同じ検索式で指定してください。'ply:0' は全局です"};
static const struct msg NO_TAG = {"no tag to add or remove; write +TAG or -TAG after the query",
                                  "検索式の後に +TAG か -TAG を書いてください"};
static const struct msg ONE_DATABASE = {"only one database can be given",
                                        "データベースは一つだけ指定してください"};

struct tag_cmd {
    struct cmd_env *env;
    struct query_operands input;
    struct tag_games *tags; /* owned */
    size_t tag_count;
    struct query_result games;
    const char **operands; /* without tags; owned */
    size_t operand_count;
};

/* --- The command line ------------------------------------------------------------------------- */

/* Tags stand at the end: +study -old.  A query word never begins with + or -. */
static bool is_tag(const char *operand)
{
    return (operand[0] == '+' || operand[0] == '-') && operand[1] != '\0';
}

static void take_tag(struct tag_cmd *t, const char *name, bool add)
{
    t->tags[t->tag_count++] = (struct tag_games){.name = span_trim(span_of(name)), .add = add};
}

static int read_tags(struct tag_cmd *t, const struct cmd_args *args)
{
    size_t adds = args_count(args, OPT_ADD), removes = args_count(args, OPT_REMOVE);
    struct err err;
    t->tags = mem_calloc(args->n_operands + adds + removes + 1, sizeof *t->tags);
    t->operands = mem_calloc(args->n_operands + 1, sizeof *t->operands);
    if (!t->tags || !t->operands) {
        err_nomem(&err);
        return cmd_fail(t->env, &err);
    }
    size_t n = args->n_operands;
    while (n > 1 && is_tag(args->operands[n - 1]))
        n--;
    for (size_t i = 0; i < n; i++)
        t->operands[t->operand_count++] = args->operands[i];
    for (size_t i = n; i < args->n_operands; i++)
        take_tag(t, args->operands[i] + 1, args->operands[i][0] == '+');
    for (size_t i = 0; i < adds; i++)
        take_tag(t, args_nth(args, OPT_ADD, i), true);
    for (size_t i = 0; i < removes; i++)
        take_tag(t, args_nth(args, OPT_REMOVE, i), false);
    if (t->tag_count == 0)
        return cmd_misuse(t->env, &NO_TAG, NULL);
    for (size_t i = 1; i < t->operand_count; i++)
        if (span_trim(span_of(t->operands[i])).n)
            return CMD_OK;
    return cmd_misuse(t->env, &NO_QUERY, NULL);
}

/* --- Work ------------------------------------------------------------------------------------- */

static void tag_to_json(struct json *j, const struct tag_games *tag)
{
    json_open_object(j);
    json_key_str(j, "tag", tag->name);
    json_key_cstr(j, "change", tag->add ? "add" : "remove");
    json_key_u64(j, "games", tag->count);
    json_end(j);
}

static int print_result(struct tag_cmd *t, bool dry_run)
{
    static const struct msg none = {"no games match\n", "該当する棋譜がありません\n"};
    static const struct msg would = {"%1: would change %2 games\n", "%1: %2 局が対象です\n"};
    static const struct msg done = {"%1: %2 games changed\n", "%1: %2 局を変えました\n"};
    struct buf out, name;
    struct json j;
    buf_init(&out, BUF_DEFAULT_MAX);
    buf_init(&name, BUF_DEFAULT_MAX);
    if (t->env->json) {
        json_init(&j, &out);
        json_open_object(&j);
        json_key_u64(&j, "games", t->games.games);
        json_key(&j, "tags");
        json_open_array(&j);
        for (size_t i = 0; i < t->tag_count; i++)
            tag_to_json(&j, &t->tags[i]);
        json_end(&j);
        json_key_bool(&j, "dry_run", dry_run);
        json_end(&j);
        json_line(&j);
    } else if (t->games.games == 0) {
        buf_add_str(&out, msg_in(&none, t->env->lang));
    }
    for (size_t i = 0; i < t->tag_count && !t->env->json && t->games.games; i++) {
        buf_clear(&name);
        buf_add_char(&name, t->tags[i].add ? '+' : '-');
        buf_add_span(&name, t->tags[i].name);
        msg_format(dry_run ? &would : &done, t->env->lang, buf_span(&name),
                   SPAN_U64(t->tags[i].count), &out);
    }
    int code = cmd_print(t->env, &out);
    buf_release(&out);
    buf_release(&name);
    return code;
}

static enum status change_tags(struct tag_cmd *t, bool dry_run, struct err *err)
{
    const struct search_options opt = {.cancelled = t->env->cancelled,
                                       .threads = t->env->threads,
                                       .values = static_values_hook(t->input.values)};
    const struct db *db = t->input.dbs[0];
    enum status status =
        query_run(&t->games, &t->input.query, t->input.dbs, 1, &opt, KEEP_GAMES, err);
    for (uint32_t i = 0; i < db->segment_count && status == STATUS_OK; i++)
        status =
            tag_games_find(t->tags, t->tag_count, &db->segments[i], t->games.parts[i].games, err);
    if (status == STATUS_OK && !dry_run)
        status = tag_games_write(t->tags, t->tag_count, t->input.paths[0], t->env->cancelled, err);
    return status;
}

static int answer(struct tag_cmd *t, bool dry_run)
{
    struct err err = {0};
    enum status status = tag_games_check(t->tags, t->tag_count, &err);
    if (status != STATUS_OK) {
        (void)cmd_fail(t->env, &err);
        return CMD_MISUSE;
    }
    status = change_tags(t, dry_run, &err);
    if (status != STATUS_OK)
        return status == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(t->env, &err);
    int code = print_result(t, dry_run);
    return code == CMD_OK && t->games.games == 0 ? CMD_NOTHING : code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct tag_cmd t = {.env = env};
    int code = read_tags(&t, args);
    if (code == CMD_OK) {
        code = query_operands_open(&t.input, env, t.operands, t.operand_count, NULL);
        if (code == CMD_OK && t.input.count > 1)
            code = cmd_misuse(env, &ONE_DATABASE, NULL);
        if (code == CMD_OK)
            code = answer(&t, args_flag(args, OPT_DRY_RUN));
        query_result_release(&t.games);
        code = query_operands_check(&t.input, env, code);
        query_operands_release(&t.input);
    }
    tag_games_release(t.tags, t.tag_count);
    mem_free(t.tags);
    mem_free(t.operands);
    return code;
}

const struct command CMD_TAG = {
    .name = "tag",
    .group = GROUP_RECORDS,
    .summary = {"add and remove tags of games", "棋譜のタグを付け外しする"},
    .operands = "DB QUERY [+TAG|-TAG]...",
    .min_operands = 2,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON,
    .signed_operands = true,
    .options = OPTIONS,
    .details =
        {"Changes the tags of every game that matches the query. Tags are kept beside the "
         "records, which are not changed. Tags stand behind the query; one of a single letter "
         "is removed by --remove. Example: kifu tag games.kifu player:me +study -old",
         "検索式に一致するすべての棋譜のタグを変えます。タグは棋譜とは別に保存し、棋譜自体は"
         "変えません。タグは検索式の後に書きます。一文字のタグは --remove で外します。例: kifu tag "
         "games.kifu player:me +study -old"},
    .run = run,
};
