/* kifu_search.c: databases and queries for other programs; see kifu.h. */
#include <stdio.h>

#include "base/alloc.h"
#include "kifu_game.h"
#include "kifu_query.h"
#include "query/language/patterns.h"
#include "query/language/tree.h"
#include "query/plan/db_lookup.h"
#include "query/run/hit_order.h"
#include "query/search.h"
#include "values/sheet/static_values.h"

struct kifu_search {
    struct hits hits;
    size_t next;
    bool has_own, has_player;
};

static enum status add_names(struct named_queries *named, struct db *const *dbs, size_t count,
                             struct err *err)
{
    enum status st = named_add_builtin(named, dbs[0]->game, err);
    for (size_t i = 0; i < count && st == STATUS_OK; i++)
        st = named_add_database(named, dbs[i]->path, err);
    return st;
}

KIFU_API struct kifu_db *kifu_db_open(const char *path, struct kifu_error *error)
{
    struct err err;
    struct kifu_db *db = mem_calloc(1, sizeof *db);
    enum status st = db ? db_open(&db->db, path, &err) : err_nomem(&err);
    if (st == STATUS_OK) {
        struct err why;
        named_init(&db->named);
        db->has_named = add_names(&db->named, &db->db, 1, &why) == STATUS_OK;
        return db;
    }
    kifu_error_from(error, &err);
    mem_free(db);
    return NULL;
}

KIFU_API void kifu_db_close(struct kifu_db *db)
{
    if (!db)
        return;
    named_release(&db->named);
    db_close(db->db);
    mem_free(db);
}

KIFU_API unsigned long long kifu_db_games(const struct kifu_db *db)
{
    return db->db->games;
}

KIFU_API const char *kifu_db_kind(const struct kifu_db *db)
{
    return db->db->game->name;
}

KIFU_API int kifu_db_seats(const struct kifu_db *db)
{
    return db->db->game->seats;
}

KIFU_API unsigned kifu_db_ids(const struct kifu_db *db)
{
    return db->db->manifest.next_id;
}

KIFU_API int kifu_db_has(const struct kifu_db *db, unsigned id)
{
    const struct db_segment *segment;
    uint32_t number;
    struct err err;
    return db_find(db->db, id, &segment, &number, &err) == STATUS_OK;
}

static enum status read_game(const struct kifu_db *db, unsigned id, struct kifu_game *game,
                             struct err *err)
{
    enum status st = db_record(db->db, id, game->rec, err);
    if (st == STATUS_OK && kifu_game_describe(game) != STATUS_OK)
        st = err_nomem(err);
    return st;
}

KIFU_API struct kifu_game *kifu_db_game_open(const struct kifu_db *db, unsigned id,
                                             struct kifu_error *error)
{
    struct err err;
    struct kifu_game *game = mem_calloc(1, sizeof *game);
    if (game) {
        game->rec = &game->kept;
        record_init(game->rec);
        buf_init(&game->texts, BUF_DEFAULT_MAX);
        buf_init(&game->ends, BUF_DEFAULT_MAX);
    }
    enum status st = game ? read_game(db, id, game, &err) : err_nomem(&err);
    if (st == STATUS_OK)
        return game;
    kifu_game_close(game);
    kifu_error_from(error, &err);
    return NULL;
}

KIFU_API int kifu_db_game(const struct kifu_db *db, unsigned id, kifu_game_callback *each,
                          void *ctx, struct kifu_error *error)
{
    struct err err;
    struct kifu_game *game = kifu_db_game_open(db, id, error);
    if (!game)
        return -1;
    int stopped = each(ctx, game);
    kifu_game_close(game);
    if (stopped) {
        (void)err_plain(&err, STATUS_CANCELLED, NULL);
        kifu_error_from(error, &err);
    }
    return stopped ? -1 : 0;
}

/* --- Queries ---------------------------------------------------------------------------------- */

static const struct msg NO_DATABASE = {"no database to search", "検索するデータベースがありません"};
static const struct msg MIXED = {"databases of different games", "異なるゲームのデータベースです"};

void kifu_query_release(struct kifu_query *a)
{
    static_values_close(a->values);
    if (a->parsed)
        query_release(&a->query);
    named_release(&a->several);
    mem_free(a->dbs);
}

enum status kifu_query_open(struct kifu_query *a, struct kifu_db *const *dbs, size_t count,
                            const char *query_text, struct err *err)
{
    *a = (struct kifu_query){0};
    named_init(&a->several);
    a->named = &a->several;
    if (count == 0 || count > UINT32_MAX)
        return err_plain(err, STATUS_RANGE, &NO_DATABASE);
    a->dbs = mem_calloc(count, sizeof(struct db *));
    if (!a->dbs)
        return err_nomem(err);
    for (size_t i = 0; i < count; i++) {
        a->dbs[i] = dbs[i]->db;
        if (a->dbs[i]->game != a->dbs[0]->game)
            return err_plain(err, STATUS_UNSUPPORTED, &MIXED);
    }
    enum status st = STATUS_OK;
    if (count == 1 && dbs[0]->has_named)
        a->named = &dbs[0]->named;
    else
        st = add_names(&a->several, a->dbs, count, err);
    if (st != STATUS_OK)
        return st;
    st = db_lookup_parse(&a->query, a->dbs[0]->game, a->named, span_of(query_text), a->dbs,
                         (uint32_t)count, err);
    a->parsed = true; /* or in part, which has to be released as well */
    return st == STATUS_OK ? static_values_for(&a->values, &a->query, err) : st;
}

KIFU_API int kifu_query_check(struct kifu_db *const *dbs, size_t count, const char *query_text,
                              struct kifu_error *error)
{
    struct err err;
    struct kifu_query a;
    enum status st = kifu_query_open(&a, dbs, count, query_text, &err);
    kifu_query_release(&a);
    if (st != STATUS_OK)
        kifu_error_from(error, &err);
    return st == STATUS_OK ? 0 : -1;
}

struct search_options kifu_options_of(const struct kifu_search_options *options)
{
    struct search_options opt = {.limit = UINT64_MAX};
    if (!options)
        return opt;
    if (options->limit)
        opt.limit = options->limit;
    if (options->count)
        opt.limit = 0;
    opt.count = options->count != 0;
    opt.offset = options->offset;
    opt.lines = options->lines != 0;
    opt.threads = options->threads;
    opt.cancelled = kifu_stop_flag(options->stop);
    return opt;
}

KIFU_API struct kifu_search *kifu_search_sorted(struct kifu_db *const *dbs, size_t count,
                                                const char *query_text, const char *sort,
                                                const struct kifu_search_options *options,
                                                struct kifu_error *error)
{
    struct err err;
    struct kifu_query a;
    struct search_options opt = kifu_options_of(options);
    struct kifu_search *search = NULL;
    opt.scores = true;
    enum status st = kifu_query_open(&a, dbs, count, query_text, &err);
    if (st == STATUS_OK && !(search = mem_calloc(1, sizeof *search)))
        st = err_nomem(&err);
    opt.values = static_values_hook(a.values);
    if (st == STATUS_OK)
        st = hit_order_parse(span_of(sort ? sort : ""), &opt.order, &err);
    if (st == STATUS_OK)
        st = hit_order_check(&opt.order, &a.query, &err);
    if (st == STATUS_OK)
        st = search_run(&a.query, a.dbs, (uint32_t)count, &opt, &search->hits, &err);
    if (st == STATUS_OK) {
        search->has_own = query_own(&a.query) != OWN_NONE;
        search->has_player = query_player(&a.query) != 0;
    }
    kifu_query_release(&a);
    if (st == STATUS_OK)
        return search;
    kifu_error_from(error, &err);
    kifu_search_close(search);
    return NULL;
}

KIFU_API struct kifu_search *kifu_search(struct kifu_db *const *dbs, size_t count,
                                         const char *query_text,
                                         const struct kifu_search_options *options,
                                         struct kifu_error *error)
{
    return kifu_search_sorted(dbs, count, query_text, NULL, options, error);
}

static char own_letter(uint8_t plays)
{
    static const char letters[PLAYS_KINDS] = {
        [PLAYS_WRITTEN] = 'b', [PLAYS_EXCHANGED] = 'w', [PLAYS_BOTH] = '*'};
    return letters[plays];
}

KIFU_API size_t kifu_search_count(const struct kifu_search *search)
{
    return search->hits.count;
}

KIFU_API int kifu_search_next(struct kifu_search *search, struct kifu_hit *hit)
{
    return kifu_search_hit(search, search->next, hit) && ++search->next;
}

KIFU_API int kifu_search_hit(const struct kifu_search *search, size_t i, struct kifu_hit *hit)
{
    if (i >= search->hits.count)
        return 0;
    const struct hit *h = &search->hits.at[i];
    *hit = (struct kifu_hit){.db = h->db,
                             .game = h->id,
                             .line = h->line,
                             .from = h->from,
                             .to = h->to,
                             .plies = h->plies,
                             .first = h->first,
                             .score = h->score,
                             .own = own_letter(h->plays)};
    return 1;
}

KIFU_API unsigned long long kifu_search_games(const struct kifu_search *search)
{
    return search->hits.games;
}

KIFU_API unsigned long long kifu_search_spans(const struct kifu_search *search)
{
    return search->hits.spans;
}

static struct kifu_score score_of(const struct side_score *s)
{
    return (struct kifu_score){.wins = s->wins,
                               .losses = s->losses,
                               .draws = s->draws,
                               .unknown = s->unknown,
                               .both = s->both,
                               .score = s->rate.share,
                               .low = s->rate.low,
                               .high = s->rate.high};
}

KIFU_API void kifu_search_results(const struct kifu_search *search, struct kifu_results *results)
{
    const struct game_scores *s = &search->hits.scores;
    const struct side_score own = scores_of_part(s), player = scores_of_player(s);
    *results = (struct kifu_results){.black = scores_by_result(s, RESULT_FIRST),
                                     .white = scores_by_result(s, RESULT_SECOND),
                                     .draws = scores_by_result(s, RESULT_DRAWN),
                                     .unknown = scores_by_result(s, RESULT_UNKNOWN),
                                     .has_own = search->has_own,
                                     .has_player = search->has_player,
                                     .own = score_of(&own),
                                     .player = score_of(&player)};
}

KIFU_API void kifu_search_close(struct kifu_search *search)
{
    if (!search)
        return;
    hits_release(&search->hits);
    mem_free(search);
}

/* --- What was played next --------------------------------------------------------------------- */

static int near_number(enum moves_near near)
{
    return near == NEAR_NOT_KNOWN ? -1 : near == NEAR_SHAPE;
}

static enum status give_moves(const struct game *game, const struct moves_table *table,
                              kifu_move_callback *each, void *ctx, struct err *err)
{
    struct buf text;
    enum status st = STATUS_OK;
    buf_init(&text, sizeof((struct kifu_move *)0)->move - 1);
    for (size_t i = 0; i < table->count && st == STATUS_OK; i++) {
        const struct moves_row *row = &table->rows[i];
        const struct side_score own = side_score_of_ends(row->next.ends[ENDS_OWN]);
        const struct side_score player = side_score_of_ends(row->next.ends[ENDS_PLAYER]);
        struct kifu_move out = {.games = row->next.games,
                                .share = row->share,
                                .draws = row->next.draws,
                                .score = row->score,
                                .low = row->low,
                                .high = row->high,
                                .transposed = row->transposed,
                                .last_year = row->next.last_year,
                                .near = near_number(row->near),
                                .own = score_of(&own),
                                .player = score_of(&player)};
        for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
            out.wins[seat] = row->next.wins[seat];
        buf_clear(&text);
        if (row->next.move == MOVE_ELSEWHERE)
            buf_add_str(&text, "tenuki");
        else
            game->text.move_print(NULL, row->next.move, &text);
        snprintf(out.move, sizeof out.move, "%s", buf_cstr(&text));
        if (each(ctx, &out) != 0)
            st = err_plain(err, STATUS_CANCELLED, NULL);
    }
    buf_release(&text);
    return st;
}

static enum moves_at internal_at(enum kifu_at at)
{
    static const enum moves_at by_number[] = {[KIFU_AT_USUAL] = MOVES_AT_USUAL,
                                              [KIFU_AT_FIRST] = MOVES_AT_FIRST,
                                              [KIFU_AT_EVERY] = MOVES_AT_EVERY,
                                              [KIFU_AT_LAST] = MOVES_AT_LAST};
    return at <= KIFU_AT_LAST ? by_number[at] : MOVES_AT_USUAL;
}

KIFU_API int kifu_moves(struct kifu_db *const *dbs, size_t count, const char *query_text,
                        kifu_move_callback *each, void *ctx, struct kifu_error *error)
{
    return kifu_moves_at(dbs, count, query_text, KIFU_AT_USUAL, each, ctx, error);
}

KIFU_API int kifu_moves_at(struct kifu_db *const *dbs, size_t count, const char *query_text,
                           enum kifu_at at, kifu_move_callback *each, void *ctx,
                           struct kifu_error *error)
{
    return kifu_moves_run(dbs, count, query_text, at, NULL, each, ctx, error);
}

KIFU_API int kifu_moves_run(struct kifu_db *const *dbs, size_t count, const char *query_text,
                            enum kifu_at at, const struct kifu_search_options *options,
                            kifu_move_callback *each, void *ctx, struct kifu_error *error)
{
    struct err err;
    struct kifu_query a;
    struct moves_table table = {0};
    struct search_options opt = kifu_options_of(options);
    enum status st = kifu_query_open(&a, dbs, count, query_text, &err);
    opt.values = static_values_hook(a.values);
    opt.at = internal_at(at);
    if (st == STATUS_OK)
        st = moves_run(&a.query, a.dbs, (uint32_t)count, &opt, &table, &err);
    if (st == STATUS_OK)
        st = give_moves(a.dbs[0]->game, &table, each, ctx, &err);
    moves_release(&table);
    kifu_query_release(&a);
    if (st != STATUS_OK)
        kifu_error_from(error, &err);
    return st == STATUS_OK ? 0 : -1;
}
