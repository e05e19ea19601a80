/* cluster_of_threads.h: a cluster (cluster/cluster.h) whose processes are threads of the test, so that what is done
 * together can be tested without MPI, under the sanitizers. */
#ifndef KIFU_TESTS_UNIT_CLUSTER_OF_THREADS_H
#define KIFU_TESTS_UNIT_CLUSTER_OF_THREADS_H

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/cluster.h"

enum { MAX_PROCESSES = 8 };

/* A letter on its way, from a list that is sorted by age. */
struct thread_message {
    struct thread_message *next;
    uint32_t from, to;
    size_t n;
    char bytes[];
};

struct thread_cluster {
    pthread_mutex_t lock; /* of letters */
    struct thread_message *messages;
    uint32_t size;
    pthread_barrier_t barrier;
    const void *shown[MAX_PROCESSES]; /* what each process shows to the others just now */
};

struct thread_process {
    struct thread_cluster *all;
    struct cluster cluster;
    struct cluster_state state;
    uint64_t words[MAX_PROCESSES * CLUSTER_WORDS];
    void (*work)(const struct cluster *cluster, void *ctx);
    void *ctx;
};

static void show(struct thread_process *r, const void *what)
{
    r->all->shown[r->cluster.process] = what;
    pthread_barrier_wait(&r->all->barrier);
}

static void allgather_of_threads(void *ctx, const uint64_t *mine, size_t n, uint64_t *all)
{
    struct thread_process *r = ctx;
    show(r, mine);
    for (uint32_t i = 0; i < r->cluster.size; i++)
        memcpy(all + i * n, r->all->shown[i], n * sizeof *all);
    pthread_barrier_wait(&r->all->barrier);
}

static void broadcast_of_threads(void *ctx, void *bytes, size_t n)
{
    struct thread_process *r = ctx;
    show(r, bytes);
    if (r->cluster.process)
        memcpy(bytes, r->all->shown[0], n);
    pthread_barrier_wait(&r->all->barrier);
}

static void exchange_of_threads(void *ctx, const struct span *to, const struct cluster_room *from)
{
    struct thread_process *r = ctx;
    show(r, to);
    for (uint32_t i = 0; i < r->cluster.size; i++) {
        const struct span *theirs = r->all->shown[i];
        assert_int_equal(theirs[r->cluster.process].n, from[i].n);
        if (from[i].n)
            memmove(from[i].p, theirs[r->cluster.process].p, from[i].n);
    }
    pthread_barrier_wait(&r->all->barrier);
}

static bool send_to_thread(void *ctx, uint32_t to, struct span bytes)
{
    struct thread_process *r = ctx;
    struct thread_message *l = malloc(sizeof *l + bytes.n);
    assert_non_null(l);
    *l = (struct thread_message){.from = r->cluster.process, .to = to, .n = bytes.n};
    if (bytes.n)
        memcpy(l->bytes, bytes.p, bytes.n);
    pthread_mutex_lock(&r->all->lock);
    struct thread_message **last = &r->all->messages;
    while (*last)
        last = &(*last)->next;
    *last = l;
    pthread_mutex_unlock(&r->all->lock);
    return true;
}

static bool receive_from_thread(void *ctx, uint32_t *from, struct buf *bytes)
{
    struct thread_process *r = ctx;
    pthread_mutex_lock(&r->all->lock);
    struct thread_message **at = &r->all->messages;
    while (*at && (*at)->to != r->cluster.process)
        at = &(*at)->next;
    struct thread_message *l = *at;
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

static const struct cluster_ops CLUSTER_OF_THREADS = {.allgather_words = allgather_of_threads,
                                                      .broadcast = broadcast_of_threads,
                                                      .exchange = exchange_of_threads,
                                                      .send_message = send_to_thread,
                                                      .receive_message = receive_from_thread};

static void *run_process(void *arg)
{
    struct thread_process *r = arg;
    r->work(&r->cluster, r->ctx);
    return NULL;
}

/* Has `work` done by so many processes at once. */
static void cluster_of_threads(uint32_t size,
                               void (*work)(const struct cluster *cluster, void *ctx), void *ctx)
{
    struct thread_cluster all = {.size = size};
    struct thread_process processes[MAX_PROCESSES];
    pthread_t threads[MAX_PROCESSES];
    memset(processes, 0, sizeof processes);
    pthread_barrier_init(&all.barrier, NULL, size);
    pthread_mutex_init(&all.lock, NULL);
    for (uint32_t i = 0; i < size; i++) {
        processes[i].all = &all;
        processes[i].state.words = processes[i].words;
        processes[i].work = work;
        processes[i].ctx = ctx;
        processes[i].cluster = (struct cluster){.process = i,
                                                .size = size,
                                                .neighbours = size,
                                                .ops = &CLUSTER_OF_THREADS,
                                                .ctx = &processes[i],
                                                .state = &processes[i].state};
        assert_int_equal(pthread_create(&threads[i], NULL, run_process, &processes[i]), 0);
    }
    for (uint32_t i = 0; i < size; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&all.barrier);
    pthread_mutex_destroy(&all.lock);
    assert_null(all.messages);
}

#endif
