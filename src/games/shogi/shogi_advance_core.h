/* shogi_advance_core.h: counts the effects of pieces on the squares around both kings.
 *
 * Effects are counted for all pieces of a kind at once: a shift for each direction they step in,
 * and the squares of both boxes that are hit.  A box never has files of both ends of the board, and
 * so no two squares with the same bit in the two words of a set: one count does for both.
 *
 * No include guard: shogi_advance.c and shogi_advance_v3.c each include it once with their own
 * CORE(). */
#include "games/shogi/shogi_advance.h"
#include "games/shogi/shogi_attacks.h"

SHOGI_BB struct shogi_bb core_ahead(int color, struct shogi_bb set)
{
    return color == SHOGI_BLACK ? bb_up(set) : bb_down(set);
}

SHOGI_BB void core_count(struct shogi_bb set, const struct shogi_bb box[2], int n[2])
{
    n[0] += __builtin_popcountll((set.lo & box[0].lo) | (set.hi & box[0].hi));
    n[1] += __builtin_popcountll((set.lo & box[1].lo) | (set.hi & box[1].hi));
}

SHOGI_BB void core_count_aside(struct shogi_bb set, const struct shogi_bb box[2], int n[2])
{
    core_count(bb_left(set), box, n);
    core_count(bb_right(set), box, n);
}

SHOGI_BB void core_count_steps(const struct shogi_bb *set, int by, const struct shogi_bb box[2],
                               int n[2])
{
    struct shogi_bb king = set[SHOGI_CLASS_KING];
    struct shogi_bb silver = set[SHOGI_CLASS_SILVER], gold = set[SHOGI_CLASS_GOLD];
    /* no square has two pieces, so sets of different kinds may be counted together */
    struct shogi_bb three = core_ahead(by, bb_or(bb_or(silver, gold), king));
    struct shogi_bb straight = bb_or(gold, king), slanting = bb_or(silver, king);
    core_count(three, box, n);
    core_count(core_ahead(by ^ 1, straight), box, n);
    core_count_aside(three, box, n);
    core_count_aside(straight, box, n);
    core_count_aside(core_ahead(by ^ 1, slanting), box, n);
    core_count(core_ahead(by, set[SHOGI_CLASS_PAWN]), box, n);
    core_count_aside(core_ahead(by, core_ahead(by, set[SHOGI_CLASS_KNIGHT])), box, n);
}

SHOGI_BB void core_count_slides(const struct shogi_bb *set, int by, struct shogi_bb occupied,
                                const struct shogi_bb box[2], int n[2])
{
    uint64_t inner = inner_files(occupied);
    BB_EACH(lance, set[SHOGI_CLASS_LANCE])
    {
        core_count(slide_lance(by, lance, occupied), box, n);
    }
    BB_EACH(bishop, set[SHOGI_CLASS_BISHOP])
    {
        core_count(slide_bishop(bishop, inner), box, n);
    }
    BB_EACH(rook, set[SHOGI_CLASS_ROOK])
    {
        core_count(slide_rook(rook, occupied, inner), box, n);
    }
    BB_EACH(horse, set[SHOGI_CLASS_HORSE])
    {
        core_count(piece_attacks(by, SHOGI_CLASS_HORSE, horse, occupied), box, n);
    }
    BB_EACH(dragon, set[SHOGI_CLASS_DRAGON])
    {
        core_count(piece_attacks(by, SHOGI_CLASS_DRAGON, dragon, occupied), box, n);
    }
}

void CORE(advance_effects)(const struct shogi_pos *pos, const struct shogi_bb box[2], int n[2][2])
{
    struct shogi_bb occupied = shogi_occupied(pos);
    for (int by = 0; by < 2; by++) {
        int counts[2] = {0, 0};
        core_count_steps(pos->bb[by], by, box, counts);
        core_count_slides(pos->bb[by], by, occupied, box, counts);
        n[by][0] = counts[0];
        n[by][1] = counts[1];
    }
}
