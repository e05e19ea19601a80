/* substrings.c: all substrings of a corpus; see substrings.h. */
#include "text/substrings.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "text/suffix_array.h"

static const struct msg STOPPED = {"stopped", "中止しました"};
enum { LOOK_EVERY = 1 << 16 }; /* suffixes: a few milliseconds */

/* --- The index -------------------------------------------------------------------------------- */

enum status substring_index_build(struct substring_index *x, const struct corpus *c,
                                  const atomic_bool *cancelled, struct err *err)
{
    size_t n = c->n ? c->n : 1;
    *x = (struct substring_index){.corpus = c,
                                  .cancelled = cancelled,
                                  .order = mem_alloc(n * sizeof *x->order),
                                  .lcp = mem_alloc(n * sizeof *x->lcp),
                                  .rank = mem_alloc(n * sizeof *x->rank)};
    if (!x->order || !x->lcp || !x->rank) {
        substring_index_release(x);
        return err_nomem(err);
    }
    enum status status = suffix_array(c->text, c->n, c->alphabet, x->order, cancelled, err);
    if (status == STATUS_OK)
        status = suffix_lcp(c->text, c->n, x->order, CORPUS_BREAK + 1, x->lcp, err);
    for (uint32_t i = 0; i < c->n && status == STATUS_OK; i++)
        x->rank[x->order[i]] = i;
    if (status != STATUS_OK)
        substring_index_release(x);
    return status;
}

void substring_index_release(struct substring_index *x)
{
    mem_free(x->order);
    mem_free(x->lcp);
    mem_free(x->rank);
    *x = (struct substring_index){0};
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
    uint32_t n = x->corpus->n, *reach = NULL;
    enum status status = open_at(&t, 0, 0, err);
    if (status == STATUS_OK && scope == SUBSTRINGS_ALL) {
        reach = mem_calloc((size_t)n + 1, sizeof *reach);
        if (reach)
            substring_reach(x->corpus, reach);
        else
            status = err_nomem(err);
    }
    for (uint32_t i = 0; i < n && status == STATUS_OK; i++) {
        uint32_t next = i + 1 < n ? x->lcp[i + 1] : 0;
        if (i % LOOK_EVERY == 0 && x->cancelled && atomic_load(x->cancelled))
            status = err_plain(err, STATUS_CANCELLED, &STOPPED);
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

void substring_windows(const struct substring_index *x, uint32_t w, uint32_t *counts)
{
    uint32_t n = x->corpus->n, reach = 0;
    for (uint32_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && x->lcp[to] >= w; to++)
            ;
        for (uint32_t i = from; i < to; i++)
            counts[x->order[i]] = to - from;
    }
    for (uint32_t at = n; at-- > 0;) {
        reach = x->corpus->text[at] == CORPUS_BREAK ? 0 : reach + 1;
        counts[at] = reach < w ? 0 : counts[at];
    }
}

static uint32_t longest_sentence(const struct corpus *c)
{
    uint32_t longest = 0;
    for (uint32_t i = 0; i < c->sentence_count; i++)
        longest = c->sentences[i].count > longest ? c->sentences[i].count : longest;
    return longest;
}

/* A node has one substring of each of its lengths: noted where they begin and after they end. */
static enum status count_node(void *ctx, const struct substring_node *node, struct err *err)
{
    (void)err;
    const struct substring_lengths *l = ctx;
    l->all[node->shortest - 1]++;
    l->all[node->longest]--;
    if (node->to - node->from > 1) {
        l->repeated[node->shortest - 1]++;
        l->repeated[node->longest]--;
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
    enum status status = out->all && out->repeated ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = substring_walk(x, SUBSTRINGS_ALL, count_node, out, err);
    for (uint32_t i = 1; i < longest && status == STATUS_OK; i++) {
        out->all[i] += out->all[i - 1]; /* what was taken away wraps back */
        out->repeated[i] += out->repeated[i - 1];
    }
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
