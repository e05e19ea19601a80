/* http_patience.h: how long a client may take to send its request, and to fetch its answer.
 *
 * libmicrohttpd closes a connection on which nothing happens.  One on which a byte comes every few
 * seconds would stay for ever, and as many of them as there may be connections would keep everybody
 * else out.  So each stay is timed as a whole: whoever is slower than a request may be loses the
 * connection.  While a request is with us the client is not to blame, and has no limit. */
#ifndef KIFU_WEB_HTTP_PATIENCE_H
#define KIFU_WEB_HTTP_PATIENCE_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /* For a request to arrive or an answer to be fetched; longer than HTTP_IDLE_SECONDS, so that it
     * concerns only those who keep a connection busy. */
    PATIENCE_MS = 30000,
    PATIENCE_BYTES_PER_MS = 16, /* and more for large ones: a slow line has this rate */
};

/* One connection; its address must not change between add and remove. */
struct patience_client {
    struct patience_client *next, *previous;
    int socket;
    uint64_t until_ms; /* 0: for ever */
};

struct patience {
    pthread_mutex_t lock;
    struct patience_client *first;
    unsigned limit_ms;
};

void patience_init(struct patience *p, unsigned limit_ms);
void patience_destroy(struct patience *p);
void patience_add(struct patience *p, struct patience_client *c, int socket);
void patience_remove(struct patience *p, struct patience_client *c);
/* The client is to send or fetch so many bytes from now on. */
void patience_begin(struct patience *p, struct patience_client *c, uint64_t bytes);
/* So many bytes came that were not counted by patience_begin(). */
void patience_extend(struct patience *p, struct patience_client *c, uint64_t bytes);
/* The client waits for us. */
void patience_pause(struct patience *p, struct patience_client *c);
/* Ends the connections of those whose time is up; how many clients there are. */
size_t patience_enforce(struct patience *p);

#endif
