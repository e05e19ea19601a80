/* http_internal.h: declarations that the files of the HTTP server share.
 *
 * Life of an exchange (one request and its answer), and the thread that owns it meanwhile:
 *
 *     READING ──▶ QUEUED ──▶ WORKING ──┬──▶ ANSWERED ──▶ sent, freed
 *     loop        queue      worker    │    loop
 *                                      └──▶ STREAMING ──▶ finished and closed, freed
 *                                           both: the worker makes `ready`, the loop sends it
 *
 * The lock of the server guards queues, the list of those with a worker, the list of those that the
 * loop is to look at (`noted`), `stopping`, and of an exchange that is with a worker everything but
 * what the worker alone uses (request, reply).  Who comes last frees it: the worker, having
 * finished, or the loop, having closed the connection. */
#ifndef KIFU_WEB_HTTP_HTTP_INTERNAL_H
#define KIFU_WEB_HTTP_HTTP_INTERNAL_H

#include <pthread.h>

#include "web/http/http.h"
#include "web/http/http_body.h"
#include "web/http/http_head.h"
#include "web/http/http_table.h"

enum http_stage { READING, QUEUED, WORKING, ANSWERED, STREAMING };

struct http_connection;

struct http_exchange {
    struct http_server *server;
    struct http_connection *connection; /* the loop's; NULL when it is gone */
    enum http_stage stage;
    bool is_long;
    struct http_address from;
    struct http_request request;
    struct http_response reply;
    enum lang lang;
    struct buf body, texts;
    bool bad_args, not_utf8;
    bool spooling;   /* it has one of the server's places for files, and the spool is open */
    bool has_upload; /* it has the server's one upload */
    struct spool spool;
    atomic_bool cancelled;
    bool hung_up; /* the client has closed its side of the connection */
    uint64_t queued_ms, taken_ms, deadline_ms;
    size_t unsent;              /* of the server's bytes, while the answer is being sent */
    struct http_exchange *next; /* in the queue, or among those with a worker */
    bool finished, closed;      /* by the worker; by the loop */
    bool noted;                 /* it is in that list */
    struct http_exchange *next_noted;
    /* of one that streams */
    struct http_response begun; /* status and headers as they were when it began */
    struct buf ready;           /* to be sent, from ready_at on */
    size_t ready_at;
    bool cut_off;        /* something is missing */
    pthread_cond_t room; /* there may be room in `ready`, or it is cancelled */
};

struct http_queue {
    struct http_exchange *first, **last;
    size_t count, limit;
    size_t most;    /* workers that it may have */
    size_t waiting; /* those that wait for a request */
    pthread_cond_t work;
};

/* One client, and the response being sent to it; the loop's alone. */
struct http_connection {
    struct http_slot slot; /* the first, so that one is the other */
    struct http_server *server;
    int fd;
    uint32_t watched; /* events that epoll reports of it */
    struct buf in;    /* came, and is not read */
    size_t scanned;   /* of that */
    struct http_body body;
    struct http_exchange *x; /* NULL: between two requests */
    struct buf out;          /* the head of the answer, or a piece of a stream; from out_at on */
    size_t out_at;
    struct span answer; /* what follows it: the rest of the body, borrowed from x */
    bool keep_alive, is_head, http10;
    bool begun;     /* the head of a stream is made */
    bool ended;     /* its last chunk is, too */
    bool unread;    /* the request was not read to its end */
    bool lingering; /* all is sent; what comes is thrown away until the client has read it */
    bool dead;      /* closed, and freed before the next wait */
    uint64_t thrown;
    struct http_connection *next_dead;
    struct http_connection *next_again; /* it has sent another request already */
};

struct http_server {
    struct allowed_hosts guard;
    http_handler *handler;
    void *ctx;
    bool (*is_long)(struct span path);
    int listener;
    bool own_user; /* others are turned away */
    unsigned deadline_ms, long_ms;
    /* the loop's */
    int epoll, wakeup;
    struct http_table table;
    struct http_connection *dead, *again;
    size_t unsent; /* bytes of answers made and not yet fetched */
    bool deaf;     /* no descriptors are left: nobody is let in until the next look */
    uint64_t looked_ms;
    char *scratch;
    pthread_t loop;
    bool has_loop;
    atomic_bool over; /* the loop is to end */

    pthread_mutex_t lock;
    struct http_queue queue, long_queue;
    struct http_exchange *active, *noted;
    bool stopping;
    atomic_bool ending; /* as stopping, for handlers */
    atomic_bool uploading;
    atomic_uint spools;
    bool (*is_upload)(struct span path);
    uint64_t upload_bytes;
    const char *upload_folder;
    const struct msg *upload_refusal;
    enum http_trust trust;
    char token[HTTP_TOKEN_MOST + 1], cookie[HTTP_COOKIE_BYTES];
    pthread_t workers[HTTP_MAX_WORKERS], long_workers[HTTP_LONG_WORKERS];
    unsigned worker_count, long_count;
};

/* Opens s->listener, and notes its port. */
enum status http_listen(struct http_server *s, const struct http_options *opt,
                        struct err *err) CHECK_RESULT;

/* --- http_request.c --------------------------------------------------------------------------- */

/* NULL: no memory. */
struct http_exchange *http_exchange_new(struct http_server *s, struct http_connection *connection);
void http_exchange_free(struct http_exchange *x);
/* The answer is an error. */
void http_refuse(struct http_exchange *x, unsigned status, enum status code,
                 const struct msg *what);
void http_refuse_head(struct http_exchange *x, enum http_head_result why);
/* The answer to a head that does not end within its room. */
void http_refuse_large_head(struct http_exchange *x, bool in_first_line);
/* Takes over what the head says.  False: the answer is made, and the body is not wanted. */
bool http_request_begin(struct http_exchange *x, const struct http_head *head,
                        struct http_length *length);
/* A piece of the body.  False as above. */
bool http_request_add(struct http_exchange *x, struct span more);
/* The request has come whole.  True if a worker has it now; false: the answer is made. */
bool http_request_end(struct http_exchange *x);

/* --- http_upload.c ---------------------------------------------------------------------------- */

/* A file is about to come.  If there is no place for it, fills *err and returns the HTTP status to
 * refuse it with; 0: let it come. */
unsigned http_upload_begin(struct http_exchange *x, struct err *err);
/* It has come: takes the server's one upload; as above. */
unsigned http_upload_claim(struct http_exchange *x, struct err *err);
/* Gives back what it has of these. */
void http_upload_end(struct http_exchange *x);

/* --- http_response.c -------------------------------------------------------------------------- */

/* How long the body is. */
enum { HTTP_CHUNKED = -1, HTTP_TO_THE_END = -2 };
/* Appends status line and headers. */
void http_response_head(struct buf *out, const struct http_response *reply, int64_t length,
                        bool keep_alive);

/* --- http_workers.c --------------------------------------------------------------------------- */

/* Whose turn it is: that of the address with the fewest requests under way, of these the first that
 * came.  One address, this machine aside, never has all workers or all places of a queue
 * (http_share()).  Requests that take long need not keep others waiting: when all workers are at one
 * for SLOW_MS, there is another worker for the next, up to HTTP_MAX_WORKERS, and the system divides
 * the processors. */
enum {
    WATCH_MS = 50, /* those with a worker are looked after so often */
    SLOW_MS = 20
};

/* What one address may have of so many. */
size_t http_share(size_t most);

enum status http_start_workers(struct http_server *s, unsigned workers,
                               struct err *err) CHECK_RESULT;
/* When `stopping` is set. */
void http_join_workers(struct http_server *s);
/* False if there is no room, or the server is ending. */
bool http_enqueue(struct http_exchange *x);
/* Cancels those whose time is up or whose client has gone; and adds a worker if need be. */
void http_watch_active(struct http_server *s, uint64_t now);
/* The loop is to look at x; with the lock held. */
void http_note(struct http_exchange *x);
/* One that was noted, which is not any more; NULL: none. */
struct http_exchange *http_take_noted(struct http_server *s, enum http_stage *stage);
/* Whether the client left while the request was queued.  Such a request is dropped: clients that
 * send requests and leave, again and again, would keep all workers from the others.  (A client that
 * closes its sending side at once has not left.) */
bool http_has_left_queue(const struct http_exchange *x, uint64_t now);
/* The connection is gone.  True if a worker has the exchange, and will free it. */
bool http_abandon(struct http_exchange *x);
/* Sets `cancelled`; with the lock held. */
void http_cancel(struct http_exchange *x);

/* --- http_stream.c ---------------------------------------------------------------------------- */

enum http_stream_state { HTTP_STREAM_PIECE, HTTP_STREAM_WAITS, HTTP_STREAM_END, HTTP_STREAM_CUT };
/* Appends the next bytes that are ready, at most max. */
enum http_stream_state http_stream_take(struct http_exchange *x, struct buf *out, size_t max);

/* --- http_loop.c ------------------------------------------------------------------------------ */

enum status http_start_loop(struct http_server *s, struct err *err) CHECK_RESULT;
/* Sends what is left to send, for a moment, and closes all connections. */
void http_end_loop(struct http_server *s);
/* From any thread: there is something to look at. */
void http_wake_loop(struct http_server *s);

#endif
