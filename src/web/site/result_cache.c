/* result_cache.c: see result_cache.h.
 *
 * A list with the newest first; a few dozen entries at most, as they are large, so it is gone
 * through. */
#include "web/site/result_cache.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"

struct result_cache {
    pthread_mutex_t lock; /* of everything here */
    pthread_cond_t made_one;
    struct cached_result *newest, *oldest;
    size_t most_bytes;
    struct result_cache_state state;
};

enum status result_cache_open(struct result_cache **out, size_t most_bytes, struct err *err)
{
    pthread_condattr_t steady;
    struct result_cache *c = mem_calloc(1, sizeof *c);
    *out = c;
    if (!c)
        return err_nomem(err);
    c->most_bytes = most_bytes;
    pthread_mutex_init(&c->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&c->made_one, &steady);
    pthread_condattr_destroy(&steady);
    return STATUS_OK;
}

static void cached_result_free(struct cached_result *f)
{
    query_result_release(&f->result);
    mem_free(f->key);
    mem_free(f);
}

void result_cache_close(struct result_cache *c)
{
    if (!c)
        return;
    for (struct cached_result *f = c->newest, *next; f; f = next) {
        next = f->older;
        cached_result_free(f);
    }
    pthread_cond_destroy(&c->made_one);
    pthread_mutex_destroy(&c->lock);
    mem_free(c);
}

/* --- The list; with the lock held ------------------------------------------------------------- */

static void unlink_result(struct result_cache *c, struct cached_result *f)
{
    *(f->newer ? &f->newer->older : &c->newest) = f->older;
    *(f->older ? &f->older->newer : &c->oldest) = f->newer;
    f->newer = f->older = NULL;
}

static void link_newest(struct result_cache *c, struct cached_result *f)
{
    f->older = c->newest;
    *(c->newest ? &c->newest->newer : &c->oldest) = f;
    c->newest = f;
}

/* Nobody will find it any more; freed now, or by its last reader. */
static void drop(struct result_cache *c, struct cached_result *f)
{
    unlink_result(c, f);
    f->listed = false;
    c->state.entries--;
    c->state.bytes -= f->bytes;
    if (f->readers == 0)
        cached_result_free(f);
}

static void drop_oldest(struct result_cache *c)
{
    for (struct cached_result *f = c->oldest, *next; f && c->state.bytes > c->most_bytes;
         f = next) {
        next = f->newer;
        if (!f->making)
            drop(c, f);
    }
}

static struct cached_result *find(const struct result_cache *c, struct span key, bool whole)
{
    for (struct cached_result *f = c->newest; f; f = f->older)
        if ((f->whole || !whole) && span_eq(span_make(f->key, f->key_bytes), key))
            return f;
    return NULL;
}

static struct cached_result *add(struct result_cache *c, struct span key, bool whole)
{
    struct cached_result *f = mem_calloc(1, sizeof *f);
    char *copy = mem_alloc(key.n + 1);
    if (!f || !copy) {
        mem_free(f);
        mem_free(copy);
        return NULL;
    }
    if (key.n)
        memcpy(copy, key.p, key.n);
    *f = (struct cached_result){.key = copy, .key_bytes = key.n, .readers = 1, .whole = whole};
    f->making = f->listed = true;
    link_newest(c, f);
    c->state.entries++;
    return f;
}

/* --- Getting ---------------------------------------------------------------------------------- */

/* Waits until it is made, a little; false if nobody wants it any more. */
static bool wait_a_little(struct result_cache *c, const atomic_bool *cancelled)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 20000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&c->made_one, &c->lock, &until);
    return !cancelled || !atomic_load(cancelled);
}

/* The entry for a key: one that is made, or a new one that is to be made; NULL if there is no
 * memory, or with *given_up. */
static struct cached_result *take(struct result_cache *c, struct span key, bool whole,
                                  const atomic_bool *cancelled, bool *given_up)
{
    for (;;) {
        struct cached_result *f = find(c, key, whole);
        if (!f)
            return add(c, key, whole);
        if (!f->making) {
            f->readers++;
            unlink_result(c, f);
            link_newest(c, f);
            c->state.hits++;
            return f;
        }
        *given_up = !wait_a_little(c, cancelled);
        if (*given_up)
            return NULL;
    }
}

enum status result_cache_get(struct result_cache *c, struct span key, bool whole,
                             result_maker *make, void *ctx, const atomic_bool *cancelled,
                             struct cached_result **out, struct err *err)
{
    bool given_up = false;
    *out = NULL;
    pthread_mutex_lock(&c->lock);
    struct cached_result *f = take(c, key, whole, cancelled, &given_up);
    bool make_it = f && f->making;
    pthread_mutex_unlock(&c->lock);
    if (!f)
        return given_up ? err_cancelled(err) : err_nomem(err);
    if (!make_it) {
        *out = f;
        return STATUS_OK;
    }
    enum status status = make(ctx, &f->result, err);
    pthread_mutex_lock(&c->lock);
    f->making = false;
    f->whole = f->result.looked_at >= 1;
    f->bytes = sizeof *f + f->key_bytes + query_result_bytes(&f->result);
    c->state.bytes += f->bytes;
    c->state.made++;
    if (status == STATUS_OK && !f->result.too_much) {
        *out = f;
        drop_oldest(c);
    } else {
        f->readers = 0;
        drop(c, f);
    }
    pthread_cond_broadcast(&c->made_one);
    pthread_mutex_unlock(&c->lock);
    return status;
}

void result_cache_release(struct result_cache *c, struct cached_result *cached)
{
    if (!cached)
        return;
    pthread_mutex_lock(&c->lock);
    bool unused = --cached->readers == 0 && !cached->listed;
    pthread_mutex_unlock(&c->lock);
    if (unused)
        cached_result_free(cached);
}

struct result_cache_state result_cache_state(struct result_cache *c)
{
    pthread_mutex_lock(&c->lock);
    struct result_cache_state state = c->state;
    pthread_mutex_unlock(&c->lock);
    return state;
}
