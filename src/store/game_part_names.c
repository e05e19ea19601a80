/* game_part_names.c: the names of game_split.h, by themselves: who reads files of parts needs no segments. */
#include "store/game_split.h"

const char *const game_part_names[] = {"train", "held-out", "reserved", NULL};
