/* fit_output.h: the output of `kifu calibrate --fit` (values/fit/term_refit.h): report, picture and
 * weights. */
#ifndef KIFU_CMD_PARTS_FIT_OUTPUT_H
#define KIFU_CMD_PARTS_FIT_OUTPUT_H

#include "cmd/frame/cmd.h"
#include "values/fit/term_refit.h"

/* Appends the report, as text or as JSON. */
void fit_report(const struct term_refit *f, const struct cmd_env *env, struct buf *out);
/* Writes the weights: a file for --weights.  Only of a fit that has some. */
enum status fit_write(const struct term_refit *f, const char *path, struct err *err) CHECK_RESULT;
/* Appends a picture: before and after. */
enum status fit_draw(const struct term_refit *f, enum lang lang, struct buf *out,
                     struct err *err) CHECK_RESULT;

#endif
