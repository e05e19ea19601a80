/* shogi_attack_counts.c: see shogi_attack_counts.h.
 *
 * All squares are counted at once: a set of attacked squares is added to four sets that hold the
 * binary digits of the counts, square by square.  Pieces that step are taken together, a shift for
 * each direction, because no two of them reach the same square by the same step.  Eight
 * bits become eight bytes by a multiplication. */
#include "games/shogi/shogi_attack_counts.h"

#include "base/le.h"
#include "games/shogi/shogi_attacks.h"

enum { DIGITS = 4 };

struct attack_counter {
    struct shogi_bb digit[DIGITS]; /* the lowest first */
};

SHOGI_BB void add_set(struct attack_counter *c, struct shogi_bb set)
{
    for (int i = 0; i < DIGITS; i++) {
        struct shogi_bb carry = bb_and(c->digit[i], set);
        c->digit[i] = bb_xor(c->digit[i], set);
        set = carry;
    }
}

SHOGI_BB void add_aside(struct attack_counter *c, struct shogi_bb set)
{
    add_set(c, bb_left(set));
    add_set(c, bb_right(set));
}

SHOGI_BB struct shogi_bb ahead(int color, struct shogi_bb set)
{
    return color == SHOGI_BLACK ? bb_up(set) : bb_down(set);
}

static void add_steps(struct attack_counter *c, const struct shogi_bb *set, int by)
{
    struct shogi_bb straight = bb_or(set[SHOGI_CLASS_GOLD], set[SHOGI_CLASS_KING]);
    struct shogi_bb slanting = bb_or(set[SHOGI_CLASS_SILVER], set[SHOGI_CLASS_KING]);
    struct shogi_bb three = ahead(by, bb_or(straight, set[SHOGI_CLASS_SILVER]));
    add_set(c, bb_or(three, ahead(by, set[SHOGI_CLASS_PAWN])));
    add_set(c, ahead(by ^ 1, straight));
    add_aside(c, three);
    add_aside(c, straight);
    add_aside(c, ahead(by ^ 1, slanting));
    add_aside(c, ahead(by, ahead(by, set[SHOGI_CLASS_KNIGHT])));
}

static void add_slides(struct attack_counter *c, const struct shogi_bb *set, int by,
                       struct shogi_bb occupied)
{
    static const int CLASSES[] = {SHOGI_CLASS_BISHOP, SHOGI_CLASS_ROOK, SHOGI_CLASS_HORSE,
                                  SHOGI_CLASS_DRAGON};
    BB_EACH(lance, set[SHOGI_CLASS_LANCE])
    {
        add_set(c, slide_lance(by, lance, occupied));
    }
    for (size_t i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++)
        BB_EACH(square, set[CLASSES[i]])
        {
            add_set(c, piece_attacks(by, CLASSES[i], square, occupied));
        }
}

/* Eight bits as eight bytes of 0 or 1, the lowest bit in the first byte of memory. */
SHOGI_BB uint64_t spread(uint64_t bits)
{
    uint64_t copies = (bits & 0xFF) * UINT64_C(0x0101010101010101);
    uint64_t apart = copies & UINT64_C(0x8040201008040201);
    return ((apart + UINT64_C(0x7F7F7F7F7F7F7F7F)) & UINT64_C(0x8080808080808080)) >> 7;
}

static void write_counts(const struct attack_counter *c, uint8_t *out)
{
    uint64_t low[DIGITS], high[DIGITS]; /* squares 0 … 63 and 64 … 80 */
    for (int i = 0; i < DIGITS; i++) {
        low[i] = c->digit[i].lo | c->digit[i].hi << 63;
        high[i] = c->digit[i].hi >> 1;
    }
    for (int group = 0; group < 10; group++) {
        uint64_t bytes = 0;
        for (int i = 0; i < DIGITS; i++) {
            uint64_t bits = group < 8 ? low[i] >> 8 * group : high[i] >> 8 * (group - 8);
            bytes |= spread(bits) << i;
        }
        le_put64(out + 8 * (size_t)group, bytes);
    }
    out[80] = 0;
    for (int i = 0; i < DIGITS; i++)
        out[80] |= (uint8_t)((high[i] >> 16 & 1) << i);
}

void shogi_attack_counts(const struct shogi_pos *pos, uint8_t out[2][SHOGI_SQUARES])
{
    struct shogi_bb occupied = shogi_occupied(pos);
    for (int by = 0; by < 2; by++) {
        struct attack_counter c = {0};
        add_steps(&c, pos->bb[by], by);
        add_slides(&c, pos->bb[by], by, occupied);
        write_counts(&c, out[by]);
    }
}
