/* cholesky.c: see cholesky.h. */
#include "values/regression/cholesky.h"

#include <math.h>

#include "base/alloc.h"

bool cholesky_init(struct cholesky *c, size_t n)
{
    *c = (struct cholesky){.n = n};
    size_t numbers;
    if (!size_mul(n, n, &numbers))
        return false;
    c->root = mem_calloc(numbers, sizeof *c->root);
    c->unit = mem_calloc(n, sizeof *c->unit);
    c->left_out = mem_calloc(n, sizeof *c->left_out);
    if (c->root && c->unit && c->left_out)
        return true;
    cholesky_release(c);
    return false;
}

void cholesky_release(struct cholesky *c)
{
    mem_free(c->root);
    mem_free(c->unit);
    mem_free(c->left_out);
    *c = (struct cholesky){0};
}

/* What is left of A[i][k] when the columns before k are taken off. */
static double remainder_at(const struct cholesky *c, double a, size_t i, size_t k)
{
    const double *row = c->root + i * c->n, *other = c->root + k * c->n;
    double left = a * c->unit[i] * c->unit[k];
    for (size_t j = 0; j < k; j++)
        left -= row[j] * other[j];
    return left;
}

void cholesky_factor(struct cholesky *c, const double *a, size_t stride, const bool *skip)
{
    for (size_t i = 0; i < c->n; i++) {
        const double diagonal = a[i * stride + i];
        c->left_out[i] = (skip && skip[i]) || !(diagonal > 0);
        c->unit[i] = c->left_out[i] ? 0 : 1 / sqrt(diagonal);
        double *row = c->root + i * c->n;
        for (size_t k = 0; k < i; k++)
            row[k] = c->left_out[i] || c->left_out[k]
                         ? 0
                         : remainder_at(c, a[i * stride + k], i, k) / c->root[k * c->n + k];
        const double own = c->left_out[i] ? 0 : remainder_at(c, diagonal, i, i);
        if (!(own > CHOLESKY_LEAST))
            c->left_out[i] = true;
        row[i] = c->left_out[i] ? 1 : sqrt(own);
    }
}

void cholesky_solve(const struct cholesky *c, double *x)
{
    for (size_t i = 0; i < c->n; i++) {
        const double *row = c->root + i * c->n;
        x[i] *= c->unit[i];
        for (size_t k = 0; k < i; k++)
            x[i] -= row[k] * x[k];
        x[i] = c->left_out[i] ? 0 : x[i] / row[i];
    }
    for (size_t i = c->n; i-- > 0;) {
        for (size_t k = i + 1; k < c->n; k++)
            x[i] -= c->left_out[k] ? 0 : c->root[k * c->n + i] * x[k];
        x[i] = c->left_out[i] ? 0 : x[i] / c->root[i * c->n + i];
    }
    for (size_t i = 0; i < c->n; i++)
        x[i] *= c->unit[i];
}
