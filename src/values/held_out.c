/* held_out.c: see held_out.h. */
#include "values/held_out.h"

#include <xxhash.h>

bool game_is_held_out(const struct lines *l, uint32_t number, unsigned in_a_thousand)
{
    size_t from = lines_u32(l->first, number), plies = line_plies(l, number);
    uint64_t hash = XXH3_64bits(l->moves + from * l->move_bytes, plies * l->move_bytes);
    return hash % 1000 < in_a_thousand;
}
