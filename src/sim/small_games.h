/* small_games.h: random play in games that are compared with chaturanga: how many moves there are
 * to choose from (B), how long a game lasts (D), how many are drawn.
 *
 * The paper quotes four of them, shogi and three older forms of it: without rook, bishop and drops
 * (heian shogi), with either.  They are played by the modern moves, on the modern board; heian shogi
 * also on nine files and eight ranks, which is the only board tried on which all three of the
 * paper's figures come out.  Chess and two-handed chaturanga are ours to add.  A game without a decision after
 * SMALL_MAX_PLIES plies is a draw, and so is one in which a position comes for the fourth time (in
 * chess the third, and fifty moves of each side without capture or pawn's move, and too little left
 * to mate).  The paper does not say how its games ended; with this limit shogi's figures agree if
 * its D is the length of the games that were decided.  So both lengths are given. */
#ifndef KIFU_SIM_SMALL_GAMES_H
#define KIFU_SIM_SMALL_GAMES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum small_game {
    SMALL_HEIAN_9X8,
    SMALL_HEIAN,
    SMALL_HEIAN_BIG,
    SMALL_HEIAN_DROPS,
    SMALL_SHOGI,
    SMALL_CHESS,
    SMALL_CHATURANGA,
    SMALL_GAMES
};
enum { SMALL_MAX_PLIES = 1000 };
/* The paper does not say how many games its rows have; its draws are all multiples of 0.02 %. */
enum { SMALL_PAPER_GAMES = 5000 };

struct small_row {
    const char *name; /* "heian" */
    struct msg title;
    /* What the paper has; 0 if nothing. */
    double paper_moves, paper_length, paper_draws, paper_index;
};
extern const struct small_row small_rows[SMALL_GAMES];

/* Sums over games; those of parts may be added up. */
struct small_sums {
    uint64_t games, draws;
    double plies, plies_squares;     /* of all games */
    double decided, decided_squares; /* of those that were won */
    double decided_moves;            /* moves to choose from in these */
    double decided_moves_squares;
    double decided_moves_plies;  /* … times its plies */
    double moves, moves_squares; /* moves to choose from, all positions of a game together */
    double moves_plies;          /* … times its plies */
};
/* Plays games number first … first + n - 1 of that seed, each from a stream of its own, and adds
 * them. False, with whole games added, if *stop became true; stop may be NULL. */
bool small_games_play(enum small_game game, uint64_t first, uint64_t n, uint64_t seed,
                      const atomic_bool *stop, struct small_sums *sums);

/* Means and their standard errors. */
struct small_figure {
    double value, error;
};
struct small_figures {
    struct small_figure moves;         /* B, over all positions of all games */
    struct small_figure length;        /* D, of all games */
    struct small_figure decided;       /* D of the games that were won */
    struct small_figure decided_moves; /* B of these */
    struct small_figure draws;         /* per cent */
    double index, index_decided;       /* sqrt(B)/D, of all and of decided games */
};
void small_games_figures(const struct small_sums *sums, struct small_figures *out);

/* Chess and two-handed chaturanga on a board of squares, plain, not fast.  Chess is complete:
 * castling, en passant, promotion to four kinds.  Two-handed chaturanga, the older game without
 * dice: raja as king, mantri one square diagonally, elephant two squares diagonally over whatever is
 * between, horse and chariot as knight and rook, pawns without a double step that become mantris;
 * mate wins, stalemate is a draw. */
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
