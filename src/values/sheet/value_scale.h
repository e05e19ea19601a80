/* value_scale.h: the units in which engines wrote their values.
 *
 * "+600" of one engine is won as often as "+400" of another, and what the network learns is how
 * often a position is won.  So values are brought to one scale, by the results of the games that
 * they stand in: the one at which p = 1 / (1 + exp(-value / scale)) fits best, by logistic
 * regression. */
#ifndef KIFU_VALUES_SHEET_VALUE_SCALE_H
#define KIFU_VALUES_SHEET_VALUE_SCALE_H

#include "values/samples.h"

/* At most so many samples are looked at, spread over all; with fewer than the least, and if values
 * tell nothing, the scale is NET_SCALE. */
enum { VALUE_SCALE_SAMPLES = 100000, VALUE_SCALE_LEAST = 100 };

enum status value_scale_fit(const struct sample *rows, size_t n, double *scale,
                            struct err *err) CHECK_RESULT;
/* Makes values of that scale values of NET_SCALE. */
void value_scale_apply(struct sample *rows, size_t n, double scale);

#endif
