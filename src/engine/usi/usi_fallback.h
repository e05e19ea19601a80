/* usi_fallback.h: a move of our own where another engine has none that can be played. */
#ifndef KIFU_ENGINE_USI_USI_FALLBACK_H
#define KIFU_ENGINE_USI_USI_FALLBACK_H

#include "engine/usi/usi_parse.h"

struct usi_fallback;

/* Opened long before it is wanted: when it is, a clock may be about to run out.  NULL: no memory,
 * which is no error. */
struct usi_fallback *usi_fallback_open(void);
void usi_fallback_close(struct usi_fallback *f); /* NULL is fine */

/* A legal move for the game's position; 0: there is none.  until: of steady_ms(); about half of the
 * time to there is used, 200 ms at most.  Where that is too short to think, or f is NULL, it is the
 * first legal move. */
shogi_move usi_fallback_move(struct usi_fallback *f, const struct usi_game *game, uint64_t until);

#endif
