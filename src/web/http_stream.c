/* http_stream.c: answers that are sent while they are being made: see http_internal.h.
 *
 * The worker appends to `ready` and the loop takes from it.  A loop that finds nothing suspends the
 * connection and is woken by the next piece; a worker that finds HTTP_MAX_READY bytes waits. */
#include <string.h>
#include <time.h>

#include "web/http_internal.h"

static void wake(struct exchange *x)
{
    if (!x->waiting || x->closed)
        return;
    x->waiting = false;
    MHD_resume_connection(x->connection);
}

static size_t ready_bytes(const struct exchange *x)
{
    return x->ready.n - x->ready_at;
}

static bool is_cancelled(const struct exchange *x)
{
    return x->closed || atomic_load(&x->cancelled);
}

/* Cancelling is noticed within a tenth of a second. */
static void wait_for_room(struct exchange *x)
{
    while (ready_bytes(x) >= HTTP_MAX_READY && !is_cancelled(x)) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_sec++;
            until.tv_nsec -= 1000000000;
        }
        pthread_cond_timedwait(&x->room, &x->server->lock, &until);
    }
}

static void begin(struct exchange *x)
{
    x->begun = x->reply;
    x->reply.begun = true;
    x->stage = STREAMING;
    MHD_resume_connection(x->connection);
}

bool http_flush(struct http_reply *reply)
{
    struct exchange *x = reply->link;
    if (!x || !x->is_long)
        return !x || !atomic_load(&x->cancelled);
    pthread_mutex_lock(&x->server->lock);
    if (x->stage != STREAMING)
        begin(x);
    wait_for_room(x);
    buf_add_span(&x->ready, buf_span(&reply->body));
    x->cut_off =
        x->cut_off || buf_status(&x->ready) != STATUS_OK || buf_status(&reply->body) != STATUS_OK;
    wake(x);
    bool go_on = !x->cut_off && !is_cancelled(x);
    pthread_mutex_unlock(&x->server->lock);
    buf_clear(&reply->body);
    return go_on;
}

void http_cut_off(struct http_reply *reply)
{
    buf_clear(&reply->body);
    if (!reply->link)
        return;
    pthread_mutex_lock(&reply->link->server->lock);
    reply->link->cut_off = true;
    pthread_mutex_unlock(&reply->link->server->lock);
}

void http_stream_finish(struct exchange *x)
{
    buf_add_span(&x->ready, buf_span(&x->reply.body));
    x->finished = true;
    wake(x);
}

bool http_stream_abandon(struct exchange *x)
{
    pthread_mutex_lock(&x->server->lock);
    bool kept = x->stage == STREAMING && !x->finished;
    x->closed = true;
    atomic_store(&x->cancelled, true);
    pthread_cond_signal(&x->room);
    pthread_mutex_unlock(&x->server->lock);
    return kept;
}

static ssize_t end_of(const struct exchange *x)
{
    return x->cut_off ? MHD_CONTENT_READER_END_WITH_ERROR : MHD_CONTENT_READER_END_OF_STREAM;
}

ssize_t http_stream_read(void *ctx, uint64_t at, char *out, size_t max)
{
    struct exchange *x = ctx;
    ssize_t read = 0;
    (void)at;
    pthread_mutex_lock(&x->server->lock);
    size_t n = ready_bytes(x) < max ? ready_bytes(x) : max;
    if (n) {
        memcpy(out, x->ready.p + x->ready_at, n);
        x->ready_at += n;
        read = (ssize_t)n;
        if (ready_bytes(x) == 0) {
            buf_clear(&x->ready);
            x->ready_at = 0;
        }
        pthread_cond_signal(&x->room);
    } else if (x->finished) {
        read = end_of(x);
    } else {
        x->waiting = true;
        MHD_suspend_connection(x->connection);
    }
    pthread_mutex_unlock(&x->server->lock);
    return read;
}
