/* shard_worker.c: see shard_worker.h. */
#include "web/shards/shard_worker.h"

#include <pthread.h>
#include <time.h>

#include "base/alloc.h"
#include "base/steady.h"

static const struct msg TOO_MANY = {"too many requests at a time", "要求が多すぎます"};

/* How long to sleep between two looks for messages: little while requests come, one after the
 * other, from a page; a millisecond for the rest of a second; then 4 ms, which costs next to
 * nothing (docs/cluster.md), and the next question waits 2 ms longer than the others. */
enum {
    SOON_LOOK_NS = 150 * 1000,
    BUSY_LOOK_NS = 1000 * 1000,
    IDLE_LOOK_NS = 4 * 1000 * 1000,
    BUSY_AFTER_MS = 100,
    IDLE_AFTER_MS = 1000,
    ALIVE_EVERY_MS = 500,
    MAX_THREADS = 32
};

enum shard_job_stage { JOB_WAITS, JOB_RUNS, JOB_READY };

struct shard_job {
    enum shard_job_stage stage;
    uint64_t id, until_ms;
    atomic_bool cancelled;
    struct buf message; /* the question, head included */
    struct buf out;     /* the message to send back */
    struct shard_job *next;
};

struct shard_worker {
    const struct shard_self *self;
    const struct cluster *cluster;
    pthread_mutex_t lock; /* of the list, its stages, and `ending` */
    pthread_cond_t work, ready;
    struct shard_job *first; /* in the order they came */
    unsigned count;
    bool ending;
    uint64_t spoke_ms; /* to the first process last */
    pthread_t threads[MAX_THREADS];
    unsigned thread_count;
    struct buf in;
};

/* --- Answering, in several threads ------------------------------------------------------------ */

static void write_failure(struct buf *out, uint64_t id, enum status status, const struct err *err)
{
    struct shard_head head = {.kind = SHARD_REPLY, .id = id, .number = (uint32_t)status};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (status != STATUS_CANCELLED)
        err_format(err, LANG_EN, &text);
    buf_clear(out);
    shard_message_write(out, &head, buf_span(&text));
    buf_release(&text);
}

static void reply_to(const struct shard_worker *w, struct shard_job *j)
{
    struct shard_head head = {.kind = SHARD_REPLY, .id = j->id};
    struct span request = span_skip(buf_span(&j->message), SHARD_HEAD_BYTES);
    struct err err = {0};
    shard_message_write(&j->out, &head, SPAN(""));
    enum status status = shard_reply(w->self, request, &j->cancelled, &j->out, &err);
    if (status != STATUS_OK)
        write_failure(&j->out, j->id, status, &err);
}

static struct shard_job *next_waiting(struct shard_worker *w)
{
    struct shard_job *j = w->first;
    while (j && j->stage != JOB_WAITS)
        j = j->next;
    return j;
}

static void *work(void *arg)
{
    struct shard_worker *w = arg;
    struct shard_job *j;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!(j = next_waiting(w)) && !w->ending)
            pthread_cond_wait(&w->work, &w->lock);
        if (!j)
            break;
        j->stage = JOB_RUNS;
        pthread_mutex_unlock(&w->lock);
        reply_to(w, j);
        pthread_mutex_lock(&w->lock);
        j->stage = JOB_READY;
        pthread_cond_signal(&w->ready);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* --- Letters, in the thread of the cluster; with the lock held ----------------------------------- */

static void free_job(struct shard_job *j)
{
    buf_release(&j->message);
    buf_release(&j->out);
    mem_free(j);
}

/* What can't be posted for want of memory is not: the first process does without it. */
static void send_message(struct shard_worker *w, enum shard_message kind)
{
    struct shard_head head = {.kind = kind};
    struct buf message;
    buf_init(&message, BUF_DEFAULT_MAX);
    shard_message_write(&message, &head, SPAN(""));
    if (buf_status(&message) == STATUS_OK)
        (void)!cluster_send(w->cluster, 0, buf_span(&message), NULL);
    buf_release(&message);
    w->spoke_ms = steady_ms();
}

static void refuse(struct shard_worker *w, uint64_t id)
{
    struct err err;
    struct buf message;
    enum status status = err_plain(&err, STATUS_LIMIT, &TOO_MANY);
    buf_init(&message, BUF_DEFAULT_MAX);
    write_failure(&message, id, status, &err);
    if (buf_status(&message) == STATUS_OK)
        (void)!cluster_send(w->cluster, 0, buf_span(&message), NULL);
    buf_release(&message);
}

/* The question that is in w->in. */
static void take_request(struct shard_worker *w, const struct shard_head *head)
{
    struct shard_job *j = w->count < SHARD_MAX_JOBS ? mem_calloc(1, sizeof *j) : NULL;
    if (!j) {
        refuse(w, head->id);
        return;
    }
    j->id = head->id;
    j->until_ms = steady_ms() + head->number;
    atomic_init(&j->cancelled, false);
    j->message = w->in;
    buf_init(&w->in, SIZE_MAX);
    buf_init(&j->out, BUF_DEFAULT_MAX);
    struct shard_job **last = &w->first;
    while (*last)
        last = &(*last)->next;
    *last = j;
    w->count++;
    pthread_cond_signal(&w->work);
}

static void cancel(struct shard_worker *w, uint64_t id)
{
    for (struct shard_job *j = w->first; j; j = j->next)
        if (j->id == id)
            atomic_store(&j->cancelled, true);
}

static void take_message(struct shard_worker *w, uint32_t from)
{
    struct shard_head head;
    struct span body;
    if (from != 0 || buf_status(&w->in) != STATUS_OK ||
        !shard_message_read(buf_span(&w->in), &head, &body))
        return;
    if (head.kind == SHARD_REQUEST)
        take_request(w, &head);
    else if (head.kind == SHARD_CANCEL)
        cancel(w, head.id);
    else if (head.kind == SHARD_END)
        w->ending = true;
}

/* Looking may take its time (MPI yields its processor if there is nothing), so those who answer are
 * not kept waiting meanwhile. */
static bool collect_one(struct shard_worker *w, uint32_t *from)
{
    pthread_mutex_unlock(&w->lock);
    bool found = cluster_receive(w->cluster, from, &w->in);
    pthread_mutex_lock(&w->lock);
    return found;
}

static bool receive_messages(struct shard_worker *w)
{
    uint32_t from;
    bool any = false;
    while (!w->ending && collect_one(w, &from)) {
        take_message(w, from);
        any = true;
    }
    return any;
}

/* Answers that are ready leave. */
static bool send_replies(struct shard_worker *w)
{
    bool any = false;
    for (struct shard_job **at = &w->first; *at;) {
        struct shard_job *j = *at;
        if (j->stage != JOB_READY) {
            at = &j->next;
            continue;
        }
        struct err err;
        if (buf_status(&j->out) != STATUS_OK)
            write_failure(&j->out, j->id, err_nomem(&err), &err);
        if (buf_status(&j->out) == STATUS_OK)
            (void)!cluster_send(w->cluster, 0, buf_span(&j->out), NULL);
        w->spoke_ms = steady_ms();
        *at = j->next;
        w->count--;
        free_job(j);
        any = true;
    }
    return any;
}

static void look_at_clocks(struct shard_worker *w)
{
    uint64_t now = steady_ms();
    for (struct shard_job *j = w->first; j; j = j->next)
        if (now > j->until_ms || w->ending)
            atomic_store(&j->cancelled, true);
    if (w->count && now > w->spoke_ms + ALIVE_EVERY_MS)
        send_message(w, SHARD_ALIVE);
}

/* While something is answered its end is waited for; the lock is given away meanwhile. */
static void rest(struct shard_worker *w, long ns)
{
    struct timespec until, pause = {.tv_nsec = ns};
    if (!w->count) {
        pthread_mutex_unlock(&w->lock);
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&w->lock);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ns;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&w->ready, &w->lock, &until);
}

static long pause_after(uint64_t quiet_ms, bool at_work)
{
    if (quiet_ms < BUSY_AFTER_MS)
        return SOON_LOOK_NS;
    return quiet_ms < IDLE_AFTER_MS || at_work ? BUSY_LOOK_NS : IDLE_LOOK_NS;
}

static void exchange_messages(struct shard_worker *w, bool (*should_stop)(void *ctx), void *ctx)
{
    uint64_t active = steady_ms();
    bool leave_sent = false;
    while (!w->ending) {
        bool any = receive_messages(w);
        any |= send_replies(w);
        look_at_clocks(w);
        if (!leave_sent && should_stop(ctx)) {
            leave_sent = true;
            send_message(w, SHARD_LEAVE);
        }
        if (any)
            active = steady_ms();
        if (!w->ending)
            rest(w, pause_after(steady_ms() - active, w->count > 0));
    }
    look_at_clocks(w);
}

/* --- From beginning to end -------------------------------------------------------------------- */

static void start(struct shard_worker *w, unsigned threads)
{
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    pthread_cond_init(&w->ready, &steady);
    pthread_condattr_destroy(&steady);
    buf_init(&w->in, SIZE_MAX);
    if (threads > MAX_THREADS)
        threads = MAX_THREADS;
    while (w->thread_count < threads &&
           pthread_create(&w->threads[w->thread_count], NULL, work, w) == 0)
        w->thread_count++;
}

static void finish(struct shard_worker *w)
{
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_broadcast(&w->work);
    pthread_mutex_unlock(&w->lock);
    for (unsigned i = 0; i < w->thread_count; i++)
        pthread_join(w->threads[i], NULL);
    while (w->first) {
        struct shard_job *j = w->first;
        w->first = j->next;
        free_job(j);
    }
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->work);
    pthread_cond_destroy(&w->ready);
    buf_release(&w->in);
}

enum status shard_work(const struct shard_self *self, const struct cluster *cluster,
                       unsigned threads, bool (*should_stop)(void *ctx), void *ctx, struct err *err)
{
    struct shard_worker w = {.self = self, .cluster = cluster, .spoke_ms = steady_ms()};
    start(&w, threads);
    enum status status = w.thread_count ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK) {
        pthread_mutex_lock(&w.lock);
        exchange_messages(&w, should_stop, ctx);
        pthread_mutex_unlock(&w.lock);
    } else {
        send_message(&w, SHARD_LEAVE);
    }
    finish(&w);
    send_message(&w, SHARD_DONE);
    return status;
}
