/* halfka_base.c: the arithmetic of a halfka network for any processor. */
#include <string.h>

#include "engine/eval/halfka_internal.h"

#define CORE(name) name##_base

typedef int16_t words __attribute__((vector_size(16), may_alias, aligned(2)));
typedef int8_t bytes __attribute__((vector_size(8), may_alias, aligned(1)));
typedef int16_t sixteen __attribute__((vector_size(32), may_alias));
typedef int32_t longs __attribute__((vector_size(16)));
enum { LANES = 8, TILE = 8 };

static inline words words_of(const int8_t *row)
{
    return __builtin_convertvector(*(const bytes *)row, words);
}

static inline words words_within(words x, int16_t most)
{
    const words one = (words){0} + most;
    words below = x < one;
    x = (x & below) | (one & ~below);
    return x & (x > 0);
}

/* 255 * 255 + 256 is still sixteen bits. */
static inline words product(words a, words b)
{
    typedef uint16_t unsigned_words __attribute__((vector_size(16)));
    unsigned_words x = (unsigned_words)words_within(a, HALFKA_ONE);
    unsigned_words y = (unsigned_words)words_within(b, HALFKA_ONE);
    return (words)((x * y + 256) >> 9);
}

static inline void put_product(uint8_t *out, words x)
{
    *(bytes *)out = __builtin_convertvector(x, bytes);
}

static inline sixteen saturated(const int32_t *sums)
{
    sixteen x;
    for (int i = 0; i < HALFKA_GROUP; i++)
        x[i] = (int16_t)(sums[i] < INT16_MIN   ? INT16_MIN
                         : sums[i] > INT16_MAX ? INT16_MAX
                                               : sums[i]);
    return x;
}

static inline sixteen square(sixteen x)
{
    for (int i = 0; i < HALFKA_GROUP; i++)
        x[i] = (int16_t)(x[i] * x[i] >> 16);
    return x;
}

static inline void put_sixteen(uint8_t *out, sixteen x)
{
    for (int i = 0; i < HALFKA_GROUP; i++)
        out[i] = (uint8_t)x[i];
}

static inline longs sum_products(sixteen x, sixteen y)
{
    longs sum = {0};
    for (int i = 0; i < HALFKA_GROUP; i++)
        sum[i % 4] += x[i] * y[i];
    return sum;
}

/* Inputs of at most 127 times weights of at most 127 fit sixteen bits; the two in a long are added
 * as longs.  Many inputs are 0. */
static inline void dense(int32_t *out, const uint8_t *in, const int8_t *weights,
                         const int32_t *bias, size_t blocks)
{
    longs sum[HALFKA_GROUP / 2] = {{0}}; /* of two outputs each */
    for (size_t i = 0; i < blocks; i++, weights += 4 * HALFKA_GROUP) {
        uint32_t four;
        memcpy(&four, in + 4 * i, sizeof four);
        if (!four)
            continue;
        const uint8_t *x = in + 4 * i;
        const words inputs = {x[0], x[1], x[2], x[3], x[0], x[1], x[2], x[3]};
        for (int k = 0; k < HALFKA_GROUP / 2; k++) {
            words products = words_of(weights + 8 * k) * inputs;
            longs pairs = (longs)products;
            sum[k] += (pairs >> 16) + (pairs << 16 >> 16);
        }
    }
    for (int k = 0; k < HALFKA_GROUP / 2; k++) {
        out[2 * k] = bias[2 * k] + sum[k][0] + sum[k][1];
        out[2 * k + 1] = bias[2 * k + 1] + sum[k][2] + sum[k][3];
    }
}
#include "engine/eval/halfka_core.h"
