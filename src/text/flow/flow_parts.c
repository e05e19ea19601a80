/* flow_parts.c: sequences counted in parts; see flow_internal.h.
 *
 * Each part counts games of its own in tables by hash; then each shard goes to the part that it
 * belongs to, which adds up the counts and keeps the first examples of all.  So every sequence is
 * counted whole before it is tested: nothing is left out because it is rare in one part. */
#include <stddef.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/work/exchange.h"
#include "text/flow/flow_internal.h"

/* --- Games ------------------------------------------------------------------------------------
 * u32 side, u32 database, u32 id, u32 moves. */

enum { LINE_BYTES = 16 };

static enum status read_lines(struct flow_counts *c, const struct flow_source sides[FLOW_SIDES],
                              struct span received, struct err *err)
{
    if (received.n % LINE_BYTES)
        return reduction_damaged(err);
    for (size_t at = 0; at < received.n; at += LINE_BYTES) {
        const char *p = received.p + at;
        const struct flow_line line = {.side = le_get32(p),
                                       .db = le_get32(p + 4),
                                       .id = le_get32(p + 8),
                                       .segment = FLOW_ELSEWHERE,
                                       .first = le_get32(p + 12)};
        if (line.side >= FLOW_SIDES || line.db >= sides[line.side].count)
            return reduction_damaged(err);
        struct flow_line *lines =
            mem_grow(c->lines, c->line_count, &c->line_cap, UINT32_MAX, sizeof *lines);
        if (!lines)
            return err_nomem(err);
        c->lines = lines;
        lines[c->line_count++] = line;
    }
    return STATUS_OK;
}

enum status flow_lines_share(struct flow_counts *c, const struct flow_source sides[FLOW_SIDES],
                             const struct reduction *reduction, enum status status, struct err *err)
{
    struct byte_parts all = {0};
    struct buf mine;
    buf_init(&mine, SIZE_MAX);
    for (size_t i = 0; i < c->line_count && status == STATUS_OK; i++) {
        char bytes[LINE_BYTES];
        le_put32(bytes, c->lines[i].side);
        le_put32(bytes + 4, c->lines[i].db);
        le_put32(bytes + 8, c->lines[i].id);
        le_put32(bytes + 12, c->lines[i].first);
        buf_add(&mine, bytes, sizeof bytes);
    }
    status = reduction_share_buf(reduction, status, &mine, &all, err);
    for (uint32_t r = 0; r < all.count && status == STATUS_OK; r++)
        if (r != reduction_part(reduction))
            status = read_lines(c, sides, all.at[r], err);
    byte_parts_release(&all);
    return status;
}

/* --- Counts ----------------------------------------------------------------------------------- */

/* The sequences of a part's shards; those of other parts are not needed here any more. */
static void pack(struct flow_counts *c, const struct reduction *reduction, uint32_t part,
                 struct buf *out)
{
    uint64_t from, to;
    reduction_range_of(part, reduction->parts, FLOW_SHARDS, &from, &to);
    for (uint64_t s = from; s < to && part != reduction->part; s++) {
        struct flow_tally *t = &c->shards[s];
        for (size_t i = 0; i < t->room; i++)
            if (t->at[i].key)
                buf_add(out, &t->at[i], sizeof t->at[i]);
        mem_free(t->at);
        *t = (struct flow_tally){0};
    }
}

/* The first of both, which are of different games. */
static void merge_examples(uint32_t first[FLOW_EXAMPLES], const uint32_t more[FLOW_EXAMPLES])
{
    uint32_t merged[FLOW_EXAMPLES];
    for (int i = 0, a = 0, b = 0; i < FLOW_EXAMPLES; i++)
        merged[i] = first[a] <= more[b] ? first[a++] : more[b++];
    memcpy(first, merged, sizeof merged);
}

/* A key has a class, and is in a shard of this part. */
static bool is_ours(flow_key key, uint64_t from, uint64_t to)
{
    const unsigned shard = flow_shard(key);
    return key && flow_key_class(key) < FLOW_CLASSES && shard >= from && shard < to;
}

static enum status add_part(struct flow_counts *c, const struct reduction *reduction,
                            struct span part, struct err *err)
{
    uint64_t from, to;
    reduction_range(reduction, FLOW_SHARDS, &from, &to);
    if (part.n % sizeof(struct flow_count))
        return reduction_damaged(err);
    for (size_t at = 0; at < part.n; at += sizeof(struct flow_count)) {
        struct flow_count more;
        memcpy(&more, part.p + at, sizeof more);
        if (!is_ours(more.key, from, to))
            return reduction_damaged(err);
        struct flow_count *n = flow_place(&c->shards[flow_shard(more.key)], more.key);
        if (!n)
            return err_nomem(err);
        for (int side = 0; side < FLOW_SIDES; side++) {
            n->count[side] += more.count[side];
            merge_examples(n->first[side], more.first[side]);
        }
    }
    return STATUS_OK;
}

static enum status sum_sums(struct flow_sums *s, const struct reduction *reduction,
                            enum status status, struct err *err)
{
    status = reduction_sum(reduction, status, &s->totals[0][0], FLOW_CLASSES * FLOW_SIDES, err);
    status = reduction_sum(reduction, status, &s->twice[0][0], SHOGI_KINDS * FLOW_SIDES, err);
    status = reduction_sum(reduction, status, &s->could[0][0], SHOGI_KINDS * FLOW_SIDES, err);
    return reduction_sum(reduction, status, s->pairs, FLOW_SIDES, err);
}

enum status flow_counts_exchange(struct flow_counts *c, const struct reduction *reduction,
                                 enum status status, struct err *err)
{
    struct exchange x;
    if (!reduction)
        return status;
    status = sum_sums(&c->sums, reduction, status, err);
    status = exchange_open(&x, reduction, status, err);
    for (uint32_t part = 0; part < x.parts; part++)
        pack(c, reduction, part, &x.to[part]);
    status = exchange_run(&x, status, err);
    for (uint32_t part = 0; part < x.received.count && status == STATUS_OK; part++)
        status = add_part(c, reduction, x.received.at[part], err);
    exchange_close(&x);
    return status;
}

/* The bytes of a row of this program's: a bool of another byte than 0 and 1 is none. */
static bool is_sound_row(const char *bytes)
{
    struct flow_row row = {.kept = false};
    if ((unsigned char)bytes[offsetof(struct flow_row, kept)] > 1)
        return false;
    memcpy(&row, bytes, sizeof row);
    return row.key && row.class < FLOW_CLASSES && flow_key_class(row.key) == row.class;
}

enum status flow_rows_share(struct flow_table *t, const struct reduction *reduction,
                            enum status status, struct err *err)
{
    if (!reduction)
        return status;
    status = reduction_sum(reduction, status, t->distinct, FLOW_CLASSES, err);
    status = reduction_sum(reduction, status, t->tested, FLOW_CLASSES, err);
    t->rows = reduction_join(reduction, &status, t->rows, &t->count, sizeof *t->rows, err);
    t->cap = t->count;
    for (size_t i = 0; i < t->count && status == STATUS_OK; i++)
        if (!is_sound_row((const char *)&t->rows[i]))
            status = reduction_damaged(err);
    return status;
}
