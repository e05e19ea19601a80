/* rng.h: a random number generator with the same stream on every machine.
 *
 * xoshiro256** by Blackman and Vigna (public domain), its state filled by splitmix64.  For a given
 * seed the numbers never change, on any machine and in any later version: experiments are repeated
 * by their seed.  Not for secrets. */
#ifndef KIFU_BASE_RNG_H
#define KIFU_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
    uint64_t s[4]; /* never all zero */
};

void rng_seed(struct rng *r, uint64_t seed);
/* One of 2^64 independent streams of a seed.  Give each game, or each piece of work, its own by its
 * number, never each thread: then the numbers do not depend on how many threads there are.  Stream
 * 0 is not the stream of rng_seed(). */
void rng_seed_stream(struct rng *r, uint64_t seed, uint64_t stream);

uint64_t rng_next(struct rng *r);
/* Uniform in 0 … n-1, without bias; n is not 0. */
uint64_t rng_below(struct rng *r, uint64_t n);
/* Uniform in [0, 1), a multiple of 2^-53. */
double rng_double(struct rng *r);
/* Puts n elements of size bytes each in random order. */
void rng_shuffle(struct rng *r, void *elements, size_t n, size_t size);

#endif
