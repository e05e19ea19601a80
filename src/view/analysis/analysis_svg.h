/* analysis_svg.h: the graph of an analysed game: Black's win probability over its moves.
 *
 *      100 % ┌──────────────────────────┐
 *            │      ___                 │   what lies between the curve and 50 % has the colour of the
 *         50 ├─────/───\───▽────────────┤   side that is ahead; marks are inaccuracies, mistakes and
 *            │          \______         │   blunders in the colour of who made them
 *          0 └──────────────────────────┘   on the right: the values that the percentages stand for
 */
#ifndef KIFU_VIEW_ANALYSIS_ANALYSIS_SVG_H
#define KIFU_VIEW_ANALYSIS_ANALYSIS_SVG_H

#include "view/analysis/analysis_words.h"

/* Appends an SVG document. */
enum status analysis_to_svg(const struct analysis_view *v, enum lang lang, struct buf *out,
                            struct err *err) CHECK_RESULT;

#endif
