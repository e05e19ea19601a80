/* shard_part.h: the reply to a shard request from one process's own segments. */
#ifndef KIFU_WEB_SHARDS_SHARD_PART_H
#define KIFU_WEB_SHARDS_SHARD_PART_H

#include "cluster/cluster.h"
#include "web/shards/shard_wire.h"
#include "web/site/site.h"

struct shard_self {
    struct site *site;
    struct db *const *dbs;  /* all of the site's, partitioned (cluster/partition.h) */
    struct cluster cluster; /* process and size; nothing else of it is used */
    unsigned threads;       /* for one request; 0: all processors */
};

/* Replies to a request (shard_wire.h), appending the part to *out.  Gives up with STATUS_CANCELLED
 * soon after *cancelled is set.  May be called from several threads at once. */
enum status shard_reply(const struct shard_self *self, struct span bytes,
                        const atomic_bool *cancelled, struct buf *out,
                        struct err *err) CHECK_RESULT;

#endif
