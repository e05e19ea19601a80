/* axis_merge.h: the groups of an axis (game_axis.h) whose games are divided among parts
 * (base/work/reduction.h): all get the same groups, with the games of all. */
#ifndef KIFU_QUERY_GROUPS_AXIS_MERGE_H
#define KIFU_QUERY_GROUPS_AXIS_MERGE_H

#include "query/groups/game_axis.h"

/* a->groups are this part's own; afterwards they are those of all parts: named queries in the order
 * of their definitions, which every part has, years in order, others by name.  *to, owned by the
 * caller (mem_free), becomes the new number of each of the own ones.  A meeting: `mine` is how it
 * went so far. */
enum status axis_merge(struct game_axis *a, const struct reduction *reduction, enum status mine,
                       uint32_t **to, struct err *err) CHECK_RESULT;

#endif
