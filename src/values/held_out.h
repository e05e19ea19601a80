/* held_out.h: the hold-out: games that are evaluated but never learnt from. */
#ifndef KIFU_VALUES_HELD_OUT_H
#define KIFU_VALUES_HELD_OUT_H

#include "store/lines.h"

/* So many in a thousand; by the moves alone, so that it does not matter where the game is kept. */
bool game_is_held_out(const struct lines *l, uint32_t number, unsigned in_a_thousand);

#endif
