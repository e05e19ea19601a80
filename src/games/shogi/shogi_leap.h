/* shogi_leap.h: when several squares had what is wanted on them, all at once, in a stored game.
 *
 * While something is missing on one square nothing else needs to be looked at: the next moment that
 * matters is a move to that square (or from it, if it may be empty).  While nothing is missing it
 * is a move to or from any of them.  So most of a game is leapt over, sixteen moves at a time, and
 * what stands on a square is found by going back from there (shogi_touch.h).
 *
 *     struct fact_places p = {0};
 *     shogi_place_fact(&p, fact, true)                   for each fact that is wanted
 *     struct fact_leap leap = {0};
 *     while (shogi_leap(&leap, &start, moves, n, &p) == LEAP_SPAN)
 *         …                                              from ply leap.from to leap.to - 1 */
#ifndef KIFU_GAMES_SHOGI_SHOGI_LEAP_H
#define KIFU_GAMES_SHOGI_SHOGI_LEAP_H

#include "games/shogi/shogi_facts.h"

/* Adds a condition: the fact holds, or (wanted being false) does not.  False if it is not about a
 * square. */
bool shogi_place_fact(struct fact_places *p, uint32_t fact, bool wanted);
/* The same: one of these facts, all of one square, holds. */
bool shogi_place_any(struct fact_places *p, const uint32_t *facts, uint32_t count);

/* The next span of plies, 0 … n, at which all conditions are met; leap is zeroed at first.
 * Only moves that matter are looked at, so damage is not always seen. */
enum leap_end shogi_leap(struct fact_leap *leap, const struct shogi_lite *start, const char *moves,
                         uint32_t n, const struct fact_places *p);

#endif
