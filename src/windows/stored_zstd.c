/* stored_zstd.c: frames of zstd with stored blocks; see src/windows/include/zstd.h.
 *
 *     0  4  magic
 *     4  1  descriptor: one segment, contents' size in 4 bytes, no checksum, no dictionary
 *     5  4  size of the contents
 *     9     blocks: 3 bytes (last block: bit 0, kind: bits 1 and 2, 0 for stored, size: the rest) and
 *           the bytes, at most 128 KiB */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <zstd.h>

#include "base/le.h"

enum { HEAD_BYTES = 9, BLOCK_HEAD_BYTES = 3, MAX_BLOCK = 128 << 10, DESCRIPTOR = 0xA0 };
#define MAGIC 0xFD2FB528u
#define FAILED ((size_t)-1)

size_t ZSTD_compressBound(size_t n)
{
    return HEAD_BYTES + n + (n / MAX_BLOCK + 1) * BLOCK_HEAD_BYTES;
}

unsigned ZSTD_isError(size_t result)
{
    return result == FAILED;
}

size_t ZSTD_compress(void *out, size_t room, const void *in, size_t n, int level)
{
    uint8_t *to = out;
    const uint8_t *from = in;
    (void)level;
    if (n > UINT32_MAX || room < ZSTD_compressBound(n))
        return FAILED;
    le_put32(to, MAGIC);
    to[4] = DESCRIPTOR;
    le_put32(to + 5, (uint32_t)n);
    to += HEAD_BYTES;
    do {
        uint32_t size = n < MAX_BLOCK ? (uint32_t)n : MAX_BLOCK, head = size << 3 | (size == n);
        to[0] = (uint8_t)head;
        to[1] = (uint8_t)(head >> 8);
        to[2] = (uint8_t)(head >> 16);
        memcpy(to + BLOCK_HEAD_BYTES, from, size);
        to += BLOCK_HEAD_BYTES + size;
        from += size;
        n -= size;
    } while (n);
    return (size_t)(to - (uint8_t *)out);
}

unsigned long long ZSTD_getFrameContentSize(const void *in, size_t n)
{
    const uint8_t *from = in;
    bool stored = n >= HEAD_BYTES && le_get32(from) == MAGIC && from[4] == DESCRIPTOR;
    return stored ? le_get32(from + 5) : (unsigned long long)-1;
}

size_t ZSTD_decompress(void *out, size_t room, const void *in, size_t n)
{
    const uint8_t *from = in;
    unsigned long long size = ZSTD_getFrameContentSize(in, n);
    size_t at = HEAD_BYTES, made = 0;
    if (size > room)
        return FAILED;
    for (bool last = false; !last;) {
        if (n - at < BLOCK_HEAD_BYTES)
            return FAILED;
        uint32_t head = from[at] | (uint32_t)from[at + 1] << 8 | (uint32_t)from[at + 2] << 16;
        uint32_t bytes = head >> 3;
        at += BLOCK_HEAD_BYTES;
        last = head & 1;
        if (head >> 1 & 3 || bytes > n - at || bytes > size - made)
            return FAILED;
        memcpy((uint8_t *)out + made, from + at, bytes);
        at += bytes;
        made += bytes;
    }
    return made == size ? made : FAILED;
}
