/* api_facets.c: /api/facets and /api/facets/names: what the games that a query finds are made of.
 *
 * Years, results and players are counted from the columns of all games found.  Names (castles,
 * openings) are counted by asking: for each the query and the name, at the same time, so that the
 * figure is the one that whoever narrows the question by that word will find. */
#include <stdlib.h>

#include "base/alloc.h"
#include "web/asked.h"
#include "web/facet_count.h"

enum { USUAL_PLAYERS = 20, MAX_PLAYERS = 200 };

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

static void add_results(struct json *j, const struct facets *f)
{
    static const char *const letters[4] = {"b", "w", "d", "?"};
    json_key(j, "results");
    json_open_array(j);
    for (int i = 0; i < FACET_RESULTS; i++) {
        json_open_object(j);
        json_key_cstr(j, "result", letters[i]);
        json_key_u64(j, "games", f->results[i]);
        json_end(j);
    }
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

static void add_facets(struct api_call *call, const struct asked *q, const struct facets *f,
                       uint64_t limit)
{
    struct json *j = &call->json;
    json_open_object(j);
    json_key_u64(j, "games", f->games);
    add_years(j, f);
    add_results(j, f);
    add_players(j, f, limit);
    json_key_double(j, "seconds", asked_seconds(q));
    json_end(j);
    json_line(j);
}

static enum status find_all(struct asked *q, struct hits *hits, struct err *err)
{
    q->options.limit = UINT64_MAX;
    q->options.offset = 0;
    q->options.count = q->options.lines = false;
    return api_stored(search_run(&q->query, q->in.dbs, q->in.count, &q->options, hits, err), err);
}

enum status api_facets(struct api_call *call, struct err *err)
{
    uint64_t limit;
    struct asked q;
    struct hits hits = {0};
    enum status st = api_number(call, "limit", MAX_PLAYERS, USUAL_PLAYERS, &limit, err);
    if (st == STATUS_OK)
        st = asked_read(&q, call, err);
    if (st != STATUS_OK)
        return st;
    struct facets *f = mem_calloc(1, sizeof *f);
    st = f ? find_all(&q, &hits, err) : err_nomem(err);
    if (st == STATUS_OK)
        st = api_stored(facets_count(f, q.in.dbs, &hits, err), err);
    if (st == STATUS_OK) {
        facets_finish(f);
        add_facets(call, &q, f, limit);
    }
    facets_free(f);
    hits_release(&hits);
    asked_release(&q);
    return st;
}

/* --- Names ----------------------------------------------------------------------------------- */

struct name_count {
    const struct named_query *named;
    uint64_t games;
};

static void name_word(const struct named_query *n, struct buf *out)
{
    buf_add_span(out, n->group);
    buf_add_char(out, ':');
    buf_add_span(out, n->name);
}

static int by_name_games(const void *a, const void *b)
{
    const struct name_count *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return (x->named > y->named) - (x->named < y->named);
}

/* In how many games the query and the name hold at the same time. */
static enum status count_name(struct api_call *call, const struct asked *q, struct span query,
                              struct name_count *c, struct err *err)
{
    struct query both;
    struct hits hits = {0};
    struct buf text;
    struct search_options options = q->options;
    options.count = true;
    options.limit = options.offset = 0;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (query.n) {
        buf_add_char(&text, '(');
        buf_add_span(&text, query);
        buf_add_str(&text, ") ");
    }
    name_word(c->named, &text);
    enum status st = query_parse(&both, call->site->game, &call->site->named, buf_span(&text), err);
    if (st == STATUS_OK)
        st = api_stored(search_run(&both, q->in.dbs, q->in.count, &options, &hits, err), err);
    c->games = hits.games;
    query_release(&both);
    hits_release(&hits);
    buf_release(&text);
    return st;
}

static void add_names(struct api_call *call, const struct asked *q, struct name_count *counts,
                      size_t n, bool whole)
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
        name_word(counts[i].named, &word);
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
    json_key_bool(j, "whole", whole);
    json_key_double(j, "seconds", asked_seconds(q));
    json_end(j);
    json_line(j);
    buf_release(&word);
}

enum status api_facet_names(struct api_call *call, struct err *err)
{
    const struct named_queries *named = &call->site->named;
    struct span query = span_trim(api_text(call, "query"));
    uint64_t ms;
    struct asked q;
    enum status st = api_number(call, "ms", 8000, 2000, &ms, err);
    if (st == STATUS_OK)
        st = asked_read(&q, call, err);
    if (st != STATUS_OK)
        return st;
    struct name_count *counts = arena_alloc_array(&call->arena, named->count + 1, sizeof *counts);
    size_t n = 0, i = 0;
    if (!counts)
        st = err_nomem(err);
    for (; i < named->count && st == STATUS_OK && asked_seconds(&q) * 1000 < (double)ms; i++) {
        if (named->at[i].group.n == 0)
            continue;
        counts[n] = (struct name_count){&named->at[i], 0};
        st = count_name(call, &q, query, &counts[n++], err);
    }
    if (st == STATUS_OK)
        add_names(call, &q, counts, n, i == named->count);
    asked_release(&q);
    return st;
}
