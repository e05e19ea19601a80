/* shogi_naive.h: the rules once more, as plainly as they can be said, to check the fast code by.
 * Nothing here uses bitboards or tables of the library; a move is tried out on a copied board. */
#ifndef KIFU_TESTS_UNIT_SHOGI_NAIVE_H
#define KIFU_TESTS_UNIT_SHOGI_NAIVE_H

#include <stdlib.h>

#include "games/shogi/shogi.h"

struct shogi_naive {
    int board[9][9]; /* [file][rank], from 0 */
    int hand[2][8];
    int turn;
};

static inline struct shogi_naive naive_of(const struct shogi_pos *pos)
{
    struct shogi_naive b;
    for (int s = 0; s < 81; s++)
        b.board[s / 9][s % 9] = shogi_piece_at(pos, s);
    for (int i = 0; i < 16; i++)
        b.hand[i / 8][i % 8] = shogi_hand(pos, i / 8, i % 8);
    b.turn = shogi_turn(pos);
    return b;
}

static inline bool naive_clear(const struct shogi_naive *b, int from, int df, int dr, int steps)
{
    for (int i = 1; i < steps; i++)
        if (b->board[from / 9 + i * df][from % 9 + i * dr])
            return false;
    return true;
}

/* Does the piece go from here to there, whatever stands there? */
static inline bool naive_reaches(const struct shogi_naive *b, int piece, int from, int to)
{
    int df = to / 9 - from / 9;
    int up = shogi_color_of(piece) == SHOGI_BLACK ? from % 9 - to % 9 : to % 9 - from % 9;
    int af = abs(df);
    int ar = abs(up);
    int far = af > ar ? af : ar;
    int sf = (df > 0) - (df < 0);
    int sr = (to % 9 > from % 9) - (to % 9 < from % 9);
    bool diagonal = af == ar && af > 0 && naive_clear(b, from, sf, sr, far);
    bool straight = (af == 0) != (ar == 0) && naive_clear(b, from, sf, sr, far);
    switch (shogi_kind_of(piece)) {
    case SHOGI_PAWN:
        return df == 0 && up == 1;
    case SHOGI_LANCE:
        return straight && df == 0 && up > 0;
    case SHOGI_KNIGHT:
        return af == 1 && up == 2;
    case SHOGI_SILVER:
        return far == 1 && (up == 1 || (up == -1 && af == 1));
    case SHOGI_BISHOP:
        return diagonal;
    case SHOGI_ROOK:
        return straight;
    case SHOGI_KING:
        return far == 1;
    case SHOGI_HORSE:
        return diagonal || far == 1;
    case SHOGI_DRAGON:
        return straight || far == 1;
    default: /* gold and all that moves like it */
        return far == 1 && !(up == -1 && af == 1);
    }
}

static inline bool naive_king_hangs(const struct shogi_naive *b, int color)
{
    for (int king = 0; king < 81; king++) {
        if (b->board[king / 9][king % 9] != shogi_piece(color, SHOGI_KING))
            continue;
        for (int s = 0; s < 81; s++) {
            int piece = b->board[s / 9][s % 9];
            if (piece && shogi_color_of(piece) != color && naive_reaches(b, piece, s, king))
                return true;
        }
    }
    return false;
}

/* Could the piece move on an empty board from this rank? */
static inline bool naive_alive(int color, int kind, int to)
{
    int rank = color == SHOGI_BLACK ? to % 9 + 1 : 9 - to % 9;
    return !(rank == 1 && (kind == SHOGI_PAWN || kind == SHOGI_LANCE)) &&
           !(rank <= 2 && kind == SHOGI_KNIGHT);
}

static inline bool naive_in_zone(int color, int square)
{
    return color == SHOGI_BLACK ? square % 9 <= 2 : square % 9 >= 6;
}

static inline bool naive_two_pawns(const struct shogi_naive *b, int to)
{
    for (int rank = 0; rank < 9; rank++)
        if (b->board[to / 9][rank] == shogi_piece(b->turn, SHOGI_PAWN))
            return true;
    return false;
}

/* Everything but check: then the board after the move is in *after. */
static inline bool naive_try(const struct shogi_naive *b, shogi_move m, struct shogi_naive *after)
{
    int to = m & 127;
    int field = m >> 7 & 127;
    bool promotes = m >> 14 & 1;
    if (to >= 81)
        return false;
    int there = b->board[to / 9][to % 9];
    *after = *b;
    after->turn = !b->turn;
    if (m >> 15) {
        if (promotes || field < 1 || field > 7 || !b->hand[b->turn][field] || there)
            return false;
        if (!naive_alive(b->turn, field, to) || (field == SHOGI_PAWN && naive_two_pawns(b, to)))
            return false;
        after->board[to / 9][to % 9] = shogi_piece(b->turn, field);
        after->hand[b->turn][field]--;
        return true;
    }
    if (field >= 81)
        return false;
    int piece = b->board[field / 9][field % 9];
    int kind = shogi_kind_of(piece);
    if (!piece || shogi_color_of(piece) != b->turn || (there && shogi_color_of(there) == b->turn))
        return false;
    if (!naive_reaches(b, piece, field, to))
        return false;
    if (promotes
            ? kind > SHOGI_ROOK || !(naive_in_zone(b->turn, field) || naive_in_zone(b->turn, to))
            : !naive_alive(b->turn, kind, to))
        return false;
    after->board[field / 9][field % 9] = 0;
    after->board[to / 9][to % 9] = piece + (promotes ? 8 : 0);
    return true;
}

/* Has the side to move an answer?  Drops are left out: asked only after a check by a pawn, which
 * nothing can be put in the way of. */
static inline bool naive_has_answer(const struct shogi_naive *b)
{
    struct shogi_naive after;
    for (int from = 0; from < 81; from++)
        for (int to = 0; to < 81; to++)
            for (int promotes = 0; promotes < 2; promotes++)
                if (naive_try(b, shogi_move_make(from, to, promotes), &after) &&
                    !naive_king_hangs(&after, b->turn))
                    return true;
    return false;
}

static inline bool naive_is_legal(const struct shogi_naive *b, shogi_move m)
{
    struct shogi_naive after;
    if (!naive_try(b, m, &after) || naive_king_hangs(&after, b->turn))
        return false;
    bool pawn_drop = (m >> 7 & 511) == (256 | SHOGI_PAWN);
    return !(pawn_drop && naive_king_hangs(&after, after.turn) && !naive_has_answer(&after));
}

#endif
