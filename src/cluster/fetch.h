/* fetch.h: fetching of games from shards that are on other hosts.
 *
 * Most queries run on segments where they are (partition.h).  A process that needs the games
 * themselves, or their metadata, of all shards fetches them: moves, records and metadata, which are
 * kept in memory.  Indexes stay where they are, so fetched segments can be read, but not searched;
 * they still belong to the process that they were assigned to. */
#ifndef KIFU_CLUSTER_FETCH_H
#define KIFU_CLUSTER_FETCH_H

#include "cluster/cluster.h"
#include "db/db.h"

/* A meeting of the cluster: the first `processes` processes get what they do not have.  Databases
 * must have been partitioned.  Does nothing if none is apart. */
enum status db_fetch(struct db *const *dbs, uint32_t count, uint32_t processes,
                     const struct cluster *cluster, struct err *err) CHECK_RESULT;

#endif
