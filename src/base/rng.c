/* rng.c: see rng.h. */
#include "base/rng.h"

#include <string.h>

#include "base/rng_inline.h"

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

uint64_t rng_next(struct rng *r)
{
    return rng_next_inline(r);
}

uint64_t rng_below(struct rng *r, uint64_t n)
{
    return rng_below_inline(r, n);
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
