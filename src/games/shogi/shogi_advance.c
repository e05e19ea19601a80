/* shogi_advance.c: see shogi_advance.h; what is counted is in shogi_advance_core.h. */
#include "games/shogi/shogi_advance.h"

#include "base/cpu.h"
#include "games/shogi/shogi_advance_internal.h"

#define CORE(name) name##_base
#include "games/shogi/shogi_advance_core.h"

static const int HAND_POINTS[SHOGI_HAND_KINDS] = {0, 1, 4, 8, 8, 12, 12, 8};
enum { EFFECT_POINTS = 8 };

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

/* Three ranks of five files, shifted to where they belong. */
static struct shogi_bb box_around(int king)
{
    const uint64_t corner = UINT64_C(0x7) * (SHOGI_LO_RANK1 & ((UINT64_C(1) << 45) - 1));
    int files = clamp(shogi_file_of(king), 3, 7) - 3, ranks = clamp(shogi_rank_of(king), 2, 8) - 2;
    uint64_t box = corner << ranks;
    return (struct shogi_bb){box << 9 * files & SHOGI_LO_ALL, box >> (63 - 9 * files)};
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

static void count_effects(const struct shogi_pos *pos, const struct shogi_bb box[2], int n[2][2])
{
#if ADVANCE_HAVE_V3
    if (cpu_level() >= CPU_V3) {
        advance_effects_v3(pos, box, n);
        return;
    }
#endif
    advance_effects_base(pos, box, n);
}

void advance_of(const struct shogi_pos *pos, struct advance *out)
{
    int king[2] = {shogi_king_square(pos, 0), shogi_king_square(pos, 1)}, n[2][2], whole = 0;
    struct shogi_bb box[2] = {{0, 0}, {0, 0}};
    for (int color = 0; color < 2; color++)
        if (king[color] >= 0)
            box[color] = box_around(king[color]);
    count_effects(pos, box, n);
    *out = (struct advance){0};
    for (int color = 0; color < 2; color++) {
        if (king[color] < 0)
            continue;
        int attack = n[color ^ 1][color] * EFFECT_POINTS + hand_points(pos, color ^ 1);
        out->attack[color] = cap(attack);
        out->defence[color] = cap(n[color][color] * EFFECT_POINTS);
        whole += attack;
    }
    out->whole = cap(whole);
}

/* --- As OSL does it --------------------------------------------------------------------------- */

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
