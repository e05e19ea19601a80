/* fitting.h: `kifu calibrate --fit`: weights of terms, what they change, and the file of them. */
#ifndef KIFU_CMD_FITTING_H
#define KIFU_CMD_FITTING_H

#include "cmd/cmd.h"
#include "values/conditions.h"
#include "values/term_fit.h"

struct fitting {
    /* Given, all borrowed: */
    struct cmd_env *env;
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

/* Curves of all conditions, with other values than the sheets' own if there are some. */
enum status fitting_curves(const struct fitting *f, const int16_t *const *values,
                           struct curves *out, struct err *err) CHECK_RESULT;
enum status fitting_run(struct fitting *f, struct err *err) CHECK_RESULT;
void fitting_release(struct fitting *f);

/* Appends what was found, as text or as JSON. */
void fitting_tell(const struct fitting *f, struct buf *out);
/* Writes the weights: a file for --weights.  Only of a fit that has some. */
enum status fitting_write(const struct fitting *f, const char *path, struct err *err) CHECK_RESULT;
/* Appends a picture: before and after. */
enum status fitting_draw(const struct fitting *f, struct buf *out, struct err *err) CHECK_RESULT;

#endif
