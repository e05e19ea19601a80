/* svg.c: see svg.h. */
#include "view/draw/svg.h"

#include <math.h>

#include "view/draw/text_width.h"

void svg_number(struct buf *out, double v)
{
    const double limit = 1e9;
    if (!isfinite(v))
        v = 0;
    if (v > limit)
        v = limit;
    if (v < -limit)
        v = -limit;
    int64_t hundredths = (int64_t)llround(v * 100);
    if (hundredths < 0) {
        buf_add_char(out, '-');
        hundredths = -hundredths;
    }
    buf_add_i64(out, hundredths / 100);
    int rest = (int)(hundredths % 100);
    if (rest == 0)
        return;
    buf_add_char(out, '.');
    buf_add_char(out, (char)('0' + rest / 10));
    if (rest % 10)
        buf_add_char(out, (char)('0' + rest % 10));
}

void svg_colour(struct buf *out, uint32_t rgb)
{
    static const char hex[] = "0123456789abcdef";
    buf_add_char(out, '#');
    for (int shift = 20; shift >= 0; shift -= 4)
        buf_add_char(out, hex[rgb >> shift & 15]);
}

/* Characters that XML 1.0 does not allow, even as references. */
static bool forbidden(uint32_t c)
{
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0xfffe || c == 0xffff;
}

static void add_escaped(struct buf *out, uint32_t c, struct span bytes)
{
    switch (c) {
    case '&':
        buf_add_str(out, "&amp;");
        break;
    case '<':
        buf_add_str(out, "&lt;");
        break;
    case '>':
        buf_add_str(out, "&gt;");
        break;
    case '"':
        buf_add_str(out, "&quot;");
        break;
    default:
        if (forbidden(c))
            buf_add_str(out, "\xef\xbf\xbd");
        else
            buf_add_span(out, bytes);
    }
}

void svg_text(struct buf *out, struct span text)
{
    while (text.n > 0) {
        struct span before = text;
        uint32_t c = text_eat_char(&text);
        struct span bytes = span_make(before.p, before.n - text.n);
        if (c == TEXT_BAD_CHAR)
            bytes = SPAN("\xef\xbf\xbd");
        add_escaped(out, c, bytes);
    }
}

void svg_open(struct buf *out, const char *name)
{
    buf_add_char(out, '<');
    buf_add_str(out, name);
}

void svg_attr(struct buf *out, const char *name, struct span value)
{
    buf_add_char(out, ' ');
    buf_add_str(out, name);
    buf_add_str(out, "=\"");
    svg_text(out, value);
    buf_add_char(out, '"');
}

void svg_str_attr(struct buf *out, const char *name, const char *value)
{
    svg_attr(out, name, span_of(value));
}

void svg_number_attr(struct buf *out, const char *name, double value)
{
    buf_add_char(out, ' ');
    buf_add_str(out, name);
    buf_add_str(out, "=\"");
    svg_number(out, value);
    buf_add_char(out, '"');
}

void svg_colour_attr(struct buf *out, const char *name, uint32_t rgb)
{
    buf_add_char(out, ' ');
    buf_add_str(out, name);
    buf_add_str(out, "=\"");
    svg_colour(out, rgb);
    buf_add_char(out, '"');
}

void svg_end_open(struct buf *out)
{
    buf_add_char(out, '>');
}

void svg_end_empty(struct buf *out)
{
    buf_add_str(out, "/>\n");
}

void svg_close(struct buf *out, const char *name)
{
    buf_add_str(out, "</");
    buf_add_str(out, name);
    buf_add_str(out, ">\n");
}
