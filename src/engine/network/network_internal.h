/* network_internal.h: a network in memory, and the sums that are compiled once for every kind of
 * processor.
 *
 * Activations stand on a board with an edge of zeros, channels together, in even numbers:
 *
 *     in[(height + 2) * (x + 1) + y + 1][stride]           int16
 *
 * Sums (int32) have no edge: sums[height * x + y][out_stride].  Weights are widened to 16 bits and
 * packed in panels of so many outputs as a kernel works on at a time:
 *
 *     packed[panel][tap][pair of inputs][output in the panel][2]
 *
 * so that one vector of them times one pair of inputs, repeated, is a vector of outputs. */
#ifndef KIFU_ENGINE_NETWORK_NETWORK_INTERNAL_H
#define KIFU_ENGINE_NETWORK_NETWORK_INTERNAL_H

#include "base/buf.h"
#include "engine/network/network.h"

enum {
    NETWORK_ALIGN = 64,  /* of arrays, in bytes */
    NETWORK_STRIDE = 32, /* what strides of channels are multiples of: every panel divides it */
    NETWORK_MOST = 4095, /* of an activation */
    NETWORK_TAPS = 9,    /* of a 3x3 convolution */
    NETWORK_TILE = 9,    /* points in a row that a kernel works on at a time */
};

/* A convolution, 3x3 or 1x1. */
struct network_conv {
    int16_t *packed; /* owned */
    float *mul;      /* owned: [out_stride], what a sum is worth */
    float *bias;     /* owned: [out_stride]; NULL for the policy, which has one by point */
    uint32_t taps, in, out;
    size_t in_stride, out_stride;
};

struct network_block {
    float step; /* of the activations between the two */
    struct network_conv a, b;
    float *w1, *b1, *w2, *b2; /* owned: [squeezed][channels], [squeezed], [channels][squeezed], … */
};

/* One board of a batch. */
struct network_sums {
    const int16_t *in; /* with its edge */
    int32_t *sums;
};

/* What a kernel works on at a time: a panel of outputs, and points of one row. */
struct network_tile {
    const int16_t *weights;          /* of the panel */
    const int16_t *in;               /* at the first point */
    ptrdiff_t offsets[NETWORK_TAPS]; /* where each tap looks, from a point */
    uint32_t taps;
    size_t pairs;                 /* of inputs */
    size_t in_stride, out_stride; /* from one point to the next */
};

/* column: points from one row to the next, on the board with its edge. */
static inline void network_tile_init(struct network_tile *t, const struct network_conv *c,
                                     size_t column)
{
    *t = (struct network_tile){.taps = c->taps,
                               .pairs = (c->in + 1) / 2,
                               .in_stride = c->in_stride,
                               .out_stride = c->out_stride};
    for (int tap = 0; tap < NETWORK_TAPS && c->taps > 1; tap++)
        t->offsets[tap] =
            ((tap / 3 - 1) * (ptrdiff_t)column + tap % 3 - 1) * (ptrdiff_t)c->in_stride;
}

/* Activations are to the nearest integer, halves to even.  Nothing may be fused: the same bits
 * everywhere. */
struct network_kernel {
    uint32_t panel;
    /* All sums of a convolution, for count boards. */
    void (*convolve)(const struct network_conv *c, uint32_t width, uint32_t height,
                     const struct network_sums *boards, size_t count);
    /* At one point, for all channels: out = ((sums + more) * mul + bias) / step, from 0 to the
     * most.  All arrays are aligned, and as long as the stride. */
    void (*activate)(const struct network_conv *c, const int32_t *sums, const int32_t *more,
                     float step, int16_t *out);
    /* x = (x * step + gate * (sums * mul + bias)) / step, from 0 to the most. */
    void (*add_gated)(const struct network_conv *c, const int32_t *sums, const float *gate,
                      float step, int16_t *x);
};

struct network {
    struct network_shape shape;
    const struct network_kernel *kernel;
    float step;        /* of the trunk */
    uint64_t checksum; /* of its file */
    struct network_conv input;
    int8_t *globals; /* owned: [globals][channels] */
    struct network_block *blocks;
    struct network_conv policy;
    float *policy_bias;       /* owned: [policy][points] */
    float *v1, *c1, *v2, *c2; /* owned: [units][channels], [units], [units], [1] */
    float *temperature;       /* owned: [classes] */
    struct buf text;
};

static inline uint32_t network_points(const struct network_shape *s)
{
    return s->width * s->height;
}

static inline size_t network_stride(uint32_t channels)
{
    return (channels + NETWORK_STRIDE - 1) / NETWORK_STRIDE * NETWORK_STRIDE;
}

/* Before a loop over the points of a tile: what it keeps in an array is in registers only if there is
 * no loop left.  clang sees that by itself. */
#if defined(__clang__)
#define NETWORK_UNROLL
#else
#define NETWORK_UNROLL _Pragma("GCC unroll 9")
#endif

#pragma GCC visibility push(hidden)
extern const struct network_kernel network_kernel_base;
#if defined(__x86_64__)
#define NETWORK_HAVE_X86 1
extern const struct network_kernel network_kernel_v3, network_kernel_v4;
#else
#define NETWORK_HAVE_X86 0
#endif
#pragma GCC visibility pop

#endif
