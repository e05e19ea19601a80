/* regression_pass.c: sums over all examples (regression_internal.h).
 *
 * Numbers of a sum, by what is wanted:
 *
 *     loss only     [loss]
 *     slope         [loss][slope: stride]
 *     curve         [loss][curve: left × stride, row `columns` of it is the slope]
 *     and meat      [as before][meat: columns × stride] */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/work/pool.h"
#include "values/regression/regression_internal.h"

#define CORE(name) name##_base
#include "values/regression/regression_core.h"

#if REGRESSION_HAVE_V3
#define CALL(name, ...) (cpu_level() >= CPU_V3 ? name##_v3(__VA_ARGS__) : name##_base(__VA_ARGS__))
#else
#define CALL(name, ...) name##_base(__VA_ARGS__)
#endif

/* So many groups of pieces at most (or a few more): each has sums of its own. */
enum { GROUPS = 512, ALIGNMENT = 64 };

struct regression_scratch {
    double *z, *u;
    double *gradient; /* of a cluster */
    _Alignas(64) double logit[REGRESSION_BLOCK];
    double y[REGRESSION_BLOCK], residual[REGRESSION_BLOCK], curvature[REGRESSION_BLOCK];
};

bool regression_is_cancelled(const struct regression_run *run)
{
    return run->o->cancelled && atomic_load_explicit(run->o->cancelled, memory_order_relaxed);
}

enum status regression_cancel(struct err *err)
{
    return err_cancelled(err);
}

size_t regression_grain(const struct regression_run *run)
{
    return run->source->pieces / run->every / GROUPS + 1;
}

/* --- A pass ----------------------------------------------------------------------------------- */

struct pass {
    struct regression_run *run;
    enum regression_part part;
    unsigned want;
    const double *weights;
    size_t numbers; /* of a sum */
};

/* A piece being added to a sum. */
struct pass_sum {
    const struct pass *pass;
    struct regression_block block;
    struct regression_scratch *scratch;
    double *loss, *gradient, *hessian, *meat; /* NULL if not wanted */
    bool open;                                /* a cluster has begun */
    uint32_t cluster;
};

static size_t matrix_numbers(const struct regression_run *run)
{
    return run->left * run->stride;
}

static size_t numbers_of(const struct regression_run *run, unsigned want)
{
    size_t n = 1;
    if (want & (REGRESSION_HESSIAN | REGRESSION_MEAT))
        n += matrix_numbers(run);
    else if (want & REGRESSION_GRADIENT)
        n += run->stride;
    return n + (want & REGRESSION_MEAT ? run->columns * run->stride : 0);
}

/* Says where in a sum things are. */
static void find_places(const struct regression_run *run, unsigned want, double *sum,
                        struct pass_sum *out)
{
    out->loss = sum;
    if (want & (REGRESSION_HESSIAN | REGRESSION_MEAT)) {
        out->hessian = sum + 1;
        out->gradient = out->hessian + run->columns * run->stride;
    } else if (want & REGRESSION_GRADIENT) {
        out->gradient = sum + 1;
    }
    if (want & REGRESSION_MEAT)
        out->meat = sum + 1 + matrix_numbers(run);
}

static void free_scratch(struct regression_scratch *s)
{
    if (!s)
        return;
    mem_free(s->z);
    mem_free(s->u);
    mem_free(s->gradient);
    mem_free(s);
}

/* Room for z and u only where second derivatives are made. */
static struct regression_scratch *make_scratch(const struct regression_run *run)
{
    struct regression_scratch *s = mem_calloc_aligned(ALIGNMENT, 1, sizeof *s);
    if (!s || run->columns > REGRESSION_NEWTON_FEATURES + 1)
        return s;
    s->z = mem_calloc_aligned(ALIGNMENT, run->stride * REGRESSION_BLOCK, sizeof *s->z);
    s->u = mem_calloc_aligned(ALIGNMENT, run->left * REGRESSION_BLOCK, sizeof *s->u);
    s->gradient = mem_calloc(run->stride, sizeof *s->gradient);
    if (s->z && s->u && s->gradient)
        return s;
    free_scratch(s);
    return NULL;
}

static size_t rounded_up(size_t n)
{
    return (n + REGRESSION_LANES - 1) / REGRESSION_LANES * REGRESSION_LANES;
}

/* Logits of dense examples, by rows. */
static void find_dense_logits(const struct pass_sum *a, const double *x, size_t rows)
{
    const struct regression_run *run = a->pass->run;
    const size_t features = run->source->features;
    const double *w = a->pass->weights + run->bias, *centre = run->centre + run->bias;
    for (size_t i = 0; i < rows; i++, x += features) {
        double sum = run->bias ? a->pass->weights[0] : 0;
        for (size_t f = 0; f < features; f++)
            sum += w[f] * (x[f] - centre[f]);
        a->scratch->logit[i] = sum;
    }
}

static void find_sparse_logits(const struct pass_sum *a, const struct regression_piece *p,
                               size_t from, size_t rows)
{
    const struct regression_run *run = a->pass->run;
    const double *w = a->pass->weights + run->bias;
    for (size_t i = 0; i < rows; i++) {
        const size_t first = p->first[from + i], end = p->first[from + i + 1];
        double sum[2] = {run->bias ? a->pass->weights[0] : 0, 0}; /* two: they need not wait */
        size_t k = first;
        for (; k + 1 < end; k += 2) {
            sum[0] += w[p->feature[k]] * (double)p->sparse[k];
            sum[1] += w[p->feature[k + 1]] * (double)p->sparse[k + 1];
        }
        if (k < end)
            sum[0] += w[p->feature[k]] * (double)p->sparse[k];
        a->scratch->logit[i] = sum[0] + sum[1];
    }
}

static void add_dense_gradient(const struct pass_sum *a, const double *x, size_t rows)
{
    const struct regression_run *run = a->pass->run;
    const size_t features = run->source->features;
    const double *centre = run->centre + run->bias;
    double *gradient = a->gradient + run->bias;
    for (size_t i = 0; i < rows; i++, x += features) {
        const double residual = a->scratch->residual[i];
        if (run->bias)
            a->gradient[0] += residual;
        for (size_t f = 0; f < features; f++)
            gradient[f] += residual * (x[f] - centre[f]);
    }
}

static void add_sparse_gradient(const struct pass_sum *a, const struct regression_piece *p,
                                size_t from, size_t rows)
{
    const struct regression_run *run = a->pass->run;
    double *gradient = a->gradient + run->bias;
    for (size_t i = 0; i < rows; i++) {
        const double residual = a->scratch->residual[i];
        if (run->bias)
            a->gradient[0] += residual;
        for (size_t k = p->first[from + i]; k < p->first[from + i + 1]; k++)
            gradient[p->feature[k]] += residual * (double)p->sparse[k];
    }
}

/* Features of an example may stand in any order, so each pair goes where row >= column; one that is
 * named twice counts as its sum. */
static void add_sparse_hessian(const struct pass_sum *a, const struct regression_piece *p,
                               size_t row, double curvature)
{
    const struct regression_run *run = a->pass->run;
    const size_t first = p->first[row], end = p->first[row + 1];
    if (run->bias)
        a->hessian[0] += curvature;
    for (size_t k = first; k < end; k++) {
        const size_t c = run->bias + p->feature[k];
        const double x = curvature * (double)p->sparse[k];
        double *line = a->hessian + c * run->stride;
        if (run->bias)
            line[0] += x;
        line[c] += x * (double)p->sparse[k];
        for (size_t j = first; j < k; j++) {
            const size_t d = run->bias + p->feature[j];
            const double product = x * (double)p->sparse[j];
            if (d < c)
                line[d] += product;
            else if (d > c)
                a->hessian[d * run->stride + c] += product;
            else
                line[c] += 2 * product;
        }
    }
}

/* --- Clusters --------------------------------------------------------------------------------- */

static void close_cluster(struct pass_sum *a)
{
    const struct regression_run *run = a->pass->run;
    double *s = a->scratch->gradient;
    if (!a->open)
        return;
    for (size_t i = 0; i < run->columns; i++)
        for (size_t k = 0; k <= i; k++)
            a->meat[i * run->stride + k] += s[i] * s[k];
    memset(s, 0, run->stride * sizeof *s);
    a->open = false;
}

static void add_to_clusters(struct pass_sum *a, const struct regression_piece *p, size_t from,
                            size_t rows)
{
    const struct regression_run *run = a->pass->run;
    const size_t features = run->source->features;
    double *gradient = a->scratch->gradient + run->bias;
    for (size_t i = 0; i < rows; i++) {
        const size_t row = from + i;
        if (a->open && (!p->cluster || p->cluster[row] != a->cluster))
            close_cluster(a);
        a->open = true;
        a->cluster = p->cluster ? p->cluster[row] : 0;
        const double residual = a->scratch->residual[i];
        if (run->bias)
            gradient[-1] += residual;
        if (p->feature)
            for (size_t k = p->first[row]; k < p->first[row + 1]; k++)
                gradient[p->feature[k]] += residual * (double)p->sparse[k];
        else
            for (size_t f = 0; f < features; f++)
                gradient[f] += residual * (p->x[row * features + f] - run->centre[run->bias + f]);
    }
}

/* --- Pieces ----------------------------------------------------------------------------------- */

static void fill_targets(struct pass_sum *a, const struct regression_piece *p, size_t from,
                         size_t rows)
{
    struct regression_scratch *s = a->scratch;
    for (size_t i = 0; i < rows; i++)
        s->y[i] = (double)p->y[from + i];
    a->block.rows = rounded_up(rows);
    for (size_t i = rows; i < a->block.rows; i++)
        s->y[i] = s->logit[i] = 0;
}

static void fill_columns(struct pass_sum *a, const double *x, size_t rows)
{
    const struct regression_run *run = a->pass->run;
    const size_t features = run->source->features;
    double *z = a->scratch->z;
    if (run->bias) {
        for (size_t i = 0; i < a->block.rows; i++)
            z[i] = i < rows;
        z += REGRESSION_BLOCK;
    }
    CALL(regression_columns, x, rows, features, run->centre + run->bias, z);
    for (size_t f = 0; f < features; f++, z += REGRESSION_BLOCK)
        for (size_t i = rows; i < a->block.rows; i++)
            z[i] = 0;
}

static double add_sparse_block(struct pass_sum *a, const struct regression_piece *p, size_t from,
                               size_t rows)
{
    find_sparse_logits(a, p, from, rows);
    const double loss = CALL(regression_loss, &a->block);
    if (a->gradient)
        add_sparse_gradient(a, p, from, rows);
    for (size_t i = 0; a->hessian && i < rows; i++)
        add_sparse_hessian(a, p, from + i, a->scratch->curvature[i]);
    return loss;
}

static double add_dense_block(struct pass_sum *a, const struct regression_piece *p, size_t from,
                              size_t rows)
{
    const double *x = p->x + from * a->pass->run->source->features;
    if (a->hessian) {
        fill_columns(a, x, rows);
        return CALL(regression_block, &a->block, a->hessian);
    }
    find_dense_logits(a, x, rows);
    const double loss = CALL(regression_loss, &a->block);
    if (a->gradient)
        add_dense_gradient(a, x, rows);
    return loss;
}

static void add_block(struct pass_sum *a, const struct regression_piece *p, size_t from,
                      size_t rows)
{
    fill_targets(a, p, from, rows);
    double loss =
        p->feature ? add_sparse_block(a, p, from, rows) : add_dense_block(a, p, from, rows);
    if (a->block.model == REGRESSION_ML) /* what stands behind the last one says ½ */
        loss -= (double)(a->block.rows - rows) * log(2);
    *a->loss += loss;
    if (a->meat)
        add_to_clusters(a, p, from, rows);
}

static enum status add_pieces(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                              struct err *err)
{
    const struct pass *pass = ctx;
    struct regression_run *run = pass->run;
    const struct regression_source *source = run->source;
    if (!run->scratch[worker])
        run->scratch[worker] = make_scratch(run);
    struct regression_scratch *s = run->scratch[worker];
    if (!s)
        return err_nomem(err);
    struct pass_sum a = {.pass = pass, .scratch = s};
    a.block = (struct regression_block){.model = run->o->model,
                                        .columns = run->columns,
                                        .stride = run->stride,
                                        .weights = pass->weights,
                                        .z = s->z,
                                        .u = s->u,
                                        .logit = s->logit,
                                        .y = s->y,
                                        .residual = s->residual,
                                        .curvature = s->curvature};
    find_places(run, pass->want, sum, &a);
    for (size_t at = from; at < to; at++) {
        struct regression_piece p = {0};
        if (regression_is_cancelled(run))
            return regression_cancel(err);
        enum status status =
            source->piece(source->ctx, pass->part, at * run->every, worker, &p, err);
        if (status != STATUS_OK)
            return status;
        for (size_t row = 0; row < p.count; row += REGRESSION_BLOCK)
            add_block(&a, &p, row,
                      p.count - row < REGRESSION_BLOCK ? p.count - row : REGRESSION_BLOCK);
        if (a.meat)
            close_cluster(&a);
    }
    return STATUS_OK;
}

static void merge_sums(void *ctx, void *total, const void *sum)
{
    const struct pass *pass = ctx;
    for (size_t i = 0; i < pass->numbers; i++)
        ((double *)total)[i] += ((const double *)sum)[i];
}

enum status regression_pass(struct regression_run *run, enum regression_part part, unsigned want,
                            const double *weights, struct err *err)
{
    struct pass pass = {.run = run,
                        .part = part,
                        .want = want,
                        .weights = weights,
                        .numbers = numbers_of(run, want)};
    const struct pool_reduction r = {.ctx = &pass,
                                     .n = (run->source->pieces + run->every - 1) / run->every,
                                     .grain = regression_grain(run),
                                     .sum_bytes = pass.numbers * sizeof(double),
                                     .add = add_pieces,
                                     .merge = merge_sums};
    if (pass.numbers > run->sum_numbers) {
        double *sum = mem_realloc_array(run->sum, pass.numbers, sizeof *sum);
        if (!sum)
            return err_nomem(err);
        run->sum = sum;
        run->sum_numbers = pass.numbers;
    }
    memset(run->sum, 0, pass.numbers * sizeof(double));
    enum status status = pool_reduce(run->threads, &r, run->sum, err);
    status = reduction_sum_reals(run->o->reduction, status, run->sum, pass.numbers, err);
    struct pass_sum places = {0};
    find_places(run, want, run->sum, &places);
    run->loss = *places.loss;
    run->gradient = places.gradient;
    run->hessian = places.hessian;
    run->meat = places.meat;
    return status;
}

void regression_free_scratch(struct regression_run *run)
{
    for (unsigned i = 0; run->scratch && i < run->threads; i++)
        free_scratch(run->scratch[i]);
    mem_free(run->scratch);
    run->scratch = NULL;
}
