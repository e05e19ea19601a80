/* response_cache.c: see response_cache.h. */
#include "web/site/response_cache.h"

#include <pthread.h>
#include <time.h>

#include "base/alloc.h"

enum { LOOK_EVERY_MS = 100, REPORT_EVERY = 10 };

struct response_entry {
    struct cached_response out; /* first: what borrowers see */
    struct buf key, text;
    unsigned readers;
    uint64_t used; /* the shelf's clock when it was last asked for */
    bool gone;     /* no longer on the shelf: goes with its last reader */
};

struct response_cache {
    pthread_mutex_t lock;
    pthread_cond_t made;
    bool making;
    size_t bytes, most_bytes;
    uint64_t clock;
    struct response_entry *kept[RESPONSE_CACHE_MOST];
    unsigned count;
};

enum status response_cache_open(struct response_cache **out, size_t bytes, struct err *err)
{
    pthread_condattr_t steady;
    struct response_cache *s = *out = mem_calloc(1, sizeof *s);
    if (!s)
        return err_nomem(err);
    s->most_bytes = bytes;
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&s->made, &steady);
    pthread_condattr_destroy(&steady);
    return STATUS_OK;
}

static void free_kept(struct response_entry *k)
{
    buf_release(&k->key);
    buf_release(&k->text);
    mem_free(k);
}

void response_cache_close(struct response_cache *s)
{
    if (!s)
        return;
    for (unsigned i = 0; i < s->count; i++)
        free_kept(s->kept[i]);
    pthread_cond_destroy(&s->made);
    pthread_mutex_destroy(&s->lock);
    mem_free(s);
}

static struct response_entry *look_up(struct response_cache *s, struct span key)
{
    for (unsigned i = 0; i < s->count; i++)
        if (span_eq(buf_span(&s->kept[i]->key), key))
            return s->kept[i];
    return NULL;
}

static void wait_a_little(struct response_cache *s)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK_EVERY_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&s->made, &s->lock, &until);
}

/* Is it worth going on?  Asked without the lock: telling somebody may take its time. */
static bool still_wanted(struct response_cache *s, unsigned round, const atomic_bool *cancelled,
                         bool (*waiting)(void *ctx), void *ctx)
{
    if (cancelled && atomic_load(cancelled))
        return false;
    if (!waiting || round % REPORT_EVERY)
        return true;
    pthread_mutex_unlock(&s->lock);
    bool wanted = waiting(ctx);
    pthread_mutex_lock(&s->lock);
    return wanted;
}

enum status response_cache_find(struct response_cache *s, struct span key,
                                const atomic_bool *cancelled, bool (*waiting)(void *ctx), void *ctx,
                                const struct cached_response **cached, struct err *err)
{
    enum status status = STATUS_OK;
    *cached = NULL;
    pthread_mutex_lock(&s->lock);
    struct response_entry *k = look_up(s, key);
    for (unsigned round = 0; !k && s->making && status == STATUS_OK; round++) {
        if (!still_wanted(s, round, cancelled, waiting, ctx))
            status = err_cancelled(err);
        else if (s->making)
            wait_a_little(s);
        k = look_up(s, key);
    }
    if (status == STATUS_OK && k) {
        k->readers++;
        k->used = ++s->clock;
        *cached = &k->out;
    } else if (status == STATUS_OK) {
        s->making = true;
    }
    pthread_mutex_unlock(&s->lock);
    return status;
}

void response_cache_release(struct response_cache *s, const struct cached_response *cached)
{
    struct response_entry *k = (struct response_entry *)(uintptr_t)cached;
    pthread_mutex_lock(&s->lock);
    k->readers--;
    bool last = k->gone && k->readers == 0;
    pthread_mutex_unlock(&s->lock);
    if (last)
        free_kept(k);
}

static size_t bytes_of(const struct response_entry *k)
{
    return sizeof *k + k->key.n + k->text.n;
}

static void drop_oldest(struct response_cache *s)
{
    unsigned oldest = 0;
    for (unsigned i = 1; i < s->count; i++)
        if (s->kept[i]->used < s->kept[oldest]->used)
            oldest = i;
    struct response_entry *k = s->kept[oldest];
    s->bytes -= bytes_of(k);
    s->kept[oldest] = s->kept[--s->count];
    k->gone = true;
    if (k->readers == 0)
        free_kept(k);
}

static struct response_entry *make_kept(struct span key, struct span text)
{
    struct response_entry *k = mem_calloc(1, sizeof *k);
    if (!k)
        return NULL;
    buf_init(&k->key, BUF_DEFAULT_MAX);
    buf_init(&k->text, BUF_DEFAULT_MAX);
    buf_add_span(&k->key, key);
    buf_add_span(&k->text, text);
    if (buf_status(&k->key) == STATUS_OK && buf_status(&k->text) == STATUS_OK) {
        k->out.text = buf_span(&k->text);
        return k;
    }
    free_kept(k);
    return NULL;
}

void response_cache_put(struct response_cache *s, struct span key, struct span text)
{
    struct response_entry *k =
        make_kept(key, text); /* without memory it is not kept, that is all */
    pthread_mutex_lock(&s->lock);
    s->making = false;
    if (k && bytes_of(k) <= s->most_bytes) {
        while (s->count == RESPONSE_CACHE_MOST || s->bytes + bytes_of(k) > s->most_bytes)
            drop_oldest(s);
        k->used = ++s->clock;
        s->bytes += bytes_of(k);
        s->kept[s->count++] = k;
    } else if (k) {
        free_kept(k);
    }
    pthread_cond_broadcast(&s->made);
    pthread_mutex_unlock(&s->lock);
}

void response_cache_abandon(struct response_cache *s)
{
    pthread_mutex_lock(&s->lock);
    s->making = false;
    pthread_cond_broadcast(&s->made);
    pthread_mutex_unlock(&s->lock);
}
