/* shard_part.c: see shard_part.h. */
#include "web/shards/shard_part.h"

#include "base/alloc.h"
#include "cluster/query_parts.h"
#include "query/plan/db_lookup.h"
#include "values/sheet/static_values.h"
#include "web/site/facet_count.h"
#include "web/site/facet_names.h"

/* A question while it is answered. */
struct shard_replier {
    const struct shard_self *self;
    struct shard_request request;
    struct db *const *dbs; /* the databases asked */
    struct query query;
    struct static_values *values;
    struct search_options options;
    struct buf *out;
};

static enum status prepare(struct shard_replier *a, const atomic_bool *cancelled, struct err *err)
{
    const struct site *site = a->self->site;
    a->dbs = a->self->dbs + a->request.first;
    a->options = (struct search_options){.lines = a->request.lines,
                                         .count = a->request.counts,
                                         .limit = a->request.limit,
                                         .offset = a->request.offset,
                                         .order = a->request.order,
                                         .threads = a->self->threads,
                                         .cancelled = cancelled,
                                         .by_years = a->request.years,
                                         .at = a->request.at,
                                         .scores = true,
                                         .own = true};
    enum status st = db_lookup_parse(&a->query, site->game, site_named(site), a->request.query,
                                     a->dbs, a->request.count, err);
    if (st == STATUS_OK)
        st = static_values_for(&a->values, &a->query, err);
    a->options.values = static_values_hook(a->values);
    return st;
}

static enum status reply_hits(struct shard_replier *a, struct err *err)
{
    struct hits hits = {0};
    enum status st = search_part(&a->query, a->dbs, a->request.count, &a->options, &hits, err);
    if (st == STATUS_OK)
        hits_to_bytes(&hits, a->out);
    hits_release(&hits);
    return st;
}

static enum status reply_moves(struct shard_replier *a, struct err *err)
{
    struct moves_table table = {0};
    enum status st = moves_part(&a->query, a->dbs, a->request.count, &a->options, &table, err);
    if (st == STATUS_OK)
        moves_to_bytes(&table, a->out);
    moves_release(&table);
    return st;
}

static enum status reply_after(struct shard_replier *a, struct err *err)
{
    uint64_t *games = mem_calloc(a->request.rows.count + 1, sizeof *games);
    enum status st = games ? moves_after(&a->query, a->dbs, a->request.count, &a->options,
                                         &a->request.rows, games, err)
                           : err_nomem(err);
    if (st == STATUS_OK)
        numbers_write(a->out, games, a->request.rows.count);
    mem_free(games);
    return st;
}

static enum status reply_facets(struct shard_replier *a, struct err *err)
{
    struct query_result result = {0};
    struct facets *f = mem_calloc(1, sizeof *f);
    enum status st =
        f ? query_run(&result, &a->query, a->dbs, a->request.count, &a->options, KEEP_GAMES, err)
          : err_nomem(err);
    if (st == STATUS_OK)
        st = facets_count(f, a->dbs, a->request.count, &result, err);
    if (st == STATUS_OK) {
        facets_finish(f); /* fewer to send */
        facets_to_bytes(f, a->out);
    }
    query_result_release(&result);
    facets_free(f);
    return st;
}

static enum status reply_names(struct shard_replier *a, struct err *err)
{
    const struct site *site = a->self->site;
    size_t done = 0;
    uint64_t *games = mem_calloc(site_named(site)->count + 1, sizeof *games);
    struct facet_names names = {.game = site->game,
                                .named = site_named(site),
                                .query = a->request.query,
                                .dbs = a->dbs,
                                .count = a->request.count,
                                .options = a->options,
                                .ms = a->request.ms};
    enum status st = games ? facet_names_count(&names, games, &done, err) : err_nomem(err);
    if (st == STATUS_OK)
        numbers_write(a->out, games, done);
    mem_free(games);
    return st;
}

static enum status reply_here(struct shard_replier *a, struct err *err)
{
    (void)err;
    numbers_write(a->out, NULL, 0);
    return STATUS_OK;
}

static enum status answer(struct shard_replier *a, struct err *err)
{
    typedef enum status reply_kind(struct shard_replier * a, struct err * err);
    static reply_kind *const answers[SHARD_GET_KINDS] = {
        [SHARD_GET_HITS] = reply_hits,   [SHARD_GET_MOVES] = reply_moves,
        [SHARD_GET_AFTER] = reply_after, [SHARD_GET_FACETS] = reply_facets,
        [SHARD_GET_NAMES] = reply_names, [SHARD_GET_HERE] = reply_here};
    enum status st = answers[a->request.kind](a, err);
    return st == STATUS_OK && buf_status(a->out) != STATUS_OK ? err_nomem(err) : st;
}

enum status shard_reply(const struct shard_self *self, struct span bytes,
                        const atomic_bool *cancelled, struct buf *out, struct err *err)
{
    struct shard_replier a = {.self = self, .out = out};
    enum status st = shard_request_read(&a.request, bytes, self->site->count, err);
    if (st == STATUS_OK) {
        st = prepare(&a, cancelled, err);
        if (st == STATUS_OK)
            st = answer(&a, err);
        static_values_close(a.values);
        query_release(&a.query);
    }
    shard_request_release(&a.request);
    return st;
}
