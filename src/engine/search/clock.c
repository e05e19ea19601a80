/* clock.c: see clock.h. */
#include "engine/search/clock.h"

enum {
    NO_CLOCK_MS = 1000,
    SHORT_MS = 1000, /* who plays so fast does it on one machine */
    /* Moves of ours that are still to come, as games go: some 115 plies */
    MOVES_AT_START = 56,
    MOVES_AT_LEAST = 18,
    /* Of main time that nothing is added to: a long game must not come down to its last
     * milliseconds, where every move is late. */
    RESERVE_MS = 400,
};

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* What must be kept back of a time that, overrun, loses the game. */
static uint32_t kept_back(uint32_t ms, uint32_t delay)
{
    return CLOCK_OWN_MS + least_of(delay, ms < SHORT_MS ? ms / 10 : ms / 2);
}

static uint32_t minus(uint32_t ms, uint32_t less)
{
    return ms > less ? ms - less : 1;
}

static uint32_t moves_to_come(unsigned ply)
{
    unsigned gone = ply / 3;
    return gone + MOVES_AT_LEAST < MOVES_AT_START ? MOVES_AT_START - gone : MOVES_AT_LEAST;
}

/* Some add the increment before the move and some after it.  With it added after each move there is
 * never less left than one increment; where there is, it will be added before. */
static uint32_t usable(const struct clock_state *c)
{
    return c->left_ms < c->increment_ms ? c->left_ms + c->increment_ms : c->left_ms;
}

/* What comes anew with each move.  Byoyomi is lost if it is not used; of an increment a quarter is
 * saved until there is a reserve. */
static uint32_t given_anew(const struct clock_state *c)
{
    bool saves = c->left_ms < c->increment_ms + RESERVE_MS;
    return c->byoyomi_ms + c->increment_ms - (saves ? c->increment_ms / 4 : 0);
}

/* What of the main time is shared out among the moves to come. */
static uint32_t to_share(const struct clock_state *c)
{
    return c->left_ms - least_of(c->left_ms / 2, RESERVE_MS);
}

static void plan_exactly(uint32_t ms, uint32_t delay, struct think_limits *limits)
{
    limits->soft_ms = limits->least_ms = 0;
    limits->hard_ms = minus(ms, kept_back(ms, delay));
}

void clock_plan(const struct clock_state *c, struct think_limits *limits)
{
    uint32_t all = usable(c) + c->byoyomi_ms;
    if (c->kind != CLOCK_GAME) {
        plan_exactly(c->kind == CLOCK_EXACT ? c->exact_ms : NO_CLOCK_MS, c->delay_ms, limits);
        return;
    }
    uint32_t most = minus(all, kept_back(all, c->delay_ms));
    uint32_t given = given_anew(c);
    uint32_t share = to_share(c) / moves_to_come(c->ply) + given;
    uint32_t soft = c->ponders ? share + share / 4 : share;
    soft = soft ? soft : 1; /* 0 would be no limit */
    /* one move may take five shares, but not more than a quarter of what does not come back */
    uint32_t bold = c->left_ms / 4 + given;
    uint32_t hard = soft < bold / 5 ? 5 * soft : bold;
    limits->hard_ms = least_of(hard > soft ? hard : soft, most);
    limits->soft_ms = least_of(soft, limits->hard_ms);
    limits->least_ms = minus(c->byoyomi_ms, kept_back(c->byoyomi_ms, c->delay_ms));
}
