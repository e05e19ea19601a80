/* line_filter.h: which of some lines are marked in a bitmap.
 *
 * The innermost loop of intersecting long lists.  It has a plain form and one for processors with
 * AVX2, which looks up eight lines at a time. */
#ifndef KIFU_FACTS_LINE_FILTER_H
#define KIFU_FACTS_LINE_FILTER_H

#include <stdint.h>

/* Writes the indexes i, ascending, for which lines[i] is marked; returns how many there are.  hits
 * has room for n.  Line v is bit v % 32 of word v / 32. */
uint32_t line_filter(const uint32_t *lines, uint32_t n, const uint32_t *marks, uint32_t *hits);

/* Always the plain form. */
uint32_t line_filter_plain(const uint32_t *lines, uint32_t n, const uint32_t *marks,
                           uint32_t *hits);

#endif
