/* cluster.c: meetings of a cluster; see cluster.h.
 *
 * Each begins with two words from everybody: how it fared, and how many bytes it has.  Whoever has
 * no memory for what is announced says so in a second round, before anything is sent.  So a process
 * that can't go on never leaves the others waiting. */
#include "cluster/cluster.h"

#include <string.h>

#include "base/alloc.h"

static const struct msg ANOTHER_FAILED = {"another process of this job failed",
                                          "並列ジョブの別のプロセスが失敗しました"};

/* What is brought to a meeting at which nothing is counted. */
static const uint64_t NO_NUMBER = UINT64_MAX;

static bool is_alone(const struct cluster *c)
{
    return !c || c->size < 2;
}

enum status cluster_differs(struct err *err)
{
    static const struct msg text = {
        "the processes of this job have different options, files or builds",
        "並列ジョブのプロセスの間で、指定、ファイル、またはビルドが違います"};
    return err_plain(err, STATUS_UNSUPPORTED, &text);
}

/* Afterwards the words are the status and the number of each process, one after the other. */
static enum status meet(const struct cluster *c, enum status mine, uint64_t number, struct err *err)
{
    const uint64_t words[CLUSTER_WORDS] = {(uint64_t)mine, number};
    struct cluster_state *s = c->state;
    s->over |= s->broken;
    if (!s->over) {
        c->ops->allgather_words(c->ctx, words, CLUSTER_WORDS, s->words);
        for (uint32_t r = 0; r < c->size; r++)
            s->over |= s->words[r * CLUSTER_WORDS] != STATUS_OK;
    }
    if (mine == STATUS_OK && s->over)
        return err_plain(err, STATUS_CANCELLED, &ANOTHER_FAILED);
    return mine;
}

enum status cluster_meet(const struct cluster *c, enum status mine, struct err *err)
{
    return is_alone(c) ? mine : meet(c, mine, 0, err);
}

enum status cluster_end(const struct cluster *c, enum status mine, struct err *err)
{
    if (is_alone(c))
        return mine;
    mine = meet(c, mine, 0, err);
    c->state->over = false;
    return mine;
}

/* --- Bytes ------------------------------------------------------------------------------------ */

/* What a meeting needs of memory, all of it before anything is sent. */
struct collective_memory {
    struct span *to;
    struct cluster_room *from;
    uint64_t *lengths, *theirs;
};

static enum status collective_init(struct collective_memory *d, uint32_t size, struct err *err)
{
    *d = (struct collective_memory){.to = mem_calloc(size, sizeof *d->to),
                                    .from = mem_calloc(size, sizeof *d->from),
                                    .lengths = mem_calloc(size, sizeof *d->lengths),
                                    .theirs = mem_calloc(size, sizeof *d->theirs)};
    return d->to && d->from && d->lengths && d->theirs ? STATUS_OK : err_nomem(err);
}

/* Have all brought the same number to this meeting?  All find the same. */
static enum status check_numbers(const struct cluster *c, struct err *err)
{
    for (uint32_t r = 1; r < c->size; r++)
        if (c->state->words[r * CLUSTER_WORDS + 1] != c->state->words[1]) {
            c->state->over = true;
            return cluster_differs(err);
        }
    return STATUS_OK;
}

/* `number` is the same on all processes that do the same. */
static enum status exchange(const struct cluster *c, enum status mine, uint64_t number,
                            const struct span *to, struct byte_parts *out, struct err *err)
{
    struct collective_memory d = {0};
    if (is_alone(c))
        return reduction_exchange(NULL, mine, to, out, err);
    if (mine == STATUS_OK)
        mine = collective_init(&d, c->size, err);
    mine = meet(c, mine, number, err);
    if (mine == STATUS_OK)
        mine = check_numbers(c, err);
    if (mine == STATUS_OK && to && d.lengths) { /* who fared well has both */
        /* Everybody tells everybody how many bytes are coming. */
        for (uint32_t r = 0; r < c->size; r++) {
            d.lengths[r] = to[r].n;
            d.to[r] = span_make((const char *)&d.lengths[r], sizeof d.lengths[r]);
            d.from[r] = (struct cluster_room){&d.theirs[r], sizeof d.theirs[r]};
        }
        c->ops->exchange(c->ctx, d.to, d.from);
        mine = meet(c, byte_parts_make(out, d.theirs, c->size, err), 0, err);
    }
    if (mine == STATUS_OK && out->at) {
        size_t at = 0;
        for (uint32_t r = 0; r < c->size; r++) {
            d.from[r] = (struct cluster_room){out->bytes + at, out->at[r].n};
            at += out->at[r].n;
        }
        c->ops->exchange(c->ctx, to, d.from);
    } else {
        byte_parts_release(out);
    }
    mem_free(d.to);
    mem_free(d.from);
    mem_free(d.lengths);
    mem_free(d.theirs);
    return mine;
}

enum status cluster_exchange(const struct cluster *c, enum status mine, const struct span *to,
                             struct byte_parts *out, struct err *err)
{
    return exchange(c, mine, NO_NUMBER, to, out, err);
}

enum status cluster_broadcast(const struct cluster *c, enum status mine, struct buf *bytes,
                              struct err *err)
{
    if (is_alone(c))
        return mine;
    mine = meet(c, mine, bytes->n, err);
    if (mine != STATUS_OK)
        return mine;
    size_t length = (size_t)c->state->words[1];
    if (c->process != 0) {
        buf_clear(bytes);
        if (!buf_reserve(bytes, length))
            mine = err_nomem(err);
    }
    mine = meet(c, mine, 0, err);
    if (mine != STATUS_OK)
        return mine;
    bytes->n = length;
    if (length)
        c->ops->broadcast(c->ctx, bytes->p, length);
    return STATUS_OK;
}

/* --- Sums -------------------------------------------------------------------------------------
 * Process r adds up the r-th slice of everybody's numbers and gives the sums back to all: no process gets
 * more bytes than another, and each number is added in the order of processes. */

enum { NUMBER_BYTES = 8 };

struct slices {
    struct span *mine;         /* of the numbers, by the process that adds them up */
    struct cluster_room *room; /* the same as places for the sums */
};

static enum status slices_init(struct slices *s, const struct cluster *c, void *numbers, size_t n,
                               struct err *err)
{
    char *at = numbers;
    s->mine = mem_calloc(c->size, sizeof *s->mine);
    s->room = mem_calloc(c->size, sizeof *s->room);
    if (!s->mine || !s->room)
        return err_nomem(err);
    for (uint32_t r = 0; r < c->size; r++) {
        uint64_t from, to;
        reduction_range_of(r, c->size, n, &from, &to);
        s->mine[r] = span_make(at + from * NUMBER_BYTES, (size_t)(to - from) * NUMBER_BYTES);
        s->room[r] = (struct cluster_room){at + from * NUMBER_BYTES, s->mine[r].n};
    }
    return STATUS_OK;
}

static void add_integers(char *sum, struct span more)
{
    for (size_t i = 0; i < more.n; i += NUMBER_BYTES) {
        uint64_t a, b;
        memcpy(&a, sum + i, sizeof a);
        memcpy(&b, more.p + i, sizeof b);
        a += b;
        memcpy(sum + i, &a, sizeof a);
    }
}

static void add_reals(char *sum, struct span more)
{
    for (size_t i = 0; i < more.n; i += NUMBER_BYTES) {
        double a, b;
        memcpy(&a, sum + i, sizeof a);
        memcpy(&b, more.p + i, sizeof b);
        a += b;
        memcpy(sum + i, &a, sizeof a);
    }
}

static enum status sum(const struct cluster *c, enum status mine, void *numbers, size_t n,
                       void (*add)(char *sum, struct span more), struct err *err)
{
    struct slices s = {0};
    struct byte_parts parts = {0};
    if (is_alone(c))
        return mine;
    if (mine == STATUS_OK)
        mine = slices_init(&s, c, numbers, n, err);
    mine = exchange(c, mine, n, s.mine, &parts, err);
    if (mine == STATUS_OK && s.mine && parts.at) {
        for (uint32_t r = 1; r < c->size; r++)
            add(parts.bytes, parts.at[r]);
        for (uint32_t r = 0; r < c->size; r++)
            s.mine[r] = parts.at[0];
        c->ops->exchange(c->ctx, s.mine, s.room);
    }
    byte_parts_release(&parts);
    mem_free(s.mine);
    mem_free(s.room);
    return mine;
}

enum status cluster_sum(const struct cluster *c, enum status mine, uint64_t *numbers, size_t n,
                        struct err *err)
{
    return sum(c, mine, numbers, n, add_integers, err);
}

enum status cluster_sum_reals(const struct cluster *c, enum status mine, double *numbers, size_t n,
                              struct err *err)
{
    return sum(c, mine, numbers, n, add_reals, err);
}

/* --- As parts of an answer ---------------------------------------------------------------------- */

static enum status meet_parts(void *ctx, enum status mine, struct err *err)
{
    return cluster_meet(ctx, mine, err);
}

static enum status exchange_parts(void *ctx, enum status mine, const struct span *to,
                                  struct byte_parts *out, struct err *err)
{
    return cluster_exchange(ctx, mine, to, out, err);
}

static enum status sum_parts(void *ctx, enum status mine, uint64_t *numbers, size_t n,
                             struct err *err)
{
    return cluster_sum(ctx, mine, numbers, n, err);
}

static enum status sum_real_parts(void *ctx, enum status mine, double *numbers, size_t n,
                                  struct err *err)
{
    return cluster_sum_reals(ctx, mine, numbers, n, err);
}

const struct reduction *cluster_reduction(const struct cluster *c)
{
    if (is_alone(c))
        return NULL;
    c->state->reduction = (struct reduction){.part = c->process,
                                             .parts = c->size,
                                             .ctx = (struct cluster *)c,
                                             .meet = meet_parts,
                                             .exchange = exchange_parts,
                                             .sum = sum_parts,
                                             .sum_reals = sum_real_parts};
    return &c->state->reduction;
}

/* --- Messages --------------------------------------------------------------------------------- */

enum status cluster_send(const struct cluster *c, uint32_t to, struct span bytes, struct err *err)
{
    return c->ops->send_message(c->ctx, to, bytes) ? STATUS_OK : err_nomem(err);
}

bool cluster_receive(const struct cluster *c, uint32_t *from, struct buf *bytes)
{
    return !is_alone(c) && c->ops->receive_message(c->ctx, from, bytes);
}

void cluster_abort(const struct cluster *c, int code)
{
    if (!is_alone(c))
        c->ops->abort_job(c->ctx, code);
}
