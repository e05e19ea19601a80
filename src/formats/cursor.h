/* cursor.h: a cursor that reads a text line by line, for all readers of formats.
 *
 * The text is decoded UTF-8.  A cursor knows its line and byte, so that every problem is reported
 * with both.  LF, CRLF and a lone CR end a line.  Copy the struct to look ahead. */
#ifndef KIFU_FORMATS_CURSOR_H
#define KIFU_FORMATS_CURSOR_H

#include <stdint.h>

#include "base/span.h"

struct cursor {
    const char *at; /* start of the next line */
    const char *end;
    uint32_t line; /* number of the line last returned, 1-based */
};

static inline struct cursor cursor_over(struct span text)
{
    const char *p = text.p ? text.p : ""; /* NULL + 0 is undefined */
    return (struct cursor){p, p + text.n, 0};
}

/* The first LF or CR in [p, end), or end.  Eight bytes at a time: a byte of x - 0x01… has its high
 * bit set beyond that of x only where x had a zero byte, or above one, so the test may have false
 * positives but misses nothing, and the bytes are then read one by one. */
static inline const char *cursor_line_end(const char *p, const char *end)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7;
    for (; end - p >= 8; p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        uint64_t lf = word ^ ones * '\n', cr = word ^ ones * '\r';
        if (((lf - ones) & ~lf & highs) | ((cr - ones) & ~cr & highs))
            break;
    }
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    return p;
}

/* Whether a line ends with the byte at p.  For readers that do not go by lines but count them. */
static inline bool cursor_is_line_end(const char *p, const char *end)
{
    return *p == '\n' || (*p == '\r' && (p + 1 == end || p[1] != '\n'));
}

/* The next line without its end, and without a byte order mark at its start, which the joining of
 * files leaves in the middle; false when there is none left. */
static inline bool cursor_next(struct cursor *c, struct span *line)
{
    if (c->at >= c->end)
        return false;
    const char *p = cursor_line_end(c->at, c->end);
    *line = span_make(c->at, (size_t)(p - c->at));
    if (*c->at == '\xEF')
        while (span_eat(line, SPAN("\xEF\xBB\xBF")))
            ;
    if (p < c->end)
        p += *p == '\r' && p + 1 < c->end && p[1] == '\n' ? 2 : 1;
    c->at = p;
    c->line++;
    return true;
}

/* The first line for which is() holds, after the first of the text, whose beginning may be missing;
 * NULL if there is none. */
static inline const char *cursor_find(struct span text, bool (*is)(struct span line))
{
    struct cursor c = cursor_over(text);
    struct span line;
    (void)cursor_next(&c, &line);
    for (const char *at = c.at; cursor_next(&c, &line); at = c.at)
        if (is(line))
            return at;
    return NULL;
}

#endif
