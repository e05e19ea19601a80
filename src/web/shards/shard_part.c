/* shard_part.c: see shard_part.h. */
#include "web/shards/shard_part.h"

#include "base/alloc.h"
#include "values/sheet/static_values.h"
#include "web/site/facet_count.h"
#include "web/site/facet_names.h"

/* A question while it is answered. */
struct answering {
    const struct shard_self *self;
    struct shard_question asked;
    struct db *const *dbs; /* the databases asked */
    struct query query;
    struct static_values *values;
    struct search_options options;
    struct buf *out;
};

static enum status prepare(struct answering *a, const atomic_bool *cancelled, struct err *err)
{
    const struct site *site = a->self->site;
    a->dbs = a->self->dbs + a->asked.first;
    a->options = (struct search_options){.lines = a->asked.lines,
                                         .count = a->asked.counts,
                                         .limit = a->asked.limit,
                                         .offset = a->asked.offset,
                                         .threads = a->self->threads,
                                         .cancelled = cancelled,
                                         .by_years = a->asked.years,
                                         .crew = &a->self->crew};
    enum status st = query_parse(&a->query, site->game, &site->named, a->asked.query, err);
    if (st == STATUS_OK)
        st = static_values_for(&a->values, &a->query, err);
    a->options.values = static_values_hook(a->values);
    return st;
}

static enum status answer_hits(struct answering *a, struct err *err)
{
    struct hits hits = {0};
    enum status st = search_part(&a->query, a->dbs, a->asked.count, &a->options, &hits, err);
    if (st == STATUS_OK)
        hits_to_bytes(&hits, a->out);
    hits_release(&hits);
    return st;
}

static enum status answer_moves(struct answering *a, struct err *err)
{
    struct moves_table table = {0};
    enum status st = moves_part(&a->query, a->dbs, a->asked.count, &a->options, &table, err);
    if (st == STATUS_OK)
        moves_to_bytes(&table, a->out);
    moves_release(&table);
    return st;
}

static enum status answer_after(struct answering *a, struct err *err)
{
    uint64_t *games = mem_calloc(a->asked.rows.count + 1, sizeof *games);
    enum status st = games ? moves_after(&a->query, a->dbs, a->asked.count, &a->options,
                                         &a->asked.rows, games, err)
                           : err_nomem(err);
    if (st == STATUS_OK)
        numbers_write(a->out, games, a->asked.rows.count);
    mem_free(games);
    return st;
}

static enum status answer_facets(struct answering *a, struct err *err)
{
    struct hits hits = {0};
    struct facets *f = mem_calloc(1, sizeof *f);
    enum status st = f ? search_part(&a->query, a->dbs, a->asked.count, &a->options, &hits, err)
                       : err_nomem(err);
    if (st == STATUS_OK)
        st = facets_count(f, a->dbs, &hits, err);
    if (st == STATUS_OK) {
        facets_finish(f); /* fewer to send */
        facets_to_bytes(f, a->out);
    }
    hits_release(&hits);
    facets_free(f);
    return st;
}

static enum status answer_names(struct answering *a, struct err *err)
{
    const struct site *site = a->self->site;
    size_t done = 0;
    uint64_t *games = mem_calloc(site->named.count + 1, sizeof *games);
    struct facet_names names = {.game = site->game,
                                .named = &site->named,
                                .query = a->asked.query,
                                .dbs = a->dbs,
                                .count = a->asked.count,
                                .options = a->options,
                                .ms = a->asked.ms};
    enum status st = games ? facet_names_count(&names, games, &done, err) : err_nomem(err);
    if (st == STATUS_OK)
        numbers_write(a->out, games, done);
    mem_free(games);
    return st;
}

static enum status answer_here(struct answering *a, struct err *err)
{
    (void)err;
    numbers_write(a->out, NULL, 0);
    return STATUS_OK;
}

static enum status answer(struct answering *a, struct err *err)
{
    typedef enum status answer_kind(struct answering * a, struct err * err);
    static answer_kind *const answers[ASK_KINDS] = {
        [ASK_HITS] = answer_hits,     [ASK_MOVES] = answer_moves, [ASK_AFTER] = answer_after,
        [ASK_FACETS] = answer_facets, [ASK_NAMES] = answer_names, [ASK_HERE] = answer_here};
    enum status st = answers[a->asked.kind](a, err);
    return st == STATUS_OK && buf_status(a->out) != STATUS_OK ? err_nomem(err) : st;
}

enum status shard_answer(const struct shard_self *self, struct span question,
                         const atomic_bool *cancelled, struct buf *out, struct err *err)
{
    struct answering a = {.self = self, .out = out};
    enum status st = shard_question_read(&a.asked, question, self->site->count, err);
    if (st == STATUS_OK) {
        st = prepare(&a, cancelled, err);
        if (st == STATUS_OK)
            st = answer(&a, err);
        static_values_close(a.values);
        query_release(&a.query);
    }
    shard_question_release(&a.asked);
    return st;
}
