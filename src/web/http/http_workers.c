/* http_workers.c: the threads that answer requests: see http_internal.h. */
#include <string.h>

#include "base/steady.h"
#include "base/work/pool.h"
#include "web/http/http_internal.h"

static const struct msg CANNOT_START = {"cannot start the server", "サーバーを開始できません"};

/* --- With the lock held ------------------------------------------------------------------------
 */

void http_cancel(struct http_exchange *x)
{
    atomic_store(&x->cancelled, true);
    pthread_cond_signal(&x->room);
}

void http_note(struct http_exchange *x)
{
    struct http_server *s = x->server;
    if (x->noted || x->closed)
        return;
    if (!s->noted)
        http_wake_loop(s);
    x->noted = true;
    x->next_noted = s->noted;
    s->noted = x;
}

static void unnote(struct http_exchange *x)
{
    struct http_exchange **at = &x->server->noted;
    while (x->noted && *at != x)
        at = &(*at)->next_noted;
    if (x->noted)
        *at = x->next_noted;
    x->noted = false;
}

static bool has_left(const struct http_exchange *x, uint64_t now)
{
    return x->stage == QUEUED && x->hung_up && now > x->queued_ms + WATCH_MS;
}

static struct http_queue *queue_of(const struct http_exchange *x)
{
    return x->is_long ? &x->server->long_queue : &x->server->queue;
}

size_t http_share(size_t most)
{
    return most - (most + 7) / 8;
}

static bool same_address(const struct http_address *a, const struct http_address *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* How many of a list came from there, for that queue. */
static size_t count_from(const struct http_exchange *list, const struct http_queue *q,
                         const struct http_address *from)
{
    size_t n = 0;
    for (; list; list = list->next)
        n += queue_of(list) == q && same_address(&list->from, from);
    return n;
}

static bool may_wait(const struct http_queue *q, const struct http_exchange *x)
{
    return q->count < q->limit &&
           (x->from.is_local || count_from(q->first, q, &x->from) < http_share(q->limit));
}

/* Whose turn it is; NULL: nobody's. */
static struct http_exchange *next_of(const struct http_server *s, const struct http_queue *q)
{
    struct http_exchange *best = NULL;
    size_t least = SIZE_MAX;
    for (struct http_exchange *x = q->first; x && least; x = x->next) {
        const size_t n = count_from(s->active, q, &x->from);
        if (n < least && (x->from.is_local || n < http_share(q->most))) {
            best = x;
            least = n;
        }
    }
    return best;
}

static void *work(void *arg);

/* Somebody waits, and all workers are with requests that take their time. */
static void add_worker_if_needed(struct http_server *s, uint64_t now)
{
    if (s->stopping || s->queue.count <= s->queue.waiting || s->worker_count >= s->queue.most)
        return;
    for (const struct http_exchange *x = s->active; x; x = x->next)
        if (!x->is_long && now < x->taken_ms + SLOW_MS)
            return;
    if (pthread_create(&s->workers[s->worker_count], NULL, work, s) == 0)
        s->worker_count++;
}

/* Takes one that waits out of its queue. */
static void unqueue(struct http_exchange *x)
{
    struct http_queue *q = queue_of(x);
    struct http_exchange **at = &q->first;
    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    if (!*at)
        q->last = at;
    q->count--;
}

/* --- For the loop ------------------------------------------------------------------------------
 */

bool http_enqueue(struct http_exchange *x)
{
    struct http_server *s = x->server;
    struct http_queue *q = queue_of(x);
    pthread_mutex_lock(&s->lock);
    const bool taken = !s->stopping && may_wait(q, x);
    if (taken) {
        x->stage = QUEUED;
        x->next = NULL;
        x->queued_ms = steady_ms();
        x->deadline_ms = x->queued_ms + (x->request.is_upload ? HTTP_UPLOAD_MS
                                         : x->is_long         ? s->long_ms
                                                              : s->deadline_ms);
        *q->last = x;
        q->last = &x->next;
        q->count++;
        pthread_cond_signal(&q->work);
        add_worker_if_needed(s, x->queued_ms);
    }
    pthread_mutex_unlock(&s->lock);
    return taken;
}

struct http_exchange *http_take_noted(struct http_server *s, enum http_stage *stage)
{
    pthread_mutex_lock(&s->lock);
    struct http_exchange *x = s->noted;
    if (x) {
        unnote(x);
        *stage = x->stage;
    }
    pthread_mutex_unlock(&s->lock);
    return x;
}

bool http_abandon(struct http_exchange *x)
{
    pthread_mutex_lock(&x->server->lock);
    const bool kept = x->stage != READING && x->stage != QUEUED && !x->finished;
    if (x->stage == QUEUED)
        unqueue(x);
    x->closed = true;
    x->connection = NULL;
    unnote(x);
    http_cancel(x);
    pthread_mutex_unlock(&x->server->lock);
    return kept;
}

bool http_has_left_queue(const struct http_exchange *x, uint64_t now)
{
    pthread_mutex_lock(&x->server->lock);
    const bool left = has_left(x, now);
    pthread_mutex_unlock(&x->server->lock);
    return left;
}

void http_watch_active(struct http_server *s, uint64_t now)
{
    pthread_mutex_lock(&s->lock);
    for (struct http_exchange *x = s->active; x; x = x->next)
        if (now > x->deadline_ms || x->hung_up)
            http_cancel(x);
    add_worker_if_needed(s, now);
    pthread_mutex_unlock(&s->lock);
}

/* --- The workers -------------------------------------------------------------------------------
 */

/* The next exchange, now among the active ones; NULL when the server ends and nothing waits. */
static struct http_exchange *take(struct http_server *s, struct http_queue *q)
{
    pthread_mutex_lock(&s->lock);
    struct http_exchange *x;
    while (!(x = s->stopping ? q->first : next_of(s, q)) && !s->stopping) {
        q->waiting++;
        pthread_cond_wait(&q->work, &s->lock);
        q->waiting--;
    }
    if (x) {
        x->taken_ms = steady_ms();
        if (s->stopping || has_left(x, x->taken_ms))
            http_cancel(x);
        unqueue(x);
        x->stage = WORKING;
        x->next = s->active;
        s->active = x;
    }
    pthread_mutex_unlock(&s->lock);
    return x;
}

static void give_back(struct http_server *s, struct http_exchange *x)
{
    pthread_mutex_lock(&s->lock);
    struct http_exchange **at = &s->active;
    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    if (x->stage == STREAMING)
        buf_add_span(&x->ready, buf_span(&x->reply.body));
    else
        x->stage = ANSWERED;
    x->finished = true;
    const bool abandoned = x->closed;
    http_note(x);
    pthread_mutex_unlock(&s->lock);
    if (abandoned)
        http_exchange_free(x);
}

static void work_through(struct http_server *s, struct http_queue *q)
{
    struct http_exchange *x;
    while ((x = take(s, q))) {
        s->handler(s->ctx, &x->request, &x->reply);
        give_back(s, x);
    }
}

static void *work(void *arg)
{
    struct http_server *s = arg;
    work_through(s, &s->queue);
    return NULL;
}

static void *work_long(void *arg)
{
    struct http_server *s = arg;
    work_through(s, &s->long_queue);
    return NULL;
}

enum status http_start_workers(struct http_server *s, unsigned workers, struct err *err)
{
    const bool grows = workers == 0;
    if (grows)
        workers = 2 * pool_cpu_count();
    workers = workers < 4 ? 4 : workers > HTTP_MAX_WORKERS ? HTTP_MAX_WORKERS : workers;
    s->queue.most = grows ? HTTP_MAX_WORKERS : workers;
    s->long_queue.most = HTTP_LONG_WORKERS;
    while (s->worker_count < workers &&
           pthread_create(&s->workers[s->worker_count], NULL, work, s) == 0)
        s->worker_count++;
    while (s->long_count < HTTP_LONG_WORKERS &&
           pthread_create(&s->long_workers[s->long_count], NULL, work_long, s) == 0)
        s->long_count++;
    return s->worker_count && s->long_count ? STATUS_OK : err_plain(err, STATUS_IO, &CANNOT_START);
}

void http_join_workers(struct http_server *s)
{
    for (unsigned i = 0; i < s->worker_count; i++)
        pthread_join(s->workers[i], NULL);
    for (unsigned i = 0; i < s->long_count; i++)
        pthread_join(s->long_workers[i], NULL);
}
