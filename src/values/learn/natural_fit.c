/* natural_fit.c: see natural_fit.h. */
#include "values/learn/natural_fit.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/rng.h"

#define CORE(name) name##_base
#include "values/learn/natural_fit_core.h"

#if NATURAL_FIT_HAVE_V3
#define ADD(...)                                                                                   \
    (cpu_level() >= CPU_V3 ? natural_fit_add_v3(__VA_ARGS__) : natural_fit_add_base(__VA_ARGS__))
#else
#define ADD(...) natural_fit_add_base(__VA_ARGS__)
#endif

enum { ALIGNMENT = 64 };

/* --- Beginning -------------------------------------------------------------------------------- */

static float *new_floats(void)
{
    return mem_calloc_aligned(ALIGNMENT, (FIT_FLOATS + 15) / 16 * 16, sizeof(float));
}

static bool allocate(struct natural_fit *f)
{
    f->weight = new_floats();
    f->m = f->weight ? new_floats() : NULL;
    f->v = f->m ? new_floats() : NULL;
    bool good = f->v != NULL;
    for (int i = 0; i < ADAM_SHARDS && good; i++) {
        f->shards[i].gradient = new_floats();
        f->shards[i].touched = mem_calloc(FIT_LINES, 1);
        good = f->shards[i].gradient && f->shards[i].touched;
    }
    return good;
}

void natural_fit_close(struct natural_fit *f)
{
    if (!f)
        return;
    mem_free(f->weight);
    mem_free(f->m);
    mem_free(f->v);
    for (int i = 0; i < ADAM_SHARDS; i++) {
        mem_free(f->shards[i].gradient);
        mem_free(f->shards[i].touched);
    }
    mem_free(f);
}

static void scatter(struct rng *rng, float *weights, size_t n, float width)
{
    for (size_t i = 0; i < n; i++)
        weights[i] = (float)(rng_double(rng) - 0.5) * width;
}

/* Small enough that scores begin near 0, large enough that units differ: about 90 rows add up. */
static void begin_hidden(struct natural_fit *f)
{
    struct rng rng;
    rng_seed_stream(&rng, f->o.seed, UINT64_MAX);
    for (int i = 0; i < NATURAL_ROWS; i++)
        scatter(&rng, f->weight + (size_t)i * NATURAL_LANES, NATURAL_HIDDEN, 0.1F);
    scatter(&rng, f->weight + FIT_HEAD, (size_t)NATURAL_HEAD_ROWS * NATURAL_HEAD, 0.2F);
    scatter(&rng, f->weight + FIT_HEAD_TO, (size_t)2 * NATURAL_PLACINGS * NATURAL_HEAD, 0.02F);
    for (int h = 0; h < NATURAL_HIDDEN; h++)
        f->weight[FIT_OUT + h] = h % 2 ? 0.25F : -0.25F;
    f->weight[FIT_OUT + NATURAL_HIDDEN] = 1;
}

enum status natural_fit_open(struct natural_fit **out, const struct natural_samples *samples,
                             const struct natural_fit_options *o, struct err *err)
{
    *out = NULL;
    struct natural_fit *f = mem_calloc(1, sizeof *f);
    if (!f || !allocate(f)) {
        natural_fit_close(f);
        return err_nomem(err);
    }
    f->samples = samples;
    f->o = *o;
    begin_hidden(f);
    *out = f;
    return STATUS_OK;
}

/* --- Learning --------------------------------------------------------------------------------- */

static void add(void *ctx, int part, const uint32_t *which, size_t n, int shard,
                struct adam_sums *sums)
{
    const struct natural_fit *f = ctx;
    part = part == ADAM_HELD_OUT ? NATURAL_HELD_OUT : f->training;
    ADD(f, f->samples->part[part].rows, which, n, shard < 0 ? NULL : &f->shards[shard], sums);
}

/* The sum of the shards' gradients of a line, which are cleared; false if there is none. */
static bool sum_shards(struct natural_fit *f, size_t line, float *sum)
{
    bool any = false;
    for (int s = 0; s < ADAM_SHARDS; s++) {
        struct natural_fit_shard *shard = &f->shards[s];
        if (!shard->touched[line])
            continue;
        shard->touched[line] = 0;
        float *part = shard->gradient + line * ADAM_LANES;
        for (int i = 0; i < ADAM_LANES; i++) {
            sum[i] = (any ? sum[i] : 0) + part[i];
            part[i] = 0;
        }
        any = true;
    }
    return any;
}

static void update(void *ctx, const struct adam_step *step, unsigned nth, unsigned n)
{
    struct natural_fit *f = ctx;
    if (nth == 0) /* the others must not even write it back */
        f->steps++;
    size_t from = (size_t)FIT_LINES * nth / n, to = (size_t)FIT_LINES * (nth + 1) / n;
    for (size_t line = from; line < to; line++) {
        _Alignas(32) float sum[ADAM_LANES] = {0};
        size_t at = line * ADAM_LANES;
        float decay = at >= FIT_OUT          ? 0
                      : at >= FIT_HEAD       ? f->o.head_decay
                      : at >= FIT_NEIGHBOURS ? f->o.neighbour_decay
                                             : f->o.decay;
        if (sum_shards(f, line, sum))
            adam_update(step, decay, f->weight + at, f->m + at, f->v + at, sum, ADAM_LANES);
    }
    if (nth == n - 1) { /* what a worth counts is no weight */
        f->weight[FIT_OUT + NATURAL_HIDDEN] = 1;
        f->weight[FIT_OUT + NATURAL_HIDDEN + 1] = 0;
    }
}

struct adam_model natural_fit_model(struct natural_fit *f, bool before)
{
    const struct natural_sample_set *part = f->samples->part;
    f->training = before ? NATURAL_BEFORE : NATURAL_TRAINING;
    return (struct adam_model){.ctx = f,
                               .examples = {part[f->training].count, part[NATURAL_HELD_OUT].count},
                               .add = add,
                               .update = update};
}

struct natural_figures natural_fit_mean(const struct adam_sums *sums)
{
    struct natural_figures mean = {0};
    int classes = 0;
    for (int c = 0; c < NATURAL_CLASSES; c++) {
        struct natural_figures one = natural_fit_figures(sums, c);
        if (one.positions == 0)
            continue;
        classes++;
        mean.positions += one.positions;
        mean.loss += one.loss / one.positions;
        mean.top1 += one.top1 / one.positions;
        mean.top3 += one.top3 / one.positions;
    }
    if (classes) {
        mean.loss /= classes;
        mean.top1 /= classes;
        mean.top3 /= classes;
    }
    return mean;
}

/* --- Integers --------------------------------------------------------------------------------- */

static int rounded(double x, int most)
{
    return x > most ? most : x < -most ? -most : (int)lrint(x);
}

static void quantise_bytes(const float *from, int8_t *to, size_t n, int one)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (int8_t)rounded((double)from[i] * one, NATURAL_ROW_MOST);
}

static void set_worth(int8_t *row, double worth)
{
    int all = rounded(worth, NATURAL_WORTH_MOST);
    int high = rounded((double)all / NATURAL_WORTH_HIGH, NATURAL_ROW_MOST);
    row[NATURAL_HIDDEN] = (int8_t)high;
    row[NATURAL_HIDDEN + 1] = (int8_t)(all - high * NATURAL_WORTH_HIGH);
}

static int get_worth(const int8_t *row)
{
    return row[NATURAL_HIDDEN] * NATURAL_WORTH_HIGH + row[NATURAL_HIDDEN + 1];
}

static int16_t quantised_neighbour(double x)
{
    return (int16_t)rounded(x, NATURAL_NEIGHBOUR_MOST);
}

enum status natural_fit_quantise(const struct natural_fit *f, struct natural **out, struct err *err)
{
    struct natural *n = *out = mem_calloc_aligned(64, 1, sizeof *n);
    if (!n)
        return err_nomem(err);
    for (int i = 0; i < NATURAL_ROWS; i++) {
        const float *row = row_of(f, i);
        quantise_bytes(row, n->row[i], NATURAL_HIDDEN, NATURAL_ROW_ONE);
        set_worth(n->row[i], (double)row[NATURAL_HIDDEN] * NATURAL_WORTH_ONE);
    }
    for (int i = 0; i < NATURAL_ITEMS; i++)
        for (int sort = 0; sort < NATURAL_SORTS; sort++)
            n->neighbour[i][sort] = quantised_neighbour(
                (double)f->weight[FIT_NEIGHBOURS + i * NATURAL_LANES + sort] * NATURAL_WORTH_ONE);
    quantise_bytes(f->weight + FIT_HEAD, n->head[0], sizeof n->head, NATURAL_ROW_ONE);
    quantise_bytes(f->weight + FIT_HEAD_TO, n->head_to[0], sizeof n->head_to, NATURAL_HEAD_ONE);
    quantise_bytes(f->weight + FIT_HEAD_FROM, n->head_from[0], sizeof n->head_from,
                   NATURAL_HEAD_ONE);
    for (int h = 0; h < NATURAL_HIDDEN; h++)
        n->out[h] =
            (int16_t)rounded((double)f->weight[FIT_OUT + h] * NATURAL_OUT_ONE, NATURAL_OUT_MOST);
    natural_fix_worths(n);
    natural_values_begin(&n->values);
    return STATUS_OK;
}

/* --- Being less sure -------------------------------------------------------------------------- */

enum {
    TEMPERATURES = 36,
    TEMPERATURE_ONE = 30,
    MOST_TEMPERED = 20000 /* positions: enough for a number */
};

static double temperature_at(int i)
{
    return 1 + 0.01 * (i - TEMPERATURE_ONE);
}

/* -ln p of the move played, if scores are multiplied with t. */
static double tempered_loss(const struct natural_move *moves, int count, int played, double t)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += exp(t * ((double)moves[i].score - (double)moves[played].score));
    return log(sum);
}

static int sample_loss(const struct natural *n, const struct natural_sample *s,
                       struct natural_move *moves, int *played)
{
    const struct natural_input q = {
        .pos = &s->pos, .past = &s->past, .class = s->class, .ply = s->ply};
    int count = natural_infer(n, &q, moves);
    *played = 0;
    while (*played < count - 1 && moves[*played].move != s->played)
        ++*played;
    return count;
}

static void multiply_bytes(int8_t *x, size_t n, double t)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (int8_t)rounded(x[i] * t, NATURAL_ROW_MOST);
}

static void multiply(struct natural *n, double t)
{
    for (int i = 0; i < NATURAL_ROWS; i++)
        set_worth(n->row[i], get_worth(n->row[i]) * t);
    for (int i = 0; i < NATURAL_ITEMS; i++)
        for (int sort = 0; sort < NATURAL_SORTS; sort++)
            n->neighbour[i][sort] = quantised_neighbour(n->neighbour[i][sort] * t);
    for (int h = 0; h < NATURAL_HIDDEN; h++)
        n->out[h] = (int16_t)rounded(n->out[h] * t, NATURAL_OUT_MOST);
    multiply_bytes(n->head_to[0], sizeof n->head_to, t);
    multiply_bytes(n->head_from[0], sizeof n->head_from, t);
}

static void add_tempered(const struct natural *n, const struct natural_sample *s, double *losses)
{
    struct natural_move moves[SHOGI_MAX_MOVES];
    int played, count = sample_loss(n, s, moves, &played);
    for (int i = 0; i < TEMPERATURES; i++)
        losses[i] += tempered_loss(moves, count, played, temperature_at(i));
}

static double best_temperature(const struct natural *n, const struct natural_sample_set *held)
{
    size_t every = held->count / MOST_TEMPERED + 1, positions[NATURAL_CLASSES] = {0};
    double losses[NATURAL_CLASSES][TEMPERATURES] = {0};
    for (size_t k = 0; k < held->count; k += every) {
        const struct natural_sample *s = &held->rows[k];
        if (s->ply < NATURAL_FROM_PLY)
            continue;
        add_tempered(n, s, losses[s->class]);
        positions[s->class]++;
    }
    int best = TEMPERATURE_ONE; /* nothing is known */
    double least = INFINITY;
    for (int i = 0; i < TEMPERATURES; i++) {
        double mean = 0;
        for (int c = 0; c < NATURAL_CLASSES; c++)
            mean += positions[c] ? losses[c][i] / (double)positions[c] : 0;
        if (mean < least && mean > 0) {
            least = mean;
            best = i;
        }
    }
    return temperature_at(best);
}

double natural_fit_temperature(struct natural *n, float with, const struct natural_samples *samples)
{
    double by = with > 0 ? (double)with : best_temperature(n, &samples->part[NATURAL_HELD_OUT]);
    multiply(n, by);
    return by;
}

void natural_fit_evaluate(const struct natural *n, const struct natural_samples *samples,
                          struct adam_sums *sums)
{
    const struct natural_sample_set *held = &samples->part[NATURAL_HELD_OUT];
    for (size_t i = 0; i < held->count; i++) {
        const struct natural_sample *s = &held->rows[i];
        struct natural_move moves[SHOGI_MAX_MOVES];
        int played, place = 0;
        if (s->ply < NATURAL_FROM_PLY)
            continue;
        int count = sample_loss(n, s, moves, &played);
        for (int k = 0; k < count; k++)
            place += moves[k].score > moves[played].score ||
                     (moves[k].score == moves[played].score && k < played);
        natural_fit_count(sums, s, place, log(fmax((double)moves[played].p, 1e-30)));
    }
}
