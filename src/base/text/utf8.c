/* utf8.c: see utf8.h. */
#include "base/text/utf8.h"

#include "base/word.h"

static bool is_tail(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

/* Length of the valid character of two or more bytes at p, or 0. */
static size_t multibyte_length(const unsigned char *p, size_t n)
{
    unsigned char lead = p[0];
    if (lead < 0xC2 || n < 2 || !is_tail(p[1]))
        return 0;
    if (lead < 0xE0)
        return 2;
    if (n < 3 || !is_tail(p[2]))
        return 0;
    if (lead < 0xF0) {
        bool overlong = lead == 0xE0 && p[1] < 0xA0;
        bool surrogate = lead == 0xED && p[1] >= 0xA0;
        return overlong || surrogate ? 0 : 3;
    }
    if (n < 4 || !is_tail(p[3]))
        return 0;
    bool overlong = lead == 0xF0 && p[1] < 0x90;
    bool too_large = lead > 0xF4 || (lead == 0xF4 && p[1] >= 0x90);
    return overlong || too_large ? 0 : 4;
}

size_t utf8_decode(struct span s, uint32_t *out)
{
    if (s.n == 0)
        return 0;
    const unsigned char *p = (const unsigned char *)s.p;
    if (p[0] < 0x80) {
        *out = p[0];
        return 1;
    }
    size_t n = multibyte_length(p, s.n);
    if (n == 2)
        *out = (p[0] & 0x1FU) << 6 | (p[1] & 0x3FU);
    else if (n == 3)
        *out = (p[0] & 0x0FU) << 12 | (p[1] & 0x3FU) << 6 | (p[2] & 0x3FU);
    else if (n == 4)
        *out = (p[0] & 0x07U) << 18 | (p[1] & 0x3FU) << 12 | (p[2] & 0x3FU) << 6 | (p[3] & 0x3FU);
    return n;
}

size_t utf8_encode(uint32_t c, char out[UTF8_MAX_BYTES])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xC0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xE0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3F));
        out[2] = (char)(0x80 | (c & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3F));
    out[2] = (char)(0x80 | (c >> 6 & 0x3F));
    out[3] = (char)(0x80 | (c & 0x3F));
    return 4;
}

size_t utf8_ascii_prefix(struct span s)
{
    size_t i = 0;
    while (s.n - i >= 32) {
        const char *p = s.p + i;
        if ((word_load(p) | word_load(p + 8) | word_load(p + 16) | word_load(p + 24)) &
            WORD_HIGH_BITS)
            break;
        i += 32;
    }
    while (s.n - i >= 8) {
        unsigned ascii = word_ascii_bytes(word_load(s.p + i));
        i += ascii;
        if (ascii < 8)
            return i;
    }
    while (i < s.n && !((unsigned char)s.p[i] & 0x80))
        i++;
    return i;
}

/* Length of the run of three-byte characters at p, as Japanese text has them.  Stops, perhaps
 * early, at anything that needs a closer look. */
static size_t three_byte_run(const unsigned char *p, size_t n)
{
    size_t i = 0;
    while (n - i >= 3) {
        unsigned lead = p[i], tails = (p[i + 1] ^ 0x80U) | (p[i + 2] ^ 0x80U);
        if (lead < 0xE1 || lead > 0xEC || tails > 0x3F)
            break;
        i += 3;
    }
    return i;
}

size_t utf8_valid_prefix(struct span s)
{
    const unsigned char *p = (const unsigned char *)s.p;
    size_t i = 0;
    for (;;) {
        i += utf8_ascii_prefix(span_skip(s, i));
        while (i < s.n && p[i] >= 0x80) {
            size_t n = three_byte_run(p + i, s.n - i);
            if (n == 0)
                n = multibyte_length(p + i, s.n - i);
            if (n == 0)
                return i;
            i += n;
        }
        if (i == s.n)
            return i;
    }
}

struct range {
    uint32_t first, last;
};

/* After Unicode's EastAsianWidth (W and F) and the emoji that terminals draw wide, rounded to
 * blocks: unassigned neighbours don't matter. */
static const struct range WIDE[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x25FD, 0x25FE},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x26AA, 0x26AB},
    {0x26BD, 0x26BE},   {0x2705, 0x2705},   {0x270A, 0x270B},   {0x274C, 0x274C},
    {0x2753, 0x2755},   {0x2795, 0x2797},   {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},
    {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18AFF}, {0x1B000, 0x1B2FF},
    {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F19A}, {0x1F200, 0x1F320},
    {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA},
    {0x1F3E0, 0x1F3F0}, {0x1F400, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F567},
    {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F90C, 0x1F9FF}, {0x20000, 0x3FFFD},
};

static const struct range ZERO[] = {
    {0x0000, 0x001F}, {0x007F, 0x009F}, {0x0300, 0x036F}, {0x0483, 0x0489},
    {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x202A, 0x202E},
    {0x2060, 0x2064}, {0x20D0, 0x20FF}, {0x302A, 0x302D}, {0x3099, 0x309A},
    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF},
};

static bool is_in(const struct range *r, size_t n, uint32_t c)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (c > r[mid].last)
            low = mid + 1;
        else
            high = mid;
    }
    return low < n && c >= r[low].first;
}

int utf8_width(uint32_t c)
{
    if (is_in(ZERO, sizeof ZERO / sizeof *ZERO, c))
        return 0;
    return is_in(WIDE, sizeof WIDE / sizeof *WIDE, c) ? 2 : 1;
}

size_t utf8_text_width(struct span s)
{
    size_t width = 0;
    while (s.n) {
        uint32_t c = 0;
        size_t n = utf8_decode(s, &c);
        width += n ? (size_t)utf8_width(c) : 1;
        s = span_skip(s, n ? n : 1);
    }
    return width;
}
