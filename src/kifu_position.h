/* kifu_position.h: a board of the library's face, as the files that make it see it. */
#ifndef KIFU_KIFU_POSITION_H
#define KIFU_KIFU_POSITION_H

#include "games/shogi/shogi.h"
#include "kifu_board.h"

struct kifu_board_step {
    shogi_move move;
    struct shogi_undo undo;
};

struct kifu_board {
    struct shogi_pos pos, start;
    unsigned first_number; /* of the first move */
    uint32_t plies;
    struct kifu_board_step *steps; /* owned */
    size_t step_cap;
    struct shogi_history_entry *history; /* owned: plies + 1 of them, the position last */
    size_t history_cap;
};

/* Where the last move went, -1: there is none. */
static inline int kifu_board_last_to(const struct kifu_board *board)
{
    return board->plies ? shogi_move_to(board->steps[board->plies - 1].move) : -1;
}

#endif
