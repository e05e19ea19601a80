/* cluster.h: a cluster: several processes that do one piece of work, each on its own part.
 *
 * The processes of a cluster run the same program on the same command line, and call the functions
 * below in the same order: each is a meeting of all.  Between two meetings a process works on what
 * is its own.  NULL is a cluster of one, for which every function here does what is left to do
 * alone; so library code that takes a cluster needs no second path.
 *
 * Everyone brings to a meeting how it has fared so far.  If a process has failed, nothing is
 * exchanged: that process gets its own failure back, and the others get STATUS_CANCELLED.  After
 * that there are no more meetings (all of them fail at once, without a message), and all processes
 * leave by the same way:
 *
 *     enum status status = search_my_part(&found, err);
 *     status = cluster_gather(cluster, status, found_bytes, &parts, err);
 *     if (status == STATUS_OK && cluster_leads(cluster))
 *         ... merge the parts, which stand in the order of processes ...
 *
 * A function that fails on one process only may also simply return: the process that runs it then
 * comes to its last meeting (cluster_end) early, and the others learn of it at theirs.
 *
 * Nothing depends on who arrives first.  Sums of floating point are added in the order of
 * processes: the same for the same number of processes, on all of them.
 *
 * How bytes get from one process to another is not known here: src/mpi has one way (cluster_ops),
 * the unit tests have another. */
#ifndef KIFU_CLUSTER_CLUSTER_H
#define KIFU_CLUSTER_CLUSTER_H

#include "base/work/reduction.h"

/* Room for what another process sends. */
struct cluster_room {
    void *p;
    size_t n;
};

/* What is done by whoever connects the processes.  None of these can fail: a connection that breaks
 * ends the whole job. */
struct cluster_ops {
    /* Everybody gives n words; `all` gets those of all processes, in their order. */
    void (*allgather_words)(void *ctx, const uint64_t *mine, size_t n, uint64_t *all);
    /* The n bytes of process 0 replace those of all others. */
    void (*broadcast)(void *ctx, void *bytes, size_t n);
    /* to[r] is sent to process r, from[r] is filled with what process r sent, which has that
     * length. */
    void (*exchange)(void *ctx, const struct span *to, const struct cluster_room *from);
    /* Messages, see below.  False if there is no memory. */
    bool (*send_message)(void *ctx, uint32_t to, struct span bytes);
    bool (*receive_message)(void *ctx, uint32_t *from, struct buf *bytes);
    void (*abort_job)(void *ctx, int code);
};

struct cluster {
    uint32_t process, size;
    uint32_t
        neighbours; /* processes on this machine, this one included: they share its processors */
    const struct cluster_ops *ops;
    void *ctx;
    struct cluster_state *state;
};

/* Agreeing must not need memory, so room for the words of all is there from the beginning. */
enum { CLUSTER_WORDS = 2 };
struct cluster_state {
    bool over;       /* a meeting has failed */
    bool broken;     /* a process is gone: there are no more meetings at all */
    uint64_t *words; /* CLUSTER_WORDS from every process */
    struct reduction reduction;
};

static inline uint32_t cluster_process(const struct cluster *c)
{
    return c ? c->process : 0;
}

static inline uint32_t cluster_size(const struct cluster *c)
{
    return c ? c->size : 1;
}

/* Process 0 prints and writes files. */
static inline bool cluster_leads(const struct cluster *c)
{
    return cluster_process(c) == 0;
}

/* Fails if any process has failed: STATUS_CANCELLED if this one has not. */
enum status cluster_meet(const struct cluster *c, enum status mine, struct err *err) CHECK_RESULT;
/* Only finds out whether all have fared well; a meeting like the others below.  Here, so that the
 * analyser sees that a failure of one's own stays one. */
static inline CHECK_RESULT enum status cluster_agree(const struct cluster *c, enum status mine,
                                                     struct err *err)
{
    enum status all = cluster_meet(c, mine, err);
    return mine == STATUS_OK ? all : mine;
}

/* The last meeting of a piece of work, at which all learn of a failure that was not yet known to
 * all.  After it meetings are possible again, whatever it returned. */
enum status cluster_end(const struct cluster *c, enum status mine, struct err *err) CHECK_RESULT;

/* The processes as parts of an answer (reduction.h), for code that knows nothing of processes; NULL
 * for a cluster of one.  Lives as long as the cluster. */
const struct reduction *cluster_reduction(const struct cluster *c);

/* As the functions of that name in reduction.h, part by part. */
enum status cluster_exchange(const struct cluster *c, enum status mine, const struct span *to,
                             struct byte_parts *out, struct err *err) CHECK_RESULT;
enum status cluster_broadcast(const struct cluster *c, enum status mine, struct buf *bytes,
                              struct err *err) CHECK_RESULT;
enum status cluster_sum(const struct cluster *c, enum status mine, uint64_t *numbers, size_t n,
                        struct err *err) CHECK_RESULT;
enum status cluster_sum_reals(const struct cluster *c, enum status mine, double *numbers, size_t n,
                              struct err *err) CHECK_RESULT;
static inline CHECK_RESULT enum status cluster_gather(const struct cluster *c, enum status mine,
                                                      struct span bytes, struct byte_parts *out,
                                                      struct err *err)
{
    return reduction_gather(cluster_reduction(c), mine, bytes, out, err);
}
static inline CHECK_RESULT enum status cluster_allgather(const struct cluster *c, enum status mine,
                                                         struct span bytes, struct byte_parts *out,
                                                         struct err *err)
{
    return reduction_share(cluster_reduction(c), mine, bytes, out, err);
}

/* STATUS_UNSUPPORTED: what all should have alike is not the same. */
enum status cluster_differs(struct err *err);

/* --- Messages ----------------------------------------------------------------------------------
 *
 * Bytes for one process, outside of meetings, for those who serve: nobody waits for anybody, and a
 * process that does not answer holds up no other.  They arrive in the order in which the
 * same process sent them.  Like everything here they are for the thread that began. */

/* Takes a copy and returns at once.  STATUS_NOMEM if there is no room for it. */
enum status cluster_send(const struct cluster *c, uint32_t to, struct span bytes,
                         struct err *err) CHECK_RESULT;
/* Replaces the contents of *bytes by the next message that has come; false if there is none yet.
 * Messages leave while somebody looks for others, so look from time to time. */
bool cluster_receive(const struct cluster *c, uint32_t *from, struct buf *bytes);
/* For who can't come to the last meeting because another process will not: ends the whole job now,
 * with this exit status. */
void cluster_abort(const struct cluster *c, int code);

#endif
