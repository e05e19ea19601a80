/* zstd.h: frames of zstd whose blocks are stored and not compressed: what scripts/gen_stored.c makes of
 * the weights that are built in (stored_zstd.c). */
#ifndef KIFU_WINDOWS_INCLUDE_ZSTD_H
#define KIFU_WINDOWS_INCLUDE_ZSTD_H

#include <stddef.h>

size_t ZSTD_compressBound(size_t n);
size_t ZSTD_compress(void *out, size_t room, const void *in, size_t n, int level);
/* An error for frames with compressed blocks. */
size_t ZSTD_decompress(void *out, size_t room, const void *in, size_t n);
unsigned long long ZSTD_getFrameContentSize(const void *in, size_t n);
unsigned ZSTD_isError(size_t result);

#endif
