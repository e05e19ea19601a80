/* table.h: what searches have found out about positions, shared by all threads without locks.
 *
 * An entry is two words; the first is the position's hash mixed with the second, so that an entry
 * of which two threads wrote a half each is nobody's.  Four entries share a cache line; the one
 * that is least worth keeping (an old search, little depth) makes room.
 *
 *     63      56 55 50 49 48 47      32 31      16 15       0
 *     [depth    ][age ][bound][eval    ][value   ][move     ]
 */
#ifndef KIFU_ENGINE_SEARCH_TABLE_H
#define KIFU_ENGINE_SEARCH_TABLE_H

#include <stdatomic.h>

#include "base/err.h"
#include "games/shogi/shogi.h"

enum table_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct table_entry {
    shogi_move move; /* 0: none */
    int value, eval;
    int depth;
    enum table_bound bound;
};

struct table {
    struct table_line {
        struct {
            _Atomic uint64_t check, data;
        } at[4];
    } * lines;      /* owned */
    uint64_t count; /* below 2^32 */
    uint8_t age;    /* 0 … 63 */
};

enum status table_open(struct table *t, size_t bytes, struct err *err) CHECK_RESULT;
void table_close(struct table *t);
void table_clear(struct table *t);
/* Before each search. */
void table_grow_older(struct table *t);

bool table_find(const struct table *t, uint64_t hash, struct table_entry *out);
void table_store(struct table *t, uint64_t hash, const struct table_entry *entry);
/* Thousandths of a sample that this search has filled. */
int table_full(const struct table *t);

static inline void table_prefetch(const struct table *t, uint64_t hash)
{
    __builtin_prefetch(&t->lines[(hash >> 32) * t->count >> 32]);
}

#endif
