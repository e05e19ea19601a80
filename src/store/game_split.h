/* game_split.h: the split of all games into those to learn from, to choose by and to publish from.
 *
 * One split for everything: what is mined, fitted or trained on one part can be judged on another,
 * whichever command does either.  A game's own moves alone decide, wherever it is kept:
 *
 *     0 … held_out - 1              held out: settings are chosen by these
 *     1000 - reserved … 999         reserved: opened once settings are fixed
 *     between                       to learn from */
#ifndef KIFU_STORE_GAME_SPLIT_H
#define KIFU_STORE_GAME_SPLIT_H

#include "store/lines.h"

enum game_part { GAME_PART_ALL, GAME_PART_TRAIN, GAME_PART_HELD_OUT, GAME_PART_RESERVED };
/* The words of enum game_part from GAME_PART_TRAIN on, ended by NULL. */
extern const char *const game_part_names[];

/* Games in a thousand, unless somebody says otherwise. */
enum { GAME_SPLIT_HELD_OUT = 200, GAME_SPLIT_RESERVED = 100 };

/* 0 … 999, by the 41st to the 60th move; games shorter than that: by all moves.  The same game
 * written down twice, with another slip or another end, is in one part only. */
unsigned game_split(const struct lines *l, uint32_t number);

/* The part of a game with this split; reserved comes first if the two overlap. */
enum game_part game_part_of(unsigned split, unsigned held_out, unsigned reserved);

/* By the usual numbers.  Every game is in GAME_PART_ALL. */
bool game_is_in_part(const struct lines *l, uint32_t number, enum game_part part);

#endif
