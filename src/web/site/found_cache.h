/* found_cache.h: what the last questions found (query/run/finding.h), so that the requests that the
 * page sends after one change walk through the games once.
 *
 *     found_cache_get(c, key, whole, make, ctx, cancelled, &found, err)   made, awaited or there
 *     … found->finding …
 *     found_cache_give_back(c, found)
 *
 * A key says of which databases, as they are when (served.h), and what is asked.  Who asks for what
 * somebody else is finding at the moment waits for it.  What was asked for longest ago is dropped
 * when the bytes are used up; what somebody reads stays until it is given back.  Safe to use from
 * several threads. */
#ifndef KIFU_WEB_SITE_FOUND_CACHE_H
#define KIFU_WEB_SITE_FOUND_CACHE_H

#include <stdatomic.h>

#include "query/run/finding.h"

struct found_cache;

/* Borrowed from the cache until it is given back. */
struct found {
    struct finding finding;
    /* more, for found_cache.c */
    struct found *newer, *older;
    char *key;
    size_t key_bytes, bytes;
    uint32_t readers;
    bool whole, making, listed;
};

/* Finds; what it leaves in *out is the cache's. */
typedef enum status found_maker(void *ctx, struct finding *out, struct err *err);

enum status found_cache_open(struct found_cache **out, size_t most_bytes,
                             struct err *err) CHECK_RESULT;
/* Everything must have been given back.  NULL is fine. */
void found_cache_close(struct found_cache *c);

/* whole: nothing but the whole answer will do; otherwise what was found of it within somebody's
 * time is good enough, too.  STATUS_CANCELLED if *cancelled (which may be NULL) became true while
 * waiting for another; otherwise what the maker says. */
enum status found_cache_get(struct found_cache *c, struct span key, bool whole, found_maker *make,
                            void *ctx, const atomic_bool *cancelled, struct found **out,
                            struct err *err) CHECK_RESULT;
void found_cache_give_back(struct found_cache *c, struct found *found); /* NULL is fine */

/* What it holds at the moment, for tests. */
struct found_cache_state {
    size_t entries, bytes;
    uint64_t hits, made;
};
struct found_cache_state found_cache_state(struct found_cache *c);

#endif
