/* response_cache.h: a cache of responses that took long to make.
 *
 * They are made one at a time: a request whose response is not there while another one is being
 * made waits for that to end.  So two equal requests are worked on once, and ten different ones do
 * not take ten times the memory.  The least recently used are dropped when there is no room.
 *
 *     response_cache_find(cache, key, …, &cached, err)
 *         cached       the text; give it back with response_cache_release()
 *         NULL         make it, then response_cache_put() or response_cache_abandon()
 */
#ifndef KIFU_WEB_SITE_RESPONSE_CACHE_H
#define KIFU_WEB_SITE_RESPONSE_CACHE_H

#include <stdatomic.h>

#include "base/buf.h"
#include "base/err.h"

enum { RESPONSE_CACHE_MOST = 32 }; /* texts */

struct response_cache;
struct cached_response {
    struct span text; /* borrowed until response_cache_release() */
};

/* bytes: of all texts and keys together. */
enum status response_cache_open(struct response_cache **out, size_t bytes,
                                struct err *err) CHECK_RESULT;
void response_cache_close(struct response_cache *s); /* NULL is fine */

/* STATUS_CANCELLED if *cancelled is set before its turn comes.  waiting() may be NULL; it is called
 * every now and then, and ends the waiting by false. */
enum status response_cache_find(struct response_cache *s, struct span key,
                                const atomic_bool *cancelled, bool (*waiting)(void *ctx), void *ctx,
                                const struct cached_response **cached,
                                struct err *err) CHECK_RESULT;
void response_cache_release(struct response_cache *s, const struct cached_response *cached);
/* Ends the making: with a text, which is copied if there is room for it; with nothing. */
void response_cache_put(struct response_cache *s, struct span key, struct span text);
void response_cache_abandon(struct response_cache *s);

#endif
