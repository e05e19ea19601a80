/* words.c: see words.h. */
#include "query/language/words.h"

static const struct game_words *const ALL_WORDS[] = {&shogi_words, &go_words, &chaturanga_words,
                                                     NULL};

const struct game_words *words_with_fact(struct span word)
{
    uint32_t fact;
    for (const struct game_words *const *w = ALL_WORDS; *w; w++)
        if ((*w)->game->text.fact_parse(word, &fact))
            return *w;
    return NULL;
}

const struct game_words *words_of_game(const struct game *game)
{
    const struct game_words *const *lists[] = {ALL_WORDS, extra_words};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct game_words *const *w = lists[i]; w && *w; w++)
            if ((*w)->game == game)
                return *w;
    return NULL;
}
