/* regression_newton.c: few features, by Newton's method.
 *
 * With g the slope of the sum of errors and H the matrix of its second derivatives, each step goes
 * to the lowest point of the parabola there, weights -= H⁻¹ g; a handful of passes suffice
 * (statisticians call it iteratively reweighted least squares; with least squares the parabola is
 * exact).  A lasso's corner at 0 stays as it is: the lowest point of parabola and penalty is found
 * one weight at a time.  A step that does not lead down as promised is halved.
 *
 * Before that, a sixteenth of many examples tells about where to begin: then two passes or three
 * through all of them are enough.
 *
 * How far there is to go is g H⁻¹ g, in squares of standard errors.  Near the end it falls to its
 * own square at each step; if it falls by a factor instead, the weights run away: separable
 * examples, whose error gets smaller by e each time that weights grow by as much again. */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "values/regression/cholesky.h"
#include "values/regression/regression_internal.h"

enum { MOST_STEPS = 60, MOST_HALVINGS = 40, SLOW_STEPS = 4, MOST_ROUNDS = 10000 };
enum { SAMPLE_EVERY = 16, SAMPLE_PIECES = 64, SAMPLE_EXAMPLES = 1000 };
/* In standard errors, squared.  NEAR: the step from there leads nearer still than numbers can tell,
 * and what else was summed there will do.  SOON: the next place may be that. */
static const double NEAR = 1e-12, SOON = 0.01;

static const struct msg SEPARABLE = {
    "the weights diverge: some features separate the results perfectly; add a ridge penalty or "
    "more samples, or leave out feature %1",
    "重みが発散します。結果を完全に分離する特徴があります。リッジ正則化を加えるか、データを増やすか"
    "、%1 番目の特徴を外してください"};

struct newton {
    struct regression_run *run;
    struct cholesky root;
    double *step, *trial; /* by column */
    double *gradient;     /* of the last good weights, with penalties */
    double *hessian;      /* likewise; stride numbers a row */
    double value;         /* sum of errors and penalties there */
    bool summed;          /* what run->sum has was found there, meat and all */
};

static bool newton_init(struct newton *w, struct regression_run *run)
{
    *w = (struct newton){.run = run};
    w->step = mem_calloc(run->columns, sizeof *w->step);
    w->trial = mem_calloc(run->columns, sizeof *w->trial);
    w->gradient = mem_calloc(run->columns, sizeof *w->gradient);
    w->hessian = mem_calloc(run->columns * run->stride, sizeof *w->hessian);
    return w->step && w->trial && w->gradient && w->hessian &&
           cholesky_init(&w->root, run->columns);
}

/* Makes what the last pass found the place to go on from. */
static void keep(struct newton *w, const double *weights, double value)
{
    struct regression_run *run = w->run;
    if (weights != run->weights)
        memcpy(run->weights, weights, run->columns * sizeof *weights);
    w->value = value;
    w->summed = run->meat != NULL;
    memcpy(w->hessian, run->hessian, run->columns * run->stride * sizeof *w->hessian);
    for (size_t c = 0; c < run->columns; c++) {
        w->gradient[c] = run->gradient[c] + run->ridge[c] * (weights[c] - run->prior[c]);
        w->hessian[c * run->stride + c] += run->ridge[c];
    }
}

static bool has_lasso(const struct regression_run *run)
{
    for (size_t c = 0; c < run->columns; c++)
        if (run->lasso[c] > 0)
            return true;
    return false;
}

/* --- Steps ------------------------------------------------------------------------------------ */

static double hessian_at(const struct newton *w, size_t a, size_t b)
{
    return a >= b ? w->hessian[a * w->run->stride + b] : w->hessian[b * w->run->stride + a];
}

/* Where parabola and penalty are lowest if weight c alone is moved; bent: slope of the parabola
 * there and now. */
static double soft_threshold_step(const struct newton *w, size_t c, double bent)
{
    const double curvature = hessian_at(w, c, c), lasso = w->run->lasso[c];
    const double weight = w->run->weights[c] + w->step[c], goal = curvature * weight - bent;
    if (fabs(goal) <= lasso)
        return -weight;
    return (goal > 0 ? goal - lasso : goal + lasso) / curvature - weight;
}

/* Coordinate descent: rounds through all weights until none moves. */
static void step_with_lasso(struct newton *w)
{
    const size_t n = w->run->columns;
    memset(w->step, 0, n * sizeof *w->step);
    memcpy(w->trial, w->gradient, n * sizeof *w->trial); /* the slope after the steps so far */
    double most = 1;
    for (int round = 0; round < MOST_ROUNDS && most > 1e-24; round++) {
        most = 0;
        for (size_t c = 0; c < n; c++) {
            const double curvature = hessian_at(w, c, c);
            if (w->run->fixed[c] || !(curvature > 0))
                continue;
            const double move = soft_threshold_step(w, c, w->trial[c]);
            if (move == 0)
                continue;
            w->step[c] += move;
            for (size_t k = 0; k < n; k++)
                w->trial[k] += move * hessian_at(w, c, k);
            most = fmax(most, move * move * curvature);
        }
    }
    /* exactly 0 is what is meant there */
    for (size_t c = 0; c < n; c++)
        if (w->run->lasso[c] > 0 && fabs(w->run->weights[c] + w->step[c]) < 1e-15)
            w->step[c] = -w->run->weights[c];
}

/* Returns by how much the value falls at first along the step, which is also how far there is to
 * go. */
static double find_step(struct newton *w)
{
    struct regression_run *run = w->run;
    if (has_lasso(run)) {
        step_with_lasso(w);
    } else {
        cholesky_factor(&w->root, w->hessian, run->stride, run->fixed);
        for (size_t c = 0; c < run->columns; c++)
            w->step[c] = -w->gradient[c];
        cholesky_solve(&w->root, w->step);
    }
    double fall = 0;
    for (size_t c = 0; c < run->columns; c++) {
        const double now = run->weights[c], then = now + w->step[c];
        fall -= w->gradient[c] * w->step[c] + run->lasso[c] * (fabs(then) - fabs(now));
    }
    return fall;
}

/* The feature whose weight moves most for what its values are. */
static size_t most_divergent(const struct newton *w)
{
    size_t divergent = w->run->bias;
    double most = 0;
    for (size_t c = w->run->bias; c < w->run->columns; c++) {
        const double move = fabs(w->step[c]) * w->run->spread[c];
        if (move > most) {
            most = move;
            divergent = c;
        }
    }
    return divergent - w->run->bias;
}

static void set_trial(struct newton *w, double share)
{
    for (size_t c = 0; c < w->run->columns; c++)
        w->trial[c] = w->run->weights[c] + share * w->step[c];
}

/* Goes along the step as far as is good; *moved: at all. */
static enum status line_search(struct newton *w, double fall, bool *moved, struct err *err)
{
    struct regression_run *run = w->run;
    double share = 1;
    const bool last = run->every == 1 && (run->o->model == REGRESSION_LS || fall < SOON);
    const unsigned want = REGRESSION_GRADIENT | REGRESSION_HESSIAN | (last ? REGRESSION_MEAT : 0);
    *moved = w->summed = false;
    for (int i = 0; i < MOST_HALVINGS; i++) {
        set_trial(w, share);
        enum status status = regression_pass(run, REGRESSION_TRAINING, want, w->trial, err);
        if (status != STATUS_OK)
            return status;
        const double value = run->loss + regression_penalty(run, w->trial);
        /* sums of errors are only so exact */
        const double rounding = 1e-12 * (1 + fabs(w->value));
        if (value <= w->value - 1e-4 * share * fall + rounding) {
            keep(w, w->trial, value);
            *moved = true;
            return STATUS_OK;
        }
        share /= 2;
    }
    return STATUS_OK;
}

/* The last step: what was summed up before it holds after it, but for the loss. */
static void finish_step(struct newton *w)
{
    struct regression_run *run = w->run;
    set_trial(w, 1);
    for (size_t c = 0; c < run->columns; c++)
        run->loss += run->gradient[c] * w->step[c];
    memcpy(run->weights, w->trial, run->columns * sizeof *w->trial);
}

static enum status minimise(struct newton *w, struct err *err)
{
    struct regression_run *run = w->run;
    const unsigned most = run->o->most_steps ? run->o->most_steps : MOST_STEPS;
    const bool may_run_away = run->o->model == REGRESSION_ML && !regression_is_penalised(run);
    double before = HUGE_VAL;
    unsigned slow = 0;
    for (run->steps = 0; run->steps < most;) {
        const double fall = find_step(w);
        slow = fall < 1 && fall > 0.1 * before ? slow + 1 : 0;
        if (may_run_away && slow >= SLOW_STEPS)
            return err_set(err, STATUS_RANGE, &SEPARABLE, SPAN_U64(most_divergent(w) + 1),
                           (struct span){0});
        before = fall;
        run->converged = fall <= NEAR;
        if (run->converged) {
            finish_step(w);
            return STATUS_OK;
        }
        bool moved;
        enum status status = line_search(w, fall, &moved, err);
        if (status != STATUS_OK)
            return status;
        if (!moved) /* as low as numbers can tell */
            return STATUS_OK;
        run->steps++;
        if (run->o->step && run->every == 1)
            run->o->step(run->o->ctx, run->steps,
                         w->value / (double)run->survey[REGRESSION_TRAINING].examples);
    }
    return STATUS_OK;
}

static enum status descend(struct newton *w, struct err *err)
{
    struct regression_run *run = w->run;
    enum status status = regression_pass(
        run, REGRESSION_TRAINING, REGRESSION_GRADIENT | REGRESSION_HESSIAN, run->weights, err);
    if (status != STATUS_OK)
        return status;
    keep(w, run->weights, run->loss + regression_penalty(run, run->weights));
    return minimise(w, err);
}

/* --- A place to begin ------------------------------------------------------------------------- */

static bool is_worth_a_sample(const struct regression_run *run)
{
    return run->o->model == REGRESSION_ML && run->pieces >= SAMPLE_PIECES &&
           run->survey[REGRESSION_TRAINING].examples >=
               (uint64_t)SAMPLE_EVERY * SAMPLE_EXAMPLES * run->columns;
}

/* Sixteen is a power of two: what it divides comes back as it was. */
static void scale_penalties(struct regression_run *run, double by)
{
    for (size_t c = 0; c < run->columns; c++) {
        run->ridge[c] *= by;
        run->lasso[c] *= by;
    }
}

/* If the sample determines no weights, that says nothing of all examples: begin where we were. */
static enum status begin_with_sample(struct newton *w, struct err *err)
{
    struct regression_run *run = w->run;
    double *begin = mem_alloc(run->columns * sizeof *begin);
    if (!begin)
        return err_nomem(err);
    memcpy(begin, run->weights, run->columns * sizeof *begin);
    run->every = SAMPLE_EVERY;
    scale_penalties(run, 1.0 / SAMPLE_EVERY);
    enum status status = descend(w, err);
    scale_penalties(run, SAMPLE_EVERY);
    run->every = 1;
    if (status == STATUS_RANGE || (status == STATUS_OK && !run->converged)) {
        memcpy(run->weights, begin, run->columns * sizeof *begin);
        status = STATUS_OK;
    }
    mem_free(begin);
    return status;
}

enum status regression_newton(struct regression_run *run, struct err *err)
{
    struct newton w;
    enum status status = newton_init(&w, run) ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK && is_worth_a_sample(run))
        status = begin_with_sample(&w, err);
    if (status == STATUS_OK)
        status = descend(&w, err);
    if (status == STATUS_OK && !run->converged && run->o->begin) {
        /* The wishes of the caller led nowhere.  Where all weights are 0 no example is certain, so
         * there is always a way on from there. */
        memset(run->weights, 0, run->columns * sizeof *run->weights);
        status = descend(&w, err);
    }
    if (status == STATUS_OK && !w.summed)
        status = regression_pass(run, REGRESSION_TRAINING,
                                 REGRESSION_GRADIENT | REGRESSION_HESSIAN | REGRESSION_MEAT,
                                 run->weights, err);
    mem_free(w.step);
    mem_free(w.trial);
    mem_free(w.gradient);
    mem_free(w.hessian);
    cholesky_release(&w.root);
    return status;
}
