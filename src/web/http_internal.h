/* http_internal.h: what the files of the HTTP server share.
 *
 * Life of an exchange (one request and its answer), and the thread that owns it meanwhile:
 *
 *     READING ──▶ QUEUED ──▶ (a worker) ──┬──▶ ANSWERED ──▶ sent, freed
 *     loop        queue       worker      │    loop
 *                                         └──▶ STREAMING ──▶ finished and closed, freed
 *                                              both: the worker makes `ready`, the loop sends it
 *
 * The lock of the server guards queues, the list of those with a worker, `stopping`, and of an
 * exchange that streams everything but what the worker alone uses (request, reply).  Who comes last
 * frees it: the worker, having finished, or the loop, having closed the connection. */
#ifndef KIFU_WEB_HTTP_INTERNAL_H
#define KIFU_WEB_HTTP_INTERNAL_H

#include <microhttpd.h>
#include <pthread.h>

#include "web/http.h"
#include "web/http_patience.h"
#include "web/spool.h"

enum stage { READING, QUEUED, ANSWERED, STREAMING };

struct exchange {
    struct http_server *server;
    struct MHD_Connection *connection;
    enum stage stage;
    bool is_long;
    struct http_request request;
    struct http_reply reply;
    struct buf body, texts;
    size_t arg_at[HTTP_MAX_ARGS][4]; /* name and value: offset and length in texts */
    bool bad_args, not_utf8;
    bool has_upload; /* it has the server's one upload, and the spool is open */
    struct spool spool;
    atomic_bool cancelled;
    uint64_t thrown; /* bytes of the body that were too many */
    uint64_t queued_ms, deadline_ms;
    size_t unsent;         /* of the server's bytes, while the answer is being sent */
    struct exchange *next; /* in the queue, or among those with a worker */
    /* of one that streams */
    struct http_reply begun; /* status and headers as they were when it began */
    struct buf ready;        /* to be sent, from ready_at on */
    size_t ready_at;
    bool waiting;          /* the connection is suspended until there is more */
    bool finished, closed; /* by the worker; by the loop */
    bool cut_off;          /* something is missing */
    pthread_cond_t room;   /* there may be room in `ready` */
};

struct http_queue {
    struct exchange *first, **last;
    size_t count, limit;
    pthread_cond_t work;
};

struct http_server {
    struct guard guard;
    http_handler *handler;
    void *ctx;
    bool (*is_long)(struct span path);
    struct MHD_Daemon *daemon;
    int listener;
    unsigned deadline_ms, long_ms;
    struct patience patience;
    size_t unsent; /* bytes of answers made and not yet fetched; the loop's */
    pthread_mutex_t lock;
    pthread_cond_t rest;
    struct http_queue queue, long_queue;
    struct exchange *active;
    bool stopping;
    atomic_bool ending; /* the same, for handlers */
    atomic_bool uploading;
    bool (*is_upload)(struct span path);
    uint64_t upload_bytes;
    const char *upload_folder;
    const struct msg *upload_refusal;
    pthread_t workers[HTTP_MAX_WORKERS], long_workers[HTTP_LONG_WORKERS], watchman;
    unsigned worker_count, long_count;
    bool has_watchman;
};

/* Opens s->listener, and notes its port. */
enum status http_listen(struct http_server *s, const struct http_options *opt,
                        struct err *err) CHECK_RESULT;

/* Whether it can be doubted where the request goes or where it ends: somebody on the way here might
 * have understood it otherwise, and what follows it could be a request of its own that nobody
 * looked at. */
bool http_is_ambiguous(struct MHD_Connection *connection);
/* For libmicrohttpd, which hands addresses over as C strings: one with a NUL in it would end there.
 * It stays as it was written, and nothing is found there. */
size_t http_unescape(void *ctx, struct MHD_Connection *connection, char *text);

/* A file is about to come: takes the server's one upload.  If it can't be had, fills *err and
 * returns the HTTP status to refuse it with; 0: let it come. */
unsigned http_upload_begin(struct exchange *x, struct err *err);
/* Gives the upload back; does nothing if there is none. */
void http_upload_end(struct exchange *x);

/* What libmicrohttpd reads a stream with. */
ssize_t http_stream_read(void *ctx, uint64_t at, char *out, size_t max);
/* The worker is done; with the lock held. */
void http_stream_finish(struct exchange *x);
/* The connection is gone.  True if a worker still has the exchange, and will free it. */
bool http_stream_abandon(struct exchange *x);

#endif
