/* cmd_remove.c: `kifu remove DB QUERY`: games out of a database. */
#include "base/alloc.h"
#include "base/text/json.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"
#include "db/db_writer.h"
#include "query/search.h"
#include "view/draw/text_width.h"
#include "view/report/result_json.h"

enum { OPT_DRY_RUN, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    FLAG_OPTION(OPT_DRY_RUN, "dry-run", "list the games without removing them",
                "削除せず、対象の棋譜を表示する", .letter = 'n'),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg NO_QUERY = {
    "missing query, as for kifu search; 'ply:0' matches all games",
    "対象を kifu search と同じ検索式で指定してください。'ply:0' は全局です"};
static const struct msg ONE_DATABASE = {"only one database can be given",
                                        "データベースは一つだけ指定してください"};

struct remove_cmd {
    struct cmd_env *env;
    struct query_operands input;
    struct hits hits;
    uint32_t *ids; /* of the games, each once */
    size_t count;
    struct buf out;
};

/* Hits of a game stand side by side, but if they are ranked: the writer does not mind. */
static bool collect_ids(struct remove_cmd *r)
{
    r->ids = mem_calloc(r->hits.count, sizeof *r->ids);
    if (!r->ids)
        return false;
    for (size_t i = 0; i < r->hits.count; i++)
        if (!r->count || r->ids[r->count - 1] != r->hits.at[i].id)
            r->ids[r->count++] = r->hits.at[i].id;
    return true;
}

/* --- Printing -------------------------------------------------------------------------------- */

static void add_row(struct remove_cmd *r, const struct hit *hit, const struct game_summary *summary)
{
    struct json j;
    if (r->env->json) {
        json_init(&j, &r->out);
        hit_to_json(&j, r->input.dbs[0]->game, SPAN(""), hit, summary);
        json_line(&j);
        return;
    }
    buf_printf(&r->out, "%u\t", hit->id);
    text_add_clean(&r->out, summary->players[0]);
    buf_add_char(&r->out, '\t');
    text_add_clean(&r->out, summary->players[1]);
    buf_add_char(&r->out, '\t');
    date_text(summary->date, &r->out);
    buf_add_char(&r->out, '\t');
    text_add_clean(&r->out, summary->event);
    buf_add_char(&r->out, '\n');
}

/* The first hit of each game. */
static int list_games(struct remove_cmd *r)
{
    struct arena arena;
    struct err err;
    int code = CMD_OK;
    arena_init(&arena, SIZE_MAX / 2);
    for (size_t i = 0; i < r->hits.count && code == CMD_OK; i++) {
        const struct hit *h = &r->hits.at[i];
        struct game_summary summary;
        if (i && h->id == r->hits.at[i - 1].id)
            continue;
        arena_reset(&arena);
        buf_clear(&r->out);
        const struct db_segment *s = &r->input.dbs[0]->segments[h->segment];
        if (metadata_summary(s->metadata, h->number, &arena, &summary, &err) != STATUS_OK) {
            code = cmd_fail(r->env, &err);
            break;
        }
        add_row(r, h, &summary);
        code = cmd_print(r->env, &r->out);
        if (cmd_should_stop(r->env))
            break;
    }
    arena_release(&arena);
    return code;
}

static int print_total(struct remove_cmd *r, uint64_t removed, bool dry_run)
{
    static const struct msg would = {"%1 games would be removed\n", "%1 局が削除の対象です\n"};
    static const struct msg done = {"%1 games removed; run kifu compact to free their space\n",
                                    "%1 局を削除しました。kifu compact で領域を解放します\n"};
    static const struct msg none = {"no games match\n", "該当する棋譜がありません\n"};
    struct json j;
    buf_clear(&r->out);
    if (r->env->json) {
        json_init(&j, &r->out);
        json_open_object(&j);
        json_key_u64(&j, "games", r->hits.games);
        json_key_u64(&j, "removed", removed);
        json_key_bool(&j, "dry_run", dry_run);
        json_end(&j);
        json_line(&j);
    } else {
        const struct msg *what = dry_run ? &would : &done;
        msg_format(r->hits.games ? what : &none, r->env->lang,
                   SPAN_U64(dry_run ? r->hits.games : removed), (struct span){0}, &r->out);
    }
    return cmd_print(r->env, &r->out);
}

/* --- Removing -------------------------------------------------------------------------------- */

static int remove_games(struct remove_cmd *r)
{
    const struct db_writer_options opt = {.cancelled = r->env->cancelled};
    struct db_writer *w;
    struct err err;
    uint32_t removed = 0;
    if (!collect_ids(r)) {
        err_nomem(&err);
        return cmd_fail(r->env, &err);
    }
    enum status st = db_writer_open(&w, r->input.paths[0], NULL, &opt, &err);
    if (st == STATUS_OK)
        st = db_writer_remove(w, r->ids, r->count, &removed, &err);
    db_writer_close(w);
    return st == STATUS_OK ? print_total(r, removed, false) : cmd_fail(r->env, &err);
}

static int search_and_remove(struct remove_cmd *r, bool dry_run)
{
    const struct search_options opt = {.limit = UINT64_MAX,
                                       .cancelled = r->env->cancelled,
                                       .values = static_values_hook(r->input.values)};
    struct err err = {0};
    enum status st = search_run(&r->input.query, r->input.dbs, 1, &opt, &r->hits, &err);
    if (st != STATUS_OK)
        return st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(r->env, &err);
    int code = CMD_OK;
    if (dry_run) {
        code = list_games(r);
        if (code == CMD_OK)
            code = print_total(r, 0, true);
    } else if (r->hits.games) {
        code = remove_games(r);
    } else {
        code = print_total(r, 0, false);
    }
    return code == CMD_OK && !r->hits.games ? CMD_NOTHING : code;
}

static bool is_blank_query(const struct cmd_args *args)
{
    for (size_t i = 1; i < args->n_operands; i++)
        if (span_trim(span_of(args->operands[i])).n)
            return false;
    return true;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct remove_cmd r = {.env = env};
    if (is_blank_query(args))
        return cmd_misuse(env, &NO_QUERY, NULL);
    buf_init(&r.out, BUF_DEFAULT_MAX);
    int code = query_operands_open(&r.input, env, args->operands, args->n_operands, NULL);
    if (code == CMD_OK && r.input.count > 1)
        code = cmd_misuse(env, &ONE_DATABASE, NULL);
    if (code == CMD_OK)
        code = search_and_remove(&r, args_flag(args, OPT_DRY_RUN));
    hits_release(&r.hits);
    code = query_operands_check(&r.input, env, code);
    query_operands_release(&r.input);
    mem_free(r.ids);
    buf_release(&r.out);
    return code;
}

const struct command CMD_REMOVE = {
    .name = "remove",
    .group = GROUP_RECORDS,
    .summary = {"remove games from a database", "データベースから棋譜を削除する"},
    .operands = "DB QUERY",
    .min_operands = 2,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON,
    .options = OPTIONS,
    .details = {"Removes every game that matches the query, written as for kifu search. Use "
                "--dry-run first. Ids of removed games are not reused.",
                "kifu search と同じ検索式に一致する棋譜をすべて削除します。先に --dry-run "
                "で確かめてください。削除した番号は再利用しません。"},
    .run = run,
};
