/* span.c: see span.h. */
#include "base/span.h"

struct span span_digits(uint64_t number, char digits[SPAN_DIGITS])
{
    size_t at = SPAN_DIGITS;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    return span_make(digits + at, SPAN_DIGITS - at);
}

/* U+3000 in UTF-8 */
static const char WIDE_BLANK[3] = {'\xe3', '\x80', '\x80'};

ptrdiff_t span_find(struct span s, struct span needle)
{
    if (needle.n == 0)
        return 0;
    for (size_t at = 0; at + needle.n <= s.n;) {
        const char *hit = memchr(s.p + at, needle.p[0], s.n - needle.n - at + 1);
        if (!hit)
            return -1;
        if (memcmp(hit, needle.p, needle.n) == 0)
            return hit - s.p;
        at = (size_t)(hit - s.p) + 1;
    }
    return -1;
}

struct span span_trim(struct span s)
{
    for (;;) {
        if (s.n && is_blank(s.p[0]))
            s = span_skip(s, 1);
        else if (s.n >= 3 && memcmp(s.p, WIDE_BLANK, 3) == 0)
            s = span_skip(s, 3);
        else
            break;
    }
    for (;;) {
        if (s.n && is_blank(s.p[s.n - 1]))
            s.n--;
        else if (s.n >= 3 && memcmp(s.p + s.n - 3, WIDE_BLANK, 3) == 0)
            s.n -= 3;
        else
            break;
    }
    return s;
}

struct span span_eat_word(struct span *s)
{
    size_t n = 0;
    *s = span_trim(*s);
    while (n < s->n && s->p[n] != ' ' && s->p[n] != '\t')
        n++;
    struct span word = span_make(s->p, n);
    *s = span_skip(*s, n);
    return word;
}

static unsigned char lower(char c)
{
    unsigned char u = (unsigned char)c;
    return u >= 'A' && u <= 'Z' ? (unsigned char)(u | 0x20) : u;
}

bool span_eq_nocase(struct span a, struct span b)
{
    if (a.n != b.n)
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (lower(a.p[i]) != lower(b.p[i]))
            return false;
    return true;
}
