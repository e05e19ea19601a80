/* exchange.c: see exchange.h. */
#include "engine/exchange.h"

#include "games/shogi/attacks.h"

const int16_t exchange_value[SHOGI_KINDS + 1] = {
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
        int value = exchange_value[shogi_kind_of(pos->board[square])];
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

int exchange_result(const struct shogi_pos *pos, shogi_move m)
{
    enum { MOST = 40 }; /* pieces */
    int gain[MOST + 1], n = 0, to = shogi_move_to(m), side = pos->turn, from;
    struct shogi_bb occupied = bb_or(shogi_occupied(pos), shogi_bit[to]);
    int standing = shogi_move_kind(m), taken = pos->board[to];
    gain[0] = taken ? exchange_gain(shogi_kind_of(taken)) : 0;
    if (!shogi_move_is_drop(m)) {
        int kind = shogi_kind_of(pos->board[shogi_move_from(m)]);
        standing = shogi_move_promotes(m) ? kind | 8 : kind;
        gain[0] += exchange_value[standing] - exchange_value[kind];
        occupied = bb_minus(occupied, shogi_bit[shogi_move_from(m)]);
    }
    while (n < MOST) { /* everybody takes; gain[n]: what the taker has then */
        side ^= 1;
        from = least_attacker(pos, attackers_of(pos, to, side, occupied));
        if (from == SHOGI_NO_SQUARE)
            break;
        gain[n + 1] = exchange_gain(standing) - gain[n];
        n++;
        standing = shogi_kind_of(pos->board[from]);
        occupied = bb_minus(occupied, shogi_bit[from]);
    }
    for (; n > 0; n--) /* nobody has to */
        if (gain[n] > -gain[n - 1])
            gain[n - 1] = -gain[n];
    return gain[0];
}
