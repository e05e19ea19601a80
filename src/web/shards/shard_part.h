/* shard_part.h: the part of an answer that is in one process's own segments. */
#ifndef KIFU_WEB_SHARDS_SHARD_PART_H
#define KIFU_WEB_SHARDS_SHARD_PART_H

#include "cluster/cluster.h"
#include "web/shards/shard_wire.h"
#include "web/site/site.h"

struct shard_self {
    struct site *site;
    struct db *const *dbs;  /* all of the site's, dealt out (cluster/partition.h) */
    struct cluster cluster; /* process and size; nothing else of it is used */
    unsigned threads;       /* for one question; 0: all processors */
};

/* Answers a question (shard_wire.h), appending the part to *out.  Gives up with STATUS_CANCELLED
 * soon after *cancelled is set.  May be called from several threads at once. */
enum status shard_reply(const struct shard_self *self, struct span bytes,
                        const atomic_bool *cancelled, struct buf *out,
                        struct err *err) CHECK_RESULT;

#endif
