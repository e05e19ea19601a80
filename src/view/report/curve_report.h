/* curve_report.h: calibration curves as text and as JSON, and the words that pictures of them use.
 *
 * As a table:
 *
 *        condition                positions  games  wins %  mean value  distortion % [95 %]  …
 *     *  all positions              300,000  3,000    50.8         7.2
 *     a  progress.diff>=0.25         73,200    734    62.9        -3.5       9.6 [7.1, 12.0]
 *
 * The letters are those of the plot. */
#ifndef KIFU_VIEW_REPORT_CURVE_REPORT_H
#define KIFU_VIEW_REPORT_CURVE_REPORT_H

#include "base/buf.h"
#include "base/text/json.h"
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

/* Appends a table: a line for each curve. */
void curve_text_table(const struct curve_series *s, uint32_t count, enum lang lang,
                      struct buf *out);
/* Appends a table of the bins that count, and says how many positions are in others. */
void curve_text_bins(const struct curve_series *s, enum lang lang, struct buf *out);
/* Appends a plot of at most so many columns: the value across, wins upwards.  Where two curves meet
 * the earlier one is seen.  Nothing if no bin counts. */
void curve_text_plot(const struct curve_series *s, uint32_t count, int columns, enum lang lang,
                     struct buf *out);

/* Appends one object; an empty name is that of all positions, "all":
 *
 *     condition, positions, distortion, low, high                  shares, 0.05 being 5 %; null if
 *     bins [{value, positions, rate, low, high, games, effective}] not known; bins that count
 *     games, rate, mean_value, mates                               of all its positions
 *     raw, chance, shift, shift_low, shift_high                    curves.h; shift: with its sign
 */
void curve_to_json(struct json *j, struct span name, const struct curve *c);
/* The fields alone, of an object that is open. */
void curve_fields_to_json(struct json *j, struct span name, const struct curve *c);
/* A field of an object that is open: the list of bins that count. */
void curve_bins_to_json(struct json *j, const char *key, const struct curve *c);

#endif
