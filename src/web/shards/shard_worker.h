/* shard_worker.h: the workers in the other processes, which reply to the requests of
 * shards.h.
 *
 * The thread that began the cluster carries messages and looks at clocks; some others reply, each
 * to one request at a time.  A request whose time is up, or that was cancelled, is given up. */
#ifndef KIFU_WEB_SHARDS_SHARD_WORKER_H
#define KIFU_WEB_SHARDS_SHARD_WORKER_H

#include "web/shards/shard_part.h"

enum { SHARD_MAX_JOBS = 256 /* requests under way or queued; further ones fail */ };

/* Replies until the first process ends the service.  When should_stop() returns true it requests
 * that end.  threads: requests to work on at a time.  Fails only if it can't begin. */
enum status shard_work(const struct shard_self *self, const struct cluster *cluster,
                       unsigned threads, bool (*should_stop)(void *ctx), void *ctx,
                       struct err *err) CHECK_RESULT;

#endif
