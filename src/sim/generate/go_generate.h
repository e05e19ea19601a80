/* go_generate.h: games of Go that look real, made by the thousand; what generate.h is for shogi.
 *
 * Corners are opened with common sequences, which are broken off now and then; the rest are quick
 * plausible moves (go_policy.h) until somebody resigns or passes.  One game in sixteen has a
 * handicap.  Game n of a seed is always the same, whoever asks for it and in whatever order. */
#ifndef KIFU_SIM_GENERATE_GO_GENERATE_H
#define KIFU_SIM_GENERATE_GO_GENERATE_H

#include "games/record.h"

enum { GO_GENERATED_MAX_PLIES = 360 };

/* Fills rec, which it clears, with game `number` of a seed, without players and dates.  Fails only
 * for want of memory. */
enum status go_generate_game(uint64_t seed, uint64_t number, struct record *rec) CHECK_RESULT;

#endif
