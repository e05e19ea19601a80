/* aligned_heap.h: for base/alloc.c alone: a heap whose blocks may have any alignment and are all
 * freed alike, as C17 has it and the C library of Windows has not. */
#ifndef KIFU_WINDOWS_ALIGNED_HEAP_H
#define KIFU_WINDOWS_ALIGNED_HEAP_H

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_ALIGNMENT = 16 };
static inline void *calloc_aligned(size_t count, size_t size)
{
    void *p =
        size && count > SIZE_MAX / size ? NULL : _aligned_malloc(count * size, USUAL_ALIGNMENT);
    return p ? memset(p, 0, count * size) : NULL;
}
#define malloc(n) _aligned_malloc(n, USUAL_ALIGNMENT)
#define calloc calloc_aligned
#define realloc(p, n) _aligned_realloc(p, n, USUAL_ALIGNMENT)
#define aligned_alloc(alignment, n) _aligned_malloc(n, alignment)
#define free _aligned_free

#endif
