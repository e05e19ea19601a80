/* term_refit.h: a fit of terms (term_fit.h) with what it changes: the curves of some conditions before
 * and after it. */
#ifndef KIFU_VALUES_FIT_TERM_REFIT_H
#define KIFU_VALUES_FIT_TERM_REFIT_H

#include "values/curves/curves.h"
#include "values/fit/term_fit.h"

/* Games in a thousand that a fit does not see but is judged on, unless somebody says otherwise. */
enum { TERM_REFIT_HELD_OUT = 200 };

struct term_refit {
    /* Given, all borrowed: */
    const struct sheets *sheets;
    const struct sheet_options *sheet_options;
    const struct curve_options *curve_options;
    const struct conditions *conditions;
    struct term_fit_options options; /* set, model, old weights, what is held out, penalties */
    /* Found: */
    struct term_fit fit;
    struct curves before, after; /* of games that it did not see, or of all if it saw all */
    /* Of terms by conditions: */
    struct conditions flipped;
    struct term_condition *terms;
};

/* Curves of all conditions, with other values than the sheets' own if there are some.  Of games
 * that are held out a bin counts from as many positions on as its share of all games would have. */
enum status term_refit_curves(const struct term_refit *f, const int16_t *const *values,
                              struct curves *out, struct err *err) CHECK_RESULT;
enum status term_refit_run(struct term_refit *f, struct err *err) CHECK_RESULT;
void term_refit_release(struct term_refit *f);

#endif
