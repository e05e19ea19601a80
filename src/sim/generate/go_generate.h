/* go_generate.h: games of Go that look real, made by the thousand; what generate.h is for shogi.
 *
 * Corners are opened with common sequences, which are broken off now and then; the rest are quick
 * plausible moves, not an engine's, until somebody resigns or passes: local fights with captures,
 * and stones that come, stay and go much as they do in games of people.  One game in sixteen has a
 * handicap.  Game n of a seed is always the same, on every machine and in whatever order. */
#ifndef KIFU_SIM_GENERATE_GO_GENERATE_H
#define KIFU_SIM_GENERATE_GO_GENERATE_H

#include "games/record.h"

enum { GO_GENERATED_MAX_PLIES = 360, GO_CORNER_LINES = 30, GO_CORNER_MAX = 16 };

/* Common sequences in a corner, the most common first: pairs of digits, counted in hexadecimal from
 * the corner.  44 is the star point, 36 the third column and the sixth row. */
extern const char *const go_corner_lines[GO_CORNER_LINES];

/* Fills rec, which it clears, with game `number` of a seed, without players and dates.  Fails only
 * for want of memory. */
enum status go_generate_game(uint64_t seed, uint64_t number, struct record *rec) CHECK_RESULT;

#endif
