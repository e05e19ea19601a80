/* search_response.c: see search_response.h. */
#include "web/api/search_response.h"

#include "query/language/tree.h"
#include "query/plan/plan.h"
#include "web/site/facet_names.h"
#include "web/site/name_spans.h"
#include "web/site/result_cache.h"

/* --- What was found --------------------------------------------------------------------------- */

/* Which databases, as they are when, and the question in its usual form. */
static void key_of(const struct search_request *a, struct buf *out)
{
    const struct snapshot *now = a->call->snapshot; /* NULL: there are no databases */
    buf_printf(out, "%llu %u %u ", now ? (unsigned long long)now->number : 0ULL, a->in.first,
               a->in.count);
    query_print(&a->query, out);
}

static double deadline_of(const struct search_request *a)
{
    return a->ms ? a->began + (double)a->ms * 1e-3 : 0;
}

static enum status make(void *ctx, struct query_result *out, struct err *err)
{
    const struct search_request *a = ctx;
    struct search_options opt = a->options;
    opt.deadline = deadline_of(a);
    enum status st = query_run(out, &a->query, a->in.dbs, a->in.count, &opt, KEEP_SPANS, err);
    return st == STATUS_OK && out->too_much ? STATUS_LIMIT : st;
}

/* STATUS_LIMIT: it is not kept, ask directly.  Given back with result_cache_release(). */
static enum status find(struct search_request *a, struct cached_result **out, struct err *err)
{
    struct buf key;
    if (!a->call->site->cached || !a->call->snapshot)
        return STATUS_LIMIT; /* nothing is kept */
    buf_init(&key, BUF_DEFAULT_MAX);
    key_of(a, &key);
    enum status st = buf_status(&key) == STATUS_OK
                         ? result_cache_get(a->call->site->cached, buf_span(&key), a->ms == 0, make,
                                            a, a->options.cancelled, out, err)
                         : err_nomem(err);
    buf_release(&key);
    if (st == STATUS_OK && *out)
        a->looked_at = (*out)->result.looked_at;
    return st;
}

static void give_back(const struct search_request *a, struct cached_result *cached)
{
    if (cached)
        result_cache_release(a->call->site->cached, cached);
}

/* Does it take a walk through lines? */
static bool is_walk(const struct search_request *a)
{
    uint32_t exact;
    return !a->options.lines && !query_ranked(&a->query) &&
           plan_kind_of(&a->query, &exact) == PLAN_WALK;
}

/* Too much was found to be kept. */
static bool is_too_much(enum status st)
{
    return st == STATUS_LIMIT;
}

/* --- Answers ---------------------------------------------------------------------------------- */

enum status search_response_hits(struct search_request *a, struct hits *out, struct err *err)
{
    struct cached_result *cached = NULL;
    enum status st = is_walk(a) ? find(a, &cached, err) : STATUS_LIMIT;
    if (is_too_much(st))
        return search_run(&a->query, a->in.dbs, a->in.count, &a->options, out, err);
    if (st == STATUS_OK)
        st = query_result_hits(&cached->result, a->in.dbs, a->in.count, &a->options, out, err);
    give_back(a, cached);
    return st;
}

enum status search_response_moves(struct search_request *a, struct moves_table *out,
                                  struct err *err)
{
    struct cached_result *cached = NULL;
    struct search_options opt = a->options;
    opt.deadline = deadline_of(a);
    bool suits = is_walk(a) && query_has_result_moves(&a->query) && !a->options.by_years;
    enum status st = suits ? find(a, &cached, err) : STATUS_LIMIT;
    if (is_too_much(st))
        return moves_run(&a->query, a->in.dbs, a->in.count, &a->options, out, err);
    if (st == STATUS_OK)
        st = query_result_moves(&cached->result, a->in.dbs, a->in.count, &opt, out, &a->looked_at,
                                err);
    give_back(a, cached);
    return st;
}

static enum status facets_of_hits(const struct search_request *a, struct facets *f, struct err *err)
{
    struct hits hits = {0};
    enum status st = search_run(&a->query, a->in.dbs, a->in.count, &a->options, &hits, err);
    if (st == STATUS_OK)
        st = facets_count(f, a->in.dbs, &hits, err);
    hits_release(&hits);
    return st;
}

enum status search_response_facets(struct search_request *a, struct facets *f, struct err *err)
{
    struct cached_result *cached = NULL;
    enum status st = !query_ranked(&a->query) ? find(a, &cached, err) : STATUS_LIMIT;
    if (is_too_much(st))
        st = facets_of_hits(a, f, err);
    else if (st == STATUS_OK)
        st = facets_count_result(f, a->in.dbs, a->in.count, &cached->result, err);
    give_back(a, cached);
    if (st == STATUS_OK)
        facets_finish(f);
    return st;
}

/* From the spans of all names, if they are known by now. */
static enum status count_names(struct search_request *a, uint64_t *games, bool *done,
                               struct err *err)
{
    const struct site *site = a->call->site;
    struct cached_result *cached = NULL;
    *done = false;
    if (!site->name_spans || !a->call->snapshot || a->options.lines || !!query_ranked(&a->query))
        return STATUS_OK;
    name_spans_want(site->name_spans, a->call->snapshot);
    enum status st = find(a, &cached, err);
    if (st == STATUS_OK)
        *done = name_spans_count(site->name_spans, a->call->snapshot, a->in.first, &cached->result,
                                 games);
    give_back(a, cached);
    return is_too_much(st) ? STATUS_OK : st;
}

enum status search_response_names(struct search_request *a, uint64_t ms, uint64_t *games,
                                  size_t *done, struct err *err)
{
    const struct site *site = a->call->site;
    struct facet_names names = {.game = site->game,
                                .named = &site->named,
                                .query = a->text,
                                .dbs = a->in.dbs,
                                .count = a->in.count,
                                .options = a->options,
                                .ms = ms};
    bool counted;
    enum status st = count_names(a, games, &counted, err);
    if (st != STATUS_OK)
        return st;
    if (!counted)
        return facet_names_count(&names, games, done, err);
    *done = site->named.count;
    return STATUS_OK;
}
