/* segment_hash.h: XXH3-64 of bytes in memory.
 *
 * The same number as XXH3_64bits() of the library, which on x86-64 is compiled for SSE2 alone: with
 * AVX2 verifying what a search reads takes about half the time. */
#ifndef KIFU_STORE_SEGMENT_HASH_H
#define KIFU_STORE_SEGMENT_HASH_H

#include <stdint.h>

#include "base/span.h"

#if defined(__x86_64__)
#define SEGMENT_HASH_HAVE_V3 1
uint64_t segment_hash_v3(struct span bytes);
#else
#define SEGMENT_HASH_HAVE_V3 0
#endif

uint64_t segment_hash(struct span bytes);

#endif
