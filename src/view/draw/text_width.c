/* text_width.c: see text_width.h. */
#include "view/draw/text_width.h"

#include "base/text/utf8.h"

uint32_t text_eat_char(struct span *s)
{
    uint32_t c = TEXT_BAD_CHAR;
    size_t n = utf8_decode(*s, &c);
    *s = span_skip(*s, n ? n : 1);
    return c;
}

int text_char_columns(uint32_t c)
{
    return c == TEXT_BAD_CHAR ? 1 : utf8_width(c);
}

int text_columns(struct span s)
{
    return (int)utf8_text_width(s);
}

void text_pad(struct buf *out, struct span s, int columns)
{
    buf_add_span(out, s);
    for (int n = text_columns(s); n < columns; n++)
        buf_add_char(out, ' ');
}

void text_add_clean(struct buf *out, struct span s)
{
    while (s.n > 0) {
        struct span before = s;
        uint32_t c = text_eat_char(&s);
        if (c == '\n' || c == '\r' || c == '\t')
            buf_add_char(out, ' ');
        else if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == TEXT_BAD_CHAR)
            buf_add_str(out, UTF8_REPLACEMENT_TEXT);
        else
            buf_add(out, before.p, before.n - s.n);
    }
}

void text_add_lines(struct buf *out, const char *before, struct span s)
{
    while (s.n > 0) {
        const char *end = memchr(s.p, '\n', s.n);
        size_t n = end ? (size_t)(end - s.p) : s.n;
        buf_add_str(out, before);
        text_add_clean(out, span_make(s.p, n));
        buf_add_char(out, '\n');
        s = span_skip(s, end ? n + 1 : n);
    }
}

/* Widths of a usual sans-serif face, by class of letter. */
static double char_ems(uint32_t c)
{
    int columns = text_char_columns(c);
    if (columns != 1)
        return columns / 2.0;
    if (c < 0x80) {
        if (memchr("iljtfrI.,:;'|!()[] ", (int)c, 19))
            return 0.33;
        if (memchr("mwMW@%", (int)c, 6))
            return 0.88;
        return c >= 'A' && c <= 'Z' ? 0.68 : 0.57;
    }
    return c >= 0x2000 ? 1.0 : 0.6; /* symbols such as ▲ are as wide as high in Japanese fonts */
}

double text_ems(struct span s)
{
    double ems = 0;
    while (s.n > 0)
        ems += char_ems(text_eat_char(&s));
    return ems;
}

struct span text_cut_ems(struct span s, double ems)
{
    struct span rest = s;
    while (rest.n > 0) {
        struct span before = rest;
        ems -= char_ems(text_eat_char(&rest));
        if (ems < 0)
            return span_make(s.p, s.n - before.n);
    }
    return s;
}
