/* shards.h: a site whose databases are searched by several processes, each its own segments.
 *
 * This is the side of the process that answers requests: it sends a request to all,
 * works on its own part meanwhile (shard_part.h), and returns the parts,
 * which are merged by what merges segments.  A process that does not reply in time is left out, and
 * struct shards_seen counts those. */
#ifndef KIFU_WEB_SHARDS_SHARDS_H
#define KIFU_WEB_SHARDS_SHARDS_H

#include <stdatomic.h>

#include "base/text/json.h"
#include "cluster/cluster.h"
#include "web/shards/shard_part.h"

/* --- Shard dispatcher -------------------------------------------------------------------------
 * The dispatcher in the first process, which sends requests to all other
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

/* --- Shards ----------------------------------------------------------------------------------- */

struct shards {
    struct shard_self self;
    struct shard_dispatcher *dispatcher;
    uint32_t deadline_ms; /* for one request */
};

/* How much of the databases a result covers: processes that have segments of them. */
struct shards_seen {
    uint32_t answered, of;
    uint64_t games_missed; /* in the segments of those that did not answer */
};

struct shard_parts {
    struct span *at; /* of those that answered, borrowed from what is below */
    uint32_t count;
    struct shards_seen seen;
    struct round round;
    struct buf mine;
    bool *has; /* for each process: whether it has a segment of the databases searched */
};

/* Sends the request to all, and waits for at most ms.  STATUS_CANCELLED if none replied, or
 * *cancelled was set; another failure if one of them cannot reply at all.  Released with
 * shard_parts_release(), whatever is returned. */
enum status shards_request(struct shards *s, const struct shard_request *request, uint32_t ms,
                           const atomic_bool *cancelled, struct shard_parts *out,
                           struct err *err) CHECK_RESULT;
void shard_parts_release(struct shard_parts *p);
/* Which processes are there: sends all of them an empty request, and waits for a second at most. */
enum status shards_present(struct shards *s, const atomic_bool *cancelled, struct shards_seen *seen,
                           struct err *err) CHECK_RESULT;
/* Adds "shards" to the object that is open, if some are missing. */
void shards_seen_to_json(const struct shards_seen *seen, struct json *j);

#endif
