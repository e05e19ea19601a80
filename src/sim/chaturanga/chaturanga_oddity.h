/* chaturanga_oddity.h: ways of playing and counting that are no reading of the rules, but may be why
 * other people's figures differ. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_ODDITY_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_ODDITY_H

#include "games/chaturanga/chaturanga.h"

enum chaturanga_oddity {
    CHATURANGA_FROZEN_VANISH = 1 << 0, /* the pieces of who lost his raja come off the board */
    CHATURANGA_SKIP_FORCED = 1 << 1,   /* turns with nothing to choose are not counted */
    CHATURANGA_TURN_BACK = 1 << 2,     /* the order of play is the other way round */
};

/* After a turn of that colour: what is odd about the position that follows. */
void chaturanga_make_odd(struct chaturanga_pos *pos, unsigned oddities, unsigned mover);

#endif
