/* kifu_board.h: boards of shogi and Go for other programs: rules, notation and pictures.
 *
 *     struct kifu_board *board = kifu_board_new("startpos", &error);
 *     kifu_shogi_move moves[KIFU_MAX_MOVES];
 *     int n = kifu_board_legal_moves(board, moves);
 *     kifu_board_push(board, moves[0], &error);
 *     kifu_board_pop(board);
 *     kifu_board_free(board);
 *
 * A board has a position and the moves that led to it.  Different threads may use different boards;
 * one board belongs to one thread at a time.  Texts are UTF-8.
 *
 *   squares   0 … 80, file by file from the right, then down: (file - 1) * 9 + (rank - 1), so that
 *             1a is 0 and 9i is 80
 *   sides     0 Black (sente), 1 White (gote)
 *   kinds     1 pawn, 2 lance, 3 knight, 4 silver, 5 bishop, 6 rook, 7 gold, 8 king, 9 to 14 the first
 *             six promoted
 *   pieces    kind + 16 * side; 0: an empty square
 *   moves     bits 0-6 the square it goes to; 7-13 the square it comes from, or the kind dropped;
 *             14 it promotes; 15 it is a drop.  0 is no move. */
#ifndef KIFU_BOARD_H
#define KIFU_BOARD_H

#include <stdint.h>

#include "kifu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Shogi ------------------------------------------------------------------------------------ */

typedef uint16_t kifu_shogi_move;

enum {
    KIFU_SQUARES = 81,
    KIFU_MAX_MOVES = 704, /* room for the legal moves of any position */
    KIFU_SFEN_BYTES = 256,
    KIFU_MOVE_BYTES = 64, /* room for a move in any notation */
    KIFU_PERFT_MAX_DEPTH = 32,
};

struct kifu_board;

/* position: "startpos", or an SFEN with or without the word "sfen"; behind either "moves" and USI
 * moves.  NULL with *error filled if it cannot be read or a move is illegal. */
KIFU_API struct kifu_board *kifu_board_new(const char *position, struct kifu_error *error);
/* With all its moves.  NULL: no memory. */
KIFU_API struct kifu_board *kifu_board_copy(const struct kifu_board *board);
KIFU_API void kifu_board_free(struct kifu_board *board); /* NULL is fine */
/* Another position; 0, or -1 with *error filled and the board as it was. */
KIFU_API int kifu_board_set(struct kifu_board *board, const char *position,
                            struct kifu_error *error);

/* The position with the number of the next move; returns the length. */
KIFU_API size_t kifu_board_sfen(const struct kifu_board *board, char out[KIFU_SFEN_BYTES]);
/* The start and the moves, as USI's "position" has them, as a new string (kifu_free()). */
KIFU_API char *kifu_board_usi(const struct kifu_board *board, struct kifu_error *error);
KIFU_API int kifu_board_turn(const struct kifu_board *board);
KIFU_API unsigned kifu_board_move_number(const struct kifu_board *board);  /* of the next move */
KIFU_API int kifu_board_piece(const struct kifu_board *board, int square); /* 0 off the board */
KIFU_API int kifu_board_hand(const struct kifu_board *board, int side, int kind);
/* A hash of board, hands and side to move: equal for equal positions, in every run. */
KIFU_API uint64_t kifu_board_key(const struct kifu_board *board);
/* Equal board, hands and side to move, however they came about. */
KIFU_API int kifu_board_equal(const struct kifu_board *a, const struct kifu_board *b);
/* By how many pieces of each side each square is attacked (or defended). */
KIFU_API void kifu_board_attacks(const struct kifu_board *board, uint8_t out[2][KIFU_SQUARES]);

/* All legal moves, each promotion and non-promotion; returns how many. */
KIFU_API int kifu_board_legal_moves(const struct kifu_board *board,
                                    kifu_shogi_move out[KIFU_MAX_MOVES]);
KIFU_API int kifu_board_is_legal(const struct kifu_board *board, kifu_shogi_move move);
/* Makes a move: 0, or -1 with *error filled if it is illegal or there is no memory. */
KIFU_API int kifu_board_push(struct kifu_board *board, kifu_shogi_move move,
                             struct kifu_error *error);
/* Takes the last move back, and returns it; 0: there is none. */
KIFU_API kifu_shogi_move kifu_board_pop(struct kifu_board *board);
/* Moves made since the start, and the n-th of them (0 beyond the last). */
KIFU_API unsigned kifu_board_plies(const struct kifu_board *board);
KIFU_API kifu_shogi_move kifu_board_move(const struct kifu_board *board, unsigned n);
/* Sequences of legal moves of that length: 0 … KIFU_PERFT_MAX_DEPTH; 0 for other depths. */
KIFU_API unsigned long long kifu_board_perft(const struct kifu_board *board, int depth);

KIFU_API int kifu_board_in_check(const struct kifu_board *board);
/* Has the side to move no legal move?  In check, that is mate. */
KIFU_API int kifu_board_has_no_move(const struct kifu_board *board);
/* A move that mates at once; 0: none. */
KIFU_API kifu_shogi_move kifu_board_mate_in_one(const struct kifu_board *board);

/* What the rule on repetition says of the game now, from the side to move: the fourth time that
 * the position is on the board. */
enum kifu_repetition {
    KIFU_REPETITION_NONE,
    KIFU_REPETITION_DRAW,
    KIFU_REPETITION_WIN,  /* the opponent gave check at every move */
    KIFU_REPETITION_LOSS, /* the side to move did */
};
KIFU_API enum kifu_repetition kifu_board_repetition(const struct kifu_board *board);
/* How often the position has been on the board, now included. */
KIFU_API unsigned kifu_board_occurrences(const struct kifu_board *board);
/* May the side to move declare a win (entering king)?  points: 27, or 24 for the rule of
 * professionals, where it may be a draw. */
enum kifu_declaration { KIFU_DECLARE_NO, KIFU_DECLARE_DRAW, KIFU_DECLARE_WIN };
KIFU_API enum kifu_declaration kifu_board_declaration(const struct kifu_board *board, int points);

/* A move of the position in a notation: USI ("7g7f"), CSA ("7776FU", "+7776FU") or Japanese
 * ("７六歩", "同　銀右", "▲７六歩(77)").  0 if it is none, or not legal here. */
KIFU_API kifu_shogi_move kifu_board_parse_move(const struct kifu_board *board, const char *text);
/* A move that is legal here, as "csa" ("+7776FU"), "kif" ("７六歩(77)"), "ki2" ("７六歩") or "english"
 * ("P-7f").  Returns the length; 0 if the move is illegal or the notation is none of these. */
KIFU_API size_t kifu_board_print_move(const struct kifu_board *board, kifu_shogi_move move,
                                      const char *notation, char out[KIFU_MOVE_BYTES]);
/* USI, which needs no position: 0 if it is no move; the length of the text. */
KIFU_API kifu_shogi_move kifu_move_parse(const char *usi);
KIFU_API size_t kifu_move_print(kifu_shogi_move move, char out[KIFU_MOVE_BYTES]);

/* What a network with 27 × 81 outputs calls a move, as the side to move sees the board:
 *
 *     label = manner * 81 + the square it goes to (of White: 80 - square)
 *     manner   0 … 9    up, up left, up right, left, right, down, down left, down right, and the
 *                       knight's two jumps, left and right (right is towards file 1)
 *             10 … 19   the same with promotion
 *             20 … 26   drops: pawn, lance, knight, silver, gold, bishop, rook
 *
 * (the order of dlshogi).  -1 for what is no move. */
enum { KIFU_MOVE_LABELS = 27 * 81 };
KIFU_API int kifu_move_label(kifu_shogi_move move, int side);

/* --- Go --------------------------------------------------------------------------------------- */

/* Points are numbered by rows from the bottom: row * width + column, A1 being 0. */
enum { KIFU_GO_MAX_SIZE = 52, KIFU_GO_PASS = -1, KIFU_GO_POINT_BYTES = 8 };

struct kifu_go_board;

/* An empty board; 1 … 52 wide and high. */
KIFU_API struct kifu_go_board *kifu_go_board_new(int width, int height, struct kifu_error *error);
/* A position as text: "9x9 w b:C3,G7 w:E5"; "19" is an empty board. */
KIFU_API struct kifu_go_board *kifu_go_board_parse(const char *text, struct kifu_error *error);
KIFU_API struct kifu_go_board *kifu_go_board_copy(const struct kifu_go_board *board);
KIFU_API void kifu_go_board_free(struct kifu_go_board *board); /* NULL is fine */
KIFU_API int kifu_go_board_width(const struct kifu_go_board *board);
KIFU_API int kifu_go_board_height(const struct kifu_go_board *board);
KIFU_API int kifu_go_board_turn(const struct kifu_go_board *board);
/* The position as text, as kifu_go_board_parse() takes it: a new string (kifu_free()). */
KIFU_API char *kifu_go_board_text(const struct kifu_go_board *board, struct kifu_error *error);

/* 0 empty, 1 black, 2 white; 0 off the board. */
KIFU_API int kifu_go_board_stone(const struct kifu_go_board *board, int point);
/* Of the chain of stones on a point; 0 where there is none. */
KIFU_API int kifu_go_board_liberties(const struct kifu_go_board *board, int point);
/* The stones of that chain: fills out, which has room for width * height; returns how many. */
KIFU_API int kifu_go_board_chain(const struct kifu_go_board *board, int point, int *out);
/* Stones that a side has taken. */
KIFU_API unsigned kifu_go_board_captures(const struct kifu_go_board *board, int side);
/* The point that may not be taken back at once; -1: none. */
KIFU_API int kifu_go_board_ko(const struct kifu_go_board *board);
KIFU_API uint64_t kifu_go_board_key(const struct kifu_go_board *board);
KIFU_API int kifu_go_board_equal(const struct kifu_go_board *a, const struct kifu_go_board *b);

/* Legal by simple ko, suicide excluded; superko: and no earlier position of the whole board comes
 * back.  The board is used for trying and is as it was then. */
KIFU_API int kifu_go_board_is_legal(struct kifu_go_board *board, int point, int superko);
/* The legal points (a pass, which always is, is not among them). */
KIFU_API int kifu_go_board_legal_moves(struct kifu_go_board *board, int superko, int *out);
/* A stone of the side to move, or KIFU_GO_PASS.  0, or -1 with *error filled if it is illegal (by
 * simple ko) or there is no memory. */
KIFU_API int kifu_go_board_play(struct kifu_go_board *board, int point, struct kifu_error *error);
/* Takes the last move back: 1; 0: there is none. */
KIFU_API int kifu_go_board_pop(struct kifu_go_board *board);
/* Moves made, and the n-th of them: a point or KIFU_GO_PASS; -2 beyond the last. */
KIFU_API unsigned kifu_go_board_plies(const struct kifu_go_board *board);
KIFU_API int kifu_go_board_move(const struct kifu_go_board *board, unsigned n);
/* "Q16"; a pass is "pass".  Returns the length; 0 off the board. */
KIFU_API size_t kifu_go_board_print_point(const struct kifu_go_board *board, int point,
                                          char out[KIFU_GO_POINT_BYTES]);
/* 1 with *point filled, or 0. */
KIFU_API int kifu_go_board_parse_point(const struct kifu_go_board *board, const char *text,
                                       int *point);

/* --- Pictures --------------------------------------------------------------------------------- */

/* What is not set (all zero) is as usual. */
struct kifu_picture_options {
    int japanese; /* the language of words; of text boards also the pieces */
    int flip;     /* seen from White's side */
    double width; /* in pixels, of SVG */
};
/* The board with the last move, as an SVG document or as characters: a new string (kifu_free()). */
KIFU_API char *kifu_board_svg(const struct kifu_board *board,
                              const struct kifu_picture_options *options, struct kifu_error *error);
KIFU_API char *kifu_board_diagram(const struct kifu_board *board,
                                  const struct kifu_picture_options *options,
                                  struct kifu_error *error);
KIFU_API char *kifu_go_board_svg(const struct kifu_go_board *board,
                                 const struct kifu_picture_options *options,
                                 struct kifu_error *error);
KIFU_API char *kifu_go_board_diagram(const struct kifu_go_board *board,
                                     const struct kifu_picture_options *options,
                                     struct kifu_error *error);

#ifdef __cplusplus
}
#endif

#endif
