/* regression_internal.h: what the files of regression.h share.
 *
 * Inside, the bias is one more feature that is always 1; together they are columns:
 *
 *     column    0      1 … features            with a bias
 *               -      0 … features - 1        without
 *
 * It comes first, so that a feature that never changes is the one to be left out, not the bias.
 * Dense features have their means taken off (with a bias that changes no weight but its own): so
 * one that lies between 1,000,000 and 1,000,001 is as good as one between 0 and 1.
 *
 * All sums over examples are made in a pass: source.piece() ──▶ blocks of REGRESSION_BLOCK examples
 * ──▶ sums of a group of pieces ──▶ merged in order.  Groups depend on the number of pieces alone,
 * and a block is added up in lanes of four doubles on any processor, so a pass gives the same bits
 * whatever the threads and the machine. */
#ifndef KIFU_VALUES_REGRESSION_REGRESSION_INTERNAL_H
#define KIFU_VALUES_REGRESSION_REGRESSION_INTERNAL_H

#include "values/regression/regression.h"

enum { REGRESSION_BLOCK = 128, REGRESSION_LANES = 4 };

/* --- Blocks (regression_core.h) --------------------------------------------------------------- */

/* Arrays by column have REGRESSION_BLOCK numbers for each, one for each example; what stands behind
 * the last example is 0. */
struct regression_block {
    enum regression_model model;
    size_t columns;
    size_t stride; /* columns, up to a multiple of 4; those behind are 0 */
    size_t rows;   /* examples, likewise */
    const double *weights;
    double *z, *u;     /* stride columns; columns + 1, up to an even number: bend × z, then off */
    double *logit, *y; /* REGRESSION_BLOCK each, as the next */
    double *residual, *curvature;
};

#pragma GCC visibility push(hidden)

/* Makes rows of features columns of z, centres taken off. */
void regression_columns_base(const double *x, size_t rows, size_t features, const double *centre,
                             double *z);
/* off and bend: first and second derivative of each example's error by its logit.  Returns the sum
 * of the errors: cross-entropy, or half the squared error. */
double regression_loss_base(const struct regression_block *b);
/* The same from z and the weights; adds to sum, of columns + 1 rows (up to an even number) of
 * stride numbers: row i has the
 * second derivatives of column i with columns 0 … i; row `columns` the first derivatives. */
double regression_block_base(const struct regression_block *b, double *sum);

#if defined(__x86_64__)
#define REGRESSION_HAVE_V3 1
void regression_columns_v3(const double *x, size_t rows, size_t features, const double *centre,
                           double *z);
double regression_loss_v3(const struct regression_block *b);
double regression_block_v3(const struct regression_block *b, double *sum);
#else
#define REGRESSION_HAVE_V3 0
#endif

#pragma GCC visibility pop

/* --- A fit under way -------------------------------------------------------------------------- */

/* What one look at all examples tells. */
struct regression_survey {
    uint64_t examples, clusters;
    uint64_t sparse_pieces;
    double y, y_squared; /* sums */
    double y_least, y_most;
};

enum regression_want {
    REGRESSION_LOSS = 0,
    REGRESSION_GRADIENT = 1, /* first derivatives */
    REGRESSION_HESSIAN = 2,  /* and second ones */
    REGRESSION_MEAT = 4,     /* and the products of the clusters' slopes */
};

struct regression_scratch; /* a worker's */

struct regression_run {
    const struct regression_source *source;
    const struct regression_options *o;
    unsigned threads;
    size_t columns, stride, left; /* left: rows of the matrix of a block */
    size_t bias;                  /* 1: there is one, in column 0 */
    uint64_t pieces;              /* of all parts */
    struct regression_survey survey[REGRESSION_PARTS];
    double *centre;         /* by column; 0 for the bias */
    double *spread;         /* by column: root of the mean square, around the centre if dense */
    bool *fixed;            /* by column: always the same, so its weight cannot be told */
    double *ridge, *lasso;  /* by column: of the sum of errors, not the mean */
    double *prior;          /* by column: where the ridge draws to */
    double *weights;        /* by column */
    double *sum;            /* of the last pass */
    size_t sum_numbers;     /* room there */
    double loss, *gradient; /* of the last pass, within sum; curve: stride numbers a row */
    double *hessian, *meat; /* likewise, NULL if not wanted */
    struct regression_scratch **scratch; /* by worker */
    size_t every;                        /* a pass looks at so many pieces' first one; 1: at all */
    unsigned steps;
    bool converged;
};

/* Fills survey, centre, spread and fixed. */
enum status regression_take_survey(struct regression_run *run, struct err *err) CHECK_RESULT;
/* Sums over the examples of a part at these weights, penalties not included. */
enum status regression_pass(struct regression_run *run, enum regression_part part, unsigned want,
                            const double *weights, struct err *err) CHECK_RESULT;
void regression_free_scratch(struct regression_run *run);
/* So many pieces at a time have a sum of their own. */
size_t regression_grain(const struct regression_run *run);

/* Both leave the weights in run->weights; Newton's leaves loss, slope, curve and meat there. */
enum status regression_newton(struct regression_run *run, struct err *err) CHECK_RESULT;
enum status regression_lbfgs(struct regression_run *run, struct err *err) CHECK_RESULT;

/* What penalties add to the sum of errors. */
double regression_penalty(const struct regression_run *run, const double *weights);
bool regression_is_penalised(const struct regression_run *run);
bool regression_is_cancelled(const struct regression_run *run);
enum status regression_cancel(struct err *err);

#endif
