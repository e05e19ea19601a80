/* natural_fit.c: see natural_fit.h. */
#include "values/learn/natural_fit.h"

#include <math.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/io/file.h"
#include "base/le.h"
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
    f->rounded = f->v ? new_floats() : NULL;
    f->used = f->weight;
    bool good = f->rounded != NULL;
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
    mem_free(f->rounded);
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
    ADD(f, &f->samples->part[part], which, n, shard < 0 ? NULL : &f->shards[shard], sums);
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

static void keep_within(float *w, size_t n, float most)
{
    for (size_t i = 0; i < n; i++)
        w[i] = w[i] > most ? most : w[i] < -most ? -most : w[i];
}

/* Of a small number; from 3 · 2^22 on floats are whole. */
static float whole_of(float x)
{
    return (x + 12582912) - 12582912;
}

/* x is a multiple of the grid, half an even one; within what integers hold. */
static void round_line(float *to, float *from, const float *grid)
{
    for (int i = 0; i < ADAM_LANES; i++) {
        float most = grid[i] > 0 ? grid[i] * NATURAL_ROW_MOST : INFINITY;
        from[i] = from[i] > most ? most : from[i] < -most ? -most : from[i];
        to[i] = grid[i] > 0 ? whole_of(from[i] / grid[i]) * grid[i] : from[i];
    }
}

/* NULL: nothing is rounded there. */
static const float *grid_at(const struct fit_grid *grid, size_t at)
{
    return at >= FIT_OUT          ? NULL
           : at >= FIT_HEAD_TO    ? grid->placing + (at - FIT_HEAD_TO) % NATURAL_HEAD
           : at >= FIT_HEAD       ? grid->head + (at - FIT_HEAD) % NATURAL_HEAD
           : at >= FIT_NEIGHBOURS ? NULL
                                  : grid->row + at % NATURAL_LANES;
}

static void use_line(struct natural_fit *f, size_t at)
{
    const float *grid = grid_at(&f->grid, at);
    if (f->used == f->weight)
        return;
    if (grid)
        round_line(f->rounded + at, f->weight + at, grid);
    else
        memcpy(f->rounded + at, f->weight + at, ADAM_LANES * sizeof(float));
}

/* A line, after a step: within what integers hold. */
static void stay_within(float *w, size_t at)
{
    if (at >= FIT_OUT) {
        keep_within(w, ADAM_LANES, FIT_OUT_MOST);
    } else if (at >= FIT_HEAD) {
        keep_within(w, ADAM_LANES, FIT_HEAD_MOST);
    } else if (at >= FIT_NEIGHBOURS) {
        keep_within(w, ADAM_LANES, FIT_NEIGHBOUR_MOST);
    } else if (at % NATURAL_LANES < NATURAL_LANES - ADAM_LANES) {
        keep_within(w, ADAM_LANES, FIT_ROW_MOST);
    } else {
        keep_within(w, ADAM_LANES - 2, FIT_ROW_MOST);
        keep_within(w + ADAM_LANES - 2, 2, FIT_WORTH_MOST);
    }
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
        if (sum_shards(f, line, sum)) {
            adam_update(step, decay, f->weight + at, f->m + at, f->v + at, sum, ADAM_LANES);
            stay_within(f->weight + at, at);
            use_line(f, at);
        }
    }
    if (nth == n - 1) { /* what a worth counts is no weight */
        f->weight[FIT_OUT + NATURAL_HIDDEN] = 1;
        f->weight[FIT_OUT + NATURAL_HIDDEN + 1] = 0;
        use_line(f, FIT_FLOATS - ADAM_LANES);
    }
}

struct adam_model natural_fit_model(struct natural_fit *f, bool before)
{
    const struct natural_sample_set *part = f->samples->part;
    f->training = before ? NATURAL_BEFORE : NATURAL_TRAINING;
    f->labels = before ? 1 : f->o.labels;
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

/* --- What was learnt so far ------------------------------------------------------------------- */

/* A file: magic, u32 units, units of the whole, rows, 0; u64 steps; the weights and then the second
 * moments, the upper half of an f32 each; XXH3 of all that. */
#define KEPT_MAGIC "KIFUFIT1"
enum {
    KEPT_HEAD = 32,
    KEPT_MOMENTS = KEPT_HEAD + FIT_FLOATS * 2,
    KEPT_SUM = KEPT_MOMENTS + FIT_FLOATS * 2,
    KEPT_BYTES = KEPT_SUM + 8
};

/* The upper half, rounded: finer than the integers that become of a weight. */
static uint16_t half_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)((bits + 0x8000U) >> 16);
}

static float float_of(uint16_t half)
{
    uint32_t bits = (uint32_t)half << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

void natural_fit_settle(struct natural_fit *f)
{
    f->used = f->weight;
    for (size_t i = 0; i < FIT_FLOATS; i++) {
        f->m[i] = 0;
        f->v[i] = float_of(half_of(f->v[i]));
        f->weight[i] = float_of(half_of(f->weight[i]));
    }
}

static void kept_head(unsigned char *head)
{
    memcpy(head, KEPT_MAGIC, 8);
    le_put32(head + 8, NATURAL_HIDDEN);
    le_put32(head + 12, NATURAL_HEAD);
    le_put32(head + 16, NATURAL_ROWS);
    le_put32(head + 20, 0);
}

enum status natural_fit_keep(struct natural_fit *f, const char *path, struct err *err)
{
    unsigned char *bytes = mem_alloc(KEPT_BYTES);
    if (!bytes)
        return err_nomem(err);
    natural_fit_settle(f);
    kept_head(bytes);
    le_put64(bytes + KEPT_HEAD - 8, f->steps);
    for (size_t i = 0; i < FIT_FLOATS; i++) {
        le_put16(bytes + KEPT_HEAD + 2 * i, half_of(f->weight[i]));
        le_put16(bytes + KEPT_MOMENTS + 2 * i, half_of(f->v[i]));
    }
    le_put64(bytes + KEPT_SUM, XXH3_64bits(bytes, KEPT_SUM));
    enum status status = file_replace(path, span_make((const char *)bytes, KEPT_BYTES), err);
    mem_free(bytes);
    return status;
}

static bool read_kept(struct natural_fit *f, const struct buf *file)
{
    const unsigned char *bytes = (const unsigned char *)file->p;
    unsigned char head[KEPT_HEAD];
    bool finite = true;
    kept_head(head);
    if (file->n != KEPT_BYTES || memcmp(bytes, head, KEPT_HEAD - 8) != 0 ||
        le_get64(bytes + KEPT_SUM) != XXH3_64bits(bytes, KEPT_SUM))
        return false;
    f->steps = le_get64(bytes + KEPT_HEAD - 8);
    f->used = f->weight;
    for (size_t i = 0; i < FIT_FLOATS; i++) {
        f->weight[i] = float_of(le_get16(bytes + KEPT_HEAD + 2 * i));
        f->v[i] = float_of(le_get16(bytes + KEPT_MOMENTS + 2 * i));
        f->m[i] = 0;
        finite &= isfinite(f->weight[i]) && isfinite(f->v[i]) && f->v[i] >= 0;
    }
    return finite;
}

enum status natural_fit_start(struct natural_fit *f, const char *path, struct err *err)
{
    static const struct msg OTHER = {"not what --keep of this version wrote, or damaged",
                                     "この版の --keep で作ったものではないか、壊れています"};
    struct buf file;
    buf_init(&file, KEPT_BYTES);
    enum status status = file_read(path, KEPT_BYTES, &file, err);
    if (status == STATUS_OK && !read_kept(f, &file)) {
        status = err_plain(err, STATUS_SYNTAX, &OTHER);
        err_in_file(err, span_of(path));
    }
    buf_release(&file);
    return status;
}

/* --- Integers --------------------------------------------------------------------------------- */

/* Each unit is as fine as its largest weight lets it be: rows have become small where out has become
 * large, and the other way round. */
static int rounded(double x, int most)
{
    return x > most ? most : x < -most ? -most : (int)lrint(x);
}

/* Of n weights, each step floats from the next: the largest; never 0. */
static double largest(const float *from, size_t n, size_t step)
{
    float most = 1e-6F;
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, fabsf(from[i * step]));
    return (double)most;
}

/* A few weights are so large that a unit would be coarse if it held them all: features that are
 * hardly ever met drift far.  Those that errors depend on least are cut: the largest of n weights
 * that are left, by the share of gradients that what is cut has. */
static double largest_that_counts(const float *from, const float *moment, size_t n, size_t step)
{
    enum { BINS = 512 };
    double most = largest(from, n, step), share[BINS] = {0}, all = 0, cut = 0;
    for (size_t i = 0; i < n * step; i += step) {
        share[(int)((double)fabsf(from[i]) / most * (BINS - 1))] += (double)moment[i];
        all += (double)moment[i];
    }
    int bin = BINS - 1;
    while (bin > 0 && cut + share[bin] <= FIT_CUT_SHARE * all)
        cut += share[bin--];
    return all > 0 ? fmin(most, FIT_CUT_ROOM * most * (bin + 1) / (BINS - 1)) : most;
}

static float grid_of(const struct natural_fit *f, size_t at, size_t n, size_t step)
{
    return (float)(largest_that_counts(f->weight + at, f->v + at, n, step) / FIT_LEVELS);
}

static void find_grid(const struct natural_fit *f, struct fit_grid *grid)
{
    *grid = (struct fit_grid){0};
    for (int h = 0; h < NATURAL_HIDDEN; h++)
        grid->row[h] = grid_of(f, (size_t)h, NATURAL_ROWS, NATURAL_LANES);
    for (int h = 0; h < NATURAL_HEAD; h++) {
        grid->head[h] = grid_of(f, FIT_HEAD + (size_t)h, NATURAL_HEAD_ROWS, NATURAL_HEAD);
        grid->placing[h] =
            grid_of(f, FIT_HEAD_TO + (size_t)h, (size_t)2 * NATURAL_PLACINGS, NATURAL_HEAD);
    }
}

void natural_fit_round(struct natural_fit *f)
{
    find_grid(f, &f->grid);
    f->used = f->rounded;
    for (size_t line = 0; line < FIT_LINES; line++)
        use_line(f, line * ADAM_LANES);
}

static void quantise_unit(const float *from, int8_t *to, size_t n, size_t step, double one)
{
    for (size_t i = 0; i < n; i++)
        to[i * step] = (int8_t)rounded((double)from[i * step] * one, NATURAL_ROW_MOST);
}

static void set_worth(int8_t *row, double worth)
{
    int all = rounded(worth, NATURAL_WORTH_MOST);
    int high = rounded((double)all / NATURAL_WORTH_HIGH, NATURAL_ROW_MOST);
    row[NATURAL_HIDDEN] = (int8_t)high;
    row[NATURAL_HIDDEN + 1] = (int8_t)(all - high * NATURAL_WORTH_HIGH);
}

static int32_t count_of(double one)
{
    double count = rint((double)NATURAL_SCORE_ONE / one);
    return count > NATURAL_COUNT_MOST ? NATURAL_COUNT_MOST : count < 1 ? 1 : (int32_t)count;
}

/* Hidden units and worths.  Sums fit: all of out together are within NATURAL_OUTS_MOST. */
static void quantise_rows(const struct natural_fit *f, const struct fit_grid *grid,
                          struct natural *n)
{
    double out[NATURAL_HIDDEN], outs = 0, most = 1e-6;
    for (int h = 0; h < NATURAL_HIDDEN; h++) {
        double one = 1 / (double)grid->row[h];
        quantise_unit(f->weight + h, &n->row[0][h], NATURAL_ROWS, NATURAL_LANES, one);
        out[h] = (double)f->weight[FIT_OUT + h] / one;
        outs += fabs(out[h]);
        most = fmax(most, fabs(out[h]));
    }
    double worth =
        largest(f->weight + NATURAL_HIDDEN, NATURAL_ROWS, NATURAL_LANES) / NATURAL_WORTH_MOST;
    double one =
        fmin((NATURAL_OUTS_MOST - NATURAL_LANES) / (outs + (NATURAL_WORTH_HIGH + 1) * worth),
             INT16_MAX / fmax(most, NATURAL_WORTH_HIGH * worth));
    double low = fmax(1, floor(one * worth)); /* what the low part of a worth counts */
    if (one * worth >= 1)
        one = low / worth;
    else
        worth = low / one;
    n->counts.units = count_of(one);
    for (int h = 0; h < NATURAL_HIDDEN; h++)
        n->out[h] = (int16_t)rounded(out[h] * one, INT16_MAX);
    n->out[NATURAL_HIDDEN] = (int16_t)(low * NATURAL_WORTH_HIGH);
    n->out[NATURAL_HIDDEN + 1] = (int16_t)low;
    for (int i = 0; i < NATURAL_ROWS; i++)
        set_worth(n->row[i], (double)row_of(f, i)[NATURAL_HIDDEN] / worth);
}

static void quantise_whole(const struct natural_fit *f, const struct fit_grid *grid,
                           struct natural *n)
{
    double counts[NATURAL_HEAD], most = 0;
    for (int h = 0; h < NATURAL_HEAD; h++) {
        const float *head = f->weight + FIT_HEAD + h, *to = f->weight + FIT_HEAD_TO + h,
                    *from = f->weight + FIT_HEAD_FROM + h;
        double one = 1 / (double)grid->head[h], by = 1 / (double)grid->placing[h];
        quantise_unit(head, &n->head[0][h], NATURAL_HEAD_ROWS, NATURAL_HEAD, one);
        quantise_unit(to, &n->head_to[0][h], NATURAL_PLACINGS, NATURAL_HEAD, by);
        quantise_unit(from, &n->head_from[0][h], NATURAL_PLACINGS, NATURAL_HEAD, by);
        counts[h] = 1 / (one * by);
        most = fmax(most, counts[h]);
    }
    n->counts.whole = count_of(NATURAL_WHOLE_FINER / most);
    for (int h = 0; h < NATURAL_HEAD; h++)
        n->whole[h] = (int16_t)rounded(counts[h] / most * NATURAL_WHOLE_ONE, INT16_MAX);
}

static void quantise_neighbours(const struct natural_fit *f, struct natural *n)
{
    const float *from = f->weight + FIT_NEIGHBOURS;
    double one =
        NATURAL_NEIGHBOUR_MOST / fmax(0.1, largest(from, (size_t)NATURAL_ITEMS * NATURAL_LANES, 1));
    n->counts.neighbours = count_of(one);
    for (int i = 0; i < NATURAL_ITEMS; i++)
        for (int sort = 0; sort < NATURAL_SORTS; sort++)
            n->neighbour[i][sort] = (int16_t)rounded((double)from[i * NATURAL_LANES + sort] * one,
                                                     NATURAL_NEIGHBOUR_MOST);
}

enum status natural_fit_quantise(const struct natural_fit *f, struct natural **out, struct err *err)
{
    struct natural *n = *out = mem_calloc_aligned(64, 1, sizeof *n);
    if (!n)
        return err_nomem(err);
    struct fit_grid grid = f->grid;
    if (f->used == f->weight)
        find_grid(f, &grid);
    quantise_rows(f, &grid, n);
    quantise_whole(f, &grid, n);
    quantise_neighbours(f, n);
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

static void multiply(struct natural *n, double t)
{
    n->counts.units = count_of((double)NATURAL_SCORE_ONE / (n->counts.units * t));
    n->counts.whole = count_of((double)NATURAL_SCORE_ONE / (n->counts.whole * t));
    n->counts.neighbours = count_of((double)NATURAL_SCORE_ONE / (n->counts.neighbours * t));
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
