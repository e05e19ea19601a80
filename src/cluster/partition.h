/* partition.h: the partition of segments among the processes of a cluster (cluster.h).
 *
 * A segment is a shard: it holds whole games with everything about them, so each query runs on
 * every segment in the process it was assigned to, and the results are merged.  Each process opens
 * the databases by itself and works out the same partition, the largest segments first, each to the
 * process that has least, of those that have the database: one that is on another host
 * (db_open_away()) is for the processes there. */
#ifndef KIFU_CLUSTER_PARTITION_H
#define KIFU_CLUSTER_PARTITION_H

#include "cluster/cluster.h"
#include "db/db.h"

/* Assigns the segments of these databases to processes.  A meeting of the cluster: `opened` is how
 * opening them went on this process.  Fails if the processes do not see the same segments, as when
 * somebody imports just now, and if nobody has one of the databases.  Of those that are away the
 * figures are filled in; `apart` and `keeper` are set for all. */
enum status db_partition(struct db *const *dbs, uint32_t count, const struct cluster *cluster,
                         enum status opened, struct err *err) CHECK_RESULT;

#endif
