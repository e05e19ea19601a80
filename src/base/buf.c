/* buf.c: see buf.h. */
#include "base/buf.h"

#include <stdio.h>

#include "base/alloc.h"

enum { FIRST_CAPACITY = 64 };

void buf_init(struct buf *b, size_t max)
{
    *b = (struct buf){.max = max};
}

void buf_release(struct buf *b)
{
    mem_free(b->p);
    buf_init(b, b->max);
}

static bool fail(struct buf *b, enum status why)
{
    b->bad = why;
    return false;
}

/* Capacity for need bytes in all, whatever the limit. */
static bool grow(struct buf *b, size_t need)
{
    if (need <= b->cap)
        return true;
    size_t cap = b->cap ? b->cap : FIRST_CAPACITY;
    while (cap < need)
        if (!size_mul(cap, 2, &cap))
            return fail(b, STATUS_LIMIT);
    char *p = mem_realloc(b->p, cap);
    if (!p)
        return fail(b, STATUS_NOMEM);
    b->p = p;
    b->cap = cap;
    return true;
}

bool buf_reserve(struct buf *b, size_t n)
{
    size_t need;
    if (b->bad != STATUS_OK)
        return false;
    if (!size_add(b->n, n, &need) || need > b->max)
        return fail(b, STATUS_LIMIT);
    return grow(b, need);
}

/* The same and room for a NUL, which does not count against the limit. */
static bool reserve_with_nul(struct buf *b, size_t n)
{
    size_t need;
    if (!buf_reserve(b, n))
        return false;
    return size_add(b->n + n, 1, &need) ? grow(b, need) : fail(b, STATUS_LIMIT);
}

void buf_add(struct buf *b, const void *p, size_t n)
{
    if (n && buf_reserve(b, n)) {
        memcpy(b->p + b->n, p, n);
        b->n += n;
    }
}

void buf_add_char(struct buf *b, char c)
{
    if (buf_reserve(b, 1))
        b->p[b->n++] = c;
}

void buf_add_str(struct buf *b, const char *cstr)
{
    buf_add(b, cstr, strlen(cstr));
}

void buf_add_u64(struct buf *b, uint64_t v)
{
    buf_add_span(b, SPAN_U64(v));
}

void buf_add_i64(struct buf *b, int64_t v)
{
    if (v < 0)
        buf_add_char(b, '-');
    buf_add_u64(b, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0)
        fail(b, STATUS_LIMIT); /* longer than an int can say */
    if (n < 0 || !reserve_with_nul(b, (size_t)n))
        return;
    va_start(ap, fmt);
    vsnprintf(b->p + b->n, (size_t)n + 1, fmt, ap);
    va_end(ap);
    b->n += (size_t)n;
}

const char *buf_cstr(struct buf *b)
{
    if (!reserve_with_nul(b, 0))
        return "";
    b->p[b->n] = '\0';
    return b->p;
}
