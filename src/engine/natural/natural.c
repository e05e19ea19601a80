/* natural.c: see natural.h.  What is looked at is in natural_features_core.h, scores in natural_core.h:
 * all sums are of integers, so that every processor gives every move the same score. */
#include "engine/natural/natural.h"

#include <math.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/io/file.h"
#include "engine/natural/natural_internal.h"
#include "natural_tables.h"

#define CORE(name) name##_base
#include "engine/natural/natural_core.h"

#if NATURAL_HAVE_X86
#define SCORE(...)                                                                                 \
    (cpu_level() >= CPU_V4   ? natural_score_v4(__VA_ARGS__)                                       \
     : cpu_level() >= CPU_V3 ? natural_score_v3(__VA_ARGS__)                                       \
                             : natural_score_base(__VA_ARGS__))
#else
#define SCORE(...) natural_score_base(__VA_ARGS__)
#endif

const char *const natural_class_names[NATURAL_CLASSES + 1] = {"pro", "amateur", "online", NULL};

/* --- Opening ---------------------------------------------------------------------------------- */

enum { MOST_BYTES = 16 << 20 };

enum status natural_open(struct natural **out, const char *path, struct err *err)
{
    struct buf file;
    *out = NULL;
    if (!path)
        return natural_read(out, span_make(NATURAL_BYTES, sizeof NATURAL_BYTES), err);
    buf_init(&file, MOST_BYTES);
    enum status status = file_read(path, MOST_BYTES, &file, err);
    if (status == STATUS_OK)
        status = natural_read(out, buf_span(&file), err);
    if (status != STATUS_OK && err && !err->file[0])
        err_in_file(err, span_of(path));
    buf_release(&file);
    return status;
}

void natural_close(struct natural *n)
{
    mem_free(n);
}

/* --- The moves before ------------------------------------------------------------------------- */

void natural_past_clear(struct natural_past *past)
{
    for (int i = 0; i < NATURAL_PAST; i++) {
        past->moves[i] = 0;
        past->steps[i] = (struct flow_step){.to = FLOW_NO_STEP};
    }
}

void natural_past_add(struct natural_past *past, const struct shogi_pos *before, shogi_move m)
{
    for (int i = NATURAL_PAST - 1; i > 0; i--) {
        past->moves[i] = past->moves[i - 1];
        past->steps[i] = past->steps[i - 1];
    }
    past->moves[0] = m;
    past->steps[0] = flow_step_of(before, m);
}

/* --- Probabilities ---------------------------------------------------------------------------- */

void natural_normalize(struct natural_move *moves, int count)
{
    float most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++)
        most = moves[i].score > most ? moves[i].score : most;
    for (int i = 0; i < count; i++) {
        moves[i].p = expf(moves[i].score - most);
        sum += moves[i].p;
    }
    for (int i = 0; i < count; i++)
        moves[i].p /= sum;
}

int natural_infer(const struct natural *n, const struct natural_input *q, struct natural_move *out)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int count = shogi_legal_moves(q->pos, moves);
    for (int i = 0; i < count; i++)
        out[i] = (struct natural_move){.move = moves[i]};
    SCORE(n, q, out, count);
    if (q->values)
        natural_values_add(&n->values, q, out, count);
    natural_normalize(out, count);
    return count;
}
