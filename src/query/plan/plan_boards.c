/* plan_boards.c: diagrams of the whole board, and nothing else that must be looked for: answered
 * from the index of positions, as whole positions are; see plan.h.
 *
 * Keys of positions don't tell boards of different sizes apart, so this is for segments that have
 * one size. */
#include <stdlib.h>

#include "base/alloc.h"
#include "query/language/patterns.h"
#include "query/language/tree.h"
#include "query/plan/plan_internal.h"

/* The part of a question that is not about the game; 0 if there is none, or are several. */
static uint32_t drawn_part(const struct query *q)
{
    uint32_t part = 0;
    if (q->nodes[q->root].op != Q_AND)
        return q->root;
    for (uint32_t c = q->nodes[q->root].child; c; c = q->nodes[c].next) {
        if (query_is_meta(q, c) || q->nodes[c].op == Q_TRUE)
            continue;
        if (part)
            return 0;
        part = c;
    }
    return part;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static bool all_whole(const struct plan_work *w, uint32_t node)
{
    const struct query *q = w->with->q;
    const struct query_node *n = &q->nodes[node];
    struct position_key keys[GAME_MAX_SEATS];
    if (n->op == Q_PATTERN)
        return patterns_of_game(q->game)->whole(n->pattern, w->boards[0], keys);
    if (n->op != Q_OR)
        return false;
    for (uint32_t c = n->child; c; c = q->nodes[c].next)
        if (!all_whole(w, c))
            return false;
    return true;
}

bool plan_is_whole_boards(struct plan_work *w)
{
    const struct query *q = w->with->q;
    uint32_t part = drawn_part(q);
    if (!part || !patterns_of_game(q->game) || !query_is_drawn(q, part))
        return false;
    if (!w->boards_known)
        plan_find_boards(w);
    return w->board_count == 1 && !w->boards_many && all_whole(w, part);
}

struct drawn_occurrence {
    struct occurrence at;
    uint32_t node;
};

struct drawn_occurrences {
    struct drawn_occurrence *at;
    size_t count, cap;
    uint32_t *nodes; /* that have been looked up */
    size_t node_count, node_cap;
};

static bool is_known(const struct query *q, const struct drawn_occurrences *d, uint32_t node)
{
    for (size_t i = 0; i < d->node_count; i++)
        if (span_eq(q->nodes[d->nodes[i]].position, q->nodes[node].position))
            return true;
    return false;
}

static enum status add_all(struct drawn_occurrences *d, const struct occurrences *found,
                           uint32_t node, struct err *err)
{
    for (size_t i = 0; i < found->count; i++) {
        struct drawn_occurrence *grown =
            mem_grow(d->at, d->count, &d->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        d->at = grown;
        d->at[d->count++] = (struct drawn_occurrence){found->at[i], node};
    }
    return STATUS_OK;
}

static enum status look_up(struct plan_work *w, uint32_t node, struct drawn_occurrences *d,
                           struct err *err)
{
    static const struct msg key = {"whole-board diagram, by its key: %1", "盤全体の図（鍵で）: %1"};
    const struct query *q = w->with->q;
    struct position_key keys[GAME_MAX_SEATS];
    struct occurrences found = {0};
    enum status status = STATUS_OK;
    uint32_t *grown =
        mem_grow(d->nodes, d->node_count, &d->node_cap, QUERY_MAX_NODES, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    d->nodes = grown;
    d->nodes[d->node_count++] = node;
    patterns_of_game(q->game)->whole(q->nodes[node].pattern, w->boards[0], keys);
    if (!*w->with->replay)
        status = replay_open(w->with->replay, q->game, err);
    for (int seat = 0; seat < q->game->seats && status == STATUS_OK; seat++)
        status =
            position_find(&w->with->segment->positions, keys[seat], *w->with->replay, &found, err);
    if (status == STATUS_OK)
        status = add_all(d, &found, node, err);
    plan_note(w, &key, q->nodes[node].position, found.count);
    occurrences_release(&found);
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static enum status look_up_all(struct plan_work *w, uint32_t node, struct drawn_occurrences *d,
                               struct err *err)
{
    const struct query *q = w->with->q;
    enum status status = STATUS_OK;
    status = query_stopped(w->with->opt->cancelled, err);
    if (status != STATUS_OK)
        return status;
    if (q->nodes[node].op == Q_PATTERN)
        return is_known(q, d, node) ? STATUS_OK : look_up(w, node, d, err);
    for (uint32_t c = q->nodes[node].child; c && status == STATUS_OK; c = q->nodes[c].next)
        status = look_up_all(w, c, d, err);
    return status;
}

static int by_line_and_ply(const void *x, const void *y)
{
    const struct drawn_occurrence *a = x, *b = y;
    if (a->at.line != b->at.line)
        return a->at.line < b->at.line ? -1 : 1;
    return a->at.ply < b->at.ply ? -1 : a->at.ply > b->at.ply;
}

enum status plan_find_boards_drawn(struct plan_work *w, struct plan *p, struct err *err)
{
    struct drawn_occurrences d = {0};
    enum status status = look_up_all(w, drawn_part(w->with->q), &d, err);
    if (status == STATUS_OK) {
        p->found.at = mem_alloc((d.count + 1) * sizeof *p->found.at);
        p->drawn = mem_alloc((d.count + 1) * sizeof *p->drawn);
        if (!p->found.at || !p->drawn)
            status = err_nomem(err);
    }
    if (status == STATUS_OK && p->found.at && p->drawn) {
        if (d.count)
            qsort(d.at, d.count, sizeof *d.at, by_line_and_ply);
        for (size_t i = 0; i < d.count; i++) {
            p->found.at[i] = d.at[i].at;
            p->drawn[i] = d.at[i].node;
        }
        p->found.count = p->found.cap = d.count;
    }
    mem_free(d.at);
    mem_free(d.nodes);
    return status;
}
