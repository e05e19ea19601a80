/* natural_fit_internal.h: the model in floats.
 *
 * All weights are one array, cut into lines of eight; steps are taken with the lines that a batch
 * has touched.
 *
 *     rows         [ hidden 0 … H-1 | worth | 0 ]     NATURAL_LANES floats each
 *     neighbours   [ a worth for each sort ]          NATURAL_LANES floats each
 *     head         NATURAL_HEAD floats for each row of positions
 *     head, to     NATURAL_HEAD floats for each sort and destination
 *     head, from   NATURAL_HEAD floats for each sort and origin
 *     out          a weight for each hidden unit, then 1 and 0, which never change */
#ifndef KIFU_VALUES_LEARN_NATURAL_FIT_INTERNAL_H
#define KIFU_VALUES_LEARN_NATURAL_FIT_INTERNAL_H

#include "engine/natural/natural_model.h"
#include "values/learn/natural_fit.h"

/* Learning stays within this: the largest weight of a unit says how fine its others can be. */
#define FIT_ROW_MOST 2.0F
#define FIT_WORTH_MOST 4.0F
#define FIT_NEIGHBOUR_MOST 2.5F
#define FIT_HEAD_MOST 2.0F
#define FIT_OUT_MOST 8.0F

/* The largest weight of a unit as an integer: with twice as many a file is a quarter larger, and
 * foretells no better.  Learning may let weights grow beyond it, up to NATURAL_ROW_MOST. */
enum { FIT_LEVELS = 63 };

/* Weights of a unit that may be cut when they become integers: their share of its gradients; and how
 * much larger than the others the largest may be. */
#define FIT_CUT_SHARE 3e-4
#define FIT_CUT_ROOM 1.3

enum {
    FIT_NEIGHBOURS = NATURAL_ROWS * NATURAL_LANES,
    FIT_HEAD = FIT_NEIGHBOURS + NATURAL_ITEMS * NATURAL_LANES,
    FIT_HEAD_TO = FIT_HEAD + NATURAL_HEAD_ROWS * NATURAL_HEAD,
    FIT_HEAD_FROM = FIT_HEAD_TO + NATURAL_PLACINGS * NATURAL_HEAD,
    FIT_OUT = FIT_HEAD_FROM + NATURAL_PLACINGS * NATURAL_HEAD,
    FIT_FLOATS = FIT_OUT + NATURAL_LANES,
    FIT_LINES = FIT_FLOATS / ADAM_LANES,
};
_Static_assert(FIT_FLOATS % ADAM_LANES == 0 && NATURAL_HEAD % ADAM_LANES == 0, "whole lines");

struct natural_fit_shard {
    float *gradient;
    uint8_t *touched; /* lines that have one */
};

/* How far apart the numbers are that integers have for a weight; by unit. */
struct fit_grid {
    _Alignas(32) float row[NATURAL_LANES]; /* those of worths: 0, which are fine enough */
    _Alignas(32) float head[NATURAL_HEAD], placing[NATURAL_HEAD];
};

struct natural_fit {
    const struct natural_samples *samples;
    struct natural_fit_options o;
    float *weight, *m, *v;
    float *used, *rounded; /* what moves are judged with: weight, or rounded */
    struct fit_grid grid;
    uint64_t steps; /* taken so far */
    int training;   /* the part that is learnt from now */
    float labels;   /* what they count there */
    struct natural_fit_shard shards[ADAM_SHARDS];
};

/* Adds what one answer says to the sums: the place of the move played, and its p. */
static inline void natural_fit_count(struct adam_sums *sums, const struct natural_sample *s,
                                     int place, double p)
{
    if (s->ply < NATURAL_FROM_PLY || s->class >= NATURAL_CLASSES)
        return;
    double *t = sums->tally + 4 * s->class;
    t[0] += 1;
    t[1] -= p;
    t[2] += place == 0;
    t[3] += place < 3;
}

#pragma GCC visibility push(hidden)
/* shard NULL: judges by the move played alone. */
void natural_fit_add_base(const struct natural_fit *f, const struct natural_sample_set *samples,
                          const uint32_t *which, size_t n, const struct natural_fit_shard *shard,
                          struct adam_sums *sums);
#if defined(__x86_64__)
#define NATURAL_FIT_HAVE_V3 1
void natural_fit_add_v3(const struct natural_fit *f, const struct natural_sample_set *samples,
                        const uint32_t *which, size_t n, const struct natural_fit_shard *shard,
                        struct adam_sums *sums);
#else
#define NATURAL_FIT_HAVE_V3 0
#endif
#pragma GCC visibility pop

#endif
