/* net_features.c: what the network sees; see net.h. */
#include "engine/eval/net.h"

/* The number of a kind among NET_KINDS. */
static const int8_t KIND_NUMBER[SHOGI_KINDS + 1] = {
    [SHOGI_PAWN] = 0,      [SHOGI_LANCE] = 1,      [SHOGI_KNIGHT] = 2,     [SHOGI_SILVER] = 3,
    [SHOGI_BISHOP] = 4,    [SHOGI_ROOK] = 5,       [SHOGI_GOLD] = 6,       [SHOGI_PRO_PAWN] = 7,
    [SHOGI_PRO_LANCE] = 8, [SHOGI_PRO_KNIGHT] = 8, [SHOGI_PRO_SILVER] = 8, [SHOGI_HORSE] = 9,
    [SHOGI_DRAGON] = 10,
};

/* Where the pieces of a kind begin among the 38 of a hand. */
static const int8_t HAND_FIRST[SHOGI_HAND_KINDS] = {
    [SHOGI_PAWN] = 0,    [SHOGI_LANCE] = 18, [SHOGI_KNIGHT] = 22, [SHOGI_SILVER] = 26,
    [SHOGI_BISHOP] = 34, [SHOGI_ROOK] = 36,  [SHOGI_GOLD] = 30,
};

/* Left and right exchanged. */
#define FILE_OF(f)                                                                                 \
    9 * (f), 9 * (f) + 1, 9 * (f) + 2, 9 * (f) + 3, 9 * (f) + 4, 9 * (f) + 5, 9 * (f) + 6,         \
        9 * (f) + 7, 9 * (f) + 8
static const uint8_t MIRRORED[SHOGI_SQUARES] = {FILE_OF(8), FILE_OF(7), FILE_OF(6),
                                                FILE_OF(5), FILE_OF(4), FILE_OF(3),
                                                FILE_OF(2), FILE_OF(1), FILE_OF(0)};

static int seen_square(int side, bool mirrored, int square)
{
    square = side == SHOGI_BLACK ? square : SHOGI_SQUARES - 1 - square;
    return mirrored ? MIRRORED[square] : square;
}

int net_feature(int side, bool mirrored, int item)
{
    if (item & NET_HAND_ITEM)
        return NET_BOARD_FEATURES + NET_KING_FEATURES + ((item >> 8 & 1) ^ side) * 38 +
               HAND_FIRST[item >> 5 & 7] + (item & 31) - 1;
    int piece = item >> 7, kind = shogi_kind_of(piece), whose = shogi_color_of(piece) ^ side;
    int square = seen_square(side, mirrored, item & 127);
    if (kind == SHOGI_KING)
        return NET_BOARD_FEATURES + whose * SHOGI_SQUARES + square;
    return (whose * NET_KINDS + KIND_NUMBER[kind]) * SHOGI_SQUARES + square;
}

/* By rank from the top, then by file from the near edge (1) to the middle (5). */
static const uint8_t BUCKETS[9][5] = {
    {11, 11, 11, 11, 11}, {11, 11, 11, 11, 11}, {11, 11, 11, 11, 11},
    {11, 11, 11, 11, 11}, {10, 10, 10, 10, 10}, {10, 10, 10, 10, 10},
    {9, 9, 9, 9, 9},      {5, 6, 7, 8, 8},      {0, 1, 2, 3, 4},
};

void net_place_king(int side, int square, bool *mirrored, uint8_t *bucket)
{
    square = square < 0 ? shogi_square(5, 9) : seen_square(side, false, square);
    int file = shogi_file_of(square), rank = shogi_rank_of(square);
    *mirrored = file > 5;
    *bucket = BUCKETS[rank - 1][(file > 5 ? 10 - file : file) - 1];
}

int net_phase(const struct shogi_pos *pos)
{
    static const uint8_t ENDS[NET_PHASES - 1] = {1, 4, 8, 13, 19};
    int sum = 0, phase = 0;
    for (int color = 0; color < 2; color++) {
        sum += pos->hand[color][SHOGI_PAWN];
        for (int kind = SHOGI_LANCE; kind < SHOGI_HAND_KINDS; kind++)
            sum += 2 * pos->hand[color][kind];
    }
    while (phase < NET_PHASES - 1 && sum > ENDS[phase])
        phase++;
    return phase;
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
