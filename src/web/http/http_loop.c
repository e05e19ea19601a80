/* http_loop.c: the one thread that has all sockets: lets clients in, reads requests, sends answers,
 * and looks at the clock: see http_internal.h.
 *
 *     phases of a connection (http_table.h)        what epoll is asked for
 *
 *     SILENT ──▶ HEAD ──▶ BODY                      that there are bytes to read
 *       ▲                  │
 *       │                  ▼
 *       │                 WORK   with a worker      that the client has gone
 *       │                  │ ▲   (http_note)
 *       │                  ▼ │   a stream waits
 *       └─────────────── FETCH                      that there is room to write
 *                          │
 *                          ▼                        to read, which is thrown away: closing at once
 *                       lingering                   could take the answer back from the client */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/steady.h"
#include "web/http/http_internal.h"
#include "web/http/peer_user.h"

static const struct msg CANNOT_START = {"cannot start the server: %2",
                                        "サーバーを開始できません: %2"};
static const struct msg MALFORMED_BODY = {"malformed request: invalid chunked body",
                                          "要求の形式が正しくありません: 本文のチャンク"};
static const struct msg TOO_LARGE = {"the response is too large", "応答が大きすぎます"};
static const struct msg NOT_YOURS = {"this page is for the user who started it",
                                     "このページは開始した利用者だけが使えます"};
static const struct msg BUSY = {"the server is busy; try again later",
                                "混み合っています。しばらくしてからやり直してください"};

enum {
    MAX_EVENTS = 64,
    ACCEPT_AT_ONCE = 64, /* then others have a turn */
    SCRATCH_BYTES = 64 << 10,
    IDLE_LOOK_MS = 500,
    LAST_ANSWERS_MS = 1000, /* to be sent when the server ends */
};

/* --- Connections -------------------------------------------------------------------------------
 */

static void watch(struct http_connection *c, uint32_t events)
{
    struct epoll_event e = {.events = events, .data.ptr = c};
    if (c->watched == events)
        return;
    c->watched = events;
    epoll_ctl(c->server->epoll, EPOLL_CTL_MOD, c->fd, &e);
}

static void enter(struct http_connection *c, enum http_phase phase, uint64_t bytes)
{
    http_table_enter(&c->server->table, &c->slot, phase, bytes, steady_ms());
}

static void drop_exchange(struct http_connection *c)
{
    struct http_exchange *x = c->x;
    c->x = NULL;
    if (x && !http_abandon(x))
        http_exchange_free(x);
}

/* Its memory stays until all events of this round were looked at. */
static void close_connection(struct http_connection *c)
{
    struct http_server *s = c->server;
    if (c->dead)
        return;
    c->dead = true;
    drop_exchange(c);
    close(c->fd); /* epoll forgets it */
    http_table_remove(&s->table, &c->slot);
    c->next_dead = s->dead;
    s->dead = c;
}

static void free_dead(struct http_server *s)
{
    while (s->dead) {
        struct http_connection *c = s->dead;
        s->dead = c->next_dead;
        buf_release(&c->in);
        buf_release(&c->out);
        mem_free(c);
    }
}

static void let_in(struct http_server *s, int fd, const struct http_address *from)
{
    const int on = 1;
    struct http_connection *c = mem_calloc(1, sizeof *c);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    if (!c || epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &e) != 0) {
        mem_free(c);
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    c->server = s;
    c->fd = fd;
    c->watched = e.events;
    buf_init(&c->in, HTTP_CONNECTION_MEMORY + SCRATCH_BYTES);
    buf_init(&c->out, BUF_DEFAULT_MAX);
    http_table_add(&s->table, &c->slot, from, steady_ms());
}

/* An answer to whoever is not let in. */
static void turn_away(int fd, unsigned status, const struct msg *why)
{
    struct http_response reply = {.status = status, .type = "application/json"};
    struct err err;
    struct buf out;
    err_plain(&err, STATUS_LIMIT, why);
    buf_init(&reply.body, BUF_DEFAULT_MAX);
    buf_init(&out, BUF_DEFAULT_MAX);
    http_error(&reply, status, &err, LANG_EN);
    http_response_head(&out, &reply, (int64_t)reply.body.n, false);
    buf_add_span(&out, buf_span(&reply.body));
    if (buf_status(&out) == STATUS_OK)
        (void)!send(fd, out.p, out.n, MSG_NOSIGNAL | MSG_DONTWAIT);
    buf_release(&reply.body);
    buf_release(&out);
    close(fd);
}

static void listen_for(struct http_server *s, bool deaf)
{
    struct epoll_event e = {.events = deaf ? 0 : EPOLLIN, .data.ptr = s};
    if (s->deaf != deaf)
        epoll_ctl(s->epoll, EPOLL_CTL_MOD, s->listener, &e);
    s->deaf = deaf;
}

/* There are no descriptors left for a new one. */
static void out_of_descriptors(struct http_server *s)
{
    struct http_slot *victim = http_table_victim(&s->table);
    if (victim)
        close_connection((struct http_connection *)victim);
    else
        listen_for(s, true);
}

static void accept_some(struct http_server *s)
{
    for (int i = 0; i < ACCEPT_AT_ONCE; i++) {
        union {
            struct sockaddr any;
            struct sockaddr_storage room;
        } from;
        socklen_t n = sizeof from;
        struct http_address address;
        struct http_slot *victim;
        int fd = accept4(s->listener, &from.any, &n, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0 && (errno == ECONNABORTED || errno == EINTR))
            continue;
        if (fd < 0) {
            if (errno != EAGAIN)
                out_of_descriptors(s);
            return;
        }
        if (s->own_user && !peer_is_user(fd, geteuid())) {
            turn_away(fd, 403, &NOT_YOURS);
            continue;
        }
        http_address_of(&address, &from.any);
        /* All connections may be with somebody who waits for us or is being answered. */
        const bool has_room = http_table_has_room(&s->table, &address, &victim);
        if (victim)
            close_connection((struct http_connection *)victim);
        if (has_room)
            let_in(s, fd, &address);
        else
            turn_away(fd, 503, &BUSY);
    }
}

/* --- Sending -----------------------------------------------------------------------------------
 */

/* Bytes that came and were not read would make the kernel break the connection, and the client
 * lose the answer. */
static void linger(struct http_connection *c)
{
    shutdown(c->fd, SHUT_WR);
    c->lingering = true;
    enter(c, HTTP_HEAD, 0);
    watch(c, EPOLLIN);
}

static void response_sent(struct http_connection *c)
{
    drop_exchange(c);
    buf_clear(&c->out);
    c->out_at = 0;
    if (!c->keep_alive) {
        if (c->unread || c->in.n)
            linger(c);
        else
            close_connection(c);
        return;
    }
    c->begun = c->ended = false;
    enter(c, HTTP_SILENT, 0);
    watch(c, EPOLLIN);
    if (c->in.n) {
        c->next_again = c->server->again;
        c->server->again = c;
    }
}

/* The next piece of a stream, as a chunk if need be.  False: there is none now, or never. */
static bool next_piece(struct http_connection *c)
{
    struct buf piece;
    buf_init(&piece, BUF_DEFAULT_MAX);
    buf_clear(&c->out);
    c->out_at = 0;
    const enum http_stream_state state = http_stream_take(c->x, &piece, SCRATCH_BYTES);
    if (state == HTTP_STREAM_PIECE) {
        if (!c->http10)
            buf_printf(&c->out, "%zx\r\n", piece.n);
        buf_add_span(&c->out, buf_span(&piece));
        if (!c->http10)
            buf_add_str(&c->out, "\r\n");
    } else if (state == HTTP_STREAM_END && !c->http10) {
        buf_add_str(&c->out, "0\r\n\r\n");
    }
    const bool failed = buf_status(&piece) != STATUS_OK || buf_status(&c->out) != STATUS_OK;
    buf_release(&piece);
    if (state == HTTP_STREAM_CUT || failed) {
        close_connection(c);
    } else if (state == HTTP_STREAM_WAITS) {
        enter(c, HTTP_WORK, 0);
        watch(c, c->x->hung_up ? 0 : EPOLLRDHUP);
    } else {
        c->ended = state == HTTP_STREAM_END;
        enter(c, HTTP_FETCH, c->out.n);
        return true;
    }
    return false;
}

/* As much as fits.  1: all is sent, 0: there is no room, -1: the connection is broken. */
static int send_some(struct http_connection *c)
{
    while (c->out_at < c->out.n || c->answer.n) {
        struct iovec parts[2] = {
            {.iov_base = c->out.p + c->out_at, .iov_len = c->out.n - c->out_at},
            {.iov_base = (void *)(uintptr_t)c->answer.p, .iov_len = c->answer.n}};
        const struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
        ssize_t sent = sendmsg(c->fd, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return errno == EAGAIN ? 0 : -1;
        http_slot_moved(&c->slot, (uint64_t)sent, steady_ms());
        size_t head = c->out.n - c->out_at;
        head = (size_t)sent < head ? (size_t)sent : head;
        c->out_at += head;
        c->answer = span_skip(c->answer, (size_t)sent - head);
    }
    return 1;
}

static void send_more(struct http_connection *c)
{
    for (;;) {
        const int sent = send_some(c);
        if (sent < 0) {
            close_connection(c);
            return;
        }
        if (sent == 0) {
            watch(c, EPOLLOUT);
            return;
        }
        if (!c->begun || c->ended) {
            response_sent(c);
            return;
        }
        if (!next_piece(c))
            return;
    }
}

static void send_reply(struct http_connection *c)
{
    struct http_exchange *x = c->x;
    struct http_server *s = c->server;
    struct http_response *reply = &x->reply;
    if (buf_status(&reply->body) != STATUS_OK)
        http_refuse(x, 500, STATUS_LIMIT, &TOO_LARGE);
    else if (reply->body.n > HTTP_SMALL_ANSWER && s->unsent + reply->body.n > HTTP_MAX_UNSENT)
        http_refuse(x, 503, STATUS_LIMIT, &BUSY);
    if (reply->status == 503) /* there are others who want a connection */
        c->keep_alive = false;
    x->unsent = reply->body.n;
    s->unsent += x->unsent;
    const struct span body = reply->fixed.n ? reply->fixed : buf_span(&reply->body);
    buf_clear(&c->out);
    c->out_at = 0;
    http_response_head(&c->out, reply, (int64_t)body.n, c->keep_alive);
    c->answer = c->is_head ? SPAN("") : body;
    enter(c, HTTP_FETCH, body.n);
    if (buf_status(&c->out) == STATUS_OK)
        send_more(c);
    else
        close_connection(c);
}

/* Of a request that is not wanted. */
static void send_refusal(struct http_connection *c)
{
    c->keep_alive = false;
    c->unread = true;
    send_reply(c);
}

/* The worker has begun an answer piece by piece.  Nobody makes it for one who wants the head alone.
 */
static void begin_stream(struct http_connection *c)
{
    if (c->http10)
        c->keep_alive = false;
    buf_clear(&c->out);
    c->out_at = 0;
    http_response_head(&c->out, &c->x->begun, c->http10 ? HTTP_TO_THE_END : HTTP_CHUNKED,
                       c->keep_alive);
    enter(c, HTTP_FETCH, c->out.n);
    c->begun = !c->is_head;
    if (c->is_head)
        drop_exchange(c);
    if (buf_status(&c->out) == STATUS_OK)
        send_more(c);
    else
        close_connection(c);
}

/* Something new of exchanges that are with a worker. */
static void look_at_noted(struct http_server *s)
{
    enum http_stage stage;
    for (struct http_exchange *x; (x = http_take_noted(s, &stage));) {
        struct http_connection *c = x->connection;
        if (stage == ANSWERED)
            send_reply(c);
        else if (!c->begun)
            begin_stream(c);
        else if (c->slot.phase == HTTP_WORK && next_piece(c))
            send_more(c);
    }
}

/* --- Reading -----------------------------------------------------------------------------------
 */

static void read_body(struct http_connection *c, struct span *in)
{
    for (;;) {
        struct span data;
        const enum http_body_result result = http_body_read(&c->body, in, &data);
        if (result == HTTP_BODY_MORE)
            return;
        if (result == HTTP_BODY_DATA && http_request_add(c->x, data))
            continue;
        if (result == HTTP_BODY_BAD)
            http_refuse(c->x, 400, STATUS_SYNTAX, &MALFORMED_BODY);
        if (result != HTTP_BODY_END) {
            send_refusal(c);
            return;
        }
        c->unread = false;
        enter(c, HTTP_WORK, 0);
        watch(c, EPOLLRDHUP);
        return;
    }
}

/* The request has come whole, and what is left of `in` is of the next one. */
static void hand_over(struct http_connection *c)
{
    if (!c->dead && c->slot.phase == HTTP_WORK && !http_request_end(c->x))
        send_reply(c);
}

/* Reads from what came with the head, and keeps the rest. */
static void read_body_in(struct http_connection *c, size_t from)
{
    struct span in = span_skip(buf_span(&c->in), from);
    read_body(c, &in);
    if (c->dead)
        return;
    for (size_t i = 0; i < in.n; i++) /* to the front */
        c->in.p[i] = in.p[i];
    c->in.n = in.n;
    c->scanned = 0;
    hand_over(c);
}

static void begin_request(struct http_connection *c, size_t head_bytes)
{
    struct http_head head;
    struct http_length length;
    const enum http_head_result result = http_head_read(&head, span_make(c->in.p, head_bytes));
    c->http10 = head.http10;
    c->is_head = span_eq(head.method, SPAN("HEAD"));
    c->keep_alive = !head.http10 && !http_head_has(&head, "Connection", SPAN("close"));
    c->unread = true;
    if (result != HTTP_HEAD_OK) {
        http_refuse_head(c->x, result);
        send_refusal(c);
    } else if (!http_request_begin(c->x, &head, &length)) {
        send_refusal(c);
    } else {
        http_body_begin(&c->body, &length);
        enter(c, HTTP_BODY, 0);
        static const char GO_ON[] = "HTTP/1.1 100 Continue\r\n\r\n";
        if (!c->http10 && http_head_value(&head, "Expect").n)
            (void)!send(c->fd, GO_ON, sizeof GO_ON - 1, MSG_NOSIGNAL);
        read_body_in(c, head_bytes);
    }
}

static void refuse_head(struct http_connection *c, bool malformed)
{
    const ptrdiff_t line_end = span_find(buf_span(&c->in), SPAN("\n"));
    c->http10 = c->is_head = false;
    if (malformed)
        http_refuse_head(c->x, HTTP_HEAD_MALFORMED);
    else
        http_refuse_large_head(c->x, line_end < 0 || line_end >= HTTP_CONNECTION_MEMORY);
    send_refusal(c);
}

static void read_head(struct http_connection *c)
{
    bool malformed;
    if (c->slot.phase == HTTP_SILENT)
        enter(c, HTTP_HEAD, 0);
    const size_t end = http_head_end(buf_span(&c->in), &c->scanned, &malformed);
    const bool too_large =
        end > HTTP_CONNECTION_MEMORY || (end == 0 && c->in.n >= HTTP_CONNECTION_MEMORY);
    if (end == 0 && !malformed && !too_large)
        return;
    c->x = http_exchange_new(c->server, c);
    if (!c->x)
        close_connection(c);
    else if (malformed || too_large)
        refuse_head(c, malformed);
    else
        begin_request(c, end);
}

/* Those that have an answer, and had sent another request before it came. */
static void read_again(struct http_server *s)
{
    while (s->again) {
        struct http_connection *c = s->again;
        s->again = c->next_again;
        if (!c->dead)
            read_head(c);
    }
}

static void throw_away(struct http_connection *c, size_t n)
{
    c->thrown += n;
    if (c->thrown > HTTP_MAX_THROWN)
        close_connection(c);
}

static void take_bytes(struct http_connection *c, struct span bytes)
{
    http_slot_moved(&c->slot, bytes.n, steady_ms());
    if (c->slot.phase == HTTP_BODY) {
        read_body(c, &bytes);
        if (!c->dead)
            buf_add_span(&c->in, bytes);
        hand_over(c);
    } else {
        buf_add_span(&c->in, bytes);
        if (buf_status(&c->in) == STATUS_OK)
            read_head(c);
    }
    if (!c->dead && buf_status(&c->in) != STATUS_OK)
        close_connection(c);
}

static void read_more(struct http_connection *c)
{
    ssize_t n = recv(c->fd, c->server->scratch, SCRATCH_BYTES, 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0)
        close_connection(c);
    else if (c->lingering)
        throw_away(c, (size_t)n);
    else
        take_bytes(c, span_make(c->server->scratch, (size_t)n));
}

/* The client says no more.  It may have left, or only have said so; the watch decides. */
static void hang_up(struct http_connection *c)
{
    watch(c, 0);
    if (!c->x)
        return;
    pthread_mutex_lock(&c->server->lock);
    c->x->hung_up = true;
    pthread_mutex_unlock(&c->server->lock);
}

static void on_event(struct http_connection *c, uint32_t events)
{
    if (c->dead)
        return;
    if (events & (EPOLLERR | EPOLLHUP) && !(events & EPOLLIN))
        close_connection(c);
    else if (events & EPOLLIN)
        read_more(c);
    else if (events & EPOLLOUT)
        send_more(c);
    else if (events & EPOLLRDHUP)
        hang_up(c);
}

/* --- The loop ----------------------------------------------------------------------------------
 */

static void close_late(struct http_server *s, uint64_t now)
{
    for (int phase = 0; phase < HTTP_PHASES; phase++)
        for (struct http_slot *slot = s->table.oldest[phase], *newer; slot; slot = newer) {
            newer = slot->newer;
            if (http_slot_is_late(slot, now))
                close_connection((struct http_connection *)slot);
        }
}

static void close_those_who_left(struct http_server *s, uint64_t now)
{
    for (struct http_slot *slot = s->table.oldest[HTTP_WORK], *newer; slot; slot = newer) {
        struct http_connection *c = (struct http_connection *)slot;
        newer = slot->newer;
        if (c->x && http_has_left_queue(c->x, now))
            close_connection(c);
    }
}

/* How long nothing need be looked at. */
static int pause_ms(const struct http_server *s)
{
    if (s->table.oldest[HTTP_WORK] || s->deaf)
        return WATCH_MS;
    return s->table.count ? IDLE_LOOK_MS : -1;
}

static void look_at_clock(struct http_server *s)
{
    const uint64_t now = steady_ms();
    if (now < s->looked_ms + WATCH_MS)
        return;
    s->looked_ms = now;
    if (!atomic_load(&s->over)) /* only the last answers are sent then */
        listen_for(s, false);
    close_late(s, now);
    close_those_who_left(s, now);
    http_watch_active(s, now);
}

static void look(struct http_server *s, int ms)
{
    struct epoll_event events[MAX_EVENTS];
    const int n = epoll_wait(s->epoll, events, MAX_EVENTS, ms);
    uint64_t count;
    for (int i = 0; i < n; i++) {
        if (events[i].data.ptr == s)
            accept_some(s);
        else if (events[i].data.ptr == &s->wakeup)
            (void)!read(s->wakeup, &count, sizeof count);
        else
            on_event(events[i].data.ptr, events[i].events);
    }
    look_at_noted(s);
    read_again(s);
    look_at_clock(s);
    free_dead(s);
}

/* All but those that are being answered. */
static void close_idle(struct http_server *s)
{
    for (int phase = 0; phase < HTTP_FETCH; phase++)
        while (s->table.oldest[phase])
            close_connection((struct http_connection *)s->table.oldest[phase]);
}

static void close_all(struct http_server *s)
{
    close_idle(s);
    while (s->table.oldest[HTTP_FETCH])
        close_connection((struct http_connection *)s->table.oldest[HTTP_FETCH]);
    free_dead(s);
}

static void *run(void *arg)
{
    struct http_server *s = arg;
    while (!atomic_load(&s->over))
        look(s, pause_ms(s));
    const uint64_t until = steady_ms() + LAST_ANSWERS_MS;
    listen_for(s, true);
    look_at_noted(s);
    s->again = NULL;
    close_idle(s);
    while (s->table.oldest[HTTP_FETCH] && steady_ms() < until) {
        look(s, WATCH_MS);
        close_idle(s);
    }
    close_all(s);
    return NULL;
}

void http_wake_loop(struct http_server *s)
{
    const uint64_t one = 1;
    (void)!write(s->wakeup, &one, sizeof one);
}

static bool add_to_epoll(struct http_server *s, int fd, void *ptr)
{
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = ptr};
    return epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &e) == 0;
}

enum status http_start_loop(struct http_server *s, struct err *err)
{
    s->scratch = mem_alloc(SCRATCH_BYTES);
    if (!s->scratch)
        return err_nomem(err);
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
    s->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (s->epoll < 0 || s->wakeup < 0 || !add_to_epoll(s, s->listener, s) ||
        !add_to_epoll(s, s->wakeup, &s->wakeup))
        return err_errno(err, errno, &CANNOT_START, SPAN(""));
    const int failed = pthread_create(&s->loop, NULL, run, s);
    s->has_loop = failed == 0;
    return failed ? err_errno(err, failed, &CANNOT_START, SPAN("")) : STATUS_OK;
}

void http_end_loop(struct http_server *s)
{
    atomic_store(&s->over, true);
    if (s->has_loop) {
        http_wake_loop(s);
        pthread_join(s->loop, NULL);
    }
    if (s->epoll >= 0)
        close(s->epoll);
    if (s->wakeup >= 0)
        close(s->wakeup);
    mem_free(s->scratch);
}
