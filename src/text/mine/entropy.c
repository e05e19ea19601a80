/* entropy.c: entropy of neighbours, as Nakamura (2002) uses it.
 *
 *     H(x) = min(HL(x), HR(x))      HR(x) = - sum over c of P(c|x) log P(c|x),  P(c|x) = f(xc)/f(x)
 *
 * c being what follows x, or for HL what stands before it.  Inside a unit the next symbol is nearly
 * certain, at its end anything may follow.  The break at the end of a sentence is no symbol and
 * adds nothing, as the formula has it.  Logarithms are natural.
 *
 * Only the longest substring of a node has more than one symbol after it, so only nodes can score
 * above 0.  What follows is told by the children of a node; what stands before, by a list of
 * symbols with their counts that each node makes from those of its children.  A list is read once,
 * by the parent, and is no longer than the alphabet or the node: the lists lie on a stack, those of
 * the children of the node at hand on top.
 *
 * Short sequences have the freest neighbours.  The paper seems to have ranked them together with
 * the others, and found few joseki; with min_length they take no ranks. */
#include <math.h>

#include "base/alloc.h"
#include "text/mine/scorers.h"

/* A symbol that stands before a node, and how often. */
struct entropy_before {
    uint32_t symbol, count;
};

/* A node that was visited and whose parent was not. */
struct entropy_closed {
    uint32_t from, to;
    size_t list; /* where its list begins */
};

struct entropy_ranking {
    const struct substring_index *x;
    const struct scorer_options *opt;
    struct sequences *out;
    struct entropy_closed *nodes;
    size_t count, cap;
    struct entropy_before *lists;
    size_t list_count, list_cap;
    uint32_t *counts; /* by symbol: 0 between nodes */
};

/* A sum over symbols: what is needed to know the entropy. */
struct entropy_weights {
    double sum, sum_log; /* of k, of k log k */
};

static void weigh(struct entropy_weights *w, uint32_t k)
{
    w->sum += k;
    if (k > 1)
        w->sum_log += k * log(k);
}

static double entropy(const struct entropy_weights *w, uint32_t frequency)
{
    return (w->sum * log(frequency) - w->sum_log) / frequency;
}

/* Counts a symbol before the node at hand; each is put on the list, behind those of the children,
 * when it comes up first. */
static enum status count_before(struct entropy_ranking *r, uint32_t symbol, uint32_t count,
                                struct err *err)
{
    if (symbol == CORPUS_BREAK)
        return STATUS_OK;
    if (!r->counts[symbol]) {
        struct entropy_before *grown = mem_grow(r->lists, r->list_count, &r->list_cap,
                                                SIZE_MAX / sizeof *grown, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        r->lists = grown;
        r->lists[r->list_count++].symbol = symbol;
    }
    r->counts[symbol] += count;
    return STATUS_OK;
}

/* Suffixes of the node that belong to no child. */
static enum status take_singles(struct entropy_ranking *r, const struct substring_node *node,
                                uint32_t from, uint32_t to, struct entropy_weights *after,
                                struct err *err)
{
    const uint32_t *text = r->x->corpus->text;
    enum status status = STATUS_OK;
    for (uint32_t i = from; i < to && status == STATUS_OK; i++) {
        uint32_t at = r->x->order[i];
        if (text[at + node->longest] != CORPUS_BREAK)
            weigh(after, 1);
        status = count_before(r, text[at - 1], 1, err);
    }
    return status;
}

/* Children, and the suffixes between them. */
static enum status take_children(struct entropy_ranking *r, const struct substring_node *node,
                                 size_t first, struct entropy_weights *after, struct err *err)
{
    uint32_t done = node->from;
    size_t end = r->list_count;
    enum status status = STATUS_OK;
    for (size_t i = first; i < r->count && status == STATUS_OK; i++) {
        const struct entropy_closed *child = &r->nodes[i];
        size_t list_end = i + 1 < r->count ? r->nodes[i + 1].list : end;
        status = take_singles(r, node, done, child->from, after, err);
        weigh(after, child->to - child->from);
        for (size_t k = child->list; k < list_end && status == STATUS_OK; k++)
            status = count_before(r, r->lists[k].symbol, r->lists[k].count, err);
        done = child->to;
    }
    return status == STATUS_OK ? take_singles(r, node, done, node->to, after, err) : status;
}

/* Moves the node's own list, which begins at `from`, to where those of its children were. */
static void settle_list(struct entropy_ranking *r, size_t to, size_t from,
                        struct entropy_weights *left)
{
    size_t kept = to;
    for (size_t i = from; i < r->list_count; i++) {
        uint32_t symbol = r->lists[i].symbol, count = r->counts[symbol];
        r->lists[kept++] = (struct entropy_before){symbol, count};
        r->counts[symbol] = 0;
        weigh(left, count);
    }
    r->list_count = kept;
}

static enum status push(struct entropy_ranking *r, const struct entropy_closed *node,
                        struct err *err)
{
    struct entropy_closed *grown =
        mem_grow(r->nodes, r->count, &r->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    r->nodes = grown;
    r->nodes[r->count++] = *node;
    return STATUS_OK;
}

static enum status rank_node(void *ctx, const struct substring_node *node, struct err *err)
{
    struct entropy_ranking *r = ctx;
    struct entropy_weights after = {0}, left = {0};
    if (node->longest < r->opt->min_length) {
        r->count = r->list_count = 0; /* all that are still to come around here are shorter */
        return STATUS_OK;
    }
    size_t first = r->count, own = r->list_count;
    while (first > 0 && r->nodes[first - 1].from >= node->from)
        first--;
    size_t list = first < r->count ? r->nodes[first].list : own;
    enum status status = take_children(r, node, first, &after, err);
    if (status != STATUS_OK)
        return status;
    settle_list(r, list, own, &left);
    r->count = first;
    uint32_t frequency = node->to - node->from;
    struct sequence s = {.score = fmin(entropy(&left, frequency), entropy(&after, frequency)),
                         .from = node->from,
                         .to = node->to,
                         .length = node->longest};
    if (s.score > 0)
        status = sequences_offer(r->out, r->opt->top, &s, err);
    return status == STATUS_OK ? push(r, &(struct entropy_closed){node->from, node->to, list}, err)
                               : status;
}

static enum status run(const struct substring_index *x, const struct scorer_options *opt,
                       struct sequences *out, struct err *err)
{
    struct entropy_ranking r = {.x = x, .opt = opt, .out = out};
    r.counts = mem_calloc((size_t)x->corpus->alphabet + 1, sizeof *r.counts);
    enum status status =
        r.counts ? substring_walk(x, SUBSTRINGS_REPEATED, rank_node, &r, err) : err_nomem(err);
    mem_free(r.counts);
    mem_free(r.nodes);
    mem_free(r.lists);
    if (status == STATUS_OK)
        sequences_finish(out);
    else
        sequences_release(out);
    return status;
}

const struct scorer entropy_scorer = {
    .name = "entropy",
    .title = {"entropy of neighbours", "隣接文字エントロピー法"},
    .run = run,
};
