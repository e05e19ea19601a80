/* telling.h: ranked sequences as output: what is told of each is found out in many threads and
 * written in the order of ranks. */
#ifndef KIFU_CMD_PARTS_TELLING_H
#define KIFU_CMD_PARTS_TELLING_H

#include "cmd/frame/cmd.h"
#include "text/mine/truth.h"
#include "view/report/gallery.h"

struct telling {
    struct cmd_env *env;
    const struct portrait_source *source; /* borrowed */
    uint32_t diagrams;                    /* so many of the first are drawn, in text */
    uint64_t in_gallery;                  /* so many of the first go to `cards` */
    struct buf *cards;                    /* NULL: no gallery */
    struct truth *truths;                 /* are told which of their lines are there, as shown */
    size_t truth_count;
    struct progress *progress;
};

/* Prints all sequences of the mining, as text or, if env->json, as JSON lines.  STATUS_CANCELLED
 * after Ctrl-C, or when nobody reads any more. */
enum status tell_sequences(const struct telling *t, struct err *err) CHECK_RESULT;

#endif
