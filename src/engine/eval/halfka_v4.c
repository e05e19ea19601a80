/* halfka_v4.c: the arithmetic of a halfka network for x86-64 processors with AVX-512 and VNNI (2019
 * and later).  Called only after cpu_level() has said so. */
#include "engine/eval/halfka_internal.h"

#if HALFKA_HAVE_X86
#include <immintrin.h>
#include <string.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni"))),      \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vnni")
#endif
#define CORE(name) name##_v4

typedef int16_t words __attribute__((vector_size(64), may_alias, aligned(2)));
typedef int16_t sixteen __attribute__((vector_size(32), may_alias));
typedef int32_t longs __attribute__((vector_size(32)));
enum { LANES = 32, TILE = 8 };

static inline words words_of(const int8_t *row)
{
    return (words)_mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)row));
}

/* Rounded: (64 a · b >> 14) + 1 >> 1. */
static inline words product(words a, words b)
{
    const __m512i one = _mm512_set1_epi16(HALFKA_ONE), zero = _mm512_setzero_si512();
    __m512i x = _mm512_min_epi16(_mm512_max_epi16((__m512i)a, zero), one);
    __m512i y = _mm512_min_epi16(_mm512_max_epi16((__m512i)b, zero), one);
    return (words)_mm512_mulhrs_epi16(_mm512_slli_epi16(x, 6), y);
}

static inline void put_product(uint8_t *out, words x)
{
    _mm256_storeu_si256((__m256i *)out, _mm512_cvtepi16_epi8((__m512i)x));
}

static inline sixteen saturated(const int32_t *sums)
{
    return (sixteen)_mm512_cvtsepi32_epi16(_mm512_load_si512(sums));
}

static inline sixteen square(sixteen x)
{
    return (sixteen)_mm256_mulhi_epi16((__m256i)x, (__m256i)x);
}

static inline void put_sixteen(uint8_t *out, sixteen x)
{
    __m128i low = _mm256_castsi256_si128((__m256i)x);
    __m128i high = _mm256_extracti128_si256((__m256i)x, 1);
    _mm_storeu_si128((__m128i *)out, _mm_packus_epi16(low, high));
}

static inline longs sum_products(sixteen x, sixteen y)
{
    return (longs)_mm256_madd_epi16((__m256i)x, (__m256i)y);
}

static inline __m512i add_products(__m512i sum, const uint8_t *in, const int8_t *weights)
{
    int32_t four;
    memcpy(&four, in, sizeof four);
    return _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(four), _mm512_load_si512(weights));
}

/* Four sums at a time, so that none waits for the one before. */
static inline void dense(int32_t *out, const uint8_t *in, const int8_t *weights,
                         const int32_t *bias, size_t blocks)
{
    __m512i a = _mm512_load_si512(bias), b = _mm512_setzero_si512();
    __m512i c = _mm512_setzero_si512(), d = _mm512_setzero_si512();
    for (size_t i = 0; i < 4 * blocks; i += 16) {
        a = add_products(a, in + i, weights + 16 * i);
        b = add_products(b, in + i + 4, weights + 16 * i + 64);
        c = add_products(c, in + i + 8, weights + 16 * i + 128);
        d = add_products(d, in + i + 12, weights + 16 * i + 192);
    }
    _mm512_store_si512(out, _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d)));
}
#include "engine/eval/halfka_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
