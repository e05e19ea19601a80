/* net_features.c: what the network sees; see net.h. */
#include "engine/eval/net.h"

#include <string.h>

/* By kind, from the number of a kind among NET_KINDS; kings come behind all other pieces. */
#define KIND(n, whose) (((whose)*NET_KINDS + (n)) * SHOGI_SQUARES)
#define PIECES(color, whose)                                                                       \
    [SHOGI_PAWN | (color) << 4] = KIND(0, whose), [SHOGI_LANCE | (color) << 4] = KIND(1, whose),   \
                             [SHOGI_KNIGHT | (color) << 4] = KIND(2, whose),                       \
                             [SHOGI_SILVER | (color) << 4] = KIND(3, whose),                       \
                             [SHOGI_BISHOP | (color) << 4] = KIND(4, whose),                       \
                             [SHOGI_ROOK | (color) << 4] = KIND(5, whose),                         \
                             [SHOGI_GOLD | (color) << 4] = KIND(6, whose),                         \
                             [SHOGI_PRO_PAWN | (color) << 4] = KIND(7, whose),                     \
                             [SHOGI_PRO_LANCE | (color) << 4] = KIND(8, whose),                    \
                             [SHOGI_PRO_KNIGHT | (color) << 4] = KIND(8, whose),                   \
                             [SHOGI_PRO_SILVER | (color) << 4] = KIND(8, whose),                   \
                             [SHOGI_HORSE | (color) << 4] = KIND(9, whose),                        \
                             [SHOGI_DRAGON | (color) << 4] = KIND(10, whose),                      \
                             [SHOGI_KING | (color) << 4] =                                         \
                                 NET_BOARD_FEATURES + (whose)*SHOGI_SQUARES
const uint16_t net_piece_first[2][32] = {{PIECES(0, 0), PIECES(1, 1)},
                                         {PIECES(0, 1), PIECES(1, 0)}};

/* Where the pieces of a kind begin among the 38 of a hand. */
#define HAND(whose)                                                                                \
    {                                                                                              \
        [SHOGI_PAWN] = HANDS + (whose)*38, [SHOGI_LANCE] = HANDS + (whose)*38 + 18,                \
        [SHOGI_KNIGHT] = HANDS + (whose)*38 + 22, [SHOGI_SILVER] = HANDS + (whose)*38 + 26,        \
        [SHOGI_BISHOP] = HANDS + (whose)*38 + 34, [SHOGI_ROOK] = HANDS + (whose)*38 + 36,          \
        [SHOGI_GOLD] = HANDS + (whose)*38 + 30,                                                    \
    }
enum { HANDS = NET_BOARD_FEATURES + NET_KING_FEATURES };
const uint16_t net_hand_first[2][2][SHOGI_HAND_KINDS] = {{HAND(0), HAND(1)}, {HAND(1), HAND(0)}};

/* By files from the right, ranks downwards or upwards. */
#define DOWN(f)                                                                                    \
    9 * (f), 9 * (f) + 1, 9 * (f) + 2, 9 * (f) + 3, 9 * (f) + 4, 9 * (f) + 5, 9 * (f) + 6,         \
        9 * (f) + 7, 9 * (f) + 8
#define UP(f)                                                                                      \
    9 * (f) + 8, 9 * (f) + 7, 9 * (f) + 6, 9 * (f) + 5, 9 * (f) + 4, 9 * (f) + 3, 9 * (f) + 2,     \
        9 * (f) + 1, 9 * (f)
#define RIGHT(RANKS)                                                                               \
    {                                                                                              \
        RANKS(0), RANKS(1), RANKS(2), RANKS(3), RANKS(4), RANKS(5), RANKS(6), RANKS(7), RANKS(8)   \
    }
#define LEFT(RANKS)                                                                                \
    {                                                                                              \
        RANKS(8), RANKS(7), RANKS(6), RANKS(5), RANKS(4), RANKS(3), RANKS(2), RANKS(1), RANKS(0)   \
    }
const uint8_t net_seen_square[2][2][SHOGI_SQUARES] = {{RIGHT(DOWN), LEFT(DOWN)},
                                                      {LEFT(UP), RIGHT(UP)}};

/* By rank from the top, then by file from the near edge (1) to the middle (5). */
static const uint8_t BUCKETS[9][5] = {
    {11, 11, 11, 11, 11}, {11, 11, 11, 11, 11}, {11, 11, 11, 11, 11},
    {11, 11, 11, 11, 11}, {10, 10, 10, 10, 10}, {10, 10, 10, 10, 10},
    {9, 9, 9, 9, 9},      {5, 6, 7, 8, 8},      {0, 1, 2, 3, 4},
};

void net_place_king(int side, int square, bool *mirrored, uint8_t *bucket)
{
    square = square < 0 ? shogi_square(5, 9) : net_seen_square[side][0][square];
    int file = shogi_file_of(square), rank = shogi_rank_of(square);
    *mirrored = file > 5;
    *bucket = BUCKETS[rank - 1][(file > 5 ? 10 - file : file) - 1];
}

/* Pieces in hand count 2 and pawns 1; phases end at 1, 4, 8, 13, 19. */
int net_phase(const struct shogi_pos *pos)
{
    enum { ENOUGH = 20 };
    static const uint8_t PHASE[ENOUGH + 1] = {0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3,
                                              3, 3, 3, 4, 4, 4, 4, 4, 4, 5};
    static const uint64_t ONES = 0x0101010101010101;
    uint64_t hands[2];
    memcpy(hands, pos->hand, sizeof hands);
    /* the highest byte of the product is the sum of all bytes */
    int pieces = (int)((hands[0] + hands[1]) * ONES >> 56);
    int sum = 2 * pieces - pos->hand[0][SHOGI_PAWN] - pos->hand[1][SHOGI_PAWN];
    return PHASE[sum < ENOUGH ? sum : ENOUGH];
}

int net_items(const struct shogi_pos *pos, uint16_t *out)
{
    int count = 0;
    BB_EACH(square, shogi_occupied(pos))
    {
        out[count++] = (uint16_t)net_board_item(pos->board[square], square);
    }
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            for (int n = 1; n <= pos->hand[color][kind]; n++)
                out[count++] = (uint16_t)net_hand_item(color, kind, n);
    return count;
}

void net_changes_of(const struct shogi_pos *pos, shogi_move m, struct net_changes *f)
{
    int us = pos->turn, to = shogi_move_to(m);
    f->plus_count = f->minus_count = 1;
    if (shogi_move_is_drop(m)) {
        int kind = shogi_move_kind(m);
        f->plus[0] = (uint16_t)net_board_item(shogi_piece(us, kind), to);
        f->minus[0] = (uint16_t)net_hand_item(us, kind, pos->hand[us][kind]);
        return;
    }
    int from = shogi_move_from(m), piece = pos->board[from], taken = pos->board[to];
    f->minus[0] = (uint16_t)net_board_item(piece, from);
    f->plus[0] = (uint16_t)net_board_item(shogi_move_promotes(m) ? piece | 8 : piece, to);
    if (taken) {
        int kind = shogi_kind_plain(shogi_kind_of(taken));
        f->minus[f->minus_count++] = (uint16_t)net_board_item(taken, to);
        f->plus[f->plus_count++] = (uint16_t)net_hand_item(us, kind, pos->hand[us][kind] + 1);
    }
}
