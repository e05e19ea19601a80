/* curve_words.h: the words and figures of curves, as pictures and tables have them. */
#ifndef KIFU_VIEW_CURVE_WORDS_H
#define KIFU_VIEW_CURVE_WORDS_H

#include "base/buf.h"
#include "values/curves.h"

/* The condition's name, or what that of all positions is called. */
struct span curve_name(struct span name, enum lang lang);
/* Appends 1,234,567. */
void curve_add_count(struct buf *out, uint64_t n);
/* Appends a share in %, with so many decimals; a dash if it is not known. */
void curve_add_percent(struct buf *out, double share, int decimals);
/* Appends "4.2 [3.1, 5.4]", in %; a dash if there is none. */
void curve_add_interval(struct buf *out, double share, double low, double high);

#endif
