/* query_sets.h: what is asked in benchmarks, made from the corpus by rule, with a seed.
 *
 *     start      the start position alone: the slowest question of the paper
 *     frequent   the 100 positions that occur most often, exact
 *     joseki     50 positions at plies 16 to 40 that occur at least 20 times, exact
 *     rare       100 positions that occur once, exact
 *     miss       50 of joseki and rare with one piece moved so that they occur nowhere, exact
 *     tesuji     100 partial positions: the pieces within a window of 6 to 8 files by 5 to 7 ranks
 *                of a position at plies 30 to 100, every fourth with something in hand, 17.7 facts
 *                on average
 *     no tesuji  the same with one piece moved so that nothing matches
 *
 * "Exact" means board, hands and side to move.  A corpus too small for a set gets fewer. */
#ifndef KIFU_BENCH_QUERY_SETS_H
#define KIFU_BENCH_QUERY_SETS_H

#include "base/arena.h"
#include "bench/paper_methods.h"
#include "games/replay.h"
#include "games/shogi/shogi_facts.h"

enum query_set_id {
    SET_START,
    SET_FREQUENT,
    SET_JOSEKI,
    SET_RARE,
    SET_MISS,
    SET_TESUJI,
    SET_NO_TESUJI,
    QUERY_SETS
};
extern const char *const query_set_names[QUERY_SETS];

struct bench_query {
    struct span text;               /* in the query language; in the arena */
    uint32_t keys[SHOGI_MAX_FACTS]; /* as the paper searches */
    uint32_t key_count;
    bool exact;
    struct position_key key; /* of an exact one */
};

enum { QUERY_SET_MOST = 100 };
struct query_set {
    struct bench_query at[QUERY_SET_MOST];
    uint32_t count;
};

struct query_sets {
    struct query_set sets[QUERY_SETS];
    struct arena texts;
};

/* index is of the same games, which are of shogi. */
enum status query_sets_make(struct query_sets *s, const struct paper_source *games,
                            const struct paper_index *index, uint64_t seed,
                            struct err *err) CHECK_RESULT;
void query_sets_release(struct query_sets *s);

#endif
