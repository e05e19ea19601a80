/* agreement.c: see agreement.h. */
#include "values/natural/agreement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "values/curves/curves.h"

void agreement_init(struct agreement *a, uint64_t seed)
{
    *a = (struct agreement){.seed = seed};
}

void agreement_release(struct agreement *a)
{
    mem_free(a->rows);
    *a = (struct agreement){0};
}

enum status agreement_add(struct agreement *a, const struct agreement_row *row, struct err *err)
{
    struct agreement_row *rows = mem_grow(a->rows, a->count, &a->cap, UINT32_MAX, sizeof *rows);
    if (!rows)
        return err_nomem(err);
    a->rows = rows;
    rows[a->count++] = *row;
    return STATUS_OK;
}

/* --- One number of every position ------------------------------------------------------------- */

/* What is summed: a number of a row, or NAN where there is none. */
struct agreement_statistic {
    int method, base; /* base -1: none */
    double (*number)(const struct agreement_statistic *l, const struct agreement_row *row);
};

static double is_in_top(const struct agreement_answer *a, int most)
{
    return a->order < 0 ? NAN : a->order < most;
}

static double difference(double ours, double theirs)
{
    return ours - theirs; /* NAN if either is */
}

static double top1(const struct agreement_statistic *l, const struct agreement_row *row)
{
    double ours = row->by[l->method].move == row->played;
    return l->base < 0 ? ours : difference(ours, row->by[l->base].move == row->played);
}

static double top3(const struct agreement_statistic *l, const struct agreement_row *row)
{
    double ours = is_in_top(&row->by[l->method], 3);
    return l->base < 0 ? ours : difference(ours, is_in_top(&row->by[l->base], 3));
}

static double top5(const struct agreement_statistic *l, const struct agreement_row *row)
{
    return is_in_top(&row->by[l->method], 5);
}

static double likelihood(const struct agreement_statistic *l, const struct agreement_row *row)
{
    double ours = row->by[l->method].ln_p;
    return l->base < 0 ? ours : difference(ours, row->by[l->base].ln_p);
}

static double legal_moves(const struct agreement_statistic *l, const struct agreement_row *row)
{
    (void)l;
    return row->legal;
}

static bool is_changed(const struct agreement_statistic *l, const struct agreement_row *row)
{
    return row->by[l->method].move != row->by[l->base].move;
}

static double ours_where_changed(const struct agreement_statistic *l,
                                 const struct agreement_row *row)
{
    return is_changed(l, row) ? row->by[l->method].move == row->played : NAN;
}

static double theirs_where_changed(const struct agreement_statistic *l,
                                   const struct agreement_row *row)
{
    return is_changed(l, row) ? row->by[l->base].move == row->played : NAN;
}

/* --- Sums, as they are and of every replicate ------------------------------------------------- */

enum { RESAMPLES = (AGREEMENT_RESAMPLES + CURVE_LANES - 1) / CURVE_LANES * CURVE_LANES };

struct agreement_sums {
    double count, sum;
    double counts[RESAMPLES], sums[RESAMPLES]; /* of the replicates */
};

struct agreement_work {
    float weights[RESAMPLES];
    struct agreement_sums class[AGREEMENT_CLASSES];
    double resample[AGREEMENT_RESAMPLES];
};

struct agreement_filter {
    int class, third;
    bool alike;                        /* positions count alike, whatever their class */
    const struct agreement_band *band; /* NULL: all */
};

static bool is_in_band(const struct agreement_band *b, const struct agreement_row *row)
{
    bool any_value = b->value_from == INT_MIN && b->value_to == INT_MAX;
    return row->legal > 1 && row->ply >= b->ply_from && row->ply < b->ply_to &&
           (any_value || (row->valued && row->value >= b->value_from && row->value < b->value_to));
}

static bool is_selected(const struct agreement_filter *q, const struct agreement_statistic *l,
                        const struct agreement_row *row)
{
    return (q->class == AGREEMENT_MEAN || row->class == q->class) &&
           (q->third == AGREEMENT_WHOLE || row->third == q->third) &&
           (!q->band || is_in_band(q->band, row)) && row->by[l->method].move &&
           (l->base < 0 || row->by[l->base].move);
}

static void add_game(struct agreement_work *w, struct agreement_sums *to, double count, double sum)
{
    to->count += count;
    to->sum += sum;
    for (int r = 0; r < AGREEMENT_RESAMPLES; r++) {
        to->counts[r] += (double)w->weights[r] * count;
        to->sums[r] += (double)w->weights[r] * sum;
    }
}

static void add_rows(struct agreement_work *w, const struct agreement *a,
                     const struct agreement_filter *q, const struct agreement_statistic *l)
{
    for (size_t i = 0, next; i < a->count; i = next) {
        double count[AGREEMENT_CLASSES] = {0}, sum[AGREEMENT_CLASSES] = {0};
        bool any = false;
        for (next = i; next < a->count && a->rows[next].game == a->rows[i].game; next++) {
            const struct agreement_row *row = &a->rows[next];
            double x = is_selected(q, l, row) ? l->number(l, row) : NAN;
            if (isnan(x))
                continue;
            int class = q->alike ? 0 : row->class;
            count[class]++;
            sum[class] += x;
            any = true;
        }
        if (any)
            curve_weights(a->seed, a->rows[i].game, w->weights, RESAMPLES);
        for (int c = 0; c < AGREEMENT_CLASSES; c++)
            if (count[c] > 0)
                add_game(w, &w->class[c], count[c], sum[c]);
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The mean of the classes that have positions; replicates in which one lost all are left out. */
static void conclude(struct agreement_work *w, struct agreement_figure *out)
{
    int classes = 0, drawn = 0;
    double count = 0;
    for (int c = 0; c < AGREEMENT_CLASSES; c++) {
        const struct agreement_sums *s = &w->class[c];
        classes += s->count > 0;
        count += s->count;
        out->value += s->count > 0 ? s->sum / s->count : 0;
    }
    out->positions = (uint64_t)count;
    if (!classes)
        return;
    out->value /= classes;
    for (int r = 0; r < AGREEMENT_RESAMPLES; r++) {
        double mean = 0;
        for (int c = 0; c < AGREEMENT_CLASSES; c++)
            if (w->class[c].count > 0)
                mean += w->class[c].sums[r] / w->class[c].counts[r]; /* 0 / 0: NAN */
        if (!isnan(mean))
            w->resample[drawn++] = mean / classes;
    }
    qsort(w->resample, (size_t)drawn, sizeof *w->resample, by_size);
    out->low = drawn ? w->resample[(int)(0.025 * (drawn - 1) + 0.5)] : out->value;
    out->high = drawn ? w->resample[(int)(0.975 * (drawn - 1) + 0.5)] : out->value;
}

static void find(struct agreement_work *w, const struct agreement *a,
                 const struct agreement_filter *q, struct agreement_statistic look,
                 struct agreement_figure *out)
{
    *out = (struct agreement_figure){0};
    memset(w->class, 0, sizeof w->class);
    add_rows(w, a, q, &look);
    conclude(w, out);
}

/* --- What is asked for ------------------------------------------------------------------------ */

static uint64_t count_games(const struct agreement *a, const struct agreement_filter *q,
                            const struct agreement_statistic *l)
{
    uint64_t games = 0;
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < a->count; i++)
        if (is_selected(q, l, &a->rows[i]) && a->rows[i].game != last) {
            last = a->rows[i].game;
            games++;
        }
    return games;
}

static void find_figures(struct agreement_work *w, const struct agreement *a,
                         const struct agreement_filter *q, int method,
                         struct agreement_figures *out)
{
    const struct agreement_statistic look = {.method = method, .base = -1};
    find(w, a, q, (struct agreement_statistic){method, -1, top1}, &out->top1);
    find(w, a, q, (struct agreement_statistic){method, -1, top3}, &out->top3);
    find(w, a, q, (struct agreement_statistic){method, -1, top5}, &out->top5);
    find(w, a, q, (struct agreement_statistic){method, -1, likelihood}, &out->likelihood);
    out->positions = out->top1.positions;
    out->games = count_games(a, q, &look);
}

enum status agreement_of(const struct agreement *a, int method, int class, int third,
                         struct agreement_figures *out, struct err *err)
{
    const struct agreement_filter q = {.class = class, .third = third};
    struct agreement_work *w = mem_calloc(1, sizeof *w);
    *out = (struct agreement_figures){0};
    if (!w)
        return err_nomem(err);
    find_figures(w, a, &q, method, out);
    mem_free(w);
    return STATUS_OK;
}

enum status agreement_in_band(const struct agreement *a, int method, int class,
                              const struct agreement_band *band, struct agreement_band_figures *out,
                              struct err *err)
{
    const struct agreement_filter q = {.class = class, .third = AGREEMENT_WHOLE, .band = band};
    struct agreement_work *w = mem_calloc(1, sizeof *w);
    *out = (struct agreement_band_figures){0};
    if (!w)
        return err_nomem(err);
    find_figures(w, a, &q, method, &out->by);
    find(w, a, &q, (struct agreement_statistic){method, -1, legal_moves}, &out->legal);
    mem_free(w);
    return STATUS_OK;
}

enum status agreement_against(const struct agreement *a, int method, int base, int class, int third,
                              struct agreement_pair *out, struct err *err)
{
    const struct agreement_filter q = {.class = class, .third = third};
    const struct agreement_filter alike = {.class = class, .third = third, .alike = true};
    struct agreement_work *w = mem_calloc(1, sizeof *w);
    *out = (struct agreement_pair){0};
    if (!w)
        return err_nomem(err);
    find(w, a, &q, (struct agreement_statistic){method, base, top1}, &out->top1);
    find(w, a, &q, (struct agreement_statistic){method, base, top3}, &out->top3);
    find(w, a, &q, (struct agreement_statistic){method, base, likelihood}, &out->likelihood);
    find(w, a, &alike, (struct agreement_statistic){method, base, ours_where_changed}, &out->ours);
    find(w, a, &alike, (struct agreement_statistic){method, base, theirs_where_changed},
         &out->theirs);
    out->changed = out->ours.positions;
    out->ours_played = (uint64_t)llround(out->ours.value * (double)out->changed);
    out->theirs_played = (uint64_t)llround(out->theirs.value * (double)out->changed);
    mem_free(w);
    return STATUS_OK;
}
