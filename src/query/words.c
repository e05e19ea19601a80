/* words.c: see words.h. */
#include "query/words.h"

const struct game_words *words_of_game(const struct game *game)
{
    static const struct game_words *const ALL[] = {&shogi_words};
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++)
        if (ALL[i]->game == game)
            return ALL[i];
    return NULL;
}
