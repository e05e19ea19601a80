/* cancel_watch.h: a thread that sets the stop flag of some work soon after its request is
 * cancelled.
 *
 *     cancel_watch_begin(&w, call->request->cancelled, &control.stop, err);
 *     … think() …
 *     cancel_watch_end(&w);
 */
#ifndef KIFU_WEB_HTTP_CANCEL_WATCH_H
#define KIFU_WEB_HTTP_CANCEL_WATCH_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/err.h"

struct cancel_watch {
    const atomic_bool *cancelled;
    atomic_bool *stop; /* set soon after the other */
    atomic_bool done;
    pthread_t thread;
};

enum status cancel_watch_begin(struct cancel_watch *w, const atomic_bool *cancelled,
                               atomic_bool *stop, struct err *err) CHECK_RESULT;
void cancel_watch_end(struct cancel_watch *w);

#endif
