/* group_json.h: games in groups (query/groups/group_scores.h) as JSON. */
#ifndef KIFU_VIEW_REPORT_GROUP_JSON_H
#define KIFU_VIEW_REPORT_GROUP_JSON_H

#include "base/text/json.h"
#include "query/groups/group_scores.h"

/* Appends {"group","label","games","black","white","draws","unknown","own","player","query"} as one
 * value; own and player as in scores_to_json(). */
void group_to_json(struct json *j, const struct query *q, const struct group_scores *g,
                   uint32_t group);

#endif
