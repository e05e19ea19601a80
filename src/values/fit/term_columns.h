/* term_columns.h: the value, what differs around the kings, and conditions, from columns of sheets:
 * a dense source for regressions; no game is replayed.
 *
 *     x = value / TERM_VALUE_UNIT, then P·dA, P·dD (progress) or ±1 for each condition */
#ifndef KIFU_VALUES_FIT_TERM_COLUMNS_H
#define KIFU_VALUES_FIT_TERM_COLUMNS_H

#include "values/fit/term_fit.h"

/* Points; so that all features are about as large as each other. */
enum { TERM_VALUE_UNIT = 1000 };

struct term_columns;

/* Borrows the sheets, and of the options the conditions. */
enum status term_columns_open(struct term_columns **out, const struct sheets *sheets,
                              const struct term_fit_options *o, struct err *err) CHECK_RESULT;
void term_columns_close(struct term_columns *c); /* NULL is fine */
/* With the value alone, or all.  Borrowed. */
struct regression_source term_columns_source(struct term_columns *c, bool value_alone);

/* Has the row a value that can be fitted on?  Not that of a mate. */
static inline bool term_value_counts(int16_t value)
{
    return value > -VALUE_SOURCE_MOST && value < VALUE_SOURCE_MOST;
}
/* The features after the value, of one row of sheet number `sheet`. */
void term_columns_row(const struct sheets *sheets, const struct term_fit_options *o, uint32_t sheet,
                      uint64_t row, double *x);
uint32_t term_columns_features(const struct term_fit_options *o); /* the value included */

#endif
