/* http_stream.c: answers that are sent while they are being made: see http_internal.h.
 *
 * The worker appends to `ready` and the loop takes from it.  A loop that finds nothing is woken by
 * the next piece; a worker that finds HTTP_MAX_READY bytes waits until there is room, or somebody
 * cancels it (http_cancel). */
#include "web/http/http_internal.h"

static size_t ready_bytes(const struct http_exchange *x)
{
    return x->ready.n - x->ready_at;
}

static bool is_cancelled(const struct http_exchange *x)
{
    return x->closed || atomic_load(&x->cancelled);
}

/* What was sent makes room: a client that is slower than the worker never empties `ready`. */
static void move_to_front(struct http_exchange *x)
{
    const size_t n = ready_bytes(x);
    if (x->ready_at) {
        memmove(x->ready.p, x->ready.p + x->ready_at, n);
        x->ready.n = n;
        x->ready_at = 0;
    }
}

bool http_flush(struct http_response *reply)
{
    struct http_exchange *x = reply->link;
    if (!x || !x->is_long)
        return !x || !atomic_load(&x->cancelled);
    pthread_mutex_lock(&x->server->lock);
    if (x->stage != STREAMING) {
        x->begun = x->reply;
        x->reply.begun = true;
        x->stage = STREAMING;
    }
    while (ready_bytes(x) >= HTTP_MAX_READY && !is_cancelled(x))
        pthread_cond_wait(&x->room, &x->server->lock);
    move_to_front(x);
    buf_add_span(&x->ready, buf_span(&reply->body));
    x->cut_off =
        x->cut_off || buf_status(&x->ready) != STATUS_OK || buf_status(&reply->body) != STATUS_OK;
    http_note(x);
    bool go_on = !x->cut_off && !is_cancelled(x);
    pthread_mutex_unlock(&x->server->lock);
    buf_clear(&reply->body);
    return go_on;
}

void http_cut_off(struct http_response *reply)
{
    buf_clear(&reply->body);
    if (!reply->link)
        return;
    pthread_mutex_lock(&reply->link->server->lock);
    reply->link->cut_off = true;
    pthread_mutex_unlock(&reply->link->server->lock);
}

enum http_stream_state http_stream_take(struct http_exchange *x, struct buf *out, size_t max)
{
    enum http_stream_state state = HTTP_STREAM_PIECE;
    pthread_mutex_lock(&x->server->lock);
    const size_t n = ready_bytes(x) < max ? ready_bytes(x) : max;
    if (n) {
        buf_add(out, x->ready.p + x->ready_at, n);
        x->ready_at += n;
        if (ready_bytes(x) == 0) {
            buf_clear(&x->ready);
            x->ready_at = 0;
        }
        pthread_cond_signal(&x->room);
    } else if (!x->finished) {
        state = HTTP_STREAM_WAITS;
    } else {
        state = x->cut_off ? HTTP_STREAM_CUT : HTTP_STREAM_END;
    }
    pthread_mutex_unlock(&x->server->lock);
    return state;
}
