/* work_queue_internal.h: what the threads of work_queue.h have in common: the caller's (work_queue.c), those that
 * work and the one that takes (work_queue_threads.c). */
#ifndef KIFU_CLUSTER_WORK_QUEUE_INTERNAL_H
#define KIFU_CLUSTER_WORK_QUEUE_INTERNAL_H

#include <pthread.h>
#include <time.h>

#include "cluster/work_queue.h"

/* A block that a thread of this process has done, on its way to the caller's thread. */
struct work_done {
    uint64_t block;
    enum status status;
    struct err err;
    struct buf bytes;
};

enum work_slot_state { SLOT_OPEN, SLOT_HERE, SLOT_KNOWN, SLOT_IN_JOURNAL };
struct work_slot {
    enum work_slot_state state;
    bool ours;
    struct buf bytes;
};

struct work_queue {
    const struct work_queue_ops *ops;
    const struct cluster *cluster;
    struct buf message; /* received, or being written; the caller's thread only */

    pthread_mutex_t lock;
    pthread_cond_t task_there; /* for workers */
    pthread_cond_t news;       /* for the caller's thread */
    pthread_cond_t slot_full;  /* for the taker */

    /* Of this process's threads. */
    unsigned threads, started;
    pthread_t *workers;
    unsigned next_worker, busy;
    uint64_t *tasks; /* a ring of `depth` blocks */
    struct work_done *dones;
    size_t depth, task_first, task_count, done_first, done_count;
    bool closing;

    /* How it goes. */
    enum status status;
    struct err err;
    bool stopping;

    /* Of process 0. */
    pthread_t taker;
    bool taking;
    uint64_t handed, taken;  /* blocks before these */
    struct work_slot *slots; /* of blocks taken … taken + window - 1, by block modulo window */
    size_t window;
    uint32_t *room, *out; /* blocks a process may have, and has */
    uint32_t byes;
    struct timespec stopped; /* when STOP was sent */
};

static inline bool work_queue_leads(const struct work_queue *r)
{
    return cluster_leads(r->cluster);
}

static inline struct work_slot *work_queue_slot(struct work_queue *r, uint64_t block)
{
    return &r->slots[block % r->window];
}

static inline void work_queue_swap(struct buf *a, struct buf *b)
{
    struct buf c = *a;
    *a = *b;
    *b = c;
}

/* The first failure is what is told.  With the lock held, like the next. */
void work_queue_fail(struct work_queue *r, enum status status, const struct err *err);
/* A block for this process's threads. */
void work_queue_put(struct work_queue *r, uint64_t block);

/* r->started and r->taking say which could be started. */
void work_queue_start(struct work_queue *r);
void work_queue_join(struct work_queue *r);

#endif
