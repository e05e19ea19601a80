/* see.c: see see.h. */
#include "engine/eval/see.h"

#include "games/shogi/shogi_attacks.h"

const int16_t see_piece_value[SHOGI_KINDS + 1] = {
    [SHOGI_PAWN] = 90,       [SHOGI_LANCE] = 315,      [SHOGI_KNIGHT] = 405,
    [SHOGI_SILVER] = 495,    [SHOGI_BISHOP] = 855,     [SHOGI_ROOK] = 990,
    [SHOGI_GOLD] = 540,      [SHOGI_KING] = 15000,     [SHOGI_PRO_PAWN] = 540,
    [SHOGI_PRO_LANCE] = 540, [SHOGI_PRO_KNIGHT] = 540, [SHOGI_PRO_SILVER] = 540,
    [SHOGI_HORSE] = 945,     [SHOGI_DRAGON] = 1395,
};

/* The piece of a side that takes first: the least one.  SHOGI_NO_SQUARE if there is none. */
static int least_attacker(const struct shogi_pos *pos, struct shogi_bb attackers)
{
    int best = SHOGI_NO_SQUARE, least = INT32_MAX;
    BB_EACH(square, attackers)
    {
        int value = see_piece_value[shogi_kind_of(pos->board[square])];
        if (value < least) {
            least = value;
            best = square;
        }
    }
    return best;
}

/* All pieces of both sides that reach the square past what stands on `occupied`. */
static struct shogi_bb attackers_of(const struct shogi_pos *pos, int square, int by,
                                    struct shogi_bb occupied)
{
    return bb_and(square_attackers(pos, square, by, occupied), occupied);
}

/* A move as an exchange begins with it: what it gains at once, the kind that then stands there, and
 * the squares that are occupied. */
struct see_state {
    int gain, standing;
    struct shogi_bb occupied;
};

static struct see_state see_begin(const struct shogi_pos *pos, shogi_move m)
{
    int to = shogi_move_to(m), taken = pos->board[to];
    struct see_state o = {.gain = taken ? see_gain(shogi_kind_of(taken)) : 0,
                          .standing = shogi_move_kind(m),
                          .occupied = bb_or(shogi_occupied(pos), shogi_bit[to])};
    if (!shogi_move_is_drop(m)) {
        int kind = shogi_kind_of(pos->board[shogi_move_from(m)]);
        o.standing = shogi_move_promotes(m) ? kind | 8 : kind;
        o.gain += see_piece_value[o.standing] - see_piece_value[kind];
        o.occupied = bb_minus(o.occupied, shogi_bit[shogi_move_from(m)]);
    }
    return o;
}

int see_result(const struct shogi_pos *pos, shogi_move m)
{
    enum { MOST = 40 }; /* pieces */
    struct see_state o = see_begin(pos, m);
    int gain[MOST + 1] = {o.gain}, n = 0, side = pos->turn;
    while (n < MOST) { /* everybody takes; gain[n]: what the taker has then */
        side ^= 1;
        int from = least_attacker(pos, attackers_of(pos, shogi_move_to(m), side, o.occupied));
        if (from == SHOGI_NO_SQUARE)
            break;
        gain[n + 1] = see_gain(o.standing) - gain[n];
        n++;
        o.standing = shogi_kind_of(pos->board[from]);
        o.occupied = bb_minus(o.occupied, shogi_bit[from]);
    }
    for (; n > 0; n--) /* nobody has to */
        if (gain[n] > -gain[n - 1])
            gain[n - 1] = -gain[n];
    return gain[0];
}

/* Each side in turn is content as soon as it stays ahead even if its piece is taken for nothing. */
bool see_ge(const struct shogi_pos *pos, shogi_move m, int least)
{
    struct see_state o = see_begin(pos, m);
    int ahead = o.gain - least, side = pos->turn;
    if (ahead < 0)
        return false;
    for (;;) { /* `side` has just put a piece there */
        ahead -= see_gain(o.standing);
        if (ahead >= 0)
            break;
        int from = least_attacker(pos, attackers_of(pos, shogi_move_to(m), side ^ 1, o.occupied));
        if (from == SHOGI_NO_SQUARE)
            break;
        side ^= 1;
        ahead = -ahead - 1;
        o.standing = shogi_kind_of(pos->board[from]);
        o.occupied = bb_minus(o.occupied, shogi_bit[from]);
    }
    return side == pos->turn;
}

bool see_can_win(const struct shogi_pos *pos)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = shogi_capture_moves(pos, moves);
    for (int i = 0; i < n; i++)
        if (pos->board[shogi_move_to(moves[i])] && see_ge(pos, moves[i], 1))
            return true;
    return false;
}
