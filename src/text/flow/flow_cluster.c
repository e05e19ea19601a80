/* flow_cluster.c: sequences counted by several processes; see flow_internal.h.
 *
 * Each process counts games of its own in tables by hash; then each shard goes to the process that it
 * belongs to, which adds up the counts and keeps the first examples of all.  So every sequence is
 * counted whole before it is tested: nothing is left out because it is rare on one process. */
#include <stddef.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "text/flow/flow_internal.h"

static const struct msg BAD = {"what another process sent is damaged",
                               "別のプロセスから届いたデータが壊れています"};

/* --- Games ------------------------------------------------------------------------------------
 * u32 side, u32 database, u32 id, u32 moves. */

enum { LINE_BYTES = 16 };

static void write_line(const struct flow_line *l, struct buf *out)
{
    char bytes[LINE_BYTES];
    le_put32(bytes, l->side);
    le_put32(bytes + 4, l->db);
    le_put32(bytes + 8, l->id);
    le_put32(bytes + 12, l->first);
    buf_add(out, bytes, sizeof bytes);
}

static enum status read_lines(struct flow_counts *c, const struct flow_source sides[FLOW_SIDES],
                              struct span received, struct err *err)
{
    if (received.n % LINE_BYTES)
        return err_plain(err, STATUS_SYNTAX, &BAD);
    for (size_t at = 0; at < received.n; at += LINE_BYTES) {
        const char *p = received.p + at;
        const struct flow_line line = {.side = le_get32(p),
                                       .db = le_get32(p + 4),
                                       .id = le_get32(p + 8),
                                       .segment = FLOW_ELSEWHERE,
                                       .first = le_get32(p + 12)};
        if (line.side >= FLOW_SIDES || line.db >= sides[line.side].count)
            return err_plain(err, STATUS_SYNTAX, &BAD);
        struct flow_line *lines =
            mem_grow(c->lines, c->line_count, &c->line_cap, UINT32_MAX, sizeof *lines);
        if (!lines)
            return err_nomem(err);
        c->lines = lines;
        lines[c->line_count++] = line;
    }
    return STATUS_OK;
}

enum status flow_lines_cluster(struct flow_counts *c, const struct flow_source sides[FLOW_SIDES],
                               const struct cluster *cluster, enum status status, struct err *err)
{
    struct cluster_parts all = {0};
    struct buf mine;
    buf_init(&mine, SIZE_MAX);
    for (size_t i = 0; i < c->line_count && status == STATUS_OK; i++)
        write_line(&c->lines[i], &mine);
    if (status == STATUS_OK && buf_status(&mine) != STATUS_OK)
        status = err_nomem(err);
    status = cluster_allgather(cluster, status, buf_span(&mine), &all, err);
    buf_release(&mine);
    for (uint32_t r = 0; r < all.count && status == STATUS_OK; r++)
        if (r != cluster_process(cluster))
            status = read_lines(c, sides, all.at[r], err);
    cluster_parts_release(&all);
    return status;
}

/* --- Counts ----------------------------------------------------------------------------------- */

static void shards_of(const struct cluster *cluster, uint32_t process, uint64_t *from, uint64_t *to)
{
    const struct cluster that = {.process = process, .size = cluster_size(cluster)};
    cluster_share_of(&that, FLOW_SHARDS, from, to);
}

/* The sequences of a process's shards; those of other processes are not needed here any more. */
static void pack(struct flow_counts *c, const struct cluster *cluster, uint32_t process,
                 struct buf *out)
{
    uint64_t from, to;
    shards_of(cluster, process, &from, &to);
    for (uint64_t s = from; s < to && process != cluster->process; s++) {
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

/* A key has a class, and is in a shard of this process. */
static bool is_ours(flow_key key, uint64_t from, uint64_t to)
{
    const unsigned shard = flow_shard(key);
    return key && flow_key_class(key) < FLOW_CLASSES && shard >= from && shard < to;
}

static enum status add_part(struct flow_counts *c, const struct cluster *cluster, struct span part,
                            struct err *err)
{
    uint64_t from, to;
    shards_of(cluster, cluster_process(cluster), &from, &to);
    if (part.n % sizeof(struct flow_count))
        return err_plain(err, STATUS_SYNTAX, &BAD);
    for (size_t at = 0; at < part.n; at += sizeof(struct flow_count)) {
        struct flow_count more;
        memcpy(&more, part.p + at, sizeof more);
        if (!is_ours(more.key, from, to))
            return err_plain(err, STATUS_SYNTAX, &BAD);
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

static enum status sum_sums(struct flow_sums *s, const struct cluster *cluster, enum status status,
                            struct err *err)
{
    status = cluster_sum(cluster, status, &s->totals[0][0], FLOW_CLASSES * FLOW_SIDES, err);
    status = cluster_sum(cluster, status, &s->twice[0][0], SHOGI_KINDS * FLOW_SIDES, err);
    status = cluster_sum(cluster, status, &s->could[0][0], SHOGI_KINDS * FLOW_SIDES, err);
    return cluster_sum(cluster, status, s->pairs, FLOW_SIDES, err);
}

enum status flow_counts_cluster(struct flow_counts *c, const struct cluster *cluster,
                                enum status status, struct err *err)
{
    const uint32_t size = cluster_size(cluster);
    struct cluster_parts parts = {0};
    if (size < 2)
        return status;
    status = sum_sums(&c->sums, cluster, status, err);
    struct buf *bytes = mem_calloc(size, sizeof *bytes);
    struct span *to = mem_calloc(size, sizeof *to);
    if (status == STATUS_OK && (!bytes || !to))
        status = err_nomem(err);
    for (uint32_t r = 0; r < size && status == STATUS_OK; r++) {
        buf_init(&bytes[r], SIZE_MAX);
        pack(c, cluster, r, &bytes[r]);
        to[r] = buf_span(&bytes[r]);
        if (buf_status(&bytes[r]) != STATUS_OK)
            status = err_nomem(err);
    }
    status = cluster_exchange(cluster, status, to, &parts, err);
    for (uint32_t r = 0; bytes && r < size; r++)
        buf_release(&bytes[r]);
    mem_free(bytes);
    mem_free(to);
    for (uint32_t r = 0; r < parts.count && status == STATUS_OK; r++)
        status = add_part(c, cluster, parts.at[r], err);
    cluster_parts_release(&parts);
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

static enum status add_rows(struct flow_table *t, struct span part, struct err *err)
{
    if (part.n % sizeof *t->rows)
        return err_plain(err, STATUS_SYNTAX, &BAD);
    for (size_t at = 0; at < part.n; at += sizeof *t->rows) {
        if (!is_sound_row(part.p + at))
            return err_plain(err, STATUS_SYNTAX, &BAD);
        struct flow_row *rows = mem_grow(t->rows, t->count, &t->cap, UINT32_MAX / 4, sizeof *rows);
        if (!rows)
            return err_nomem(err);
        t->rows = rows;
        memcpy(&t->rows[t->count++], part.p + at, sizeof *rows);
    }
    return STATUS_OK;
}

enum status flow_rows_cluster(struct flow_table *t, const struct cluster *cluster,
                              enum status status, struct err *err)
{
    struct cluster_parts parts = {0};
    if (cluster_size(cluster) < 2)
        return status;
    status = cluster_sum(cluster, status, t->distinct, FLOW_CLASSES, err);
    status = cluster_sum(cluster, status, t->tested, FLOW_CLASSES, err);
    status = cluster_allgather(
        cluster, status, span_make((const char *)t->rows, t->count * sizeof *t->rows), &parts, err);
    t->count = 0;
    for (uint32_t r = 0; r < parts.count && status == STATUS_OK; r++)
        status = add_rows(t, parts.at[r], err);
    cluster_parts_release(&parts);
    return status;
}
