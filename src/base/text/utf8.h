/* utf8.h: single characters of UTF-8, and how wide they look.
 *
 * Strict as the standard has it: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef KIFU_BASE_TEXT_UTF8_H
#define KIFU_BASE_TEXT_UTF8_H

#include <stdint.h>

#include "base/span.h"

enum { UTF8_MAX_BYTES = 4, UTF8_REPLACEMENT = 0xFFFD };

/* U+FFFD, what stands for bytes that could not be read. */
#define UTF8_REPLACEMENT_TEXT "\xEF\xBF\xBD"

/* The character at the front of s: its length in bytes, with the code point in *out; 0, with *out
 * untouched, if s is empty or does not start with a whole valid character. */
size_t utf8_decode(struct span s, uint32_t *out);

/* Writes code point c, which must be a Unicode scalar value, and says how many bytes it took. */
size_t utf8_encode(uint32_t c, char out[UTF8_MAX_BYTES]);

/* Length of the valid beginning of s; s.n if all of it is valid. */
size_t utf8_valid_prefix(struct span s);
static inline bool utf8_is_valid(struct span s)
{
    return utf8_valid_prefix(s) == s.n;
}

/* Length of the ASCII beginning of s. */
size_t utf8_ascii_prefix(struct span s);

/* Columns on a terminal: 0 for controls and combining marks, 2 for East Asian wide and full-width
 * characters and emoji, else 1.  Characters of ambiguous width (▲ △ ① Greek …) count as 1, as
 * terminals do by default. */
int utf8_width(uint32_t c);
/* Of a whole text; invalid bytes count as one column each. */
size_t utf8_text_width(struct span s);

#endif
