/* halfka_internal.h: access to the arrays of a halfka network, and the compilations of halfka_core.h. */
#ifndef KIFU_ENGINE_EVAL_HALFKA_INTERNAL_H
#define KIFU_ENGINE_EVAL_HALFKA_INTERNAL_H

#include "engine/eval/halfka.h"

static inline const void *halfka_at(const struct halfka *h, size_t offset)
{
    return (const char *)h + offset;
}

static inline const int8_t *halfka_row(const struct halfka *h, int region, int feature)
{
    return (const int8_t *)halfka_at(h, h->rows) +
           ((size_t)region * NET_FEATURES + (size_t)feature) * h->units;
}

#pragma GCC visibility push(hidden)

/* out = in + all rows of plus - all rows of minus.  Units are a multiple of 32; in and out are aligned
 * to 64 bytes. */
#define HALFKA_SUM(name)                                                                           \
    void name(int16_t *out, const int16_t *in, const int8_t *const *plus, int plus_count,          \
              const int8_t *const *minus, int minus_count, size_t units)
/* The clipped first half times the clipped second half. */
#define HALFKA_PRODUCT(name) void name(uint8_t *out, const int16_t *in, size_t units)
/* out = bias + weights[outs][n] · in; n is a multiple of 32, outs of 4; inputs are at most 127. */
#define HALFKA_DENSE(name)                                                                         \
    void name(int32_t *out, const uint8_t *in, const int8_t *weights, const int32_t *bias,         \
              size_t n, size_t outs)

/* Sums of a dense layer as inputs of the next; n is a multiple of 8. */
#define HALFKA_CLIP(name) void name(uint8_t *out, const int32_t *sums, size_t n)

HALFKA_SUM(halfka_sum_base);
HALFKA_PRODUCT(halfka_product_base);
HALFKA_DENSE(halfka_dense_base);
HALFKA_CLIP(halfka_clip_base);
HALFKA_CLIP(halfka_square_base);

#if defined(__x86_64__)
#define HALFKA_HAVE_X86 1
HALFKA_SUM(halfka_sum_v3);
HALFKA_PRODUCT(halfka_product_v3);
HALFKA_DENSE(halfka_dense_v3);
HALFKA_CLIP(halfka_clip_v3);
HALFKA_CLIP(halfka_square_v3);
HALFKA_SUM(halfka_sum_v4);
HALFKA_PRODUCT(halfka_product_v4);
HALFKA_DENSE(halfka_dense_v4);
HALFKA_CLIP(halfka_clip_v4);
HALFKA_CLIP(halfka_square_v4);
#else
#define HALFKA_HAVE_X86 0
#endif

#pragma GCC visibility pop

#endif
