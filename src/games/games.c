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
    for (const struct game *const *g = all_games; *g; g++)
        if (span_eq_nocase(name, span_of((*g)->name)))
            return *g;
    return NULL;
}
