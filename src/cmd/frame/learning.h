/* learning.h: what commands that learn by going downhill (values/learn/descent.h) have in common. */
#ifndef KIFU_CMD_FRAME_LEARNING_H
#define KIFU_CMD_FRAME_LEARNING_H

#include "base/io/progress.h"
#include "values/learn/descent.h"

/* descent_run() with a bar that counts positions; options' progress must add to it. */
enum status learning_run(struct progress *p, const struct descent_model *model,
                         const struct descent_options *o, struct err *err) CHECK_RESULT;

#endif
