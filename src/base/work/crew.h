/* crew.h: several processes that do one piece of work together, each on its own part.
 *
 * The ranks of a crew run the same program on the same command line, and call the functions below
 * in the same order: each is a meeting of all.  Between two meetings a rank works on what is its
 * own.  NULL is a crew of one, for which every function here does what is left to do alone; so
 * library code that takes a crew needs no second path.
 *
 * Everyone brings to a meeting how it has fared so far.  If a rank has failed, nothing is
 * exchanged: that rank gets its own failure back, and the others get STATUS_CANCELLED.  After that
 * there are no more meetings (all of them fail at once, without a word to anybody), and all ranks
 * leave by the same way:
 *
 *     enum status status = search_my_part(&found, err);
 *     status = crew_gather(crew, status, found_bytes, &parts, err);
 *     if (status == STATUS_OK && crew_leads(crew))
 *         ... merge the parts, which stand in the order of ranks ...
 *
 * A function that fails on one rank only may also simply return: the process that runs it then
 * comes to its last meeting (crew_end) early, and the others learn of it at theirs.
 *
 * Nothing depends on who arrives first.  Sums of floating point are added in the order of ranks:
 * the same for the same number of ranks, on all of them.
 *
 * How bytes get from one process to another is not known here: src/mpi has one way (crew_ops),
 * the unit tests have another. */
#ifndef KIFU_BASE_WORK_CREW_H
#define KIFU_BASE_WORK_CREW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

/* Room for what another rank sends. */
struct crew_room {
    void *p;
    size_t n;
};

/* What is done by whoever connects the ranks.  None of these can fail: a connection that breaks
 * ends the whole job. */
struct crew_ops {
    /* Everybody gives n words; `all` gets those of all ranks, in their order. */
    void (*swap_words)(void *ctx, const uint64_t *mine, size_t n, uint64_t *all);
    /* The n bytes of rank 0 replace those of all others. */
    void (*broadcast)(void *ctx, void *bytes, size_t n);
    /* to[r] is sent to rank r, from[r] is filled with what rank r sent, which has that length. */
    void (*exchange)(void *ctx, const struct span *to, const struct crew_room *from);
    /* Letters, see below.  False if there is no memory. */
    bool (*post)(void *ctx, uint32_t to, struct span bytes);
    bool (*collect)(void *ctx, uint32_t *from, struct buf *bytes);
    void (*give_up)(void *ctx, int code);
};

struct crew {
    uint32_t rank, size;
    uint32_t neighbours; /* ranks on this machine, this one included: they share its processors */
    const struct crew_ops *ops;
    void *ctx;
    struct crew_state *state;
};

/* Agreeing must not need memory, so room for the words of all is there from the beginning. */
enum { CREW_WORDS = 2 };
struct crew_state {
    bool over;       /* a meeting has failed */
    bool broken;     /* a rank is gone: there are no more meetings at all */
    uint64_t *words; /* CREW_WORDS from every rank */
};

static inline uint32_t crew_rank(const struct crew *c)
{
    return c ? c->rank : 0;
}

static inline uint32_t crew_size(const struct crew *c)
{
    return c ? c->size : 1;
}

/* Rank 0 prints and writes files. */
static inline bool crew_leads(const struct crew *c)
{
    return crew_rank(c) == 0;
}

/* The part of 0 … n-1 that is this rank's: about as much as everybody else's. */
static inline void crew_share_of(const struct crew *c, uint64_t n, uint64_t *from, uint64_t *to)
{
    uint64_t size = crew_size(c), rank = crew_rank(c);
    *from = n / size * rank + n % size * rank / size;
    *to = n / size * (rank + 1) + n % size * (rank + 1) / size;
}

/* Tells whether anybody has failed: STATUS_CANCELLED if this rank has not. */
enum status crew_meet(const struct crew *c, enum status mine, struct err *err) CHECK_RESULT;
/* Only finds out whether all have fared well; a meeting like the others below.  Here, so that the
 * analyser sees that a failure of one's own stays one. */
static inline CHECK_RESULT enum status crew_agree(const struct crew *c, enum status mine,
                                                  struct err *err)
{
    enum status all = crew_meet(c, mine, err);
    return mine == STATUS_OK ? all : mine;
}

/* The last meeting of a piece of work, at which everybody is told of a failure that was not yet
 * known to all.  After it meetings are possible again, whatever it returned. */
enum status crew_end(const struct crew *c, enum status mine, struct err *err) CHECK_RESULT;

/* What came from the ranks, one part each, in their order.  Zero it before first use. */
struct crew_parts {
    struct span *at; /* borrowed from *bytes */
    uint32_t count;
    char *bytes; /* owned */
};
void crew_parts_release(struct crew_parts *p);

/* Rank 0 gets everybody's bytes; for the others *out is empty. */
enum status crew_gather(const struct crew *c, enum status mine, struct span bytes,
                        struct crew_parts *out, struct err *err) CHECK_RESULT;
/* All get everybody's bytes. */
enum status crew_share(const struct crew *c, enum status mine, struct span bytes,
                       struct crew_parts *out, struct err *err) CHECK_RESULT;
/* to[r] goes to rank r; *out is what the ranks sent here. */
enum status crew_exchange(const struct crew *c, enum status mine, const struct span *to,
                          struct crew_parts *out, struct err *err) CHECK_RESULT;
/* Rank 0's bytes replace what the others have in the buffer, within its maximum. */
enum status crew_broadcast(const struct crew *c, enum status mine, struct buf *bytes,
                           struct err *err) CHECK_RESULT;
/* Every number becomes its sum over all ranks.  STATUS_UNSUPPORTED if n is not the same on all. */
enum status crew_sum(const struct crew *c, enum status mine, uint64_t *numbers, size_t n,
                     struct err *err) CHECK_RESULT;
enum status crew_sum_reals(const struct crew *c, enum status mine, double *numbers, size_t n,
                           struct err *err) CHECK_RESULT;

/* STATUS_UNSUPPORTED: what all should have alike is not the same. */
enum status crew_differs(struct err *err);

/* --- Letters -----------------------------------------------------------------------------------
 *
 * Bytes for one rank, outside of meetings, for those who serve: nobody waits for anybody, and a
 * rank that does not answer holds up no other.  They arrive in the order they were posted by the
 * same rank.  Like everything here they are for the thread that began. */

/* Takes a copy and returns at once.  STATUS_NOMEM if there is no room for it. */
enum status crew_post(const struct crew *c, uint32_t to, struct span bytes,
                      struct err *err) CHECK_RESULT;
/* Replaces the contents of *bytes by the next letter that has come; false if there is none yet.
 * Posted letters leave while somebody looks for others, so look from time to time. */
bool crew_collect(const struct crew *c, uint32_t *from, struct buf *bytes);
/* For who can't come to the last meeting because another rank will not: ends the whole job now,
 * with this exit status. */
void crew_give_up(const struct crew *c, int code);

#endif
