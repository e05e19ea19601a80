/* regression.h: fitting weights to outcomes exactly, by least squares or by maximum likelihood.
 *
 *     least squares   y ≈ bias + Σ weight × x                       (ls)
 *     logistic        y ≈ 1 / (1 + exp(-(bias + Σ weight × x)))     (ml)
 *
 * Examples are not kept: a source hands them out piece by piece, as often as the method asks, in
 * any thread; so memory does not grow with them, and with few features a pass costs little more
 * than reading.  Targets lie between 0 and 1 (a draw is ½).  With few features: Newton's method
 * (iteratively reweighted least squares), which gives standard errors; with many: L-BFGS, or with a
 * lasso its kin that keeps to one orthant at a time.
 *
 * Positions of one game share its result, so errors are those of clusters: the sandwich
 *
 *     H⁻¹ (Σ over games of s sᵀ) H⁻¹ × G / (G - 1)
 *
 * with s the sum of a game's slopes and G the number of games.  Plain errors are those of lm and of
 * glm with family binomial.  (A draw spreads less than a binomial says, so plain ones are a little
 * too large where there are many; clustered ones do not assume anything about that.)  With a ridge
 * H has it, what stands between has not: errors are of the penalised weights as they are, not of
 * how far they are drawn.  With a lasso weights that became 0 have no error, and the others' are as
 * if these had been left out beforehand.
 *
 * A weight that the examples cannot tell (a feature that is always the same, or a sum of features
 * before it) stays where it began, with NaN for errors.
 *
 * Penalties are not in proportion to how wide features are unless `scale` says so. */
#ifndef KIFU_VALUES_REGRESSION_REGRESSION_H
#define KIFU_VALUES_REGRESSION_REGRESSION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/work/reduction.h"

enum regression_part { REGRESSION_TRAINING, REGRESSION_HELD_OUT, REGRESSION_PARTS };

/* A piece of examples.  Either dense (feature NULL): x has `features` numbers for each; or sparse:
 * those of example i are feature[first[i] … first[i + 1] - 1] with their x.  Borrowed from the
 * source until the same worker asks for the next piece.  Examples of a cluster follow each other
 * and are all in one piece. */
struct regression_piece {
    size_t count;
    const double *x;     /* dense */
    const float *sparse; /* sparse: beside feature */
    const uint16_t *feature;
    const uint32_t *first;   /* count + 1 of them */
    const float *y;          /* targets */
    const uint32_t *cluster; /* NULL: each example is one */
};

struct regression_source {
    void *ctx;
    uint32_t features; /* without the bias; at most 65535 */
    size_t pieces;
    /* Gives the examples of that part in piece number `piece`. */
    enum status (*piece)(void *ctx, enum regression_part part, size_t piece, unsigned worker,
                         struct regression_piece *out, struct err *err);
};

enum regression_model { REGRESSION_LS, REGRESSION_ML };

struct regression_options {
    enum regression_model model;
    bool no_bias;
    double ridge; /* adds ridge/2 × weight² to the mean error of an example (cross-entropy, or the
                     squared error); not for the bias, nor for features in `free` */
    double lasso; /* likewise lasso × |weight| */
    const bool *free;    /* by feature; NULL: none is */
    const double *scale; /* by feature: penalties are on weight × scale; NULL: 1 */
    const double *begin; /* weights to begin with and to be drawn to by the ridge; NULL: 0 */
    unsigned most_steps; /* 0: the usual number */
    unsigned threads;    /* 0: one for each processor */
    const atomic_bool *cancelled;
    void *ctx;
    void (*step)(void *ctx, unsigned step, double loss); /* may be NULL */
    /* Those who fit together, each with pieces of its own; NULL: nobody else.  All get the fit of
     * all examples, to the same bit; another number of parts adds in another order, which moves
     * weights by some 1e-12 of themselves. */
    const struct reduction *reduction;
};

struct regression_weight {
    double weight;
    double error; /* clustered standard error; NaN if it was not worked out */
    double plain; /* as if examples were independent */
};

struct regression {
    struct regression_weight *weights; /* owned; of features, then of the bias */
    uint32_t count;                    /* features + 1 */
    unsigned steps;
    bool converged;
    uint64_t examples[REGRESSION_PARTS], clusters[REGRESSION_PARTS];
    /* Means over examples: cross-entropy (ml) or squared error (ls); and of a model that knows
     * the bias alone. */
    double loss[REGRESSION_PARTS], null_loss[REGRESSION_PARTS];
    /* Variances and covariances of weights, clustered, count × count; NULL with many features. */
    double *covariance; /* owned */
};

enum { REGRESSION_NEWTON_FEATURES = 300 }; /* up to so many: Newton, and errors */

/* The same, to the last bit, for any number of threads and on any x86-64 processor.  STATUS_RANGE
 * if the examples determine no weights (they are separable, all have one result, or there are
 * none), with a message that says what to do.  Features stand in any order in a sparse example; one
 * that is named twice counts as the sum. */
enum status regression_fit(struct regression *out, const struct regression_source *source,
                           const struct regression_options *o, struct err *err) CHECK_RESULT;
void regression_release(struct regression *r);

/* Weights in units of one of them: weight / weight[unit], with errors by the delta method (plain
 * ones are NaN).  out: r->count of them. */
void regression_rescale(const struct regression *r, uint32_t unit, struct regression_weight *out);

#endif
