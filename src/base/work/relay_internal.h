/* relay_internal.h: what the threads of relay.h have in common: the caller's (relay.c), those that
 * work and the one that takes (relay_threads.c). */
#ifndef KIFU_BASE_WORK_RELAY_INTERNAL_H
#define KIFU_BASE_WORK_RELAY_INTERNAL_H

#include <pthread.h>
#include <time.h>

#include "base/work/relay.h"

/* A block that a thread of this process has done, on its way to the caller's thread. */
struct done {
    uint64_t block;
    enum status status;
    struct err err;
    struct buf bytes;
};

enum slot_state { SLOT_OPEN, SLOT_HERE, SLOT_KNOWN, SLOT_IN_JOURNAL };
struct slot {
    enum slot_state state;
    bool ours;
    struct buf bytes;
};

struct relay {
    const struct relay_ops *ops;
    const struct crew *crew;
    struct buf letter; /* received, or being written; the caller's thread only */

    pthread_mutex_t lock;
    pthread_cond_t task_there; /* for workers */
    pthread_cond_t news;       /* for the caller's thread */
    pthread_cond_t slot_full;  /* for the taker */

    /* Of this process's threads. */
    unsigned threads, started;
    pthread_t *workers;
    unsigned next_worker, busy;
    uint64_t *tasks; /* a ring of `depth` blocks */
    struct done *dones;
    size_t depth, task_first, task_count, done_first, done_count;
    bool closing;

    /* How it goes. */
    enum status status;
    struct err err;
    bool stopping;

    /* Of rank 0. */
    pthread_t taker;
    bool taking;
    uint64_t handed, taken; /* blocks before these */
    struct slot *slots;     /* of blocks taken … taken + window - 1, by block modulo window */
    size_t window;
    uint32_t *room, *out; /* blocks a rank may have, and has */
    uint32_t byes;
    struct timespec stopped; /* when STOP was sent */
};

static inline bool relay_leads(const struct relay *r)
{
    return crew_leads(r->crew);
}

static inline struct slot *relay_slot(struct relay *r, uint64_t block)
{
    return &r->slots[block % r->window];
}

static inline void relay_swap(struct buf *a, struct buf *b)
{
    struct buf c = *a;
    *a = *b;
    *b = c;
}

/* The first failure is what is told.  With the lock held, like the next. */
void relay_fail(struct relay *r, enum status status, const struct err *err);
/* A block for this process's threads. */
void relay_put_task(struct relay *r, uint64_t block);

/* r->started and r->taking say which could be started. */
void relay_start_threads(struct relay *r);
void relay_join_threads(struct relay *r);

#endif
