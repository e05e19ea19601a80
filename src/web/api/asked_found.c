/* asked_found.c: see asked_found.h. */
#include "web/api/asked_found.h"

#include "query/plan/plan.h"
#include "web/site/facet_names.h"
#include "web/site/found_cache.h"
#include "web/site/name_spans.h"

/* --- What was found --------------------------------------------------------------------------- */

/* Which databases, as they are when, and the question in its usual form. */
static void key_of(const struct asked *a, struct buf *out)
{
    const struct snapshot *now = a->call->snapshot; /* NULL: there are no databases */
    buf_printf(out, "%llu %u %u ", now ? (unsigned long long)now->number : 0ULL, a->in.first,
               a->in.count);
    query_print(&a->query, out);
}

static double deadline_of(const struct asked *a)
{
    return a->ms ? a->began + (double)a->ms * 1e-3 : 0;
}

static enum status make(void *ctx, struct finding *out, struct err *err)
{
    const struct asked *a = ctx;
    return finding_make(out, &a->query, a->in.dbs, a->in.count, &a->options, deadline_of(a), err);
}

/* STATUS_LIMIT: it is not kept, ask directly.  Given back with found_cache_give_back(). */
static enum status find(struct asked *a, struct found **out, struct err *err)
{
    struct buf key;
    if (!a->call->site->found || !a->call->snapshot)
        return STATUS_LIMIT; /* nothing is kept */
    buf_init(&key, BUF_DEFAULT_MAX);
    key_of(a, &key);
    enum status st = buf_status(&key) == STATUS_OK
                         ? found_cache_get(a->call->site->found, buf_span(&key), a->ms == 0, make,
                                           a, a->options.cancelled, out, err)
                         : err_nomem(err);
    buf_release(&key);
    if (st == STATUS_OK && *out)
        a->looked_at = (*out)->finding.looked_at;
    return st;
}

static void give_back(const struct asked *a, struct found *found)
{
    if (found)
        found_cache_give_back(a->call->site->found, found);
}

/* Does it take a walk through lines? */
static bool is_walk(const struct asked *a)
{
    uint32_t exact;
    return !a->options.lines && finding_suits(&a->query) &&
           plan_kind_of(&a->query, &exact) == PLAN_WALK;
}

/* Too much was found to be kept. */
static bool is_too_much(enum status st)
{
    return st == STATUS_LIMIT;
}

/* --- Answers ---------------------------------------------------------------------------------- */

enum status found_search(struct asked *a, struct hits *out, struct err *err)
{
    struct found *found = NULL;
    enum status st = is_walk(a) ? find(a, &found, err) : STATUS_LIMIT;
    if (is_too_much(st))
        return search_run(&a->query, a->in.dbs, a->in.count, &a->options, out, err);
    if (st == STATUS_OK)
        st = finding_hits(&found->finding, a->in.dbs, a->in.count, &a->options, out, err);
    give_back(a, found);
    return st;
}

enum status found_moves(struct asked *a, struct moves_table *out, struct err *err)
{
    struct found *found = NULL;
    bool suits = is_walk(a) && finding_suits_moves(&a->query) && !a->options.by_years;
    enum status st = suits ? find(a, &found, err) : STATUS_LIMIT;
    if (is_too_much(st))
        return moves_run(&a->query, a->in.dbs, a->in.count, &a->options, out, err);
    if (st == STATUS_OK)
        st = finding_moves(&found->finding, &a->query, a->in.dbs, a->in.count, &a->options,
                           deadline_of(a), out, &a->looked_at, err);
    give_back(a, found);
    return st;
}

static enum status facets_of_hits(const struct asked *a, struct facets *f, struct err *err)
{
    struct hits hits = {0};
    enum status st = search_run(&a->query, a->in.dbs, a->in.count, &a->options, &hits, err);
    if (st == STATUS_OK)
        st = facets_count(f, a->in.dbs, &hits, err);
    hits_release(&hits);
    return st;
}

enum status found_facets(struct asked *a, struct facets *f, struct err *err)
{
    struct found *found = NULL;
    enum status st = finding_suits(&a->query) ? find(a, &found, err) : STATUS_LIMIT;
    if (is_too_much(st))
        st = facets_of_hits(a, f, err);
    else if (st == STATUS_OK)
        st = facets_count_found(f, a->in.dbs, a->in.count, &found->finding, err);
    give_back(a, found);
    if (st == STATUS_OK)
        facets_finish(f);
    return st;
}

/* From the spans of all names, if they are known by now. */
static enum status count_names(struct asked *a, uint64_t *games, bool *done, struct err *err)
{
    const struct site *site = a->call->site;
    struct found *found = NULL;
    *done = false;
    if (!site->name_spans || !a->call->snapshot || a->options.lines || !finding_suits(&a->query))
        return STATUS_OK;
    name_spans_want(site->name_spans, a->call->snapshot);
    enum status st = find(a, &found, err);
    if (st == STATUS_OK)
        *done = name_spans_count(site->name_spans, a->call->snapshot, a->in.first, &found->finding,
                                 games);
    give_back(a, found);
    return is_too_much(st) ? STATUS_OK : st;
}

enum status found_names(struct asked *a, uint64_t ms, uint64_t *games, size_t *done,
                        struct err *err)
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
