/* pool.c: see pool.h.
 *
 * The slots are a ring with three counters that only grow:
 *
 *     consumed <= started <= submitted <= consumed + slots
 *
 * Workers take the item numbered `started`; the caller adds at `submitted` and takes away at
 * `consumed`, once that slot says done.  One lock guards it all: an item is a file or a game, and
 * is worked on for much longer than the lock is held. */
#include "base/work/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/alloc.h"

enum { CACHE_LINE = 64 };

struct pool_slot {
    bool done;
    enum status status;
    struct err err;
    unsigned char *item;
};

struct pool {
    struct pool_ops ops;
    struct pool_slot *slots;
    size_t n_slots;
    unsigned char *items;
    size_t stride; /* bytes from item to item: no two in one cache line */

    pthread_mutex_t lock;
    pthread_cond_t work_there; /* for workers: an item was submitted, or the end has come */
    pthread_cond_t item_done;  /* for the caller */
    size_t consumed, started, submitted;
    bool closing;
    atomic_bool cancelled;

    enum status stopped; /* what stopped the pool; the caller's thread only */
    struct err why;

    pthread_t *threads;
    unsigned n_threads; /* 0: the caller works itself */
    atomic_uint next_worker;
};

unsigned pool_cpu_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? (unsigned)n : 1;
}

static struct pool_slot *slot_of(struct pool *p, size_t number)
{
    return &p->slots[number % p->n_slots];
}

static void work_on(struct pool *p, struct pool_slot *slot, unsigned worker)
{
    if (pool_is_cancelled(p))
        slot->status = STATUS_CANCELLED;
    else
        slot->status = p->ops.work(p->ops.ctx, slot->item, worker, &slot->err);
}

static void *worker_main(void *arg)
{
    struct pool *p = arg;
    unsigned worker = atomic_fetch_add(&p->next_worker, 1);
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->closing && p->started == p->submitted)
            pthread_cond_wait(&p->work_there, &p->lock);
        if (p->closing)
            break;
        struct pool_slot *slot = slot_of(p, p->started++);
        pthread_mutex_unlock(&p->lock);
        work_on(p, slot, worker);
        pthread_mutex_lock(&p->lock);
        slot->done = true;
        pthread_cond_signal(&p->item_done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Signals are the caller's business. */
static void start_threads(struct pool *p, unsigned threads)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (p->n_threads < threads &&
           pthread_create(&p->threads[p->n_threads], NULL, worker_main, p) == 0)
        p->n_threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static bool allocate(struct pool *p, unsigned threads)
{
    if (!size_add(p->ops.item_bytes, CACHE_LINE - 1, &p->stride))
        return false;
    p->stride -= p->stride % CACHE_LINE;
    if (p->stride == 0)
        p->stride = CACHE_LINE;
    p->threads = mem_calloc(threads, sizeof *p->threads);
    p->slots = mem_calloc(p->n_slots, sizeof *p->slots);
    p->items = mem_calloc_aligned(CACHE_LINE, p->n_slots, p->stride);
    return p->threads && p->slots && p->items;
}

enum status pool_open(struct pool **out, unsigned threads, const struct pool_ops *ops,
                      struct err *err)
{
    enum { SLOTS_PER_THREAD = 4 };
    *out = NULL;
    if (threads == 0)
        threads = pool_cpu_count();
    if (threads > POOL_MAX_THREADS)
        threads = POOL_MAX_THREADS;
    struct pool *p = mem_calloc(1, sizeof *p);
    if (!p)
        return err_nomem(err);
    p->ops = *ops;
    p->n_slots = ops->slots ? ops->slots : (size_t)threads * SLOTS_PER_THREAD;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work_there, NULL);
    pthread_cond_init(&p->item_done, NULL);
    if (!allocate(p, threads)) {
        p->n_slots = 0;
        pool_close(p);
        return err_nomem(err);
    }
    for (size_t i = 0; i < p->n_slots; i++)
        p->slots[i].item = p->items + i * p->stride;
    if (threads > 1)
        start_threads(p, threads);
    *out = p;
    return STATUS_OK;
}

void pool_close(struct pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_broadcast(&p->work_there);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->n_threads; i++)
        pthread_join(p->threads[i], NULL);
    if (p->ops.release)
        for (size_t i = 0; i < p->n_slots; i++)
            p->ops.release(p->ops.ctx, p->slots[i].item);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->work_there);
    pthread_cond_destroy(&p->item_done);
    mem_free(p->threads);
    mem_free(p->slots);
    mem_free(p->items);
    mem_free(p);
}

void pool_cancel(struct pool *p)
{
    atomic_store(&p->cancelled, true);
}

bool pool_is_cancelled(const struct pool *p)
{
    return atomic_load(&p->cancelled);
}

/* Remembers what stopped the pool, and says it. */
static enum status stop(struct pool *p, enum status status, const struct err *why, struct err *err)
{
    if (p->stopped == STATUS_OK) {
        p->stopped = status;
        p->why = *why;
        p->why.code = status;
    }
    if (err)
        *err = p->why;
    return p->stopped;
}

static enum status stop_cancelled(struct pool *p, struct err *err)
{
    struct err why;
    err_cancelled(&why);
    return stop(p, STATUS_CANCELLED, &why, err);
}

static enum status check(struct pool *p, struct err *err)
{
    if (p->stopped != STATUS_OK)
        return stop(p, p->stopped, &p->why, err);
    return pool_is_cancelled(p) ? stop_cancelled(p, err) : STATUS_OK;
}

/* Waits for the oldest item and consumes it; there is one. */
static enum status consume_oldest(struct pool *p, struct err *err)
{
    struct pool_slot *slot = slot_of(p, p->consumed);
    pthread_mutex_lock(&p->lock);
    while (!slot->done)
        pthread_cond_wait(&p->item_done, &p->lock);
    slot->done = false;
    pthread_mutex_unlock(&p->lock);
    if (slot->status == STATUS_CANCELLED && pool_is_cancelled(p))
        return stop_cancelled(p, err);
    if (slot->status != STATUS_OK)
        return stop(p, slot->status, &slot->err, err);
    struct err why = {.code = STATUS_OK};
    enum status status = p->ops.consume(p->ops.ctx, slot->item, &why);
    pthread_mutex_lock(&p->lock);
    p->consumed++;
    pthread_mutex_unlock(&p->lock);
    return status == STATUS_OK ? STATUS_OK : stop(p, status, &why, err);
}

static bool oldest_is_done(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    bool done = p->consumed < p->submitted && slot_of(p, p->consumed)->done;
    pthread_mutex_unlock(&p->lock);
    return done;
}

enum status pool_slot(struct pool *p, void **item, struct err *err)
{
    enum status status = check(p, err);
    while (status == STATUS_OK && (p->submitted - p->consumed == p->n_slots || oldest_is_done(p)))
        status = consume_oldest(p, err);
    if (status == STATUS_OK)
        *item = slot_of(p, p->submitted)->item;
    return status;
}

enum status pool_submit(struct pool *p, struct err *err)
{
    enum status status = check(p, err);
    if (status != STATUS_OK)
        return status;
    if (p->n_threads == 0) {
        struct pool_slot *slot = slot_of(p, p->submitted++);
        p->started++;
        work_on(p, slot, 0);
        slot->done = true;
        return consume_oldest(p, err);
    }
    pthread_mutex_lock(&p->lock);
    p->submitted++;
    pthread_cond_signal(&p->work_there);
    pthread_mutex_unlock(&p->lock);
    return STATUS_OK;
}

enum status pool_finish(struct pool *p, struct err *err)
{
    enum status status = check(p, err);
    while (status == STATUS_OK && p->consumed < p->submitted)
        status = consume_oldest(p, err);
    return status;
}

/* Reduction */

/* Followed by the sum, in a cache line of its own. */
struct pool_piece {
    size_t from, to;
};

struct reduce_state {
    const struct pool_reduction *r;
    void *total;
};

static unsigned char *sum_of(void *item)
{
    return (unsigned char *)item + CACHE_LINE;
}

static enum status reduce_work(void *ctx, void *item, unsigned worker, struct err *err)
{
    const struct pool_reduction *r = ((struct reduce_state *)ctx)->r;
    const struct pool_piece *piece = item;
    unsigned char *sum = sum_of(item);
    for (size_t i = 0; i < r->sum_bytes; i++)
        sum[i] = 0;
    return r->add(r->ctx, piece->from, piece->to, sum, worker, err);
}

static enum status reduce_consume(void *ctx, void *item, struct err *err)
{
    const struct reduce_state *s = ctx;
    (void)err;
    s->r->merge(s->r->ctx, s->total, sum_of(item));
    return STATUS_OK;
}

enum status pool_reduce(unsigned threads, const struct pool_reduction *r, void *total,
                        struct err *err)
{
    struct reduce_state state = {.r = r, .total = total};
    struct pool_ops ops = {.ctx = &state, .work = reduce_work, .consume = reduce_consume};
    if (!size_add(CACHE_LINE, r->sum_bytes, &ops.item_bytes))
        return err_nomem(err);
    struct pool *pool;
    enum status status = pool_open(&pool, threads, &ops, err);
    if (!pool)
        return status;
    for (size_t from = 0; status == STATUS_OK && from < r->n;) {
        void *item;
        status = pool_slot(pool, &item, err);
        if (status != STATUS_OK)
            break;
        size_t to = r->n - from > r->grain ? from + r->grain : r->n;
        *(struct pool_piece *)item = (struct pool_piece){from, to};
        from = to;
        status = pool_submit(pool, err);
    }
    if (status == STATUS_OK)
        status = pool_finish(pool, err);
    pool_close(pool);
    return status;
}
