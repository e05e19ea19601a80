/* clock.h: how long to think about a move.
 *
 * What is left on the clock becomes three times for the search (struct think_limits): soft, about
 * when to stop; least, before which stopping would only waste what nobody gives back (byoyomi); and
 * hard, at which the answer must be on its way. */
#ifndef KIFU_ENGINE_CLOCK_H
#define KIFU_ENGINE_CLOCK_H

#include "engine/think.h"

enum {
    CLOCK_MOST_MS = 1000000000, /* eleven days: sums of a few stay within 32 bits */
    /* Between the last look at the clock and the answer's arrival: a thousand nodes and a line
     * through a pipe.  bench: docs/usi.md */
    CLOCK_OWN_MS = 5,
};

/* All at most CLOCK_MOST_MS. */
struct clock_state {
    uint32_t left_ms, byoyomi_ms, increment_ms; /* of the side to move */
    uint32_t exact_ms;                          /* this and no more; 0: by the other three */
    uint32_t delay_ms;                          /* lost on the way to whoever stops the clock */
    unsigned ply;                               /* of the move to come, from 1 */
    bool ponders;                               /* we may think in the other's time as well */
};

/* Sets soft_ms, least_ms and hard_ms, and nothing else.  All zeros are taken for a second: there
 * is no clock, or it has run out already. */
void clock_plan(const struct clock_state *c, struct think_limits *limits);

#endif
