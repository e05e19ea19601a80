/* network_v4.c: the sums of a network for x86-64 processors with AVX-512 and its instructions for
 * networks (VNNI: 2019 and later).  Called only after cpu_level() has said so. */
#include "engine/network/network_internal.h"

#if NETWORK_HAVE_X86
#include <immintrin.h>
#include <string.h>
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni"))),      \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vnni")
#endif
#define CORE(name) name##_v4
#define CORE_PANEL 32

/* Two vectors of sixteen outputs for nine points: eighteen sums, and each pair of inputs that is
 * fetched is used twice. */
static inline __attribute__((always_inline)) void tile_v4(const struct network_tile *t,
                                                          int32_t *sums, int points)
{
    __m512i low[NETWORK_TILE], high[NETWORK_TILE];
    const int16_t *w = t->weights;
    NETWORK_UNROLL
    for (int i = 0; i < points; i++)
        low[i] = high[i] = _mm512_setzero_si512();
    for (uint32_t tap = 0; tap < t->taps; tap++) {
        const int16_t *in = t->in + t->offsets[tap];
        for (size_t pair = 0; pair < t->pairs; pair++, w += 2 * CORE_PANEL, in += 2) {
            __m512i first = _mm512_load_si512(w), second = _mm512_load_si512(w + CORE_PANEL);
            NETWORK_UNROLL
            for (int i = 0; i < points; i++) {
                int32_t both;
                memcpy(&both, in + (size_t)i * t->in_stride, sizeof both);
                __m512i repeated = _mm512_set1_epi32(both);
                low[i] = _mm512_dpwssd_epi32(low[i], first, repeated);
                high[i] = _mm512_dpwssd_epi32(high[i], second, repeated);
            }
        }
    }
    NETWORK_UNROLL
    for (int i = 0; i < points; i++) {
        _mm512_store_si512(sums + (size_t)i * t->out_stride, low[i]);
        _mm512_store_si512(sums + (size_t)i * t->out_stride + 16, high[i]);
    }
}

static inline __m256i activation_v4(__m512 value, __m512 step)
{
    __m512 steps = _mm512_max_ps(_mm512_div_ps(value, step), _mm512_setzero_ps());
    steps = _mm512_min_ps(steps, _mm512_set1_ps(NETWORK_MOST));
    return _mm512_cvtepi32_epi16(_mm512_cvtps_epi32(steps));
}

/* What sixteen sums are worth. */
static inline __m512 worth_v4(const struct network_conv *c, __m512i sums, size_t i)
{
    return _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(sums), _mm512_load_ps(c->mul + i)),
                         _mm512_load_ps(c->bias + i));
}

static void activate_v4(const struct network_conv *c, const int32_t *sums, const int32_t *more,
                        float step, int16_t *out)
{
    __m512 steps = _mm512_set1_ps(step);
    for (size_t i = 0; i < c->out_stride; i += 16) {
        __m512i all = _mm512_add_epi32(_mm512_load_si512(sums + i), _mm512_load_si512(more + i));
        _mm256_store_si256((__m256i *)(out + i), activation_v4(worth_v4(c, all, i), steps));
    }
}

static void add_gated_v4(const struct network_conv *c, const int32_t *sums, const float *gate,
                         float step, int16_t *x)
{
    __m512 steps = _mm512_set1_ps(step);
    for (size_t i = 0; i < c->out_stride; i += 16) {
        __m512 y = worth_v4(c, _mm512_load_si512(sums + i), i);
        __m256i old = _mm256_load_si256((const __m256i *)(x + i));
        __m512 was = _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(old));
        __m512 added = _mm512_mul_ps(_mm512_load_ps(gate + i), y);
        __m512 value = _mm512_add_ps(_mm512_mul_ps(was, steps), added);
        _mm256_store_si256((__m256i *)(x + i), activation_v4(value, steps));
    }
}

#include "engine/network/network_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
