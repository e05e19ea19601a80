/* logistic.h: logistic regression on sparse features.
 *
 *     p = 1 / (1 + exp(-(weight[bias] + Σ value × weight[feature])))
 *
 * Examples are rows of features, each with a value (or all 1), a target between 0 and 1 and a
 * weight of their own; they are kept one after another, so that ten million with a dozen features
 * each are a gigabyte.  It is a model for descent.h, like the engine's network, which has this with
 * a hidden layer beside it.
 *
 *     logistic_init(&l, features, true);
 *     logistic_add(&l, DESCENT_LEARN, features, values, n, target, err);      … for each example
 *     logistic_fit(&l, &options, err);      or logistic_newton()
 *     l.weight[f], l.weight[features]: the bias */
#ifndef KIFU_VALUES_LOGISTIC_H
#define KIFU_VALUES_LOGISTIC_H

#include "values/descent.h"

struct logistic_rows {
    uint32_t *feature; /* of all rows */
    float *value;      /* beside them; NULL: all 1 */
    size_t count, feature_cap, value_cap;
    struct logistic_row {
        size_t first; /* its features end where the next row's begin */
        float target;
    } * row;
    size_t rows, row_cap;
};

struct logistic {
    uint32_t features;
    float l2;    /* the error also has l2 / 2 × weight² for each weight but the bias */
    bool valued; /* features have values */
    struct logistic_rows part[DESCENT_PARTS];
    float *weight; /* of features, then of the bias; owned */
    /* While fitting. */
    float *m, *v, *sum, *gradient[DESCENT_SHARDS];
};

void logistic_init(struct logistic *l, uint32_t features, bool valued);
void logistic_release(struct logistic *l);

/* feature: each below l->features; value: NULL unless l->valued. */
enum status logistic_add(struct logistic *l, int part, const uint32_t *feature, const float *value,
                         size_t n, float target, struct err *err) CHECK_RESULT;
/* Goes on from the weights there are, 0 at first. */
enum status logistic_fit(struct logistic *l, const struct descent_options *o,
                         struct err *err) CHECK_RESULT;
/* With few features: exact, in a handful of passes.  errors, if not NULL: the standard error of
 * each weight, the bias last (of the examples as if independent).  The same for any number of
 * threads. */
enum { LOGISTIC_NEWTON_FEATURES = 1000 };
enum status logistic_newton(struct logistic *l, unsigned threads, float *errors,
                            struct err *err) CHECK_RESULT;
/* Weights of 0, unless there are some; false if there is no memory. */
bool logistic_make_weights(struct logistic *l);
/* The logit of a row of features. */
float logistic_judge(const struct logistic *l, const uint32_t *feature, const float *value,
                     size_t n);

#endif
