/* varint.h: small numbers in few bytes: seven bits a byte, lowest first, the top bit says that more
 * follow.  Signed numbers are folded (0, -1, 1, -2 … become 0, 1, 2, 3 …). */
#ifndef KIFU_BASE_VARINT_H
#define KIFU_BASE_VARINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

static inline void varint_put(struct buf *out, uint64_t v)
{
    char bytes[10];
    size_t n = 0;
    while (v >= 0x80) {
        bytes[n++] = (char)(v | 0x80);
        v >>= 7;
    }
    bytes[n++] = (char)v;
    buf_add(out, bytes, n);
}

/* Removes a number from the front of *s; false if it is cut off or longer than 64 bits. */
static inline bool varint_get(struct span *s, uint64_t *out)
{
    uint64_t v = 0;
    for (size_t i = 0; i < s->n && i < 10; i++) {
        unsigned char b = (unsigned char)s->p[i];
        if (i == 9 && b > 1)
            return false;
        v |= (uint64_t)(b & 0x7f) << (7 * i);
        if (b < 0x80) {
            *s = span_skip(*s, i + 1);
            *out = v;
            return true;
        }
    }
    return false;
}

static inline uint64_t varint_fold(int64_t v)
{
    return (uint64_t)v << 1 ^ (uint64_t)(v >> 63);
}

static inline int64_t varint_unfold(uint64_t v)
{
    return (int64_t)(v >> 1) ^ -(int64_t)(v & 1);
}

#endif
