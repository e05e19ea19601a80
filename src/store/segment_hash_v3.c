/* segment_hash_v3.c: XXH3-64 for x86-64 processors with AVX2 (2013 and later).  Called only after
 * cpu_level() has said so. */
#include "store/segment_hash.h"

#if SEGMENT_HASH_HAVE_V3
#include <immintrin.h> /* xxHash has it only where every file is for AVX2 */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define XXH_INLINE_ALL
#define XXH_VECTOR 2 /* AVX2 */
#include <xxhash.h>

uint64_t segment_hash_v3(struct span bytes)
{
    return XXH3_64bits(bytes.p, bytes.n);
}

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
