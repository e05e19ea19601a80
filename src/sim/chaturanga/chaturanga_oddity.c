/* chaturanga_oddity.c: see chaturanga_oddity.h. */
#include "sim/chaturanga/chaturanga_oddity.h"

static void turn_back(struct chaturanga_pos *pos, unsigned mover)
{
    if (chaturanga_over(pos))
        return;
    for (unsigned i = 1; i <= CHATURANGA_COLOURS; i++) {
        unsigned next = (mover + CHATURANGA_COLOURS - i) % CHATURANGA_COLOURS;
        if (pos->state[next] != CHATURANGA_FROZEN) {
            pos->turn = (uint8_t)next;
            return;
        }
    }
}

void chaturanga_make_odd(struct chaturanga_pos *pos, unsigned oddities, unsigned mover)
{
    if (oddities & CHATURANGA_FROZEN_VANISH) {
        for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
            if (pos->state[c] != CHATURANGA_FROZEN)
                continue;
            for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
                pos->kinds[kind] &= ~pos->colours[c];
            pos->colours[c] = 0;
        }
    }
    if (oddities & CHATURANGA_TURN_BACK)
        turn_back(pos, mover);
}
