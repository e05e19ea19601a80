/* held_out.c: see held_out.h. */
#include "values/held_out.h"

#include <xxhash.h>

bool game_is_held_out(const struct lines *l, uint32_t number, unsigned in_a_thousand)
{
    size_t plies = line_plies(l, number);
    uint64_t hash = XXH3_64bits(line_stored(l, number), plies * l->move_bytes);
    return hash % 1000 < in_a_thousand;
}
