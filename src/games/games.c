/* games.c: the list of games. */
#include "games/game.h"

const struct game *const all_games[] = {
    &shogi_game,
    &go_game,
    &chaturanga_game,
    NULL,
};

const struct game *game_by_name(struct span name)
{
    const struct game *const *lists[] = {all_games, extra_games};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct game *const *g = lists[i]; g && *g; g++)
            if (span_eq_nocase(name, span_of((*g)->name)))
                return *g;
    return NULL;
}
