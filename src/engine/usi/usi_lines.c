/* usi_lines.c: see usi_lines.h. */
#include "engine/usi/usi_lines.h"

enum { COMMON_LINE = 4096 };

bool usi_lines_init(struct usi_lines *l, size_t max)
{
    *l = (struct usi_lines){0};
    buf_init(&l->line, max);
    return buf_reserve(&l->line, COMMON_LINE);
}

void usi_lines_release(struct usi_lines *l)
{
    buf_release(&l->line);
}

bool usi_lines_take(struct usi_lines *l, struct span *bytes)
{
    const char *end = bytes->n ? memchr(bytes->p, '\n', bytes->n) : NULL;
    size_t n = end ? (size_t)(end - bytes->p) : bytes->n;
    if (!l->dropping) {
        buf_add_span(&l->line, span_make(bytes->p, n));
        l->dropping = buf_status(&l->line) != STATUS_OK;
    }
    *bytes = span_skip(*bytes, end ? n + 1 : n);
    return end != NULL;
}

void usi_lines_clear(struct usi_lines *l)
{
    buf_clear(&l->line);
    l->dropping = false;
}
