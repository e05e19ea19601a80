/* pool.h: work in many threads, results in order.
 *
 * The caller's thread fills slots with items and submits them; workers work on them side by side;
 * the caller's thread gets each one back, strictly in the order of submission, while it waits for a
 * free slot or for the end.  There are only so many slots, so memory is bounded, and what the
 * caller sees does not depend on the number of threads or their timing: with one thread everything
 * happens in the caller's, one item after another.
 *
 *     pool_open(&pool, threads, &ops, err);
 *     while ((status = pool_slot(pool, &item, err)) == STATUS_OK && there_is_more(item))
 *         if ((status = pool_submit(pool, err)) != STATUS_OK)
 *             break;
 *     if (status == STATUS_OK)
 *         status = pool_finish(pool, err);
 *     pool_close(pool);
 *
 * All calls but pool_cancel() are for the thread that opened the pool. */
#ifndef KIFU_BASE_WORK_POOL_H
#define KIFU_BASE_WORK_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct pool;

/* What is done with items.  An item is item_bytes of the caller's, zero at first, and used again
 * for a later item after it was consumed, so that it can keep its buffers. */
struct pool_ops {
    void *ctx;
    size_t item_bytes;
    size_t slots; /* how many at a time; 0: four for each thread */
    /* In a worker's thread, worker being its number from 0.  A status other than STATUS_OK stops
     * the pool when the item's turn comes, so that the first failure in the order of input wins. */
    enum status (*work)(void *ctx, void *item, unsigned worker, struct err *err);
    /* In the caller's thread, in order.  Anything but STATUS_OK stops the pool. */
    enum status (*consume)(void *ctx, void *item, struct err *err);
    /* For every slot, when the pool closes; may be NULL. */
    void (*release)(void *ctx, void *item);
};

enum { POOL_MAX_THREADS = 1024 };

/* Processors this process may use, at least 1. */
unsigned pool_cpu_count(void);

/* threads 0: one for each processor.  If fewer can be had, the pool makes do with those. */
enum status pool_open(struct pool **out, unsigned threads, const struct pool_ops *ops,
                      struct err *err);
/* Waits for all workers and frees everything; unfinished items are dropped.  pool may be NULL. */
void pool_close(struct pool *pool);

/* A free slot, borrowed until pool_submit(); the same one again if it was not submitted.  Consumes
 * finished items meanwhile, and returns what stopped the pool if it was stopped. */
enum status pool_slot(struct pool *pool, void **item, struct err *err);
/* Hands the slot last given to the workers. */
enum status pool_submit(struct pool *pool, struct err *err);
/* Waits for and consumes all that was submitted; more may be submitted after that. */
enum status pool_finish(struct pool *pool, struct err *err);

/* From any thread, or a signal handler: everything ends with STATUS_CANCELLED soon.  Items being
 * worked on are finished but not consumed. */
void pool_cancel(struct pool *pool);
/* For long work: was the pool cancelled? */
bool pool_is_cancelled(const struct pool *pool);

/* A reduction over 0 … n-1 that gives the same result for any number of threads, sums of floating
 * point included: the range is cut into pieces of `grain`, whatever the threads, each piece is
 * added up on its own, and the sums are merged from left to right. */
struct pool_reduction {
    void *ctx;
    size_t n;
    size_t grain;     /* not 0 */
    size_t sum_bytes; /* a sum starts as zero bytes */
    /* In a worker's thread: adds from … to-1 to sum. */
    enum status (*add)(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                       struct err *err);
    /* In the caller's thread: merges sum, of what follows, into total. */
    void (*merge)(void *ctx, void *total, const void *sum);
};

/* total has sum_bytes and holds the starting value. */
enum status pool_reduce(unsigned threads, const struct pool_reduction *r, void *total,
                        struct err *err);

#endif
