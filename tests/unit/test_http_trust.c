/* test_http_trust.c: whose requests may change something, and whose turn it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "web/http/http.h"
#include "web/http/http_internal.h"

#define TOKEN "0123456789abcdef-_XYZ"
#define SERVED_FIRST 16

/* /hold stays until it is let go, or cancelled; everything else says whether it may change anything,
 * and is noted in the order in which it was served. */
struct held_site {
    atomic_uint holding, to_go, served;
    char order[SERVED_FIRST];
};

static void answer(void *ctx, const struct http_request *request, struct http_response *reply)
{
    struct held_site *site = ctx;
    const struct timespec pause = {.tv_nsec = 1000000};
    reply->type = "text/plain";
    if (span_eq(request->path, SPAN("/hold"))) {
        atomic_fetch_add(&site->holding, 1);
        unsigned left = 0;
        while (!atomic_load(request->cancelled) &&
               (left = atomic_load(&site->to_go),
                left == 0 || !atomic_compare_exchange_strong(&site->to_go, &left, left - 1)))
            nanosleep(&pause, NULL);
        return;
    }
    const unsigned nth = atomic_fetch_add(&site->served, 1);
    if (nth < SERVED_FIRST && request->path.n > 1)
        site->order[nth] = request->path.p[1];
    buf_add_str(&reply->body, request->untrusted ? "may not" : "may change");
}

static bool is_upload(struct span path)
{
    return span_eq(path, SPAN("/file"));
}

static struct http_server *open_server(struct held_site *site, struct http_options opt)
{
    struct http_server *server;
    struct err err;
    opt.bind = "127.0.0.1";
    opt.is_upload = is_upload;
    opt.upload_bytes = 1000;
    opt.deadline_ms = 600000;
    *site = (struct held_site){0};
    assert_int_equal(http_start(&server, &opt, answer, site, &err), STATUS_OK);
    return server;
}

static int dial_from(uint32_t address, uint16_t port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)}, own = to;
    const struct timeval limit = {.tv_sec = 120};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    own.sin_addr.s_addr = htonl(address);
    own.sin_port = 0;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    assert_int_equal(bind(fd, (struct sockaddr *)&own, sizeof own), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

/* Sends "METHOD PATH" with these headers. */
static int begin_from(uint32_t address, uint16_t port, const char *line, const char *headers,
                      const char *body)
{
    char request[2048];
    const int n = snprintf(request, sizeof request,
                           "%s HTTP/1.1\r\nHost: localhost:%u\r\nConnection: close\r\n%s\r\n%s",
                           line, port, headers, body);
    assert_true(n > 0 && (size_t)n < sizeof request);
    int fd = dial_from(address, port);
    assert_int_equal(send(fd, request, (size_t)n, MSG_NOSIGNAL), n);
    return fd;
}

static int begin(uint16_t port, const char *line, const char *headers, const char *body)
{
    return begin_from(INADDR_LOOPBACK, port, line, headers, body);
}

static void read_to_end(int fd, char *reply, size_t room)
{
    size_t n = 0;
    for (ssize_t got; n + 1 < room && (got = recv(fd, reply + n, room - n - 1, 0)) > 0;)
        n += (size_t)got;
    reply[n] = '\0';
    close(fd);
}

static void expect(uint16_t port, const char *line, const char *headers, const char *body,
                   const char *status, const char *has, const char *has_not)
{
    char reply[8192];
    read_to_end(begin(port, line, headers, body), reply, sizeof reply);
    if (!strstr(reply, status) || !strstr(reply, has) || (has_not && strstr(reply, has_not)))
        fail_msg("to %s\n%s wanted %s with «%s», got\n%s", line, headers, status, has, reply);
}

static void wait_until(const atomic_uint *count, unsigned wanted)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    for (int i = 0; i < 60000 && atomic_load(count) < wanted; i++)
        nanosleep(&pause, NULL);
    assert_true(atomic_load(count) >= wanted);
}

/* --- Trust ------------------------------------------------------------------------------------ */

static void test_tokens(void **state)
{
    (void)state;
    char a[HTTP_TOKEN_MOST + 1], b[HTTP_TOKEN_MOST + 1], cookie[HTTP_COOKIE_BYTES];
    char longest[HTTP_TOKEN_MOST + 1];
    assert_true(http_token_make(a) && http_token_make(b));
    assert_int_equal(strlen(a), HTTP_TOKEN_MADE);
    assert_string_not_equal(a, b);
    assert_true(http_token_is_good(span_of(a)));
    assert_true(http_token_same(span_of(a), span_of(a)));
    assert_false(http_token_same(span_of(a), span_of(b)));
    assert_false(http_token_same(span_of(a), span_make(a, HTTP_TOKEN_MADE - 1)));
    assert_false(http_token_same(SPAN(""), SPAN("")));
    assert_true(http_token_is_good(SPAN(TOKEN)));
    assert_false(http_token_is_good(SPAN("fifteen-letters")));
    assert_false(http_token_is_good(SPAN("0123456789abcdef;")));
    assert_false(http_token_is_good(SPAN("0123456789abcdef\r\nX: y")));
    memset(longest, 'a', sizeof longest);
    assert_false(http_token_is_good(span_make(longest, HTTP_TOKEN_MOST + 1)));
    http_token_cookie(span_make(longest, HTTP_TOKEN_MOST), UINT16_MAX, cookie);
    assert_non_null(strstr(cookie, "; HttpOnly; SameSite=Strict")); /* it fits */
}

#define JSON "Content-Type: application/json\r\nContent-Length: 2\r\n"
#define BYTES "Content-Type: application/octet-stream\r\nContent-Length: 3\r\n"

static void test_who_has_the_token(void **state)
{
    (void)state;
    struct held_site site;
    struct http_server *s =
        open_server(&site, (struct http_options){.trust = HTTP_TRUST_TOKEN, .token = TOKEN});
    const uint16_t port = http_port(s);
    char headers[512];
    expect(port, "GET /x", "", "", " 200 ", "may not", "Set-Cookie");
    expect(port, "POST /x", JSON, "{}", " 200 ", "may not", NULL);
    expect(port, "GET /x", "Authorization: Bearer " TOKEN "\r\n", "", " 200 ", "may change",
           "Set-Cookie");
    expect(port, "GET /x", "Authorization: Bearer " TOKEN "x\r\n", "", " 200 ", "may not", NULL);
    expect(port, "GET /x", "Authorization: Bearer \r\n", "", " 200 ", "may not", NULL);
    expect(port, "GET /x", "Authorization: Basic " TOKEN "\r\n", "", " 200 ", "may not", NULL);
    expect(port, "GET /x?token=" TOKEN, "", "", " 200 ", "may not", "Set-Cookie");
    expect(port, "GET /?token=" TOKEN "0", "", "", " 200 ", "may not", "Set-Cookie");
    expect(port, "GET /?token=", "", "", " 200 ", "may not", "Set-Cookie");
    snprintf(headers, sizeof headers, "Set-Cookie: kifu-token-%u=" TOKEN "; Path=/;", port);
    expect(port, "GET /?token=" TOKEN, "", "", " 200 ", headers, NULL);
    snprintf(headers, sizeof headers, "Cookie: a=b; kifu-token-%u=" TOKEN ";c=d\r\n", port);
    expect(port, "GET /x", headers, "", " 200 ", "may change", NULL);
    snprintf(headers, sizeof headers, "Cookie: kifu-token-%u=" TOKEN "\r\n", port - 1U);
    expect(port, "GET /x", headers, "", " 200 ", "may not", NULL);
    snprintf(headers, sizeof headers, "Cookie: kifu-token-%u=\r\n", port);
    expect(port, "GET /x", headers, "", " 200 ", "may not", NULL);
    /* A file is refused before it has come. */
    const unsigned before = atomic_load(&site.served);
    expect(port, "POST /file", BYTES, "", " 403 ", "token", NULL);
    assert_int_equal(atomic_load(&site.served), before);
    expect(port, "POST /file", BYTES "Authorization: Bearer " TOKEN "\r\n", "abc", " 200 ",
           "may change", NULL);
    http_stop(s);
}

static void test_trust_without_token(void **state)
{
    (void)state;
    struct held_site site;
    struct http_server *s = open_server(&site, (struct http_options){.trust = HTTP_TRUST_USER});
    expect(http_port(s), "POST /x", JSON, "{}", " 200 ", "may change", NULL);
    expect(http_port(s), "POST /file", BYTES, "abc", " 200 ", "may change", NULL);
    expect(http_port(s), "GET /?token=", "", "", " 200 ", "", "Set-Cookie");
    http_stop(s);
    s = open_server(&site, (struct http_options){0});
    expect(http_port(s), "POST /x", JSON, "{}", " 200 ", "may change", NULL);
    http_stop(s);
}

/* --- Turns ------------------------------------------------------------------------------------ */

/* All workers are with one address, which has more requests; another comes last and is first. */
static void test_addresses_take_turns(void **state)
{
    (void)state;
    enum { WORKERS = 4, MORE = 6 };
    struct held_site site;
    int held[WORKERS], more[MORE], other;
    char reply[4096];
    struct http_server *s = open_server(&site, (struct http_options){.workers = WORKERS});
    const uint16_t port = http_port(s);
    for (int i = 0; i < WORKERS; i++)
        held[i] = begin(port, "GET /hold", "", "");
    wait_until(&site.holding, WORKERS);
    for (int i = 0; i < MORE; i++)
        more[i] = begin(port, "GET /many", "", "");
    pthread_mutex_lock(&s->lock);
    for (size_t n = s->queue.count; n < MORE; n = s->queue.count) {
        pthread_mutex_unlock(&s->lock);
        usleep(1000);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    other = begin_from(INADDR_LOOPBACK + 1, port, "GET /one", "", "");
    for (size_t n = 0; n < MORE + 1;) {
        usleep(1000);
        pthread_mutex_lock(&s->lock);
        n = s->queue.count;
        pthread_mutex_unlock(&s->lock);
    }
    atomic_store(&site.to_go, 1);
    read_to_end(other, reply, sizeof reply);
    wait_until(&site.served, MORE + 1);
    assert_int_equal(site.order[0], 'o');
    assert_int_equal(site.order[1], 'm');
    atomic_store(&site.to_go, WORKERS);
    for (int i = 0; i < MORE; i++)
        read_to_end(more[i], reply, sizeof reply);
    for (int i = 0; i < WORKERS; i++)
        read_to_end(held[i], reply, sizeof reply);
    http_stop(s);
}

/* However many are long at work, there is a worker for the next, up to the limit. */
static void test_slow_ones_do_not_keep_others_waiting(void **state)
{
    (void)state;
    enum { SLOW = HTTP_MAX_WORKERS - 1 };
    struct held_site site;
    int held[SLOW];
    char reply[4096];
    struct http_server *s = open_server(&site, (struct http_options){0});
    for (int i = 0; i < SLOW; i++)
        held[i] = begin(http_port(s), "GET /hold", "", "");
    wait_until(&site.holding, SLOW);
    expect(http_port(s), "GET /x", "", "", " 200 ", "may change", NULL);
    pthread_mutex_lock(&s->lock);
    assert_true(s->worker_count <= HTTP_MAX_WORKERS);
    pthread_mutex_unlock(&s->lock);
    atomic_store(&site.to_go, SLOW);
    for (int i = 0; i < SLOW; i++)
        read_to_end(held[i], reply, sizeof reply);
    http_stop(s);
}

/* An address of the network, for which no client can be had here: exchanges without one. */
struct far_client {
    struct http_connection connection;
    struct http_exchange *x;
};

static bool enqueue_far(struct http_server *s, struct far_client *c)
{
    c->connection.slot.from = (struct http_address){.bytes = {[15] = 7}};
    c->x = http_exchange_new(s, &c->connection);
    assert_non_null(c->x);
    c->x->request.path = SPAN("/hold");
    return http_enqueue(c->x);
}

static void end_far(struct far_client *c)
{
    if (!http_abandon(c->x)) /* else a worker has it, and frees it */
        http_exchange_free(c->x);
}

static void test_shares(void **state)
{
    (void)state;
    assert_int_equal(http_share(HTTP_MAX_WORKERS), HTTP_MAX_WORKERS - 4);
    assert_int_equal(http_share(HTTP_LONG_WORKERS), HTTP_LONG_WORKERS - 1);
    assert_int_equal(http_share(HTTP_MAX_LONG_QUEUE), HTTP_MAX_LONG_QUEUE - 1);
    enum { WORKERS = 4, MOST = WORKERS - 1, PLACES = HTTP_MAX_QUEUE - HTTP_MAX_QUEUE / 8 };
    static struct far_client far[MOST + PLACES + 1];
    struct held_site site;
    struct http_server *s = open_server(&site, (struct http_options){.workers = WORKERS});
    for (unsigned i = 0; i < MOST; i++) {
        assert_true(enqueue_far(s, &far[i]));
        wait_until(&site.holding, i + 1);
    }
    for (unsigned i = MOST; i < MOST + PLACES; i++)
        assert_true(enqueue_far(s, &far[i]));
    assert_false(enqueue_far(s, &far[MOST + PLACES])); /* there is room, but not for this one */
    expect(http_port(s), "GET /x", "", "", " 200 ", "may change", NULL); /* by the worker left */
    assert_int_equal(atomic_load(&site.holding), MOST);
    for (unsigned i = MOST + PLACES + 1; i-- > 0;)
        end_far(&far[i]);
    http_stop(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_who_has_the_token),
        cmocka_unit_test(test_trust_without_token),
        cmocka_unit_test(test_addresses_take_turns),
        cmocka_unit_test(test_slow_ones_do_not_keep_others_waiting),
        cmocka_unit_test(test_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
