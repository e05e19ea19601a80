/* network_v4.c: the sums of a network for x86-64 processors with AVX-512 and its instructions for
 * networks (VNNI: 2019 and later).  Called only after cpu_level() has said so. */
#include "engine/network/network_internal.h"

#if NETWORK_HAVE_X86
#include <immintrin.h>
#include <string.h>
#if defined(__clang__)
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
    for (int i = 0; i < points; i++)
        low[i] = high[i] = _mm512_setzero_si512();
    for (uint32_t tap = 0; tap < t->taps; tap++) {
        const int16_t *in = t->in + t->offsets[tap];
        for (size_t pair = 0; pair < t->pairs; pair++, w += 2 * CORE_PANEL, in += 2) {
            __m512i first = _mm512_load_si512(w), second = _mm512_load_si512(w + CORE_PANEL);
            for (int i = 0; i < points; i++) {
                int32_t both;
                memcpy(&both, in + (size_t)i * t->in_stride, sizeof both);
                __m512i repeated = _mm512_set1_epi32(both);
                low[i] = _mm512_dpwssd_epi32(low[i], first, repeated);
                high[i] = _mm512_dpwssd_epi32(high[i], second, repeated);
            }
        }
    }
    for (int i = 0; i < points; i++) {
        _mm512_store_si512(sums + (size_t)i * t->out_stride, low[i]);
        _mm512_store_si512(sums + (size_t)i * t->out_stride + 16, high[i]);
    }
}

#include "engine/network/network_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
