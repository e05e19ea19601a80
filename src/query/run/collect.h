/* collect.h: the first so many hits in order, out of any number that come in any order. */
#ifndef KIFU_QUERY_RUN_COLLECT_H
#define KIFU_QUERY_RUN_COLLECT_H

#include "query/search.h"

struct collector {
    struct hits *out;
    bool ranked;
    uint64_t keep; /* how many are wanted; UINT64_MAX: all */
    size_t first;  /* those before were there already */
    bool full;     /* what is there is sorted and cut; worse ones than the last are not wanted */
};

/* Can a hit in this game be among the wanted ones?  Says no only where it is sure. */
static inline bool collector_wants(const struct collector *c, uint32_t db, uint32_t id)
{
    if (!c->full || c->ranked)
        return c->keep > 0;
    const struct hit *last = &c->out->at[c->first + (size_t)c->keep - 1];
    return db != last->db ? db < last->db : id <= last->id;
}

void collector_init(struct collector *c, struct hits *out, bool ranked, uint64_t keep);
enum status collector_add(struct collector *c, const struct hit *hit, struct err *err) CHECK_RESULT;
/* Sorts, and cuts to what is wanted. */
void collector_finish(struct collector *c);

#endif
