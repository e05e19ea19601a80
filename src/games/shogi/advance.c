/* advance.c: see advance.h.  Effects are counted for all pieces of a kind at once: a shift for
 * each direction they step in, and the squares of the box that are hit. */
#include "games/shogi/advance.h"

#include "games/shogi/attacks.h"

static const int HAND_POINTS[SHOGI_HAND_KINDS] = {0, 1, 4, 8, 8, 12, 12, 8};
enum { EFFECT_POINTS = 8 };

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

static struct shogi_bb box_around(int king)
{
    struct shogi_bb box = {0, 0};
    int file = clamp(shogi_file_of(king), 3, 7), rank = clamp(shogi_rank_of(king), 2, 8);
    for (int f = file - 2; f <= file + 2; f++)
        for (int r = rank - 1; r <= rank + 1; r++)
            box = bb_or(box, shogi_bit[shogi_square(f, r)]);
    return box;
}

static struct shogi_bb ahead(int color, struct shogi_bb set)
{
    return color == SHOGI_BLACK ? bb_up(set) : bb_down(set);
}

static int hits(struct shogi_bb set, struct shogi_bb box)
{
    return bb_count(bb_and(set, box));
}

static int aside_hits(struct shogi_bb set, struct shogi_bb box)
{
    return hits(bb_left(set), box) + hits(bb_right(set), box);
}

static int step_effects(const struct shogi_pos *pos, int by, struct shogi_bb box)
{
    const struct shogi_bb *set = pos->bb[by];
    struct shogi_bb king = set[SHOGI_CLASS_KING];
    struct shogi_bb silver = set[SHOGI_CLASS_SILVER], gold = set[SHOGI_CLASS_GOLD];
    /* no square has two pieces, so sets of different kinds may be counted together */
    struct shogi_bb three = ahead(by, bb_or(bb_or(silver, gold), king));
    struct shogi_bb straight = bb_or(gold, king), slanting = bb_or(silver, king);
    int n = hits(three, box) + aside_hits(three, box);
    n += aside_hits(straight, box) + hits(ahead(by ^ 1, straight), box);
    n += aside_hits(ahead(by ^ 1, slanting), box);
    n += hits(ahead(by, set[SHOGI_CLASS_PAWN]), box);
    return n + aside_hits(ahead(by, ahead(by, set[SHOGI_CLASS_KNIGHT])), box);
}

static int slide_effects(const struct shogi_pos *pos, int by, struct shogi_bb box)
{
    const struct shogi_bb *set = pos->bb[by];
    struct shogi_bb occupied = shogi_occupied(pos);
    int n = 0;
    BB_EACH(l, set[SHOGI_CLASS_LANCE])
    {
        n += hits(slide_lance(by, l, occupied), box);
    }
    for (int class = SHOGI_CLASS_BISHOP; class <= SHOGI_CLASS_DRAGON; class ++) {
        if (class == SHOGI_CLASS_GOLD || class == SHOGI_CLASS_KING)
            continue;
        BB_EACH(s, set[class])
        {
            n += hits(piece_attacks(by, class, s, occupied), box);
        }
    }
    return n;
}

static int hand_points(const struct shogi_pos *pos, int color)
{
    int points = 0;
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        points += HAND_POINTS[kind] * shogi_hand(pos, color, kind);
    return points;
}

static int cap(int points)
{
    return points < ADVANCE_ONE ? points : ADVANCE_ONE;
}

void advance_of(const struct shogi_pos *pos, struct advance *out)
{
    int whole = 0;
    *out = (struct advance){0};
    for (int color = 0; color < 2; color++) {
        int king = shogi_king_square(pos, color);
        if (king < 0)
            continue;
        struct shogi_bb box = box_around(king);
        int enemy = step_effects(pos, color ^ 1, box) + slide_effects(pos, color ^ 1, box);
        int own = step_effects(pos, color, box) + slide_effects(pos, color, box);
        int attack = enemy * EFFECT_POINTS + hand_points(pos, color ^ 1);
        out->attack[color] = cap(attack);
        out->defence[color] = cap(own * EFFECT_POINTS);
        whole += attack;
    }
    out->whole = cap(whole);
}

/* --- As OSL does it ----------------------------------------------------------------------------
 */

/* Twice the points: an effect counts 16 less the files between it and the king. */
static int weighted_effects(const struct shogi_pos *pos, int king, int by)
{
    struct shogi_bb occupied = shogi_occupied(pos);
    int sum = 0;
    BB_EACH(square, box_around(king))
    {
        int away = shogi_file_of(square) - shogi_file_of(king);
        sum += bb_count(square_attackers(pos, square, by, occupied)) *
               (16 - (away < 0 ? -away : away));
    }
    return sum;
}

void advance_of_osl(const struct shogi_pos *pos, struct advance_osl *out)
{
    *out = (struct advance_osl){0};
    for (int color = 0; color < 2; color++) {
        int king = shogi_king_square(pos, color);
        if (king < 0)
            continue;
        out->attack[color] =
            weighted_effects(pos, king, color ^ 1) / 2 + hand_points(pos, color ^ 1);
        out->defence[color] = weighted_effects(pos, king, color) / 2;
    }
    int sixteenths = (out->attack[0] + out->attack[1]) / 8;
    out->sixteenths = sixteenths < 15 ? sixteenths : 15;
}

void advance_by(enum advance_rule rule, const struct shogi_pos *pos, struct advance *out)
{
    struct advance_osl osl;
    if (rule == ADVANCE_PAPER) {
        advance_of(pos, out);
        return;
    }
    advance_of_osl(pos, &osl);
    for (int color = 0; color < 2; color++) {
        out->attack[color] = 4 * clamp(osl.attack[color] / 8, 0, 15);
        out->defence[color] = 4 * clamp(osl.defence[color] / 8 - 8, 0, 15);
    }
    out->whole = 4 * osl.sixteenths;
}
