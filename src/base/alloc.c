/* alloc.c: see alloc.h.  The countdown is the only variable of file scope in src/base: a switch
 * for tests has to reach every allocation without being handed to each. */
#include "base/alloc.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static atomic_long allocations_left = -1; /* -1: no limit */

static bool must_fail(void)
{
    long left = atomic_load_explicit(&allocations_left, memory_order_relaxed);
    while (left > 0 && !atomic_compare_exchange_weak(&allocations_left, &left, left - 1))
        ;
    return left == 0;
}

void mem_fail_after(long n)
{
    atomic_store(&allocations_left, n < 0 ? 0 : n);
}

void mem_fail_never(void)
{
    atomic_store(&allocations_left, -1);
}

bool size_mul(size_t a, size_t b, size_t *out)
{
    size_t product;
    if (__builtin_mul_overflow(a, b, &product))
        return false;
    *out = product;
    return true;
}

bool size_add(size_t a, size_t b, size_t *out)
{
    size_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        return false;
    *out = sum;
    return true;
}

void *mem_alloc(size_t n)
{
    return must_fail() ? NULL : malloc(n ? n : 1);
}

void *mem_calloc(size_t count, size_t size)
{
    size_t n;
    if (must_fail() || !size_mul(count, size, &n))
        return NULL;
    return calloc(1, n ? n : 1);
}

void *mem_calloc_aligned(size_t align, size_t count, size_t size)
{
    size_t n;
    if (must_fail() || !size_mul(count, size, &n) || !size_add(n, align - 1, &n))
        return NULL;
    n &= ~(align - 1);
    void *p = aligned_alloc(align, n ? n : align);
    return p ? memset(p, 0, n) : NULL;
}

void *mem_calloc_table(size_t count, size_t size)
{
    enum { PAGE = 2 << 20 };
    size_t n;
    if (!size_mul(count, size, &n))
        return NULL;
    if (n < 2 * PAGE)
        return mem_calloc_aligned(64, count, size);
    if (must_fail() || !size_add(n, PAGE - 1, &n))
        return NULL;
    n &= ~((size_t)PAGE - 1);
    void *p = aligned_alloc(PAGE, n);
#ifdef MADV_HUGEPAGE
    if (p)
        (void)madvise(p, n, MADV_HUGEPAGE); /* a wish, nothing more */
#endif
    return p ? memset(p, 0, n) : NULL;
}

void *mem_realloc(void *p, size_t n)
{
    return must_fail() ? NULL : realloc(p, n ? n : 1);
}

void *mem_realloc_array(void *p, size_t count, size_t size)
{
    size_t n;
    return size_mul(count, size, &n) ? mem_realloc(p, n) : NULL;
}

void *mem_grow_more(void *array, size_t count, size_t *cap, size_t max, size_t size)
{
    enum { FIRST = 16 };
    if (count < *cap)
        return array;
    if (count >= max)
        return NULL;
    size_t wider = *cap > max / 2 ? max : *cap ? *cap * 2 : FIRST;
    if (wider > max)
        wider = max;
    void *bigger = mem_realloc_array(array, wider, size);
    if (bigger)
        *cap = wider;
    return bigger;
}

void mem_free(void *p)
{
    free(p);
}
