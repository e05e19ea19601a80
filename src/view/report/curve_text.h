/* curve_text.h: curves for a terminal.
 *
 *        condition                positions  games  wins %  mean value  distortion % [95 %]  …
 *     *  all positions              300,000  3,000    50.8         7.2
 *     a  progress.diff>=0.25         73,200    734    62.9        -3.5       9.6 [7.1, 12.0]
 *
 * The letters are those of the plot. */
#ifndef KIFU_VIEW_REPORT_CURVE_TEXT_H
#define KIFU_VIEW_REPORT_CURVE_TEXT_H

#include "view/report/curve_words.h"

/* Appends a table: a line for each curve. */
void curve_text_table(const struct curve_series *s, uint32_t count, enum lang lang,
                      struct buf *out);
/* Appends a table of the bins that count, and says how many positions are in others. */
void curve_text_bins(const struct curve_series *s, enum lang lang, struct buf *out);
/* Appends a plot of at most so many columns: the value across, wins upwards.  Where two curves meet
 * the earlier one is seen.  Nothing if no bin counts. */
void curve_text_plot(const struct curve_series *s, uint32_t count, int columns, enum lang lang,
                     struct buf *out);

#endif
