/* top_hits.h: the first N hits in order, selected from hits that come in any order. */
#ifndef KIFU_QUERY_RUN_TOP_HITS_H
#define KIFU_QUERY_RUN_TOP_HITS_H

#include "query/run/hit_order.h"
#include "query/search.h"

struct top_hits {
    struct hits *out;
    bool ranked;
    struct hit_order order;
    uint64_t keep; /* how many are wanted; UINT64_MAX: all */
    size_t first;  /* those before were there already */
    bool full;     /* what is there is sorted and cut; worse ones than the last are not wanted */
    struct buf scratch; /* owned */
};

/* Whether a hit in this game can be among the wanted ones; true where that is not known. */
static inline bool top_hits_wants(const struct top_hits *c, uint32_t db, uint32_t id)
{
    if (!c->full || c->ranked || c->order.by != ORDER_USUAL)
        return c->keep > 0;
    const struct hit *last = &c->out->at[c->first + (size_t)c->keep - 1];
    return db != last->db ? db < last->db : id <= last->id;
}

void top_hits_init(struct top_hits *c, struct hits *out, bool ranked, struct hit_order order,
                   uint64_t keep);
/* A hit in this segment, which gets its key. */
enum status top_hits_add(struct top_hits *c, const struct db_segment *s, struct hit *hit,
                         struct err *err) CHECK_RESULT;
/* One that has its key. */
enum status top_hits_add_keyed(struct top_hits *c, const struct hit *hit,
                               struct err *err) CHECK_RESULT;
/* Sorts, cuts to what is wanted, and releases what adding took.  Fails for want of memory only. */
enum status top_hits_finish(struct top_hits *c, struct err *err) CHECK_RESULT;

#endif
