/* word.h: eight bytes at a time. */
#ifndef KIFU_BASE_WORD_H
#define KIFU_BASE_WORD_H

#include <stdint.h>
#include <string.h>

/* Eight bytes from anywhere, in the machine's order. */
static inline uint64_t word_load(const void *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

#define WORD_HIGH_BITS UINT64_C(0x8080808080808080)

/* How many of the bytes, from the first in memory on, are ASCII: 0 … 8. */
static inline unsigned word_ascii_bytes(uint64_t v)
{
    v &= WORD_HIGH_BITS;
    if (v == 0)
        return 8;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (unsigned)__builtin_ctzll(v) / 8;
#else
    return (unsigned)__builtin_clzll(v) / 8;
#endif
}

#endif
