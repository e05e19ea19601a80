/* network_v3.c: the sums of a network for x86-64 processors with AVX2 (2013 and later).  Called only
 * after cpu_level() has said so. */
#include "engine/network/network_internal.h"

#if NETWORK_HAVE_X86
#include <immintrin.h>
#include <string.h>
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define CORE(name) name##_v3
#define CORE_PANEL 8

/* Nine points keep nine of the sixteen registers busy: enough to hide how long a sum takes. */
static inline __attribute__((always_inline)) void tile_v3(const struct network_tile *t,
                                                          int32_t *sums, int points)
{
    __m256i sum[NETWORK_TILE];
    const int16_t *w = t->weights;
    NETWORK_UNROLL
    for (int i = 0; i < points; i++)
        sum[i] = _mm256_setzero_si256();
    for (uint32_t tap = 0; tap < t->taps; tap++) {
        const int16_t *in = t->in + t->offsets[tap];
        for (size_t pair = 0; pair < t->pairs; pair++, w += 2 * CORE_PANEL, in += 2) {
            __m256i weights = _mm256_load_si256((const __m256i *)w);
            NETWORK_UNROLL
            for (int i = 0; i < points; i++) {
                int32_t both;
                memcpy(&both, in + (size_t)i * t->in_stride, sizeof both);
                sum[i] =
                    _mm256_add_epi32(sum[i], _mm256_madd_epi16(weights, _mm256_set1_epi32(both)));
            }
        }
    }
    NETWORK_UNROLL
    for (int i = 0; i < points; i++)
        _mm256_store_si256((__m256i *)(sums + (size_t)i * t->out_stride), sum[i]);
}

static inline __m256i activation_v3(__m256 value, __m256 step)
{
    __m256 steps = _mm256_max_ps(_mm256_div_ps(value, step), _mm256_setzero_ps());
    return _mm256_cvtps_epi32(_mm256_min_ps(steps, _mm256_set1_ps(NETWORK_MOST)));
}

/* What eight sums are worth. */
static inline __m256 worth_v3(const struct network_conv *c, __m256i sums, size_t i)
{
    return _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(sums), _mm256_load_ps(c->mul + i)),
                         _mm256_load_ps(c->bias + i));
}

static inline __m256i load_v3(const int32_t *p)
{
    return _mm256_load_si256((const __m256i *)p);
}

/* Sixteen at a time: the two halves are packed lane by lane and put in order again. */
static inline void store_v3(int16_t *to, __m256i low, __m256i high)
{
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8);
    _mm256_store_si256((__m256i *)to, packed);
}

static void activate_v3(const struct network_conv *c, const int32_t *sums, const int32_t *more,
                        float step, int16_t *out)
{
    __m256 steps = _mm256_set1_ps(step);
    for (size_t i = 0; i < c->out_stride; i += 16) {
        __m256i low = _mm256_add_epi32(load_v3(sums + i), load_v3(more + i));
        __m256i high = _mm256_add_epi32(load_v3(sums + i + 8), load_v3(more + i + 8));
        store_v3(out + i, activation_v3(worth_v3(c, low, i), steps),
                 activation_v3(worth_v3(c, high, i + 8), steps));
    }
}

static inline __m256i gated_v3(const struct network_conv *c, const int32_t *sums, const float *gate,
                               __m256 step, const int16_t *x, size_t i)
{
    __m256 y = worth_v3(c, load_v3(sums + i), i);
    __m256 was =
        _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_load_si128((const __m128i *)(x + i))));
    __m256 added = _mm256_mul_ps(_mm256_load_ps(gate + i), y);
    return activation_v3(_mm256_add_ps(_mm256_mul_ps(was, step), added), step);
}

static void add_gated_v3(const struct network_conv *c, const int32_t *sums, const float *gate,
                         float step, int16_t *x)
{
    __m256 steps = _mm256_set1_ps(step);
    for (size_t i = 0; i < c->out_stride; i += 16)
        store_v3(x + i, gated_v3(c, sums, gate, steps, x, i),
                 gated_v3(c, sums, gate, steps, x, i + 8));
}

#include "engine/network/network_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
