/* chaturanga_board.h: squares, bitboards, attacks of pieces, and single steps of chaturanga.
 *
 * Only for the files of this directory and their tests. */
#ifndef KIFU_GAMES_CHATURANGA_CHATURANGA_BOARD_H
#define KIFU_GAMES_CHATURANGA_CHATURANGA_BOARD_H

#include "games/chaturanga/chaturanga.h"

#define CHATURANGA_FILE_A UINT64_C(0x0101010101010101)
#define CHATURANGA_FILE_H UINT64_C(0x8080808080808080)
#define CHATURANGA_RANK_1 UINT64_C(0x00000000000000ff)
#define CHATURANGA_RANK_8 UINT64_C(0xff00000000000000)

/* Where each leaper goes from each square. */
extern const uint64_t chaturanga_boat_leaps[64], chaturanga_horse_leaps[64],
    chaturanga_raja_steps[64];
/* The square of each colour's raja at first. */
extern const uint8_t chaturanga_thrones[CHATURANGA_COLOURS];
/* The line at which pawns promote. */
extern const uint64_t chaturanga_last_lines[CHATURANGA_COLOURS];

static inline uint64_t chaturanga_bit(unsigned square)
{
    return UINT64_C(1) << square;
}
static inline unsigned chaturanga_first_square(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}
static inline uint64_t chaturanga_north(uint64_t set)
{
    return set << 8;
}
static inline uint64_t chaturanga_south(uint64_t set)
{
    return set >> 8;
}
static inline uint64_t chaturanga_east(uint64_t set)
{
    return (set & ~CHATURANGA_FILE_H) << 1;
}
static inline uint64_t chaturanga_west(uint64_t set)
{
    return (set & ~CHATURANGA_FILE_A) >> 1;
}

/* Along a line in both directions up to the first piece: taking the nearest piece below the square
 * from all pieces above it borrows through the empty squares between and stops at the first. */
static inline uint64_t chaturanga_line_attacks(uint64_t occupied, uint64_t line, unsigned square)
{
    uint64_t below = line & (chaturanga_bit(square) - 1), above = line & (UINT64_MAX - 1) << square;
    uint64_t nearest = UINT64_C(1) << (63 ^ __builtin_clzll((below & occupied) | 1));
    uint64_t beyond = above & occupied;
    return (below | above) & (beyond ^ (beyond - nearest));
}
static inline uint64_t chaturanga_elephant_attacks(uint64_t occupied, unsigned square)
{
    return chaturanga_line_attacks(occupied, CHATURANGA_FILE_A << (square & 7), square) |
           chaturanga_line_attacks(occupied, CHATURANGA_RANK_1 << (square & 56), square);
}

/* One step forward, for a set of pawns. */
static inline uint64_t chaturanga_pawn_steps(unsigned colour, uint64_t pawns)
{
    switch (colour) {
    case CHATURANGA_RED:
        return chaturanga_north(pawns);
    case CHATURANGA_GREEN:
        return chaturanga_east(pawns);
    case CHATURANGA_YELLOW:
        return chaturanga_south(pawns);
    default:
        return chaturanga_west(pawns);
    }
}
/* To both sides of a step forward: the two sets of squares that pawns attack. */
static inline uint64_t chaturanga_pawn_left(unsigned colour, uint64_t steps)
{
    return colour & 1 ? chaturanga_north(steps) : chaturanga_west(steps);
}
static inline uint64_t chaturanga_pawn_right(unsigned colour, uint64_t steps)
{
    return colour & 1 ? chaturanga_south(steps) : chaturanga_east(steps);
}
static inline uint64_t chaturanga_pawn_attacks(unsigned colour, uint64_t pawns)
{
    uint64_t steps = chaturanga_pawn_steps(colour, pawns);
    return chaturanga_pawn_left(colour, steps) | chaturanga_pawn_right(colour, steps);
}

/* What the piece attacks; not for pawns. */
static inline uint64_t chaturanga_piece_attacks(uint64_t occupied, unsigned kind, unsigned square)
{
    switch (kind) {
    case CHATURANGA_BOAT:
        return chaturanga_boat_leaps[square];
    case CHATURANGA_HORSE:
        return chaturanga_horse_leaps[square];
    case CHATURANGA_ELEPHANT:
        return chaturanga_elephant_attacks(occupied, square);
    default:
        return chaturanga_raja_steps[square];
    }
}

static inline unsigned chaturanga_kind_at(const struct chaturanga_pos *pos, unsigned square)
{
    uint64_t bit = chaturanga_bit(square);
    return pos->kinds[CHATURANGA_BOAT] & bit       ? CHATURANGA_BOAT
           : pos->kinds[CHATURANGA_HORSE] & bit    ? CHATURANGA_HORSE
           : pos->kinds[CHATURANGA_ELEPHANT] & bit ? CHATURANGA_ELEPHANT
           : pos->kinds[CHATURANGA_RAJA] & bit     ? CHATURANGA_RAJA
                                                   : CHATURANGA_PAWN;
}

/* The number that moves a kind. */
static inline unsigned chaturanga_number(unsigned kind)
{
    return kind == CHATURANGA_PAWN ? 5 : kind + 2;
}
/* The pieces, of any colour, that a number moves. */
static inline uint64_t chaturanga_answering(const struct chaturanga_pos *pos, unsigned number)
{
    return number == 5 ? pos->kinds[CHATURANGA_RAJA] | pos->kinds[CHATURANGA_PAWN]
                       : pos->kinds[number - 2];
}
/* The number of a roll's sum that can matter: 4, 5, or 0. */
static inline unsigned chaturanga_sum(const struct chaturanga_pos *pos, unsigned first,
                                      unsigned second)
{
    unsigned sum = first + second;
    return sum <= 5 && !pos->rules.sum ? sum : 0;
}

/* Does a raja of the player to move stand on its partner's throne? */
static inline bool chaturanga_enthroned(const struct chaturanga_pos *pos, unsigned colour)
{
    return pos->phase == CHATURANGA_TEAMS && !pos->rules.sinhasana &&
           (chaturanga_pieces(pos, colour, CHATURANGA_RAJA) &
            chaturanga_bit(chaturanga_thrones[colour ^ 2]));
}
/* The pieces that the player to move may move. */
static inline uint64_t chaturanga_own(const struct chaturanga_pos *pos)
{
    uint64_t own = pos->colours[pos->turn];
    return chaturanga_enthroned(pos, pos->turn) ? own | pos->colours[pos->turn ^ 2] : own;
}

static inline game_move chaturanga_make_turn(unsigned roll)
{
    return UINT64_C(1) << 63 | roll;
}
static inline game_move chaturanga_make_step(unsigned from, unsigned to)
{
    return from | to << 6;
}
/* Adds a step as the first or the second. */
static inline game_move chaturanga_add_step(game_move turn, unsigned from, unsigned to)
{
    unsigned n = (unsigned)(turn >> 4 & 3);
    return (turn & ~UINT64_C(0x30)) | (game_move)(n + 1) << 4 |
           chaturanga_make_step(from, to) << (6 + 12 * n);
}
/* One step of the player to move, with all that follows at once: captures, a boat's triumph, rajas
 * lost, promotions, the end of the team fight or of the game. */
void chaturanga_step(struct chaturanga_pos *pos, unsigned from, unsigned to);
/* All of a turn but its end: not whose turn it is, nor draws, nor exchanges. */
void chaturanga_play_steps(struct chaturanga_pos *pos, game_move turn);
/* Where the piece on the square may go now, moved by the player to move, whatever the dice. */
uint64_t chaturanga_targets(const struct chaturanga_pos *pos, unsigned square);
/* Whether an exchange of captive rajas is possible.  after: the position after
 * chaturanga_play_steps().  0: no; else the exponent of one half in its probability: 1 if one
 * player may demand it, 2 if both must agree. */
unsigned chaturanga_exchange(const struct chaturanga_pos *pos, const struct chaturanga_pos *after);
/* Where the raja of the player to move, who waits for it, may come back. */
uint64_t chaturanga_return_squares(const struct chaturanga_pos *pos);

#endif
