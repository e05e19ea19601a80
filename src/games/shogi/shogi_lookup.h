/* shogi_lookup.h: constant tables of the shogi rules, written at build time by scripts/gen_shogi.c.
 *
 * Rows are indexed by square; row SHOGI_NO_SQUARE (81) is empty, so that a missing king needs no
 * special case.  Directions come in pairs, d and d ^ 1 being opposite. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_LOOKUP_H
#define KIFU_GAMES_SHOGI_SHOGI_LOOKUP_H

#include <stdint.h>

#include "games/shogi/shogi_bitboard.h"
#include "games/shogi/shogi_position.h"

enum shogi_direction {
    SHOGI_UP,
    SHOGI_DOWN,
    SHOGI_RIGHT,
    SHOGI_LEFT,
    SHOGI_UP_RIGHT,
    SHOGI_DOWN_LEFT,
    SHOGI_UP_LEFT,
    SHOGI_DOWN_RIGHT,
    SHOGI_NOT_IN_LINE, /* its ray is empty */
    SHOGI_DIRECTIONS
};

enum { SHOGI_ROWS = 82 };

/* Not for users of the shared library; hidden symbols are reached without a detour. */
#pragma GCC visibility push(hidden)

/* The set of one square. */
extern const struct shogi_bb shogi_bit[SHOGI_ROWS];
/* Squares one step (or knight's jump) away.  Of the sliding classes only horse and dragon have
 * entries: all eight neighbours. */
extern const struct shogi_bb shogi_step[2][SHOGI_CLASSES][SHOGI_ROWS];
/* Squares from here (not included) to the edge. */
extern const struct shogi_bb shogi_ray[SHOGI_DIRECTIONS + 1][SHOGI_ROWS];
/* Direction from the first square to the second, SHOGI_NOT_IN_LINE if no queen could go. */
extern const uint8_t shogi_dir[SHOGI_ROWS][SHOGI_ROWS];
/* Union of the four straight, of the four diagonal rays. */
extern const struct shogi_bb shogi_cross[SHOGI_ROWS];
extern const struct shogi_bb shogi_diagonals[SHOGI_ROWS];

/* From where a slider could, on an empty board, reach a neighbour of the square: Black's lance,
 * White's lance, rook, bishop. */
enum { SHOGI_THREAT_LANCE, SHOGI_THREAT_ROOK = 2, SHOGI_THREAT_BISHOP, SHOGI_THREATS };
extern const struct shogi_bb shogi_threat[SHOGI_THREATS][SHOGI_ROWS];

/* Sliding along a line that crosses files (shogi_attacks.h explains). */
struct shogi_slide {
    uint64_t mask;        /* the line's squares on files 2..8, file 2 in bits 0..8 */
    uint64_t multiplier;  /* multiplier that brings them into the top seven bits */
    struct shogi_bb full; /* the whole line without the square itself */
};
enum { SHOGI_LINE_RANK, SHOGI_LINE_FALLING, SHOGI_LINE_RISING, SHOGI_LINES };
extern const struct shogi_slide shogi_lines[SHOGI_LINES][SHOGI_ROWS];
/* Whole files that a slider on a file (0..8) reaches, given which of files 2..8 are blocked. */
extern const struct shogi_bb shogi_files_reached[9][128];
/* Nine bits that a slider on a rank (0..8) reaches up and down its file, given which of ranks
 * 2..8 are occupied. */
extern const uint16_t shogi_ranks_reached[9][128];

/* Hash keys: the exclusive-or of those of all pieces on the board, of the number of each kind in
 * each hand, and of White if White is to move, is a position's hash.  The keys are written to files
 * and never change; scripts/gen_shogi.c describes how they are drawn. */
extern const uint64_t shogi_key_piece[32][81];
extern const uint64_t shogi_key_hand[2][8][19];
extern const uint64_t shogi_key_white;

#pragma GCC visibility pop

#endif
