/* span.h: a span: a borrowed piece of bytes.
 *
 * A span borrows: it never owns and is never NUL-terminated.  Who owns the bytes, and until when,
 * is said where a span is returned.  The empty span may have p == NULL. */
#ifndef KIFU_BASE_SPAN_H
#define KIFU_BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct span {
    const char *p;
    size_t n;
};

/* A string literal as a span, its length known to the compiler. */
#define SPAN(literal) ((struct span){"" literal, sizeof(literal) - 1})

/* The same as an initialiser in a static table, where C17 wants no compound literal. */
#define SPAN_INIT(literal)                                                                         \
    {                                                                                              \
        "" literal, sizeof(literal) - 1                                                            \
    }

static inline struct span span_make(const char *p, size_t n)
{
    return (struct span){p, n};
}

static inline struct span span_of(const char *cstr)
{
    return (struct span){cstr, cstr ? strlen(cstr) : 0};
}

static inline bool span_eq(struct span a, struct span b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* By bytes; a beginning of another one comes before it. */
static inline int span_compare(struct span a, struct span b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n ? memcmp(a.p, b.p, n) : 0;
    return order ? order : (a.n > b.n) - (a.n < b.n);
}

static inline bool span_starts(struct span s, struct span prefix)
{
    return s.n >= prefix.n && (prefix.n == 0 || memcmp(s.p, prefix.p, prefix.n) == 0);
}

static inline bool span_ends(struct span s, struct span suffix)
{
    return s.n >= suffix.n &&
           (suffix.n == 0 || memcmp(s.p + s.n - suffix.n, suffix.p, suffix.n) == 0);
}

/* The span without its first n bytes; empty if there are fewer. */
static inline struct span span_skip(struct span s, size_t n)
{
    if (n == 0)
        return s; /* also of no bytes at all: NULL + 0 is undefined */
    return n <= s.n ? span_make(s.p + n, s.n - n) : span_make(s.p, 0);
}

/* If s starts with prefix, removes it and says true. */
static inline bool span_eat(struct span *s, struct span prefix)
{
    if (!span_starts(*s, prefix))
        return false;
    *s = span_skip(*s, prefix.n);
    return true;
}

/* Position of the first occurrence of needle in s, or -1. */
ptrdiff_t span_find(struct span s, struct span needle);

/* A number in decimal digits, as a span that lives as long as the block in which this stands. */
#define SPAN_U64(number) span_digits((number), (char[SPAN_DIGITS]){0})
enum { SPAN_DIGITS = 20 };
struct span span_digits(uint64_t number, char digits[SPAN_DIGITS]);

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Without blanks at both ends: ASCII blank, tab, CR, LF, and the wide blank U+3000. */
struct span span_trim(struct span s);

/* Removes the next word, ended by an ASCII blank or tab, and blanks around; empty at the end. */
struct span span_eat_word(struct span *s);

/* Equal but for ASCII case. */
bool span_eq_nocase(struct span a, struct span b);

#endif
