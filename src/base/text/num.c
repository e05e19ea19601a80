/* num.c: see num.h. */
#include "base/text/num.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>

bool num_eat_u64(struct span *s, uint64_t max, uint64_t *out)
{
    uint64_t v = 0;
    size_t i = 0;
    for (; i < s->n; i++) {
        unsigned digit = (unsigned)(unsigned char)s->p[i] - '0';
        if (digit > 9)
            break;
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, digit, &v) || v > max)
            return false;
    }
    if (i == 0)
        return false;
    *s = span_skip(*s, i);
    *out = v;
    return true;
}

int num_hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool num_parse_u64(struct span s, uint64_t max, uint64_t *out)
{
    uint64_t v;
    if (!num_eat_u64(&s, max, &v) || s.n)
        return false;
    *out = v;
    return true;
}

bool num_parse_i64(struct span s, int64_t min, int64_t max, int64_t *out)
{
    bool negative = span_eat(&s, SPAN("-"));
    if (!negative)
        span_eat(&s, SPAN("+"));
    uint64_t v;
    if (!num_parse_u64(s, (uint64_t)INT64_MAX + negative, &v))
        return false;
    int64_t signed_v = negative ? (int64_t)(0 - v) : (int64_t)v;
    if (signed_v < min || signed_v > max)
        return false;
    *out = signed_v;
    return true;
}

bool num_parse_double(struct span s, double *out)
{
    char text[64];
    if (s.n == 0 || s.n >= sizeof text)
        return false;
    for (size_t i = 0; i < s.n; i++)
        if (!strchr("0123456789+-.eE", s.p[i]) || s.p[i] == '\0')
            return false;
    memcpy(text, s.p, s.n);
    text[s.n] = '\0';
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c)
        return false;
    char *end;
    locale_t before = uselocale(c);
    double v = strtod(text, &end);
    uselocale(before);
    freelocale(c);
    if (end != text + s.n || !isfinite(v))
        return false;
    *out = v;
    return true;
}
