/* value_source_static.c: the judges static and quiescence; see value_source.h.
 *
 * Static values are carried along from move to move as in a search.  Quiescence depends on the
 * position alone (engine_search.h), so that it does not matter what the same thread saw before. */
#include <inttypes.h>

#include "base/alloc.h"
#include "engine/eval/paper.h"
#include "engine/eval/weights.h"
#include "engine/search/engine_search.h"
#include "values/sheet/sheet.h"
#include "values/sheet/value_source_internal.h"

static enum status open_weights(struct value_source *j, const char *argument,
                                const struct value_source_options *o, struct err *err)
{
    struct weights *w = NULL;
    (void)argument;
    enum status status = weights_open(&w, o->weights ? o->weights : "paper", err);
    if (status != STATUS_OK)
        return status;
    j->own = w;
    buf_printf(&j->line, "%s %s %016" PRIx64, j->type->name, weights_eval(w).type->name,
               weights_hash(w));
    return STATUS_OK;
}

static void close_weights(void *own)
{
    weights_close(own);
}

/* --- Static ----------------------------------------------------------------------------------- */

static enum status open_state(struct value_source_worker *w, struct err *err)
{
    size_t bytes = weights_eval(w->value_source->own).type->state_bytes;
    w->own = mem_calloc_aligned(64, 1, (bytes + 63) / 64 * 64);
    return w->own ? STATUS_OK : err_nomem(err);
}

/* The paper's function needs the progress, which a sheet has in its marks. */
static bool takes_marks(const struct eval *eval, const struct value_source_game *g)
{
    return g->marks && eval->type == &eval_paper &&
           ((const struct paper *)eval->weights)->rule == ADVANCE_PAPER;
}

static int value_by_mark(const struct eval *eval, void *state, const struct shogi_pos *pos,
                         const struct sheet_mark *m)
{
    const struct advance a = {.attack = {m->attack[0], m->attack[1]},
                              .defence = {m->defence[0], m->defence[1]},
                              .whole = m->whole};
    return paper_value_at(eval->weights, state, pos, &a);
}

static enum status evaluate_static(struct value_source_worker *w, const struct value_source_game *g,
                                   int16_t *values, struct err *err)
{
    struct eval eval = weights_eval(w->value_source->own);
    struct shogi_pos pos = *g->start;
    struct shogi_undo undo;
    bool by_mark = takes_marks(&eval, g);
    (void)err;
    for (uint32_t ply = 0;; ply++) {
        /* what is carried along has room for a search, not for a long game */
        if (ply % THINK_MAX_PLY == 0)
            eval.type->begin(eval.weights, w->own, &pos);
        int value = by_mark ? value_by_mark(&eval, w->own, &pos, &g->marks[ply])
                            : eval.type->value(eval.weights, w->own, &pos);
        values[ply] = value_source_value(value, pos.turn);
        if (ply == g->plies)
            break;
        eval.type->play(eval.weights, w->own, &pos, g->moves[ply]);
        shogi_play(&pos, g->moves[ply], &undo);
    }
    return STATUS_OK;
}

const struct value_source_type value_source_static = {.name = "static",
                                                      .open = open_weights,
                                                      .close = close_weights,
                                                      .worker_open = open_state,
                                                      .worker_close = mem_free,
                                                      .game = evaluate_static};

/* --- Quiescence ------------------------------------------------------------------------------- */

static enum status open_thinker(struct value_source_worker *w, struct err *err)
{
    const struct think_options o = {.threads = 1, .eval = weights_eval(w->value_source->own)};
    struct thinker *t = NULL;
    enum status status = thinker_open(&t, &o, err);
    w->own = t;
    return status;
}

static void close_thinker(void *own)
{
    thinker_close(own);
}

static int16_t quiet_value(int for_mover, int turn)
{
    if (for_mover > THINK_MATE_BOUND)
        return value_source_mate(turn, THINK_MATE - for_mover);
    if (for_mover < -THINK_MATE_BOUND)
        return value_source_mate(turn ^ 1, THINK_MATE + for_mover);
    return value_source_value(for_mover, turn);
}

static enum status evaluate_qsearch(struct value_source_worker *w,
                                    const struct value_source_game *g, int16_t *values,
                                    struct err *err)
{
    struct shogi_pos pos = *g->start;
    struct shogi_undo undo;
    (void)err;
    for (uint32_t ply = 0;; ply++) {
        values[ply] = quiet_value(think_qsearch(w->own, &pos), pos.turn);
        if (ply == g->plies)
            break;
        shogi_play(&pos, g->moves[ply], &undo);
    }
    return STATUS_OK;
}

const struct value_source_type value_source_qsearch = {.name = "quiescence",
                                                       .open = open_weights,
                                                       .close = close_weights,
                                                       .worker_open = open_thinker,
                                                       .worker_close = close_thinker,
                                                       .game = evaluate_qsearch};
