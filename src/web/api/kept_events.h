/* kept_events.h: responses of long requests that are made once and kept in the site's cache.
 *
 *     kept_events_begin(&k, call);
 *     buf_printf(&k.key, …)                              all that the response depends on
 *     return kept_events_answer(&k, make, ctx, err);     events, and "done"
 *
 * and in make(), as often as wanted:
 *
 *     struct json *j = kept_events_open(&k, "row");      event: row
 *     json_open_object(j); … json_end(j);                data: {…}
 *     kept_events_add(&k);
 *     kept_events_progress(&k, done, total);             sent at once, not kept
 *
 * Events are sent when all of them are made.  Who requests the same meanwhile waits for it, who does
 * so later gets it at once.  One response is made at a time. */
#ifndef KIFU_WEB_API_KEPT_EVENTS_H
#define KIFU_WEB_API_KEPT_EVENTS_H

#include "web/api.h"

struct kept_events {
    struct api_call *call;
    struct buf key;
    struct buf lines; /* a name, a blank and one line of JSON for each event */
    struct json json; /* writes to lines */
    int reported;     /* percent; -1: nothing yet */
    bool gone;        /* nobody listens any more */
    enum status (*make)(void *ctx, struct err *err);
    void *ctx;
};

/* The key begins with the databases as they are now.  Released by kept_events_answer(). */
void kept_events_begin(struct kept_events *k, struct api_call *call);
enum status kept_events_answer(struct kept_events *k,
                               enum status (*make)(void *ctx, struct err *err), void *ctx,
                               struct err *err) CHECK_RESULT;

struct json *kept_events_open(struct kept_events *k, const char *name);
void kept_events_add(struct kept_events *k);
/* {"stage","done","total","share"}; stage: waiting (total 0) or running. */
void kept_events_progress(struct kept_events *k, uint64_t done, uint64_t total);

#endif
