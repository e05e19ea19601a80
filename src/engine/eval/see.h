/* see.h: static exchange evaluation, and the values of pieces in it.
 *
 * A capture gains the piece that is taken off and, in hand, one of its plain kind; so in exchanges
 * a piece counts for both.  Values in hundredths of a pawn (about). */
#ifndef KIFU_ENGINE_EVAL_SEE_H
#define KIFU_ENGINE_EVAL_SEE_H

#include "games/shogi/shogi.h"

/* By kind: on the board; in hand it counts as the plain kind. */
extern const int16_t see_piece_value[SHOGI_KINDS + 1];

/* What taking a piece of this kind gains. */
static inline int see_gain(int kind)
{
    return see_piece_value[kind] + see_piece_value[shogi_kind_plain(kind)];
}

/* What a legal move wins if both sides then take on its square, each time with their least piece,
 * as long as it pays. */
int see_result(const struct shogi_pos *pos, shogi_move m);
/* Is that at least so much?  Quicker to say. */
bool see_ge(const struct shogi_pos *pos, shogi_move m, int least);
/* Whether the side to move can win material by a capture. */
bool see_can_win(const struct shogi_pos *pos);

#endif
