/* win_rate.h: the probability of winning that a value of the search stands for.
 *
 *     p = 1 / (1 + exp(-value / scale))
 *
 * The scale, in hundredths of a pawn, is the value at which a side wins e times as often as it
 * loses.  It belongs to an evaluation, and the table in win_rate.c has it for each: another network
 * gets another row.  Draws are rare in shogi and count as half a win. */
#ifndef KIFU_ENGINE_SEARCH_WIN_RATE_H
#define KIFU_ENGINE_SEARCH_WIN_RATE_H

#include "engine/search/engine_search.h"

enum { WIN_RATE_SCALE = 600 /* of what has no row, and of other engines */ };

/* evaluation: eval_type.name; NULL is none. */
int win_rate_scale(const char *evaluation);
/* For the side whose value it is; a mate is 1 or 0. */
double win_rate(int value, int scale);
/* Wins, draws and losses of a thousand games, as the UCI protocol's "wdl" has them. */
struct win_rate_wdl {
    int wins, draws, losses;
};
struct win_rate_wdl win_rate_wdl(int value, int scale);

#endif
