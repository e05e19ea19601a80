/* shogi_advance.h: the progress of a shogi game, measured by the attacks on both kings.
 *
 * Around each king lie five files by three ranks, moved so that all of it is on the board.
 *
 *     attack    danger to a player's king: the enemy's effects (a piece attacking a square of the
 *               box, counted as often as it happens) and what the enemy has in hand
 *     defence   the player's own effects on the box
 *     whole     both players' attack
 *
 * in points: an effect 8; in hand a pawn 1, a lance 4, a knight, silver or gold 8, a bishop or rook
 * 12; 64 points are 1, and no sum counts for more.  A side without a king has 0.
 *
 * GPS Shogi, the program of the paper, differed in two ways from the paper, and is offered beside
 * it: effects weigh less on files further from the king, and the whole is capped on another
 * scale. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_ADVANCE_H
#define KIFU_GAMES_SHOGI_SHOGI_ADVANCE_H

#include "games/shogi/shogi.h"

enum { ADVANCE_ONE = 64 };

struct advance {
    int attack[2], defence[2]; /* by colour of the king, 0 … 64 */
    int whole;                 /* 0 … 64 */
};
void advance_of(const struct shogi_pos *pos, struct advance *out);

/* As OSL, the library behind GPS Shogi, computes it: points (64ths, not capped) against each king
 * and for it, and sixteenths of both together (0 … 15). */
struct advance_osl {
    int attack[2], defence[2];
    int sixteenths;
};
void advance_of_osl(const struct shogi_pos *pos, struct advance_osl *out);

/* Either rule on one scale.  Of OSL's rule: what its users took, sixteenths of at most 15, each
 * counted as four; defence begins to count at 64 points there. */
enum advance_rule { ADVANCE_PAPER, ADVANCE_OSL };
void advance_by(enum advance_rule rule, const struct shogi_pos *pos, struct advance *out);

#endif
