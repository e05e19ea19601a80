/* http.c: see http.h, and http_internal.h for the life of an exchange. */
#include "web/http/http.h"

#include <arpa/inet.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/num.h"
#include "web/http/http_internal.h"

/* --- The check of Host and Origin that decides which requests are served ---------------------- */

/* Cuts ":8017" off the end of *host; a missing port is 80. */
static bool eat_port(struct span *host, uint64_t *port)
{
    size_t at = host->n;
    *port = 80;
    while (at > 0 && host->p[at - 1] >= '0' && host->p[at - 1] <= '9')
        at--;
    if (at == 0 || host->p[at - 1] != ':')
        return true;
    if (!num_parse_u64(span_skip(*host, at), UINT16_MAX, port))
        return false;
    host->n = at - 1;
    return true;
}

/* "127.0.0.1", "[::1]": nobody can make such an address point elsewhere. */
static bool is_address(struct span host)
{
    char text[INET6_ADDRSTRLEN + 1];
    unsigned char bytes[sizeof(struct in6_addr)];
    int family = AF_INET;
    if (host.n >= 2 && host.p[0] == '[' && host.p[host.n - 1] == ']') {
        host = span_make(host.p + 1, host.n - 2);
        family = AF_INET6;
    }
    if (host.n == 0 || host.n >= sizeof text)
        return false;
    memcpy(text, host.p, host.n);
    text[host.n] = '\0';
    return strlen(text) == host.n && inet_pton(family, text, bytes) == 1;
}

/* "https://kifu.example": the address of the page behind a proxy.  Cuts the scheme off. */
static bool eat_scheme(struct span *name)
{
    return span_eat(name, SPAN("https://")) || span_eat(name, SPAN("http://"));
}

bool origin_name_is_good(struct span name)
{
    uint64_t port;
    const bool tls = span_starts(name, SPAN("https://"));
    if (eat_scheme(&name)) {
        const size_t whole = name.n;
        if (!eat_port(&name, &port) || (name.n < whole && port == (tls ? 443 : 80)))
            return false; /* browsers leave the usual port out */
    }
    for (size_t i = 0; i < name.n; i++) {
        const char c = name.p[i];
        if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
              c == '-' || c == '.' || c == '_'))
            return false;
    }
    return name.n != 0;
}

static bool is_public_host(const struct allowed_hosts *g, struct span host)
{
    for (size_t i = 0; i < g->name_count; i++) {
        struct span name = span_of(g->names[i]);
        if (eat_scheme(&name) && span_eq_nocase(host, name))
            return true;
    }
    return false;
}

bool origin_allows_host(const struct allowed_hosts *g, struct span host)
{
    uint64_t port;
    if (is_public_host(g, host))
        return true;
    if (!eat_port(&host, &port) || port != g->port)
        return false;
    if (is_address(host) || span_eq_nocase(host, SPAN("localhost")))
        return true;
    for (size_t i = 0; i < g->name_count; i++)
        if (host.n && span_eq_nocase(host, span_of(g->names[i])))
            return true;
    return false;
}

static bool is_public_origin(const struct allowed_hosts *g, struct span origin)
{
    for (size_t i = 0; i < g->name_count; i++) {
        struct span name = span_of(g->names[i]);
        if (span_eq_nocase(origin, name) && eat_scheme(&name))
            return true;
    }
    return false;
}

bool origin_is_same(const struct allowed_hosts *g, struct span host, struct span origin,
                    struct span fetch_site)
{
    if (is_public_origin(g, origin))
        return true;
    if (origin.n)
        return span_eat(&origin, SPAN("http://")) && !is_public_host(g, host) &&
               span_eq_nocase(origin, host);
    return fetch_site.n == 0 || span_eq(fetch_site, SPAN("same-origin")) ||
           span_eq(fetch_site, SPAN("none"));
}

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

void http_error(struct http_response *reply, unsigned status, const struct err *err, enum lang lang)
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
    s->guard = (struct allowed_hosts){.names = opt->names, .name_count = opt->name_count};
    s->handler = handler;
    s->ctx = ctx;
    s->listener = s->epoll = s->wakeup = -1;
    queue_init(&s->queue, HTTP_MAX_QUEUE);
    queue_init(&s->long_queue, HTTP_MAX_LONG_QUEUE);
    s->own_user = opt->own_user;
    s->is_long = opt->is_long;
    s->is_upload = opt->is_upload;
    s->upload_bytes = opt->upload_bytes;
    s->upload_folder = opt->upload_folder;
    s->upload_refusal = opt->upload_refusal;
    s->trust = opt->trust;
    if (opt->token && strlen(opt->token) < sizeof s->token)
        memcpy(s->token, opt->token, strlen(opt->token) + 1);
    s->deadline_ms = opt->deadline_ms ? opt->deadline_ms : 10000;
    s->long_ms = opt->long_ms ? opt->long_ms : 600000;
    http_table_init(&s->table, HTTP_MAX_CONNECTIONS, HTTP_MAX_PER_ADDRESS, opt->patience_ms);
    pthread_mutex_init(&s->lock, NULL);
    enum status st = http_listen(s, opt, err);
    http_token_cookie(span_of(s->token), s->guard.port, s->cookie);
    if (st == STATUS_OK)
        st = http_start_workers(s, opt->workers, err);
    if (st == STATUS_OK)
        st = http_start_loop(s, err);
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
    for (struct http_exchange *x = s->active; x; x = x->next)
        http_cancel(x);
    pthread_cond_broadcast(&s->queue.work);
    pthread_cond_broadcast(&s->long_queue.work);
    pthread_mutex_unlock(&s->lock);
    http_join_workers(s);
    http_end_loop(s);
    if (s->listener >= 0)
        close(s->listener);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->queue.work);
    pthread_cond_destroy(&s->long_queue.work);
    mem_free(s);
}
