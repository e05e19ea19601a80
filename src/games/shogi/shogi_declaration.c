/* shogi_declaration.c: winning by declaration (nyugyoku).
 *
 * The side to move counts its pieces in the enemy's three ranks, the king not among them, and all
 * in hand: rook, bishop and their promoted forms five points, the rest one. */
#include "games/shogi/shogi_attacks.h"

enum { BIG_PIECE_POINTS = 5, PIECES_IN_ZONE = 10 };

struct zone_count {
    int pieces; /* in the zone, without the king */
    int points; /* theirs and the hand's */
    bool king_in_zone;
};

static bool is_big(int kind)
{
    int plain = shogi_kind_plain(kind);
    return plain == SHOGI_BISHOP || plain == SHOGI_ROOK;
}

static int points_of(int kind)
{
    return is_big(kind) ? BIG_PIECE_POINTS : 1;
}

static struct zone_count count_zone(const struct shogi_pos *pos)
{
    struct zone_count camp = {0, 0, false};
    int king = shogi_king_square(pos, pos->turn);
    if (king < 0 || relative_rank(pos->turn, king) > 3)
        return camp; /* nearly always: searches ask at every position */
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = pos->board[square];
        int kind = shogi_kind_of(piece);
        if (!piece || shogi_color_of(piece) != pos->turn || relative_rank(pos->turn, square) > 3)
            continue;
        if (kind == SHOGI_KING) {
            camp.king_in_zone = true;
            continue;
        }
        camp.pieces++;
        camp.points += points_of(kind);
    }
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        camp.points += pos->hand[pos->turn][kind] * points_of(kind);
    return camp;
}

static bool may_declare(const struct shogi_pos *pos, const struct zone_count *camp)
{
    return camp->king_in_zone && camp->pieces >= PIECES_IN_ZONE && !shogi_in_check(pos);
}

enum shogi_declaration shogi_declare_27(const struct shogi_pos *pos)
{
    struct zone_count camp = count_zone(pos);
    int needed = pos->turn == SHOGI_BLACK ? 28 : 27;
    return may_declare(pos, &camp) && camp.points >= needed ? SHOGI_DECLARE_WIN : SHOGI_DECLARE_NO;
}

enum shogi_declaration shogi_declare_24(const struct shogi_pos *pos)
{
    struct zone_count camp = count_zone(pos);
    if (!may_declare(pos, &camp) || camp.points < 24)
        return SHOGI_DECLARE_NO;
    return camp.points >= 31 ? SHOGI_DECLARE_WIN : SHOGI_DECLARE_DRAW;
}
