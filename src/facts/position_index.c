/* position_index.c: reading the position index; see position_index.h and position_internal.h. */
#include "facts/position_index.h"

#include "base/alloc.h"
#include "facts/position_internal.h"

static const struct msg BAD_HEAD = {"the head of the position index is damaged",
                                    "局面索引の先頭が壊れています"};
static const struct msg OTHER_LINES = {"the position index belongs to other games",
                                       "局面索引が別の棋譜のものです"};
static const struct msg BAD_SIZE = {"a part of the position index has the wrong length",
                                    "局面索引の長さが合いません"};
static const struct msg BAD_SHARE = {"shared plies in the position index are damaged",
                                     "局面索引の共通手数が壊れています"};
static const struct msg BAD_SLOT = {"the slots of the position index are damaged",
                                    "局面索引の枠が壊れています"};
static const struct msg BAD_ENTRY = {"an entry of the position index is damaged",
                                     "局面索引の項目が壊れています"};
static const struct msg BAD_GROUP = {"a group of the position index is damaged",
                                     "局面索引の組が壊れています"};

/* More entries than this in one slot are no accident. */
enum { MAX_SLOT_ENTRIES = 4096 };

/* --- Opening --------------------------------------------------------------------------------- */

static enum status open_head(struct position_index *x, struct err *err)
{
    struct span head;
    enum status st = segment_need_whole(x->segment, POSITION_HEAD, &head, err);
    if (st != STATUS_OK)
        return st;
    if (head.n != POSITION_HEAD_BYTES)
        return segment_damaged(x->segment, head.p, &BAD_HEAD, err);
    if (le_get32(head.p) != x->lines->count || le_get32(head.p + 4) != x->lines->games)
        return segment_damaged(x->segment, head.p, &OTHER_LINES, err);
    x->fingerprint_bits = le_get32(head.p + 8);
    x->line_bits = le_get32(head.p + 12);
    x->bucket_bits = le_get32(head.p + 16);
    x->groups = le_get32(head.p + 20);
    x->slots.slots = le_get64(head.p + 24);
    x->slots.entries = le_get64(head.p + 32);
    if (x->fingerprint_bits > POSITION_MAX_FINGERPRINT_BITS || x->line_bits > 32 ||
        x->bucket_bits > 32 || x->slots.slots == 0 || x->slots.slots > UINT32_MAX ||
        x->slots.entries > UINT32_MAX)
        return segment_damaged(x->segment, head.p + 8, &BAD_HEAD, err);
    return STATUS_OK;
}

/* A game can't share more plies than the two games have: readers rely on it. */
static enum status open_shares(struct position_index *x, struct err *err)
{
    const struct lines *l = x->lines;
    struct span bytes;
    enum status st = segment_need_whole(x->segment, POSITION_SHARES, &bytes, err);
    if (st != STATUS_OK)
        return st;
    if (bytes.n != l->games)
        return segment_damaged(x->segment, bytes.p, &BAD_SIZE, err);
    x->share = (const uint8_t *)bytes.p;
    for (uint32_t i = 0; i < l->games; i++) {
        uint32_t before = i ? line_plies(l, i - 1) + 1 : 0, here = line_plies(l, i) + 1;
        if (x->share[i] > before || x->share[i] > here)
            return segment_damaged(x->segment, x->share + i, &BAD_SHARE, err);
    }
    return STATUS_OK;
}

static enum status open_table(struct position_index *x, struct err *err)
{
    struct span slots, table;
    enum status st = segment_need(x->segment, POSITION_SLOTS, &slots, err);
    if (st == STATUS_OK)
        st = segment_need(x->segment, POSITION_TABLE, &table, err);
    if (st != STATUS_OK)
        return st;
    if (!key_slots_open(&x->slots, slots, x->slots.slots, x->slots.entries))
        return segment_damaged(x->segment, slots.p, &BAD_SIZE, err);
    if (table.n != bits_bytes(x->slots.entries * (x->fingerprint_bits + x->line_bits)))
        return segment_damaged(x->segment, table.p, &BAD_SIZE, err);
    x->table = table.p;
    return STATUS_OK;
}

static enum status open_groups(struct position_index *x, struct err *err)
{
    struct span bytes;
    uint64_t directory = 4 * ((UINT64_C(1) << x->bucket_bits) + 1);
    enum status st = segment_need(x->segment, POSITION_GROUPS, &bytes, err);
    if (st != STATUS_OK)
        return st;
    if (bytes.n < directory)
        return segment_damaged(x->segment, bytes.p, &BAD_SIZE, err);
    x->buckets = bytes.p;
    x->group_data = span_skip(bytes, (size_t)directory);
    return STATUS_OK;
}

enum status position_index_open(struct position_index *x, const struct lines *l,
                                const struct columns *c, const struct segment *s, struct err *err)
{
    *x = (struct position_index){.segment = s, .lines = l, .columns = c};
    enum status st = open_head(x, err);
    if (st == STATUS_OK)
        st = open_shares(x, err);
    if (st == STATUS_OK)
        st = open_table(x, err);
    return st == STATUS_OK ? open_groups(x, err) : st;
}

/* --- Groups ---------------------------------------------------------------------------------- */

static enum status find_group(const struct position_index *x, struct position_key key,
                              struct position_group *g, bool *found, struct err *err)
{
    const char *bucket = x->buckets + 4 * (x->bucket_bits ? key.a >> (64 - x->bucket_bits) : 0);
    uint32_t from = le_get32(bucket), to = le_get32(bucket + 4);
    *found = false;
    enum status st = segment_verify_span(x->segment, span_make(bucket, 8), err);
    if (st != STATUS_OK)
        return st;
    if (from > to || to > x->group_data.n)
        return segment_damaged(x->segment, bucket, &BAD_GROUP, err);
    struct span rest = span_make(x->group_data.p + from, to - from);
    st = segment_verify_span(x->segment, rest, err);
    while (rest.n && st == STATUS_OK) {
        const char *at = rest.p;
        if (!position_group_next(&rest, g))
            return segment_damaged(x->segment, at, &BAD_GROUP, err);
        *found = g->a == key.a && g->tag == key_tag(key);
        if (*found || g->a > key.a)
            break;
    }
    return st;
}

enum status position_index_walk_groups(const struct position_index *x,
                                       enum status (*each)(void *ctx, uint64_t a, uint16_t b_top,
                                                           uint32_t nodes, struct err *err),
                                       void *ctx, struct err *err)
{
    struct span rest = x->group_data;
    enum status st = segment_verify_span(x->segment, rest, err);
    while (rest.n && st == STATUS_OK) {
        struct position_group g;
        uint32_t nodes;
        const char *at = rest.p;
        if (!position_group_next(&rest, &g) || !position_group_size(&g, &nodes))
            return segment_damaged(x->segment, at, &BAD_GROUP, err);
        st = each(ctx, g.a, g.tag, nodes, err);
    }
    return st;
}

/* --- Entries --------------------------------------------------------------------------------- */

static enum status add_node(struct occurrences *o, uint32_t line, uint32_t ply, struct err *err)
{
    void *at = mem_grow(o->at, o->count, &o->cap, UINT32_MAX, sizeof *o->at);
    if (!at)
        return err_nomem(err);
    o->at = at;
    o->at[o->count++] = (struct occurrence){line, ply};
    return STATUS_OK;
}

/* Entries `first` to `first` + `count` - 1 of the slot that a key is in. */
static enum status find_slot(const struct position_index *x, uint64_t slot, uint64_t *first,
                             uint64_t *count, struct err *err)
{
    struct span ranks, bits;
    *first = *count = 0;
    key_slots_ranks(&x->slots, slot, &ranks);
    enum status st = segment_verify_span(x->segment, ranks, err);
    if (st == STATUS_OK && key_slots_bits(&x->slots, slot, &bits))
        st = segment_verify_span(x->segment, bits, err);
    if (st != STATUS_OK)
        return st;
    if (!key_slots_find(&x->slots, slot, first, count) || *count > MAX_SLOT_ENTRIES)
        return segment_damaged(x->segment, ranks.p, &BAD_SLOT, err);
    uint64_t width = x->fingerprint_bits + x->line_bits, from = *first * width / 8;
    uint64_t bytes = bits_bytes((*first + *count) * width) - from;
    return segment_verify_span(x->segment, span_make(x->table + from, (size_t)bytes), err);
}

/* The nodes of a line that have the key.  Those that it shares with the line before are found from
 * there: the position has an entry for that run too. */
static enum status replay_for_nodes(const struct position_index *x, struct position_key key,
                                    uint32_t line, struct replay *r, struct occurrences *nodes,
                                    bool *bad, struct err *err)
{
    const struct lines *l = x->lines;
    uint32_t plies = line_plies(l, line), own = own_ply(l, x->share, line);
    const char *moves = line_stored(l, line);
    enum status st = replay_start_text(r, lines_start_text(l, line_start(l, line)), err);
    for (uint32_t ply = 0; st == STATUS_OK; ply++) {
        if (ply >= own && position_key_equal(r->key, key))
            st = add_node(nodes, line, ply, err);
        if (ply == plies)
            break;
        if (!replay_step(r, stored_move(l, moves, ply))) {
            *bad = true;
            break;
        }
    }
    return st;
}

/* The smallest line above `after` among entries with the print; false if there is none. */
static bool next_line(const struct position_index *x, uint64_t first, uint64_t count,
                      uint64_t fingerprint, int64_t after, uint64_t *line)
{
    unsigned width = x->fingerprint_bits + x->line_bits;
    bool found = false;
    for (uint64_t i = first; i < first + count; i++) {
        uint64_t entry = bits_get(x->table, i * width, width), there = entry >> x->fingerprint_bits;
        if ((entry & ((UINT64_C(1) << x->fingerprint_bits) - 1)) != fingerprint ||
            (int64_t)there <= after || (found && there >= *line))
            continue;
        found = true;
        *line = there;
    }
    return found;
}

static enum status find_entries(const struct position_index *x, struct position_key key,
                                struct replay *r, struct occurrences *nodes, struct err *err)
{
    uint64_t below, first, count, line = 0;
    uint64_t slot = key_slot(key.a, x->slots.slots, &below);
    uint64_t fingerprint = x->fingerprint_bits ? below >> (64 - x->fingerprint_bits) : 0;
    bool bad = false;
    enum status st = find_slot(x, slot, &first, &count, err);
    for (int64_t after = -1;
         st == STATUS_OK && next_line(x, first, count, fingerprint, after, &line);
         after = (int64_t)line) {
        bad = line >= x->lines->count;
        if (!bad)
            st = replay_for_nodes(x, key, (uint32_t)line, r, nodes, &bad, err);
        if (bad)
            return segment_damaged(x->segment,
                                   x->table + first * (x->fingerprint_bits + x->line_bits) / 8,
                                   &BAD_ENTRY, err);
    }
    return st;
}

/* --- Asking ---------------------------------------------------------------------------------- */

void occurrences_release(struct occurrences *o)
{
    mem_free(o->at);
    *o = (struct occurrences){0};
}

static bool reserve(struct occurrences *o, size_t more)
{
    if (o->cap - o->count >= more)
        return true;
    size_t cap = o->count + more > 2 * o->cap ? o->count + more : 2 * o->cap;
    void *at = mem_realloc_array(o->at, cap, sizeof *o->at);
    if (!at)
        return false;
    o->at = at;
    o->cap = cap;
    return true;
}

/* Lines that have at least so many of them. */
static enum status expand(const struct position_index *x, const struct occurrences *nodes,
                          size_t least, struct occurrences *o, struct err *err)
{
    struct node_sweep s = {0};
    bool more;
    enum status st;
    sweep_begin(&s, x->lines, x->share, nodes->at, nodes->count);
    while ((st = sweep_next(&s, &more, err)) == STATUS_OK && more) {
        if (s.count < least)
            continue;
        if (!reserve(o, (size_t)(s.to - s.from) * s.count)) {
            st = err_nomem(err);
            break;
        }
        for (uint32_t line = s.from; line < s.to; line++)
            for (size_t i = 0; i < s.count; i++)
                o->at[o->count++] = (struct occurrence){line, s.open[i].ply};
    }
    sweep_release(&s);
    return st;
}

static enum status find_nodes(const struct position_index *x, struct position_key key,
                              struct replay *r, struct occurrences *nodes, struct err *err)
{
    struct position_group g;
    bool found, bad = false;
    enum status st = find_group(x, key, &g, &found, err);
    if (st == STATUS_OK)
        st = found ? position_group_nodes(&g, x->lines, x->share, nodes, &bad, err)
                   : find_entries(x, key, r, nodes, err);
    return st == STATUS_OK && bad ? segment_damaged(x->segment, g.body.p, &BAD_GROUP, err) : st;
}

static enum status find(const struct position_index *x, struct position_key key, struct replay *r,
                        size_t least, struct occurrences *o, struct err *err)
{
    struct occurrences nodes = {0};
    enum status st = find_nodes(x, key, r, &nodes, err);
    if (st == STATUS_OK)
        st = expand(x, &nodes, least, o, err);
    occurrences_release(&nodes);
    return st;
}

void position_runs_release(struct position_runs *runs)
{
    mem_free(runs->at);
    *runs = (struct position_runs){0};
}

static bool add_runs(struct position_runs *out, const struct node_sweep *s)
{
    out->again = out->again || s->count > 1;
    for (size_t i = 0; i < s->count; i++) {
        void *at = mem_grow(out->at, out->count, &out->cap, UINT32_MAX, sizeof *out->at);
        if (!at)
            return false;
        out->at = at;
        out->at[out->count++] = (struct position_run){s->from, s->to, s->open[i].ply};
    }
    return true;
}

enum status position_find_runs(const struct position_index *x, struct position_key key,
                               struct replay *r, struct position_runs *out, struct err *err)
{
    struct occurrences nodes = {0};
    struct node_sweep s = {0};
    bool more;
    *out = (struct position_runs){0};
    enum status st = find_nodes(x, key, r, &nodes, err);
    sweep_begin(&s, x->lines, x->share, nodes.at, nodes.count);
    while (st == STATUS_OK && (st = sweep_next(&s, &more, err)) == STATUS_OK && more)
        if (!add_runs(out, &s))
            st = err_nomem(err);
    sweep_release(&s);
    occurrences_release(&nodes);
    return st;
}

enum status position_find(const struct position_index *x, struct position_key key, struct replay *r,
                          struct occurrences *o, struct err *err)
{
    return find(x, key, r, 1, o, err);
}

enum status position_find_repeated(const struct position_index *x, struct position_key key,
                                   struct replay *r, struct occurrences *o, struct err *err)
{
    return find(x, key, r, 2, o, err);
}

enum status position_ways(const struct position_index *x, struct position_key key, uint32_t *ways,
                          struct err *err)
{
    struct position_group g;
    bool found;
    uint64_t below, first, count;
    uint64_t slot = key_slot(key.a, x->slots.slots, &below);
    uint64_t fingerprint = x->fingerprint_bits ? below >> (64 - x->fingerprint_bits) : 0;
    unsigned width = x->fingerprint_bits + x->line_bits;
    *ways = 0;
    enum status st = find_group(x, key, &g, &found, err);
    if (st != STATUS_OK)
        return st;
    if (found)
        return position_group_size(&g, ways)
                   ? STATUS_OK
                   : segment_damaged(x->segment, g.body.p, &BAD_GROUP, err);
    st = find_slot(x, slot, &first, &count, err);
    for (uint64_t i = first; i < first + count && st == STATUS_OK; i++)
        *ways += (bits_get(x->table, i * width, width) &
                  ((UINT64_C(1) << x->fingerprint_bits) - 1)) == fingerprint;
    return st;
}

enum status position_summary(const struct position_index *x, struct position_key key,
                             struct position_summary *out, bool *found, struct err *err)
{
    struct position_group g;
    bool there, bad = false;
    enum status st = find_group(x, key, &g, &there, err);
    *found = false;
    if (st == STATUS_OK && there)
        st = position_group_summary(&g, x->lines, out, found, &bad, err);
    if (st == STATUS_OK && bad)
        st = segment_damaged(x->segment, g.body.p, &BAD_GROUP, err);
    return st;
}

void position_summary_release(struct position_summary *s)
{
    mem_free(s->moves);
    *s = (struct position_summary){0};
}
