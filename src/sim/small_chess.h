/* small_chess.h: chess and two-handed chaturanga on a board of squares, for random play: plain, not
 * fast.
 *
 * Chess is complete: castling, en passant, promotion to four kinds.  Two-handed chaturanga, the
 * older game without dice: raja as king, mantri one square diagonally, elephant two squares
 * diagonally over whatever is between, horse and chariot as knight and rook, pawns without a double
 * step that become mantris; mate wins, stalemate is a draw. */
#ifndef KIFU_SIM_SMALL_CHESS_H
#define KIFU_SIM_SMALL_CHESS_H

#include <stdbool.h>
#include <stdint.h>

enum small_piece {
    SMALL_NONE,
    SMALL_PAWN,
    SMALL_KNIGHT,
    SMALL_BISHOP,
    SMALL_ROOK,
    SMALL_QUEEN,
    SMALL_KING,
    SMALL_MANTRI,
    SMALL_ELEPHANT
};

struct small_board {
    int8_t squares[64]; /* a1, b1 … h8; White's pieces positive, Black's negative */
    uint8_t black;      /* to move */
    uint8_t chess;      /* else chaturanga */
    uint8_t castling;   /* bits: white short, white long, black short, black long */
    uint8_t passed;     /* square that a pawn passed over in its last move, 64 if none */
    uint16_t quiet;     /* plies without capture or pawn's move */
};

struct small_move {
    uint8_t from, to, becomes; /* becomes: enum small_piece, SMALL_NONE if it stays what it is */
};

enum { SMALL_MAX_MOVES = 256 };

void small_chess_start(struct small_board *b);
void small_chaturanga_start(struct small_board *b);
/* From the first four fields of a FEN, for tests; false if it can't be read. */
bool small_chess_read(struct small_board *b, const char *fen);
int small_moves(const struct small_board *b, struct small_move *out);
void small_play(struct small_board *b, struct small_move m);
bool small_in_check(const struct small_board *b);
/* Too little is left to mate with: kings alone, in chess also with one knight or bishop. */
bool small_is_dead(const struct small_board *b);

#endif
