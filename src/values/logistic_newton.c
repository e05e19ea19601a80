/* logistic_newton.c: logistic regression with few features, by Newton's method.
 *
 * With g the slope of the error and H the matrix of its second derivatives, each step goes to the
 * lowest point of the parabola there, weights -= H⁻¹ g; a handful of passes through the examples
 * suffice.  At the end H⁻¹ has the variances of the weights on its diagonal.  (Statisticians call
 * it iteratively reweighted least squares.) */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "values/logistic.h"

enum { MOST_STEPS = 60, GRAIN = 65536 };

static const struct msg TOO_MANY = {"too many features for Newton's method",
                                    "ニュートン法には特徴が多すぎます"};

struct newton {
    const struct logistic *l;
    size_t n;      /* weights, the bias last */
    double *sum;   /* slope[n], then H[n][n], of which only column <= row */
    double *root;  /* H = root × its mirror image; column <= row */
    double *steps; /* room for n */
};

/* --- Sums over the examples ------------------------------------------------------------------- */

static void add_example(const struct newton *w, size_t row, double *slope, double *curve)
{
    const struct logistic_rows *r = &w->l->part[DESCENT_LEARN];
    size_t first = r->row[row].first, bias = w->n - 1;
    size_t count = (row + 1 < r->rows ? r->row[row + 1].first : r->count) - first;
    const uint32_t *feature = r->feature + first;
    const float *value = w->l->valued ? r->value + first : NULL;
    double p = 1 / (1 + exp(-(double)logistic_judge(w->l, feature, value, count)));
    double off = p - (double)r->row[row].target, bend = p * (1 - p);
    for (size_t i = 0; i <= count; i++) { /* the bias is one more */
        size_t a = i < count ? feature[i] : bias;
        double x = i < count && value ? (double)value[i] : 1;
        slope[a] += off * x;
        for (size_t k = 0; k <= count; k++) {
            size_t b = k < count ? feature[k] : bias;
            if (b <= a)
                curve[a * w->n + b] += bend * x * (k < count && value ? (double)value[k] : 1);
        }
    }
}

static enum status add_range(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                             struct err *err)
{
    const struct newton *w = ctx;
    double *slope = sum;
    (void)worker;
    (void)err;
    for (size_t row = from; row < to; row++)
        add_example(w, row, slope, slope + w->n);
    return STATUS_OK;
}

static void merge(void *ctx, void *total, const void *sum)
{
    const struct newton *w = ctx;
    for (size_t i = 0; i < w->n * (w->n + 1); i++)
        ((double *)total)[i] += ((const double *)sum)[i];
}

static enum status sum_up(struct newton *w, unsigned threads, struct err *err)
{
    const size_t rows = w->l->part[DESCENT_LEARN].rows, numbers = w->n * (w->n + 1);
    const struct pool_reduction r = {.ctx = w,
                                     .n = rows,
                                     .grain = GRAIN,
                                     .sum_bytes = numbers * sizeof(double),
                                     .add = add_range,
                                     .merge = merge};
    memset(w->sum, 0, numbers * sizeof(double));
    enum status st = pool_reduce(threads, &r, w->sum, err);
    double *curve = w->sum + w->n, penalty = (double)w->l->l2 * (double)rows;
    for (size_t i = 0; i < w->n; i++) {
        if (i + 1 < w->n) {
            w->sum[i] += penalty * (double)w->l->weight[i];
            curve[i * w->n + i] += penalty;
        }
        curve[i * w->n + i] += 1e-9; /* a feature that never occurs keeps its weight */
    }
    return st;
}

/* --- Solving (Cholesky) ----------------------------------------------------------------------- */

static void take_root(struct newton *w)
{
    const double *curve = w->sum + w->n;
    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k <= i; k++) {
            double left = curve[i * w->n + k];
            for (size_t j = 0; j < k; j++)
                left -= w->root[i * w->n + j] * w->root[k * w->n + j];
            if (i == k) /* rounding may leave a little less than nothing */
                w->root[i * w->n + i] = sqrt(left > 1e-12 ? left : 1e-12);
            else
                w->root[i * w->n + k] = left / w->root[k * w->n + k];
        }
}

/* x = H⁻¹ x */
static void solve(const struct newton *w, double *x)
{
    for (size_t i = 0; i < w->n; i++) {
        for (size_t k = 0; k < i; k++)
            x[i] -= w->root[i * w->n + k] * x[k];
        x[i] /= w->root[i * w->n + i];
    }
    for (size_t i = w->n; i-- > 0;) {
        for (size_t k = i + 1; k < w->n; k++)
            x[i] -= w->root[k * w->n + i] * x[k];
        x[i] /= w->root[i * w->n + i];
    }
}

static void find_errors(const struct newton *w, float *errors)
{
    for (size_t i = 0; i < w->n; i++) {
        memset(w->steps, 0, w->n * sizeof *w->steps);
        w->steps[i] = 1;
        solve(w, w->steps);
        errors[i] = (float)sqrt(w->steps[i]);
    }
}

/* Returns how far the weight went that went furthest. */
static double take_step(struct newton *w)
{
    double most = 0;
    take_root(w);
    memcpy(w->steps, w->sum, w->n * sizeof *w->steps);
    solve(w, w->steps);
    for (size_t i = 0; i < w->n; i++)
        most = fmax(most, fabs(w->steps[i]));
    /* far out the error is no parabola: not further than 1 at a time */
    for (size_t i = 0; i < w->n; i++)
        w->l->weight[i] -= (float)(w->steps[i] / fmax(most, 1));
    return most;
}

static enum status run(struct newton *w, unsigned threads, struct err *err)
{
    double moved = 1;
    for (int i = 0; i < MOST_STEPS && moved > 1e-6; i++) {
        enum status st = sum_up(w, threads, err);
        if (st != STATUS_OK)
            return st;
        moved = take_step(w);
    }
    return STATUS_OK;
}

enum status logistic_newton(struct logistic *l, unsigned threads, float *errors, struct err *err)
{
    struct newton w = {.l = l, .n = (size_t)l->features + 1};
    if (l->features > LOGISTIC_NEWTON_FEATURES)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    /* all in one: slope and H, root, steps */
    double *room = mem_calloc(w.n * (2 * w.n + 2), sizeof *room);
    if (!room || !logistic_make_weights(l)) {
        mem_free(room);
        return err_nomem(err);
    }
    w.sum = room;
    w.root = w.sum + w.n * (w.n + 1);
    w.steps = w.root + w.n * w.n;
    enum status st = run(&w, threads, err);
    if (st == STATUS_OK && errors)
        find_errors(&w, errors);
    mem_free(room);
    return st;
}
