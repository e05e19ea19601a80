/* sheet_mark.c: what a position shows at once; see sheet.h. */
#include "engine/eval/see.h"
#include "games/shogi/shogi_advance.h"
#include "values/sheet/sheet_internal.h"

/* Can the side to move win material by a capture? */
static bool sheet_is_hanging(const struct shogi_pos *pos)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = shogi_capture_moves(pos, moves);
    for (int i = 0; i < n; i++)
        if (pos->board[shogi_move_to(moves[i])] && see_ge(pos, moves[i], 1))
            return true;
    return false;
}

struct sheet_mark sheet_mark_of(const struct shogi_pos *pos, enum advance_rule rule)
{
    struct advance a;
    advance_by(rule, pos, &a);
    unsigned flags = pos->turn == SHOGI_WHITE ? MARK_WHITE : 0;
    flags |= shogi_in_check(pos) ? MARK_CHECK : 0;
    flags |= sheet_is_hanging(pos) ? MARK_HANGING : 0;
    return (struct sheet_mark){.attack = {(uint8_t)a.attack[0], (uint8_t)a.attack[1]},
                               .defence = {(uint8_t)a.defence[0], (uint8_t)a.defence[1]},
                               .whole = (uint8_t)a.whole,
                               .flags = (uint8_t)flags};
}
