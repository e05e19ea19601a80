/* regression_lbfgs.c: many features, by L-BFGS (Liu and Nocedal 1989).
 *
 * From the last few steps and what they did to the slope it guesses how the error bends, and takes
 * a step to where its lowest point should be: two loops over HISTORY pairs instead of a matrix.
 * With a lasso it is OWL-QN (Andrew and Gao 2007): there is a corner wherever a weight is 0, so the
 * slope counts on the side where it leads down, if it does, and a step ends at 0 where a weight
 * would change its sign.
 *
 * Weights are measured in units of what their features are wide and their ridge is steep, so that a
 * feature in thousands and one that is rarely not 0 are alike; values are means over examples.  A
 * step that does not lead down as promised is made shorter; what the error does in between gives a
 * guess by how much. */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "values/regression/regression_internal.h"

enum { HISTORY = 10, MOST_STEPS = 1000, MOST_TRIALS = 40, QUIET_STEPS = 5 };
/* Converged: no slope is larger than FLAT (of the mean error, by a feature's width: with ten
 * million examples a thousandth of a standard error), or in each of QUIET_STEPS steps the sum of
 * errors fell by less than STILL of one example's (a thousandth of a standard error is 0.0000005 or
 * so), or as good as not at all. */
static const double FLAT = 1e-7, STILL = 1e-8, NOTHING = 1e-13;

static const struct msg SEPARABLE = {
    "the features separate the results perfectly and the weights diverge; add a ridge penalty or "
    "more samples",
    "特徴が結果を完全に分離し、重みが発散します。リッジ正則化を加えるかデータを増やしてください"};

struct lbfgs_pair {
    double *step, *turn; /* how far it went, and by how much the slope changed */
    double product;      /* of the two */
};

struct lbfgs {
    struct regression_run *run;
    size_t n;
    double examples;
    double value;                     /* mean error with penalties */
    double *at, *gradient;            /* there: weights in units, slope of the smooth part */
    double *trial, *next;             /* likewise, of a place being tried */
    double *lasso;                    /* in units */
    double *along, *downhill;         /* the direction; the slope with the lasso's side chosen */
    double *weights;                  /* as they are */
    double *unit;                     /* by which a weight is multiplied here */
    struct lbfgs_pair pairs[HISTORY]; /* a ring */
    size_t used, newest;
    double *room; /* all of these */
};

enum { ARRAYS = 9 };

/* A ridge bends the error as features do: for one that is rarely not 0, by far more. */
static double unit_of(const struct lbfgs *l, size_t c)
{
    const struct regression_run *run = l->run;
    const double curvature = run->o->model == REGRESSION_ML ? 4 : 1; /* of a feature's: 1 / bend */
    return sqrt(run->spread[c] * run->spread[c] + curvature * run->ridge[c] / l->examples);
}

static bool lbfgs_init(struct lbfgs *l, struct regression_run *run)
{
    const size_t n = run->columns;
    *l = (struct lbfgs){.run = run,
                        .n = n,
                        .examples = (double)run->survey[REGRESSION_TRAINING].examples,
                        .room = mem_calloc(n * (ARRAYS + 2 * HISTORY), sizeof *l->room)};
    if (!l->room)
        return false;
    double **const array[ARRAYS] = {&l->at,    &l->gradient, &l->trial,   &l->next, &l->lasso,
                                    &l->along, &l->downhill, &l->weights, &l->unit};
    double *free = l->room;
    for (int i = 0; i < ARRAYS; i++, free += n)
        *array[i] = free;
    for (int i = 0; i < HISTORY; i++, free += 2 * n)
        l->pairs[i] = (struct lbfgs_pair){.step = free, .turn = free + n};
    for (size_t c = 0; c < n; c++) {
        l->unit[c] = unit_of(l, c);
        l->at[c] = run->weights[c] * l->unit[c];
        l->lasso[c] = run->lasso[c] / l->unit[c] / l->examples;
    }
    return true;
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Value and slope at a place. */
static enum status loss_at(struct lbfgs *l, const double *at, double *gradient, double *value,
                           struct err *err)
{
    struct regression_run *run = l->run;
    for (size_t c = 0; c < l->n; c++)
        l->weights[c] = at[c] / l->unit[c];
    enum status status =
        regression_pass(run, REGRESSION_TRAINING, REGRESSION_GRADIENT, l->weights, err);
    if (status != STATUS_OK)
        return status;
    *value = (run->loss + regression_penalty(run, l->weights)) / l->examples;
    for (size_t c = 0; c < l->n; c++) {
        const double pull = run->ridge[c] * (l->weights[c] - run->prior[c]);
        gradient[c] = run->fixed[c] ? 0 : (run->gradient[c] + pull) / l->unit[c] / l->examples;
    }
    return STATUS_OK;
}

/* --- Directions ------------------------------------------------------------------------------- */

/* At a corner: the slope of the side that leads down, 0 if neither does. */
static double subgradient(double gradient, double lasso, double at)
{
    if (at != 0 || lasso == 0)
        return gradient + (at > 0 ? lasso : at < 0 ? -lasso : 0);
    return gradient + lasso < 0 ? gradient + lasso : gradient - lasso > 0 ? gradient - lasso : 0;
}

/* Returns the largest. */
static double find_subgradient(struct lbfgs *l)
{
    double most = 0;
    for (size_t c = 0; c < l->n; c++) {
        l->downhill[c] = subgradient(l->gradient[c], l->lasso[c], l->at[c]);
        most = fmax(most, fabs(l->downhill[c]));
    }
    return most;
}

static struct lbfgs_pair *nth_newest(struct lbfgs *l, size_t nth)
{
    return &l->pairs[(l->newest + HISTORY - nth) % HISTORY];
}

/* along = - (guessed second derivatives)⁻¹ downhill */
static void find_direction(struct lbfgs *l)
{
    double share[HISTORY];
    for (size_t c = 0; c < l->n; c++)
        l->along[c] = -l->downhill[c];
    for (size_t i = 0; i < l->used; i++) {
        const struct lbfgs_pair *p = nth_newest(l, i);
        share[i] = dot(p->step, l->along, l->n) / p->product;
        for (size_t c = 0; c < l->n; c++)
            l->along[c] -= share[i] * p->turn[c];
    }
    if (l->used > 0) {
        const struct lbfgs_pair *p = nth_newest(l, 0);
        const double scale = p->product / dot(p->turn, p->turn, l->n);
        for (size_t c = 0; c < l->n; c++)
            l->along[c] *= scale;
    }
    for (size_t i = l->used; i-- > 0;) {
        const struct lbfgs_pair *p = nth_newest(l, i);
        const double back = share[i] - dot(p->turn, l->along, l->n) / p->product;
        for (size_t c = 0; c < l->n; c++)
            l->along[c] += back * p->step[c];
    }
    for (size_t c = 0; c < l->n; c++) /* with a lasso: only where it leads down */
        if (l->lasso[c] > 0 && l->along[c] * l->downhill[c] >= 0)
            l->along[c] = 0;
}

/* --- Steps ------------------------------------------------------------------------------------ */

static double expected_decrease(const struct lbfgs *l)
{
    double fall = 0;
    for (size_t c = 0; c < l->n; c++)
        fall += l->downhill[c] * (l->at[c] - l->trial[c]);
    return fall;
}

/* Keeps what the step from at to trial taught, if the error bends upwards along it. */
static void store_pair(struct lbfgs *l)
{
    struct lbfgs_pair *p = &l->pairs[(l->newest + 1) % HISTORY];
    for (size_t c = 0; c < l->n; c++) {
        p->step[c] = l->trial[c] - l->at[c];
        p->turn[c] = l->next[c] - l->gradient[c];
    }
    p->product = dot(p->step, p->turn, l->n);
    if (!(p->product > 1e-12 * dot(p->turn, p->turn, l->n)))
        return;
    l->newest = (l->newest + 1) % HISTORY;
    l->used += l->used < HISTORY;
}

/* Between a tenth and a half of the length: where a parabola through both ends is lowest. */
static double backtracked_length(double length, double promised, double rise)
{
    const double guess = promised / (2 * (promised + rise));
    return length * (guess > 0.1 && guess < 0.5 ? guess : rise > 0 ? 0.1 : 0.5);
}

/* *fell: by how much; below 0: no step leads down. */
static enum status line_search(struct lbfgs *l, double *fell, struct err *err)
{
    double length = 1;
    if (l->used == 0) /* nothing known of how it bends: errors bend by a quarter at most */
        length = 1 / fmax(1, sqrt(dot(l->along, l->along, l->n)));
    *fell = -1;
    for (int i = 0; i < MOST_TRIALS; i++) {
        double value;
        for (size_t c = 0; c < l->n; c++) {
            const double to = l->at[c] + length * l->along[c];
            const double side = l->at[c] != 0 ? l->at[c] : -l->downhill[c];
            l->trial[c] = l->lasso[c] > 0 && to * side < 0 ? 0 : to;
        }
        const double promised = expected_decrease(l);
        if (!(promised > 0))
            return STATUS_OK;
        enum status status = loss_at(l, l->trial, l->next, &value, err);
        if (status != STATUS_OK)
            return status;
        if (value <= l->value - 1e-4 * promised) {
            *fell = l->value - value;
            store_pair(l);
            l->value = value;
            memcpy(l->at, l->trial, l->n * sizeof *l->at);
            memcpy(l->gradient, l->next, l->n * sizeof *l->gradient);
            return STATUS_OK;
        }
        length = backtracked_length(length, promised, value - l->value);
    }
    return STATUS_OK;
}

/* A step; *stuck: there is none that leads down, even straight along the slope. */
static enum status take_step(struct lbfgs *l, double *fell, bool *stuck, struct err *err)
{
    find_direction(l);
    enum status status = line_search(l, fell, err);
    *stuck = *fell < 0 && l->used == 0;
    if (status == STATUS_OK && *fell < 0)
        l->used = 0; /* what was remembered misleads */
    return status;
}

static enum status minimise(struct lbfgs *l, struct err *err)
{
    struct regression_run *run = l->run;
    const unsigned most = run->o->most_steps ? run->o->most_steps : MOST_STEPS;
    const bool may_run_away = run->o->model == REGRESSION_ML && !regression_is_penalised(run);
    unsigned quiet = 0;
    for (run->steps = 0; run->steps < most && !run->converged;) {
        double fell;
        bool stuck;
        run->converged = find_subgradient(l) <= FLAT || quiet >= QUIET_STEPS;
        if (run->converged)
            return STATUS_OK;
        enum status status = take_step(l, &fell, &stuck, err);
        if (status != STATUS_OK)
            return status;
        run->converged = stuck; /* as low as numbers can tell */
        if (fell < 0)
            continue;
        if (may_run_away && l->value < 1e-5)
            return err_plain(err, STATUS_RANGE, &SEPARABLE);
        quiet = fell <= l->value * fmax(STILL / l->examples, NOTHING) ? quiet + 1 : 0;
        run->steps++;
        if (run->o->step)
            run->o->step(run->o->ctx, run->steps, l->value);
    }
    return STATUS_OK;
}

enum status regression_lbfgs(struct regression_run *run, struct err *err)
{
    struct lbfgs l;
    if (!lbfgs_init(&l, run))
        return err_nomem(err);
    enum status status = loss_at(&l, l.at, l.gradient, &l.value, err);
    if (status == STATUS_OK)
        status = minimise(&l, err);
    for (size_t c = 0; c < l.n; c++)
        run->weights[c] = l.at[c] / l.unit[c];
    if (status == STATUS_OK)
        status = regression_pass(run, REGRESSION_TRAINING, REGRESSION_LOSS, run->weights, err);
    mem_free(l.room);
    return status;
}
