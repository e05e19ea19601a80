/* text_width.h: estimates of how wide a text is when drawn.
 *
 * In a terminal characters of East Asian scripts take two columns; in a picture they are as wide
 * as high, while Latin letters are narrower.  Good enough for aligning and fitting; nobody's
 * exact metrics. */
#ifndef KIFU_VIEW_DRAW_TEXT_WIDTH_H
#define KIFU_VIEW_DRAW_TEXT_WIDTH_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

#define TEXT_BAD_CHAR UINT32_MAX

/* Removes one UTF-8 character from the front of *s (not empty) and returns its code point.  Of a
 * broken one it removes one byte and returns TEXT_BAD_CHAR. */
uint32_t text_eat_char(struct span *s);

/* Columns of a terminal: 2 for wide characters, 0 for combining ones, else 1. */
int text_char_columns(uint32_t c);
int text_columns(struct span s);
/* Appends s and then blanks up to the given number of columns. */
void text_pad(struct buf *out, struct span s, int columns);

/* Appends s with control characters, which could take over a terminal, and broken bytes replaced by
 * U+FFFD.  Line ends and tabs become blanks. */
void text_add_clean(struct buf *out, struct span s);
/* Each of its lines that way, on a line by itself, with something before it. */
void text_add_lines(struct buf *out, const char *before, struct span s);

/* Width in units of the font size, estimated. */
double text_ems(struct span s);
/* The longest beginning of s that is at most so many ems wide. */
struct span text_cut_ems(struct span s, double ems);

#endif
