/* census_shuffle.c: a census by several processes; see census_internal.h.
 *
 * Ranks replay games of their own, one range after another in the order of all games, and then
 * each bucket goes to the rank that counts it:
 *
 *     rank 0  games    0 …   999  ──▶ buckets ─┐ ┌─▶ buckets   0 … 511, of all games ──▶ sums ─┐
 *                                              ╳                                               ├─▶
 * answer rank 1  games 1000 … 1999   ──▶ buckets ─┘ └─▶ buckets 512 … 1023, of all games ─▶ sums ─┘
 *
 * A bucket's occurrences arrive rank by rank, so they stand in the order of the games as they do
 * when there is one process, and the answer is the same. */
#include "base/alloc.h"
#include "query/census_internal.h"

/* The buckets that a rank counts. */
static void buckets_of(const struct crew *crew, uint32_t rank, uint64_t *from, uint64_t *to)
{
    const struct crew that = {.rank = rank, .size = crew_size(crew)};
    crew_share_of(&that, CENSUS_BUCKETS, from, to);
}

/* What goes to a rank: how many there are in each of its buckets, then all of them. */
static void pack(struct census_work *w, uint32_t rank, struct buf *out)
{
    uint64_t from, to;
    buckets_of(w->opt->crew, rank, &from, &to);
    for (uint64_t b = from; b < to; b++) {
        uint64_t count = w->buckets[b].count;
        buf_add(out, &count, sizeof count);
    }
    for (uint64_t b = from; b < to; b++) {
        struct census_bucket *bucket = &w->buckets[b];
        if (bucket->count)
            buf_add(out, bucket->at, bucket->count * sizeof *bucket->at);
        mem_free(bucket->at);
        *bucket = (struct census_bucket){0};
    }
}

static enum status unpack(struct census_work *w, struct span part, struct err *err)
{
    static const struct msg bad = {"what another process sent is damaged",
                                   "別のプロセスから届いたデータが壊れています"};
    uint64_t from, to, count;
    buckets_of(w->opt->crew, crew_rank(w->opt->crew), &from, &to);
    size_t head = (size_t)(to - from) * sizeof count;
    if (part.n < head)
        return err_plain(err, STATUS_SYNTAX, &bad);
    struct span rest = span_skip(part, head);
    for (uint64_t b = from; b < to; b++) {
        memcpy(&count, part.p + (b - from) * sizeof count, sizeof count);
        if (count > rest.n / sizeof(struct census_occurrence))
            return err_plain(err, STATUS_SYNTAX, &bad);
        if (!census_append(&w->buckets[b], rest.p, (size_t)count))
            return err_nomem(err);
        rest = span_skip(rest, (size_t)count * sizeof(struct census_occurrence));
    }
    return STATUS_OK;
}

enum status census_shuffle(struct census_work *w, enum status status, struct err *err)
{
    const struct crew *crew = w->opt->crew;
    const uint32_t size = crew_size(crew);
    struct crew_parts parts = {0};
    if (size < 2)
        return status;
    struct buf *bytes = mem_calloc(size, sizeof *bytes);
    struct span *to = mem_calloc(size, sizeof *to);
    if (status == STATUS_OK && (!bytes || !to))
        status = err_nomem(err);
    for (uint32_t r = 0; r < size && status == STATUS_OK; r++) {
        buf_init(&bytes[r], SIZE_MAX);
        pack(w, r, &bytes[r]);
        to[r] = buf_span(&bytes[r]);
        if (buf_status(&bytes[r]) != STATUS_OK)
            status = err_nomem(err);
    }
    status = crew_exchange(crew, status, to, &parts, err);
    for (uint32_t r = 0; r < size && bytes; r++)
        buf_release(&bytes[r]);
    mem_free(bytes);
    mem_free(to);
    for (uint32_t r = 0; r < parts.count && status == STATUS_OK; r++)
        status = unpack(w, parts.at[r], err);
    crew_parts_release(&parts);
    return status;
}
