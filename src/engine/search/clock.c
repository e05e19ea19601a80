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

void clock_plan(const struct clock_state *c, struct think_limits *limits)
{
    if (c->kind != CLOCK_GAME) {
        uint32_t ms = c->kind == CLOCK_EXACT ? c->exact_ms : NO_CLOCK_MS;
        limits->soft_ms = limits->least_ms = 0;
        limits->hard_ms = minus(ms, kept_back(ms, c->delay_ms));
        return;
    }
    /* Some add the increment before the move and some after it.  With it added after each move there
     * is never less left than one increment; where there is, it will be added before. */
    uint32_t early = c->left_ms < c->increment_ms ? c->increment_ms : 0;
    uint32_t all = c->left_ms + early + c->byoyomi_ms;
    uint32_t most = minus(all, kept_back(all, c->delay_ms));
    /* Byoyomi is lost if it is not used; of an increment a quarter is saved until there is a
     * reserve.  What is left of the main time is shared out among the moves to come. */
    bool saves = c->left_ms < c->increment_ms + RESERVE_MS;
    uint32_t given = c->byoyomi_ms + c->increment_ms - (saves ? c->increment_ms / 4 : 0);
    unsigned gone = c->ply / 3;
    uint32_t moves =
        gone + MOVES_AT_LEAST < MOVES_AT_START ? MOVES_AT_START - gone : MOVES_AT_LEAST;
    uint32_t share = (c->left_ms - least_of(c->left_ms / 2, RESERVE_MS)) / moves + given;
    uint32_t soft = c->ponders ? share + share / 4 : share;
    soft = soft ? soft : 1; /* 0 would be no limit */
    /* One move may take five shares, but not more than a quarter of what does not come back. */
    uint32_t bold = c->left_ms / 4 + given;
    uint32_t hard = soft < bold / 5 ? 5 * soft : bold;
    limits->hard_ms = least_of(hard > soft ? hard : soft, most);
    limits->soft_ms = least_of(soft, limits->hard_ms);
    limits->least_ms = minus(c->byoyomi_ms, kept_back(c->byoyomi_ms, c->delay_ms));
}
