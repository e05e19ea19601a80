/* regression_survey.c: a first look at all examples: how many there are, where features have their
 * middle and how wide they are (regression_internal.h). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "values/regression/regression_internal.h"

static const struct msg NOT_FINITE = {"a feature is infinite or not a number",
                                      "特徴の値が数ではありません（無限大または非数）"};

struct survey_sums {
    struct regression_run *run;
    enum regression_part part;
};

/* Sums of a look: the survey, then by column what tells centre and spread. */
struct survey_column {
    double sum, squares;
    double least, most;
};

static struct survey_column *survey_columns(void *sum)
{
    return (struct survey_column *)((struct regression_survey *)sum + 1);
}

static void survey_dense(const struct regression_piece *p, size_t features,
                         struct survey_column *out)
{
    for (size_t f = 0; f < features; f++) {
        struct survey_column c = out[f];
        const double *x = p->x + f;
        for (size_t i = 0; i < p->count; i++, x += features) {
            c.sum += *x;
            c.squares += *x * *x;
            c.least = *x < c.least ? *x : c.least;
            c.most = *x > c.most ? *x : c.most;
        }
        out[f] = c;
    }
}

/* What is not told is 0; whether it occurs at all is seen from the squares. */
static void survey_sparse(const struct regression_piece *p, struct survey_column *out)
{
    for (size_t k = p->first[0]; k < p->first[p->count]; k++) {
        const double x = (double)p->sparse[k];
        struct survey_column *c = &out[p->feature[k]];
        c->sum += x;
        c->squares += x * x;
    }
}

static void survey_targets(const struct regression_piece *p, struct regression_survey *s)
{
    for (size_t i = 0; i < p->count; i++) {
        const double y = (double)p->y[i];
        s->y += y;
        s->y_squared += y * y;
        s->y_least = y < s->y_least ? y : s->y_least;
        s->y_most = y > s->y_most ? y : s->y_most;
        s->clusters += i == 0 || !p->cluster || p->cluster[i] != p->cluster[i - 1];
    }
    s->examples += p->count;
}

static enum status survey_pieces(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                                 struct err *err)
{
    const struct survey_sums *l = ctx;
    const struct regression_source *source = l->run->source;
    struct regression_survey *s = sum;
    struct survey_column *columns = survey_columns(sum);
    s->y_least = DBL_MAX;
    s->y_most = -DBL_MAX;
    if (l->part == REGRESSION_TRAINING)
        for (size_t f = 0; f < source->features; f++)
            columns[f] = (struct survey_column){.least = DBL_MAX, .most = -DBL_MAX};
    for (size_t at = from; at < to; at++) {
        struct regression_piece p = {0};
        if (regression_is_cancelled(l->run))
            return regression_cancel(err);
        enum status status = source->piece(source->ctx, l->part, at, worker, &p, err);
        if (status != STATUS_OK)
            return status;
        if (p.count == 0)
            continue;
        survey_targets(&p, s);
        s->sparse_pieces += p.feature != NULL;
        if (l->part == REGRESSION_TRAINING && p.feature)
            survey_sparse(&p, columns);
        else if (l->part == REGRESSION_TRAINING)
            survey_dense(&p, source->features, columns);
    }
    return STATUS_OK;
}

static void merge_surveys(void *ctx, void *total, const void *sum)
{
    const struct survey_sums *l = ctx;
    struct regression_survey *t = total;
    const struct regression_survey *s = sum;
    t->examples += s->examples;
    t->clusters += s->clusters;
    t->sparse_pieces += s->sparse_pieces;
    t->y += s->y;
    t->y_squared += s->y_squared;
    t->y_least = fmin(t->y_least, s->y_least);
    t->y_most = fmax(t->y_most, s->y_most);
    if (l->part != REGRESSION_TRAINING)
        return;
    struct survey_column *to = survey_columns(total);
    const struct survey_column *from = (const struct survey_column *)(s + 1);
    for (size_t f = 0; f < l->run->source->features; f++) {
        to[f].sum += from[f].sum;
        to[f].squares += from[f].squares;
        to[f].least = fmin(to[f].least, from[f].least);
        to[f].most = fmax(to[f].most, from[f].most);
    }
}

/* Where columns have their middle and how wide they are. */
static enum status describe_columns(struct regression_run *run, const struct survey_column *columns,
                                    struct err *err)
{
    const struct regression_survey *s = &run->survey[REGRESSION_TRAINING];
    const double n = (double)s->examples;
    const bool dense = s->sparse_pieces == 0;
    if (run->bias)
        run->spread[0] = 1;
    for (size_t f = 0; f < run->source->features; f++) {
        const struct survey_column *c = &columns[f];
        const size_t at = run->bias + f;
        const double mean = c->sum / n;
        if (!isfinite(c->squares))
            return err_plain(err, STATUS_RANGE, &NOT_FINITE);
        run->centre[at] = dense && run->bias ? mean : 0;
        double square = c->squares / n - run->centre[at] * run->centre[at];
        if (dense && square < 1e-9 * mean * mean) { /* nothing left but rounding: guess its width */
            const double width = (c->most - c->least) / 4;
            square = width * width;
        }
        run->fixed[at] = c->squares == 0 || (dense && run->bias && c->least == c->most);
        run->spread[at] = run->fixed[at] || !(square > 0) ? 1 : sqrt(square);
    }
    return STATUS_OK;
}

static enum status survey_part(struct survey_sums *l, void *total, size_t bytes, struct err *err)
{
    const struct regression_source *source = l->run->source;
    const struct pool_reduction r = {
        .ctx = l,
        .n = source->pieces,
        .grain = regression_grain(l->run),
        .sum_bytes = l->part == REGRESSION_TRAINING ? bytes : sizeof(struct regression_survey),
        .add = survey_pieces,
        .merge = merge_surveys};
    memset(total, 0, bytes);
    struct regression_survey *s = total;
    s->y_least = DBL_MAX;
    s->y_most = -DBL_MAX;
    for (size_t f = 0; f < source->features; f++)
        survey_columns(total)[f] = (struct survey_column){.least = DBL_MAX, .most = -DBL_MAX};
    enum status status = pool_reduce(l->run->threads, &r, total, err);
    status =
        reduction_merge(l->run->o->reduction, status, total, r.sum_bytes, merge_surveys, l, err);
    l->run->survey[l->part] = *s;
    return status;
}

enum status regression_take_survey(struct regression_run *run, struct err *err)
{
    struct survey_sums held_out = {run, REGRESSION_HELD_OUT}, learn = {run, REGRESSION_TRAINING};
    const size_t bytes =
        sizeof(struct regression_survey) + run->source->features * sizeof(struct survey_column);
    void *total = mem_alloc(bytes);
    if (!total)
        return err_nomem(err);
    run->pieces = run->source->pieces;
    enum status status = reduction_sum(run->o->reduction, STATUS_OK, &run->pieces, 1, err);
    if (status == STATUS_OK)
        status = survey_part(&held_out, total, bytes, err);
    if (status == STATUS_OK)
        status = survey_part(&learn, total, bytes, err);
    if (status == STATUS_OK && run->survey[REGRESSION_TRAINING].examples > 0)
        status = describe_columns(run, survey_columns(total), err);
    mem_free(total);
    return status;
}
