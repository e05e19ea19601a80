/* alloc.h: allocation of memory, with failures that tests can force.
 *
 * Every allocation in the library goes through here, so that tests can make the n-th one fail and
 * see that it becomes a status like any other, never a crash. */
#ifndef KIFU_BASE_ALLOC_H
#define KIFU_BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

/* n bytes, uninitialised; NULL if there is no memory.  n == 0 gives a unique pointer. */
void *mem_alloc(size_t n);
/* count * size bytes set to zero; NULL also if the product does not fit in size_t. */
void *mem_calloc(size_t count, size_t size);
/* The same, at an address that is a multiple of align, a power of two. */
void *mem_calloc_aligned(size_t align, size_t count, size_t size);
/* The same for a large table that is read all over: in large pages, where the system has them, so
 * that finding a page does not cost more than reading it. */
void *mem_calloc_table(size_t count, size_t size);
/* Grows or shrinks; on NULL the old block is still valid and still owned by the caller. */
void *mem_realloc(void *p, size_t n);
/* count * size with the product checked. */
void *mem_realloc_array(void *p, size_t count, size_t size);
/* Room for one more in an array of count elements and *cap places: the array itself while there are
 * places left, else one with twice as many (at most max), *cap being set.  NULL, with all as it
 * was, if count has reached max or there is no memory. */
void *mem_grow_more(void *array, size_t count, size_t *cap, size_t max, size_t size);
static inline void *mem_grow(void *array, size_t count, size_t *cap, size_t max, size_t size)
{
    /* the usual case stands here: reading asks this for every move */
    return count < *cap ? array : mem_grow_more(array, count, cap, max, size);
}
void mem_free(void *p);

/* Checked sizes: false, with *out untouched, when the true result does not fit. */
bool size_mul(size_t a, size_t b, size_t *out);
bool size_add(size_t a, size_t b, size_t *out);

/* For tests: the allocation after the next n fails, and every later one too, in all threads,
 * until mem_fail_never().  Says nothing about memory taken by other libraries. */
void mem_fail_after(long n);
void mem_fail_never(void);

#endif
