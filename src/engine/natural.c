/* natural.c: see natural.h.  What is looked at is in natural_features.c.
 *
 * All sums are of integers, so that every processor gives every move the same score.  A hidden unit
 * is a sum of at most 64 + 64 + 2 × 24 rows of at most ±127 and fits sixteen bits. */
#include "engine/natural.h"

#include <math.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/alloc.h"
#include "base/file.h"
#include "engine/natural_model.h"
#include "natural_tables.h"

const char *const natural_class_names[NATURAL_CLASSES] = {"pro", "amateur", "online"};

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

/* --- Scores ----------------------------------------------------------------------------------- */

typedef int16_t eight __attribute__((vector_size(16), may_alias));
enum { VECTORS = NATURAL_HIDDEN / 8 };

struct units {
    eight v[VECTORS];
};

typedef int8_t eight_bytes __attribute__((vector_size(8), may_alias));

static inline void add_row(struct units *sum, const int8_t *row)
{
    for (int v = 0; v < VECTORS; v++)
        sum->v[v] += __builtin_convertvector(((const eight_bytes *)row)[v], eight);
}

static inline void add_units(struct units *sum, const struct units *more)
{
    for (int v = 0; v < VECTORS; v++)
        sum->v[v] += more->v[v];
}

struct judging {
    const struct natural *n;
    struct natural_scene scene;
    struct units position;
    struct units to[SHOGI_SQUARES], from[SHOGI_SQUARES]; /* what the neighbours add, if known */
    bool to_known[SHOGI_SQUARES], from_known[SHOGI_SQUARES];
};

static const struct units *units_around(struct judging *j, int square, int first,
                                        struct units *known, bool *is_known)
{
    if (is_known[square])
        return &known[square];
    const struct natural_around *a = natural_look_around(&j->scene, square);
    struct units sum = {0};
    for (int i = 0; i < a->count; i++)
        add_row(&sum, j->n->row[first + a->item[i]]);
    known[square] = sum;
    is_known[square] = true;
    return &known[square];
}

typedef int32_t four __attribute__((vector_size(16), may_alias));

/* Sums of products of neighbours. */
static inline four multiply_pairs(eight a, eight b)
{
#if defined(__SSE2__)
    return (four)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    return (four){a[0] * b[0] + a[1] * b[1], a[2] * b[2] + a[3] * b[3], a[4] * b[4] + a[5] * b[5],
                  a[6] * b[6] + a[7] * b[7]};
#endif
}

static int32_t hidden_score(const struct natural *n, const struct units *units)
{
    four sum = {0};
    for (int v = 0; v < VECTORS; v++) {
        eight x = units->v[v];
        x &= x > 0;
        eight over = x > (int16_t)NATURAL_UNIT_MOST;
        x = (x & ~over) | (over & (int16_t)NATURAL_UNIT_MOST);
        sum += multiply_pairs(x, ((const eight *)n->out)[v]);
    }
    return sum[0] + sum[1] + sum[2] + sum[3];
}

static void fetch(const struct natural *n, const struct natural_active *a)
{
    for (int i = 0; i < a->rows; i++)
        __builtin_prefetch(n->row[a->row[i]]);
    for (int i = 0; i < a->hashes; i++)
        __builtin_prefetch(&n->hash[a->hash[i]]);
}

static float score_move(struct judging *j, const struct natural_active *a)
{
    const struct natural *n = j->n;
    const struct natural_around *around = natural_look_around(&j->scene, a->to);
    const int16_t *neighbour = n->neighbour + natural_neighbour(a->sort, 0);
    struct units units = j->position;
    int32_t worth = 0, hashed = 0;
    for (int i = 0; i < a->rows; i++) {
        add_row(&units, n->row[a->row[i]]);
        worth += n->worth[a->row[i]];
    }
    for (int i = 0; i < a->hashes; i++)
        hashed += n->hash[a->hash[i]];
    for (int i = 0; i < around->count; i++)
        worth += neighbour[around->item[i]];
    add_units(&units, units_around(j, a->to, ROW_AROUND_TO, j->to, j->to_known));
    if (a->from != SHOGI_NO_SQUARE)
        add_units(&units, units_around(j, a->from, ROW_AROUND_FROM, j->from, j->from_known));
    return (float)worth / NATURAL_WORTH_ONE + (float)hashed * n->hash_one +
           (float)hidden_score(n, &units) / (NATURAL_ROW_ONE * NATURAL_OUT_ONE);
}

/* While the rows of a move are on their way from memory, the next one is looked at. */
static void score_moves(struct judging *j, struct natural_move *moves, int count)
{
    struct natural_active active[2];
    for (int i = 0; i <= count; i++) {
        if (i < count) {
            natural_look_at(&j->scene, moves[i].move, &active[i & 1]);
            fetch(j->n, &active[i & 1]);
        }
        if (i > 0)
            moves[i - 1].score = score_move(j, &active[(i - 1) & 1]);
    }
}

/* --- Probabilities ---------------------------------------------------------------------------- */

static void make_probabilities(struct natural_move *moves, int count)
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

static void begin(struct judging *j, const struct natural *n, const struct natural_question *q)
{
    j->n = n;
    natural_look(&j->scene, q);
    memset(j->to_known, 0, sizeof j->to_known);
    memset(j->from_known, 0, sizeof j->from_known);
    memset(&j->position, 0, sizeof j->position);
    for (int i = 0; i < j->scene.rows; i++)
        add_row(&j->position, n->row[j->scene.row[i]]);
}

int natural_judge(const struct natural *n, const struct natural_question *q,
                  struct natural_move *out)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    struct judging j;
    int count = shogi_legal_moves(q->pos, moves);
    begin(&j, n, q);
    for (int i = 0; i < count; i++)
        out[i] = (struct natural_move){.move = moves[i]};
    score_moves(&j, out, count);
    if (q->values)
        natural_values_add(&n->values, j.scene.phase, q->values, out, count);
    make_probabilities(out, count);
    return count;
}

/* --- The dial --------------------------------------------------------------------------------- */

int natural_choose(const struct natural_move *moves, const int16_t *values, int n, int dial)
{
    /* A pawn for a move that is e times as likely: at 50, with the built-in model. */
    enum { SCALE = 100, WORST = -2 * INT16_MAX };
    int best = 0;
    double most = -INFINITY;
    if (!values)
        dial = 100;
    for (int i = 0; i < n; i++) {
        int value = !values ? 0 : values[i] == NATURAL_NO_VALUE ? WORST : values[i];
        double natural = log(fmax((double)moves[i].p, 1e-30));
        double sum = (100 - dial) / 100.0 * value / SCALE + dial / 100.0 * natural;
        if (dial == 0)
            sum = value;
        if (sum > most) {
            most = sum;
            best = i;
        }
    }
    return best;
}
