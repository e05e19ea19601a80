/* shared_cache.h: a cache of values that take long to make, shared by threads.
 *
 *     shared_cache_get(cache, key, &request, &entry, err)      made now, awaited or there
 *     … entry->value …
 *     shared_cache_release(cache, entry)
 *
 * A value is made by the thread that wants it first; others that want the same one wait for it.
 * The least recently used values are dropped when their number or their bytes exceed the limit; one
 * that is being read stays until it is given back.  All functions but open and close may be called from several
 * threads. */
#ifndef KIFU_BASE_WORK_SHARED_CACHE_H
#define KIFU_BASE_WORK_SHARED_CACHE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/err.h"
#include "base/span.h"

struct shared_cache;

/* Borrowed from the cache until it is given back. */
struct shared_entry {
    void *value;
};

/* What a maker leaves.  The value belongs to the cache then, even if making it failed. */
struct shared_value {
    void *value;     /* NULL: there is nothing to keep, and nothing to give back */
    size_t bytes;    /* what it takes */
    bool incomplete; /* good enough only for requests that accept it */
};

struct shared_request {
    enum status (*make)(void *ctx, struct shared_value *out, struct err *err);
    /* While another thread makes it, called every second or so without the lock; false ends the
     * waiting.  May be NULL. */
    bool (*waiting)(void *ctx);
    void *ctx;
    const atomic_bool *cancelled; /* ends the waiting; may be NULL */
    bool accept_incomplete;
};

struct shared_cache_options {
    void (*free_value)(void *value);
    size_t most_bytes, most_entries;
    /* One value at a time is made, whatever its key: ten of them do not take ten times the
     * memory. */
    bool one_at_a_time;
};

enum status shared_cache_open(struct shared_cache **out, const struct shared_cache_options *options,
                              struct err *err) CHECK_RESULT;
/* Everything must have been given back.  NULL is fine. */
void shared_cache_close(struct shared_cache *c);

/* *out is NULL if there was nothing to keep.  STATUS_CANCELLED if the waiting was ended; otherwise
 * what the maker returns. */
enum status shared_cache_get(struct shared_cache *c, struct span key,
                             const struct shared_request *request, struct shared_entry **out,
                             struct err *err) CHECK_RESULT;
void shared_cache_release(struct shared_cache *c, struct shared_entry *entry); /* NULL is fine */

/* What it holds at the moment, for tests. */
struct shared_cache_state {
    size_t entries, bytes;
    uint64_t hits, made;
};
struct shared_cache_state shared_cache_state(struct shared_cache *c);

#endif
