/* shogi_legality.c: is this one move legal?
 *
 * This stands on the path of every record read, so it asks about the one move instead of
 * generating all: does the piece go there, and is the own king safe afterwards?  The second
 * question covers check, double check and pins at once: take the board as it will be, and see
 * whether any enemy piece other than the captured one reaches the king. */
#include "games/shogi/shogi_attacks.h"

/* Is the king of `us` out of reach once `from` (empty for a drop) is vacated and `to` taken? */
static bool king_safe_after(const struct shogi_pos *pos, int us, struct shogi_bb from,
                            struct shogi_bb to)
{
    int king = bb_first(pos->bb[us][SHOGI_CLASS_KING]);
    if (bb_any(bb_minus(stepping_attackers(pos, king, us ^ 1), to)))
        return false;
    struct shogi_bb sliders = bb_minus(sliders_in_line(pos, king, us ^ 1), to);
    return !any_slider_sees(sliders, king, bb_or(bb_minus(shogi_occupied(pos), from), to));
}

/* Directions in which a class slides, a bit each: a table, because the next piece to move in a
 * game is anybody's guess and a switch would guess wrong. */
enum { STRAIGHT = 0x0f, DIAGONAL = 0xf0 };
static const uint8_t SLIDES[2][SHOGI_CLASSES] = {
    {[SHOGI_CLASS_LANCE] = 1 << SHOGI_UP,
     [SHOGI_CLASS_BISHOP] = DIAGONAL,
     [SHOGI_CLASS_ROOK] = STRAIGHT,
     [SHOGI_CLASS_HORSE] = DIAGONAL,
     [SHOGI_CLASS_DRAGON] = STRAIGHT},
    {[SHOGI_CLASS_LANCE] = 1 << SHOGI_DOWN,
     [SHOGI_CLASS_BISHOP] = DIAGONAL,
     [SHOGI_CLASS_ROOK] = STRAIGHT,
     [SHOGI_CLASS_HORSE] = DIAGONAL,
     [SHOGI_CLASS_DRAGON] = STRAIGHT},
};

static bool piece_reaches(const struct shogi_pos *pos, int color, int class, int from, int to)
{
    if (bb_meet(shogi_step[color][class][from], shogi_bit[to]))
        return true;
    if (!(SLIDES[color][class] >> shogi_dir[from][to] & 1))
        return false;
    return !bb_meet(squares_between(from, to), shogi_occupied(pos));
}

static bool promotion_allowed(int color, int kind, int from, int to)
{
    return shogi_kind_can_promote(kind) &&
           (relative_rank(color, from) <= 3 || relative_rank(color, to) <= 3);
}

static bool board_move_is_legal(const struct shogi_pos *pos, shogi_move m)
{
    int us = pos->turn;
    int from = shogi_move_from(m);
    int to = shogi_move_to(m);
    if (from >= SHOGI_SQUARES || to >= SHOGI_SQUARES)
        return false;
    int piece = pos->board[from];
    int kind = shogi_kind_of(piece);
    if (!piece || shogi_color_of(piece) != us || bb_has(pos->bb[us][SHOGI_ALL], to))
        return false;
    if (!piece_reaches(pos, us, class_of_kind(kind), from, to))
        return false;
    if (shogi_move_promotes(m)) {
        if (!promotion_allowed(us, kind, from, to))
            return false;
    } else if (relative_rank(us, to) < first_live_rank(kind)) {
        return false;
    }
    if (kind == SHOGI_KING)
        return !square_attacked(pos, to, us ^ 1, bb_minus(shogi_occupied(pos), shogi_bit[from]));
    return king_safe_after(pos, us, shogi_bit[from], shogi_bit[to]);
}

static bool has_pawn_on_file(const struct shogi_pos *pos, int color, int square)
{
    struct shogi_bb file =
        bb_or(bb_or(shogi_ray[SHOGI_UP][square], shogi_ray[SHOGI_DOWN][square]), shogi_bit[square]);
    return bb_meet(pos->bb[color][SHOGI_CLASS_PAWN], file);
}

static bool drop_is_legal(const struct shogi_pos *pos, shogi_move m)
{
    int us = pos->turn;
    int kind = shogi_move_kind(m); /* includes the promotion bit's place only if that is clear */
    int to = shogi_move_to(m);
    if (shogi_move_promotes(m) || kind < SHOGI_PAWN || kind >= SHOGI_HAND_KINDS)
        return false;
    if (to >= SHOGI_SQUARES || !pos->hand[us][kind] || pos->board[to])
        return false;
    if (relative_rank(us, to) < first_live_rank(kind))
        return false;
    if (!king_safe_after(pos, us, (struct shogi_bb){0, 0}, shogi_bit[to]))
        return false;
    if (kind != SHOGI_PAWN)
        return true;
    if (has_pawn_on_file(pos, us, to))
        return false;
    return !(bb_meet(pawn_check_square(pos, us), shogi_bit[to]) && shogi_pawn_drop_mates(pos));
}

bool shogi_move_is_legal(const struct shogi_pos *pos, shogi_move m)
{
    return shogi_move_is_drop(m) ? drop_is_legal(pos, m) : board_move_is_legal(pos, m);
}

bool shogi_in_check(const struct shogi_pos *pos)
{
    int king = bb_first(pos->bb[pos->turn][SHOGI_CLASS_KING]);
    return square_attacked(pos, king, pos->turn ^ 1, shogi_occupied(pos));
}

/* Can a piece of `them` other than the king take the pawn on `to` without exposing its king? */
static bool pawn_can_be_taken(const struct shogi_pos *pos, int them, int king, int to)
{
    struct shogi_bb occupied = bb_or(shogi_occupied(pos), shogi_bit[to]);
    struct shogi_bb pinners = sliders_in_line(pos, king, them ^ 1);
    struct shogi_bb takers =
        bb_minus(square_attackers(pos, to, them, occupied), pos->bb[them][SHOGI_CLASS_KING]);
    BB_EACH(taker, takers)
    {
        if (!any_slider_sees(pinners, king, bb_minus(occupied, shogi_bit[taker])))
            return true;
    }
    return false;
}

bool shogi_pawn_drop_mates(const struct shogi_pos *pos)
{
    int us = pos->turn;
    int them = us ^ 1;
    int king = bb_first(pos->bb[them][SHOGI_CLASS_KING]);
    int to = bb_first(pawn_check_square(pos, us));
    struct shogi_bb occupied = bb_or(shogi_occupied(pos), shogi_bit[to]);
    struct shogi_bb without_king = bb_minus(occupied, shogi_bit[king]);
    struct shogi_bb flights =
        bb_minus(shogi_step[them][SHOGI_CLASS_KING][king], pos->bb[them][SHOGI_ALL]);
    BB_EACH(flight, flights)
    {
        if (!square_attacked(pos, flight, us, without_king))
            return false;
    }
    return !pawn_can_be_taken(pos, them, king, to);
}
