/* usi_fallback.h: a move of our own where another engine has none that can be played. */
#ifndef KIFU_ENGINE_USI_FALLBACK_H
#define KIFU_ENGINE_USI_FALLBACK_H

#include "engine/usi_words.h"

/* A legal move for the game's position, within about so many milliseconds; 0: there is none.  What
 * it needs it opens and closes: it is wanted once in many games. */
shogi_move usi_fallback_move(const struct usi_game *game, uint32_t ms);

#endif
