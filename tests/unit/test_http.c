/* test_http.c: the server against clients of all kinds: polite, hostile, slow, and many at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/steady.h"
#include "web/http/http.h"
#include "web/http/http_internal.h"

/* --- A site: /echo says what it got; /slow goes on until it is cancelled; /long/ticks sends a line
 * now and then until somebody has enough, /long/flood as many bytes as it can, /long/three just
 * three lines and /long/broken one, before something goes wrong. ------------------------------- */

struct http_site {
    atomic_uint answered, slow_begun, cancelled, flushed;
};

static bool is_long(struct span path)
{
    return span_starts(path, SPAN("/long/"));
}

static void answer_long(struct http_site *site, struct span path, struct http_response *reply)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    bool flood = span_eq(path, SPAN("/long/flood"));
    unsigned lines = span_eq(path, SPAN("/long/three"))    ? 3
                     : span_eq(path, SPAN("/long/broken")) ? 1
                                                           : UINT32_MAX;
    bool go_on = true;
    atomic_fetch_add(&site->slow_begun, 1);
    reply->type = "text/plain";
    for (unsigned i = 0; i < lines && go_on; i++) {
        buf_printf(&reply->body, "line %u\n", i);
        for (unsigned k = 0; flood && k < 1000; k++)
            buf_add_str(&reply->body, "0123456789");
        go_on = http_flush(reply);
        atomic_fetch_add(&site->flushed, 1);
        if (!flood)
            nanosleep(&pause, NULL);
    }
    atomic_fetch_add(&site->cancelled, !go_on);
    buf_add_str(&reply->body, "the end");
    if (lines == 1)
        http_cut_off(reply);
}

static void answer(void *ctx, const struct http_request *request, struct http_response *reply)
{
    struct http_site *site = ctx;
    const struct timespec pause = {.tv_nsec = 1000000};
    atomic_fetch_add(&site->answered, 1);
    if (span_eq(request->path, SPAN("/slow")) || span_eq(request->path, SPAN("/file/slow"))) {
        atomic_fetch_add(&site->slow_begun, 1);
        while (!atomic_load(request->cancelled))
            nanosleep(&pause, NULL);
        atomic_fetch_add(&site->cancelled, 1);
        buf_add_str(&reply->body, "cancelled");
        return;
    }
    if (is_long(request->path)) {
        answer_long(site, request->path, reply);
        return;
    }
    if (span_eq(request->path, SPAN("/big"))) {
        for (int i = 0; i < 1000000; i++)
            buf_add_char(&reply->body, (char)('a' + i % 26));
        return;
    }
    reply->type = "text/plain";
    buf_add_str(&reply->body, request->method == HTTP_POST ? "POST " : "GET ");
    buf_add_span(&reply->body, request->path);
    for (size_t i = 0; i < request->arg_count; i++) {
        buf_add_char(&reply->body, i ? '&' : '?');
        buf_add_span(&reply->body, request->args[i].name);
        buf_add_char(&reply->body, '=');
        buf_add_span(&reply->body, request->args[i].value);
    }
    buf_add_char(&reply->body, ' ');
    if (request->is_upload)
        buf_printf(&reply->body, "file of %zu ", request->body.n);
    buf_add_span(&reply->body,
                 span_make(request->body.p, request->body.n < 100 ? request->body.n : 100));
}

static bool is_upload(struct span path)
{
    return span_starts(path, SPAN("/file/"));
}

/* --- A client that sends exactly what it is told. --------------------------------------------- */

static int dial(uint16_t port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    struct timeval limit = {.tv_sec = 120}; /* the machine may be busy */
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

static void say(int fd, const char *text, size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t sent = send(fd, text + done, n - done, MSG_NOSIGNAL);
        if (sent <= 0)
            return; /* the server need not hear everything */
        done += (size_t)sent;
    }
}

/* Reads to the end; the caller frees. */
static char *hear(int fd)
{
    size_t n = 0, cap = 4 << 20;
    char *text = malloc(cap);
    assert_non_null(text);
    for (ssize_t got; n + 1 < cap && (got = recv(fd, text + n, cap - n - 1, 0)) > 0;)
        n += (size_t)got;
    text[n] = '\0';
    close(fd);
    return text;
}

static char *exchange(uint16_t port, const char *request)
{
    int fd = dial(port);
    say(fd, request, strlen(request));
    return hear(fd);
}

/* Puts the port in the place of every "PORT". */
static void fill_in(uint16_t port, const char *pattern, char *out, size_t n)
{
    size_t done = 0;
    for (const char *at; (at = strstr(pattern, "PORT")); pattern = at + 4) {
        int more = snprintf(out + done, n - done, "%.*s%u", (int)(at - pattern), pattern, port);
        assert_true(more > 0 && (size_t)more < n - done);
        done += (size_t)more;
    }
    assert_true((size_t)snprintf(out + done, n - done, "%s", pattern) < n - done);
}

static void expect(uint16_t port, const char *pattern, unsigned status, const char *text)
{
    char request[4096], start[32];
    fill_in(port, pattern, request, sizeof request);
    snprintf(start, sizeof start, "HTTP/1.1 %u ", status);
    char *reply = exchange(port, request);
    if (strncmp(reply, start, strlen(start)) != 0 || !strstr(reply, text))
        fail_msg("to %s\n wanted %u with «%s», got\n%s", request, status, text, reply);
    free(reply);
}

#define END "Connection: close\r\n\r\n"
#define HOST "Host: localhost:PORT\r\n"

static struct http_server *open_server(struct http_site *site, unsigned deadline_ms)
{
    struct http_options opt = {.bind = "127.0.0.1",
                               .workers = 4,
                               .deadline_ms = deadline_ms,
                               .is_long = is_long,
                               .is_upload = is_upload,
                               .upload_bytes = 300000,
                               .long_ms = deadline_ms};
    struct http_server *server;
    struct err err;
    *site = (struct http_site){0};
    assert_int_equal(http_start(&server, &opt, answer, site, &err), STATUS_OK);
    assert_int_not_equal(http_port(server), 0);
    return server;
}

static void wait_until(const atomic_uint *count, unsigned wanted)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    for (int i = 0; i < 12000 && atomic_load(count) < wanted; i++)
        nanosleep(&pause, NULL);
    assert_true(atomic_load(count) >= wanted);
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void test_polite_requests(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 0);
    uint16_t port = http_port(s);
    expect(port, "GET /echo?a=1%202&b=%E9%87%91 HTTP/1.1\r\n" HOST END, 200,
           "GET /echo?a=1 2&b=金 ");
    expect(port,
           "POST /echo HTTP/1.1\r\n" HOST
           "Content-Type: application/json\r\nContent-Length: 2\r\n" END "{}",
           200, "POST /echo {}");
    expect(port, "GET / HTTP/1.1\r\n" HOST END, 200, "Content-Security-Policy: default-src 'none'");
    expect(port, "GET / HTTP/1.1\r\n" HOST END, 200, "X-Content-Type-Options: nosniff");
    expect(port, "GET /big HTTP/1.1\r\n" HOST END, 200, "xyzabc");
    expect(port, "GET /../../etc/passwd HTTP/1.1\r\n" HOST END, 200, "GET /../../etc/passwd ");
    http_stop(s);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 0);
    uint16_t port = http_port(s);
    expect(port, "GET / HTTP/1.1\r\nHost: evil.example:PORT\r\n" END, 421, "not served");
    expect(port, "GET / HTTP/1.1\r\n" END, 421, "");
    expect(port, "GET / HTTP/1.0\r\n" END, 421, "");
    expect(port, "GET /api/x HTTP/1.1\r\n" HOST "Origin: http://evil.example\r\n" END, 403,
           "error");
    expect(port, "GET /api/x HTTP/1.1\r\n" HOST "Sec-Fetch-Site: cross-site\r\n" END, 403, "error");
    expect(port, "GET / HTTP/1.1\r\n" HOST "Sec-Fetch-Site: cross-site\r\n" END, 200, "GET / ");
    expect(port, "DELETE / HTTP/1.1\r\n" HOST END, 405, "Allow: GET, HEAD, POST");
    expect(port, "POST / HTTP/1.1\r\n" HOST "Content-Length: 2\r\n" END "{}", 415,
           "application/json");
    expect(port,
           "POST / HTTP/1.1\r\n" HOST
           "Content-Type: application/json\r\nContent-Length: 999999999\r\n" END,
           413, "too large");
    expect(port, "GET /?a=%FF HTTP/1.1\r\n" HOST END, 400, "UTF-8");
    expect(port, "GET /?a=%FF HTTP/1.1\r\n" HOST "Accept-Language: ja\r\n" END, 400, "引数が");
    expect(
        port,
        "GET /?a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q&r&s&t&u&v&w&x&y&z&1&2&3&4&5&6&7 HTTP/1.1\r\n" HOST
            END,
        414, "too many");
    assert_int_equal(atomic_load(&site.answered), 1);
    http_stop(s);
}

/* The length is not said beforehand. */
static void test_a_body_without_end(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 0);
    char head[256];
    static char chunk[65536 + 16];
    fill_in(http_port(s),
            "POST /echo HTTP/1.1\r\n" HOST
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n" END,
            head, sizeof head);
    int fd = dial(http_port(s));
    say(fd, head, strlen(head));
    memcpy(chunk, "10000\r\n", 7);
    memset(chunk + 7, 'x', 65536);
    memcpy(chunk + 7 + 65536, "\r\n", 2);
    for (int i = 0; i < 5; i++)
        say(fd, chunk, 7 + 65536 + 2);
    say(fd, "0\r\n\r\n", 5);
    char *reply = hear(fd);
    assert_non_null(strstr(reply, "HTTP/1.1 413 "));
    free(reply);
    assert_int_equal(atomic_load(&site.answered), 0);
    http_stop(s);
}

static void test_bytes_that_are_no_request(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 0);
    static char rubbish[100000];
    for (size_t i = 0; i < sizeof rubbish; i++)
        rubbish[i] = (char)(i * 2654435761U >> 13);
    int fd = dial(http_port(s));
    say(fd, rubbish, sizeof rubbish);
    shutdown(fd, SHUT_WR);
    free(hear(fd));
    memset(rubbish, 'a', sizeof rubbish); /* a request line that never ends */
    memcpy(rubbish, "GET /", 5);
    fd = dial(http_port(s));
    say(fd, rubbish, sizeof rubbish);
    char *reply = hear(fd);
    assert_true(*reply == '\0' || strstr(reply, "HTTP/1.1 414 ") || strstr(reply, "HTTP/1.1 431 "));
    free(reply);
    expect(http_port(s), "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo");
    http_stop(s);
}

static void test_time_is_limited(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 100);
    expect(http_port(s), "GET /slow HTTP/1.1\r\n" HOST END, 200, "cancelled");
    assert_int_equal(atomic_load(&site.cancelled), 1);
    http_stop(s);
}

static int begin_at(uint16_t port, const char *path)
{
    char pattern[128], request[128];
    snprintf(pattern, sizeof pattern, "GET %s HTTP/1.1\r\n" HOST END, path);
    fill_in(port, pattern, request, sizeof request);
    int fd = dial(port);
    say(fd, request, strlen(request));
    return fd;
}

static int begin_slow(uint16_t port)
{
    return begin_at(port, "/slow");
}

/* A body without end is cut off, whatever it brings. */
static void test_a_body_that_goes_on(void **state)
{
    char request[256], chunk[8 + 4096 + 3];
    struct http_site site;
    (void)state;
    struct http_server *s = open_server(&site, 0);
    fill_in(http_port(s),
            "POST /echo HTTP/1.1\r\n" HOST "Content-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n",
            request, sizeof request);
    int fd = dial(http_port(s));
    say(fd, request, strlen(request));
    memset(chunk, ' ', sizeof chunk);
    memcpy(chunk, "1000\r\n", 6);
    memcpy(chunk + 6 + 4096, "\r\n", 2);
    size_t sent = 0;
    while (sent < (size_t)1 << 30) {
        ssize_t n = send(fd, chunk + sent % 4104, 4104 - sent % 4104, MSG_NOSIGNAL);
        if (n <= 0)
            break;
        sent += (size_t)n;
    }
    assert_true(sent > HTTP_MAX_THROWN && sent < (size_t)1 << 30);
    assert_int_equal(atomic_load(&site.answered), 0);
    close(fd);
    http_stop(s);
}

/* Nothing that follows is taken for a request of its own. */
static void test_where_it_ends_must_be_clear(void **state)
{
    static const char *const UNCLEAR[] = {
        "Content-Length: 2\r\nContent-Length: 3\r\n",
        "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: xchunked\r\n", "Host: localhost:PORT\r\n"};
    struct http_site site;
    (void)state;
    struct http_server *s = open_server(&site, 0);
    for (size_t i = 0; i < sizeof UNCLEAR / sizeof *UNCLEAR; i++) {
        char request[512];
        snprintf(request, sizeof request,
                 "POST /echo HTTP/1.1\r\n" HOST "Content-Type: application/json\r\n%s\r\n"
                 "{}GET /echo HTTP/1.1\r\n" HOST END,
                 UNCLEAR[i]);
        expect(http_port(s), request, 400, "ambiguous target or length");
    }
    assert_int_equal(atomic_load(&site.answered), 0);
    expect(http_port(s), "GET /echo%00x HTTP/1.1\r\n" HOST END, 200, "/echo%00x");
    http_stop(s);
}

/* No header comes twice, and what protects pages comes with every answer. */
static void check_headers(const char *reply)
{
    static const char *const ALL[] = {
        "\r\nContent-Length: ", "\r\nContent-Type: ",           "\r\nContent-Security-Policy: ",
        "\r\nConnection: ",     "\r\nX-Content-Type-Options: ", "\r\nDate: "};
    const char *end = strstr(reply, "\r\n\r\n");
    assert_non_null(end);
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
        const char *first = strstr(reply, ALL[i]);
        if (!first || first >= end)
            fail_msg("no%s in\n%s", ALL[i], reply);
        const char *second = strstr(first + 1, ALL[i]);
        if (second && second < end)
            fail_msg("%s twice in\n%s", ALL[i], reply);
    }
}

/* What one program on the way might understand otherwise than another is not understood at all. */
static void test_requests_are_read_strictly(void **state)
{
    static const struct {
        const char *request;
        unsigned status;
    } CASES[] = {
        {"GET http://localhost:PORT/echo?a=b HTTP/1.1\r\n" HOST END, 200},
        {"GET HTTP://LocalHost:PORT/echo HTTP/1.1\r\n" HOST END, 200},
        {"GET http://localhost:PORT HTTP/1.1\r\n" HOST END, 200},
        {"GET http://evil.example/echo HTTP/1.1\r\n" HOST END, 421},
        {"GET http://localhost:PORT/echo HTTP/1.1\r\nHost: evil.example\r\n" END, 421},
        {"GET http://127.0.0.1:PORT/echo HTTP/1.1\r\n" HOST END, 421}, /* two hosts */
        {"GET http:///echo HTTP/1.1\r\n" HOST END, 400},
        {"GET https://localhost:PORT/echo HTTP/1.1\r\n" HOST END, 400},
        {"GET echo HTTP/1.1\r\n" HOST END, 400},
        {"GET * HTTP/1.1\r\n" HOST END, 400},
        {"OPTIONS * HTTP/1.1\r\n" HOST END, 405},
        {"CONNECT localhost:PORT HTTP/1.1\r\n" HOST END, 405},
        {"POST /echo HTTP/1.1\r\n" HOST
         "Content-Type: application/json\r\nContent-Length : 2\r\n" END "{}",
         400},
        {"POST /echo HTTP/1.1\r\n" HOST
         "Content-Type: application/json\r\nContent-Length\t: 2\r\n" END "{}",
         400},
        {"POST /echo HTTP/1.1\r\n" HOST
         "Content-Type: application/json\r\nContent-Length: +2\r\n" END "{}",
         400},
        {"POST /echo HTTP/1.1\r\n" HOST
         "Content-Type: application/json\r\nContent-Length: 2, 2\r\n" END "{}",
         400},
        {"POST /echo HTTP/1.0\r\n" HOST
         "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n" END "0\r\n\r\n",
         400},
        {"GET /echo HTTP/1.1\nHost: localhost:PORT\nConnection: close\n\n", 400},
        {"GET /echo HTTP/1.1\r\nHost: localhost:PORT\nConnection: close\r\n\r\n", 400},
        {"\nGET /echo HTTP/1.1\r\n" HOST END, 400},
        {"\r\nGET /echo HTTP/1.1\r\n" HOST END, 200},
        {"GET /echo HTTP/1.1\r\n" HOST "X: a\r\n b\r\n" END, 400},
        {"GET /echo HTTP/1.1\r\n" HOST "X: a\rb\r\n" END, 400},
        {"GET /echo HTTP/1.1\r\n" HOST "X: a\001b\r\n" END, 400},
        {"GET /echo HTTP/1.1\r\n" HOST "X\r\n" END, 400},
        {"GET /echo HTTP/1.1\r\n" HOST ": x\r\n" END, 400},
        {"GET  /echo HTTP/1.1\r\n" HOST END, 400},
        {"GET /ec ho HTTP/1.1\r\n" HOST END, 400},
        {"GET /echo\r\n" HOST END, 400},
        {"GET /echo HTTP/1.1 \r\n" HOST END, 400},
        {"GET /echo HTTP/2.0\r\n" HOST END, 505},
        {"GET /echo HTTP/1.1\r\n" HOST "Expect: wonders\r\n" END, 417},
        {"POST /echo HTTP/1.1\r\n" HOST
         "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n" END
         "2\r\n{}\r\n0\r\n\r\n",
         200},
        {"POST /echo HTTP/1.1\r\n" HOST
         "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n" END
         "2\n{}\r\n0\r\n\r\n",
         400},
        {"POST /echo HTTP/1.1\r\n" HOST
         "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n" END "-2\r\n{}",
         400},
    };
    struct http_site site;
    (void)state;
    struct http_server *s = open_server(&site, 0);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char request[1024], start[32];
        fill_in(http_port(s), CASES[i].request, request, sizeof request);
        snprintf(start, sizeof start, "HTTP/1.1 %u ", CASES[i].status);
        char *reply = exchange(http_port(s), request);
        if (strncmp(reply, start, strlen(start)) != 0)
            fail_msg("to %s\n wanted %u, got\n%s", request, CASES[i].status, reply);
        check_headers(reply);
        free(reply);
    }
    http_stop(s);
}

/* Too much of a head is told as soon as it is known. */
static void test_heads_that_are_too_large(void **state)
{
    enum { ROOM = 200000 };
    struct http_site site;
    (void)state;
    struct http_server *s = open_server(&site, 0);
    char *request = malloc(ROOM), host[64];
    assert_non_null(request);
    fill_in(http_port(s), HOST END, host, sizeof host);
    static const struct {
        unsigned args, headers, bytes; /* of a header */
        const char *start;
    } CASES[] = {{1000, 0, 0, "HTTP/1.1 414 "}, {5000, 0, 0, "HTTP/1.1 414 "},
                 {0, 101, 1, "HTTP/1.1 431 "},  {0, 50, 1000, "HTTP/1.1 431 "},
                 {0, 50, 100, "HTTP/1.1 200 "}, {32, 0, 0, "HTTP/1.1 200 "}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int n = snprintf(request, ROOM, "GET /echo?");
        for (unsigned k = 0; k < CASES[i].args; k++)
            n += snprintf(request + n, (size_t)(ROOM - n), "arg%u=%u&", k, k);
        n += snprintf(request + n, (size_t)(ROOM - n), " HTTP/1.1\r\n");
        for (unsigned k = 0; k < CASES[i].headers; k++)
            n += snprintf(request + n, (size_t)(ROOM - n), "X-%u: %0*u\r\n", k, (int)CASES[i].bytes,
                          k);
        snprintf(request + n, (size_t)(ROOM - n), "%s", host);
        char *reply = exchange(http_port(s), request);
        if (strncmp(reply, CASES[i].start, strlen(CASES[i].start)) != 0)
            fail_msg("case %zu: wanted %s, got\n%s", i, CASES[i].start, reply);
        check_headers(reply);
        free(reply);
    }
    free(request);
    http_stop(s);
}

/* Several requests on one connection, sent before the first answer came. */
static void test_one_connection_for_several(void **state)
{
    struct http_site site;
    char request[1024];
    (void)state;
    struct http_server *s = open_server(&site, 0);
    fill_in(http_port(s),
            "GET /echo?n=1 HTTP/1.1\r\n" HOST "\r\n"
            "POST /echo?n=2 HTTP/1.1\r\n" HOST
            "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
            "GET /long/three HTTP/1.1\r\n" HOST "\r\n"
            "HEAD /echo?n=3 HTTP/1.1\r\n" HOST "\r\n"
            "GET /echo?n=4 HTTP/1.1\r\n" HOST END,
            request, sizeof request);
    char *reply = exchange(http_port(s), request);
    const char *at = reply;
    static const char *const WANTED[] = {"GET /echo?n=1 ", "POST /echo?n=2 {}", "the end\r\n0\r\n",
                                         "Content-Length: 14", "GET /echo?n=4 "};
    for (size_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++) {
        at = strstr(at, WANTED[i]);
        if (!at)
            fail_msg("no «%s» in\n%s", WANTED[i], reply);
    }
    assert_null(strstr(reply, "GET /echo?n=3"));
    free(reply);
    http_stop(s);
}

/* Room for both ends of many connections; false where that is not allowed. */
static bool raise_descriptors(rlim_t wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return false;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur >= wanted;
}

/* How many of these the server has closed. */
static int count_closed(const int *fds, int n)
{
    char byte;
    int closed = 0;
    for (int i = 0; i < n; i++) {
        ssize_t got = recv(fds[i], &byte, 1, MSG_DONTWAIT);
        closed += got == 0 || (got < 0 && errno != EAGAIN);
    }
    return closed;
}

/* More connections than there may be, from one address, which say nothing, or begin and do not go
 * on: those who ask are answered all the same, while they are held and while they come and go, and
 * not because time has passed: as many are closed as others needed. */
static void test_nobody_is_locked_out(void **state)
{
    enum { HELD = 600, POLITE = HELD / 50 + 20, COMING = 1400 };
    static const char *const PREFIXES[] = {"", "GET /ec", "POST /echo HTTP/1.1\r\n"};
    struct http_site site = {0};
    struct http_options opt = {.bind = "127.0.0.1", .workers = 4, .patience_ms = 3600000};
    struct http_server *s;
    struct err err;
    int held[HELD];
    (void)state;
    if (!raise_descriptors(HELD + HTTP_MAX_CONNECTIONS + 100))
        skip();
    assert_int_equal(http_start(&s, &opt, answer, &site, &err), STATUS_OK);
    for (size_t k = 0; k < sizeof PREFIXES / sizeof *PREFIXES; k++) {
        for (int i = 0; i < HELD; i++) {
            held[i] = dial(http_port(s));
            say(held[i], PREFIXES[k], strlen(PREFIXES[k]));
            if (i % 50 == 49)
                expect(http_port(s), "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo");
        }
        for (int i = 0; i < 20; i++)
            expect(http_port(s), "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo");
        assert_in_range(count_closed(held, HELD), 1, HELD - HTTP_MAX_CONNECTIONS + POLITE);
        for (int i = 0; i < HELD; i++)
            close(held[i]);
    }
    for (int i = 0; i < COMING; i++) {
        int fd = dial(http_port(s));
        close(fd);
        if (i % 100 == 99)
            expect(http_port(s), "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo");
    }
    http_stop(s);
}

/* Until all that was sent has been read.  These need no worker: when the loop has answered one after
 * the other, it has read all that came before them. */
static void let_it_read(struct http_server *s)
{
    for (int i = 0; i < 2; i++)
        expect(http_port(s), "GET / HTTP/1.1\r\nHost: evil.example:PORT\r\n" END, 421, "");
}

static void test_hanging_up_ends_the_work(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 600000);
    int fd[10];
    for (int i = 0; i < 10; i++) /* more than there are workers */
        fd[i] = begin_slow(http_port(s));
    wait_until(&site.slow_begun, 4);
    let_it_read(s); /* who breaks a connection takes back what was not read yet */
    for (int i = 0; i < 10; i++) {
        const struct linger broken = {.l_onoff = i % 2};
        setsockopt(fd[i], SOL_SOCKET, SO_LINGER, &broken, sizeof broken);
        close(fd[i]);
    }
    wait_until(&site.cancelled, 4);
    expect(http_port(s), "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo");
    http_stop(s);
    /* those who left the queue, which the answer had to wait for, had next to no worker's time */
    assert_int_equal(atomic_load(&site.cancelled), atomic_load(&site.slow_begun));
}

/* Those who ask and leave do not fill the queue: more than have room in it, while all workers are
 * busy, leave room for one who stays. */
static void test_leaving_the_queue_makes_room(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 600000);
    int busy[4];
    for (int i = 0; i < 4; i++)
        busy[i] = begin_slow(http_port(s));
    wait_until(&site.slow_begun, 4);
    for (int i = 0; i < 2 * HTTP_MAX_QUEUE; i++) {
        const struct linger broken = {.l_onoff = i % 2};
        int fd = begin_slow(http_port(s));
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &broken, sizeof broken);
        close(fd);
    }
    const struct timespec pause = {.tv_nsec = 20000000};
    struct pollfd polite = {.events = POLLIN};
    bool waits = false;
    for (int i = 0; i < 3000 && !waits; i++) { /* until it was seen that they have left */
        polite.fd = begin_at(http_port(s), "/echo");
        let_it_read(s);
        waits = poll(&polite, 1, 0) == 0;
        if (waits)
            break;
        free(hear(polite.fd)); /* refused */
        nanosleep(&pause, NULL);
    }
    assert_true(waits);
    for (int i = 0; i < 4; i++)
        close(busy[i]);
    char *reply = hear(polite.fd);
    assert_non_null(strstr(reply, "HTTP/1.1 200 "));
    free(reply);
    http_stop(s);
}

static void test_slow_ones_hold_up_nobody(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 60000);
    int slow[3], half[100];
    for (int i = 0; i < 100; i++) { /* clients that stop in the middle of a request */
        half[i] = dial(http_port(s));
        say(half[i], "GET /ec", 7);
    }
    for (int i = 0; i < 3; i++)
        slow[i] = begin_slow(http_port(s));
    wait_until(&site.slow_begun, 3);
    expect(http_port(s), "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo");
    http_stop(s); /* with all that under way */
    assert_int_equal(atomic_load(&site.cancelled), 3);
    for (int i = 0; i < 3; i++)
        close(slow[i]);
    for (int i = 0; i < 100; i++)
        close(half[i]);
}

/* A byte now and then does not keep a connection. */
static void test_dawdlers_are_shown_out(void **state)
{
    (void)state;
    struct http_site site = {0};
    struct http_options opt = {.bind = "127.0.0.1", .workers = 4, .patience_ms = 200};
    struct http_server *s;
    struct err err;
    const struct timespec pause = {.tv_nsec = 20000000};
    assert_int_equal(http_start(&s, &opt, answer, &site, &err), STATUS_OK);
    const uint64_t began = steady_ms();
    int trickle = dial(http_port(s)), sent = 0;
    for (; sent < 3000; sent++) { /* a minute at least */
        char byte;
        if (send(trickle, sent ? "x" : "G", 1, MSG_NOSIGNAL) != 1 ||
            recv(trickle, &byte, 1, MSG_DONTWAIT) == 0)
            break;
        nanosleep(&pause, NULL);
    }
    assert_true(sent < 3000);
    assert_true(steady_ms() - began >= opt.patience_ms / 3); /* a head's part of it, no sooner */
    close(trickle);
    expect(http_port(s), "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo");
    http_stop(s);
}

/* Four are worked on, HTTP_MAX_QUEUE wait, the next is told so at once. */
static void test_a_full_queue(void **state)
{
    (void)state;
    enum { ROOM = 4 + HTTP_MAX_QUEUE };
    struct http_site site;
    struct http_server *s = open_server(&site, 600000);
    struct pollfd slow[ROOM + 1];
    for (int i = 0; i <= ROOM; i++) {
        slow[i] = (struct pollfd){.fd = begin_slow(http_port(s)), .events = POLLIN};
        if (i == 3)
            wait_until(&site.slow_begun, 4);
    }
    assert_int_equal(poll(slow, ROOM + 1, 120000), 1); /* whichever came in last */
    for (int i = 0; i <= ROOM; i++)
        if (slow[i].revents) {
            char *reply = hear(slow[i].fd);
            assert_non_null(strstr(reply, "HTTP/1.1 503 "));
            free(reply);
            slow[i].fd = -1;
        }
    http_stop(s);
    for (int i = 0; i <= ROOM; i++)
        if (slow[i].fd >= 0)
            close(slow[i].fd);
}

/* --- Long requests ---------------------------------------------------------------------------- */

static void test_a_stream_to_its_end(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 0);
    expect(http_port(s), "GET /long/three HTTP/1.1\r\n" HOST END, 200, "line 2\n");
    expect(http_port(s), "GET /long/three HTTP/1.0\r\n" HOST END, 200, "line 2\nthe end");
    char *reply = hear(begin_at(http_port(s), "/long/three"));
    assert_non_null(strstr(reply, "Transfer-Encoding: chunked"));
    assert_non_null(strstr(reply, "the end\r\n0\r\n\r\n"));
    free(reply);
    reply = hear(begin_at(http_port(s), "/long/broken"));
    assert_non_null(strstr(reply, "line 0"));
    assert_null(strstr(reply, "the end"));
    assert_null(strstr(reply, "\r\n0\r\n\r\n")); /* not whole, and one can see it */
    free(reply);
    expect(http_port(s), "HEAD /long/ticks HTTP/1.1\r\n" HOST END, 200, "text/plain");
    wait_until(&site.cancelled, 1);
    http_stop(s);
}

/* The first piece is there while the rest is being made; then the listener goes. */
static void test_a_listener_that_goes(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 60000);
    char text[4096] = "";
    int fd = begin_at(http_port(s), "/long/ticks");
    size_t n = 0;
    for (ssize_t got; !strstr(text, "line 3") && n + 1 < sizeof text &&
                      (got = recv(fd, text + n, sizeof text - n - 1, 0)) > 0;)
        n += (size_t)got;
    assert_non_null(strstr(text, "line 3"));
    assert_int_equal(atomic_load(&site.cancelled), 0);
    close(fd);
    wait_until(&site.cancelled, 1);
    http_stop(s);
}

/* Until all buffers are full: nothing more is sent. */
static void fill_buffers(const struct http_site *site)
{
    const struct timespec pause = {.tv_nsec = 300000000};
    unsigned before, after = 0;
    do {
        before = after;
        nanosleep(&pause, NULL);
        after = atomic_load(&site->flushed);
    } while (before != after);
}

/* One that does not read is waited for, but only by its own worker, and not for ever. */
static void test_a_listener_that_does_not_read(void **state)
{
    (void)state;
    bool waited = false;
    for (unsigned ms = 1250; !waited && ms < 100000; ms *= 2) { /* the machine may be busy */
        struct http_site site;
        struct http_server *s = open_server(&site, ms);
        int fd = begin_at(http_port(s), "/long/flood");
        wait_until(&site.flushed, 20);
        fill_buffers(&site);
        waited = atomic_load(&site.cancelled) == 0;
        expect(http_port(s), "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo");
        wait_until(&site.cancelled, 1); /* its time is up */
        close(fd);
        http_stop(s);
    }
    assert_true(waited);
}

/* One that reads as fast as it is told, but is always a little behind: what was sent is not kept. */
static void test_a_listener_that_lags_behind(void **state)
{
    (void)state;
    enum { PIECE = 10000, PIECES = 16 * HTTP_MAX_READY / PIECE };
    static struct http_server server;
    static struct http_exchange x;
    struct buf out;
    server = (struct http_server){.wakeup = -1};
    x = (struct http_exchange){.server = &server, .is_long = true, .noted = true};
    x.reply.link = &x;
    assert_int_equal(pthread_mutex_init(&server.lock, NULL), 0);
    assert_int_equal(pthread_cond_init(&x.room, NULL), 0);
    buf_init(&x.ready, BUF_DEFAULT_MAX);
    buf_init(&x.reply.body, BUF_DEFAULT_MAX);
    buf_init(&out, BUF_DEFAULT_MAX);
    for (unsigned i = 0; i < PIECES; i++) {
        for (unsigned k = 0; k < PIECE / 10; k++)
            buf_printf(&x.reply.body, "%09u\n", i * (PIECE / 10) + k);
        assert_true(http_flush(&x.reply));
        if (i > 0)
            assert_int_equal(http_stream_take(&x, &out, PIECE), HTTP_STREAM_PIECE);
        assert_true(x.ready.cap <= HTTP_MAX_READY);
    }
    assert_int_equal(http_stream_take(&x, &out, PIECE), HTTP_STREAM_PIECE);
    assert_int_equal(out.n, PIECES * PIECE);
    for (unsigned i = 0; i < out.n / 10; i++)
        assert_int_equal(strtoul(out.p + (size_t)i * 10, NULL, 10), i);
    buf_release(&out);
    buf_release(&x.ready);
    buf_release(&x.reply.body);
    pthread_cond_destroy(&x.room);
    pthread_mutex_destroy(&server.lock);
}

static void test_long_ones_are_few(void **state)
{
    (void)state;
    enum { ROOM = HTTP_LONG_WORKERS + HTTP_MAX_LONG_QUEUE };
    struct http_site site;
    struct http_server *s = open_server(&site, 60000);
    int fds[ROOM];
    for (int i = 0; i < ROOM; i++) {
        fds[i] = begin_at(http_port(s), "/long/ticks");
        if (i == HTTP_LONG_WORKERS - 1)
            wait_until(&site.slow_begun, HTTP_LONG_WORKERS);
    }
    expect(http_port(s), "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo"); /* all are in */
    expect(http_port(s), "GET /long/three HTTP/1.1\r\n" HOST END, 503, "busy");
    assert_int_equal(atomic_load(&site.slow_begun), HTTP_LONG_WORKERS);
    http_stop(s); /* ends those under way; those that wait see at once that it is over */
    assert_int_equal(atomic_load(&site.cancelled), ROOM);
    for (int i = 0; i < ROOM; i++)
        close(fds[i]);
}

struct http_clients {
    uint16_t port;
    unsigned number;
    unsigned wrong;
};

static void *visit(void *arg)
{
    struct http_clients *c = arg;
    char request[128], wanted[64];
    for (unsigned i = 0; i < 50; i++) {
        snprintf(request, sizeof request,
                 "GET /echo?n=%u-%u HTTP/1.1\r\nHost: localhost:%u\r\n" END, c->number, i, c->port);
        snprintf(wanted, sizeof wanted, "GET /echo?n=%u-%u ", c->number, i);
        char *reply = exchange(c->port, request);
        c->wrong += !strstr(reply, wanted);
        free(reply);
    }
    return NULL;
}

static void test_many_at_once(void **state)
{
    (void)state;
    enum { CROWD = 20 };
    struct http_site site;
    struct http_server *s = open_server(&site, 0);
    struct http_clients crowd[CROWD];
    pthread_t threads[CROWD];
    for (unsigned i = 0; i < CROWD; i++) {
        crowd[i] = (struct http_clients){.port = http_port(s), .number = i};
        assert_int_equal(pthread_create(&threads[i], NULL, visit, &crowd[i]), 0);
    }
    for (unsigned i = 0; i < CROWD; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(crowd[i].wrong, 0);
    }
    assert_int_equal(atomic_load(&site.answered), CROWD * 50);
    http_stop(s);
}

static void test_addresses(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 0), *second;
    struct err err;
    struct http_options taken = {.bind = "127.0.0.1", .port = http_port(s)};
    assert_int_equal(http_start(&second, &taken, answer, &site, &err), STATUS_IO);
    assert_null(second);
    struct http_options wrong = {.bind = "example.com"};
    assert_int_equal(http_start(&second, &wrong, answer, &site, &err), STATUS_SYNTAX);
    http_stop(s);
    http_stop(NULL);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *s = open_server(&site, 0);
    for (long n = 0; n < 24; n++) {
        char request[128];
        fill_in(http_port(s),
                n < 12 ? "GET /echo?a=b HTTP/1.1\r\n" HOST END
                       : "GET /long/three HTTP/1.1\r\n" HOST END,
                request, sizeof request);
        int fd = dial(http_port(s));
        mem_fail_after(n % 12);
        say(fd, request, strlen(request));
        free(hear(fd)); /* an answer, an error or a closed connection, but no crash */
        mem_fail_never();
    }
    expect(http_port(s), "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo");
    http_stop(s);
}

#define FILE_TYPE "Content-Type: application/octet-stream\r\n"

/* Files of any bytes come as they are, up to their limit, and not as anything that a page of
 * somebody else could send unasked. */
static void test_files(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *server = open_server(&site, 0);
    uint16_t port = http_port(server);
    expect(port,
           "POST /file/a?name=x HTTP/1.1\r\n" HOST FILE_TYPE "Content-Length: 5\r\n" END
           "\x80\x81z\r\n",
           200, "POST /file/a?name=x file of 5 \x80\x81z");
    expect(port, "POST /file/a HTTP/1.1\r\n" HOST FILE_TYPE "Content-Length: 0\r\n" END, 200,
           "file of 0 ");
    expect(port, "POST /file/a HTTP/1.1\r\n" HOST FILE_TYPE "Content-Length: 300001\r\n" END, 413,
           "too large");
    static const char *const types[] = {"text/plain", "multipart/form-data; boundary=x",
                                        "application/x-www-form-urlencoded", "application/json"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "POST /file/a HTTP/1.1\r\n" HOST "Content-Type: %s\r\nContent-Length: 1\r\n" END
                 "x",
                 types[i]);
        expect(port, text, 415, "octet-stream");
    }
    expect(port, "POST /file/a HTTP/1.1\r\n" HOST "Content-Length: 1\r\n" END "x", 415,
           "octet-stream");
    expect(port, "POST /echo HTTP/1.1\r\n" HOST FILE_TYPE "Content-Length: 1\r\n" END "x", 415,
           "json");
    expect(port,
           "POST /file/a HTTP/1.1\r\n" HOST FILE_TYPE "Transfer-Encoding: chunked\r\n" END
           "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
           200, "file of 5 abcde");
    http_stop(server);
}

/* Without a length it is noticed on the way. */
static void test_a_file_without_end(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *server = open_server(&site, 0);
    char head[300], piece[1 + 5 + 2 + 0x4000 + 2];
    fill_in(http_port(server),
            "POST /file/a HTTP/1.1\r\n" HOST FILE_TYPE "Transfer-Encoding: chunked\r\n" END, head,
            sizeof head);
    int n = snprintf(piece, sizeof piece, "4000\r\n");
    memset(piece + n, 'x', 0x4000);
    memcpy(piece + n + 0x4000, "\r\n", 2);
    int fd = dial(http_port(server));
    say(fd, head, strlen(head));
    for (int i = 0; i < 40; i++)
        say(fd, piece, (size_t)n + 0x4000 + 2);
    say(fd, "0\r\n\r\n", 5);
    char *reply = hear(fd);
    assert_non_null(strstr(reply, "HTTP/1.1 413 "));
    assert_non_null(strstr(reply, "300000"));
    free(reply);
    http_stop(server);
}

static int begin_file(uint16_t port, const char *path, unsigned length, const char *body)
{
    char pattern[300], request[300];
    snprintf(pattern, sizeof pattern,
             "POST %s HTTP/1.1\r\n" HOST FILE_TYPE "Content-Length: %u\r\n" END "%s", path, length,
             body);
    fill_in(port, pattern, request, sizeof request);
    int fd = dial(port);
    say(fd, request, strlen(request));
    return fd;
}

/* One is worked on at a time. */
static void test_one_file_at_a_time(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *server = open_server(&site, 60000);
    uint16_t port = http_port(server);
    int fd = begin_file(port, "/file/slow", 1, "x");
    wait_until(&site.slow_begun, 1);
    char *reply = hear(begin_file(port, "/file/b", 1, "y"));
    assert_non_null(strstr(reply, "HTTP/1.1 409 "));
    free(reply);
    expect(port, "GET /echo HTTP/1.1\r\n" HOST END, 200, "GET /echo"); /* others go on */
    close(fd);
    wait_until(&site.cancelled, 1);
    bool taken = false;
    for (int i = 0; i < 2000 && !taken; i++) {
        reply = hear(begin_file(port, "/file/b", 1, "y"));
        taken = strstr(reply, "HTTP/1.1 200 ") != NULL;
        free(reply);
    }
    assert_true(taken);
    http_stop(server);
}

/* One that does not come whole holds up nobody; only so many are kept, and one that is cut off
 * makes room. */
static void test_files_that_do_not_come(void **state)
{
    (void)state;
    struct http_site site;
    struct http_server *server = open_server(&site, 0);
    uint16_t port = http_port(server);
    int part[HTTP_MAX_SPOOLS];
    for (int i = 0; i < HTTP_MAX_SPOOLS - 1; i++)
        part[i] = begin_file(port, "/file/a", 100, "only a part");
    char *reply = hear(begin_file(port, "/file/b", 1, "y"));
    assert_non_null(strstr(reply, "HTTP/1.1 200 "));
    free(reply);
    part[HTTP_MAX_SPOOLS - 1] = begin_file(port, "/file/a", 100, "only a part");
    bool refused = false, taken = false;
    for (int i = 0; i < 2000 && !refused; i++) { /* that one may be on its way in */
        reply = hear(begin_file(port, "/file/b", 1, "y"));
        refused = strstr(reply, "HTTP/1.1 503 ") != NULL;
        free(reply);
    }
    assert_true(refused);
    close(part[0]);
    for (int i = 0; i < 2000 && !taken; i++) {
        reply = hear(begin_file(port, "/file/b", 1, "y"));
        taken = strstr(reply, "HTTP/1.1 200 ") != NULL;
        free(reply);
    }
    assert_true(taken);
    for (int i = 1; i < HTTP_MAX_SPOOLS; i++)
        close(part[i]);
    http_stop(server);
}

static void test_files_refused(void **state)
{
    static const struct msg WHY = {"not today", "今日はだめ"};
    struct http_options opt = {
        .bind = "127.0.0.1", .is_upload = is_upload, .upload_bytes = 10, .upload_refusal = &WHY};
    struct http_server *server;
    struct http_site site = {0};
    struct err err;
    (void)state;
    assert_int_equal(http_start(&server, &opt, answer, &site, &err), STATUS_OK);
    expect(http_port(server),
           "POST /file/a HTTP/1.1\r\n" HOST FILE_TYPE "Content-Length: 5\r\n" END "abcde", 403,
           "not today");
    http_stop(server);
    opt.upload_refusal = NULL;
    opt.upload_folder = "/nowhere at all";
    assert_int_equal(http_start(&server, &opt, answer, &site, &err), STATUS_OK);
    expect(http_port(server),
           "POST /file/a HTTP/1.1\r\n" HOST FILE_TYPE "Content-Length: 5\r\n" END "abcde", 500,
           "TMPDIR");
    http_stop(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polite_requests),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_a_body_without_end),
        cmocka_unit_test(test_bytes_that_are_no_request),
        cmocka_unit_test(test_time_is_limited),
        cmocka_unit_test(test_a_body_that_goes_on),
        cmocka_unit_test(test_where_it_ends_must_be_clear),
        cmocka_unit_test(test_requests_are_read_strictly),
        cmocka_unit_test(test_heads_that_are_too_large),
        cmocka_unit_test(test_one_connection_for_several),
        cmocka_unit_test(test_nobody_is_locked_out),
        cmocka_unit_test(test_hanging_up_ends_the_work),
        cmocka_unit_test(test_leaving_the_queue_makes_room),
        cmocka_unit_test(test_slow_ones_hold_up_nobody),
        cmocka_unit_test(test_dawdlers_are_shown_out),
        cmocka_unit_test(test_a_full_queue),
        cmocka_unit_test(test_a_stream_to_its_end),
        cmocka_unit_test(test_a_listener_that_goes),
        cmocka_unit_test(test_a_listener_that_does_not_read),
        cmocka_unit_test(test_a_listener_that_lags_behind),
        cmocka_unit_test(test_long_ones_are_few),
        cmocka_unit_test(test_many_at_once),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_a_file_without_end),
        cmocka_unit_test(test_one_file_at_a_time),
        cmocka_unit_test(test_files_that_do_not_come),
        cmocka_unit_test(test_files_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
