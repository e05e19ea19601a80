/* deal.h: which process of a crew (base/work/crew.h) asks which segments.
 *
 * A segment is a shard: it holds whole games with everything about them, so each question is put
 * to every segment by whoever it belongs to, and the answers are merged.  Each rank opens the
 * databases by itself and works out the same deal, the largest segments first, each to the rank
 * that has least, of those that have the database: one that is on another host (db_open_away()) is
 * for the ranks there. */
#ifndef KIFU_DB_DEAL_H
#define KIFU_DB_DEAL_H

#include "base/work/crew.h"
#include "db/db.h"

/* Deals out the segments of these databases.  A meeting of the crew: `opened` is how opening them
 * went on this rank.  Fails if the ranks do not see the same segments, as when somebody imports
 * just now, and if nobody has one of the databases.  Of those that are away the figures are filled
 * in; `apart` and `keeper` are set for all. */
enum status db_deal(struct db *const *dbs, uint32_t count, const struct crew *crew,
                    enum status opened, struct err *err) CHECK_RESULT;

static inline bool db_segment_is_mine(const struct db_segment *s, const struct crew *crew)
{
    return crew_size(crew) < 2 || s->rank == crew_rank(crew);
}

#endif
