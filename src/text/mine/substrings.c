/* substrings.c: all substrings of a corpus; see substrings.h. */
#include "text/mine/substrings.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "text/mine/suffix_array.h"

enum { LOOK_EVERY = 1 << 16 }; /* suffixes: a few milliseconds */

/* --- The index -------------------------------------------------------------------------------- */

static enum status make_room(struct substring_index *x, struct err *err)
{
    x->order = mem_alloc(((size_t)x->count + 1) * sizeof *x->order);
    x->lcp = mem_alloc(((size_t)x->count + 1) * sizeof *x->lcp);
    return x->order && x->lcp ? STATUS_OK : err_nomem(err);
}

static int by_place(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Do the suffixes at order[i - 1] and order[i] agree up to a break? */
static bool agrees(const struct substring_index *x, uint32_t i)
{
    const uint32_t *text = x->corpus->text + x->lcp[i];
    return text[x->order[i]] == CORPUS_BREAK && text[x->order[i - 1]] == CORPUS_BREAK;
}

enum status substring_index_build(struct substring_index *x, const struct corpus *c,
                                  const atomic_bool *cancelled, struct err *err)
{
    *x = (struct substring_index){.corpus = c, .count = c->n, .cancelled = cancelled};
    enum status status = make_room(x, err);
    if (status == STATUS_OK)
        status = suffix_array(c->text, c->n, c->alphabet, x->order, cancelled, err);
    if (status == STATUS_OK)
        status = suffix_lcp(c->text, c->n, x->order, CORPUS_BREAK + 1, x->lcp, cancelled, err);
    if (status == STATUS_OK)
        x->lcp[x->count] = 0;
    uint32_t looked = 0;
    for (uint32_t from = 0, to; from < x->count && status == STATUS_OK; from = to) {
        for (to = from + 1; to < x->count && agrees(x, to); to++)
            ;
        if (to - from > 1)
            qsort(x->order + from, to - from, sizeof *x->order, by_place);
        if (to - looked > LOOK_EVERY && cancelled && atomic_load(cancelled))
            status = err_cancelled(err);
        looked = to - looked > LOOK_EVERY ? to : looked;
    }
    if (status != STATUS_OK)
        substring_index_release(x);
    return status;
}

void substring_index_release(struct substring_index *x)
{
    mem_free(x->order);
    mem_free(x->lcp);
    *x = (struct substring_index){0};
}

/* --- A part of it ----------------------------------------------------------------------------- */

static uint32_t common_part(const struct corpus *c, uint32_t a, uint32_t b)
{
    uint32_t n = 0;
    while (c->text[a + n] == c->text[b + n] && c->text[a + n] != CORPUS_BREAK)
        n++;
    return n;
}

enum { FIRST, LAST, ENDS };

/* The ends of all parts, two places each; those of an empty part are 0, where a break is. */
static enum status share_ends(const struct substring_index *x, struct byte_parts *all,
                              struct err *err)
{
    const uint32_t ends[ENDS] = {x->count ? x->order[0] : 0, x->count ? x->order[x->count - 1] : 0};
    return reduction_share(x->reduction, STATUS_OK, span_make((const char *)ends, sizeof ends), all,
                           err);
}

/* What the first suffix shares with the last one before it, and the last with the next one. */
static enum status join_ends(struct substring_index *x, struct err *err)
{
    struct byte_parts all = {0};
    uint32_t me = reduction_part(x->reduction), before = 0, after = 0;
    enum status status = share_ends(x, &all, err);
    for (uint32_t r = 0; r < all.count && status == STATUS_OK; r++) {
        uint32_t ends[ENDS];
        if (all.at[r].n != sizeof ends) {
            status = reduction_damaged(err);
            break;
        }
        memcpy(ends, all.at[r].p, sizeof ends);
        if (ends[FIRST] >= x->corpus->n || ends[LAST] >= x->corpus->n)
            status = reduction_damaged(err);
        if (r < me && ends[LAST])
            before = ends[LAST];
        if (r > me && ends[FIRST] && !after)
            after = ends[FIRST];
    }
    byte_parts_release(&all);
    if (status == STATUS_OK && x->count) {
        x->lcp[0] = common_part(x->corpus, before, x->order[0]);
        x->lcp[x->count] = common_part(x->corpus, x->order[x->count - 1], after);
    }
    return status;
}

enum status substring_index_build_part(struct substring_index *x, const struct corpus *c,
                                       const struct suffix_parts *parts,
                                       const struct reduction *reduction,
                                       const atomic_bool *cancelled, struct err *err)
{
    uint32_t *sizes = mem_calloc(parts->count, sizeof *sizes), me = reduction_part(reduction);
    *x = (struct substring_index){
        .corpus = c, .parts = parts, .reduction = reduction, .cancelled = cancelled};
    if (!sizes)
        return err_nomem(err);
    suffix_part_sizes(parts, sizes);
    for (uint32_t r = 0; r < me; r++)
        x->before += sizes[r];
    x->count = sizes[me];
    mem_free(sizes);
    enum status status = make_room(x, err);
    if (status == STATUS_OK)
        status = suffix_part_sort(parts, me, x->count, x->order, x->lcp, cancelled, err);
    if (status == STATUS_OK)
        status = join_ends(x, err);
    if (status != STATUS_OK)
        substring_index_release(x);
    return status;
}

/* --- Nodes ------------------------------------------------------------------------------------ */

/* An interval that is still open on the right. */
struct open_node {
    uint32_t from, depth;
};

struct tour {
    const struct substring_index *x;
    substring_visit *visit;
    void *ctx;
    struct open_node *stack; /* by depth, the deepest last; the first is the root, of depth 0 */
    size_t count, cap;
};

static enum status open_at(struct tour *t, uint32_t from, uint32_t depth, struct err *err)
{
    struct open_node *grown =
        mem_grow(t->stack, t->count, &t->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    t->stack = grown;
    t->stack[t->count++] = (struct open_node){from, depth};
    return STATUS_OK;
}

/* Closes what does not reach on to a neighbour with `shared` symbols in common, and opens what
 * begins there; `from` is the leftmost suffix that has those symbols. */
static enum status close_until(struct tour *t, uint32_t to, uint32_t shared, uint32_t from,
                               struct err *err)
{
    enum status status = STATUS_OK;
    while (t->stack[t->count - 1].depth > shared && status == STATUS_OK) {
        struct open_node top = t->stack[--t->count];
        uint32_t outer = t->stack[t->count - 1].depth;
        struct substring_node node = {.from = top.from,
                                      .to = to,
                                      .shortest = (outer > shared ? outer : shared) + 1,
                                      .longest = top.depth};
        from = top.from;
        status = t->visit(t->ctx, &node, err);
    }
    if (status == STATUS_OK && t->stack[t->count - 1].depth < shared)
        status = open_at(t, from, shared, err);
    return status;
}

/* The substrings that only this suffix has. */
static enum status visit_single(const struct tour *t, uint32_t i, uint32_t next,
                                const uint32_t *reach, struct err *err)
{
    uint32_t before = t->x->lcp[i], length = reach[t->x->order[i]];
    struct substring_node node = {
        .from = i, .to = i + 1, .shortest = (before > next ? before : next) + 1, .longest = length};
    return node.shortest <= length ? t->visit(t->ctx, &node, err) : STATUS_OK;
}

enum status substring_walk(const struct substring_index *x, enum substring_scope scope,
                           substring_visit *visit, void *ctx, struct err *err)
{
    struct tour t = {.x = x, .visit = visit, .ctx = ctx};
    uint32_t n = x->count, *reach = NULL;
    enum status status = open_at(&t, 0, 0, err);
    if (status == STATUS_OK && scope == SUBSTRINGS_ALL) {
        reach = mem_calloc((size_t)x->corpus->n + 1, sizeof *reach);
        if (reach)
            substring_reach(x->corpus, reach);
        else
            status = err_nomem(err);
    }
    for (uint32_t i = 0; i < n && status == STATUS_OK; i++) {
        uint32_t next = i + 1 < n ? x->lcp[i + 1] : 0;
        if (i % LOOK_EVERY == 0 && x->cancelled && atomic_load(x->cancelled))
            status = err_cancelled(err);
        if (status == STATUS_OK && reach)
            status = visit_single(&t, i, next, reach, err);
        if (status == STATUS_OK)
            status = close_until(&t, i + 1, next, i, err);
    }
    mem_free(reach);
    mem_free(t.stack);
    return status;
}

/* --- Counts ----------------------------------------------------------------------------------- */

void substring_reach(const struct corpus *c, uint32_t *counts)
{
    uint32_t reach = 0;
    for (uint32_t at = c->n; at-- > 0;) {
        reach = c->text[at] == CORPUS_BREAK ? 0 : reach + 1;
        counts[at] = reach;
    }
}

/* The counts of everybody's own places, in the order of the text: whose a place is all know. */
static enum status pack_counts(const struct substring_index *x, const uint32_t *counts,
                               size_t stride, struct buf *out, struct err *err)
{
    const struct suffix_parts *p = x->parts;
    uint32_t me = reduction_part(x->reduction);
    if (!buf_reserve(out, x->count * sizeof *counts))
        return err_nomem(err);
    for (uint32_t at = 0; at < p->n; at++)
        if (suffix_part_of(p, at) == me)
            buf_add(out, &counts[at * stride], sizeof *counts);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static enum status unpack_counts(const struct substring_index *x, const struct byte_parts *all,
                                 uint32_t *counts, size_t stride, struct err *err)
{
    const struct suffix_parts *p = x->parts;
    size_t *done = mem_calloc(all->count, sizeof *done);
    enum status status = STATUS_OK;
    if (!done)
        return err_nomem(err);
    for (uint32_t at = 0; at < p->n && status == STATUS_OK; at++) {
        uint32_t r = suffix_part_of(p, at);
        if (all->at[r].n - done[r] < sizeof *counts) {
            status = reduction_damaged(err);
        } else {
            memcpy(&counts[at * stride], all->at[r].p + done[r], sizeof *counts);
            done[r] += sizeof *counts;
        }
    }
    mem_free(done);
    return status;
}

static enum status window_parts(const struct substring_index *x, uint32_t *counts, size_t stride,
                                struct err *err)
{
    struct byte_parts all = {0};
    struct buf mine;
    buf_init(&mine, SIZE_MAX);
    enum status status = pack_counts(x, counts, stride, &mine, err);
    status = reduction_share_buf(x->reduction, status, &mine, &all, err);
    if (status == STATUS_OK)
        status = unpack_counts(x, &all, counts, stride, err);
    byte_parts_release(&all);
    return status;
}

enum status substring_windows(const struct substring_index *x, uint32_t w, uint32_t *counts,
                              size_t stride, struct err *err)
{
    uint32_t n = x->corpus->n, reach = 0;
    for (uint32_t from = 0, to; from < x->count; from = to) {
        for (to = from + 1; to < x->count && x->lcp[to] >= w; to++)
            ;
        for (uint32_t i = from; i < to; i++)
            counts[x->order[i] * stride] = to - from;
    }
    enum status status = x->parts ? window_parts(x, counts, stride, err) : STATUS_OK;
    for (uint32_t at = n; at-- > 0 && status == STATUS_OK;) {
        reach = x->corpus->text[at] == CORPUS_BREAK ? 0 : reach + 1;
        if (reach < w)
            counts[at * stride] = 0;
    }
    return status;
}

static uint32_t longest_sentence(const struct corpus *c)
{
    uint32_t longest = 0, reach = 0;
    for (uint32_t at = 0; at < c->n; at++) {
        reach = c->text[at] == CORPUS_BREAK ? 0 : reach + 1;
        longest = reach > longest ? reach : longest;
    }
    return longest;
}

/* Of the substrings that a suffix begins with, those are new that it does not share with the one
 * before it; those that it shares with the next occur again.  Lengths from … to: noted where they
 * begin and after they end. */
static void note_lengths(uint64_t *counts, uint32_t from, uint32_t to)
{
    if (from < to) {
        counts[from]++;
        counts[to]--;
    }
}

static enum status count_lengths(const struct substring_index *x, struct substring_lengths *l,
                                 struct err *err)
{
    uint32_t *reach = mem_calloc((size_t)x->corpus->n + 1, sizeof *reach);
    if (!reach)
        return err_nomem(err);
    substring_reach(x->corpus, reach);
    for (uint32_t i = 0; i < x->count; i++) {
        note_lengths(l->all, x->lcp[i], reach[x->order[i]]);
        note_lengths(l->repeated, x->lcp[i], x->lcp[i + 1]);
    }
    mem_free(reach);
    for (uint32_t i = 1; i < l->longest; i++) {
        l->all[i] += l->all[i - 1]; /* what was taken away wraps back */
        l->repeated[i] += l->repeated[i - 1];
    }
    return STATUS_OK;
}

enum status substring_count_lengths(const struct substring_index *x, struct substring_lengths *out,
                                    struct err *err)
{
    uint32_t longest = longest_sentence(x->corpus);
    *out = (struct substring_lengths){.longest = longest,
                                      .all = mem_calloc((size_t)longest + 1, sizeof *out->all),
                                      .repeated =
                                          mem_calloc((size_t)longest + 1, sizeof *out->repeated)};
    if (!out->all || !out->repeated) {
        substring_lengths_release(out);
        return err_nomem(err);
    }
    enum status status = count_lengths(x, out, err);
    if (status == STATUS_OK)
        status = reduction_sum(x->reduction, status, out->all, longest, err);
    if (status == STATUS_OK)
        status = reduction_sum(x->reduction, status, out->repeated, longest, err);
    if (status != STATUS_OK)
        substring_lengths_release(out);
    return status;
}

void substring_lengths_release(struct substring_lengths *l)
{
    mem_free(l->all);
    mem_free(l->repeated);
    *l = (struct substring_lengths){0};
}

/* --- Results ---------------------------------------------------------------------------------- */

void sequences_release(struct sequences *s)
{
    mem_free(s->at);
    *s = (struct sequences){0};
}

bool sequence_before(const struct sequence *a, const struct sequence *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    if (a->to - a->from != b->to - b->from)
        return a->to - a->from > b->to - b->from;
    if (a->length != b->length)
        return a->length > b->length;
    return a->from < b->from; /* the order of suffixes is that of symbols */
}

static void swap(struct sequence *a, struct sequence *b)
{
    struct sequence t = *a;
    *a = *b;
    *b = t;
}

static void rise(struct sequence *at, size_t i)
{
    for (size_t up; i > 0 && sequence_before(&at[up = (i - 1) / 2], &at[i]); i = up)
        swap(&at[i], &at[up]);
}

static void sink(struct sequence *at, size_t count)
{
    for (size_t i = 0, down; (down = 2 * i + 1) < count; i = down) {
        if (down + 1 < count && sequence_before(&at[down], &at[down + 1]))
            down++;
        if (!sequence_before(&at[i], &at[down]))
            break;
        swap(&at[i], &at[down]);
    }
}

enum status sequences_offer(struct sequences *s, uint64_t top, const struct sequence *one,
                            struct err *err)
{
    if (s->count >= top) {
        if (top && sequence_before(one, &s->at[0])) {
            s->at[0] = *one;
            sink(s->at, s->count);
        }
        return STATUS_OK;
    }
    struct sequence *grown =
        mem_grow(s->at, s->count, &s->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    s->at = grown;
    s->at[s->count] = *one;
    rise(s->at, s->count++);
    return STATUS_OK;
}

static int by_rank(const void *a, const void *b)
{
    return sequence_before(a, b) ? -1 : sequence_before(b, a);
}

void sequences_finish(struct sequences *s)
{
    if (s->count)
        qsort(s->at, s->count, sizeof *s->at, by_rank);
}
