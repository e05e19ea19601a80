/* heian.h: heian shogi, the oldest form of shogi that is described: no rook, no bishop, no drops.
 *
 * Pieces move, promote and mate as in shogi today.  The board has nine files, and eight ranks or
 * nine: the sources do not say.  Plain code on a board of squares; on nine ranks it must agree with
 * games/shogi, which tests/unit/test_small_games.c checks. */
#ifndef KIFU_SIM_HEIAN_H
#define KIFU_SIM_HEIAN_H

#include <stdbool.h>
#include <stdint.h>

enum heian_piece {
    HEIAN_NONE,
    HEIAN_PAWN,
    HEIAN_LANCE,
    HEIAN_KNIGHT,
    HEIAN_SILVER,
    HEIAN_GOLD,
    HEIAN_KING,
    HEIAN_PROMOTED, /* added to the kind of a piece that moves as a gold now */
    HEIAN_EDGE = 64
};

/* Squares lie in rows of HEIAN_ROW with an edge around them, two ranks deep because of knights:
 * square = HEIAN_ROW * (rank + 2) + file + 1, ranks from Black's side, which moves up. */
enum { HEIAN_FILES = 9, HEIAN_ROW = 11, HEIAN_SQUARES = HEIAN_ROW * 13, HEIAN_MAX_MOVES = 256 };

struct heian_board {
    int8_t squares[HEIAN_SQUARES]; /* Black's pieces positive, White's negative */
    uint8_t white;                 /* to move */
    uint8_t ranks;                 /* 8 or 9 */
    uint8_t kings[2];              /* squares, Black's and White's */
};

struct heian_move {
    uint8_t from, to;
    bool promotes;
};

/* Ranks: 8 or 9.  Pawns stand on the third rank of each side. */
void heian_start(struct heian_board *b, int ranks);
/* All legal moves; promotion is a choice wherever the piece could still move without it.  None: the
 * side to move has lost. */
int heian_moves(const struct heian_board *b, struct heian_move *out);
void heian_play(struct heian_board *b, struct heian_move m);
/* A hash of the position, for repetitions. */
uint64_t heian_key(const struct heian_board *b);

#endif
