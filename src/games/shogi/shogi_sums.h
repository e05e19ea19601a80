/* shogi_sums.h: sums of weights of facts along a stored game, for game_scan (games/game.h). */
#ifndef KIFU_GAMES_SHOGI_SHOGI_SUMS_H
#define KIFU_GAMES_SHOGI_SHOGI_SUMS_H

#include "games/shogi/shogi_facts.h"

enum { SHOGI_SUMS_BYTES = 18432 };
bool shogi_weigh(void *table, const struct fact_weight *weights, uint32_t count);
bool shogi_sums(const void *table, const struct fact_scan *scan, int32_t *sums);

#endif
