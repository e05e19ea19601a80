/* census_shuffle.c: a census by several processes; see census_internal.h.
 *
 * Processes replay games of their own, and then each bucket goes to the process that counts it:
 *
 *     process 0  games    0 …   999 ──▶ buckets ─┐ ┌─▶ buckets   0 …  511, of all games ─▶ sums ─┐
 *                                             ╳                                               ├─▶
 *     process 1  games 1000 … 1999 ──▶ buckets ──┘ └─▶ buckets 512 … 1023, of all games ─▶ sums ─┘
 *
 * Which games are whose does not matter: a place is a number among all of them, and the first of
 * equal positions is the one with the smallest.  The texts of the most frequent ones come from
 * those who have the games. */
#include "base/alloc.h"
#include "base/le.h"
#include "query/census/census_internal.h"

static const struct msg BAD = {"what another process sent is damaged",
                               "別のプロセスから届いたデータが壊れています"};

/* The buckets that a process counts. */
static void buckets_of(const struct cluster *cluster, uint32_t process, uint64_t *from,
                       uint64_t *to)
{
    const struct cluster that = {.process = process, .size = cluster_size(cluster)};
    cluster_share_of(&that, CENSUS_BUCKETS, from, to);
}

/* What goes to a process: how many there are in each of its buckets, then all of them. */
static void pack(struct census_work *w, uint32_t process, struct buf *out)
{
    uint64_t from, to;
    buckets_of(w->opt->cluster, process, &from, &to);
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
    uint64_t from, to, count;
    buckets_of(w->opt->cluster, cluster_process(w->opt->cluster), &from, &to);
    size_t head = (size_t)(to - from) * sizeof count;
    if (part.n < head)
        return err_plain(err, STATUS_SYNTAX, &BAD);
    struct span rest = span_skip(part, head);
    for (uint64_t b = from; b < to; b++) {
        memcpy(&count, part.p + (b - from) * sizeof count, sizeof count);
        if (count > rest.n / sizeof(struct census_occurrence))
            return err_plain(err, STATUS_SYNTAX, &BAD);
        for (size_t i = 0; i < count; i++) {
            struct census_occurrence o;
            memcpy(&o, rest.p + i * sizeof o, sizeof o);
            if (!census_has_place(w, o.place))
                return err_plain(err, STATUS_SYNTAX, &BAD);
        }
        if (!census_append(&w->buckets[b], rest.p, (size_t)count))
            return err_nomem(err);
        rest = span_skip(rest, (size_t)count * sizeof(struct census_occurrence));
    }
    return STATUS_OK;
}

enum status census_shuffle(struct census_work *w, enum status status, struct err *err)
{
    const struct cluster *cluster = w->opt->cluster;
    const uint32_t size = cluster_size(cluster);
    struct cluster_parts parts = {0};
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
    status = cluster_exchange(cluster, status, to, &parts, err);
    for (uint32_t r = 0; r < size && bytes; r++)
        buf_release(&bytes[r]);
    mem_free(bytes);
    mem_free(to);
    for (uint32_t r = 0; r < parts.count && status == STATUS_OK; r++)
        status = unpack(w, parts.at[r], err);
    cluster_parts_release(&parts);
    return status;
}

/* --- Texts ------------------------------------------------------------------------------------
 * u32 which of the most frequent ones, then three texts, each after its u32 length: the position,
 * the start of the game, the moves. */

static void write_text(struct buf *out, struct span text)
{
    char length[4];
    le_put32(length, (uint32_t)text.n); /* MAX_TEXT_BYTES of census.c is less */
    buf_add(out, length, sizeof length);
    buf_add_span(out, text);
}

static bool read_number(struct span *received, uint32_t *number)
{
    if (received->n < 4)
        return false;
    *number = le_get32(received->p);
    *received = span_skip(*received, 4);
    return true;
}

static bool read_text(struct span *received, struct span *text)
{
    uint32_t length;
    if (!read_number(received, &length) || length > received->n)
        return false;
    *text = span_make(received->p, length);
    *received = span_skip(*received, length);
    return true;
}

static enum status read_position(struct census *out, struct span *received, struct err *err)
{
    uint32_t i;
    struct span position, start, moves;
    if (!read_number(received, &i) || i >= out->top_count || !read_text(received, &position) ||
        !read_text(received, &start) || !read_text(received, &moves))
        return err_plain(err, STATUS_SYNTAX, &BAD);
    struct census_position *p = &out->top[i];
    if (p->position.n) /* by this process */
        return STATUS_OK;
    return arena_copy(&out->arena, position, &p->position) &&
                   arena_copy(&out->arena, start, &p->start) &&
                   arena_copy(&out->arena, moves, &p->moves)
               ? STATUS_OK
               : err_nomem(err);
}

enum status census_top_cluster(struct census *out, const struct census_work *w, enum status status,
                               struct err *err)
{
    struct cluster_parts all = {0};
    struct buf mine;
    if (cluster_size(w->opt->cluster) < 2)
        return status;
    buf_init(&mine, SIZE_MAX);
    for (uint32_t i = 0; i < out->top_count && status == STATUS_OK; i++) {
        char number[4];
        le_put32(number, i);
        if (!out->top[i].position.n)
            continue;
        buf_add(&mine, number, sizeof number);
        write_text(&mine, out->top[i].position);
        write_text(&mine, out->top[i].start);
        write_text(&mine, out->top[i].moves);
    }
    if (status == STATUS_OK && buf_status(&mine) != STATUS_OK)
        status = err_nomem(err);
    status = cluster_allgather(w->opt->cluster, status, buf_span(&mine), &all, err);
    buf_release(&mine);
    for (uint32_t r = 0; r < all.count && status == STATUS_OK; r++)
        for (struct span received = all.at[r]; received.n && status == STATUS_OK;)
            status = read_position(out, &received, err);
    for (size_t i = 0; i < out->top_count && status == STATUS_OK; i++)
        if (!out->top[i].position.n)
            status = err_plain(err, STATUS_SYNTAX, &BAD);
    cluster_parts_release(&all);
    return status;
}
