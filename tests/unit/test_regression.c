/* test_regression.c: planted weights are found again, by both models and both methods, the same to
 * the last bit with any number of threads and with or without AVX2; penalties do what they say;
 * examples that determine no weights; no memory, a wish to stop. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/rng.h"
#include "values/regression/regression.h"

enum { MOST_ROWS = 20000, MOST_FEATURES = 400, PIECES = 23, CLUSTER = 20 };

/* Examples, every fifth cluster held out; pieces 3 and 7 are empty. */
struct regression_examples {
    uint32_t features;
    size_t rows[REGRESSION_PARTS];
    double *x[REGRESSION_PARTS];
    float y[REGRESSION_PARTS][MOST_ROWS], *sparse;
    uint32_t cluster[REGRESSION_PARTS][MOST_ROWS], first[MOST_ROWS + 1];
    uint16_t *feature;
    bool as_sparse; /* only what is learnt from; nothing is held out then */
};

static double planted(uint32_t feature)
{
    return feature % 7 * 0.2 - 0.5;
}

static struct regression_examples *make_empty(uint32_t features)
{
    struct regression_examples *e = mem_calloc(1, sizeof *e);
    e->features = features;
    for (int part = 0; part < REGRESSION_PARTS; part++)
        e->x[part] = mem_calloc(MOST_ROWS, features * sizeof(double));
    return e;
}

static double *new_row(struct regression_examples *e, int part, uint32_t cluster, float y)
{
    const size_t row = e->rows[part]++;
    e->cluster[part][row] = cluster;
    e->y[part][row] = y;
    return e->x[part] + row * e->features;
}

/* Features of which `some` in each example are not 0, all of another width. */
static struct regression_examples *make(uint32_t features, size_t rows, uint32_t some,
                                        enum regression_model m)
{
    struct regression_examples *e = make_empty(features);
    struct rng rng;
    rng_seed(&rng, 5);
    for (size_t i = 0; i < rows; i++) {
        const uint32_t cluster = (uint32_t)(i / CLUSTER);
        const int part = cluster % 5 == 4;
        double logit = 0.3, *x = new_row(e, part, cluster, 0);
        for (uint32_t k = 0; k < some; k++) {
            const uint32_t f = some == features ? k : (uint32_t)rng_below(&rng, features);
            x[f] = (double)(float)(rng_double(&rng) * 2 - 0.7);
        }
        for (uint32_t f = 0; f < features; f++)
            logit += x[f] * planted(f);
        const double mean = m == REGRESSION_ML ? 1 / (1 + exp(-logit)) : 0.5 + logit / 50;
        e->y[part][e->rows[part] - 1] =
            m == REGRESSION_ML ? rng_double(&rng) < mean : (float)(mean + rng_double(&rng) / 9);
    }
    return e;
}

/* The same examples as sparse ones. */
static void make_sparse(struct regression_examples *e)
{
    const size_t numbers = e->rows[0] * e->features;
    e->sparse = mem_calloc(numbers, sizeof *e->sparse);
    e->feature = mem_calloc(numbers, sizeof *e->feature);
    uint32_t n = 0;
    for (size_t row = 0; row < e->rows[0]; row++) {
        e->first[row] = n;
        for (uint32_t f = e->features; f-- > 0;) {
            const double x = e->x[0][row * e->features + f];
            if (x == 0)
                continue;
            e->sparse[n] = (float)x;
            e->feature[n++] = (uint16_t)f;
        }
    }
    e->first[e->rows[0]] = n;
    e->as_sparse = true;
}

static void release(struct regression_examples *e)
{
    mem_free(e->x[0]);
    mem_free(e->x[1]);
    mem_free(e->sparse);
    mem_free(e->feature);
    mem_free(e);
}

/* Where piece n begins: in whole clusters. */
static size_t begin_of(const struct regression_examples *e, int part, size_t n)
{
    const size_t all = e->rows[part];
    const size_t row = all * n / PIECES / CLUSTER * CLUSTER;
    return n == PIECES ? all : n == 4 || n == 8 ? begin_of(e, part, n - 1) : row;
}

static enum status give(void *ctx, enum regression_part part, size_t piece, unsigned worker,
                        struct regression_piece *out, struct err *err)
{
    struct regression_examples *e = ctx;
    const size_t from = begin_of(e, (int)part, piece);
    (void)worker;
    (void)err;
    if (e->as_sparse && part == REGRESSION_HELD_OUT)
        return STATUS_OK;
    *out = (struct regression_piece){.count = begin_of(e, (int)part, piece + 1) - from,
                                     .y = e->y[part] + from,
                                     .cluster = e->cluster[part] + from};
    if (e->as_sparse) {
        out->sparse = e->sparse;
        out->feature = e->feature;
        out->first = e->first + from;
    } else {
        out->x = e->x[part] + from * e->features;
    }
    return STATUS_OK;
}

static struct regression_source source_of(struct regression_examples *e)
{
    return (struct regression_source){
        .ctx = e, .features = e->features, .pieces = PIECES, .piece = give};
}

static struct regression fit(struct regression_examples *e, const struct regression_options *o)
{
    const struct regression_source source = source_of(e);
    struct regression r;
    assert_int_equal(regression_fit(&r, &source, o, NULL), STATUS_OK);
    assert_true(r.converged);
    return r;
}

static enum status status_of_fit(struct regression_examples *e, const struct regression_options *o,
                                 struct err *err)
{
    const struct regression_source source = source_of(e);
    struct regression r;
    enum status st = regression_fit(&r, &source, o, err);
    regression_release(&r);
    return st;
}

/* --- Weights ---------------------------------------------------------------------------------- */

static void finds_planted_weights(void **state)
{
    (void)state;
    for (int model = 0; model < 2; model++) {
        const struct regression_options o = {.model = (enum regression_model)model, .threads = 1};
        struct regression_examples *e = make(6, MOST_ROWS, 6, o.model);
        struct regression r = fit(e, &o);
        const double unit = o.model == REGRESSION_ML ? 1 : 0.02;
        for (uint32_t f = 0; f < 6; f++) {
            const struct regression_weight w = r.weights[f];
            assert_true(fabs(w.weight - unit * planted(f)) < 4 * w.error);
            assert_true(w.error > 0 && w.error < 0.1);
            assert_true(fabs(w.error / w.plain - 1) < 0.3); /* clusters share nothing here */
        }
        assert_int_equal(r.examples[0] + r.examples[1], MOST_ROWS);
        assert_int_equal(r.clusters[0], MOST_ROWS / CLUSTER * 4 / 5);
        assert_int_equal(r.clusters[1], MOST_ROWS / CLUSTER / 5);
        for (int part = 0; part < REGRESSION_PARTS; part++)
            assert_true(r.loss[part] > 0 && r.loss[part] < 0.99 * r.null_loss[part]);
        assert_true(fabs(r.loss[1] / r.loss[0] - 1) < 0.1);
        regression_release(&r);
        release(e);
    }
}

/* A share alone: blind is all there is to see. */
static void no_features(void **state)
{
    (void)state;
    struct regression_examples *e = make_empty(0);
    const struct regression_options o = {.model = REGRESSION_ML, .threads = 1};
    for (uint32_t i = 0; i < 1000; i++)
        (void)new_row(e, 0, i, i % 10 < 3);
    struct regression r = fit(e, &o);
    assert_true(fabs(r.weights[0].weight - log(0.3 / 0.7)) < 1e-12);
    assert_true(fabs(r.weights[0].plain - 1 / sqrt(1000 * 0.3 * 0.7)) < 1e-12);
    assert_true(fabs(r.weights[0].error / r.weights[0].plain - sqrt(1000.0 / 999)) < 1e-12);
    assert_true(fabs(r.loss[0] - r.null_loss[0]) < 1e-15 && isnan(r.loss[1]));
    regression_release(&r);
    release(e);
}

/* Each example ten times in its game says no more than once. */
static void games_are_clusters(void **state)
{
    (void)state;
    const struct regression_options o = {.model = REGRESSION_ML, .threads = 1};
    struct regression_examples *once = make(3, 1000, 3, o.model), *often = make_empty(3);
    for (size_t i = 0; i < once->rows[0]; i++) {
        once->cluster[0][i] = (uint32_t)i;
        for (int k = 0; k < CLUSTER; k++)
            memcpy(new_row(often, 0, (uint32_t)i, once->y[0][i]), once->x[0] + 3 * i,
                   3 * sizeof(double));
    }
    struct regression a = fit(once, &o), b = fit(often, &o);
    for (uint32_t i = 0; i < a.count; i++) {
        assert_true(fabs(a.weights[i].weight - b.weights[i].weight) < 1e-9);
        assert_true(fabs(a.weights[i].error / b.weights[i].error - 1) < 1e-9);
        assert_true(fabs(a.weights[i].plain / b.weights[i].plain - sqrt(CLUSTER)) < 1e-9);
    }
    regression_release(&a);
    regression_release(&b);
    release(once);
    release(often);
}

static void assert_same(const struct regression *a, const struct regression *b)
{
    assert_memory_equal(a->weights, b->weights, a->count * sizeof *a->weights);
    assert_memory_equal(a->loss, b->loss, sizeof a->loss);
    if (a->covariance)
        assert_memory_equal(a->covariance, b->covariance, sizeof(double) * a->count * a->count);
}

/* Few and many features, dense and sparse. */
static void same_bits_everywhere(void **state)
{
    (void)state;
    static const uint32_t FEATURES[] = {1, 5, 30, REGRESSION_NEWTON_FEATURES + 20};
    for (size_t i = 0; i < sizeof FEATURES / sizeof *FEATURES; i++)
        for (int sparse = 0; sparse < 2; sparse++) {
            const uint32_t n = FEATURES[i];
            struct regression_options o = {.model = REGRESSION_ML, .threads = 1, .ridge = 1e-3};
            struct regression_examples *e = make(n, 1500, n < 5 ? n : 5, o.model);
            if (sparse)
                make_sparse(e);
            struct regression one = fit(e, &o);
            o.threads = 3;
            struct regression three = fit(e, &o);
            cpu_level_limit(CPU_BASE);
            struct regression base = fit(e, &o);
            cpu_level_limit(CPU_V3);
            assert_same(&one, &three);
            assert_same(&one, &base);
            regression_release(&one);
            regression_release(&three);
            regression_release(&base);
            release(e);
        }
}

static void sparse_is_dense(void **state)
{
    (void)state;
    for (int model = 0; model < 2; model++) {
        const struct regression_options o = {.model = (enum regression_model)model, .threads = 1};
        struct regression_examples *e = make(12, 5000, 4, o.model);
        struct regression dense = fit(e, &o);
        make_sparse(e);
        struct regression sparse = fit(e, &o);
        for (uint32_t i = 0; i < dense.count; i++) {
            assert_true(fabs(dense.weights[i].weight - sparse.weights[i].weight) < 1e-8);
            assert_true(fabs(dense.weights[i].error / sparse.weights[i].error - 1) < 1e-7);
            assert_true(fabs(dense.weights[i].plain / sparse.weights[i].plain - 1) < 1e-7);
        }
        regression_release(&dense);
        regression_release(&sparse);
        release(e);
    }
}

/* Features a million away from 0, and one in millionths: as good as any. */
static void huge_offsets(void **state)
{
    (void)state;
    const struct regression_options o = {.model = REGRESSION_ML, .threads = 1};
    struct regression_examples *e = make(3, 5000, 3, o.model);
    struct regression near = fit(e, &o);
    for (int part = 0; part < REGRESSION_PARTS; part++)
        for (size_t i = 0; i < e->rows[part]; i++) {
            e->x[part][3 * i] += 1e6;
            e->x[part][3 * i + 1] *= 1e-6;
        }
    struct regression far = fit(e, &o);
    for (uint32_t i = 0; i < 3; i++) {
        const double unit = i == 1 ? 1e6 : 1;
        assert_true(fabs(far.weights[i].weight / unit - near.weights[i].weight) < 1e-8);
        assert_true(fabs(far.weights[i].error / unit / near.weights[i].error - 1) < 1e-8);
    }
    assert_true(fabs(far.loss[0] - near.loss[0]) < 1e-10);
    regression_release(&near);
    regression_release(&far);
    release(e);
}

/* One that never changes and one that repeats another are left alone. */
static void features_that_say_nothing(void **state)
{
    (void)state;
    for (int sparse = 0; sparse < 2; sparse++) {
        const struct regression_options o = {.model = REGRESSION_ML, .threads = 1};
        struct regression_examples *e = make(5, 5000, 5, o.model);
        for (size_t i = 0; i < MOST_ROWS; i++)
            for (int part = 0; part < REGRESSION_PARTS; part++) {
                double *x = e->x[part] + 5 * i;
                x[2] = 7;
                x[3] = 0;
                x[4] = 2 * x[0];
            }
        if (sparse)
            make_sparse(e);
        struct regression r = fit(e, &o);
        for (uint32_t i = 2; i < 5; i++) {
            assert_true(r.weights[i].weight == 0);
            assert_true(isnan(r.weights[i].error) && isnan(r.weights[i].plain));
        }
        assert_true(r.weights[0].error > 0 && r.weights[1].error > 0 && r.weights[5].error > 0);
        regression_release(&r);
        release(e);
    }
}

static void without_bias(void **state)
{
    (void)state;
    const struct regression_options o = {.model = REGRESSION_ML, .threads = 1, .no_bias = true};
    struct regression_examples *e = make(4, 5000, 4, o.model);
    for (size_t i = 0; i < e->rows[0]; i++)
        e->x[0][4 * i] = 1; /* a bias of our own */
    struct regression r = fit(e, &o);
    const struct regression_options with = {.model = REGRESSION_ML, .threads = 1};
    struct regression usual = fit(e, &with);
    assert_true(r.weights[4].weight == 0 && isnan(r.weights[4].error));
    assert_true(fabs(r.weights[0].weight - usual.weights[4].weight) < 1e-8);
    assert_true(fabs(r.weights[0].error - usual.weights[4].error) < 1e-8);
    assert_true(fabs(r.weights[2].weight - usual.weights[2].weight) < 1e-8);
    regression_release(&r);
    regression_release(&usual);
    release(e);
}

/* So far off that all examples are certain, and wrong. */
static void begins_anywhere(void **state)
{
    (void)state;
    static const double FAR[4] = {4000, -4000, 900, 5};
    struct regression_options o = {.model = REGRESSION_ML, .threads = 1};
    struct regression_examples *e = make(4, 3000, 4, o.model);
    struct regression usual = fit(e, &o);
    o.begin = FAR;
    struct regression far = fit(e, &o);
    for (uint32_t i = 0; i < usual.count; i++)
        assert_true(fabs(usual.weights[i].weight - far.weights[i].weight) < 1e-8);
    regression_release(&usual);
    regression_release(&far);
    release(e);
}

/* --- Many pieces: a sample of them is looked at first ----------------------------------------- */

enum { SMALL_PIECES = 80, SMALL_ROWS = 512 };

struct many_pieces {
    double x[SMALL_PIECES * SMALL_ROWS];
    float y[SMALL_PIECES * SMALL_ROWS];
    size_t pieces; /* as which it is given out */
};

static enum status give_small(void *ctx, enum regression_part part, size_t piece, unsigned worker,
                              struct regression_piece *out, struct err *err)
{
    const struct many_pieces *m = ctx;
    const size_t rows = (size_t)SMALL_PIECES * SMALL_ROWS / m->pieces;
    (void)worker;
    (void)err;
    if (part == REGRESSION_TRAINING)
        *out = (struct regression_piece){
            .count = rows, .x = m->x + piece * rows, .y = m->y + piece * rows};
    return STATUS_OK;
}

static struct regression fit_pieces(struct many_pieces *m, size_t pieces)
{
    const struct regression_options o = {.model = REGRESSION_ML, .threads = 2};
    const struct regression_source source = {
        .ctx = m, .features = 1, .pieces = pieces, .piece = give_small};
    struct regression r;
    m->pieces = pieces;
    assert_int_equal(regression_fit(&r, &source, &o, NULL), STATUS_OK);
    assert_true(r.converged);
    return r;
}

/* kind 0: all alike; 1: every sixteenth piece was won; 2: there, x tells all. */
static struct many_pieces *make_pieces(int kind)
{
    struct many_pieces *m = mem_calloc(1, sizeof *m);
    struct rng rng;
    rng_seed(&rng, 9);
    for (size_t i = 0; i < (size_t)SMALL_PIECES * SMALL_ROWS; i++) {
        const bool sampled = i / SMALL_ROWS % 16 == 0;
        m->x[i] = rng_double(&rng) * 4 - 2;
        m->y[i] = rng_double(&rng) < 1 / (1 + exp(-m->x[i]));
        if (sampled && kind > 0)
            m->y[i] = kind == 1 || m->x[i] > 0;
    }
    return m;
}

static void a_sample_misleads_nobody(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct many_pieces *m = make_pieces(kind);
        struct regression many = fit_pieces(m, SMALL_PIECES), one = fit_pieces(m, 1);
        for (uint32_t i = 0; i < one.count; i++) {
            assert_true(fabs(many.weights[i].weight - one.weights[i].weight) < 1e-9);
            assert_true(fabs(many.weights[i].error / one.weights[i].error - 1) < 1e-6);
        }
        assert_true(fabs(many.loss[0] - one.loss[0]) < 1e-12);
        assert_int_equal(many.steps < one.steps, kind == 0);
        regression_release(&many);
        regression_release(&one);
        mem_free(m);
    }
}

/* --- Penalties -------------------------------------------------------------------------------- */

/* The slope of the mean error by each weight, told apart from the code under test. */
static void slopes_at(const struct regression_examples *e, const struct regression *r,
                      enum regression_model model, double *slope)
{
    memset(slope, 0, r->count * sizeof *slope);
    for (size_t i = 0; i < e->rows[0]; i++) {
        const double *x = e->x[0] + i * e->features;
        double logit = r->weights[e->features].weight;
        for (uint32_t f = 0; f < e->features; f++)
            logit += x[f] * r->weights[f].weight;
        const double y = (double)e->y[0][i];
        const double off = model == REGRESSION_ML ? 1 / (1 + exp(-logit)) - y : 2 * (logit - y);
        for (uint32_t f = 0; f <= e->features; f++)
            slope[f] += off * (f < e->features ? x[f] : 1) / (double)e->rows[0];
    }
}

/* At the end penalty and slope hold the balance: ridge × scale² × (weight - begin), and the lasso
 * on one side, or anything up to it at 0. */
static void assert_balance(const struct regression_examples *e, const struct regression *r,
                           const struct regression_options *o, double within)
{
    static double slope[MOST_FEATURES + 1];
    slopes_at(e, r, o->model, slope);
    assert_true(fabs(slope[e->features]) < within);
    for (uint32_t f = 0; f < e->features; f++) {
        const double w = r->weights[f].weight, scale = o->scale ? o->scale[f] : 1;
        const bool is_free = o->free && o->free[f];
        const double home = o->begin ? o->begin[f] : 0;
        const double ridge = is_free ? 0 : o->ridge * scale * scale * (w - home);
        const double lasso = is_free ? 0 : o->lasso * scale, left = slope[f] + ridge;
        if (w == 0)
            assert_true(fabs(left) < lasso + within);
        else
            assert_true(fabs(left + (w > 0 ? lasso : -lasso)) < within);
    }
}

static void penalties_balance(void **state)
{
    (void)state;
    static const double PENALTY[][2] = {{0.05, 0}, {0, 0.01}, {0.02, 0.004}};
    double scale[MOST_FEATURES], begin[MOST_FEATURES];
    bool is_free[MOST_FEATURES];
    for (uint32_t f = 0; f < MOST_FEATURES; f++) {
        scale[f] = 0.5 + f % 3;
        is_free[f] = f % 4 == 1;
        begin[f] = 0.1;
    }
    for (int kind = 0; kind < 12; kind++) {
        const double *penalty = PENALTY[kind % 3];
        const bool many = kind / 3 % 2;
        const uint32_t n = many ? REGRESSION_NEWTON_FEATURES + 10 : 8;
        const struct regression_options o = {.model = (enum regression_model)(kind / 6),
                                             .threads = 1,
                                             .ridge = penalty[0],
                                             .lasso = penalty[1],
                                             .free = is_free,
                                             .scale = scale,
                                             .begin = penalty[1] == 0 ? begin : NULL};
        struct regression_examples *e = make(n, many ? 1500 : 3000, many ? 12 : n, o.model);
        if (many)
            make_sparse(e);
        struct regression r = fit(e, &o);
        assert_balance(e, &r, &o, many ? 1e-6 : 1e-10);
        uint32_t zeros = 0;
        for (uint32_t f = 0; f < n; f++)
            zeros += r.weights[f].weight == 0;
        assert_int_equal(zeros > 0, penalty[1] > 0);
        regression_release(&r);
        release(e);
    }
}

static void both_methods_agree(void **state)
{
    (void)state;
    const struct regression_options o = {.model = REGRESSION_ML, .threads = 1, .ridge = 1e-4};
    struct regression_examples *few = make(10, 4000, 10, o.model);
    struct regression_examples *many =
        make_empty(REGRESSION_NEWTON_FEATURES + 1); /* the others stay 0 */
    for (size_t i = 0; i < few->rows[0]; i++)
        memcpy(new_row(many, 0, few->cluster[0][i], few->y[0][i]), few->x[0] + 10 * i,
               10 * sizeof(double));
    make_sparse(many);
    struct regression a = fit(few, &o), b = fit(many, &o);
    for (uint32_t f = 0; f < 10; f++)
        assert_true(fabs(a.weights[f].weight - b.weights[f].weight) < 1e-5);
    assert_true(b.weights[11].weight == 0 && isnan(b.weights[0].error) && !b.covariance);
    assert_true(fabs(a.loss[0] - b.loss[0]) < 1e-10);
    regression_release(&a);
    regression_release(&b);
    release(few);
    release(many);
}

static void rescaling(void **state)
{
    (void)state;
    const struct regression_options o = {.model = REGRESSION_ML, .threads = 1};
    struct regression_examples *e = make(3, 5000, 3, o.model);
    struct regression r = fit(e, &o);
    struct regression_weight w[4];
    regression_rescale(&r, 0, w);
    assert_true(w[0].weight == 1 && w[0].error < 1e-9);
    assert_true(fabs(w[2].weight - r.weights[2].weight / r.weights[0].weight) < 1e-12);
    /* measured in other units, errors are relative to the same */
    const double *c = r.covariance, a = r.weights[2].weight, u = r.weights[0].weight;
    const double variance = c[10] / u / u - 2 * a * c[8] / u / u / u + a * a * c[0] / u / u / u / u;
    assert_true(fabs(w[2].error / sqrt(variance) - 1) < 1e-9);
    regression_release(&r);
    release(e);
}

/* --- Nothing to fit --------------------------------------------------------------------------- */

static void what_determines_no_weights(void **state)
{
    (void)state;
    struct regression_options o = {.model = REGRESSION_ML, .threads = 1};
    struct err err;
    struct regression_examples *e = make_empty(2);
    assert_int_equal(status_of_fit(e, &o, &err), STATUS_RANGE); /* no examples */
    for (uint32_t i = 0; i < 500; i++) {
        double *x = new_row(e, 0, i, 1);
        x[0] = i % 17;
        x[1] = i % 2;
    }
    assert_int_equal(status_of_fit(e, &o, &err), STATUS_RANGE); /* all won */
    o.model = REGRESSION_LS;
    assert_int_equal(status_of_fit(e, &o, &err), STATUS_OK);
    o.model = REGRESSION_ML;
    for (uint32_t i = 0; i < 500; i++) /* the second one tells all */
        e->y[0][i] = (float)(i % 2);
    assert_int_equal(status_of_fit(e, &o, &err), STATUS_RANGE);
    assert_string_equal(err.arg[0], "2");
    for (uint32_t i = 0; i < 500; i++) /* where it is 1, and nothing else */
        e->y[0][i] = i % 2 ? 1 : i % 3 == 0;
    assert_int_equal(status_of_fit(e, &o, &err), STATUS_RANGE);
    assert_string_equal(err.arg[0], "2");
    o.ridge = 1e-3;
    assert_int_equal(status_of_fit(e, &o, &err), STATUS_OK);
    e->y[0][5] = 1.5F;
    assert_int_equal(status_of_fit(e, &o, &err), STATUS_RANGE);
    e->y[0][5] = 1;
    e->x[0][20] = INFINITY;
    assert_int_equal(status_of_fit(e, &o, &err), STATUS_RANGE);
    release(e);
}

static void many_features_explain_all(void **state)
{
    (void)state;
    const struct regression_options o = {.model = REGRESSION_ML, .threads = 1};
    struct err err;
    struct regression_examples *e = make(REGRESSION_NEWTON_FEATURES + 5, 300, 20, o.model);
    for (size_t i = 0; i < e->rows[0]; i++)
        e->y[0][i] = e->x[0][i * e->features] > 0;
    assert_int_equal(status_of_fit(e, &o, &err), STATUS_RANGE);
    release(e);
}

static void stops_when_asked(void **state)
{
    (void)state;
    atomic_bool cancelled = true;
    const struct regression_options o = {
        .model = REGRESSION_ML, .threads = 2, .cancelled = &cancelled};
    struct err err;
    struct regression_examples *e = make(3, 1000, 3, o.model);
    assert_int_equal(status_of_fit(e, &o, &err), STATUS_CANCELLED);
    release(e);
}

static void count_step(void *ctx, unsigned step, double loss)
{
    unsigned *steps = ctx;
    assert_int_equal(++*steps, step);
    assert_true(loss > 0);
}

static void reports_steps(void **state)
{
    (void)state;
    unsigned steps = 0;
    const struct regression_options o = {
        .model = REGRESSION_ML, .threads = 1, .ctx = &steps, .step = count_step};
    struct regression_examples *e = make(3, 1000, 3, o.model);
    struct regression r = fit(e, &o);
    assert_int_equal(steps, r.steps);
    assert_in_range(steps, 1, 8);
    regression_release(&r);
    release(e);
}

static void no_memory(void **state)
{
    (void)state;
    const struct regression_options o = {
        .model = REGRESSION_ML, .threads = 2, .ridge = 1e-3, .most_steps = 2};
    for (int many = 0; many < 2; many++) {
        struct regression_examples *e =
            make(many ? REGRESSION_NEWTON_FEATURES + 1 : 3, 500, 3, o.model);
        enum status st = STATUS_NOMEM;
        long n = 0;
        for (; st != STATUS_OK; n++) {
            mem_fail_after(n);
            st = status_of_fit(e, &o, NULL);
            mem_fail_never();
            assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        }
        assert_true(n > 20);
        release(e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_planted_weights),
        cmocka_unit_test(no_features),
        cmocka_unit_test(games_are_clusters),
        cmocka_unit_test(same_bits_everywhere),
        cmocka_unit_test(sparse_is_dense),
        cmocka_unit_test(huge_offsets),
        cmocka_unit_test(features_that_say_nothing),
        cmocka_unit_test(without_bias),
        cmocka_unit_test(begins_anywhere),
        cmocka_unit_test(a_sample_misleads_nobody),
        cmocka_unit_test(penalties_balance),
        cmocka_unit_test(both_methods_agree),
        cmocka_unit_test(rescaling),
        cmocka_unit_test(what_determines_no_weights),
        cmocka_unit_test(many_features_explain_all),
        cmocka_unit_test(stops_when_asked),
        cmocka_unit_test(reports_steps),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
