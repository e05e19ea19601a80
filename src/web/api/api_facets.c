/* api_facets.c: /api/facets and /api/facets/names: what the games that a query finds are made of.
 *
 * Years, results and players are counted from the columns of all games found.  Names (castles,
 * openings) are counted by asking: for each the query and the name, at the same time, so that the
 * figure is the one that whoever narrows the question by that word will find. */
#include <stdlib.h>

#include "base/alloc.h"
#include "query/groups/group_scores.h"
#include "view/report/group_json.h"
#include "web/api/search_request.h"
#include "web/site/facet_count.h"
#include "web/site/facet_names.h"

enum { USUAL_PLAYERS = 20 };

/* --- Telling --------------------------------------------------------------------------------- */

static void add_years(struct json *j, const struct facets *f)
{
    json_key(j, "years");
    json_open_array(j);
    for (unsigned year = 0; year < FACET_YEARS; year++) {
        if (f->years[year] == 0)
            continue;
        json_open_object(j);
        json_key_u64(j, "year", year);
        json_key_u64(j, "games", f->years[year]);
        json_end(j);
    }
    json_end(j);
}

static void add_result(struct json *j, char letter, uint32_t games)
{
    json_open_object(j);
    json_key_str(j, "result", span_make(&letter, 1));
    json_key_u64(j, "games", games);
    json_end(j);
}

static void add_results(struct json *j, const struct game *game, const struct facets *f)
{
    json_key(j, "results");
    json_open_array(j);
    for (int seat = 0; seat < game->seats; seat++)
        add_result(j, game->seat_names[seat][0], f->results[seat]);
    add_result(j, 'd', f->results[FACET_DRAWN]);
    add_result(j, '?', f->results[FACET_UNKNOWN]);
    json_end(j);
}

static void add_players(struct json *j, const struct facets *f, uint64_t limit)
{
    json_key(j, "players");
    json_open_array(j);
    for (size_t i = 0; i < f->player_count && i < limit; i++) {
        json_open_object(j);
        json_key_str(j, "name", f->players[i].name);
        json_key_u64(j, "games", f->players[i].games);
        json_key_u64(j, "wins", f->players[i].wins);
        json_end(j);
    }
    json_end(j);
}

static void add_groups(struct json *j, const struct query *q, const struct group_scores *g)
{
    json_key(j, "by");
    json_open_array(j);
    for (uint32_t i = 0; i < g->axis.group_count; i++)
        group_to_json(j, q, g, i);
    json_end(j);
}

/* Groups need all databases in this process: a server of several processes leaves them out, and a
 * page shows the rest. */
static bool wants_groups(const struct api_call *call)
{
    return api_text(call, "by").n && !call->site->shards;
}

/* Games in groups, with scores, if the request names a kind. */
static enum status find_groups(const struct api_call *call, const struct search_request *q,
                               uint64_t limit, struct group_scores *g, struct err *err)
{
    struct span what = api_text(call, "by");
    const struct axis_options opt = {.named = call->named,
                                     .limit = (uint32_t)limit,
                                     .search = {.threads = q->options.threads,
                                                .cancelled = q->options.cancelled,
                                                .values = q->options.values}};
    *g = (struct group_scores){0};
    if (!wants_groups(call) || q->in.count == 0)
        return STATUS_OK;
    enum status st = group_scores_run(g, what, &q->query, q->in.dbs, q->in.count, &opt, err);
    return st == STATUS_RANGE ? st : api_stored(st, err);
}

static void add_facets(struct api_call *call, const struct search_request *q,
                       const struct facets *f, const struct group_scores *g, uint64_t limit)
{
    struct json *j = &call->json;
    json_open_object(j);
    json_key_u64(j, "games", f->games);
    search_add_share(q, j);
    add_years(j, f);
    add_results(j, call->site->game, f);
    add_players(j, f, limit);
    if (wants_groups(call))
        add_groups(j, &q->query, g);
    search_add_shards(q, j);
    json_key_double(j, "seconds", search_request_seconds(q));
    json_end(j);
    json_line(j);
}

enum status api_facets(struct api_call *call, struct err *err)
{
    uint64_t limit;
    struct search_request q;
    enum status st = api_number(call, "limit", FACET_MAX_PLAYERS, USUAL_PLAYERS, &limit, err);
    if (st == STATUS_OK)
        st = search_request_read(&q, call, err);
    if (st != STATUS_OK)
        return st;
    struct facets *f = mem_calloc(1, sizeof *f);
    struct group_scores groups = {0};
    st = f ? search_execute_facets(&q, f, err) : err_nomem(err);
    if (st == STATUS_OK)
        st = find_groups(call, &q, limit, &groups, err);
    if (st == STATUS_OK && f)
        add_facets(call, &q, f, &groups, limit);
    group_scores_release(&groups);
    facets_free(f);
    search_request_release(&q);
    return st;
}

/* --- Names ----------------------------------------------------------------------------------- */

struct name_count {
    const struct named_query *named;
    uint64_t games;
};

static int by_name_games(const void *a, const void *b)
{
    const struct name_count *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return (x->named > y->named) - (x->named < y->named);
}

static void add_names(struct api_call *call, const struct search_request *q,
                      struct name_count *counts, size_t n, bool whole)
{
    struct json *j = &call->json;
    struct buf word;
    buf_init(&word, BUF_DEFAULT_MAX);
    qsort(counts, n, sizeof *counts, by_name_games);
    json_open_object(j);
    json_key(j, "names");
    json_open_array(j);
    for (size_t i = 0; i < n && counts[i].games; i++) {
        buf_clear(&word);
        facet_name_word(counts[i].named, &word);
        json_open_object(j);
        json_key_str(j, "group", counts[i].named->group);
        json_key_str(j, "name", counts[i].named->name);
        json_key(j, "labels");
        json_open_array(j);
        for (uint32_t k = 0; k < counts[i].named->label_count; k++)
            json_str(j, counts[i].named->labels[k]);
        json_end(j);
        json_key_u64(j, "games", counts[i].games);
        json_key_str(j, "word", buf_span(&word));
        json_end(j);
    }
    json_end(j);
    json_key_bool(j, "whole", whole && search_is_whole(q));
    search_add_shards(q, j);
    json_key_double(j, "seconds", search_request_seconds(q));
    json_end(j);
    json_line(j);
    buf_release(&word);
}

/* Those that were counted, with a group. */
static size_t list_counts(const struct named_queries *named, const uint64_t *games, size_t done,
                          struct name_count *out)
{
    size_t n = 0;
    for (size_t i = 0; i < done; i++)
        if (named->at[i].group.n)
            out[n++] = (struct name_count){&named->at[i], games[i]};
    return n;
}

enum status api_facet_names(struct api_call *call, struct err *err)
{
    const struct named_queries *named = call->named;
    size_t done = 0;
    uint64_t ms;
    struct search_request q;
    enum status st = api_number(call, "ms", 8000, 2000, &ms, err);
    if (st == STATUS_OK)
        st = search_request_read(&q, call, err);
    if (st != STATUS_OK)
        return st;
    q.ms = 0; /* names have a time of their own */
    struct name_count *counts = arena_alloc_array(&call->arena, named->count + 1, sizeof *counts);
    uint64_t *games = arena_alloc_array(&call->arena, named->count + 1, sizeof *games);
    st = counts && games ? search_execute_names(&q, ms, games, &done, err) : err_nomem(err);
    if (st == STATUS_OK && counts) {
        size_t n = list_counts(named, games, done, counts);
        add_names(call, &q, counts, n, done == named->count);
    }
    search_request_release(&q);
    return st;
}
