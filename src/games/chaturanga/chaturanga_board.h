/* chaturanga_board.h: squares, sets of squares, and where pieces go on an empty or a full board.
 *
 * Only for the files of this directory and their tests. */
#ifndef KIFU_GAMES_CHATURANGA_CHATURANGA_BOARD_H
#define KIFU_GAMES_CHATURANGA_CHATURANGA_BOARD_H

#include "games/chaturanga/chaturanga.h"

#define CHATUR_FILE_A UINT64_C(0x0101010101010101)
#define CHATUR_FILE_H UINT64_C(0x8080808080808080)
#define CHATUR_RANK_1 UINT64_C(0x00000000000000ff)
#define CHATUR_RANK_8 UINT64_C(0xff00000000000000)

/* Where each leaper goes from each square. */
extern const uint64_t chatur_boat_leaps[64], chatur_horse_leaps[64], chatur_raja_steps[64];
/* The square of each colour's raja at first. */
extern const uint8_t chatur_thrones[CHATUR_COLOURS];
/* The line at which pawns promote. */
extern const uint64_t chatur_last_lines[CHATUR_COLOURS];

static inline uint64_t chatur_bit(unsigned square)
{
    return UINT64_C(1) << square;
}
static inline unsigned chatur_first_square(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}
static inline uint64_t chatur_north(uint64_t set)
{
    return set << 8;
}
static inline uint64_t chatur_south(uint64_t set)
{
    return set >> 8;
}
static inline uint64_t chatur_east(uint64_t set)
{
    return (set & ~CHATUR_FILE_H) << 1;
}
static inline uint64_t chatur_west(uint64_t set)
{
    return (set & ~CHATUR_FILE_A) >> 1;
}

/* Along a line in both directions up to the first piece: taking the nearest piece below the square
 * from all pieces above it borrows through the empty squares between and stops at the first. */
static inline uint64_t chatur_line_attacks(uint64_t occupied, uint64_t line, unsigned square)
{
    uint64_t below = line & (chatur_bit(square) - 1), above = line & (UINT64_MAX - 1) << square;
    uint64_t nearest = UINT64_C(1) << (63 ^ __builtin_clzll((below & occupied) | 1));
    uint64_t beyond = above & occupied;
    return (below | above) & (beyond ^ (beyond - nearest));
}
static inline uint64_t chatur_elephant_attacks(uint64_t occupied, unsigned square)
{
    return chatur_line_attacks(occupied, CHATUR_FILE_A << (square & 7), square) |
           chatur_line_attacks(occupied, CHATUR_RANK_1 << (square & 56), square);
}

/* One step forward, for a set of pawns. */
static inline uint64_t chatur_pawn_steps(unsigned colour, uint64_t pawns)
{
    switch (colour) {
    case CHATUR_RED:
        return chatur_north(pawns);
    case CHATUR_GREEN:
        return chatur_east(pawns);
    case CHATUR_YELLOW:
        return chatur_south(pawns);
    default:
        return chatur_west(pawns);
    }
}
/* To both sides of a step forward: the two sets of squares that pawns attack. */
static inline uint64_t chatur_pawn_left(unsigned colour, uint64_t steps)
{
    return colour & 1 ? chatur_north(steps) : chatur_west(steps);
}
static inline uint64_t chatur_pawn_right(unsigned colour, uint64_t steps)
{
    return colour & 1 ? chatur_south(steps) : chatur_east(steps);
}
static inline uint64_t chatur_pawn_attacks(unsigned colour, uint64_t pawns)
{
    uint64_t steps = chatur_pawn_steps(colour, pawns);
    return chatur_pawn_left(colour, steps) | chatur_pawn_right(colour, steps);
}

/* What the piece attacks; not for pawns. */
static inline uint64_t chatur_piece_attacks(uint64_t occupied, unsigned kind, unsigned square)
{
    switch (kind) {
    case CHATUR_BOAT:
        return chatur_boat_leaps[square];
    case CHATUR_HORSE:
        return chatur_horse_leaps[square];
    case CHATUR_ELEPHANT:
        return chatur_elephant_attacks(occupied, square);
    default:
        return chatur_raja_steps[square];
    }
}

static inline unsigned chatur_kind_at(const struct chatur_pos *pos, unsigned square)
{
    uint64_t bit = chatur_bit(square);
    return pos->kinds[CHATUR_BOAT] & bit       ? CHATUR_BOAT
           : pos->kinds[CHATUR_HORSE] & bit    ? CHATUR_HORSE
           : pos->kinds[CHATUR_ELEPHANT] & bit ? CHATUR_ELEPHANT
           : pos->kinds[CHATUR_RAJA] & bit     ? CHATUR_RAJA
                                               : CHATUR_PAWN;
}

/* The number that moves a kind. */
static inline unsigned chatur_number(unsigned kind)
{
    return kind == CHATUR_PAWN ? 5 : kind + 2;
}
/* The pieces, of any colour, that a number moves. */
static inline uint64_t chatur_answering(const struct chatur_pos *pos, unsigned number)
{
    return number == 5 ? pos->kinds[CHATUR_RAJA] | pos->kinds[CHATUR_PAWN] : pos->kinds[number - 2];
}
/* The number of a roll's sum that can matter: 4, 5, or 0. */
static inline unsigned chatur_sum(const struct chatur_pos *pos, unsigned first, unsigned second)
{
    unsigned sum = first + second;
    return sum <= 5 && !pos->rules.sum ? sum : 0;
}

/* Does a raja of the player to move stand on its partner's throne? */
static inline bool chatur_enthroned(const struct chatur_pos *pos, unsigned colour)
{
    return pos->phase == CHATUR_TEAMS && !pos->rules.sinhasana &&
           (chatur_pieces(pos, colour, CHATUR_RAJA) & chatur_bit(chatur_thrones[colour ^ 2]));
}
/* The pieces that the player to move may move. */
static inline uint64_t chatur_own(const struct chatur_pos *pos)
{
    uint64_t own = pos->colours[pos->turn];
    return chatur_enthroned(pos, pos->turn) ? own | pos->colours[pos->turn ^ 2] : own;
}

static inline game_move chatur_make_turn(unsigned roll)
{
    return UINT64_C(1) << 63 | roll;
}
static inline game_move chatur_make_step(unsigned from, unsigned to)
{
    return from | to << 6;
}
/* Adds a step as the first or the second. */
static inline game_move chatur_add_step(game_move turn, unsigned from, unsigned to)
{
    unsigned n = (unsigned)(turn >> 4 & 3);
    return (turn & ~UINT64_C(0x30)) | (game_move)(n + 1) << 4 |
           chatur_make_step(from, to) << (6 + 12 * n);
}
/* One step of the player to move, with all that follows at once: captures, a boat's triumph, rajas
 * lost, promotions, the end of the team fight or of the game. */
void chatur_step(struct chatur_pos *pos, unsigned from, unsigned to);
/* All of a turn but its end: not whose turn it is, nor draws, nor exchanges. */
void chatur_play_steps(struct chatur_pos *pos, game_move turn);
/* Where the piece on the square may go now, moved by the player to move, whatever the dice. */
uint64_t chatur_targets(const struct chatur_pos *pos, unsigned square);
/* Is an exchange of captive rajas in question?  after: the position after chatur_play_steps().  0
 * no; else how many times one half its probability is: 1 if one player may demand it, 2 if both
 * must agree. */
unsigned chatur_exchange(const struct chatur_pos *pos, const struct chatur_pos *after);
/* Where the raja of the player to move, who waits for it, may come back. */
uint64_t chatur_return_squares(const struct chatur_pos *pos);

#endif
