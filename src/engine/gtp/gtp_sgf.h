/* gtp_sgf.h: a game out of an SGF file, to be played on from (loadsgf). */
#ifndef KIFU_ENGINE_GTP_GTP_SGF_H
#define KIFU_ENGINE_GTP_GTP_SGF_H

#include "base/span.h"
#include "engine/gtp/gtp_game.h"

enum { GTP_MOST_SGF = 1 << 22 }; /* bytes */

/* The main line of the first game, before move number `before` (from 1; 0: all of it).  Where stones
 * were put down or taken off by hand, or a move was illegal, the game begins after that.  Anything
 * but STATUS_OK leaves the game undefined, but to be released: no game, or not of 19 by 19. */
enum status gtp_sgf_read(struct gtp_game *g, struct span bytes, uint64_t before) CHECK_RESULT;

#endif
