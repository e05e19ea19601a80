/* regression.c: see regression.h.  What every method begins and ends with: a look at the examples,
 * penalties by column, losses; errors of the weights. */
#include "values/regression/regression.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "values/regression/cholesky.h"
#include "values/regression/regression_internal.h"

static const struct msg NO_EXAMPLES = {"no samples to fit", "当てはめるデータがありません"};
static const struct msg ONE_CLASS = {
    "all samples have the same result; use games that were won and games that were lost",
    "すべてのデータの結果が同じです。勝ちと負けの両方を含む対局を使ってください"};
static const struct msg BAD_TARGET = {"a target is outside 0 to 1",
                                      "目標値が 0 から 1 の外にあります"};
static const struct msg TOO_MANY = {"more than 65535 features", "特徴が 65535 個を超えています"};

enum { EVEN = 2 };

static size_t rounded_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

/* --- Beginning -------------------------------------------------------------------------------- */

static bool run_init(struct regression_run *run, const struct regression_source *source,
                     const struct regression_options *o)
{
    unsigned threads = o->threads ? o->threads : pool_cpu_count();
    threads = threads < POOL_MAX_THREADS ? threads : POOL_MAX_THREADS;
    const size_t bias = !o->no_bias, n = source->features + bias;
    *run = (struct regression_run){.source = source,
                                   .o = o,
                                   .threads = threads,
                                   .bias = bias,
                                   .every = 1,
                                   .columns = n,
                                   .stride = rounded_up(n, REGRESSION_LANES),
                                   .left = rounded_up(n + 1, EVEN)};
    run->centre = mem_calloc(n, sizeof *run->centre);
    run->spread = mem_calloc(n, sizeof *run->spread);
    run->fixed = mem_calloc(n, sizeof *run->fixed);
    run->ridge = mem_calloc(n, sizeof *run->ridge);
    run->lasso = mem_calloc(n, sizeof *run->lasso);
    run->prior = mem_calloc(n, sizeof *run->prior);
    run->weights = mem_calloc(n, sizeof *run->weights);
    run->scratch = mem_calloc(threads, sizeof(struct regression_scratch *));
    return run->centre && run->spread && run->fixed && run->ridge && run->lasso && run->prior &&
           run->weights && run->scratch;
}

static void run_release(struct regression_run *run)
{
    regression_free_scratch(run);
    mem_free(run->centre);
    mem_free(run->spread);
    mem_free(run->fixed);
    mem_free(run->ridge);
    mem_free(run->lasso);
    mem_free(run->prior);
    mem_free(run->weights);
    mem_free(run->sum);
}

static enum status check_examples(const struct regression_run *run, struct err *err)
{
    const struct regression_survey *s = &run->survey[REGRESSION_TRAINING];
    if (s->examples == 0)
        return err_plain(err, STATUS_RANGE, &NO_EXAMPLES);
    if (!(s->y_least >= 0 && s->y_most <= 1) || !isfinite(s->y))
        return err_plain(err, STATUS_RANGE, &BAD_TARGET);
    /* with all at ½ or in between there are weights, all 0 */
    if (run->o->model == REGRESSION_ML && (s->y_most == 0 || s->y_least == 1))
        return err_plain(err, STATUS_RANGE, &ONE_CLASS);
    return STATUS_OK;
}

/* Penalties are on the mean error in the options, on the sum here; half the squared error is what
 * least squares add up. */
static void set_penalties(struct regression_run *run)
{
    const struct regression_options *o = run->o;
    const double unit =
        (double)run->survey[REGRESSION_TRAINING].examples * (o->model == REGRESSION_LS ? 0.5 : 1);
    for (size_t f = 0; f < run->source->features; f++) {
        const size_t c = run->bias + f;
        const double scale = o->scale ? o->scale[f] : 1;
        if (o->begin)
            run->weights[c] = run->prior[c] = o->begin[f];
        if (o->free && o->free[f])
            continue;
        run->ridge[c] = unit * o->ridge * scale * scale;
        run->lasso[c] = unit * o->lasso * fabs(scale);
    }
}

static double null_model_share(const struct regression_run *run)
{
    const struct regression_survey *s = &run->survey[REGRESSION_TRAINING];
    return s->y / (double)s->examples;
}

/* The bias begins where it would be alone. */
static void begin_bias(struct regression_run *run)
{
    const double p = null_model_share(run);
    if (run->bias && !run->o->begin)
        run->weights[0] = run->o->model == REGRESSION_ML ? log(p / (1 - p)) : p;
}

double regression_penalty(const struct regression_run *run, const double *weights)
{
    double sum = 0;
    for (size_t c = 0; c < run->columns; c++) {
        const double residual = weights[c] - run->prior[c];
        sum += run->ridge[c] * residual * residual / 2 + run->lasso[c] * fabs(weights[c]);
    }
    return sum;
}

bool regression_is_penalised(const struct regression_run *run)
{
    return run->o->ridge > 0 || run->o->lasso > 0;
}

/* --- Errors ----------------------------------------------------------------------------------- */

/* Works out, by column, out = A⁻¹ M A⁻¹ with A the factored matrix; M is symmetric, stride numbers
 * a row, of which only column <= row counts.  room: columns numbers. */
static void sandwich(const struct regression_run *run, const struct cholesky *a, const double *m,
                     double *out, double *room)
{
    const size_t n = run->columns;
    for (size_t i = 0; i < n; i++) { /* rows of out: A⁻¹ applied to columns of M */
        for (size_t k = 0; k < n; k++)
            room[k] = i >= k ? m[i * run->stride + k] : m[k * run->stride + i];
        cholesky_solve(a, room);
        memcpy(out + i * n, room, n * sizeof *room);
    }
    for (size_t k = 0; k < n; k++) { /* and then to rows */
        for (size_t i = 0; i < n; i++)
            room[i] = out[i * n + k];
        cholesky_solve(a, room);
        for (size_t i = 0; i < n; i++)
            out[i * n + k] = room[i];
    }
}

/* From columns, means taken off, to features and then the bias as they are given out: that bias is
 * the one inside less weight × mean of each feature. */
static void uncentre(const struct regression_run *run, const double *in, double *out)
{
    const size_t n = run->columns, features = run->source->features, count = features + 1;
    const double *m = run->centre;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            out[i * count + k] =
                i < features && k < features ? in[(i + run->bias) * n + k + run->bias] : NAN;
    if (!run->bias)
        return;
    double own = in[0];
    for (size_t i = 0; i < features; i++) {
        double with = in[(i + 1) * n];
        for (size_t k = 0; k < features; k++)
            with -= in[(i + 1) * n + k + 1] * m[k + 1];
        out[i * count + features] = out[features * count + i] = with;
        own -= m[i + 1] * (with + in[(i + 1) * n]);
    }
    out[features * count + features] = own;
}

/* What of the weights the examples said nothing about. */
static void blot_out(double *matrix, size_t count, size_t at)
{
    for (size_t i = 0; i < count; i++)
        matrix[i * count + at] = matrix[at * count + i] = NAN;
}

static double plain_factor(const struct regression_run *run)
{
    const double n = (double)run->survey[REGRESSION_TRAINING].examples;
    if (run->o->model == REGRESSION_ML)
        return 1;
    double used = 0;
    for (size_t c = 0; c < run->columns; c++)
        used += !run->fixed[c];
    return n > used ? 2 * run->loss / (n - used) : NAN;
}

static double cluster_factor(const struct regression_run *run)
{
    const double games = (double)run->survey[REGRESSION_TRAINING].clusters;
    return games > 1 ? games / (games - 1) : NAN;
}

struct errors {
    struct cholesky root;
    double *inside, *plain, *room;
};

static void find_errors(struct regression_run *run, struct errors *e, struct regression *out)
{
    const size_t n = run->columns, count = out->count;
    /* Columns whose weights have errors: those that are not always the same, nor made 0 by the
     * lasso, nor sums of others. */
    for (size_t c = 0; c < run->columns; c++)
        run->fixed[c] = run->fixed[c] || (run->lasso[c] > 0 && run->weights[c] == 0);
    for (size_t c = 0; c < n; c++) /* the plain sandwich has the examples' own curve within */
        run->hessian[c * run->stride + c] += run->ridge[c];
    cholesky_factor(&e->root, run->hessian, run->stride, run->fixed);
    for (size_t c = 0; c < n; c++) {
        run->hessian[c * run->stride + c] -= run->ridge[c];
        run->fixed[c] = e->root.left_out[c];
    }
    const double plain = plain_factor(run), clustered = cluster_factor(run);
    sandwich(run, &e->root, run->hessian, e->inside, e->room);
    uncentre(run, e->inside, e->plain);
    sandwich(run, &e->root, run->meat, e->inside, e->room);
    uncentre(run, e->inside, out->covariance);
    for (size_t i = 0; i < count * count; i++)
        out->covariance[i] *= clustered;
    for (size_t i = 0; i < count; i++) {
        const size_t c = i + 1 < count ? i + run->bias : 0;
        if (i + 1 == count ? !run->bias || run->fixed[0] : run->fixed[c]) {
            blot_out(out->covariance, count, i);
            blot_out(e->plain, count, i);
        }
        out->weights[i].error = sqrt(out->covariance[i * count + i]);
        out->weights[i].plain = sqrt(plain * e->plain[i * count + i]);
    }
}

static enum status add_errors(struct regression_run *run, struct regression *out, struct err *err)
{
    const size_t n = run->columns, count = out->count;
    struct errors e = {0};
    out->covariance = mem_calloc(count * count, sizeof *out->covariance);
    e.inside = mem_calloc(n * n, sizeof *e.inside);
    e.plain = mem_calloc(count * count, sizeof *e.plain);
    e.room = mem_calloc(n, sizeof *e.room);
    const bool good = out->covariance && e.inside && e.plain && e.room && cholesky_init(&e.root, n);
    if (good)
        find_errors(run, &e, out);
    mem_free(e.inside);
    mem_free(e.plain);
    mem_free(e.room);
    cholesky_release(&e.root);
    return good ? STATUS_OK : err_nomem(err);
}

/* --- The end ---------------------------------------------------------------------------------- */

static double null_model_loss(const struct regression_run *run, enum regression_part part)
{
    const struct regression_survey *s = &run->survey[part];
    const double n = (double)s->examples, y = s->y / n, p = null_model_share(run);
    if (s->examples == 0)
        return NAN;
    if (run->o->model == REGRESSION_ML)
        return -(y * log(p) + (1 - y) * log1p(-p));
    return s->y_squared / n - 2 * p * y + p * p;
}

static void set_loss(const struct regression_run *run, enum regression_part part,
                     struct regression *out)
{
    const double n = (double)run->survey[part].examples;
    const double mean = run->loss * (run->o->model == REGRESSION_LS ? 2 : 1) / n;
    out->examples[part] = run->survey[part].examples;
    out->clusters[part] = run->survey[part].clusters;
    out->loss[part] = run->survey[part].examples ? mean : NAN;
    out->null_loss[part] = null_model_loss(run, part);
}

static void give_weights(const struct regression_run *run, struct regression *out)
{
    const size_t features = run->source->features;
    double bias = run->bias ? run->weights[0] : 0;
    for (size_t f = 0; f < features; f++) {
        const double weight = run->weights[run->bias + f];
        out->weights[f] = (struct regression_weight){weight, NAN, NAN};
        bias -= weight * run->centre[run->bias + f];
    }
    out->weights[features] = (struct regression_weight){bias, NAN, NAN};
    out->steps = run->steps;
    out->converged = run->converged;
}

static enum status finish(struct regression_run *run, struct regression *out, struct err *err)
{
    give_weights(run, out);
    set_loss(run, REGRESSION_TRAINING, out);
    enum status status = STATUS_OK;
    if (run->meat)
        status = add_errors(run, out, err);
    run->loss = 0;
    if (status == STATUS_OK && run->survey[REGRESSION_HELD_OUT].examples > 0)
        status = regression_pass(run, REGRESSION_HELD_OUT, REGRESSION_LOSS, run->weights, err);
    set_loss(run, REGRESSION_HELD_OUT, out);
    return status;
}

static enum status fit(struct regression_run *run, struct regression *out, struct err *err)
{
    enum status status = regression_take_survey(run, err);
    if (status == STATUS_OK)
        status = check_examples(run, err);
    if (status != STATUS_OK)
        return status;
    set_penalties(run);
    begin_bias(run);
    status = run->source->features <= REGRESSION_NEWTON_FEATURES ? regression_newton(run, err)
                                                                 : regression_lbfgs(run, err);
    return status == STATUS_OK ? finish(run, out, err) : status;
}

enum status regression_fit(struct regression *out, const struct regression_source *source,
                           const struct regression_options *o, struct err *err)
{
    struct regression_run run;
    *out = (struct regression){.count = source->features + 1};
    if (source->features > UINT16_MAX)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    out->weights = mem_calloc(out->count, sizeof *out->weights);
    const bool ready = run_init(&run, source, o);
    enum status status = ready && out->weights ? fit(&run, out, err) : err_nomem(err);
    run_release(&run);
    if (status != STATUS_OK)
        regression_release(out);
    return status;
}

void regression_release(struct regression *r)
{
    mem_free(r->weights);
    mem_free(r->covariance);
    *r = (struct regression){0};
}

/* Of the ratio a / u the variance is (var a - 2 ratio cov(a, u) + ratio² var u) / u². */
static double ratio_error(double ratio, double unit, double var, double cov, double unit_var)
{
    const double v = var - 2 * ratio * cov + ratio * ratio * unit_var;
    return sqrt(v > 0 || isnan(v) ? v : 0) / fabs(unit);
}

void regression_rescale(const struct regression *r, uint32_t unit, struct regression_weight *out)
{
    const double by = r->weights[unit].weight;
    for (uint32_t i = 0; i < r->count; i++) {
        const struct regression_weight *w = &r->weights[i];
        const double ratio = w->weight / by;
        const double *c = r->covariance;
        out[i] = (struct regression_weight){.weight = ratio, .error = NAN, .plain = NAN};
        if (c)
            out[i].error =
                ratio_error(ratio, by, c[(size_t)i * r->count + i], c[(size_t)i * r->count + unit],
                            c[(size_t)unit * r->count + unit]);
    }
}
