/* player_class.c: see player_class.h. */
#include "cmd/frame/player_class.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "cmd/frame/query_operands.h"
#include "query/search.h"

/* What stands before the '='; -1: no class. */
static int class_before(const char *text, const char **rest)
{
    for (int c = 0; c < NATURAL_CLASSES; c++) {
        size_t n = strlen(natural_class_names[c]);
        if (strncmp(text, natural_class_names[c], n) == 0 && text[n] == '=') {
            *rest = text + n + 1;
            return c;
        }
    }
    *rest = text;
    return -1;
}

static bool make_classes(struct classed_db *c, int class)
{
    c->class = mem_calloc(c->db->segment_count + 1, sizeof *c->class);
    if (!c->class)
        return false;
    for (uint32_t i = 0; i < c->db->segment_count; i++) {
        uint32_t games = c->db->segments[i].lines.games;
        c->class[i] = mem_alloc(games);
        if (!c->class[i])
            return false;
        memset(c->class[i], class < 0 ? NATURAL_AMATEUR : class, games);
    }
    return true;
}

static enum status mark(struct classed_db *c, struct cmd_env *env, const struct query *query,
                        int class, struct err *err)
{
    const struct search_options o = {
        .limit = UINT64_MAX, .threads = env->threads, .cancelled = env->cancelled};
    struct hits hits = {0};
    enum status st = search_run(query, &c->db, 1, &o, &hits, err);
    for (size_t i = 0; i < hits.count && st == STATUS_OK; i++)
        c->class[hits.at[i].segment][hits.at[i].number] = (uint8_t) class;
    hits_release(&hits);
    return st;
}

static enum status search_class(struct classed_db *c, struct cmd_env *env, const char *text,
                                int class, struct err *err)
{
    static const struct msg IN_QUERY = {"query", "検索式"};
    struct named_queries named;
    struct query query;
    named_init(&named);
    named.may_read_files = true;
    enum status st = query_operands_add_names(&named, c->db->game, &c->db, 1, err);
    if (st == STATUS_OK) {
        st = query_parse(&query, c->db->game, &named, span_of(text), err);
        if (st != STATUS_OK && !err->file[0])
            err_in_file(err, span_of(msg_in(&IN_QUERY, env->lang)));
        if (st == STATUS_OK)
            st = mark(c, env, &query, class, err);
        query_release(&query);
    }
    named_release(&named);
    return st;
}

/* Where the command line says nothing of a database: games that have the class as a tag are of it. */
static enum status class_by_tags(struct classed_db *c, struct cmd_env *env, struct err *err)
{
    enum status st = STATUS_OK;
    for (int class = 0; class < NATURAL_CLASSES && st == STATUS_OK; class ++) {
        char query[64];
        snprintf(query, sizeof query, "tag:=%s", natural_class_names[class]);
        st = search_class(c, env, query, class, err);
    }
    return st;
}

int classed_db_open(struct classed_db *c, struct cmd_env *env, const char *operand,
                    const struct cmd_args *args, size_t class_option)
{
    static const struct msg BAD = {
        "--class %1: use pro=…, amateur=… or online=…",
        "--class %1: pro=…、amateur=…、online=… のいずれかを指定してください"};
    static const struct msg NO_CLASS = {"%1: unknown class; use pro, amateur or online",
                                        "%1: 階級は pro、amateur、online のいずれかです"};
    static const struct msg ASSUMED = {
        "%1: games without a tag pro, amateur or online count as amateur; use CLASS=DB for another "
        "class",
        "%1: pro、amateur、online のタグがない棋譜は amateur とみなします。別の階級にするには "
        "CLASS=DB と指定してください"};
    struct err err = {0};
    const char *path;
    int class = class_before(operand, &path);
    *c = (struct classed_db){0};
    enum status st = db_open(&c->db, path, &err);
    if (st != STATUS_OK && class < 0 && strchr(operand, '='))
        return cmd_misuse(env, &NO_CLASS, operand);
    if (st == STATUS_OK && !make_classes(c, class))
        st = err_nomem(&err);
    if (st == STATUS_OK && class < 0)
        st = class_by_tags(c, env, &err);
    if (st == STATUS_OK && class < 0 && !args_count(args, class_option))
        cmd_note(env, &ASSUMED, path, NULL);
    for (size_t i = 0; i < args_count(args, class_option) && st == STATUS_OK; i++) {
        const char *text = args_nth(args, class_option, i), *query;
        int of = class_before(text, &query);
        if (of < 0)
            return cmd_misuse(env, &BAD, text);
        st = search_class(c, env, query, of, &err);
    }
    return st == STATUS_OK ? CMD_OK : cmd_fail(env, &err);
}

const struct game *classed_db_game(const char *operand)
{
    const char *path;
    struct db *db = NULL;
    (void)class_before(operand, &path);
    const struct game *game = db_open(&db, path, NULL) == STATUS_OK ? db->game : NULL;
    db_close(db);
    return game;
}

void classed_db_release(struct classed_db *c)
{
    for (uint32_t i = 0; c->class && i < c->db->segment_count; i++)
        mem_free(c->class[i]);
    mem_free(c->class);
    db_close(c->db);
    *c = (struct classed_db){0};
}

int classed_db_class(void *ctx, const struct db_segment *segment, uint32_t number)
{
    const struct classed_db *c = ctx;
    return c->class[segment - c->db->segments][number];
}

static int take_database(struct cmd_env *env, const struct classed_db *db,
                         const struct natural_game_options *o, natural_db_taker *take, void *ctx)
{
    struct err err = {0};
    enum status st = take(ctx, db->db, o, &err);
    if (st == STATUS_OK)
        st = db_status(db->db, &err);
    if (st == STATUS_OK)
        return CMD_OK;
    return st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(env, &err);
}

int classed_databases(struct cmd_env *env, const struct cmd_args *args, size_t class_option,
                      const struct natural_game_options *o, const char *const *operands, size_t n,
                      natural_db_taker *take, void *ctx)
{
    static const struct msg WHICH = {"missing operand: [CLASS=]DB...",
                                     "引数が足りません: [CLASS=]DB..."};
    struct natural_game_options classed = *o;
    int code = CMD_OK;
    if (!n)
        return cmd_misuse(env, &WHICH, NULL);
    for (size_t i = 0; i < n && code == CMD_OK; i++) {
        struct classed_db db;
        code = classed_db_open(&db, env, operands[i], args, class_option);
        classed.class_of = classed_db_class;
        classed.ctx = &db;
        if (code == CMD_OK)
            code = take_database(env, &db, &classed, take, ctx);
        classed_db_release(&db);
    }
    return code;
}

int classed_samples(struct natural_samples *out, struct cmd_env *env, const struct cmd_args *args,
                    size_t class_option, const struct natural_game_options *o,
                    const char *const *operands, size_t n)
{
    return classed_databases(env, args, class_option, o, operands, n, natural_samples_add, out);
}
