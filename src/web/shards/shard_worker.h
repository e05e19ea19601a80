/* shard_worker.h: the other processes' side of the letters (shard_dispatcher.h): answering questions.
 *
 * The thread that began the cluster carries letters and looks at clocks; some others answer, each one
 * question at a time.  A question that has taken its time, or that nobody wants to know the answer
 * of any more, is given up. */
#ifndef KIFU_WEB_SHARDS_SHARD_WORKER_H
#define KIFU_WEB_SHARDS_SHARD_WORKER_H

#include "web/shards/shard_part.h"

enum { SHARD_MAX_JOBS = 256 /* questions that are answered, or wait for it; further ones fail */ };

/* Answers until the first process says that all ends.  When should_stop() says so it asks for that.
 * threads: questions to be answered at a time.  Fails only if it can't begin. */
enum status shard_work(const struct shard_self *self, const struct cluster *cluster,
                       unsigned threads, bool (*should_stop)(void *ctx), void *ctx,
                       struct err *err) CHECK_RESULT;

#endif
