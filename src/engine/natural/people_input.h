/* people_input.h: what the network of people's moves sees of a position, and what it says.
 *
 * Everything is seen by the side to move: for White the board is turned round, so that the mover
 * always plays up.  Squares are those of shogi.h in that view.
 *
 *     board     0 empty; 1 … 14 own pieces by kind; 15 … 28 the opponent's
 *     attacks   own pieces that reach the square, the opponent's times 16; at most 15 each
 *     hand      own pawns … golds, then the opponent's
 *     last      the last four moves, the latest first: from (PEOPLE_NOWHERE for a drop), to
 *
 * A move is one of 27 * 81 outputs: 81 * plane + destination.  Planes 0 … 9 are where the piece
 * comes from, seen from the destination; 10 … 19 the same with promotion; 20 … 26 drops:
 *
 *     6 5 7        x is the destination; the opponent is above.
 *     3 x 4        A piece that comes straight from below has plane 0.
 *     1 0 2        8 and 9: a knight that comes from the left and from the right.
 *    8     9
 *
 * Sliding pieces have the plane of their
 * direction, however far they come.  The whole is mirrored by exchanging left and right. */
#ifndef KIFU_ENGINE_NATURAL_PEOPLE_INPUT_H
#define KIFU_ENGINE_NATURAL_PEOPLE_INPUT_H

#include "engine/natural/natural.h"

enum {
    PEOPLE_PIECES = 28,
    PEOPLE_NOWHERE = SHOGI_SQUARES, /* no square: there was no such move, or it was a drop */
    PEOPLE_PLANES = 27,
    PEOPLE_MOVES = PEOPLE_PLANES * SHOGI_SQUARES,
};

struct people_input {
    uint8_t board[SHOGI_SQUARES];
    uint8_t attacks[SHOGI_SQUARES];
    uint8_t hand[14];
    uint8_t last[2 * NATURAL_PAST];
};

void people_input_make(struct people_input *in, const struct shogi_pos *pos,
                       const struct natural_past *past);
/* The output of a legal move of the side to move. */
int people_output_of(const struct shogi_pos *pos, shogi_move m);

#endif
