/* mix.h: the random numbers from which the keys of positions are computed (replay.h).
 *
 * They go into files: they must never change. */
#ifndef KIFU_GAMES_MIX_H
#define KIFU_GAMES_MIX_H

#include <stdint.h>

/* The finaliser of SplitMix64: every bit of x affects every bit of the result. */
static inline uint64_t mix_scramble(uint64_t x)
{
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    return x ^ x >> 31;
}

/* Both halves of number n: a fact, or behind all facts a seat. */
static inline uint64_t mix_a(uint32_t n)
{
    return mix_scramble(2 * (uint64_t)n);
}
static inline uint64_t mix_b(uint32_t n)
{
    return mix_scramble(2 * (uint64_t)n + 1);
}

/* Numbers in a table made at build time: enough for shogi. */
enum { MIX_TABLE_NUMBERS = 2560 };

#endif
