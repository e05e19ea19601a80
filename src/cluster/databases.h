/* databases.h: the databases that a command was given, one or several, some perhaps by a list of
 * shards (shard_list.h), opened and partitioned among the processes of a cluster (partition.h).
 *
 * A shard of another host is away: this process knows how many games it has, and no more.  Each
 * process searches its own segments only, so most queries need no more; code that needs more of a
 * database checks whether it is apart. */
#ifndef KIFU_CLUSTER_DATABASES_H
#define KIFU_CLUSTER_DATABASES_H

#include "cluster/cluster.h"
#include "db/db.h"

struct databases {
    struct db **at;     /* owned */
    const char **names; /* owned, as people know them */
    uint32_t count;
    bool apart; /* some are away for some processes */
};

/* A meeting of the cluster; if it fails on any process, all fail. */
enum status databases_open(struct databases *d, const char *const *operands, size_t n,
                           const struct cluster *cluster, struct err *err) CHECK_RESULT;
void databases_close(struct databases *d);

#endif
