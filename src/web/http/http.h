/* http.h: a small HTTP server for one site.
 *
 *     one thread      reads requests and writes answers of all connections (http_loop.c), and sets
 *                     `cancelled` of a request whose time is up or whose client has hung up
 *     some workers    run the site's handler, each one request at a time
 *     a few more      do the same for long requests, which are answered piece by piece
 *
 * Slow clients cost neither a worker nor a thread, and a slow answer holds up nobody else's.
 * Everything has a limit (below); beyond it the response is an error, never a wait, and connections
 * without a request are closed in favour of others (http_table.h).
 *
 * A request may bring a file of any bytes instead of JSON, if options.is_upload says so of its
 * path: it is kept in a temporary file without a name.  A few may arrive at a time; one is worked
 * on at a time, from its last byte to the end of its answer, and others are refused.
 *
 * Long work (a search of the engine, an export) is an ordinary call of the handler that takes its
 * time: options.is_long says by its path whether a request is long.  Whatever is in reply->body
 * goes out with each http_flush().  It gives up when http_flush() or *cancelled says so, which is
 * soon after the client has gone, the time is up, or the server is to end: nothing outlives it. */
#ifndef KIFU_WEB_HTTP_HTTP_H
#define KIFU_WEB_HTTP_HTTP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"
#include "base/text/json.h"
#include "web/http/http_trust.h"

enum {
    HTTP_MAX_CONNECTIONS = 512,
    HTTP_MAX_PER_ADDRESS = 64,         /* of these, from another machine */
    HTTP_CONNECTION_MEMORY = 32 << 10, /* request line and headers must fit */
    HTTP_MAX_BODY = 256 << 10,
    HTTP_MAX_THROWN =
        16 << 20, /* bytes of a body beyond its limit until the connection is closed */
    HTTP_MAX_ARGS = 32,
    HTTP_MAX_QUEUE = 128, /* requests that wait for a worker */
    HTTP_MAX_WORKERS = 32,
    HTTP_LONG_WORKERS = 4,        /* long requests under way at once */
    HTTP_MAX_LONG_QUEUE = 8,      /* those that wait for their turn */
    HTTP_UPLOAD_MS = 3600000,     /* for the work on one file */
    HTTP_MAX_SPOOLS = 4,          /* files that are being sent at once */
    HTTP_MAX_UNSENT = 256 << 20,  /* bytes of answers that wait to be fetched, of all clients: */
    HTTP_SMALL_ANSWER = 64 << 10, /* beyond it only small ones are given */
    HTTP_MAX_READY = 256 << 10,   /* bytes of a long answer that wait to be sent: then it waits */
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
    struct span body;             /* of a POST, which is application/json; or of an upload */
    bool is_upload;               /* the body is a file of any bytes */
    const struct msg *untrusted;  /* it may change nothing, and this says why; NULL: it may */
    const atomic_bool *cancelled; /* give up when it is set */
    const atomic_bool *ending;    /* that is because the server ends; NULL in tests */
};

struct http_response {
    unsigned status;      /* 200 at first */
    const char *type;     /* static: "application/json" */
    struct span fixed;    /* if not empty, static bytes to send instead of the body */
    const char *download; /* static value of Content-Disposition; NULL: to be looked at */
    const char *cookie;   /* value of Set-Cookie, which lasts as long; NULL: none */
    struct buf body;
    bool begun;                 /* by http_flush(): status and headers are on their way */
    struct http_exchange *link; /* the server's */
};

/* Sends what the body of a long request holds so far, and empties it; waits while the client is
 * slow to read.  False: the request is cancelled, give up.  Of other requests, and of replies made
 * by hand (link NULL), it does nothing but say whether to go on. */
bool http_flush(struct http_response *reply);
/* Ends an answer that was begun so that the client sees that it is not whole. */
void http_cut_off(struct http_response *reply);

/* Answers one request; called from several threads at once. */
typedef void http_handler(void *ctx, const struct http_request *request,
                          struct http_response *reply);

struct http_options {
    const char *bind; /* an address, v4 or v6, or "localhost" */
    bool own_user;    /* bind is 127.0.0.1: refuse other users of the machine (peer_user.h) */
    uint16_t port;    /* 0: any that is free */
    const char *const *names; /* hosts to answer to besides addresses and localhost: see below */
    size_t name_count;
    unsigned
        workers; /* 0: two for each processor, at least four, and more when these are long at work */
    unsigned deadline_ms; /* for one request; 0: 10 seconds */
    /* Which requests are long, by their path; NULL: none.  Called from the server's thread. */
    bool (*is_long)(struct span path);
    unsigned long_ms; /* for one of these; 0: ten minutes */
    /* For a body to arrive, or an answer to be fetched; heads have a third.  0: 30 seconds. */
    unsigned patience_ms;
    /* Which requests bring files (application/octet-stream), as is_long; these should be long. */
    bool (*is_upload)(struct span path);
    uint64_t upload_bytes;            /* of one */
    const char *upload_folder;        /* where it is kept; NULL: /tmp */
    const struct msg *upload_refusal; /* not NULL: none is taken (403), and this says why; static */
    enum http_trust trust;            /* whose requests may change something (http_trust.h) */
    const char *token;                /* of HTTP_TRUST_TOKEN, a good one; copied */
};

struct http_server;

enum status http_start(struct http_server **out, const struct http_options *opt,
                       http_handler *handler, void *ctx, struct err *err) CHECK_RESULT;
/* The port it listens on. */
uint16_t http_port(const struct http_server *s);
/* Cancels what is under way, sends its answers, closes all connections.  NULL is fine. */
void http_stop(struct http_server *s);

/* Appends "error":{"code","message","byte"} to the object that is open in *j.  The byte is there if
 * the place is known and in the request; a mistake in the definition of a name has "name". */
void http_error_member(struct json *j, const struct err *err, enum lang lang);
/* Replaces what the reply holds by {"error":{…}} in the language of the request. */
void http_error(struct http_response *reply, unsigned status, const struct err *err,
                enum lang lang);

/* --- The check of Host and Origin that decides which requests are served ----------------------
 * A page of somebody else, open in the same browser, can send requests to our port.  Two headers
 * distinguish such requests from our own page's:
 *
 *   Host     A name of the attacker's that points to our address ("DNS rebinding") arrives here.
 *            We answer to literal addresses, to localhost and to names in the options, with our
 *            port: an attacker's page has none of these in its address.
 *   Origin   Browsers send it with requests that scripts of other pages make, and it can't be
 *   and      forged there.  It must be the Host itself.  Sec-Fetch-Site says the same where there
 *   Sec-…    is no Origin (pictures, forms); a link that somebody follows to the page is fine.
 *
 * Programs such as curl send neither Origin nor Sec-Fetch-Site and may send any request.
 *
 * Behind a proxy that speaks TLS the page has another address, "https://kifu.example": as one of the
 * names it is that of a Host, with its own port, and an Origin as good as ours.  Whether the proxy
 * leaves the Host as it is or sends our address does not matter then. */

struct allowed_hosts {
    uint16_t port;
    const char *const *names; /* further hosts to answer to, or public addresses; borrowed */
    size_t name_count;
};

/* The header's value, "127.0.0.1:8017"; empty if there was none. */
bool origin_allows_host(const struct allowed_hosts *g, struct span host);
/* The values of Host, which must have passed, Origin and Sec-Fetch-Site; empty: not sent. */
bool origin_is_same(const struct allowed_hosts *g, struct span host, struct span origin,
                    struct span fetch_site);
/* Whether one of the names can be so: "laptop.example" or "https://kifu.example:8443"; as browsers
 * write it, without a port that is the usual one. */
bool origin_name_is_good(struct span name);

#endif
