/* group_json.c: see group_json.h. */
#include "view/report/group_json.h"

#include "view/report/result_json.h"

void group_to_json(struct json *j, const struct query *q, const struct group_scores *g,
                   uint32_t group)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    group_scores_query(g, group, q->text, &text);
    json_open_object(j);
    json_key_str(j, "group", g->axis.groups[group].name);
    json_key_str(j, "label", g->axis.groups[group].label);
    json_key_u64(j, "games", g->axis.groups[group].games);
    scores_to_json(j, q, &g->scores[group]);
    json_key_str(j, "query", buf_span(&text));
    json_end(j);
    buf_release(&text);
}
