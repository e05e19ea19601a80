/* census_svg.h: a census as two plots side by side, for print and page. */
#ifndef KIFU_VIEW_REPORT_CENSUS_SVG_H
#define KIFU_VIEW_REPORT_CENSUS_SVG_H

#include "base/buf.h"
#include "query/census/census.h"

/* Appends a whole SVG file: on the left how many positions occur n times, both axes logarithmic, as
 * in the paper's Figure 1; on the right how the share of duplicates grows with the games. */
void census_svg(const struct census *c, enum lang lang, struct buf *out);

#endif
