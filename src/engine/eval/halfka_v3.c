/* halfka_v3.c: the arithmetic of a halfka network for x86-64 processors with AVX2 (2013 and later).
 * Called only after cpu_level() has said so. */
#include "engine/eval/halfka_internal.h"

#if HALFKA_HAVE_X86
#include <immintrin.h>
#include <string.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define CORE(name) name##_v3

typedef int16_t words __attribute__((vector_size(32), may_alias, aligned(2)));
typedef int16_t sixteen __attribute__((vector_size(32), may_alias));
typedef int32_t longs __attribute__((vector_size(32)));
enum { LANES = 16, TILE = 8 };

static inline words words_of(const int8_t *row)
{
    return (words)_mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)row));
}

/* Rounded: (64 a · b >> 14) + 1 >> 1. */
static inline words product(words a, words b)
{
    const __m256i one = _mm256_set1_epi16(HALFKA_ONE);
    __m256i x = _mm256_min_epi16(_mm256_max_epi16((__m256i)a, _mm256_setzero_si256()), one);
    __m256i y = _mm256_min_epi16((__m256i)b, one);
    return (words)_mm256_mulhrs_epi16(_mm256_slli_epi16(x, 6), y);
}

static inline sixteen saturated(const int32_t *sums)
{
    const __m256i *x = (const __m256i *)sums;
    __m256i mixed = _mm256_packs_epi32(_mm256_load_si256(x), _mm256_load_si256(x + 1));
    return (sixteen)_mm256_permute4x64_epi64(mixed, 0xd8);
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

static inline void put_product(uint8_t *out, words x)
{
    put_sixteen(out, x); /* negative numbers become 0 */
}

/* Inputs of at most 127 times weights of at most 127: two products fit sixteen bits. */
static inline __m256i add_products(__m256i sum, __m256i in, const int8_t *weights)
{
    __m256i pairs = _mm256_maddubs_epi16(in, _mm256_load_si256((const __m256i *)weights));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

static inline void dense(int32_t *out, const uint8_t *in, const int8_t *weights,
                         const int32_t *bias, size_t blocks)
{
    __m256i a = _mm256_load_si256((const __m256i *)bias);
    __m256i b = _mm256_load_si256((const __m256i *)(bias + 8));
    for (; blocks; blocks -= 4)
        _Pragma("GCC unroll 4") for (int i = 0; i < 4; i++, in += 4, weights += 64)
        {
            int32_t four;
            memcpy(&four, in, sizeof four);
            __m256i x = _mm256_set1_epi32(four);
            a = add_products(a, x, weights);
            b = add_products(b, x, weights + 32);
        }
    _mm256_store_si256((__m256i *)out, a);
    _mm256_store_si256((__m256i *)(out + 8), b);
}
#include "engine/eval/halfka_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
