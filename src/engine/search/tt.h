/* tt.h: the transposition table, shared by all threads without locks.
 *
 * An entry is two words; the first is the position's hash mixed with the second, so that an entry
 * of which two threads wrote a half each is nobody's.  Four entries share a cache line; the one
 * that is least worth keeping (an old search, little depth) makes room.
 *
 *     63      56 55 50 49 48 47      32 31      16 15       0
 *     [depth    ][age ][bound][eval    ][value   ][move     ]
 */
#ifndef KIFU_ENGINE_SEARCH_TT_H
#define KIFU_ENGINE_SEARCH_TT_H

#include <stdatomic.h>

#include "base/err.h"
#include "games/shogi/shogi.h"

enum tt_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct tt_entry {
    shogi_move move; /* 0: none */
    int value, eval;
    int depth;
    enum tt_bound bound;
};

struct tt {
    struct tt_bucket {
        struct {
            _Atomic uint64_t check, data;
        } at[4];
    } * lines;      /* owned */
    uint64_t count; /* below 2^32 */
    uint8_t age;    /* 0 … 63 */
};

enum status tt_open(struct tt *t, size_t bytes, struct err *err) CHECK_RESULT;
void tt_close(struct tt *t);
void tt_clear(struct tt *t);
/* Before each search. */
void tt_new_search(struct tt *t);

bool tt_probe(const struct tt *t, uint64_t hash, struct tt_entry *out);
void tt_store(struct tt *t, uint64_t hash, const struct tt_entry *entry);
/* Only in the place of what is no deeper, or of an earlier search. */
void tt_store_minor(struct tt *t, uint64_t hash, const struct tt_entry *entry);
/* Thousandths of a sample that this search has filled. */
int tt_hashfull(const struct tt *t);

static inline void tt_prefetch(const struct tt *t, uint64_t hash)
{
    __builtin_prefetch(&t->lines[(hash >> 32) * t->count >> 32]);
}

#endif
