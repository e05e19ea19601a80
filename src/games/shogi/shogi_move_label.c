/* shogi_move_label.c: see shogi_move_label.h. */
#include "games/shogi/shogi_move_label.h"

const uint8_t SHOGI_LABEL_HAND[7] = {SHOGI_PAWN, SHOGI_LANCE,  SHOGI_KNIGHT, SHOGI_SILVER,
                                     SHOGI_GOLD, SHOGI_BISHOP, SHOGI_ROOK};

/* The manner of a move on the board, without promotion; from and to as the mover sees them. */
static int move_manner(int from, int to)
{
    enum { UP, UP_LEFT, UP_RIGHT, LEFT, RIGHT, DOWN, DOWN_LEFT, DOWN_RIGHT, JUMP_LEFT, JUMP_RIGHT };
    int left = shogi_file_of(to) - shogi_file_of(from);
    int down = shogi_rank_of(to) - shogi_rank_of(from);
    if (down == -2 && (left == 1 || left == -1))
        return left > 0 ? JUMP_LEFT : JUMP_RIGHT;
    if (down < 0)
        return left == 0 ? UP : left > 0 ? UP_LEFT : UP_RIGHT;
    if (down > 0)
        return left == 0 ? DOWN : left > 0 ? DOWN_LEFT : DOWN_RIGHT;
    return left > 0 ? LEFT : RIGHT;
}

int shogi_move_label(shogi_move m, int side)
{
    enum { PROMOTES = 10, DROPS = 20 };
    static const uint8_t DROP_ORDER[SHOGI_HAND_KINDS] = {
        [SHOGI_PAWN] = 0, [SHOGI_LANCE] = 1,  [SHOGI_KNIGHT] = 2, [SHOGI_SILVER] = 3,
        [SHOGI_GOLD] = 4, [SHOGI_BISHOP] = 5, [SHOGI_ROOK] = 6};
    int to = shogi_move_to(m), last = SHOGI_SQUARES - 1;
    int seen = side == SHOGI_BLACK ? to : last - to;
    if (shogi_move_is_drop(m))
        return (DROPS + DROP_ORDER[shogi_move_kind(m)]) * SHOGI_SQUARES + seen;
    int from = shogi_move_from(m);
    int manner = move_manner(side == SHOGI_BLACK ? from : last - from, seen) +
                 (shogi_move_promotes(m) ? PROMOTES : 0);
    return manner * SHOGI_SQUARES + seen;
}
