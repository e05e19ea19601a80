/* game_view.c: the list of views. */
#include "view/game_view.h"

static const struct game_view *const ALL_VIEWS[] = {&shogi_view, &go_view, &chaturanga_view, NULL};

const struct game_view *view_of_game(const struct game *game)
{
    for (const struct game_view *const *v = ALL_VIEWS; *v; v++)
        if ((*v)->game == game)
            return *v;
    return NULL;
}
