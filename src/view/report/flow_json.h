/* flow_json.h: sequences that tell people from programs, for machines. */
#ifndef KIFU_VIEW_REPORT_FLOW_JSON_H
#define KIFU_VIEW_REPORT_FLOW_JSON_H

#include "base/text/json.h"
#include "text/flow/flow.h"

/* {"class","sequence","human","computer","p","ratio","kept","adjusted","examples":[{"side","db",
 * "game","ply"}…]}.  ply is that of the board after the last move: what `kifu show --ply` takes.
 * paths: of the databases of either side. */
void flow_row_json(struct json *j, const struct flow_row *r,
                   const char *const *const paths[FLOW_SIDES]);
/* {"piece","human","computer","human_pairs","computer_pairs","human_could","computer_could","p",
 * "rate_p"} */
void flow_twice_json(struct json *j, const struct flow_table *t, int kind);

#endif
