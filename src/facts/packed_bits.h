/* packed_bits.h: strings of numbers of a few bits each, the first in the lowest bits.
 *
 * A finished string of bits has PACKED_PAD zero bytes behind it, so that a reader may take eight
 * bytes at any bit of it. */
#ifndef KIFU_FACTS_PACKED_BITS_H
#define KIFU_FACTS_PACKED_BITS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/le.h"

enum { PACKED_PAD = 8, PACKED_MAX_WIDTH = 56 };

struct bit_writer {
    struct buf bytes;
    uint64_t pending;
    unsigned held; /* bits in pending, fewer than 8 between calls of bits_put() */
};

static inline void bits_init(struct bit_writer *w)
{
    *w = (struct bit_writer){0};
    buf_init(&w->bytes, SIZE_MAX / 2);
}
/* v < 2^width, width <= PACKED_MAX_WIDTH. */
static inline void bits_put(struct bit_writer *w, uint64_t v, unsigned width)
{
    w->pending |= v << w->held;
    w->held += width;
    if (w->held < 8)
        return;
    /* checked inline first: there is nearly always room */
    if (w->bytes.cap - w->bytes.n >= 8 || buf_reserve(&w->bytes, 8)) {
        le_put64(w->bytes.p + w->bytes.n, w->pending);
        w->bytes.n += w->held / 8;
    }
    w->pending >>= w->held & ~7U;
    w->held &= 7;
}
static inline void bits_finish(struct bit_writer *w)
{
    static const char zeros[PACKED_PAD];
    if (w->held)
        bits_put(w, 0, 8 - w->held);
    buf_add(&w->bytes, zeros, sizeof zeros);
}
/* Bytes of a finished string. */
static inline uint64_t bits_bytes(uint64_t bits)
{
    return bits / 8 + (bits % 8 != 0) + PACKED_PAD;
}
/* PACKED_MAX_WIDTH bits or more from a bit on, which is within the string. */
static inline uint64_t bits_at(const char *p, uint64_t at)
{
    return le_get64(p + at / 8) >> (at & 7);
}
static inline uint64_t bits_get(const char *p, uint64_t at, unsigned width)
{
    return bits_at(p, at) & ((UINT64_C(1) << width) - 1);
}

#endif
