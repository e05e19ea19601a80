/* shogi_position.h: the layout of a shogi position, and inline access to it.
 *
 * Included by shogi.h, which holds the numbering of squares, kinds and pieces.
 *
 * A position keeps what a move changes and nothing that follows from it: the board twice (by
 * square, and as sets of squares by how the pieces move), hands, side to move, hash.  Checkers
 * and pins are worked out where they are needed; that makes playing a move a handful of
 * exclusive-ors, and taking it back the same.
 *
 * Sets are kept by class, i.e. by manner of moving: all promoted pieces that move like a gold
 * are in one set with the golds. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_POSITION_H
#define KIFU_GAMES_SHOGI_SHOGI_POSITION_H

#include <stdint.h>

#include "games/shogi/shogi_bitboard.h"

enum shogi_class { /* classes 1 to 8 have the numbers of the plain kinds */
                   SHOGI_ALL = 0,
                   SHOGI_CLASS_PAWN = 1,
                   SHOGI_CLASS_LANCE,
                   SHOGI_CLASS_KNIGHT,
                   SHOGI_CLASS_SILVER,
                   SHOGI_CLASS_BISHOP,
                   SHOGI_CLASS_ROOK,
                   SHOGI_CLASS_GOLD, /* and promoted pawn, lance, knight, silver */
                   SHOGI_CLASS_KING,
                   SHOGI_CLASS_HORSE,
                   SHOGI_CLASS_DRAGON,
                   SHOGI_CLASSES
};

struct shogi_pos {
    struct shogi_bb bb[2][SHOGI_CLASSES]; /* by colour and class; SHOGI_ALL: all of a colour */
    uint64_t hash;                        /* board, hands and side to move; see shogi_tables.h */
    uint8_t hand[2][8];                   /* by colour and kind (1..7); [0] is always 0 */
    uint8_t board[81];                    /* piece by square, 0: empty */
    uint8_t turn;                         /* side to move */
};

/* What shogi_play() records so that shogi_unplay() can restore the position. */
struct shogi_undo {
    uint64_t hash;
    uint8_t captured; /* piece, 0: none */
};

static inline int shogi_piece_at(const struct shogi_pos *pos, int square)
{
    return pos->board[square];
}
static inline int shogi_hand(const struct shogi_pos *pos, int color, int kind)
{
    return pos->hand[color][kind];
}
static inline int shogi_turn(const struct shogi_pos *pos)
{
    return pos->turn;
}
static inline uint64_t shogi_hash(const struct shogi_pos *pos)
{
    return pos->hash;
}
/* -1 if that side has no king. */
static inline int shogi_king_square(const struct shogi_pos *pos, int color)
{
    int square = bb_first(pos->bb[color][SHOGI_CLASS_KING]);
    return square == SHOGI_NO_SQUARE ? -1 : square;
}
static inline struct shogi_bb shogi_occupied(const struct shogi_pos *pos)
{
    return bb_or(pos->bb[0][SHOGI_ALL], pos->bb[1][SHOGI_ALL]);
}

#endif
