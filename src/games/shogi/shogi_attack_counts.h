/* shogi_attack_counts.h: by how many pieces of each side every square is attacked. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_ATTACK_COUNTS_H
#define KIFU_GAMES_SHOGI_SHOGI_ATTACK_COUNTS_H

#include "games/shogi/shogi.h"

/* out[side][square], own pieces' squares included: they are defended.  No piece is seen through.  A
 * square has 8 neighbours, 2 knights' jumps and no second piece in any line, so 10 is the most. */
void shogi_attack_counts(const struct shogi_pos *pos, uint8_t out[2][SHOGI_SQUARES]);

#endif
