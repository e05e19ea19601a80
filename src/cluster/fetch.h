/* fetch.h: games of shards that are on other hosts, brought here.
 *
 * Most questions are put to segments where they are (partition.h).  Who needs the games themselves,
 * or what is known of them, of all shards in one process fetches them: moves, records and metadata,
 * which are kept in memory.  Indexes stay where they are, so fetched segments can be read, but not
 * searched; they still belong to the process that they were assigned to. */
#ifndef KIFU_CLUSTER_FETCH_H
#define KIFU_CLUSTER_FETCH_H

#include "cluster/cluster.h"
#include "db/db.h"

/* A meeting of the cluster: the first so many processes get what they have not.  Databases must
 * have been partitioned.  Does nothing if none is apart. */
enum status db_fetch(struct db *const *dbs, uint32_t count, uint32_t processes,
                     const struct cluster *cluster, struct err *err) CHECK_RESULT;

#endif
