/* census_shuffle.c: a census in parts; see census_internal.h.
 *
 * Each part replays games of its own, and then each bucket goes to the part that counts it:
 *
 *     part 0  games    0 …   999 ──▶ buckets ─┐ ┌─▶ buckets   0 …  511, of all games ─▶ sums ─┐
 *                                              ╳                                                ├─▶
 *     part 1  games 1000 … 1999 ──▶ buckets ─┘ └─▶ buckets 512 … 1023, of all games ─▶ sums ─┘
 *
 * Which games are whose does not matter: a place is a number among all of them, and the first of
 * equal positions is the one with the smallest.  The texts of the most frequent ones come from
 * those who have the games. */
#include "base/alloc.h"
#include "base/le.h"
#include "base/work/exchange.h"
#include "query/census/census_internal.h"

/* What goes to a part: how many there are in each of its buckets, then all of them. */
static void pack(struct census_work *w, uint32_t part, struct buf *out)
{
    uint64_t from, to;
    reduction_range_of(part, reduction_parts(w->opt->reduction), CENSUS_BUCKETS, &from, &to);
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
    reduction_range(w->opt->reduction, CENSUS_BUCKETS, &from, &to);
    size_t head = (size_t)(to - from) * sizeof count;
    if (part.n < head)
        return reduction_damaged(err);
    struct span rest = span_skip(part, head);
    for (uint64_t b = from; b < to; b++) {
        memcpy(&count, part.p + (b - from) * sizeof count, sizeof count);
        if (count > rest.n / sizeof(struct census_occurrence))
            return reduction_damaged(err);
        for (size_t i = 0; i < count; i++) {
            struct census_occurrence o;
            memcpy(&o, rest.p + i * sizeof o, sizeof o);
            if (!census_has_place(w, o.place))
                return reduction_damaged(err);
        }
        if (!census_append(&w->buckets[b], rest.p, (size_t)count))
            return err_nomem(err);
        rest = span_skip(rest, (size_t)count * sizeof(struct census_occurrence));
    }
    return STATUS_OK;
}

enum status census_shuffle(struct census_work *w, enum status status, struct err *err)
{
    struct exchange x;
    if (!w->opt->reduction)
        return status;
    status = exchange_open(&x, w->opt->reduction, status, err);
    for (uint32_t part = 0; part < x.parts; part++)
        pack(w, part, &x.to[part]);
    status = exchange_run(&x, status, err);
    for (uint32_t part = 0; part < x.received.count && status == STATUS_OK; part++)
        status = unpack(w, x.received.at[part], err);
    exchange_close(&x);
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
        return reduction_damaged(err);
    struct census_position *p = &out->top[i];
    if (p->position.n) /* by this part */
        return STATUS_OK;
    return arena_copy(&out->arena, position, &p->position) &&
                   arena_copy(&out->arena, start, &p->start) &&
                   arena_copy(&out->arena, moves, &p->moves)
               ? STATUS_OK
               : err_nomem(err);
}

enum status census_top_merge(struct census *out, const struct census_work *w, enum status status,
                             struct err *err)
{
    struct byte_parts all = {0};
    struct buf mine;
    if (!w->opt->reduction)
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
    status = reduction_share_buf(w->opt->reduction, status, &mine, &all, err);
    for (uint32_t r = 0; r < all.count && status == STATUS_OK; r++)
        for (struct span received = all.at[r]; received.n && status == STATUS_OK;)
            status = read_position(out, &received, err);
    for (size_t i = 0; i < out->top_count && status == STATUS_OK; i++)
        if (!out->top[i].position.n)
            status = reduction_damaged(err);
    byte_parts_release(&all);
    return status;
}
