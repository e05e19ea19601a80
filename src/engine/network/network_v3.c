/* network_v3.c: the sums of a network for x86-64 processors with AVX2 (2013 and later).  Called only
 * after cpu_level() has said so. */
#include "engine/network/network_internal.h"

#if NETWORK_HAVE_X86
#include <immintrin.h>
#include <string.h>
#if defined(__clang__)
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
    for (int i = 0; i < points; i++)
        sum[i] = _mm256_setzero_si256();
    for (uint32_t tap = 0; tap < t->taps; tap++) {
        const int16_t *in = t->in + t->offsets[tap];
        for (size_t pair = 0; pair < t->pairs; pair++, w += 2 * CORE_PANEL, in += 2) {
            __m256i weights = _mm256_load_si256((const __m256i *)w);
            for (int i = 0; i < points; i++) {
                int32_t both;
                memcpy(&both, in + (size_t)i * t->in_stride, sizeof both);
                sum[i] =
                    _mm256_add_epi32(sum[i], _mm256_madd_epi16(weights, _mm256_set1_epi32(both)));
            }
        }
    }
    for (int i = 0; i < points; i++)
        _mm256_store_si256((__m256i *)(sums + (size_t)i * t->out_stride), sum[i]);
}

#include "engine/network/network_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
