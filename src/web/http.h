/* http.h: a small HTTP server for one site.
 *
 *     one thread           reads requests and writes answers of all connections (libmicrohttpd,
 * epoll) some workers         run the site's handler, each one request at a time one watchman sets
 * `cancelled` of a request whose time is up, whose asker has hung up, or when the server ends
 *
 * A connection is suspended while its request waits for or is with a worker, so slow clients cost
 * neither a worker nor a thread, and a slow answer holds up nobody else's.  Everything has a limit
 * (below); beyond it the answer is an error, never a wait. */
#ifndef KIFU_WEB_HTTP_H
#define KIFU_WEB_HTTP_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "web/guard.h"

enum {
    HTTP_MAX_CONNECTIONS = 256,
    HTTP_CONNECTION_MEMORY = 32 << 10, /* request line and headers must fit */
    HTTP_IDLE_SECONDS = 20,
    HTTP_MAX_BODY = 256 << 10,
    HTTP_MAX_ARGS = 32,
    HTTP_MAX_QUEUE = 128, /* requests that wait for a worker */
    HTTP_MAX_WORKERS = 32,
};

enum http_method { HTTP_GET, HTTP_POST };

struct http_arg {
    struct span name, value;
};

struct http_request {
    enum http_method method;
    struct span path;                    /* "/api/search", not decoded */
    struct http_arg args[HTTP_MAX_ARGS]; /* of the address, decoded */
    size_t arg_count;
    struct span language;         /* Accept-Language */
    struct span body;             /* of a POST, which is application/json */
    const atomic_bool *cancelled; /* give up when it is set */
};

struct http_reply {
    unsigned status;   /* 200 at first */
    const char *type;  /* static: "application/json" */
    struct span fixed; /* if not empty, static bytes to send instead of the body */
    struct buf body;
};

/* Answers one request; called from several threads at once. */
typedef void http_handler(void *ctx, const struct http_request *request, struct http_reply *reply);

struct http_options {
    const char *bind;         /* an address, v4 or v6, or "localhost" */
    uint16_t port;            /* 0: any that is free */
    const char *const *names; /* hosts to answer to besides addresses and localhost */
    size_t name_count;
    unsigned workers;     /* 0: two for each processor, at least four */
    unsigned deadline_ms; /* for one request; 0: 10 seconds */
};

struct http_server;

enum status http_start(struct http_server **out, const struct http_options *opt,
                       http_handler *handler, void *ctx, struct err *err) CHECK_RESULT;
/* The port it listens on. */
uint16_t http_port(const struct http_server *s);
/* Cancels what is under way, sends its answers, closes all connections.  NULL is fine. */
void http_stop(struct http_server *s);

/* Appends "error":{"code","message","byte"} to the object that is open in *j.  The byte is there if
 * the place is known and in what was asked; a mistake in the definition of a name has "name". */
void http_error_member(struct json *j, const struct err *err, enum lang lang);
/* Replaces what the reply holds by {"error":{…}} in the language asked for. */
void http_error(struct http_reply *reply, unsigned status, const struct err *err, enum lang lang);

#endif
