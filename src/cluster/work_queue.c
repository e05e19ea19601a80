/* work_queue.c: see work_queue.h.
 *
 * In each process some threads work; the caller's thread does all that concerns other processes,
 * because MPI wants it so, and sleeps in between.  On process 0 one more thread takes the results, so
 * that blocks are handed out even while a segment of a database is being written.
 *
 * Messages, a byte that says what it is and eight for a number:
 *
 *     to a process:    TASK block          STOP: do nothing more, and say BYE
 *     to process 0:    RESULT block bytes  FAILED: it can't go on    BYE: nothing comes after this
 *
 * However it ends, process 0 sends STOP to everybody and waits for their BYE: there are no messages on
 * their way when the cluster next meets. */
#include "cluster/work_queue.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/work/pool.h"

enum work_message { WORK_TASK = 1, WORK_STOP, WORK_RESULT, WORK_FAILED, WORK_BYE };
enum { WORK_HEAD = 9 };

/* For each thread one block to work on and one that waits, so that nobody waits for a message; and
 * that many times as many may lie between what was handed out and what was taken. */
enum { AHEAD = 2, WINDOW_TIMES = 8 };
/* The caller's thread looks for messages so often when nothing happens; alone, it only looks whether
 * the user wants to stop. */
enum { FIRST_SLEEP_NS = 20 * 1000, LONGEST_SLEEP_NS = 1000 * 1000, ALONE_NS = 50 * 1000 * 1000 };
enum { PATIENCE_MS = 400 };

static const struct msg STOPPED = {"stopped", "中断しました"};
static const struct msg NONSENSE = {"another process of this job sent invalid data",
                                    "並列ジョブの別のプロセスから不正なデータが届きました"};

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

static bool work_queue_leads(const struct work_queue *r)
{
    return cluster_leads(r->cluster);
}

static struct work_slot *work_queue_slot(struct work_queue *r, uint64_t block)
{
    return &r->slots[block % r->window];
}

static void work_queue_swap(struct buf *a, struct buf *b)
{
    struct buf c = *a;
    *a = *b;
    *b = c;
}

/* The first failure is what is reported.  With the lock held, as work_queue_put(). */
static void work_queue_fail(struct work_queue *r, enum status status, const struct err *err)
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

/* A block for the threads of this process. */
static void work_queue_put(struct work_queue *r, uint64_t block)
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
        buf_release(&s->bytes); /* with many processes the window is large, and mostly empty */
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

/* --- Starting and ending them --------------------------------------------------------------------- */

/* r->started and r->taking say which could be started. */
static void work_queue_start(struct work_queue *r)
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

static void work_queue_join(struct work_queue *r)
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

/* --- How it goes ------------------------------------------------------------------------------ */

static void fail_plain(struct work_queue *r, enum status status, const struct msg *what)
{
    struct err err;
    err_plain(&err, status, what);
    work_queue_fail(r, status, &err);
}

static void fail_nomem(struct work_queue *r)
{
    struct err err;
    err_nomem(&err);
    work_queue_fail(r, STATUS_NOMEM, &err);
}

static bool is_cancelled(const struct work_queue *r)
{
    return r->ops->cancelled && atomic_load_explicit(r->ops->cancelled, memory_order_relaxed);
}

/* --- Messages --------------------------------------------------------------------------------- */

static void send_message(struct work_queue *r, uint32_t to, enum work_message what, uint64_t number,
                         struct span rest)
{
    unsigned char head[WORK_HEAD];
    head[0] = (unsigned char)what;
    le_put64(head + 1, number);
    buf_clear(&r->message);
    buf_add(&r->message, head, sizeof head);
    buf_add_span(&r->message, rest);
    if (buf_status(&r->message) != STATUS_OK) { /* the head always fits: it was reserved */
        buf_clear(&r->message);
        head[0] = WORK_FAILED;
        buf_add(&r->message, head, sizeof head);
        fail_nomem(r);
    }
    struct err err;
    if (cluster_send(r->cluster, to, buf_span(&r->message), &err) != STATUS_OK)
        cluster_abort(r->cluster,
                      3); /* somebody waits for this message, and no other can be sent */
}

/* A result for process 0, which it may have asked for. */
static void accept(struct work_queue *r, uint64_t block, struct buf *bytes, bool ours)
{
    struct work_slot *s = work_queue_slot(r, block);
    struct err err = {0};
    work_queue_swap(&s->bytes, bytes);
    s->ours = ours;
    if (r->ops->journal) {
        enum status st = journal_add(r->ops->journal, block, buf_span(&s->bytes), &err);
        if (st != STATUS_OK)
            work_queue_fail(r, st, &err);
    }
    s->state = SLOT_HERE;
    pthread_cond_signal(&r->slot_full);
}

static void accept_result(struct work_queue *r, uint32_t from, uint64_t block)
{
    bool expected = block >= r->taken && block < r->handed && r->out[from] &&
                    work_queue_slot(r, block)->state == SLOT_OPEN;
    if (!expected) {
        fail_plain(r, STATUS_SYNTAX, &NONSENSE);
        return;
    }
    struct buf bytes;
    buf_init(&bytes, JOURNAL_MOST_RESULT);
    buf_add(&bytes, r->message.p + WORK_HEAD, r->message.n - WORK_HEAD);
    r->out[from]--;
    if (buf_status(&bytes) == STATUS_OK) {
        accept(r, block, &bytes, false);
    } else {
        fail_nomem(r);
    }
    buf_release(&bytes);
}

static void read_at_lead(struct work_queue *r, uint32_t from, enum work_message what,
                         uint64_t number)
{
    if (what == WORK_RESULT)
        accept_result(r, from, number);
    else if (what == WORK_FAILED)
        fail_plain(r, STATUS_CANCELLED, &STOPPED);
    else if (what == WORK_BYE)
        r->byes++;
    else
        fail_plain(r, STATUS_SYNTAX, &NONSENSE);
}

static void read_elsewhere(struct work_queue *r, uint32_t from, enum work_message what,
                           uint64_t number)
{
    bool fits = r->task_count + r->busy + r->done_count < r->depth;
    if (from == 0 && what == WORK_TASK && fits && number < r->ops->blocks) {
        if (!r->stopping)
            work_queue_put(r, number);
    } else if (from == 0 && what == WORK_STOP) {
        r->stopping = true;
        atomic_store(r->ops->over, true);
    } else {
        fail_plain(r, STATUS_SYNTAX, &NONSENSE);
    }
}

/* True if there was a message. */
static bool read_messages(struct work_queue *r)
{
    uint32_t from;
    bool any = false;
    while (cluster_receive(r->cluster, &from, &r->message)) {
        any = true;
        if (buf_status(&r->message) != STATUS_OK || r->message.n < WORK_HEAD) {
            fail_plain(r, STATUS_SYNTAX, &NONSENSE);
            continue;
        }
        enum work_message what = (enum work_message)(unsigned char)r->message.p[0];
        uint64_t number = le_get64(r->message.p + 1);
        if (work_queue_leads(r))
            read_at_lead(r, from, what, number);
        else
            read_elsewhere(r, from, what, number);
    }
    return any;
}

/* --- The caller's thread ---------------------------------------------------------------------- */

static void settle_one(struct work_queue *r, struct work_done *d)
{
    if (d->status == STATUS_OK && work_queue_leads(r)) {
        r->out[0]--;
        accept(r, d->block, &d->bytes, true);
    } else if (d->status == STATUS_OK) {
        send_message(r, 0, WORK_RESULT, d->block, buf_span(&d->bytes));
    } else if (d->status != STATUS_CANCELLED || !atomic_load(r->ops->over)) {
        work_queue_fail(r, d->status, &d->err);
    }
}

/* What this process's threads have done; true if there was anything. */
static bool settle_dones(struct work_queue *r)
{
    bool any = r->done_count != 0;
    while (r->done_count) {
        settle_one(r, &r->dones[r->done_first % r->depth]);
        r->done_first++;
        r->done_count--;
    }
    return any;
}

/* The process that has least to do for its threads, and room for more. */
static bool find_idle(const struct work_queue *r, uint32_t *process)
{
    bool found = false;
    for (uint32_t i = 0; i < cluster_size(r->cluster); i++) {
        bool less = !found || (uint64_t)r->out[i] * r->room[*process] <
                                  (uint64_t)r->out[*process] * r->room[i];
        if (r->out[i] < r->room[i] && less) {
            *process = i;
            found = true;
        }
    }
    return found;
}

/* Hands out what can be; true if there was anything. */
static bool hand_out(struct work_queue *r)
{
    uint64_t before = r->handed;
    uint32_t process = 0;
    while (r->handed < r->ops->blocks && r->handed - r->taken < r->window) {
        struct work_slot *s = work_queue_slot(r, r->handed);
        if (r->ops->known && r->ops->known(r->ops->ctx, r->handed)) {
            s->state = SLOT_KNOWN;
        } else if (r->ops->journal && journal_has(r->ops->journal, r->handed)) {
            s->state = SLOT_IN_JOURNAL;
            s->ours = false;
        } else if (find_idle(r, &process)) {
            r->out[process]++;
            if (process == 0)
                work_queue_put(r, r->handed);
            else
                send_message(r, process, WORK_TASK, r->handed, (struct span){0});
        } else {
            break;
        }
        r->handed++;
        pthread_cond_signal(&r->slot_full);
    }
    return r->handed != before;
}

static void nap(struct work_queue *r, long *ns)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += cluster_size(r->cluster) > 1 ? *ns : ALONE_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&r->news, &r->lock, &until);
    *ns = *ns * 2 < LONGEST_SLEEP_NS ? *ns * 2 : LONGEST_SLEEP_NS;
}

/* The end: nothing new is begun, and everybody is told. */
static void stop(struct work_queue *r)
{
    r->stopping = true;
    atomic_store(r->ops->over, true);
    clock_gettime(CLOCK_MONOTONIC, &r->stopped);
    pthread_cond_broadcast(&r->slot_full);
    for (uint32_t i = 1; work_queue_leads(r) && i < cluster_size(r->cluster); i++)
        send_message(r, i, WORK_STOP, 0, (struct span){0});
}

/* The launcher of a job that lost a process ends the others, after a second: then the dead one's
 * BYE is not waited for, so that there is time to keep what was done. */
static bool has_waited_enough(const struct work_queue *r)
{
    struct timespec now;
    if (!is_cancelled(r))
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t ms = (int64_t)(now.tv_sec - r->stopped.tv_sec) * 1000 +
                 (now.tv_nsec - r->stopped.tv_nsec) / 1000000;
    return ms >= PATIENCE_MS;
}

/* Does this process still wait for something? */
static bool goes_on(const struct work_queue *r)
{
    if (!r->stopping || r->task_count + r->busy + r->done_count > 0)
        return true;
    return work_queue_leads(r) && r->byes + 1 < cluster_size(r->cluster) && !has_waited_enough(r);
}

/* A process that failed tells process 0, and goes on listening until it is told to stop. */
static void conduct(struct work_queue *r)
{
    long ns = FIRST_SLEEP_NS;
    bool reported = false;
    pthread_mutex_lock(&r->lock);
    while (goes_on(r)) {
        bool any = read_messages(r);
        any |= settle_dones(r);
        if (is_cancelled(r) && r->status == STATUS_OK && !r->stopping)
            fail_plain(r, STATUS_CANCELLED, &STOPPED);
        bool end = atomic_load(r->ops->over) || (work_queue_leads(r) && r->taken >= r->ops->blocks);
        if (work_queue_leads(r) && end && !r->stopping) {
            stop(r);
        } else if (work_queue_leads(r) && !r->stopping) {
            any |= hand_out(r);
        } else if (!work_queue_leads(r) && r->status != STATUS_OK && !reported && !r->stopping) {
            reported = true;
            send_message(r, 0, WORK_FAILED, 0, (struct span){0});
        }
        if (any)
            ns = FIRST_SLEEP_NS;
        else if (goes_on(r))
            nap(r, &ns);
    }
    if (!work_queue_leads(r))
        send_message(r, 0, WORK_BYE, 0, (struct span){0});
    else if (r->byes + 1 < cluster_size(r->cluster))
        r->cluster->state->broken = true; /* somebody is gone */
    pthread_mutex_unlock(&r->lock);
}

/* --- Beginning and end ------------------------------------------------------------------------ */

/* Everybody's threads are known to process 0 from here on, and all are to do the same. */
static enum status compare_plans(struct work_queue *r, enum status mine, struct err *err)
{
    unsigned char plan[24];
    struct byte_parts all = {0};
    le_put64(plan, r->ops->fingerprint);
    le_put64(plan + 8, r->ops->blocks);
    le_put64(plan + 16, r->threads);
    enum status st =
        cluster_allgather(r->cluster, mine, span_make((char *)plan, sizeof plan), &all, err);
    for (uint32_t i = 0; i < all.count && st == STATUS_OK; i++) {
        if (all.at[i].n != sizeof plan || memcmp(all.at[i].p, plan, 16) != 0) {
            st = cluster_differs(err);
            break;
        }
        uint64_t threads = le_get64(all.at[i].p + 16);
        uint32_t room = threads && threads <= POOL_MAX_THREADS ? (uint32_t)threads * AHEAD : AHEAD;
        r->window += (size_t)room * WINDOW_TIMES;
        if (work_queue_leads(r))
            r->room[i] = room;
    }
    byte_parts_release(&all);
    return st;
}

static enum status allocate_threads(struct work_queue *r, struct err *err)
{
    r->depth = (size_t)r->threads * AHEAD;
    r->workers = mem_calloc(r->threads, sizeof *r->workers);
    r->tasks = mem_calloc(r->depth, sizeof *r->tasks);
    r->dones = mem_calloc(r->depth, sizeof *r->dones);
    r->room = mem_calloc(cluster_size(r->cluster), sizeof *r->room);
    r->out = mem_calloc(cluster_size(r->cluster), sizeof *r->out);
    if (!r->workers || !r->tasks || !r->dones || !r->room || !r->out ||
        !buf_reserve(&r->message, WORK_HEAD))
        return err_nomem(err);
    for (size_t i = 0; i < r->depth; i++)
        buf_init(&r->dones[i].bytes, JOURNAL_MOST_RESULT);
    return STATUS_OK;
}

static enum status allocate_slots(struct work_queue *r, struct err *err)
{
    if (!work_queue_leads(r))
        return STATUS_OK;
    r->slots = mem_calloc(r->window, sizeof *r->slots);
    if (!r->slots)
        return err_nomem(err);
    for (size_t i = 0; i < r->window; i++)
        buf_init(&r->slots[i].bytes, JOURNAL_MOST_RESULT);
    return STATUS_OK;
}

static void work_queue_init(struct work_queue *r, const struct cluster *cluster,
                            const struct work_queue_ops *ops)
{
    pthread_condattr_t steady;
    *r = (struct work_queue){.ops = ops, .cluster = cluster};
    r->threads = ops->threads ? ops->threads : pool_cpu_count();
    if (r->threads > POOL_MAX_THREADS)
        r->threads = POOL_MAX_THREADS;
    buf_init(&r->message, (size_t)JOURNAL_MOST_RESULT + WORK_HEAD);
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->task_there, NULL);
    pthread_cond_init(&r->slot_full, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&r->news, &steady);
    pthread_condattr_destroy(&steady);
    if (ops->journal)
        r->handed = r->taken = journal_floor(ops->journal);
}

static void work_queue_release(struct work_queue *r)
{
    for (size_t i = 0; r->dones && i < r->depth; i++)
        buf_release(&r->dones[i].bytes);
    for (size_t i = 0; r->slots && i < r->window; i++)
        buf_release(&r->slots[i].bytes);
    mem_free(r->workers);
    mem_free(r->tasks);
    mem_free(r->dones);
    mem_free(r->slots);
    mem_free(r->room);
    mem_free(r->out);
    buf_release(&r->message);
    pthread_cond_destroy(&r->task_there);
    pthread_cond_destroy(&r->slot_full);
    pthread_cond_destroy(&r->news);
    pthread_mutex_destroy(&r->lock);
}

/* Results that came before their turn, of work that was broken off. */
static void keep_early(struct work_queue *r)
{
    for (uint64_t b = r->taken; r->ops->keep && r->slots && b < r->handed; b++) {
        struct work_slot *s = work_queue_slot(r, b);
        struct err err = {0};
        if (s->state != SLOT_HERE)
            continue;
        enum status st = r->ops->keep(r->ops->ctx, b, buf_span(&s->bytes), &err);
        if (st != STATUS_OK) {
            work_queue_fail(r, st, &err);
            return;
        }
    }
}

enum status work_queue_run(const struct cluster *cluster, enum status mine,
                           const struct work_queue_ops *ops, struct err *err)
{
    static const struct msg NO_THREAD = {"cannot start a thread", "スレッドを開始できません"};
    struct work_queue r;
    work_queue_init(&r, cluster, ops);
    if (mine == STATUS_OK)
        mine = allocate_threads(&r, err);
    mine = compare_plans(&r, mine, err);
    if (mine == STATUS_OK)
        mine = allocate_slots(&r, err);
    if (mine == STATUS_OK)
        work_queue_start(&r);
    if (mine == STATUS_OK && (r.started == 0 || (work_queue_leads(&r) && !r.taking)))
        mine = err_plain(err, STATUS_NOMEM, &NO_THREAD);
    mine = cluster_agree(cluster, mine, err);
    if (mine == STATUS_OK)
        conduct(&r);
    else
        atomic_store(ops->over, true);
    work_queue_join(&r);
    if (r.status != STATUS_OK)
        keep_early(&r);
    if (r.status != STATUS_OK) {
        mine = r.status;
        if (err)
            *err = r.err;
    }
    work_queue_release(&r);
    return cluster_agree(cluster, mine, err);
}
