/* shogi_move_label.h: moves as the outputs of a network: how a piece comes to a square, times squares.
 *
 *     label = manner * 81 + the square it goes to, as the side sees the board (White: 80 - square)
 *     manner   0 … 9    up, up left, up right, left, right, down, down left, down right, the knight's
 *                       two jumps, left and right (right is towards file 1, as Black sees it)
 *             10 … 19   the same with promotion
 *             20 … 26   drops: pawn, lance, knight, silver, gold, bishop, rook
 *
 * Legal moves of a position have different labels: from any direction one piece at most reaches a
 * square. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_MOVE_LABEL_H
#define KIFU_GAMES_SHOGI_SHOGI_MOVE_LABEL_H

#include "games/shogi/shogi.h"

enum { SHOGI_MOVE_LABELS = 27 * SHOGI_SQUARES };

/* The kinds in the order of drops, of networks and of the arrays of hands that go with them. */
extern const uint8_t SHOGI_LABEL_HAND[7];

/* m has the form of a move. */
int shogi_move_label(shogi_move m, int side);

#endif
