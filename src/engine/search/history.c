/* history.c: what the search remembers of moves that did well or badly.
 *
 * Every number moves towards the limit of its sign by a share of what is missing (gravity), so that the
 * latest searches count most and no number overflows. */
#include <string.h>

#include "engine/search/engine_search_internal.h"

static void history_update(int16_t *at, int bonus)
{
    int most = bonus < 0 ? -bonus : bonus;
    *at = (int16_t)(*at + bonus - *at * most / HISTORY_MAX);
}

void history_clear(struct history_tables *m)
{
    memset(m->quiet, 0, sizeof m->quiet);
    memset(m->capture, 0, sizeof m->capture);
    memset(m->counter, 0, sizeof m->counter);
    for (int first = 0; first < PIECE_TO_COUNT; first++)
        for (; m->touched[first]; m->touched[first] &= m->touched[first] - 1) {
            int piece = __builtin_ctz(m->touched[first]);
            memset(&m->continuation[first][piece * SHOGI_SQUARES], 0,
                   SHOGI_SQUARES * sizeof m->continuation[0][0]);
        }
}

static void update_quiet_history(struct search_worker *w, const struct stack_frame *f, shogi_move m,
                                 int bonus)
{
    int piece_to = piece_to_of(&w->pos, m);
    history_update(&w->history->quiet[w->pos.turn][from_code(m)][shogi_move_to(m)], bonus);
    for (int back = 1; back <= 2; back++)
        if (f[-back].piece_to < PIECE_TO_COUNT) {
            history_update(&w->history->continuation[f[-back].piece_to][piece_to], bonus);
            w->history->touched[f[-back].piece_to] |= 1U << piece_to / SHOGI_SQUARES;
        }
}

void histories_update(struct search_worker *w, struct stack_frame *f, shogi_move best, int depth,
                      const shogi_move *tried, int count)
{
    int bonus = depth * depth * tuned(w, TUNED_BONUS_SQUARE) + tuned(w, TUNED_BONUS_DEPTH) * depth;
    bonus = bonus > tuned(w, TUNED_BONUS_MOST) ? tuned(w, TUNED_BONUS_MOST) : bonus;
    int taken = captured_by(&w->pos, best);
    if (taken) {
        history_update(&w->history->capture[piece_to_of(&w->pos, best)][shogi_kind_of(taken)],
                       bonus);
    } else {
        update_quiet_history(w, f, best, bonus);
        if (f->killers[0] != best) {
            f->killers[1] = f->killers[0];
            f->killers[0] = best;
        }
        if (f[-1].piece_to < PIECE_TO_COUNT)
            w->history->counter[f[-1].piece_to] = best;
    }
    for (int i = 0; i < count; i++) {
        int other = captured_by(&w->pos, tried[i]);
        if (tried[i] == best)
            continue;
        if (other)
            history_update(
                &w->history->capture[piece_to_of(&w->pos, tried[i])][shogi_kind_of(other)], -bonus);
        else if (!taken)
            update_quiet_history(w, f, tried[i], -bonus);
    }
}

int quiet_history(const struct search_worker *w, const struct stack_frame *f, shogi_move m)
{
    int piece_to = piece_to_of(&w->pos, m);
    int sum = 2 * w->history->quiet[w->pos.turn][from_code(m)][shogi_move_to(m)];
    for (int back = 1; back <= 2 && has(w, PART_CONTINUATION); back++)
        if (f[-back].piece_to < PIECE_TO_COUNT)
            sum += w->history->continuation[f[-back].piece_to][piece_to];
    return sum;
}
