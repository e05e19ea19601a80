/* train_progress.h: training with Adam (values/learn/adam.h) under a progress bar. */
#ifndef KIFU_CMD_FRAME_TRAIN_PROGRESS_H
#define KIFU_CMD_FRAME_TRAIN_PROGRESS_H

#include "base/io/progress.h"
#include "values/learn/adam.h"

/* adam_run() with a bar that counts positions; options' progress must add to it. */
enum status train_with_progress(struct progress *p, const struct adam_model *model,
                                const struct adam_options *o, struct err *err) CHECK_RESULT;

#endif
