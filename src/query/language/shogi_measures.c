/* shogi_measures.c: what is measured at positions of shogi: how far the game has come around the
 * kings (games/shogi/shogi_advance.h), what the position is worth, and how likely people of each
 * class were to play the move made there, which others say. */
#include "db/found_log.h"
#include "games/shogi/shogi_advance.h"
#include "query/language/shogi_words.h"

enum shogi_measure {
    PROGRESS,
    PROGRESS_DIFF,
    ATTACK_S,
    ATTACK_G,
    DEFENCE_S,
    DEFENCE_G,
    DEFENCE_DIFF,
    VALUE,
    FOUND_PRO,
    FOUND_AMATEUR,
    FOUND_ONLINE,
    SURPRISE,
    ROWS,
};

#define OF_MARK(byte) .mark = (byte) + 1
#define LESS_MARK(byte) .less = (byte) + 1
static const struct measure TABLE[ROWS] = {
    [PROGRESS] = {"progress", ADVANCE_ONE, .flipped = PROGRESS, OF_MARK(MARK_WHOLE)},
    [PROGRESS_DIFF] = {"progress.diff", ADVANCE_ONE, .flipped = PROGRESS_DIFF, .negated = true,
                       OF_MARK(MARK_ATTACK_FIRST), LESS_MARK(MARK_ATTACK_SECOND)},
    [ATTACK_S] = {"attack.s", ADVANCE_ONE, .flipped = ATTACK_G, OF_MARK(MARK_ATTACK_FIRST)},
    [ATTACK_G] = {"attack.g", ADVANCE_ONE, .flipped = ATTACK_S, OF_MARK(MARK_ATTACK_SECOND)},
    [DEFENCE_S] = {"defence.s", ADVANCE_ONE, .flipped = DEFENCE_G, OF_MARK(MARK_DEFENCE_FIRST)},
    [DEFENCE_G] = {"defence.g", ADVANCE_ONE, .flipped = DEFENCE_S, OF_MARK(MARK_DEFENCE_SECOND)},
    [DEFENCE_DIFF] = {"defence.diff", ADVANCE_ONE, .flipped = DEFENCE_DIFF, .negated = true,
                      OF_MARK(MARK_DEFENCE_FIRST), LESS_MARK(MARK_DEFENCE_SECOND)},
    [VALUE] = {"value", 1, .by = MEASURE_BY_VALUES, .flipped = VALUE, .negated = true},
    /* the classes in the order of found_log.h */
    [FOUND_PRO] = {"found.pro", MEASURE_UNIT, MEASURE_BY_FOUND, 0, .flipped = FOUND_PRO},
    [FOUND_AMATEUR] = {"found.amateur", MEASURE_UNIT, MEASURE_BY_FOUND, 1,
                       .flipped = FOUND_AMATEUR},
    [FOUND_ONLINE] = {"found.online", MEASURE_UNIT, MEASURE_BY_FOUND, 2, .flipped = FOUND_ONLINE},
    [SURPRISE] = {"surprise", FOUND_NAT, MEASURE_BY_SURPRISE, 0, .flipped = SURPRISE},
};

static void measure(const void *pos, uint64_t wanted, int32_t *out)
{
    struct advance a;
    (void)wanted;
    advance_of(pos, &a);
    out[PROGRESS] = a.whole;
    out[PROGRESS_DIFF] = a.attack[0] - a.attack[1];
    out[ATTACK_S] = a.attack[0];
    out[ATTACK_G] = a.attack[1];
    out[DEFENCE_S] = a.defence[0];
    out[DEFENCE_G] = a.defence[1];
    out[DEFENCE_DIFF] = a.defence[0] - a.defence[1];
}

const struct measure_game shogi_measures = {TABLE, ROWS, measure};
