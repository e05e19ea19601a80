/* main_mpi.c: kifu-mpi: the commands that several processes can do together.
 *
 *     mpirun -n 4 kifu-mpi search games.kifu 's99ou g91ou'
 *
 * The commands are those of kifu: each finds the cluster in its environment and hands it to the
 * library.  A command comes into this table when what it does in a cluster is tested to be the same
 * as alone. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/steady.h"
#include "cluster/cluster.h"
#include "cmd/frame/cmd.h"

/* --- The processes of an MPI job as a cluster (cluster/cluster.h) -----------------------------
 * Plain calls of MPI 3.1, all from the main thread.  Whoever waits sleeps between looks: a process
 * that has nothing to do leaves its processor to those that have. */

/* Errors of MPI itself end the job with MPI's own message, which is
 * what it does unless it is told otherwise: there is nothing to go on with. */

/* MPI counts in int; pieces of this size need no care, and are large enough not to matter. */
static const size_t PIECE_BYTES = (size_t)1 << 28;

/* How long to sleep between two looks at what has not come yet: at first not at all, then longer
 * and longer.  A process that waits for seconds looks a thousand times a second. */
enum { LOOKS_AT_ONCE = 200, FIRST_SLEEP_NS = 20 * 1000, LONGEST_SLEEP_NS = 1000 * 1000 };

/* A message on its way, from here or to here. */
struct mpi_message {
    MPI_Request request;
    char *bytes; /* owned */
    size_t n;
    uint32_t from;
};

struct mpi_messages {
    struct mpi_message *at; /* owned; in the order they were posted, or noticed */
    size_t count, cap;
};

/* What a process has done so far (KIFU_MPI_STATS).  In an exchange every piece is a
 * message; what MPI makes of a meeting or a broadcast is its own business. */
struct mpi_counts {
    uint64_t meetings;       /* words from everybody: 16 bytes each */
    uint64_t messages;       /* sent, point-to-point ones included */
    uint64_t sent, received; /* bytes; of broadcasts on the receiving side only */
    double waited;           /* seconds */
    double begun;            /* when */
};

struct mpi_cluster {
    struct cluster cluster;
    struct mpi_counts counts;
    struct cluster_state state;
    MPI_Request *requests; /* of an exchange */
    size_t count, cap;
    MPI_Comm p2p; /* for messages outside of collective operations */
    struct mpi_messages sent, coming;
};

/* Ends the job. */
static _Noreturn void mpi_cluster_abort(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
    __builtin_unreachable();
}

/* --- Waiting ---------------------------------------------------------------------------------- */

static void wait_for_all(MPI_Request *requests, size_t count)
{
    struct timespec sleep = {.tv_nsec = FIRST_SLEEP_NS};
    int done = 0;
    for (unsigned looks = 0;; looks++) {
        MPI_Testall((int)count, requests, &done, MPI_STATUSES_IGNORE);
        if (done)
            return;
        if (looks < LOOKS_AT_ONCE)
            continue;
        nanosleep(&sleep, NULL);
        if (sleep.tv_nsec < LONGEST_SLEEP_NS)
            sleep.tv_nsec *= 2;
    }
}

static void wait_for(struct mpi_cluster *m, MPI_Request *requests, size_t count)
{
    double begun = steady_seconds();
    wait_for_all(requests, count);
    m->counts.waited += steady_seconds() - begun;
}

/* --- What a cluster asks for --------------------------------------------------------------------- */

static void allgather_words(void *ctx, const uint64_t *mine, size_t n, uint64_t *all)
{
    struct mpi_cluster *m = ctx;
    MPI_Request request;
    MPI_Iallgather(mine, (int)n, MPI_UINT64_T, all, (int)n, MPI_UINT64_T, MPI_COMM_WORLD, &request);
    wait_for(m, &request, 1);
    m->counts.meetings++;
}

static size_t piece_at(size_t at, size_t n)
{
    return n - at < PIECE_BYTES ? n - at : PIECE_BYTES;
}

static void broadcast(void *ctx, void *bytes, size_t n)
{
    struct mpi_cluster *m = ctx;
    MPI_Request request;
    for (size_t at = 0; at < n; at += PIECE_BYTES) {
        MPI_Ibcast((char *)bytes + at, (int)piece_at(at, n), MPI_BYTE, 0, MPI_COMM_WORLD, &request);
        wait_for(m, &request, 1);
    }
    m->counts.received += m->cluster.process ? n : 0;
}

/* Room for one more message on its way. */
static MPI_Request *next_request(struct mpi_cluster *m)
{
    /* A request is a pointer here; elsewhere it may be a number.
     * NOLINTNEXTLINE(bugprone-sizeof-expression) */
    MPI_Request *grown = mem_grow(m->requests, m->count, &m->cap, INT32_MAX, sizeof *grown);
    if (!grown)
        mpi_cluster_abort(3); /* the others wait for this process already */
    m->requests = grown;
    return &m->requests[m->count++];
}

static void send_to(struct mpi_cluster *m, uint32_t process, struct span bytes)
{
    for (size_t at = 0; at < bytes.n; at += PIECE_BYTES) {
        MPI_Isend(bytes.p + at, (int)piece_at(at, bytes.n), MPI_BYTE, (int)process, 0,
                  MPI_COMM_WORLD, next_request(m));
        m->counts.messages++;
    }
    m->counts.sent += bytes.n;
}

static void receive_from(struct mpi_cluster *m, uint32_t process, struct cluster_room room)
{
    for (size_t at = 0; at < room.n; at += PIECE_BYTES)
        MPI_Irecv((char *)room.p + at, (int)piece_at(at, room.n), MPI_BYTE, (int)process, 0,
                  MPI_COMM_WORLD, next_request(m));
    m->counts.received += room.n;
}

/* Messages between two processes do not overtake each other, so pieces need no numbers. */
static void exchange(void *ctx, const struct span *to, const struct cluster_room *from)
{
    struct mpi_cluster *m = ctx;
    uint32_t me = m->cluster.process, size = m->cluster.size;
    m->count = 0;
    for (uint32_t step = 1; step < size; step++)
        receive_from(m, (me + size - step) % size, from[(me + size - step) % size]);
    for (uint32_t step = 1; step < size; step++)
        send_to(m, (me + step) % size, to[(me + step) % size]);
    if (to[me].n)
        memcpy(from[me].p, to[me].p, to[me].n);
    wait_for(m, m->requests, m->count);
}

/* --- Letters ---------------------------------------------------------------------------------- */

/* One piece each: what is posted is far smaller than MPI's int. */
static const size_t MESSAGE_MAX_BYTES = INT32_MAX;

static struct mpi_message *add_message(struct mpi_messages *l, size_t n)
{
    struct mpi_message *grown = mem_grow(l->at, l->count, &l->cap, INT32_MAX, sizeof *grown);
    char *bytes = grown ? mem_alloc(n) : NULL;
    if (grown)
        l->at = grown;
    if (!bytes)
        return NULL;
    l->at[l->count] = (struct mpi_message){.bytes = bytes, .n = n};
    return &l->at[l->count++];
}

static void drop_message(struct mpi_messages *l, size_t i)
{
    mem_free(l->at[i].bytes);
    l->count--;
    memmove(&l->at[i], &l->at[i + 1], (l->count - i) * sizeof *l->at);
}

static bool has_arrived(struct mpi_message *l)
{
    int done = 0;
    MPI_Test(&l->request, &done, MPI_STATUS_IGNORE);
    return done;
}

static void forget_sent(struct mpi_cluster *m)
{
    for (size_t i = m->sent.count; i > 0; i--)
        if (has_arrived(&m->sent.at[i - 1]))
            drop_message(&m->sent, i - 1);
}

static bool send_message(void *ctx, uint32_t to, struct span bytes)
{
    struct mpi_cluster *m = ctx;
    forget_sent(m);
    struct mpi_message *l = bytes.n <= MESSAGE_MAX_BYTES ? add_message(&m->sent, bytes.n) : NULL;
    if (!l)
        return false;
    if (bytes.n)
        memcpy(l->bytes, bytes.p, bytes.n);
    MPI_Isend(l->bytes, (int)bytes.n, MPI_BYTE, (int)to, 0, m->p2p, &l->request);
    m->counts.messages++;
    m->counts.sent += bytes.n;
    return true;
}

/* Begins to receive the next message, if one was announced; one for which there is no memory just
 * now is left for later.  Nothing waits: who sends it may be stopped halfway. */
static void notice(struct mpi_cluster *m)
{
    MPI_Message message;
    MPI_Status status;
    int there = 0, n = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, m->p2p, &there, &status);
    if (!there)
        return;
    MPI_Get_count(&status, MPI_BYTE, &n);
    struct mpi_message *l = n >= 0 ? add_message(&m->coming, (size_t)n) : NULL;
    if (!l)
        return;
    l->from = (uint32_t)status.MPI_SOURCE;
    MPI_Mprobe(status.MPI_SOURCE, 0, m->p2p, &message, &status);
    MPI_Imrecv(l->bytes, n, MPI_BYTE, &message, &l->request);
}

static bool is_first_of_sender(const struct mpi_messages *l, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (l->at[k].from == l->at[i].from)
            return false;
    return true;
}

static bool receive_message(void *ctx, uint32_t *from, struct buf *bytes)
{
    struct mpi_cluster *m = ctx;
    forget_sent(m);
    notice(m);
    for (size_t i = 0; i < m->coming.count; i++) {
        struct mpi_message *l = &m->coming.at[i];
        if (!is_first_of_sender(&m->coming, i) || !has_arrived(l))
            continue;
        *from = l->from;
        buf_clear(bytes);
        buf_add(bytes, l->bytes, l->n);
        m->counts.received += l->n;
        drop_message(&m->coming, i);
        return true;
    }
    return false;
}

static void abort_job(void *ctx, int code)
{
    (void)ctx;
    mpi_cluster_abort(code);
}

static const struct cluster_ops OPS = {.allgather_words = allgather_words,
                                       .broadcast = broadcast,
                                       .exchange = exchange,
                                       .send_message = send_message,
                                       .receive_message = receive_message,
                                       .abort_job = abort_job};

/* --- Beginning and end ------------------------------------------------------------------------ */

static uint32_t count_neighbours(void)
{
    MPI_Comm here;
    int count = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    return (uint32_t)count;
}

/* Begins MPI, which may change the command line.  NULL if there is no memory. */
static struct mpi_cluster *mpi_cluster_open(int *argc, char ***argv)
{
    int granted, process = 0, size = 1;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &granted);
    MPI_Comm_rank(MPI_COMM_WORLD, &process);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct mpi_cluster *m = mem_calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->cluster = (struct cluster){.process = (uint32_t)process,
                                  .size = (uint32_t)size,
                                  .neighbours = count_neighbours(),
                                  .ops = &OPS,
                                  .ctx = m,
                                  .state = &m->state};
    m->counts.begun = steady_seconds();
    MPI_Comm_dup(MPI_COMM_WORLD, &m->p2p);
    m->state.words = mem_calloc((size_t)size, CLUSTER_WORDS * sizeof *m->state.words);
    if (!m->state.words) {
        mem_free(m);
        return NULL;
    }
    return m;
}

static const struct cluster *mpi_cluster_get(const struct mpi_cluster *m)
{
    return &m->cluster;
}

/* --- Figures ---------------------------------------------------------------------------------- */

/* Of one process, on its way to process 0. */
struct mpi_stats {
    struct mpi_counts counts;
    double wall, user, system;
    uint64_t most_memory; /* bytes */
};

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static struct mpi_stats own_stats(const struct mpi_cluster *m)
{
    struct rusage used = {0};
    getrusage(RUSAGE_SELF, &used);
    return (struct mpi_stats){.counts = m->counts,
                              .wall = steady_seconds() - m->counts.begun,
                              .user = seconds_of(used.ru_utime),
                              .system = seconds_of(used.ru_stime),
                              .most_memory = (uint64_t)used.ru_maxrss * 1024};
}

static void add_stats(struct buf *out, uint32_t process, const struct mpi_stats *f)
{
    buf_printf(out, "mpi: rank=%u meetings=%llu messages=%llu sent=%llu received=%llu ",
               (unsigned)process, (unsigned long long)f->counts.meetings,
               (unsigned long long)f->counts.messages, (unsigned long long)f->counts.sent,
               (unsigned long long)f->counts.received);
    buf_printf(out, "waited=%.3f wall=%.3f user=%.3f system=%.3f memory=%llu\n", f->counts.waited,
               f->wall, f->user, f->system, (unsigned long long)f->most_memory);
}

/* On process 0: a line of text for each process, of what it sent and how long it waited; see
 * docs/cluster.md.  All processes call it; nothing is added on the others. */
static void mpi_cluster_report(struct mpi_cluster *m, struct buf *out)
{
    const struct mpi_stats mine = own_stats(m);
    struct mpi_stats *all = m->cluster.process ? NULL : mem_calloc(m->cluster.size, sizeof *all);
    MPI_Request request;
    if (!all && m->cluster.process == 0)
        mpi_cluster_abort(3); /* the others wait for this process already */
    MPI_Igather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, 0, MPI_COMM_WORLD,
                &request);
    wait_for_all(&request, 1);
    for (uint32_t r = 0; all && r < m->cluster.size; r++)
        add_stats(out, r, &all[r]);
    mem_free(all);
}

/* Waits for all processes and ends MPI. */
static void mpi_cluster_close(struct mpi_cluster *m)
{
    MPI_Request all;
    MPI_Ibarrier(MPI_COMM_WORLD, &all); /* finalising waits without sleep */
    wait_for_all(&all, 1);
    for (size_t i = 0; i < m->sent.count; i++) /* who serves has seen to it that all are read */
        wait_for_all(&m->sent.at[i].request, 1);
    forget_sent(m);
    MPI_Comm_free(&m->p2p);
    MPI_Finalize();
    mem_free(m->sent.at);
    mem_free(m->coming.at);
    mem_free(m->state.words);
    mem_free(m->requests);
    mem_free(m);
}

/* One to a line, so that additions merge. */
/* clang-format off */
static const struct command *const COMMANDS[] = {
    &CMD_CALIBRATE,
    &CMD_CENSUS,
    &CMD_CHATURANGA,
    &CMD_FLOW,
    &CMD_GENERATE,
    &CMD_HELP,
    &CMD_IMPORT,
    &CMD_INFO,
    &CMD_JOSEKI,
    &CMD_MATCH,
    &CMD_MATRIX,
    &CMD_MOVES,
    &CMD_SEARCH,
    &CMD_SERVE,
    &CMD_VERSION,
    NULL,
};
/* clang-format on */

/* With KIFU_MPI_STATS in the environment of process 0: what went between the processes. */
static void report(struct mpi_cluster *cluster)
{
    const char *wanted = getenv("KIFU_MPI_STATS");
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    mpi_cluster_report(cluster, &text);
    if (wanted && *wanted && text.n)
        fwrite(text.p, 1, text.n, stderr);
    buf_release(&text);
}

int main(int argc, char **argv)
{
    struct mpi_cluster *cluster = mpi_cluster_open(&argc, &argv);
    if (!cluster)
        mpi_cluster_abort(CMD_ERROR);
    int code =
        cmd_main_cluster(COMMANDS, argc, (const char *const *)argv, mpi_cluster_get(cluster));
    report(cluster);
    mpi_cluster_close(cluster);
    return code;
}
