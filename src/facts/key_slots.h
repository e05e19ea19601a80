/* key_slots.h: entries before each slot of a sorted table, counted in about two bits an entry.
 *
 * The range of keys is divided into slots, about as many as there are entries.  A string of bits
 * has, for slot after slot, a one for each of its entries and then a zero.  For every
 * KEY_SLOT_BLOCK-th slot the number of entries before it is kept too, so that a short scan finds
 * any slot: the bits of slot s begin at bit s + (entries before s).
 *
 *     slots      0     1  2    3
 *     entries    a b      c    d
 *     bits       1 1 0 0  1 0  1 0
 *
 * The section: u32 entries before slot 0, KEY_SLOT_BLOCK, 2 * KEY_SLOT_BLOCK …; then the bits
 * (key_slots.h). */
#ifndef KIFU_FACTS_KEY_SLOTS_H
#define KIFU_FACTS_KEY_SLOTS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/le.h"

/* --- Strings of numbers of a few bits each, the first in the lowest bits ----------------------
 * A finished string of bits has PACKED_PAD zero bytes behind it, so that a reader may take eight
 * bytes at any bit of it. */

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

/* --- Keys in slots ---------------------------------------------------------------------------- */

enum { KEY_SLOT_BLOCK = 128 };

/* Which of n slots a key is in, and the bits of the key below that. */
static inline uint64_t key_slot(uint64_t key, uint64_t n, uint64_t *below)
{
    __extension__ unsigned __int128 product = (unsigned __int128)key * n;
    *below = (uint64_t)product;
    return (uint64_t)(product >> 64);
}

struct key_slots_writer {
    struct buf ranks;
    struct bit_writer bits;
    uint64_t slots, slot, entries; /* slot: the one being filled */
};

void key_slots_begin(struct key_slots_writer *w, uint64_t slots);
/* An entry of a slot, not below the last one. */
void key_slots_add(struct key_slots_writer *w, uint64_t slot);
void key_slots_finish(struct key_slots_writer *w);
void key_slots_release(struct key_slots_writer *w);

struct key_slots {
    uint64_t slots, entries;
    const char *ranks, *bits; /* borrowed */
};

/* False if the bytes cannot be this number of slots and entries. */
bool key_slots_open(struct key_slots *s, struct span bytes, uint64_t slots, uint64_t entries);
/* The bytes that key_slots_find() reads for a slot: first those of `ranks`, and, once these were
 * verified, those of `bits`; false if `ranks` is damaged. */
void key_slots_ranks(const struct key_slots *s, uint64_t slot, struct span *bytes);
bool key_slots_bits(const struct key_slots *s, uint64_t slot, struct span *bytes);
/* The entries of a slot: from *first on, *count of them.  False if the bytes are damaged there. */
bool key_slots_find(const struct key_slots *s, uint64_t slot, uint64_t *first, uint64_t *count);

#endif
