/* text_width.c: see text_width.h. */
#include "view/text_width.h"

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

uint32_t text_eat_char(struct span *s)
{
    unsigned char first = (unsigned char)s->p[0];
    size_t more = first < 0x80 ? 0 : first < 0xc2 ? 9 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    uint32_t c = first < 0x80 ? first : first & (0x3fu >> more);
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};

    bool good = more <= 3 && first < 0xf5 && s->n > more;
    for (size_t i = 1; good && i <= more; i++) {
        good = is_continuation(s->p[i]);
        c = c << 6 | ((unsigned char)s->p[i] & 0x3f);
    }
    if (!good || c < least[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) {
        *s = span_skip(*s, 1);
        return TEXT_BAD_CHAR;
    }
    *s = span_skip(*s, more + 1);
    return c;
}

struct range {
    uint32_t from, to;
};

static bool in_ranges(uint32_t c, const struct range *ranges, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].from && c <= ranges[i].to)
            return true;
    return false;
}

/* East Asian Wide and Fullwidth (UAX #11), to the accuracy of blocks. */
static bool is_wide(uint32_t c)
{
    static const struct range wide[] = {
        {0x1100, 0x115f}, {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97c},
        {0xac00, 0xd7a3}, {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
        {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
    };
    return in_ranges(c, wide, sizeof wide / sizeof wide[0]);
}

static bool is_combining(uint32_t c)
{
    static const struct range zero[] = {
        {0x0300, 0x036f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0x3099, 0x309a},
        {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0100, 0xe01ef},
    };
    return in_ranges(c, zero, sizeof zero / sizeof zero[0]);
}

int text_char_columns(uint32_t c)
{
    if (c == TEXT_BAD_CHAR)
        return 1;
    if (is_combining(c))
        return 0;
    return is_wide(c) ? 2 : 1;
}

int text_columns(struct span s)
{
    int columns = 0;
    while (s.n > 0)
        columns += text_char_columns(text_eat_char(&s));
    return columns;
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
            buf_add_str(out, "\xef\xbf\xbd");
        else
            buf_add(out, before.p, before.n - s.n);
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
