/* cholesky.h: Cholesky decomposition of small positive definite matrices.
 *
 *     A = L Lᵀ        L below and on the diagonal
 *
 * A has n rows of `stride` numbers, of which only columns 0 … row are looked at.  A row that
 * depends on those before it (of what stands on its diagonal less than CHOLESKY_LEAST is its own)
 * is left out: as if its unknown were 0. */
#ifndef KIFU_VALUES_REGRESSION_CHOLESKY_H
#define KIFU_VALUES_REGRESSION_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

/* Sums of ten million products are good for about this much. */
#define CHOLESKY_LEAST 1e-13

struct cholesky {
    size_t n;
    double *root; /* n × n */
    double *unit; /* A is brought to 1 on the diagonal first, so units of measure do not matter */
    bool *left_out;
};

/* false if there is no memory. */
bool cholesky_init(struct cholesky *c, size_t n);
void cholesky_release(struct cholesky *c);
/* skip, if not NULL: rows to leave out anyway. */
void cholesky_factor(struct cholesky *c, const double *a, size_t stride, const bool *skip);
/* x = A⁻¹ x; 0 where rows were left out. */
void cholesky_solve(const struct cholesky *c, double *x);

#endif
