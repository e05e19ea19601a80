/* flow_report.h: the sequences that people play more often than programs, as text and as JSON.
 *
 * As text:
 *
 *     two/own-king/capture: 201,552 : 190,123 occurrences, 41,201 different, 972 tested, 563 kept
 *          human   computer    ratio         p  sequence, example
 *            392        141     2.78   1.2e-30  (-1,-3,P),(-1,-4,P),1
 *                                               kifu show human.kifu:12 --ply 58
 *
 * and last how often the same piece was moved twice in a row. */
#ifndef KIFU_VIEW_REPORT_FLOW_REPORT_H
#define KIFU_VIEW_REPORT_FLOW_REPORT_H

#include "base/text/json.h"
#include "text/flow/flow.h"

struct flow_text_options {
    const char *const *paths[FLOW_SIDES]; /* of the databases; NULL: no examples */
    uint32_t top;                         /* so many sequences of each class */
    enum lang lang;
};

/* Whose games are compared, and from which move on. */
void flow_text_head(const struct flow_table *t, enum lang lang, struct buf *out);
/* All classes; rows that were not kept are left out. */
void flow_text_classes(const struct flow_table *t, const struct flow_text_options *o,
                       struct buf *out);
void flow_text_twice(const struct flow_table *t, enum lang lang, struct buf *out);

/* {"class","sequence","human","computer","p","ratio","kept","adjusted","examples":[{"side","db",
 * "game","ply"}…]}.  ply is that of the board after the last move: what `kifu show --ply` takes.
 * paths: of the databases of either side. */
void flow_row_json(struct json *j, const struct flow_row *r,
                   const char *const *const paths[FLOW_SIDES]);
/* {"piece","human","computer","human_pairs","computer_pairs","human_could","computer_could","p",
 * "rate_p"} */
void flow_twice_json(struct json *j, const struct flow_table *t, int kind);

#endif
