/* line_filter.c: see line_filter.h. */
#include "facts/line_filter.h"

#include "base/cpu.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static inline uint32_t filter_from(const uint32_t *lines, uint32_t from, uint32_t n,
                                   const uint32_t *marks, uint32_t *hits, uint32_t count)
{
    for (uint32_t i = from; i < n; i++) {
        hits[count] = i; /* stays if it is one */
        count += marks[lines[i] / 32] >> lines[i] % 32 & 1;
    }
    return count;
}

uint32_t line_filter_plain(const uint32_t *lines, uint32_t n, const uint32_t *marks, uint32_t *hits)
{
    return filter_from(lines, 0, n, marks, hits, 0);
}

#if defined(__x86_64__)
/* Lines are below 2^31 * 32, so the word's number never looks negative to the gather. */
__attribute__((target("avx2"))) static uint32_t filter_avx2(const uint32_t *lines, uint32_t n,
                                                            const uint32_t *marks, uint32_t *hits)
{
    const __m256i low = _mm256_set1_epi32(31);
    uint32_t count = 0, i = 0;
    for (; i + 8 <= n; i += 8) {
        __m256i line = _mm256_loadu_si256((const void *)(lines + i));
        __m256i word = _mm256_i32gather_epi32((const void *)marks, _mm256_srli_epi32(line, 5), 4);
        /* the line's bit becomes the sign */
        __m256i sign = _mm256_sllv_epi32(word, _mm256_sub_epi32(low, _mm256_and_si256(line, low)));
        unsigned mask = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(sign));
        for (; mask; mask &= mask - 1)
            hits[count++] = i + (unsigned)__builtin_ctz(mask);
    }
    return filter_from(lines, i, n, marks, hits, count);
}
#endif

uint32_t line_filter(const uint32_t *lines, uint32_t n, const uint32_t *marks, uint32_t *hits)
{
#if defined(__x86_64__)
    if (cpu_level() >= CPU_V3)
        return filter_avx2(lines, n, marks, hits);
#endif
    return line_filter_plain(lines, n, marks, hits);
}
