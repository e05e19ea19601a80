/* shared_cache.c: see shared_cache.h.
 *
 * A list with the newest first: values are large, so there are a few dozen at most. */
#include "base/work/shared_cache.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"

enum { LOOK_EVERY_MS = 20, REPORT_EVERY = 50 };

struct cache_entry {
    struct shared_entry out; /* first: what borrowers see */
    struct cache_entry *newer, *older;
    char *key; /* owned */
    size_t key_bytes, bytes;
    uint32_t readers;
    bool incomplete, making, listed;
};

struct shared_cache {
    struct shared_cache_options options;
    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t made_one;
    struct cache_entry *newest, *oldest;
    unsigned making;
    struct shared_cache_state state;
};

enum status shared_cache_open(struct shared_cache **out, const struct shared_cache_options *options,
                              struct err *err)
{
    pthread_condattr_t steady;
    struct shared_cache *c = *out = mem_calloc(1, sizeof *c);
    if (!c)
        return err_nomem(err);
    c->options = *options;
    pthread_mutex_init(&c->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&c->made_one, &steady);
    pthread_condattr_destroy(&steady);
    return STATUS_OK;
}

static void entry_free(const struct shared_cache *c, struct cache_entry *e)
{
    if (e->out.value)
        c->options.free_value(e->out.value);
    mem_free(e->key);
    mem_free(e);
}

void shared_cache_close(struct shared_cache *c)
{
    if (!c)
        return;
    for (struct cache_entry *e = c->newest, *next; e; e = next) {
        next = e->older;
        entry_free(c, e);
    }
    pthread_cond_destroy(&c->made_one);
    pthread_mutex_destroy(&c->lock);
    mem_free(c);
}

/* --- The list; with the lock held ------------------------------------------------------------- */

static void unlink_entry(struct shared_cache *c, struct cache_entry *e)
{
    *(e->newer ? &e->newer->older : &c->newest) = e->older;
    *(e->older ? &e->older->newer : &c->oldest) = e->newer;
    e->newer = e->older = NULL;
}

static void link_newest(struct shared_cache *c, struct cache_entry *e)
{
    e->older = c->newest;
    *(c->newest ? &c->newest->newer : &c->oldest) = e;
    c->newest = e;
}

/* No request will find it any more; freed now, or by its last reader. */
static void drop(struct shared_cache *c, struct cache_entry *e)
{
    unlink_entry(c, e);
    e->listed = false;
    c->state.entries--;
    c->state.bytes -= e->bytes;
    if (e->readers == 0)
        entry_free(c, e);
}

static void drop_oldest(struct shared_cache *c)
{
    const struct shared_cache_options *o = &c->options;
    for (struct cache_entry *e = c->oldest, *next;
         e && (c->state.bytes > o->most_bytes || c->state.entries > o->most_entries); e = next) {
        next = e->newer;
        if (!e->making)
            drop(c, e);
    }
}

static struct cache_entry *find(const struct shared_cache *c, struct span key, bool any)
{
    for (struct cache_entry *e = c->newest; e; e = e->older)
        if ((any || !e->incomplete) && span_eq(span_make(e->key, e->key_bytes), key))
            return e;
    return NULL;
}

/* An entry that the calling thread is to make. */
static struct cache_entry *add(struct shared_cache *c, struct span key, bool incomplete)
{
    struct cache_entry *e = mem_calloc(1, sizeof *e);
    char *copy = mem_alloc(key.n + 1);
    if (!e || !copy) {
        mem_free(e);
        mem_free(copy);
        return NULL;
    }
    if (key.n)
        memcpy(copy, key.p, key.n);
    *e = (struct cache_entry){
        .key = copy, .key_bytes = key.n, .readers = 1, .incomplete = incomplete};
    e->making = e->listed = true;
    link_newest(c, e);
    c->state.entries++;
    c->making++;
    return e;
}

/* --- Getting ---------------------------------------------------------------------------------- */

/* Waits a little for something to be made; false if the request is no longer wanted. */
static bool wait_a_little(struct shared_cache *c, const struct shared_request *r, unsigned round)
{
    if (r->cancelled && atomic_load(r->cancelled))
        return false;
    if (r->waiting && round % REPORT_EVERY == 0) {
        pthread_mutex_unlock(&c->lock); /* it may take its time */
        bool wanted = r->waiting(r->ctx);
        pthread_mutex_lock(&c->lock);
        return wanted; /* what it waits for may be made by now */
    }
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK_EVERY_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&c->made_one, &c->lock, &until);
    return true;
}

/* One that is made, or a new one to be made; NULL with the reason in *status. */
static struct cache_entry *take(struct shared_cache *c, struct span key,
                                const struct shared_request *r, enum status *status,
                                struct err *err)
{
    for (unsigned round = 0;; round++) {
        struct cache_entry *e = find(c, key, r->accept_incomplete);
        if (e && !e->making) {
            e->readers++;
            unlink_entry(c, e);
            link_newest(c, e);
            c->state.hits++;
            return e;
        }
        if (!e && !(c->options.one_at_a_time && c->making)) {
            e = add(c, key, r->accept_incomplete);
            *status = e ? STATUS_OK : err_nomem(err);
            return e;
        }
        if (!wait_a_little(c, r, round)) {
            *status = err_cancelled(err);
            return NULL;
        }
    }
}

enum status shared_cache_get(struct shared_cache *c, struct span key,
                             const struct shared_request *request, struct shared_entry **out,
                             struct err *err)
{
    enum status status = STATUS_OK;
    *out = NULL;
    pthread_mutex_lock(&c->lock);
    struct cache_entry *e = take(c, key, request, &status, err);
    const bool make_it = e && e->making;
    pthread_mutex_unlock(&c->lock);
    if (!make_it) {
        *out = e ? &e->out : NULL;
        return status;
    }
    struct shared_value made = {0};
    status = request->make(request->ctx, &made, err);
    pthread_mutex_lock(&c->lock);
    e->making = false;
    e->out.value = made.value;
    e->incomplete = made.incomplete;
    e->bytes = sizeof *e + e->key_bytes + made.bytes;
    c->making--;
    c->state.bytes += e->bytes;
    c->state.made++;
    if (status == STATUS_OK && made.value) {
        *out = &e->out;
        drop_oldest(c);
    } else {
        e->readers = 0;
        drop(c, e);
    }
    pthread_cond_broadcast(&c->made_one);
    pthread_mutex_unlock(&c->lock);
    return status;
}

void shared_cache_release(struct shared_cache *c, struct shared_entry *entry)
{
    struct cache_entry *e = (struct cache_entry *)entry;
    if (!e)
        return;
    pthread_mutex_lock(&c->lock);
    bool unused = --e->readers == 0 && !e->listed;
    pthread_mutex_unlock(&c->lock);
    if (unused)
        entry_free(c, e);
}

struct shared_cache_state shared_cache_state(struct shared_cache *c)
{
    pthread_mutex_lock(&c->lock);
    struct shared_cache_state state = c->state;
    pthread_mutex_unlock(&c->lock);
    return state;
}
