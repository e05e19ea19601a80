/* shogi_bitboard.h: bitboards: sets of squares of a shogi board.
 *
 * 81 squares do not fit one machine word.  Files 1 to 7 (squares 0..62) live in lo, files 8 and 9
 * (squares 63..80) in hi, so that no file is cut in two: a step along a file never crosses words
 * and a file's nine bits can be taken out with one shift.  Unused bits are always zero.
 *
 *     file      9  8        7  6  5  4  3  2  1
 *     word     [ hi  ]     [        lo          ]      within a file: rank 1 is the lowest bit
 *
 * Two plain words beat SSE registers here: nearly everything ends in popcount, in a bit scan or
 * in a multiplication, all of which want general registers. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_BITBOARD_H
#define KIFU_GAMES_SHOGI_SHOGI_BITBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A few instructions each: never worth a call, however large the caller has become. */
#define SHOGI_BB static inline __attribute__((always_inline))

struct shogi_bb {
    uint64_t lo, hi;
};

enum { SHOGI_NO_SQUARE = 81 }; /* what a missing king stands on: every table has an empty row */

#define SHOGI_LO_ALL UINT64_C(0x7fffffffffffffff)
#define SHOGI_HI_ALL UINT64_C(0x3ffff)
#define SHOGI_LO_RANK1 UINT64_C(0x0040201008040201) /* bit 0 of each of the seven files */
#define SHOGI_HI_RANK1 UINT64_C(0x201)

SHOGI_BB struct shogi_bb bb_and(struct shogi_bb a, struct shogi_bb b)
{
    return (struct shogi_bb){a.lo & b.lo, a.hi & b.hi};
}
SHOGI_BB struct shogi_bb bb_or(struct shogi_bb a, struct shogi_bb b)
{
    return (struct shogi_bb){a.lo | b.lo, a.hi | b.hi};
}
SHOGI_BB struct shogi_bb bb_xor(struct shogi_bb a, struct shogi_bb b)
{
    return (struct shogi_bb){a.lo ^ b.lo, a.hi ^ b.hi};
}
/* a without b. */
SHOGI_BB struct shogi_bb bb_minus(struct shogi_bb a, struct shogi_bb b)
{
    return (struct shogi_bb){a.lo & ~b.lo, a.hi & ~b.hi};
}
SHOGI_BB struct shogi_bb bb_not(struct shogi_bb a)
{
    return (struct shogi_bb){~a.lo & SHOGI_LO_ALL, ~a.hi & SHOGI_HI_ALL};
}
SHOGI_BB bool bb_any(struct shogi_bb a)
{
    return (a.lo | a.hi) != 0;
}
SHOGI_BB bool bb_meet(struct shogi_bb a, struct shogi_bb b)
{
    return ((a.lo & b.lo) | (a.hi & b.hi)) != 0;
}
SHOGI_BB bool bb_equal(struct shogi_bb a, struct shogi_bb b)
{
    return ((a.lo ^ b.lo) | (a.hi ^ b.hi)) == 0;
}
SHOGI_BB int bb_count(struct shogi_bb a)
{
    return __builtin_popcountll(a.lo) + __builtin_popcountll(a.hi);
}
/* Whether the set has more than one square. */
SHOGI_BB bool bb_many(struct shogi_bb a)
{
    return ((a.lo & (a.lo - 1)) | (a.hi & (a.hi - 1))) != 0 || (a.lo && a.hi);
}
SHOGI_BB bool bb_has(struct shogi_bb a, int square)
{
    return square < 63 ? a.lo >> square & 1 : a.hi >> (square - 63) & 1;
}
/* The lowest square of the set; SHOGI_NO_SQUARE if it is empty (bit 18 of hi stands for it). */
SHOGI_BB int bb_first(struct shogi_bb a)
{
    return a.lo ? __builtin_ctzll(a.lo) : 63 + __builtin_ctzll(a.hi | UINT64_C(1) << 18);
}

/* The squares of a rank (1..9), of all files. */
SHOGI_BB struct shogi_bb bb_rank(int rank)
{
    return (struct shogi_bb){SHOGI_LO_RANK1 << (rank - 1), SHOGI_HI_RANK1 << (rank - 1)};
}

/* One step of the whole set; what would leave the board is dropped.  Up is towards rank 1 (where
 * Black is heading), left is towards file 9. */
SHOGI_BB struct shogi_bb bb_up(struct shogi_bb a)
{
    return (struct shogi_bb){(a.lo & ~SHOGI_LO_RANK1) >> 1, (a.hi & ~SHOGI_HI_RANK1) >> 1};
}
SHOGI_BB struct shogi_bb bb_down(struct shogi_bb a)
{
    return (struct shogi_bb){(a.lo & ~(SHOGI_LO_RANK1 << 8)) << 1, (a.hi & ~(SHOGI_HI_RANK1 << 8))
                                                                       << 1};
}
SHOGI_BB struct shogi_bb bb_left(struct shogi_bb a)
{
    return (struct shogi_bb){a.lo << 9 & SHOGI_LO_ALL, (a.hi << 9 | a.lo >> 54) & SHOGI_HI_ALL};
}
SHOGI_BB struct shogi_bb bb_right(struct shogi_bb a)
{
    return (struct shogi_bb){a.lo >> 9 | (a.hi & 0x1ff) << 54, a.hi >> 9};
}

SHOGI_BB void bb_drop_first(struct shogi_bb *a)
{
    if (a->lo)
        a->lo &= a->lo - 1;
    else
        a->hi &= a->hi - 1;
}

/* Runs the body for every square of the set, lowest first; break and continue work as in any loop.
 * (The outer loop runs once and only holds the set.) */
#define BB_EACH(square, set)                                                                       \
    for (struct shogi_bb rest_##square = (set), *once_##square = &rest_##square; once_##square;    \
         once_##square = NULL)                                                                     \
        for (int square; bb_any(rest_##square) && (square = bb_first(rest_##square), true);        \
             bb_drop_first(&rest_##square))

#endif
