/* rng.c: see rng.h. */
#include "base/rng.h"

#include <string.h>

__extension__ typedef unsigned __int128 uint128;

/* splitmix64: steps *state and scrambles it. */
static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return z ^ z >> 31;
}

void rng_seed(struct rng *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        r->s[i] = splitmix(&seed);
}

void rng_seed_stream(struct rng *r, uint64_t seed, uint64_t stream)
{
    /* Two rounds between seed and stream, so that (1, 2) and (2, 1) have nothing in common. */
    uint64_t mixed = splitmix(&seed) + stream;
    rng_seed(r, splitmix(&mixed));
}

static uint64_t rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

uint64_t rng_next(struct rng *r)
{
    uint64_t *s = r->s;
    uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Lemire's method: the high half of a product is uniform once the few low halves that would favour
 * small results are thrown back. */
uint64_t rng_below(struct rng *r, uint64_t n)
{
    uint128 product = (uint128)rng_next(r) * n;
    if ((uint64_t)product < n) {
        uint64_t threshold = (0 - n) % n;
        while ((uint64_t)product < threshold)
            product = (uint128)rng_next(r) * n;
    }
    return (uint64_t)(product >> 64);
}

double rng_double(struct rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

static void swap_bytes(unsigned char *a, unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

void rng_shuffle(struct rng *r, void *elements, size_t n, size_t size)
{
    unsigned char *p = elements;
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)rng_below(r, i);
        if (j != i - 1)
            swap_bytes(p + (i - 1) * size, p + j * size, size);
    }
}
