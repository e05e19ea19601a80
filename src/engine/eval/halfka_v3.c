/* halfka_v3.c: the arithmetic of a halfka network for x86-64 processors with AVX2 (2013 and later).
 * Called only after cpu_level() has said so. */
#include "engine/eval/halfka_internal.h"

#if HALFKA_HAVE_X86
#include <immintrin.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define CORE(name) name##_v3

/* The four sums, each over its eight lanes. */
static inline void store4(int32_t *out, __m256i a, __m256i b, __m256i c, __m256i d)
{
    __m256i all = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    _mm_storeu_si128((__m128i *)out,
                     _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1)));
}

/* Inputs of at most 127 times weights of at most 127: two products fit sixteen bits. */
static inline __m256i add_products(__m256i sum, __m256i in, const int8_t *weights)
{
    __m256i pairs = _mm256_maddubs_epi16(in, _mm256_loadu_si256((const __m256i *)weights));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

static inline void dot4(int32_t *out, const uint8_t *in, const int8_t *weights, size_t n)
{
    __m256i sum[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(),
                      _mm256_setzero_si256()};
    for (size_t i = 0; i < n; i += 32) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(in + i));
        _Pragma("GCC unroll 4") for (size_t k = 0; k < 4; k++) sum[k] =
            add_products(sum[k], x, weights + k * n + i);
    }
    store4(out, sum[0], sum[1], sum[2], sum[3]);
}
#include "engine/eval/halfka_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
