/* work_queue.h: a work queue: blocks of work done by all threads of all processes of a cluster,
 * with results taken in order.
 *
 * Work is cut into blocks with numbers, each of which can be done by anybody and gives some bytes.
 * Process 0 hands blocks out as others get done, so that whoever is faster does more; it gets the
 * results, and takes them strictly in the order of the blocks.  What comes out does not depend on
 * how many processes and threads there are, nor on who did what.
 *
 *            work() in threads               results               take() in one thread
 *     process 0 ───────────────────────────────────────────▶ ┌───────┐
 *     process 1 ────────────── messages (cluster.h) ──────────▶ │ 3 4 6 │ ─▶ 0 1 2
 *     process 2 ───────────────────────────────────────────▶ └───────┘
 *
 * Whoever has nothing to do sleeps.  A result that comes much too early waits; blocks are handed
 * out only so far ahead of what was taken, so memory is bounded.  With a journal, results are on
 * disk as soon as process 0 has them, and those that it holds already are not worked out again.
 *
 * A cluster of NULL is this process alone; all of this is then done by its threads. */
#ifndef KIFU_CLUSTER_WORK_QUEUE_H
#define KIFU_CLUSTER_WORK_QUEUE_H

#include <stdatomic.h>

#include "base/io/journal.h"
#include "cluster/cluster.h"

/* What becomes of a block. */
struct work_queue_result {
    struct span bytes;
    bool known; /* work_queue_ops.known() returned true: there are no bytes */
    bool ours;  /* made by this process just now; others' bytes are to be checked */
};

struct work_queue_ops {
    void *ctx;
    uint64_t blocks;
    uint64_t
        fingerprint;  /* of all that results depend on: if processes differ in it, none begins */
    unsigned threads; /* of this process; 0: one for each processor */
    /* In a thread of some process, worker being its number: appends the result to out.  Should
     * return STATUS_CANCELLED soon once *over is set. */
    enum status (*work)(void *ctx, uint64_t block, unsigned worker, struct buf *out,
                        struct err *err);
    /* On process 0, in one thread that is not the caller's, block after block.  May set *over if no
     * more is wanted, which is no failure. */
    enum status (*take)(void *ctx, uint64_t block, const struct work_queue_result *result,
                        struct err *err);
    /* On process 0; NULL: none.  Whether this result is there already. */
    bool (*known)(void *ctx, uint64_t block);
    /* On process 0; NULL: they are dropped.  If the work was broken off: results that came before
     * their turn, in order. */
    enum status (*keep)(void *ctx, uint64_t block, struct span bytes, struct err *err);
    const atomic_bool *cancelled; /* by the user; may be NULL */
    atomic_bool *over;       /* set on every process when the end has come, for whatever reason */
    struct journal *journal; /* on process 0; NULL: none */
};

/* A meeting of the cluster (cluster.h).  `mine` is how this process has fared before.
 * STATUS_CANCELLED if the user, or another process's failure, broke it off. */
enum status work_queue_run(const struct cluster *cluster, enum status mine,
                           const struct work_queue_ops *ops, struct err *err) CHECK_RESULT;

#endif
