/* game_split.c: see game_split.h. */
#include "store/game_split.h"

#include <xxhash.h>

unsigned game_split(const struct lines *l, uint32_t number)
{
    enum { FROM = 40, TO = 60 };
    size_t plies = line_plies(l, number), first = plies < TO ? 0 : FROM;
    size_t last = plies < TO ? plies : TO;
    const char *moves = line_stored(l, number);
    return (unsigned)(XXH3_64bits(moves + first * l->move_bytes, (last - first) * l->move_bytes) %
                      1000);
}

enum game_part game_part_of(unsigned split, unsigned held_out, unsigned reserved)
{
    if (split >= 1000 - reserved)
        return GAME_PART_RESERVED;
    return split < held_out ? GAME_PART_HELD_OUT : GAME_PART_TRAIN;
}

bool game_is_in_part(const struct lines *l, uint32_t number, enum game_part part)
{
    return part == GAME_PART_ALL ||
           game_part_of(game_split(l, number), GAME_SPLIT_HELD_OUT, GAME_SPLIT_RESERVED) == part;
}
