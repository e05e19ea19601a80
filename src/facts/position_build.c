/* position_build.c: writing the position index.
 *
 * The nodes of all lines (position_internal.h) are collected by ranges of their keys, as many
 * ranges at a time as there is memory for, and each range is sorted by a worker.  Equal keys then
 * stand together: those of a rare position become entries of the table, the others a group.  The
 * keys are as good as random, so one round of counting puts nearly every node into its place. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "facts/position_internal.h"

enum {
    PART_NODES = 32768, /* in a range, about: half a megabyte */
    SORT_BITS = 15,
    SMALL = 24, /* so many nodes in one place are sorted by insertion */
    INDEX_BYTES_A_NODE = 3
};

static const struct msg TOO_MUCH = {"too many positions for one segment",
                                    "1 セグメントの局面が多すぎます"};

/* --- Sorting one range ----------------------------------------------------------------------- */

struct sorter {
    struct position_node *scratch;
    size_t cap;
    uint32_t *starts; /* (1 << SORT_BITS) + 1 */
    struct next_moves moves;
    struct occurrences hits;
    struct node_sweep sweep;
};

struct sort_item {
    uint64_t part;
    struct position_node *nodes; /* in the end: one for each entry */
    size_t count, cap;
    struct buf groups;
    uint32_t group_count;
    bool ready; /* groups is initialised */
};

static int compare_nodes(const void *x, const void *y)
{
    const struct position_node *m = x, *n = y;
    if (m->a != n->a)
        return m->a < n->a ? -1 : 1;
    return m->rest < n->rest ? -1 : m->rest > n->rest;
}

static void sort_few(struct position_node *nodes, size_t n)
{
    if (n > SMALL) {
        qsort(nodes, n, sizeof *nodes, compare_nodes);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        struct position_node node = nodes[i];
        size_t k = i;
        for (; k && compare_nodes(&node, &nodes[k - 1]) < 0; k--)
            nodes[k] = nodes[k - 1];
        nodes[k] = node;
    }
}

/* Copies the chunks of a part into one array. */
static void gather(const struct node_part *part, struct position_node *out)
{
    size_t n = 0;
    for (const struct node_chunk *c = part->first; c; c = c->next) {
        memcpy(out + n, c->nodes, c->count * sizeof *out);
        n += c->count;
    }
}

static inline size_t sort_place(uint64_t a, uint64_t ranges)
{
    return (size_t)(a * ranges >> (64 - SORT_BITS)); /* the bits below the range */
}

static void sort_part(const struct sorter *s, uint64_t ranges, struct position_node *nodes,
                      size_t n)
{
    uint32_t *starts = s->starts;
    memset(starts, 0, ((1U << SORT_BITS) + 1) * sizeof *starts);
    for (size_t i = 0; i < n; i++)
        starts[sort_place(s->scratch[i].a, ranges) + 1]++;
    for (size_t i = 1; i <= 1U << SORT_BITS; i++)
        starts[i] += starts[i - 1];
    for (size_t i = 0; i < n; i++)
        nodes[starts[sort_place(s->scratch[i].a, ranges)]++] = s->scratch[i];
    for (size_t i = 0, from = 0; i < 1U << SORT_BITS; from = starts[i++])
        if (starts[i] - from > 1)
            sort_few(nodes + from, starts[i] - from);
}

/* --- Entries or a group ---------------------------------------------------------------------- */

static uint32_t count_lines(const struct position_node *nodes, size_t n)
{
    uint32_t lines = 1;
    for (size_t i = 1; i < n; i++)
        lines += node_line(&nodes[i]) != node_line(&nodes[i - 1]);
    return lines;
}

/* Does the position occur in games as often as that? */
static bool is_frequent(const struct position_build *b, const struct position_node *nodes, size_t n)
{
    uint32_t games = b->lines->games, count = 0;
    for (size_t i = 0; i < n && count < POSITION_GROUP_OCCURRENCES; i++) {
        uint32_t line = node_line(&nodes[i]), ply = node_ply(&nodes[i]), end = line + 1;
        while (end < games && b->share[end] > ply && end - line < POSITION_GROUP_OCCURRENCES)
            end++;
        count += line < games ? end - line : 0;
    }
    return count >= POSITION_GROUP_OCCURRENCES;
}

static enum status count_moves(const struct position_build *b, struct sorter *s,
                               const struct position_node *nodes, size_t n, struct err *err)
{
    bool more = true;
    enum status st = STATUS_OK;
    s->hits.count = 0;
    for (size_t i = 0; i < n; i++) {
        struct occurrences *o = &s->hits;
        void *at = mem_grow(o->at, o->count, &o->cap, UINT32_MAX, sizeof *o->at);
        if (!at)
            return err_nomem(err);
        o->at = at;
        o->at[o->count++] = (struct occurrence){node_line(&nodes[i]), node_ply(&nodes[i])};
    }
    next_moves_begin(&s->moves, b->lines, b->columns);
    sweep_begin(&s->sweep, b->lines, b->share, s->hits.at, n);
    while ((st = sweep_next(&s->sweep, &more, err)) == STATUS_OK && more)
        for (uint32_t line = s->sweep.from; line < s->sweep.to; line++)
            for (size_t i = 0; i < s->sweep.count; i++)
                next_moves_add(&s->moves, line, s->sweep.open[i].ply);
    return st == STATUS_OK ? next_moves_finish(&s->moves, err) : st;
}

/* One position: entries are left at the front of the item's nodes, from *kept on. */
static enum status settle(const struct position_build *b, struct sorter *s, struct sort_item *item,
                          size_t from, size_t to, size_t *kept, struct err *err)
{
    struct position_node *nodes = item->nodes + from;
    size_t n = to - from;
    bool frequent = is_frequent(b, nodes, n);
    if (!frequent && (n < POSITION_GROUP_LINES || count_lines(nodes, n) < POSITION_GROUP_LINES)) {
        for (size_t i = 0; i < n; i++)
            if (i == 0 || node_line(&nodes[i]) != node_line(&nodes[i - 1]))
                item->nodes[(*kept)++] = nodes[i];
        return STATUS_OK;
    }
    enum status st = frequent ? count_moves(b, s, nodes, n, err) : STATUS_OK;
    if (st == STATUS_OK)
        position_group_encode(nodes, n, frequent ? &s->moves : NULL, b->lines, &item->groups);
    item->group_count++;
    return st;
}

static enum status settle_all(const struct position_build *b, struct sorter *s,
                              struct sort_item *item, struct err *err)
{
    enum status st = STATUS_OK;
    size_t kept = 0;
    for (size_t from = 0, to; from < item->count && st == STATUS_OK; from = to) {
        for (to = from + 1;
             to < item->count && node_same_key(&item->nodes[to], &item->nodes[from]);)
            to++;
        st = settle(b, s, item, from, to, &kept, err);
    }
    item->count = kept;
    return st;
}

/* --- All ranges of a pass -------------------------------------------------------------------- */

struct position_sort {
    struct position_build *b;
    struct sorter *sorters; /* by worker */
    struct position_output *out;
};

/* What is written in the end. */
struct position_output {
    struct key_slots_writer slots;
    struct bit_writer table;
    struct buf groups;
    uint32_t group_count;
    unsigned line_bits;
};

static bool make_room(struct position_node **nodes, size_t *cap, size_t n)
{
    if (n <= *cap)
        return true;
    mem_free(*nodes);
    *nodes = mem_alloc(n * sizeof **nodes);
    *cap = *nodes ? n : 0;
    return *nodes != NULL;
}

static enum status sort_work(void *ctx, void *it, unsigned worker, struct err *err)
{
    const struct position_sort *s = ctx;
    struct sort_item *item = it;
    struct sorter *sorter = &s->sorters[worker];
    struct node_part *part = &s->b->parts[item->part];
    if (!item->ready)
        buf_init(&item->groups, SIZE_MAX / 2);
    item->ready = true;
    buf_clear(&item->groups);
    item->group_count = 0;
    item->count = part->count;
    if (!sorter->starts)
        sorter->starts = mem_alloc(((1U << SORT_BITS) + 1) * sizeof *sorter->starts);
    if (!sorter->starts || part->count > UINT32_MAX ||
        !make_room(&item->nodes, &item->cap, part->count) ||
        !make_room(&sorter->scratch, &sorter->cap, part->count))
        return err_nomem(err);
    gather(part, sorter->scratch);
    sort_part(sorter, s->b->passes * s->b->part_count, item->nodes, item->count);
    enum status st = settle_all(s->b, sorter, item, err);
    return st == STATUS_OK && buf_status(&item->groups) != STATUS_OK ? err_nomem(err) : st;
}

/* The chunks of a part are taken again in the next pass: memory that was touched is cheaper. */
static void give_back(struct position_build *b, struct node_part *part)
{
    if (part->last)
        part->last->next = b->spare;
    b->spare = part->first ? part->first : b->spare;
    *part = (struct node_part){0};
}

static enum status sort_consume(void *ctx, void *it, struct err *err)
{
    const struct position_sort *s = ctx;
    const struct sort_item *item = it;
    struct position_output *out = s->out;
    give_back(s->b, &s->b->parts[item->part]);
    if (build_cancelled(s->b))
        return build_stop(err);
    for (size_t i = 0; i < item->count; i++) {
        uint64_t below, slot = key_slot(item->nodes[i].a, out->slots.slots, &below);
        uint64_t fingerprint = below >> (64 - POSITION_FINGERPRINT_BITS);
        key_slots_add(&out->slots, slot);
        bits_put(&out->table,
                 fingerprint | (uint64_t)node_line(&item->nodes[i]) << POSITION_FINGERPRINT_BITS,
                 POSITION_FINGERPRINT_BITS + out->line_bits);
    }
    buf_add_span(&out->groups, buf_span(&item->groups));
    out->group_count += item->group_count;
    return STATUS_OK;
}

static void sort_release(void *ctx, void *it)
{
    struct sort_item *item = it;
    (void)ctx;
    mem_free(item->nodes);
    if (item->ready)
        buf_release(&item->groups);
}

static enum status sort_parts(struct position_sort *s, struct err *err)
{
    struct pool_ops ops = {.ctx = s,
                           .item_bytes = sizeof(struct sort_item),
                           .work = sort_work,
                           .consume = sort_consume,
                           .release = sort_release};
    struct pool *pool = NULL;
    enum status st = pool_open(&pool, s->b->threads, &ops, err);
    for (uint64_t part = 0; part < s->b->part_count && st == STATUS_OK; part++) {
        void *slot;
        st = pool_slot(pool, &slot, err);
        if (st != STATUS_OK)
            break;
        ((struct sort_item *)slot)->part = part;
        st = pool_submit(pool, err);
    }
    if (st == STATUS_OK)
        st = pool_finish(pool, err);
    pool_close(pool);
    return st;
}

/* --- Writing --------------------------------------------------------------------------------- */

static void put_u32(struct buf *out, uint32_t v)
{
    char four[4];
    le_put32(four, v);
    buf_add(out, four, sizeof four);
}

static unsigned bucket_bits(uint32_t groups)
{
    unsigned bits = 0;
    while (groups >> bits > 2 * POSITION_BUCKET_GROUPS)
        bits++;
    return bits;
}

static uint64_t bucket_of(uint64_t a, unsigned bits)
{
    return bits ? a >> (64 - bits) : 0;
}

/* Where each bucket of groups begins; they are sorted by key already. */
static void put_buckets(const struct position_output *o, unsigned bits, struct buf *out)
{
    struct span rest = buf_span(&o->groups);
    struct position_group g;
    uint64_t bucket = 0;
    for (uint32_t offset = 0; position_group_next(&rest, &g);
         offset = (uint32_t)(o->groups.n - rest.n))
        for (; bucket <= bucket_of(g.a, bits); bucket++)
            put_u32(out, offset);
    for (; bucket <= UINT64_C(1) << bits; bucket++)
        put_u32(out, (uint32_t)o->groups.n);
}

static enum status write_groups(const struct position_output *o, unsigned bits,
                                struct segment_writer *w, struct err *err)
{
    struct buf buckets;
    buf_init(&buckets, SIZE_MAX / 2);
    put_buckets(o, bits, &buckets);
    enum status st = buf_status(&buckets) == STATUS_OK
                         ? segment_writer_begin(w, POSITION_GROUPS, err)
                         : err_nomem(err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, buf_span(&buckets), err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, buf_span(&o->groups), err);
    if (st == STATUS_OK)
        st = segment_writer_end(w, err);
    buf_release(&buckets);
    return st;
}

static enum status write_slots(const struct position_output *o, struct segment_writer *w,
                               struct err *err)
{
    enum status st = segment_writer_begin(w, POSITION_SLOTS, err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, buf_span(&o->slots.ranks), err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, buf_span(&o->slots.bits.bytes), err);
    return st == STATUS_OK ? segment_writer_end(w, err) : st;
}

static enum status write_head(const struct position_build *b, const struct position_output *o,
                              unsigned bits, struct segment_writer *w, struct err *err)
{
    char head[POSITION_HEAD_BYTES] = {0};
    le_put32(head, b->lines->count);
    le_put32(head + 4, b->lines->games);
    le_put32(head + 8, POSITION_FINGERPRINT_BITS);
    le_put32(head + 12, o->line_bits);
    le_put32(head + 16, bits);
    le_put32(head + 20, o->group_count);
    le_put64(head + 24, o->slots.slots);
    le_put64(head + 32, o->slots.entries);
    return segment_writer_section(w, POSITION_HEAD, span_make(head, sizeof head), err);
}

static enum status write_all(const struct position_build *b, struct position_output *o,
                             struct segment_writer *w, struct err *err)
{
    unsigned bits = bucket_bits(o->group_count);
    key_slots_finish(&o->slots);
    bits_finish(&o->table);
    if (buf_status(&o->slots.ranks) != STATUS_OK || buf_status(&o->slots.bits.bytes) != STATUS_OK ||
        buf_status(&o->table.bytes) != STATUS_OK || buf_status(&o->groups) != STATUS_OK)
        return err_nomem(err);
    if (o->groups.n > UINT32_MAX)
        return err_plain(err, STATUS_LIMIT, &TOO_MUCH);
    enum status st = write_head(b, o, bits, w, err);
    if (st == STATUS_OK)
        st = segment_writer_section(w, POSITION_SHARES,
                                    span_make((const char *)b->share, b->lines->games), err);
    if (st == STATUS_OK)
        st = write_slots(o, w, err);
    if (st == STATUS_OK)
        st = segment_writer_section(w, POSITION_TABLE, buf_span(&o->table.bytes), err);
    return st == STATUS_OK ? write_groups(o, bits, w, err) : st;
}

/* --- The whole ------------------------------------------------------------------------------- */

/* How many passes of how many ranges. */
static void plan(struct position_build *b)
{
    uint64_t memory = b->options->memory, index = b->nodes * INDEX_BYTES_A_NODE;
    uint64_t work = index < memory - memory / 4 ? memory - index : memory / 4;
    uint64_t bytes = b->nodes * sizeof(struct position_node);
    uint64_t ranges = b->nodes / PART_NODES + 1;
    b->passes = bytes / (work + 1) + 1;
    b->passes = b->passes < ranges ? b->passes : ranges;
    b->part_count = (ranges + b->passes - 1) / b->passes;
}

static enum status open_workers(struct position_build *b, struct position_sort *s, struct err *err)
{
    enum status st = STATUS_OK;
    b->threads = b->options->threads ? b->options->threads : pool_cpu_count();
    b->threads = b->threads < POOL_MAX_THREADS ? b->threads : POOL_MAX_THREADS;
    b->workers = mem_calloc(b->threads, sizeof *b->workers);
    b->parts = mem_calloc(b->part_count, sizeof *b->parts);
    s->sorters = mem_calloc(b->threads, sizeof *s->sorters);
    if (!b->workers || !b->parts || !s->sorters)
        return err_nomem(err);
    for (unsigned i = 0; i < b->threads && st == STATUS_OK; i++)
        st = replay_open(&b->workers[i].replay, b->lines->game, err);
    return st;
}

static void close_workers(struct position_build *b, struct position_sort *s)
{
    for (unsigned i = 0; b->workers && i < b->threads; i++)
        replay_close(b->workers[i].replay);
    for (unsigned i = 0; s->sorters && i < b->threads; i++) {
        mem_free(s->sorters[i].scratch);
        mem_free(s->sorters[i].starts);
        next_moves_release(&s->sorters[i].moves);
        occurrences_release(&s->sorters[i].hits);
        sweep_release(&s->sorters[i].sweep);
    }
    for (uint64_t i = 0; b->parts && i < b->part_count; i++)
        node_chunks_release(b->parts[i].first);
    node_chunks_release(b->spare);
    mem_free(b->workers);
    mem_free(b->parts);
    mem_free(s->sorters);
}

static void output_init(struct position_output *o, const struct position_build *b)
{
    *o = (struct position_output){0};
    key_slots_begin(&o->slots, b->nodes ? b->nodes : 1);
    bits_init(&o->table);
    buf_init(&o->groups, SIZE_MAX / 2);
    while ((uint64_t)b->lines->count > UINT64_C(1) << o->line_bits)
        o->line_bits++;
    /* room for all at once: what is not touched costs nothing, and growing would copy */
    (void)buf_reserve(&o->table.bytes,
                      (size_t)bits_bytes(b->nodes * (POSITION_FINGERPRINT_BITS + o->line_bits)) +
                          8);
}

static enum status build(struct position_build *b, struct position_output *o, struct err *err)
{
    struct position_sort s = {.b = b, .out = o};
    enum status st = open_workers(b, &s, err);
    for (b->pass = 0; b->pass < b->passes && st == STATUS_OK; b->pass++) {
        st = position_collect(b, err);
        if (st == STATUS_OK)
            st = sort_parts(&s, err);
    }
    close_workers(b, &s);
    return st;
}

enum status position_index_write(const struct lines *l, const struct columns *c,
                                 const struct index_options *opt, struct segment_writer *w,
                                 struct err *err)
{
    struct position_build b = {.lines = l, .columns = c, .options = opt};
    struct position_output out;
    uint8_t *share = mem_calloc(l->games ? l->games : 1, 1);
    if (!share)
        return err_nomem(err);
    b.share = share;
    b.nodes = position_shares(l, share);
    plan(&b);
    output_init(&out, &b);
    enum status st =
        b.nodes > UINT32_MAX ? err_plain(err, STATUS_LIMIT, &TOO_MUCH) : build(&b, &out, err);
    if (st == STATUS_OK)
        st = write_all(&b, &out, w, err);
    key_slots_release(&out.slots);
    buf_release(&out.table.bytes);
    buf_release(&out.groups);
    mem_free(share);
    return st;
}
