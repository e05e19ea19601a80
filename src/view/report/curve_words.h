/* curve_words.h: the words and figures of curves, as pictures and tables have them. */
#ifndef KIFU_VIEW_REPORT_CURVE_WORDS_H
#define KIFU_VIEW_REPORT_CURVE_WORDS_H

#include "base/buf.h"
#include "values/curves/curves.h"

/* A curve and what it is called. */
struct curve_series {
    struct span name; /* of no bytes: all positions */
    const struct curve *curve;
};

/* The curve of all positions and those of the conditions, whose names are given; out has room for
 * c->count + 1. */
void curve_series_of(const struct curves *c, const char *const *names, struct curve_series *out);

/* The condition's name, or what that of all positions is called. */
struct span curve_name(struct span name, enum lang lang);
/* Appends 1,234,567. */
void curve_add_count(struct buf *out, uint64_t n);
/* Appends a share in %, with so many decimals; a dash if it is not known. */
void curve_add_percent(struct buf *out, double share, int decimals);
/* Appends a number with so many decimals in ASCII, which awk can read; a dash if it is not
 * known. */
void curve_add_number(struct buf *out, double v, int decimals);
/* Appends "4.2 [3.1, 5.4]", in %; a dash if there is none. */
void curve_add_interval(struct buf *out, double share, double low, double high);

#endif
