/* shogi_board.c: what all pictures of a board share; see shogi_board.h. */
#include "view/board/shogi_board.h"

const int SHOGI_HAND_ORDER[7] = {SHOGI_ROOK,   SHOGI_BISHOP, SHOGI_GOLD, SHOGI_SILVER,
                                 SHOGI_KNIGHT, SHOGI_LANCE,  SHOGI_PAWN};

struct span shogi_side_name(const struct shogi_picture *p, int side, enum lang lang)
{
    static const struct msg even[2] = {{"Black", "先手"}, {"White", "後手"}};
    static const struct msg handicap[2] = {{"Black", "下手"}, {"White", "上手"}};
    if (p->name[side].n > 0)
        return p->name[side];
    return span_of(msg_in(p->handicap ? &handicap[side] : &even[side], lang));
}
