/* buf.h: a growing string of bytes with a maximum.
 *
 * Failure is remembered, not returned: writers append without looking and ask once at the end
 * with buf_status().  After a failure appends do nothing, so a buffer never holds a truncated
 * text that looks whole. */
#ifndef KIFU_BASE_BUF_H
#define KIFU_BASE_BUF_H

#include <stdarg.h>
#include <stdint.h>

#include "base/err.h"
#include "base/span.h"

struct buf {
    char *p;         /* owned; NULL while empty; not NUL-terminated unless buf_cstr() was called */
    size_t n;        /* bytes in use */
    size_t cap;      /* bytes allocated */
    size_t max;      /* n never exceeds this */
    enum status bad; /* STATUS_OK, STATUS_NOMEM or STATUS_LIMIT */
};

#define BUF_DEFAULT_MAX ((size_t)1 << 30)

void buf_init(struct buf *b, size_t max);
void buf_release(struct buf *b);
/* Empties it and forgets a failure; keeps the memory. */
static inline void buf_clear(struct buf *b)
{
    b->n = 0;
    b->bad = STATUS_OK;
}
static inline enum status buf_status(const struct buf *b)
{
    return b->bad;
}
static inline struct span buf_span(const struct buf *b)
{
    return span_make(b->p, b->n);
}

/* Room for n more bytes at p + n; false, with the failure remembered, if there is none. */
bool buf_reserve(struct buf *b, size_t n);
/* p must not point into b, which may move. */
void buf_add(struct buf *b, const void *p, size_t n);
void buf_add_char(struct buf *b, char c);
static inline void buf_add_span(struct buf *b, struct span s)
{
    buf_add(b, s.p, s.n);
}
void buf_add_str(struct buf *b, const char *cstr);
void buf_add_u64(struct buf *b, uint64_t v);
void buf_add_i64(struct buf *b, int64_t v);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The contents as a C string, borrowed until the next change; "" after a failure. */
const char *buf_cstr(struct buf *b);

#endif
