/* sequence_report.h: the report on mined sequences, worked out in many threads and written in
 * order. */
#ifndef KIFU_CMD_PARTS_SEQUENCE_REPORT_H
#define KIFU_CMD_PARTS_SEQUENCE_REPORT_H

#include "cmd/frame/cmd.h"
#include "text/mine/truth.h"
#include "view/report/sequence_view.h"

struct sequence_report {
    struct cmd_env *env;
    const struct sequence_source *source; /* borrowed */
    uint32_t diagrams;                    /* how many of the first are drawn, in text */
    uint64_t in_gallery;                  /* how many of the first go to `cards` */
    struct buf *cards;                    /* NULL: no gallery */
    struct truth *truths;                 /* get marks for those of their lines that are there */
    size_t truth_count;
    struct progress *progress;
    /* If set, "likely" of each sequence in JSON (sequence_likely.h). */
    const struct go_people_network *network;
};

/* Prints all sequences of the mining, as text or, if env->json, as JSON lines.  STATUS_CANCELLED
 * after Ctrl-C, or when nobody reads any more. */
enum status sequence_report_print(const struct sequence_report *t, struct err *err) CHECK_RESULT;

#endif
