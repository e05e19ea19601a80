/* work_queue_threads.c: the threads of a process that work, and the one of rank 0 that takes; see
 * work_queue_internal.h. */
#include <signal.h>

#include "cluster/work_queue_internal.h"

void work_queue_fail(struct work_queue *r, enum status status, const struct err *err)
{
    if (r->status == STATUS_OK) {
        r->status = status;
        r->err = *err;
    }
    atomic_store(r->ops->over, true);
    pthread_cond_signal(&r->news);
}

/* --- Threads that work ------------------------------------------------------------------------ */

/* There is a place: no more blocks are out than there are. */
static void put_done(struct work_queue *r, uint64_t block, enum status status,
                     const struct err *err, struct buf *bytes)
{
    struct work_done *d = &r->dones[(r->done_first + r->done_count++) % r->depth];
    d->block = block;
    d->status = status;
    if (status != STATUS_OK)
        d->err = *err;
    work_queue_swap(&d->bytes, bytes);
    pthread_cond_signal(&r->news);
}

static void *worker_main(void *arg)
{
    struct work_queue *r = arg;
    struct buf bytes;
    buf_init(&bytes, JOURNAL_MOST_RESULT);
    pthread_mutex_lock(&r->lock);
    unsigned worker = r->next_worker++;
    for (;;) {
        while (!r->closing && r->task_count == 0)
            pthread_cond_wait(&r->task_there, &r->lock);
        if (r->task_count == 0)
            break;
        uint64_t block = r->tasks[r->task_first++ % r->depth];
        r->task_count--;
        r->busy++;
        pthread_mutex_unlock(&r->lock);
        struct err err = {0};
        buf_clear(&bytes);
        enum status st = atomic_load(r->ops->over)
                             ? STATUS_CANCELLED
                             : r->ops->work(r->ops->ctx, block, worker, &bytes, &err);
        if (st == STATUS_OK && buf_status(&bytes) != STATUS_OK)
            st = err_nomem(&err);
        pthread_mutex_lock(&r->lock);
        r->busy--;
        put_done(r, block, st, &err, &bytes);
    }
    pthread_mutex_unlock(&r->lock);
    buf_release(&bytes);
    return NULL;
}

void work_queue_put(struct work_queue *r, uint64_t block)
{
    r->tasks[(r->task_first + r->task_count++) % r->depth] = block;
    pthread_cond_signal(&r->task_there);
}

/* --- The thread that takes -------------------------------------------------------------------- */

static enum status take(struct work_queue *r, uint64_t block, struct work_slot *s, struct err *err)
{
    enum status st = STATUS_OK;
    if (s->state == SLOT_IN_JOURNAL)
        st = journal_read(r->ops->journal, block, &s->bytes, err);
    const struct work_queue_result result = {
        .bytes = buf_span(&s->bytes), .known = s->state == SLOT_KNOWN, .ours = s->ours};
    return st == STATUS_OK ? r->ops->take(r->ops->ctx, block, &result, err) : st;
}

static void *taker_main(void *arg)
{
    struct work_queue *r = arg;
    pthread_mutex_lock(&r->lock);
    while (r->taken < r->ops->blocks) {
        struct work_slot *s = work_queue_slot(r, r->taken);
        while (s->state == SLOT_OPEN && !atomic_load(r->ops->over))
            pthread_cond_wait(&r->slot_full, &r->lock);
        if (atomic_load(r->ops->over))
            break;
        pthread_mutex_unlock(&r->lock);
        struct err err = {0};
        enum status st = take(r, r->taken, s, &err);
        buf_release(&s->bytes); /* with many ranks the window is large, and mostly empty */
        pthread_mutex_lock(&r->lock);
        s->state = SLOT_OPEN;
        if (st != STATUS_OK) {
            work_queue_fail(r, st, &err);
            break;
        }
        r->taken++;
        pthread_cond_signal(&r->news);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* --- Beginning and end ------------------------------------------------------------------------ */

void work_queue_start(struct work_queue *r)
{
    sigset_t all, before;
    sigfillset(&all); /* signals are the caller's business */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (r->started < r->threads &&
           pthread_create(&r->workers[r->started], NULL, worker_main, r) == 0)
        r->started++;
    if (work_queue_leads(r))
        r->taking = pthread_create(&r->taker, NULL, taker_main, r) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void work_queue_join(struct work_queue *r)
{
    pthread_mutex_lock(&r->lock);
    r->closing = true;
    pthread_cond_broadcast(&r->task_there);
    pthread_cond_broadcast(&r->slot_full);
    pthread_mutex_unlock(&r->lock);
    for (unsigned i = 0; i < r->started; i++)
        pthread_join(r->workers[i], NULL);
    if (r->taking)
        pthread_join(r->taker, NULL);
}
