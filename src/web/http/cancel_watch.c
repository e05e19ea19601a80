/* cancel_watch.c: see cancel_watch.h. */
#include "web/http/cancel_watch.h"

#include <time.h>

static void *watch(void *arg)
{
    struct cancel_watch *w = arg;
    const struct timespec pause = {.tv_nsec = 20000000};
    while (!atomic_load(&w->done)) {
        if (atomic_load(w->cancelled))
            atomic_store(w->stop, true);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

enum status cancel_watch_begin(struct cancel_watch *w, const atomic_bool *cancelled,
                               atomic_bool *stop, struct err *err)
{
    w->cancelled = cancelled;
    w->stop = stop;
    atomic_init(&w->done, false);
    return pthread_create(&w->thread, NULL, watch, w) == 0 ? STATUS_OK : err_nomem(err);
}

void cancel_watch_end(struct cancel_watch *w)
{
    atomic_store(&w->done, true);
    pthread_join(w->thread, NULL);
}
