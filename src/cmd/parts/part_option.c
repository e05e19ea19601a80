/* part_option.c: see part_option.h. */
#include "cmd/parts/part_option.h"

enum game_part part_option(const struct cmd_args *args, size_t id, enum game_part fallback)
{
    if (!args_count(args, id))
        return fallback;
    return (enum game_part)(args_choice(args, id, 0) + GAME_PART_TRAIN);
}
