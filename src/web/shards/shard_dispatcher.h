/* shard_dispatcher.h: the dispatcher in the first process, which sends requests to all other
 * processes and collects their replies, in any order, until the time is up.
 *
 *     threads that answer requests        the dispatcher, in the thread that began the cluster
 *     round_put()  ── round ───────────▶  sends the request to every other process
 *     … reply for one's own part …        collects replies, looks at clocks
 *     round_wait() ◀── all have replied, or the time is up, or it was cancelled
 *
 * Every request gets one reply from each process, also if it was given up, and a process that works
 * on one sends twice a second a message that it is alive.  A process that owes replies and was
 * silent for as long as a request may take gets no more requests, so that none waits for it in
 * vain, until it sends something again. */
#ifndef KIFU_WEB_SHARDS_SHARD_DISPATCHER_H
#define KIFU_WEB_SHARDS_SHARD_DISPATCHER_H

#include <stdatomic.h>

#include "cluster/cluster.h"

struct shard_dispatcher;

enum part_state { PART_NOT_SENT, PART_WAITED_FOR, PART_REPLIED, PART_MISSED };

struct round_part {
    enum part_state state;
    enum status status; /* of one that replied */
    struct span body;   /* the part, or a message in English */
    struct buf message;
};

/* One request and its replies, by process; the first one, one's own, is not used. */
struct round {
    /* set these: */
    struct span request;
    const bool *wanted;           /* for each process, whether to send it; NULL: to all */
    uint32_t ms;                  /* how long it may take */
    const atomic_bool *cancelled; /* true when the reply is not wanted any more */
    /* these are then filled in: */
    atomic_bool stop; /* set when the time is up: check it while working on one's own part */
    struct round_part *parts;
    uint32_t count;
    /* the dispatcher's */
    uint64_t id, until_ms;
    uint32_t waiting;
    bool sent, over;
    struct round *next;
};

/* deadline_ms: how long requests usually may take.  A process that owes replies is given up a
 * little earlier, so that the next request after one that waited for it in vain does not wait,
 * too. */
enum status dispatcher_open(struct shard_dispatcher **out, const struct cluster *cluster,
                            uint32_t deadline_ms, struct err *err) CHECK_RESULT;
void dispatcher_close(struct shard_dispatcher *d); /* NULL is fine */

/* From any thread.  round_wait() returns when the round is over; release it after that.  Whoever
 * put one must wait for it. */
enum status round_put(struct shard_dispatcher *d, struct round *r, struct err *err) CHECK_RESULT;
void round_wait(struct shard_dispatcher *d, struct round *r);
void round_release(struct round *r);

/* Carries messages until should_stop() says so, or a process requests the end (which is then *left,
 * else 0).  Only for the thread that began the cluster. */
void dispatcher_serve(struct shard_dispatcher *d, bool (*should_stop)(void *ctx), void *ctx,
                      uint32_t *left);
/* Ends all rounds, those that come later at once.  From any thread. */
void dispatcher_end_rounds(struct shard_dispatcher *d);
/* Sends all processes the end and waits until they are about to; returns one that did not confirm
 * it in time, 0 if all did. */
uint32_t dispatcher_dismiss(struct shard_dispatcher *d, uint32_t patience_ms);

#endif
