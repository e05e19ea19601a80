/* group_scores.h: the games that a query finds, in groups (game_axis.h), with their results by
 * player (scores.h): `kifu search --by`, facets. */
#ifndef KIFU_QUERY_GROUPS_GROUP_SCORES_H
#define KIFU_QUERY_GROUPS_GROUP_SCORES_H

#include "query/groups/game_axis.h"

struct group_scores {
    struct game_axis axis;
    struct game_scores *scores; /* owned; by group */
};

/* what: as for axis_open().  Every group has a game that the query finds, years in order, others by
 * these games, most first, then by name.  Released with group_scores_release(), whatever is returned. */
enum status group_scores_run(struct group_scores *g, struct span what, const struct query *q,
                             struct db *const *dbs, uint32_t count, const struct axis_options *opt,
                             struct err *err) CHECK_RESULT;
void group_scores_release(struct group_scores *g);

/* Appends the query that finds the games of a group; query: the text of the one that was run. */
void group_scores_query(const struct group_scores *g, uint32_t group, struct span query,
                        struct buf *out);

#endif
