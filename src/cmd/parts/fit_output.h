/* fit_output.h: what `kifu calibrate --fit` found (values/fit/fitting.h): told, drawn, written. */
#ifndef KIFU_CMD_PARTS_FIT_OUTPUT_H
#define KIFU_CMD_PARTS_FIT_OUTPUT_H

#include "cmd/frame/cmd.h"
#include "values/fit/fitting.h"

/* Appends what was found, as text or as JSON. */
void fit_tell(const struct fitting *f, const struct cmd_env *env, struct buf *out);
/* Writes the weights: a file for --weights.  Only of a fit that has some. */
enum status fit_write(const struct fitting *f, const char *path, struct err *err) CHECK_RESULT;
/* Appends a picture: before and after. */
enum status fit_draw(const struct fitting *f, enum lang lang, struct buf *out,
                     struct err *err) CHECK_RESULT;

#endif
