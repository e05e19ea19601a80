/* shogi_attacks.h: the squares that a piece attacks, and the pieces that attack a square.
 *
 * The functions are inline and internal to the rules.
 *
 * Sliding.  Up and down a file, the nine squares are nine neighbouring bits: take out the seven
 * inner ones, look up what is reached, shift back.  Any other line has at most one square on each
 * file, so what blocks it is one bit per file; the edge files never hide anything, so the bits of
 * files 2 to 8 suffice, and those 63 squares fit one word (inner_files).  A mask leaves the line's
 * squares, a multiplication gathers them into seven bits (an ordinary product, as quick as the pext
 * instruction, and on every processor), and a table that all lines share gives the files that are
 * reached.  The whole table has 18 kB instead of the megabytes of magic bitboards. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_ATTACKS_H
#define KIFU_GAMES_SHOGI_SHOGI_ATTACKS_H

#include "games/shogi/shogi.h"
#include "games/shogi/shogi_lookup.h"

/* How a kind moves. */
static inline int class_of_kind(int kind)
{
    static const uint8_t CLASS[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 7, 7, 7, 9, 10, 0};
    return CLASS[kind];
}

static inline uint64_t inner_files(struct shogi_bb occupied)
{
    return occupied.lo >> 9 | occupied.hi << 54;
}

static inline struct shogi_bb slide_line(int line, int square, uint64_t inner)
{
    const struct shogi_slide *l = &shogi_lines[line][square];
    uint64_t blocked = (inner & l->mask) * l->multiplier >> 57;
    return bb_and(shogi_files_reached[square / 9][blocked], l->full);
}

static inline struct shogi_bb slide_file(int square, struct shogi_bb occupied)
{
    int file = square / 9;
    int rank = square % 9;
    if (file < 7) {
        uint64_t r = shogi_ranks_reached[rank][occupied.lo >> (9 * file + 1) & 127];
        return (struct shogi_bb){r << 9 * file, 0};
    }
    uint64_t r = shogi_ranks_reached[rank][occupied.hi >> (9 * file - 62) & 127];
    return (struct shogi_bb){0, r << (9 * file - 63)};
}

static inline struct shogi_bb slide_bishop(int square, uint64_t inner)
{
    return bb_or(slide_line(SHOGI_LINE_FALLING, square, inner),
                 slide_line(SHOGI_LINE_RISING, square, inner));
}

static inline struct shogi_bb slide_rook(int square, struct shogi_bb occupied, uint64_t inner)
{
    return bb_or(slide_line(SHOGI_LINE_RANK, square, inner), slide_file(square, occupied));
}

static inline int direction_ahead(int color)
{
    return color == SHOGI_BLACK ? SHOGI_UP : SHOGI_DOWN;
}

static inline struct shogi_bb slide_lance(int color, int square, struct shogi_bb occupied)
{
    return bb_and(slide_file(square, occupied), shogi_ray[direction_ahead(color)][square]);
}

/* Squares between two that stand in line, both excluded. */
static inline struct shogi_bb squares_between(int a, int b)
{
    int d = shogi_dir[a][b];
    return bb_and(shogi_ray[d][a], shogi_ray[d ^ 1][b]);
}

/* What a piece on a square reaches, own pieces included. */
static inline struct shogi_bb piece_attacks(int color, int class, int square,
                                            struct shogi_bb occupied)
{
    struct shogi_bb set = shogi_step[color][class][square];
    switch (class) {
    case SHOGI_CLASS_LANCE:
        return slide_lance(color, square, occupied);
    case SHOGI_CLASS_BISHOP:
    case SHOGI_CLASS_HORSE:
        return bb_or(set, slide_bishop(square, inner_files(occupied)));
    case SHOGI_CLASS_ROOK:
    case SHOGI_CLASS_DRAGON:
        return bb_or(set, slide_rook(square, occupied, inner_files(occupied)));
    default:
        return set;
    }
}

/* Pieces of colour `by` that reach the square by a step or jump. */
static inline struct shogi_bb stepping_attackers(const struct shogi_pos *pos, int square, int by)
{
    const struct shogi_bb *their = pos->bb[by];
    const struct shogi_bb(*step)[SHOGI_ROWS] = shogi_step[by ^ 1];
    struct shogi_bb king_like =
        bb_or(their[SHOGI_CLASS_KING], bb_or(their[SHOGI_CLASS_HORSE], their[SHOGI_CLASS_DRAGON]));
    struct shogi_bb set = bb_and(step[SHOGI_CLASS_PAWN][square], their[SHOGI_CLASS_PAWN]);
    set = bb_or(set, bb_and(step[SHOGI_CLASS_KNIGHT][square], their[SHOGI_CLASS_KNIGHT]));
    set = bb_or(set, bb_and(step[SHOGI_CLASS_SILVER][square], their[SHOGI_CLASS_SILVER]));
    set = bb_or(set, bb_and(step[SHOGI_CLASS_GOLD][square], their[SHOGI_CLASS_GOLD]));
    return bb_or(set, bb_and(step[SHOGI_CLASS_KING][square], king_like));
}

/* Sliders of colour `by` that would reach the square on an empty board. */
static inline struct shogi_bb sliders_in_line(const struct shogi_pos *pos, int square, int by)
{
    const struct shogi_bb *their = pos->bb[by];
    struct shogi_bb rooks = bb_or(their[SHOGI_CLASS_ROOK], their[SHOGI_CLASS_DRAGON]);
    struct shogi_bb bishops = bb_or(their[SHOGI_CLASS_BISHOP], their[SHOGI_CLASS_HORSE]);
    struct shogi_bb ahead = shogi_ray[direction_ahead(by ^ 1)][square];
    struct shogi_bb set = bb_and(their[SHOGI_CLASS_LANCE], ahead);
    set = bb_or(set, bb_and(rooks, shogi_cross[square]));
    return bb_or(set, bb_and(bishops, shogi_diagonals[square]));
}

/* Does one of these sliders, all in line with the square, see it? */
static inline bool any_slider_sees(struct shogi_bb sliders, int square, struct shogi_bb occupied)
{
    BB_EACH(s, sliders)
    {
        if (!bb_meet(squares_between(square, s), occupied))
            return true;
    }
    return false;
}

static inline bool square_attacked(const struct shogi_pos *pos, int square, int by,
                                   struct shogi_bb occupied)
{
    return bb_any(stepping_attackers(pos, square, by)) ||
           any_slider_sees(sliders_in_line(pos, square, by), square, occupied);
}

static inline struct shogi_bb square_attackers(const struct shogi_pos *pos, int square, int by,
                                               struct shogi_bb occupied)
{
    struct shogi_bb set = stepping_attackers(pos, square, by);
    struct shogi_bb sliders = sliders_in_line(pos, square, by);
    BB_EACH(s, sliders)
    {
        if (!bb_meet(squares_between(square, s), occupied))
            set = bb_or(set, shogi_bit[s]);
    }
    return set;
}

/* The rank a piece of this colour stands on as Black would count it: 1 is the far edge. */
static inline int relative_rank(int color, int square)
{
    int rank = square % 9 + 1;
    return color == SHOGI_BLACK ? rank : 10 - rank;
}

/* The first relative rank on which an unpromoted piece of the kind can still move on. */
static inline int first_live_rank(int kind)
{
    return kind == SHOGI_KNIGHT ? 3 : kind == SHOGI_PAWN || kind == SHOGI_LANCE ? 2 : 1;
}

/* The square on which a pawn of `us` would give check to the other king, as a set. */
static inline struct shogi_bb pawn_check_square(const struct shogi_pos *pos, int us)
{
    int king = bb_first(pos->bb[us ^ 1][SHOGI_CLASS_KING]);
    return shogi_step[us ^ 1][SHOGI_CLASS_PAWN][king];
}

/* Would a pawn of the side to move, dropped on the (empty) square before the other king, mate?
 * There must be such a square. */
bool shogi_pawn_drop_mates(const struct shogi_pos *pos) __attribute__((visibility("hidden")));

#endif
