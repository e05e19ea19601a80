/* clock.h: time management: how long to think about a move.
 *
 * What is left on the clock becomes three times for the search (struct think_limits): soft, about
 * when to stop; least, before which stopping would only waste what nobody gives back (byoyomi); and
 * hard, at which the answer must be on its way. */
#ifndef KIFU_ENGINE_SEARCH_CLOCK_H
#define KIFU_ENGINE_SEARCH_CLOCK_H

#include "engine/search/engine_search.h"

enum {
    CLOCK_MOST_MS = 1000000000, /* eleven days: sums of a few stay within 32 bits */
    /* Between the last look at the clock and the answer's arrival: a thousand nodes and a line
     * through a pipe.  bench: docs/usi.md */
    CLOCK_OWN_MS = 5,
};

enum clock_kind {
    CLOCK_NONE,  /* nobody said anything of time: a second is taken */
    CLOCK_GAME,  /* left_ms, byoyomi_ms and increment_ms hold; all zero: it has run out */
    CLOCK_EXACT, /* exact_ms and no more, be it nothing */
};

/* All times at most CLOCK_MOST_MS. */
struct clock_state {
    enum clock_kind kind;
    uint32_t left_ms, byoyomi_ms, increment_ms; /* of the side to move */
    uint32_t exact_ms;
    uint32_t delay_ms; /* lost on the way to whoever stops the clock */
    unsigned ply;      /* of the move to come, from 1 */
    bool ponders;      /* we may think in the other's time as well */
};

/* Sets soft_ms, least_ms and hard_ms, and nothing else.  In struct think_limits 0 is "no limit", so
 * hard_ms is 1 at least, which is "at once"; it is less than what is left wherever that is more. */
void clock_plan(const struct clock_state *c, struct think_limits *limits);

#endif
