/* le.h: numbers as they stand in files: little-endian, at any address.
 *
 * Nothing that is written to disk is a struct; every field goes through here, so files mean the
 * same on every machine. */
#ifndef KIFU_BASE_LE_H
#define KIFU_BASE_LE_H

#include <stdint.h>

static inline uint16_t le_get16(const void *p)
{
    const unsigned char *b = p;
    return (uint16_t)(b[0] | b[1] << 8);
}

static inline uint32_t le_get32(const void *p)
{
    const unsigned char *b = p;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline uint64_t le_get64(const void *p)
{
    const unsigned char *b = p;
    return le_get32(b) | (uint64_t)le_get32(b + 4) << 32;
}

static inline void le_put16(void *p, uint16_t v)
{
    unsigned char *b = p;
    b[0] = (unsigned char)v;
    b[1] = (unsigned char)(v >> 8);
}

static inline void le_put32(void *p, uint32_t v)
{
    unsigned char *b = p;
    le_put16(b, (uint16_t)v);
    le_put16(b + 2, (uint16_t)(v >> 16));
}

static inline void le_put64(void *p, uint64_t v)
{
    unsigned char *b = p;
    le_put32(b, (uint32_t)v);
    le_put32(b + 4, (uint32_t)(v >> 32));
}

#endif
