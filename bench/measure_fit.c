/* measure_fit: fits weights to examples made from a seed, and says what it took.
 *
 *     measure_fit dense ROWS FEATURES [FILE]     logistic, one thread, from memory; writes the
 *                                                examples to FILE (y, then column after column, as
 *                                                doubles) for another program
 *     measure_fit sparse ROWS FEATURES NONZERO THREADS     made anew in every pass, so never in
 *                                                          memory
 *
 * Prints numbers by name, then the weights of dense ones with their plain errors.  Time is that of
 * regression_fit() alone, processor time of all threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "bench/timing.h"
#include "values/regression/regression.h"

enum { PIECE = 8192, CLUSTER = 64, MOST_THREADS = 16, SEED = 20 };

struct fit_examples {
    size_t rows;
    uint32_t features, nonzero;
    double *planted;
    /* dense */
    double *x;
    float *y;
    uint32_t *cluster;
    /* sparse: by worker */
    struct made {
        float *sparse, *y;
        uint16_t *feature;
        uint32_t *first, *cluster;
    } made[MOST_THREADS];
};

static void fail(const char *why)
{
    fprintf(stderr, "measure_fit: %s\n", why);
    exit(3);
}

static void *room(size_t n, size_t size)
{
    void *p = mem_calloc(n, size);
    if (!p)
        fail("no memory");
    return p;
}

static size_t number(const char *text)
{
    char *end;
    const unsigned long long n = strtoull(text, &end, 10);
    if (end == text || *end)
        fail("not a number");
    return n;
}

static double cpu_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static size_t rows_of(const struct fit_examples *e, size_t piece)
{
    const size_t from = piece * PIECE;
    return e->rows - from < PIECE ? e->rows - from : PIECE;
}

/* --- Dense ------------------------------------------------------------------------------------ */

/* A value in hundreds, shares, and small counts, as a calibration has them. */
static double dense_value(struct rng *rng, uint32_t feature)
{
    switch (feature % 3) {
    case 0:
        return (rng_double(rng) + rng_double(rng) + rng_double(rng) - 1.5) * 1000;
    case 1:
        return rng_double(rng) - 0.5;
    default:
        return (double)rng_below(rng, 4);
    }
}

static void make_dense(struct fit_examples *e)
{
    static const double PLANTED[3] = {1.0 / 600, 0.8, -0.2};
    e->x = room(e->rows * e->features, sizeof *e->x);
    e->y = room(e->rows, sizeof *e->y);
    e->cluster = room(e->rows, sizeof *e->cluster);
    struct rng rng;
    rng_seed(&rng, SEED);
    for (size_t i = 0; i < e->rows; i++) {
        double logit = 0.1, *x = e->x + i * e->features;
        for (uint32_t f = 0; f < e->features; f++) {
            x[f] = dense_value(&rng, f);
            logit += PLANTED[f % 3] * x[f];
        }
        e->y[i] = rng_double(&rng) < logistic(logit);
        e->cluster[i] = (uint32_t)(i / CLUSTER);
    }
}

static enum status give_dense(void *ctx, enum regression_part part, size_t piece, unsigned worker,
                              struct regression_piece *out, struct err *err)
{
    const struct fit_examples *e = ctx;
    const size_t from = piece * PIECE;
    (void)worker;
    (void)err;
    if (part != REGRESSION_TRAINING)
        return STATUS_OK;
    *out = (struct regression_piece){.count = rows_of(e, piece),
                                     .x = e->x + from * e->features,
                                     .y = e->y + from,
                                     .cluster = e->cluster + from};
    return STATUS_OK;
}

static void write_examples(const struct fit_examples *e, const char *path)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        fail("cannot write the examples");
    double buffer[PIECE];
    for (uint32_t column = 0; column <= e->features; column++)
        for (size_t piece = 0; piece * PIECE < e->rows; piece++) {
            const size_t n = rows_of(e, piece);
            for (size_t i = 0; i < n; i++) {
                const size_t row = piece * PIECE + i;
                buffer[i] = column == 0 ? (double)e->y[row] : e->x[row * e->features + column - 1];
            }
            if (fwrite(buffer, sizeof *buffer, n, f) != n)
                fail("cannot write the examples");
        }
    if (fclose(f) != 0)
        fail("cannot write the examples");
}

/* --- Sparse ----------------------------------------------------------------------------------- */

static void make_room(struct fit_examples *e, struct made *m)
{
    const size_t numbers = (size_t)PIECE * e->nonzero;
    m->sparse = room(numbers, sizeof *m->sparse);
    m->feature = room(numbers, sizeof *m->feature);
    m->y = room(PIECE, sizeof *m->y);
    m->first = room(PIECE + 1, sizeof *m->first);
    m->cluster = room(PIECE, sizeof *m->cluster);
}

static enum status give_sparse(void *ctx, enum regression_part part, size_t piece, unsigned worker,
                               struct regression_piece *out, struct err *err)
{
    struct fit_examples *e = ctx;
    struct made *m = &e->made[worker];
    struct rng rng;
    (void)err;
    if (part != REGRESSION_TRAINING)
        return STATUS_OK;
    rng_seed_stream(&rng, SEED, piece);
    uint32_t n = 0;
    const size_t rows = rows_of(e, piece);
    for (size_t i = 0; i < rows; i++) {
        double logit = 0;
        m->first[i] = n;
        for (uint32_t k = 0; k < e->nonzero; k++, n++) {
            const uint64_t r = rng_next(&rng);
            const uint64_t u = (r >> 32) * (r >> 32) >> 32; /* some are much rarer than others */
            const uint32_t f = (uint32_t)(u * e->features >> 32);
            const float x = (float)(uint32_t)r * 0x1p-31F - 1;
            m->feature[n] = (uint16_t)f;
            m->sparse[n] = x;
            logit += e->planted[f] * (double)x;
        }
        m->y[i] = rng_double(&rng) < logistic(logit);
        m->cluster[i] = (uint32_t)((piece * PIECE + i) / CLUSTER);
    }
    m->first[rows] = n;
    *out = (struct regression_piece){.count = rows,
                                     .sparse = m->sparse,
                                     .feature = m->feature,
                                     .first = m->first,
                                     .y = m->y,
                                     .cluster = m->cluster};
    return STATUS_OK;
}

/* What making the examples takes, of all that a pass takes. */
static double cost_of_making(struct fit_examples *e)
{
    struct regression_piece p;
    const double began = cpu_seconds();
    for (size_t piece = 0; piece < 32 && piece * PIECE < e->rows; piece++)
        if (give_sparse(e, REGRESSION_TRAINING, piece, 0, &p, NULL) != STATUS_OK)
            fail("no examples");
    const size_t made = 32 * (size_t)PIECE < e->rows ? 32 * (size_t)PIECE : e->rows;
    return (cpu_seconds() - began) / (double)made;
}

static void make_planted(struct fit_examples *e)
{
    struct rng rng;
    rng_seed(&rng, SEED + 1);
    e->planted = room(e->features, sizeof *e->planted);
    for (uint32_t f = 0; f < e->features; f++)
        e->planted[f] = (rng_double(&rng) - 0.5) * 1.5;
}

/* --- Both ------------------------------------------------------------------------------------- */

static void measure(struct fit_examples *e, bool dense, unsigned threads, struct regression *r)
{
    const struct regression_source source = {.ctx = e,
                                             .features = e->features,
                                             .pieces = (e->rows + PIECE - 1) / PIECE,
                                             .piece = dense ? give_dense : give_sparse};
    const struct regression_options o = {.model = REGRESSION_ML, .threads = threads};
    struct err err = {0};
    const double began = cpu_seconds(), clock = timing_now();
    if (regression_fit(r, &source, &o, &err) != STATUS_OK)
        fail(err.what ? err.what->en : "no fit");
    printf("cpu %.3f\nseconds %.3f\nsteps %u\nconverged %d\npeak_mb %.1f\nloss %.17g\n",
           cpu_seconds() - began, timing_now() - clock, r->steps, r->converged,
           (double)timing_peak_memory() / 1e6, r->loss[REGRESSION_TRAINING]);
}

static void measure_dense(struct fit_examples *e, const char *file)
{
    struct regression r;
    make_dense(e);
    if (file)
        write_examples(e, file);
    measure(e, true, 1, &r);
    for (uint32_t i = 0; i < r.count; i++)
        printf("weight %.17g %.17g\n", r.weights[i].weight, r.weights[i].plain);
    regression_release(&r);
}

static void measure_sparse(struct fit_examples *e, unsigned threads)
{
    struct regression r;
    make_planted(e);
    for (unsigned i = 0; i < threads; i++)
        make_room(e, &e->made[i]);
    printf("making_ns %.1f\n", cost_of_making(e) * 1e9);
    measure(e, false, threads, &r);
    double off = 0;
    for (uint32_t f = 0; f < e->features; f++)
        off += (r.weights[f].weight - e->planted[f]) * (r.weights[f].weight - e->planted[f]);
    printf("off %.6f\n", sqrt(off / e->features));
    regression_release(&r);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: measure_fit dense ROWS FEATURES [FILE] | sparse ROWS FEATURES "
                        "NONZERO THREADS\n");
        return 2;
    }
    struct fit_examples e = {.rows = number(argv[2]), .features = (uint32_t)number(argv[3])};
    if (strcmp(argv[1], "dense") == 0) {
        measure_dense(&e, argc > 4 ? argv[4] : NULL);
        return 0;
    }
    const size_t threads = argc > 5 ? number(argv[5]) : 1;
    e.nonzero = argc > 4 ? (uint32_t)number(argv[4]) : 40;
    if (threads < 1 || threads > MOST_THREADS || e.features > UINT16_MAX || e.nonzero > 1000)
        fail("too many, or none");
    measure_sparse(&e, (unsigned)threads);
    return 0;
}
