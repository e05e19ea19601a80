/* verifier.c: see verifier.h. */
#include "web/site/verifier.h"

#include <time.h>

/* Between looks for databases that changed; asking for the end is noticed after each part of it. */
enum { LOOK_MS = 5000, PART_MS = 100, LEAST_PAUSE_US = 2000, MOST_PAUSE_US = 200000 };

struct verifier_pace {
    const struct verifier *v;
    uint64_t since_us; /* the end of the last pause */
};

static uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void pause_us(uint64_t us)
{
    const struct timespec pause = {(time_t)(us / 1000000), (long)(us % 1000000 * 1000)};
    nanosleep(&pause, NULL);
}

/* Others need the disk and the processor more. */
static bool go_on(void *ctx)
{
    struct verifier_pace *pace = ctx;
    uint64_t pause = 9 * (now_us() - pace->since_us);
    pause = pause < LEAST_PAUSE_US ? LEAST_PAUSE_US : pause > MOST_PAUSE_US ? MOST_PAUSE_US : pause;
    if (!atomic_load(&pace->v->stop))
        pause_us(pause);
    pace->since_us = now_us();
    return !atomic_load(&pace->v->stop);
}

/* Of a snapshot that was verified before, only whether its files are as long as they were. */
static void verify_site(struct verifier *v, uint32_t number)
{
    struct served *served = &v->sites[number].served;
    struct snapshot *n = served_take(served);
    bool known = n && n->number + 1 == v->verified[number];
    for (uint32_t i = 0; n && i < n->count && !atomic_load(&v->stop); i++) {
        struct verifier_pace pace = {v, now_us()};
        struct err err;
        enum status st =
            known ? db_status(n->dbs[i], &err) : db_verify(n->dbs[i], go_on, &pace, &err);
        if (st != STATUS_OK && st != STATUS_CANCELLED)
            served_report(served, &err);
    }
    if (n)
        v->verified[number] = n->number + 1;
    served_give_back(served, n);
}

static void *verify_all(void *arg)
{
    struct verifier *v = arg;
    while (!atomic_load(&v->stop)) {
        for (uint32_t i = 0; i < v->count; i++)
            verify_site(v, i);
        for (int ms = 0; ms < LOOK_MS && !atomic_load(&v->stop); ms += PART_MS)
            pause_us(PART_MS * 1000);
    }
    return NULL;
}

enum status verifier_start(struct verifier *v, struct site *sites, uint32_t count, struct err *err)
{
    *v = (struct verifier){.sites = sites, .count = count};
    atomic_init(&v->stop, false);
    v->runs = pthread_create(&v->thread, NULL, verify_all, v) == 0;
    return v->runs ? STATUS_OK : err_nomem(err);
}

void verifier_stop(struct verifier *v)
{
    if (!v->runs)
        return;
    atomic_store(&v->stop, true);
    pthread_join(v->thread, NULL);
    v->runs = false;
}
