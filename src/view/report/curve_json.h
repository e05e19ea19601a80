/* curve_json.h: curves as JSON. */
#ifndef KIFU_VIEW_REPORT_CURVE_JSON_H
#define KIFU_VIEW_REPORT_CURVE_JSON_H

#include "base/text/json.h"
#include "values/curves/curves.h"

/* Appends one object; an empty name is that of all positions, "all":
 *
 *     condition, positions, distortion, low, high                  shares, 0.05 being 5 %; null if
 *     bins [{value, positions, rate, low, high, games, effective}] not known; bins that count
 *     games, rate, mean_value, mates                               of all its positions
 *     raw, chance, shift, shift_low, shift_high                    curves.h; shift: with its sign
 */
void curve_to_json(struct json *j, struct span name, const struct curve *c);
/* A field of an object that is open: the list of bins that count. */
void curve_bins_to_json(struct json *j, const char *key, const struct curve *c);

#endif
