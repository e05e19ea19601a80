/* http.c: see http.h, and http_internal.h for the life of an exchange. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/num.h"
#include "base/pool.h"
#include "base/steady.h"
#include "base/utf8.h"
#include "web/http_internal.h"

static const struct msg CANNOT_START = {"the server could not be started",
                                        "サーバーを始められませんでした"};
static const struct msg WRONG_HOST = {
    "this address is not served here; use the one that kifu serve printed",
    "このアドレスでは応答しません。kifu serve が表示したものをお使いください"};
static const struct msg WRONG_ORIGIN = {"requests of other pages are not answered",
                                        "他のページからの要求には応答しません"};
static const struct msg WRONG_METHOD = {"only GET, HEAD and POST are understood",
                                        "GET, HEAD, POST だけが使えます"};
static const struct msg WRONG_TYPE = {"send a JSON object as application/json",
                                      "application/json の JSON を送ってください"};
static const struct msg WRONG_FILE_TYPE = {
    "send the file as it is, as application/octet-stream",
    "ファイルを application/octet-stream としてそのまま送ってください"};
static const struct msg AMBIGUOUS = {"it is not clear where the request goes or where it ends",
                                     "要求の宛先または終わりがはっきりしません"};
static const struct msg TOO_LARGE = {"the request is too large", "要求が大きすぎます"};
static const struct msg TOO_MANY_ARGS = {"too many arguments", "引数が多すぎます"};
static const struct msg NOT_UTF8 = {"the arguments are not UTF-8", "引数が UTF-8 ではありません"};
static const struct msg BUSY = {"too much to do at the moment; try again soon",
                                "混み合っています。少し待って再度お試しください"};

void http_error_member(struct json *j, const struct err *err, enum lang lang)
{
    struct buf message;
    buf_init(&message, BUF_DEFAULT_MAX);
    err_message(err, lang, &message);
    json_key(j, "error");
    json_open_object(j);
    json_key_cstr(j, "code", status_name(err->code));
    json_key_str(j, "message", buf_span(&message));
    if (err->file[0] && err->code != STATUS_IO) /* files are nobody's business */
        json_key_cstr(j, "name", err->file);
    else if (err->line && !err->file[0])
        json_key_u64(j, "byte", err->byte);
    json_end(j);
    buf_release(&message);
}

void http_error(struct http_reply *reply, unsigned status, const struct err *err, enum lang lang)
{
    struct json j;
    buf_clear(&reply->body);
    reply->status = status;
    reply->type = "application/json";
    reply->fixed = SPAN("");
    reply->download = NULL;
    json_init(&j, &reply->body);
    json_open_object(&j);
    http_error_member(&j, err, lang);
    json_end(&j);
    json_line(&j);
}

/* --- Exchanges ------------------------------------------------------------------------------- */

static struct exchange *exchange_new(struct http_server *s, struct MHD_Connection *connection)
{
    struct exchange *x = mem_calloc(1, sizeof *x);
    if (!x)
        return NULL;
    x->server = s;
    x->connection = connection;
    x->reply.status = MHD_HTTP_OK;
    x->reply.type = "application/json";
    buf_init(&x->reply.body, BUF_DEFAULT_MAX);
    buf_init(&x->ready, BUF_DEFAULT_MAX);
    buf_init(&x->body, HTTP_MAX_BODY);
    buf_init(&x->texts, HTTP_CONNECTION_MEMORY);
    atomic_init(&x->cancelled, false);
    x->request.cancelled = &x->cancelled;
    x->request.ending = &s->ending;
    x->reply.link = x;
    pthread_cond_init(&x->room, NULL);
    return x;
}

/* The bytes of an answer that is being sent are counted by the loop alone: only it has that kind of
 * exchange, and frees it. */
static void exchange_free(struct exchange *x)
{
    if (x->unsent)
        x->server->unsent -= x->unsent;
    pthread_cond_destroy(&x->room);
    buf_release(&x->ready);
    buf_release(&x->reply.body);
    buf_release(&x->body);
    buf_release(&x->texts);
    http_upload_end(x);
    mem_free(x);
}

static struct span header_of(const struct exchange *x, const char *name)
{
    return span_of(MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, name));
}

static enum lang lang_of(const struct exchange *x)
{
    return span_starts(header_of(x, "Accept-Language"), SPAN("ja")) ? LANG_JA : LANG_EN;
}

static struct patience_client *client_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void refuse(struct exchange *x, unsigned status, enum status code, const struct msg *what)
{
    struct err err;
    err_plain(&err, code, what);
    http_error(&x->reply, status, &err, lang_of(x));
}

/* The memory of a connection must not be relied on by other threads, so arguments are copied; they
 * become spans when texts does not move any more. */
static enum MHD_Result keep_arg(void *ctx, enum MHD_ValueKind kind, const char *name,
                                size_t name_bytes, const char *value, size_t value_bytes)
{
    struct exchange *x = ctx;
    (void)kind;
    if (x->request.arg_count == HTTP_MAX_ARGS) {
        x->bad_args = true;
        return MHD_NO;
    }
    size_t *at = x->arg_at[x->request.arg_count++];
    at[0] = x->texts.n;
    at[1] = name_bytes;
    buf_add(&x->texts, name, name_bytes);
    at[2] = x->texts.n;
    at[3] = value ? value_bytes : 0;
    if (value)
        buf_add(&x->texts, value, value_bytes);
    return MHD_YES;
}

static void keep_args(struct exchange *x, const char *url)
{
    MHD_get_connection_values_n(x->connection, MHD_GET_ARGUMENT_KIND, keep_arg, x);
    size_t args_end = x->texts.n;
    buf_add_str(&x->texts, url);
    size_t url_end = x->texts.n;
    buf_add_span(&x->texts, header_of(x, "Accept-Language"));
    if (buf_status(&x->texts) != STATUS_OK) {
        x->bad_args = true;
        x->request.arg_count = 0;
        return;
    }
    const char *base = x->texts.p;
    for (size_t i = 0; i < x->request.arg_count; i++)
        x->request.args[i] = (struct http_arg){span_make(base + x->arg_at[i][0], x->arg_at[i][1]),
                                               span_make(base + x->arg_at[i][2], x->arg_at[i][3])};
    x->request.path = span_make(base + args_end, url_end - args_end);
    x->request.language = span_make(base + url_end, x->texts.n - url_end);
    x->not_utf8 = utf8_valid_prefix(buf_span(&x->texts)) != x->texts.n;
}

/* Neither is a type that a form, or a script of another page without being asked about, can send.
 */
static bool has_right_type(const struct exchange *x)
{
    struct span wanted =
        x->request.is_upload ? SPAN("application/octet-stream") : SPAN("application/json");
    return span_starts(header_of(x, "Content-Type"), wanted);
}

/* What can be said before the body was read.  True if the request may go on. */
static bool admit(struct exchange *x, const char *method)
{
    struct span host = header_of(x, "Host"), length = header_of(x, "Content-Length");
    bool api = span_starts(x->request.path, SPAN("/api/"));
    const bool upload = x->request.is_upload;
    const struct msg *refusal = upload ? x->server->upload_refusal : NULL;
    uint64_t bytes = 0;
    if (http_is_ambiguous(x->connection))
        refuse(x, MHD_HTTP_BAD_REQUEST, STATUS_SYNTAX, &AMBIGUOUS);
    else if (!guard_host(&x->server->guard, host))
        refuse(x, MHD_HTTP_MISDIRECTED_REQUEST, STATUS_UNSUPPORTED, &WRONG_HOST);
    else if (api && !guard_origin(host, header_of(x, "Origin"), header_of(x, "Sec-Fetch-Site")))
        refuse(x, MHD_HTTP_FORBIDDEN, STATUS_UNSUPPORTED, &WRONG_ORIGIN);
    else if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0 &&
             strcmp(method, "POST") != 0)
        refuse(x, MHD_HTTP_METHOD_NOT_ALLOWED, STATUS_UNSUPPORTED, &WRONG_METHOD);
    else if (refusal)
        refuse(x, MHD_HTTP_FORBIDDEN, STATUS_UNSUPPORTED, refusal);
    else if (length.n &&
             !num_parse_u64(length, upload ? x->server->upload_bytes : HTTP_MAX_BODY, &bytes))
        refuse(x, MHD_HTTP_CONTENT_TOO_LARGE, STATUS_LIMIT, &TOO_LARGE);
    else if (x->bad_args)
        refuse(x, MHD_HTTP_URI_TOO_LONG, STATUS_LIMIT, &TOO_MANY_ARGS);
    else if (x->not_utf8)
        refuse(x, MHD_HTTP_BAD_REQUEST, STATUS_CHARSET, &NOT_UTF8);
    else if (strcmp(method, "POST") == 0 && !has_right_type(x))
        refuse(x, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, STATUS_UNSUPPORTED,
               upload ? &WRONG_FILE_TYPE : &WRONG_TYPE);
    else
        return true;
    return false;
}

/* A file may come, if there is not another. */
static bool admit_upload(struct exchange *x)
{
    struct err err;
    unsigned status = x->request.is_upload ? http_upload_begin(x, &err) : 0;
    if (status)
        http_error(&x->reply, status, &err, lang_of(x));
    return status == 0;
}

/* --- Answers --------------------------------------------------------------------------------- */

static const char PAGE_POLICY[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/* A picture has its colours inside. */
static const char PICTURE_POLICY[] = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/* Fails only for want of memory. */
static bool add_headers(struct MHD_Response *r, const struct http_reply *reply)
{
    const bool picture = strcmp(reply->type, "image/svg+xml") == 0;
    const bool wrong_method = reply->status == MHD_HTTP_METHOD_NOT_ALLOWED;
    const char *const headers[][2] = {
        {"Content-Type", reply->type},
        {"Content-Security-Policy", picture ? PICTURE_POLICY : PAGE_POLICY},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", reply->fixed.n ? "no-cache" : "no-store"},
        {wrong_method ? "Allow" : NULL, "GET, HEAD, POST"},
        /* there are others who want a connection */
        {reply->status == MHD_HTTP_SERVICE_UNAVAILABLE ? "Connection" : NULL, "close"},
        {reply->download ? "Content-Disposition" : NULL, reply->download},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (headers[i][0] && MHD_add_response_header(r, headers[i][0], headers[i][1]) != MHD_YES)
            return false;
    return true;
}

/* r may be NULL; it is this function's. */
static enum MHD_Result queue_response(struct exchange *x, struct MHD_Response *r,
                                      const struct http_reply *reply)
{
    if (!r)
        return MHD_NO;
    enum MHD_Result sent =
        add_headers(r, reply) ? MHD_queue_response(x->connection, reply->status, r) : MHD_NO;
    MHD_destroy_response(r);
    return sent;
}

static enum MHD_Result send_reply(struct exchange *x)
{
    struct http_reply *reply = &x->reply;
    if (buf_status(&reply->body) != STATUS_OK)
        refuse(x, MHD_HTTP_INTERNAL_SERVER_ERROR, STATUS_LIMIT, &TOO_LARGE);
    else if (reply->body.n > HTTP_SMALL_ANSWER &&
             x->server->unsent + reply->body.n > HTTP_MAX_UNSENT)
        refuse(x, MHD_HTTP_SERVICE_UNAVAILABLE, STATUS_LIMIT, &BUSY);
    x->unsent = reply->body.n;
    x->server->unsent += x->unsent;
    struct span bytes = reply->fixed.n ? reply->fixed : buf_span(&reply->body);
    patience_begin(&x->server->patience, client_of(x->connection), bytes.n);
    /* The bytes live in the exchange, which is freed when they were sent. */
    struct MHD_Response *r = MHD_create_response_from_buffer(bytes.n, (void *)(uintptr_t)bytes.p,
                                                             MHD_RESPMEM_PERSISTENT);
    return queue_response(x, r, reply);
}

/* Of an answer that is sent piece by piece. */
static enum MHD_Result send_stream(struct exchange *x)
{
    struct MHD_Response *r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, HTTP_STREAM_BYTES,
                                                               http_stream_read, x, NULL);
    return queue_response(x, r, &x->begun);
}

/* --- Workers --------------------------------------------------------------------------------- */

enum { WATCH_MS = 50 }; /* those with a worker are looked after so often */

/* False if there is no room, or the server is ending. */
static bool enqueue(struct exchange *x)
{
    struct http_server *s = x->server;
    struct http_queue *q = x->is_long ? &s->long_queue : &s->queue;
    bool taken = false;
    pthread_mutex_lock(&s->lock);
    if (!s->stopping && q->count < q->limit) {
        taken = true;
        x->stage = QUEUED;
        x->next = NULL;
        x->queued_ms = steady_ms();
        x->deadline_ms = x->queued_ms + (x->request.is_upload ? HTTP_UPLOAD_MS
                                         : x->is_long         ? s->long_ms
                                                              : s->deadline_ms);
        patience_pause(&s->patience, client_of(x->connection));
        MHD_suspend_connection(x->connection);
        *q->last = x;
        q->last = &x->next;
        q->count++;
        pthread_cond_signal(&q->work);
    }
    pthread_mutex_unlock(&s->lock);
    return taken;
}

/* Or the connection was broken, which is told once as an error. */
static bool has_hung_up(const struct exchange *x)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(x->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    char byte;
    if (!info)
        return false;
    ssize_t got = recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

/* Nobody works for one who left while it waited: those who ask and leave, again and again, would
 * keep all workers from the others.  (Who says at once that nothing more will come has not left.)
 */
static bool left_the_queue(const struct exchange *x)
{
    return steady_ms() - x->queued_ms > WATCH_MS && has_hung_up(x);
}

/* The next exchange, now among the active ones; NULL when the server ends and nothing waits. */
static struct exchange *take(struct http_server *s, struct http_queue *q)
{
    pthread_mutex_lock(&s->lock);
    while (!q->first && !s->stopping)
        pthread_cond_wait(&q->work, &s->lock);
    struct exchange *x = q->first;
    if (x) {
        q->first = x->next;
        if (!q->first)
            q->last = &q->first;
        q->count--;
        if (s->stopping || left_the_queue(x))
            atomic_store(&x->cancelled, true);
        x->next = s->active;
        s->active = x;
        pthread_cond_signal(&s->rest);
    }
    pthread_mutex_unlock(&s->lock);
    return x;
}

static void give_back(struct http_server *s, struct exchange *x)
{
    bool abandoned = false;
    pthread_mutex_lock(&s->lock);
    struct exchange **at = &s->active;
    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    if (x->stage == STREAMING) {
        abandoned = x->closed;
        http_stream_finish(x);
    } else {
        x->stage = ANSWERED;
        MHD_resume_connection(x->connection);
    }
    pthread_mutex_unlock(&s->lock);
    if (abandoned)
        exchange_free(x);
}

static void work_through(struct http_server *s, struct http_queue *q)
{
    struct exchange *x;
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

/* Until somebody has a worker; for a second if there are clients who may be too slow. */
static void rest(struct http_server *s)
{
    struct timespec until;
    if (patience_enforce(&s->patience) == 0) {
        pthread_cond_wait(&s->rest, &s->lock);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_cond_timedwait(&s->rest, &s->lock, &until);
}

/* Looks after those with a worker twenty times a second, and after all others once; sleeps while
 * there are none. */
static void *watch(void *arg)
{
    struct http_server *s = arg;
    const struct timespec pause = {.tv_nsec = WATCH_MS * 1000000};
    pthread_mutex_lock(&s->lock);
    while (!s->stopping) {
        if (!s->active) {
            rest(s);
            continue;
        }
        patience_enforce(&s->patience);
        uint64_t now = steady_ms();
        for (struct exchange *x = s->active; x; x = x->next)
            if (now > x->deadline_ms || (!x->closed && has_hung_up(x)))
                atomic_store(&x->cancelled, true);
        pthread_mutex_unlock(&s->lock);
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* --- What libmicrohttpd calls, in its one thread --------------------------------------------- */

static enum MHD_Result begin(struct http_server *s, struct MHD_Connection *connection,
                             const char *url, const char *method, void **state)
{
    struct exchange *x = client_of(connection) ? exchange_new(s, connection) : NULL;
    if (!x)
        return MHD_NO; /* the connection is closed */
    *state = x;
    x->request.method = strcmp(method, "POST") == 0 ? HTTP_POST : HTTP_GET;
    keep_args(x, url);
    x->is_long = s->is_long && s->is_long(x->request.path);
    x->request.is_upload =
        x->request.method == HTTP_POST && s->is_upload && s->is_upload(x->request.path);
    return admit(x, method) && admit_upload(x) ? MHD_YES : send_reply(x);
}

static enum MHD_Result finish_reading(struct exchange *x)
{
    struct err err;
    x->request.body = buf_span(&x->body);
    if (x->has_upload && spool_view(&x->spool, &x->request.body, &err) != STATUS_OK)
        http_error(&x->reply,
                   err.code == STATUS_LIMIT ? MHD_HTTP_CONTENT_TOO_LARGE
                                            : MHD_HTTP_INTERNAL_SERVER_ERROR,
                   &err, lang_of(x));
    else if (buf_status(&x->body) != STATUS_OK)
        refuse(x, MHD_HTTP_CONTENT_TOO_LARGE, STATUS_LIMIT, &TOO_LARGE);
    else if (enqueue(x))
        return MHD_YES;
    else
        refuse(x, MHD_HTTP_SERVICE_UNAVAILABLE, STATUS_LIMIT, &BUSY);
    return send_reply(x);
}

/* What is thrown away earns no time; and who never ends is not waited for. */
static enum MHD_Result read_more(struct exchange *x, struct span more)
{
    if (x->has_upload ? x->spool.too_large : buf_status(&x->body) != STATUS_OK) {
        x->thrown += more.n;
        return x->thrown > HTTP_MAX_THROWN ? MHD_NO : MHD_YES;
    }
    patience_extend(&x->server->patience, client_of(x->connection), more.n);
    if (x->has_upload)
        spool_add(&x->spool, more);
    else
        buf_add_span(&x->body, more); /* too much is remembered */
    return MHD_YES;
}

static enum MHD_Result on_request(void *ctx, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_bytes, void **state)
{
    struct exchange *x = *state;
    (void)version;
    if (!x)
        return begin(ctx, connection, url, method, state);
    if (*upload_bytes) {
        struct span more = span_make(upload, *upload_bytes);
        *upload_bytes = 0;
        return read_more(x, more);
    }
    if (x->stage == READING)
        return finish_reading(x);
    return x->stage == STREAMING ? send_stream(x) : send_reply(x);
}

static void on_completed(void *ctx, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode why)
{
    struct http_server *s = ctx;
    (void)why;
    if (*state && !http_stream_abandon(*state))
        exchange_free(*state);
    *state = NULL;
    struct patience_client *c = client_of(connection);
    if (c) /* there may be another request */
        patience_begin(&s->patience, c, 0);
}

static void on_connection(void *ctx, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode what)
{
    struct http_server *s = ctx;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (*context)
            patience_remove(&s->patience, *context);
        mem_free(*context);
        *context = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct patience_client *c = mem_calloc(1, sizeof *c);
    *context = c;
    if (!c)
        return; /* nobody watches it; on_request() closes it */
    patience_add(&s->patience, c, info->connect_fd);
    pthread_mutex_lock(&s->lock);
    pthread_cond_signal(&s->rest);
    pthread_mutex_unlock(&s->lock);
}

/* --- Starting and stopping ------------------------------------------------------------------- */

static enum status start_daemon(struct http_server *s, struct err *err)
{
    s->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, s,
        MHD_OPTION_LISTEN_SOCKET, s->listener, MHD_OPTION_NOTIFY_COMPLETED, on_completed, s,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, s, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)HTTP_MAX_CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)HTTP_CONNECTION_MEMORY, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)HTTP_IDLE_SECONDS,
        MHD_OPTION_UNESCAPE_CALLBACK, http_unescape, NULL, MHD_OPTION_END);
    if (!s->daemon)
        return err_plain(err, STATUS_IO, &CANNOT_START);
    s->listener = -1; /* the daemon's now */
    return STATUS_OK;
}

static enum status start_threads(struct http_server *s, unsigned workers, struct err *err)
{
    if (workers == 0)
        workers = 2 * pool_cpu_count();
    workers = workers < 4 ? 4 : workers > HTTP_MAX_WORKERS ? HTTP_MAX_WORKERS : workers;
    while (s->worker_count < workers &&
           pthread_create(&s->workers[s->worker_count], NULL, work, s) == 0)
        s->worker_count++;
    while (s->long_count < HTTP_LONG_WORKERS &&
           pthread_create(&s->long_workers[s->long_count], NULL, work_long, s) == 0)
        s->long_count++;
    s->has_watchman = pthread_create(&s->watchman, NULL, watch, s) == 0;
    return s->worker_count && s->long_count && s->has_watchman
               ? STATUS_OK
               : err_plain(err, STATUS_IO, &CANNOT_START);
}

static void queue_init(struct http_queue *q, size_t limit)
{
    q->last = &q->first;
    q->limit = limit;
    pthread_cond_init(&q->work, NULL);
}

enum status http_start(struct http_server **out, const struct http_options *opt,
                       http_handler *handler, void *ctx, struct err *err)
{
    *out = NULL;
    struct http_server *s = mem_calloc(1, sizeof *s);
    if (!s)
        return err_nomem(err);
    s->guard = (struct guard){.names = opt->names, .name_count = opt->name_count};
    s->handler = handler;
    s->ctx = ctx;
    s->listener = -1;
    queue_init(&s->queue, HTTP_MAX_QUEUE);
    queue_init(&s->long_queue, HTTP_MAX_LONG_QUEUE);
    s->is_long = opt->is_long;
    s->is_upload = opt->is_upload;
    s->upload_bytes = opt->upload_bytes;
    s->upload_folder = opt->upload_folder;
    s->upload_refusal = opt->upload_refusal;
    s->deadline_ms = opt->deadline_ms ? opt->deadline_ms : 10000;
    s->long_ms = opt->long_ms ? opt->long_ms : 600000;
    patience_init(&s->patience, opt->patience_ms ? opt->patience_ms : PATIENCE_MS);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->rest, NULL);
    enum status st = http_listen(s, opt, err);
    if (st == STATUS_OK)
        st = start_threads(s, opt->workers, err);
    if (st == STATUS_OK)
        st = start_daemon(s, err);
    if (st != STATUS_OK)
        http_stop(s);
    else
        *out = s;
    return st;
}

uint16_t http_port(const struct http_server *s)
{
    return s->guard.port;
}

void http_stop(struct http_server *s)
{
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->stopping = true;
    atomic_store(&s->ending, true);
    for (struct exchange *x = s->active; x; x = x->next)
        atomic_store(&x->cancelled, true);
    pthread_cond_broadcast(&s->queue.work);
    pthread_cond_broadcast(&s->long_queue.work);
    pthread_cond_broadcast(&s->rest);
    pthread_mutex_unlock(&s->lock);
    for (unsigned i = 0; i < s->worker_count; i++)
        pthread_join(s->workers[i], NULL);
    for (unsigned i = 0; i < s->long_count; i++)
        pthread_join(s->long_workers[i], NULL);
    if (s->has_watchman)
        pthread_join(s->watchman, NULL);
    if (s->daemon)
        MHD_stop_daemon(s->daemon);
    if (s->listener >= 0)
        close(s->listener);
    patience_destroy(&s->patience);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->queue.work);
    pthread_cond_destroy(&s->long_queue.work);
    pthread_cond_destroy(&s->rest);
    mem_free(s);
}
