/* arena.c: see arena.h. */
#include "base/arena.h"

#include <stdalign.h>

#include "base/alloc.h"

struct arena_block {
    struct arena_block *older;
    size_t cap;
    alignas(max_align_t) unsigned char data[];
};

enum { FIRST_BLOCK = 4096, LARGEST_DOUBLING = 1 << 20 };

void arena_init(struct arena *a, size_t max)
{
    *a = (struct arena){.max = max};
}

static void free_chain(struct arena_block *b)
{
    while (b) {
        struct arena_block *older = b->older;
        mem_free(b);
        b = older;
    }
}

void arena_release(struct arena *a)
{
    free_chain(a->head);
    arena_init(a, a->max);
}

/* Takes the largest block out of the chain. */
static struct arena_block *unlink_largest(struct arena *a)
{
    struct arena_block **largest = &a->head;
    for (struct arena_block **b = &a->head; *b; b = &(*b)->older)
        if ((*b)->cap > (*largest)->cap)
            largest = b;
    struct arena_block *found = *largest;
    *largest = found->older;
    return found;
}

void arena_reset(struct arena *a)
{
    if (a->head) {
        struct arena_block *keep = unlink_largest(a);
        free_chain(a->head);
        keep->older = NULL;
        a->head = keep;
        a->total = keep->cap;
    }
    a->used = 0;
}

static bool add_block(struct arena *a, size_t n)
{
    size_t cap = a->head ? a->head->cap : FIRST_BLOCK / 2;
    cap = cap < LARGEST_DOUBLING / 2 ? cap * 2 : LARGEST_DOUBLING;
    if (cap < n)
        cap = n;
    size_t bytes;
    if (cap > a->max || a->total > a->max - cap)
        cap = n; /* near the limit take no more than is asked for */
    if (cap > a->max || a->total > a->max - cap ||
        !size_add(sizeof(struct arena_block), cap, &bytes))
        return false;
    struct arena_block *b = mem_alloc(bytes);
    if (!b)
        return false;
    b->older = a->head;
    b->cap = cap;
    a->head = b;
    a->used = 0;
    a->total += cap;
    return true;
}

void *arena_alloc(struct arena *a, size_t n)
{
    const size_t mask = alignof(max_align_t) - 1;
    size_t rounded;
    if (!size_add(n, mask, &rounded))
        return NULL;
    rounded &= ~mask;
    if ((!a->head || rounded > a->head->cap - a->used) && !add_block(a, rounded))
        return NULL;
    void *p = a->head->data + a->used;
    a->used += rounded;
    return p;
}

void *arena_alloc_array(struct arena *a, size_t count, size_t size)
{
    size_t n;
    return size_mul(count, size, &n) ? arena_alloc(a, n) : NULL;
}

bool arena_copy(struct arena *a, struct span s, struct span *out)
{
    char *p = arena_alloc(a, s.n);
    *out = span_make(p, p ? s.n : 0);
    if (!p)
        return false;
    if (s.n)
        memcpy(p, s.p, s.n);
    return true;
}
