/* http_patience.c: see http_patience.h. */
#include "web/http_patience.h"

#include <sys/socket.h>

#include "base/steady.h"

void patience_init(struct patience *p, unsigned limit_ms)
{
    *p = (struct patience){.limit_ms = limit_ms};
    pthread_mutex_init(&p->lock, NULL);
}

void patience_destroy(struct patience *p)
{
    pthread_mutex_destroy(&p->lock);
}

void patience_add(struct patience *p, struct patience_client *c, int socket)
{
    pthread_mutex_lock(&p->lock);
    *c = (struct patience_client){
        .next = p->first, .socket = socket, .until_ms = steady_ms() + p->limit_ms};
    if (p->first)
        p->first->previous = c;
    p->first = c;
    pthread_mutex_unlock(&p->lock);
}

void patience_remove(struct patience *p, struct patience_client *c)
{
    pthread_mutex_lock(&p->lock);
    if (c->next)
        c->next->previous = c->previous;
    if (c->previous)
        c->previous->next = c->next;
    else
        p->first = c->next;
    pthread_mutex_unlock(&p->lock);
}

void patience_begin(struct patience *p, struct patience_client *c, uint64_t bytes)
{
    pthread_mutex_lock(&p->lock);
    c->until_ms = steady_ms() + p->limit_ms + bytes / PATIENCE_BYTES_PER_MS;
    pthread_mutex_unlock(&p->lock);
}

void patience_extend(struct patience *p, struct patience_client *c, uint64_t bytes)
{
    pthread_mutex_lock(&p->lock);
    if (c->until_ms)
        c->until_ms += bytes / PATIENCE_BYTES_PER_MS;
    pthread_mutex_unlock(&p->lock);
}

void patience_pause(struct patience *p, struct patience_client *c)
{
    pthread_mutex_lock(&p->lock);
    c->until_ms = 0;
    pthread_mutex_unlock(&p->lock);
}

/* The socket is only shut, not closed: it is libmicrohttpd's, which sees the end and closes it. */
size_t patience_enforce(struct patience *p)
{
    size_t count = 0;
    pthread_mutex_lock(&p->lock);
    const uint64_t now = steady_ms();
    for (struct patience_client *c = p->first; c; c = c->next, count++)
        if (c->until_ms && c->until_ms < now)
            shutdown(c->socket, SHUT_RDWR);
    pthread_mutex_unlock(&p->lock);
    return count;
}
