/* result_cache.h: a cache of the results of the last queries (query/run/query_result.h), so that
 * the requests that the page sends after one change walk through the games once.
 *
 *     result_cache_get(c, key, whole, make, ctx, cancelled, &cached, err)  made, awaited or there
 *     … cached->result …
 *     result_cache_release(c, cached)
 *
 * A key names the snapshot of the databases (served.h) and the query.  A request for a result that
 * another one is making waits for it.  The least recently used result is dropped when the bytes are
 * used up; one that is being read stays until it is given back.  Safe to use from several
 * threads. */
#ifndef KIFU_WEB_SITE_RESULT_CACHE_H
#define KIFU_WEB_SITE_RESULT_CACHE_H

#include <stdatomic.h>

#include "query/run/query_result.h"

struct result_cache;

/* Borrowed from the cache until it is given back. */
struct cached_result {
    struct query_result result;
    /* more, for result_cache.c */
    struct cached_result *newer, *older;
    char *key;
    size_t key_bytes, bytes;
    uint32_t readers;
    bool whole, making, listed;
};

/* Runs the query; what it leaves in *out is the cache's. */
typedef enum status result_maker(void *ctx, struct query_result *out, struct err *err);

enum status result_cache_open(struct result_cache **out, size_t most_bytes,
                              struct err *err) CHECK_RESULT;
/* Everything must have been given back.  NULL is fine. */
void result_cache_close(struct result_cache *c);

/* whole: nothing but the whole result will do; otherwise one that was cut off by a deadline is good
 * enough, too.  *out is NULL if it was too much to be kept.  STATUS_CANCELLED if *cancelled (which
 * may be NULL) became true while waiting for another; otherwise what the maker returns. */
enum status result_cache_get(struct result_cache *c, struct span key, bool whole,
                             result_maker *make, void *ctx, const atomic_bool *cancelled,
                             struct cached_result **out, struct err *err) CHECK_RESULT;
void result_cache_release(struct result_cache *c, struct cached_result *cached); /* NULL is fine */

/* What it holds at the moment, for tests. */
struct result_cache_state {
    size_t entries, bytes;
    uint64_t hits, made;
};
struct result_cache_state result_cache_state(struct result_cache *c);

#endif
