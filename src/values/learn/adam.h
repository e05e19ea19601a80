/* adam.h: learning weights by going downhill, for every model whose error is cross-entropy and
 * that is more than a weighted sum (regression.h fits those exactly).
 *
 * Whatever is learnt here answers "how likely does the side to move win?" with a number p, is told
 * a target t between 0 and 1, and pays -t·log p - (1-t)·log(1-p).  A model knows what p is made of
 * (net_fit.h: the engine's network); this file knows the rest: shuffling, batches, threads, how
 * large a step is, when to stop, what to tell.
 *
 *     each epoch:  shuffle all examples
 *         each batch:  cut into shards ──▶ model.add(): a gradient for each shard
 *                      ──▶ model.update(): sums the shards' gradients in order, takes an Adam step
 *     then judge what was held out, and report
 *
 * The shards do not depend on the number of threads, and floats are added in the same order on any
 * processor: the same seed gives the same weights. */
#ifndef KIFU_VALUES_LEARN_ADAM_H
#define KIFU_VALUES_LEARN_ADAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* More shards would let more threads work, but each has a gradient of its own to be cleared and
 * added up; so a batch has one for every ADAM_GRAIN examples (options: grain), up to that
 * number. */
enum { ADAM_SHARDS = 8, ADAM_GRAIN = 2048, ADAM_LANES = 8, ADAM_TALLIES = 12 };

/* Sums over examples. */
struct adam_sums {
    double examples;
    double loss;            /* cross-entropy with the targets */
    double result_loss;     /* cross-entropy with what really came of it; where that is known */
    double results;         /* so many examples have that */
    double decided, agreed; /* results other than draws, and those of them that p was right about */
    double tally[ADAM_TALLIES]; /* whatever else a model counts */
};

/* A step on the way; a model hands it on to adam_update(). */
struct adam_step {
    float learning_rate;
    float scale;                /* 1 / examples of the batch */
    float correct_m, correct_v; /* of the moments, that begin at 0 */
};

enum { ADAM_TRAINING, ADAM_HELD_OUT, ADAM_PARTS };
struct adam_model {
    void *ctx;
    size_t examples[ADAM_PARTS]; /* each less than 2^32 */
    /* Judges the examples of that part, adding to *sums; shard >= 0: adds to that shard's
     * gradient, which only one thread does at a time. */
    void (*add)(void *ctx, int part, const uint32_t *which, size_t n, int shard,
                struct adam_sums *sums);
    /* Takes a step with the nth of n parts of its weights, and clears their gradients. */
    void (*update)(void *ctx, const struct adam_step *step, unsigned nth, unsigned n);
};

struct adam_report {
    unsigned epoch;                      /* from 1; 0: before learning */
    struct adam_sums training, held_out; /* learnt: while learning, so a little behind */
    double seconds;                      /* of learning */
    float learning_rate;                 /* at the end of the epoch */
};

struct adam_options {
    unsigned epochs;
    size_t batch;        /* examples; not 0 */
    size_t grain;        /* examples a shard, at least; 0: ADAM_GRAIN */
    float learning_rate; /* of the first steps; falls like a cosine to */
    float final_rate;
    uint64_t seed;
    unsigned threads;             /* 0: one for each processor */
    const atomic_bool *cancelled; /* may be NULL */
    void *ctx;
    void (*progress)(void *ctx, uint64_t examples);              /* may be NULL */
    void (*report)(void *ctx, const struct adam_report *report); /* may be NULL */
};

/* STATUS_RANGE if steps were so large that there is no sum of errors any more. */
enum status adam_run(const struct adam_model *model, const struct adam_options *o,
                     struct err *err) CHECK_RESULT;

/* Adam (Kingma and Ba 2014) with decoupled decay (Loshchilov and Hutter 2017) on n weights with
 * their two moments; n is a multiple of ADAM_LANES, all are aligned to 32 bytes.  gradient: the
 * sum over the batch. */
void adam_update(const struct adam_step *step, float decay, float *weight, float *m, float *v,
                 const float *gradient, size_t n);

/* What models do with a logit: adds to the sums, and returns the derivative p - target. result
 * below 0: not known. */
float adam_loss(float logit, float target, float result, struct adam_sums *sums);

#endif
