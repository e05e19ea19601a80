/* natural_fit_internal.h: the model in floats.
 *
 * All weights are one array, cut into lines of eight; steps are taken with the lines that a batch
 * has touched.
 *
 *     rows         [ hidden 0 … H-1 | worth 0 0 0 0 0 0 0 ]     NATURAL_FIT_STRIDE floats each
 *     neighbours   a worth each
 *     hashes       a worth each
 *     out          a weight for each hidden unit */
#ifndef KIFU_VALUES_NATURAL_FIT_INTERNAL_H
#define KIFU_VALUES_NATURAL_FIT_INTERNAL_H

#include "engine/natural_model.h"
#include "values/natural_fit.h"

enum {
    NATURAL_FIT_STRIDE = NATURAL_HIDDEN + DESCENT_LANES,
    NATURAL_FIT_WORTH = NATURAL_HIDDEN, /* its place in a row */
    FIT_NEIGHBOURS = NATURAL_ROWS * NATURAL_FIT_STRIDE,
    FIT_HASHES = FIT_NEIGHBOURS + NATURAL_NEIGHBOURS,
    FIT_OUT = FIT_HASHES + NATURAL_HASHES,
    FIT_FLOATS = FIT_OUT + NATURAL_HIDDEN,
    FIT_LINES = FIT_FLOATS / DESCENT_LANES,
};
_Static_assert(FIT_FLOATS % DESCENT_LANES == 0 && FIT_HASHES % DESCENT_LANES == 0, "whole lines");

struct natural_fit_shard {
    float *gradient;
    uint8_t *touched; /* lines that have one */
};

struct natural_fit {
    const struct natural_samples *samples;
    struct natural_fit_options o;
    float *weight, *m, *v;
    uint64_t steps; /* taken so far */
    struct natural_fit_shard shards[DESCENT_SHARDS];
};

/* Adds what one answer says to the sums: the place of the move played, and its p. */
static inline void natural_fit_count(struct descent_sums *sums, const struct natural_sample *s,
                                     int place, double p)
{
    if (s->ply < NATURAL_FROM_PLY)
        return;
    double *t = sums->tally + 4 * s->class;
    t[0] += 1;
    t[1] -= p;
    t[2] += place == 0;
    t[3] += place < 3;
}

#pragma GCC visibility push(hidden)
void natural_fit_add_base(const struct natural_fit *f, const struct natural_sample *samples,
                          const uint32_t *which, size_t n, const struct natural_fit_shard *shard,
                          struct descent_sums *sums);
#if defined(__x86_64__)
#define NATURAL_FIT_HAVE_V3 1
void natural_fit_add_v3(const struct natural_fit *f, const struct natural_sample *samples,
                        const uint32_t *which, size_t n, const struct natural_fit_shard *shard,
                        struct descent_sums *sums);
#else
#define NATURAL_FIT_HAVE_V3 0
#endif
#pragma GCC visibility pop

#endif
