/* rng_inline.h: the generator of rng.h where a call is too much: random games at some ten million
 * turns a second.  rng.c is made of the same lines. */
#ifndef KIFU_BASE_RNG_INLINE_H
#define KIFU_BASE_RNG_INLINE_H

#include "base/rng.h"

__extension__ typedef unsigned __int128 rng_uint128;

static inline uint64_t rng_rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

static inline uint64_t rng_next_inline(struct rng *r)
{
    uint64_t *s = r->s;
    uint64_t result = rng_rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return result;
}

/* Lemire's method: the high half of a product is uniform once the few low halves that would favour
 * small results are thrown back. */
static inline uint64_t rng_below_inline(struct rng *r, uint64_t n)
{
    rng_uint128 product = (rng_uint128)rng_next_inline(r) * n;
    if ((uint64_t)product < n) {
        uint64_t threshold = (0 - n) % n;
        while ((uint64_t)product < threshold)
            product = (rng_uint128)rng_next_inline(r) * n;
    }
    return (uint64_t)(product >> 64);
}

#endif
