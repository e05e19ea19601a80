/* crew_of_threads.h: a crew (base/work/crew.h) whose ranks are threads of the test, so that what is done
 * together can be tested without MPI, under the sanitizers. */
#ifndef KIFU_TESTS_UNIT_CREW_OF_THREADS_H
#define KIFU_TESTS_UNIT_CREW_OF_THREADS_H

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/work/crew.h"

enum { MOST_RANKS = 8 };

/* A letter on its way, from a list that is sorted by age. */
struct thread_letter {
    struct thread_letter *next;
    uint32_t from, to;
    size_t n;
    char bytes[];
};

struct thread_crew {
    pthread_mutex_t lock; /* of letters */
    struct thread_letter *letters;
    uint32_t size;
    pthread_barrier_t barrier;
    const void *shown[MOST_RANKS]; /* what each rank shows to the others just now */
};

struct thread_rank {
    struct thread_crew *all;
    struct crew crew;
    struct crew_state state;
    uint64_t words[MOST_RANKS * CREW_WORDS];
    void (*work)(const struct crew *crew, void *ctx);
    void *ctx;
};

static void show(struct thread_rank *r, const void *what)
{
    r->all->shown[r->crew.rank] = what;
    pthread_barrier_wait(&r->all->barrier);
}

static void swap_words_of_threads(void *ctx, const uint64_t *mine, size_t n, uint64_t *all)
{
    struct thread_rank *r = ctx;
    show(r, mine);
    for (uint32_t i = 0; i < r->crew.size; i++)
        memcpy(all + i * n, r->all->shown[i], n * sizeof *all);
    pthread_barrier_wait(&r->all->barrier);
}

static void broadcast_of_threads(void *ctx, void *bytes, size_t n)
{
    struct thread_rank *r = ctx;
    show(r, bytes);
    if (r->crew.rank)
        memcpy(bytes, r->all->shown[0], n);
    pthread_barrier_wait(&r->all->barrier);
}

static void exchange_of_threads(void *ctx, const struct span *to, const struct crew_room *from)
{
    struct thread_rank *r = ctx;
    show(r, to);
    for (uint32_t i = 0; i < r->crew.size; i++) {
        const struct span *theirs = r->all->shown[i];
        assert_int_equal(theirs[r->crew.rank].n, from[i].n);
        if (from[i].n)
            memmove(from[i].p, theirs[r->crew.rank].p, from[i].n);
    }
    pthread_barrier_wait(&r->all->barrier);
}

static bool post_to_thread(void *ctx, uint32_t to, struct span bytes)
{
    struct thread_rank *r = ctx;
    struct thread_letter *l = malloc(sizeof *l + bytes.n);
    assert_non_null(l);
    *l = (struct thread_letter){.from = r->crew.rank, .to = to, .n = bytes.n};
    if (bytes.n)
        memcpy(l->bytes, bytes.p, bytes.n);
    pthread_mutex_lock(&r->all->lock);
    struct thread_letter **last = &r->all->letters;
    while (*last)
        last = &(*last)->next;
    *last = l;
    pthread_mutex_unlock(&r->all->lock);
    return true;
}

static bool collect_from_thread(void *ctx, uint32_t *from, struct buf *bytes)
{
    struct thread_rank *r = ctx;
    pthread_mutex_lock(&r->all->lock);
    struct thread_letter **at = &r->all->letters;
    while (*at && (*at)->to != r->crew.rank)
        at = &(*at)->next;
    struct thread_letter *l = *at;
    if (l)
        *at = l->next;
    pthread_mutex_unlock(&r->all->lock);
    if (!l)
        return false;
    buf_clear(bytes);
    buf_add(bytes, l->bytes, l->n);
    *from = l->from;
    free(l);
    return true;
}

static const struct crew_ops CREW_OF_THREADS = {.swap_words = swap_words_of_threads,
                                                .broadcast = broadcast_of_threads,
                                                .exchange = exchange_of_threads,
                                                .post = post_to_thread,
                                                .collect = collect_from_thread};

static void *run_rank(void *arg)
{
    struct thread_rank *r = arg;
    r->work(&r->crew, r->ctx);
    return NULL;
}

/* Has `work` done by so many ranks at once. */
static void crew_of_threads(uint32_t size, void (*work)(const struct crew *crew, void *ctx),
                            void *ctx)
{
    struct thread_crew all = {.size = size};
    struct thread_rank ranks[MOST_RANKS];
    pthread_t threads[MOST_RANKS];
    memset(ranks, 0, sizeof ranks);
    pthread_barrier_init(&all.barrier, NULL, size);
    pthread_mutex_init(&all.lock, NULL);
    for (uint32_t i = 0; i < size; i++) {
        ranks[i].all = &all;
        ranks[i].state.words = ranks[i].words;
        ranks[i].work = work;
        ranks[i].ctx = ctx;
        ranks[i].crew = (struct crew){.rank = i,
                                      .size = size,
                                      .neighbours = size,
                                      .ops = &CREW_OF_THREADS,
                                      .ctx = &ranks[i],
                                      .state = &ranks[i].state};
        assert_int_equal(pthread_create(&threads[i], NULL, run_rank, &ranks[i]), 0);
    }
    for (uint32_t i = 0; i < size; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&all.barrier);
    pthread_mutex_destroy(&all.lock);
    assert_null(all.letters);
}

#endif
