/* shogi_repetition.c: the fourth occurrence of a position. */
#include "games/shogi/shogi.h"

enum { FOURTH = 4 };

/* Was the side to move at `last` in check there and at all its turns back to `first`, not
 * included?  Turns alternate, so its positions are every second one. */
static bool always_in_check(const struct shogi_history_entry *history, unsigned first,
                            unsigned last)
{
    for (unsigned back = 0; back < last - first; back += 2)
        if (!history[last - back].in_check)
            return false;
    return true;
}

enum shogi_repetition shogi_repetition(const struct shogi_history_entry *history, unsigned n)
{
    unsigned last = n - 1;
    unsigned seen = 1;
    if (n == 0)
        return SHOGI_REP_NONE;
    for (unsigned back = 2; back <= last && seen < FOURTH; back += 2) {
        unsigned i = last - back;
        if (history[i].hash != history[last].hash || ++seen < FOURTH)
            continue;
        if (always_in_check(history, i, last))
            return SHOGI_REP_WIN;
        return always_in_check(history, i, last - 1) ? SHOGI_REP_LOSS : SHOGI_REP_DRAW;
    }
    return SHOGI_REP_NONE;
}
