/* shard_dispatcher.h: the first process's side of the letters: questions go out to all others, answers
 * come back in any order, late ones are dropped.
 *
 *     threads that answer requests        the desk, in the thread that began the cluster
 *     round_put()  ── round ───────────▶  posts the question to every other process
 *     … answer one's own part …           collects answers, looks at clocks
 *     round_wait() ◀── all have answered, or the time is up, or nobody wants to know
 *
 * Every question gets one answer from each process, if only the word that it was given up, and who
 * works on one says twice a second that it is there.  A process that owes answers and was silent for
 * as long as a question may take is not asked any more, so that nobody waits for it in vain, until
 * it is heard of again. */
#ifndef KIFU_WEB_SHARDS_SHARD_DISPATCHER_H
#define KIFU_WEB_SHARDS_SHARD_DISPATCHER_H

#include <stdatomic.h>

#include "cluster/cluster.h"

struct shard_dispatcher;

enum part_state { PART_NOT_SENT, PART_WAITED_FOR, PART_REPLIED, PART_MISSED };

struct round_part {
    enum part_state state;
    enum status status; /* of an answered one */
    struct span body;   /* the part, or a message in English */
    struct buf message;
};

/* One question and its answers, by process; the first one, one's own, is not used. */
struct round {
    /* set these: */
    struct span request;
    const bool *wanted;           /* for each process, whether to ask it; NULL: all */
    uint32_t ms;                  /* how long it may take */
    const atomic_bool *cancelled; /* true when nobody wants to know any more */
    /* these are then told: */
    atomic_bool stop; /* set when the time is up: look at it while answering one's own part */
    struct round_part *parts;
    uint32_t count;
    /* the desk's */
    uint64_t id, until_ms;
    uint32_t waiting;
    bool sent, over;
    struct round *next;
};

/* deadline_ms: how long questions usually may take.  A process that owes answers is given up a little
 * earlier, so that who comes after the first that waited for it in vain does not wait, too. */
enum status dispatcher_open(struct shard_dispatcher **out, const struct cluster *cluster,
                            uint32_t deadline_ms, struct err *err) CHECK_RESULT;
void dispatcher_close(struct shard_dispatcher *d); /* NULL is fine */

/* From any thread.  round_wait() returns when the round is over; release it after that.  Whoever
 * put one must wait for it. */
enum status round_put(struct shard_dispatcher *d, struct round *r, struct err *err) CHECK_RESULT;
void round_wait(struct shard_dispatcher *d, struct round *r);
void round_release(struct round *r);

/* Carries letters until should_stop() says so, or a process asks for the end (which is then *left,
 * else 0).  Only for the thread that began the cluster. */
void dispatcher_serve(struct shard_dispatcher *d, bool (*should_stop)(void *ctx), void *ctx,
                      uint32_t *left);
/* Ends all rounds, those that come later at once.  From any thread. */
void dispatcher_end_rounds(struct shard_dispatcher *d);
/* Tells all processes to end and waits until they are about to; returns one that did not say so in
 * time, 0 if all did. */
uint32_t dispatcher_dismiss(struct shard_dispatcher *d, uint32_t patience_ms);

#endif
