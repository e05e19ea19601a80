/* plan_moves.c: where moves in a row may have been made; see plan.h.
 *
 * Every move is found by the facts that it begins (facts/beginnings.h), so many plies before the
 * last one.  The rarest comes first; asking ends when walking through what is left is cheaper. */
#include <stdlib.h>

#include "base/alloc.h"
#include "facts/beginnings.h"
#include "query/plan/plan_internal.h"

struct planned_move {
    const uint32_t *facts; /* one of these it begins */
    uint32_t count, later; /* how many; plies from it to the last move */
    uint64_t size;         /* of their lists, and of what else has to be looked at */
};

/* UINT64_MAX: it may have been made anywhere. */
static uint64_t size_of(const struct plan_work *w, const struct query_node *n, uint32_t move)
{
    const struct query_move *m = &n->moves[move];
    const struct lines *l = &w->with->segment->lines;
    uint64_t sum = 0;
    if (m->begins_count == 0)
        return UINT64_MAX;
    for (uint32_t i = 0; i < m->begins_count; i++)
        sum += fact_list_length(&w->with->segment->facts, m->begins[i]);
    if (move + 1 < n->move_count && plan_with_variations(w))
        sum += l->count - l->games;
    return sum > l->count * w->walk_cost / UNION_COST ? UINT64_MAX : sum;
}

uint64_t plan_estimate_moves(const struct plan_work *w, const struct query_node *n)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < n->move_count; i++) {
        uint64_t size = size_of(w, n, i);
        least = size < least ? size : least;
    }
    return least;
}

static int compare_moves(const void *x, const void *y)
{
    const struct planned_move *a = x, *b = y;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return a->later < b->later ? -1 : a->later > b->later;
}

/* Those of which the index can say where they were made, rarest first; to be freed. */
static struct planned_move *rank_moves(const struct plan_work *w, const struct query_node *n,
                                       size_t *count)
{
    struct planned_move *ranked = mem_calloc((size_t)n->move_count + 1, sizeof *ranked);
    *count = 0;
    for (uint32_t i = 0; ranked && i < n->move_count; i++) {
        const struct query_move *m = &n->moves[i];
        uint64_t size = size_of(w, n, i);
        if (size != UINT64_MAX)
            ranked[(*count)++] =
                (struct planned_move){m->begins, m->begins_count, n->move_count - 1 - i, size};
    }
    if (ranked && *count)
        qsort(ranked, *count, sizeof *ranked, compare_moves);
    return ranked;
}

static enum status plan_one_move(struct plan_work *w, const struct planned_move *m,
                                 struct windows *have, struct err *err)
{
    static const struct msg begins = {"first move of one of:", "次のいずれかを始める手:"};
    struct windows found = {0};
    plan_note(w, &begins, (struct span){0}, m->size);
    plan_note_facts(w, NULL, m->facts, m->count);
    enum status st = fact_beginnings(&w->with->segment->facts, m->facts, m->count, m->later,
                                     w->allowed, &w->with->segment->lines, &found.c, err);
    if (st == STATUS_OK)
        return windows_intersect(have, &found, err);
    windows_release(&found);
    return st;
}

enum status plan_windows_of_moves(struct plan_work *w, const struct query_node *n,
                                  struct windows *out, struct err *err)
{
    static const struct msg row = {"consecutive moves, rarest first:", "連続する手（稀な順）:"};
    size_t count;
    struct planned_move *ranked = rank_moves(w, n, &count);
    enum status st = STATUS_OK;
    bool several = count > 1;
    if (!ranked)
        return err_nomem(err);
    if (several)
        plan_note(w, &row, (struct span){0}, UINT64_MAX);
    w->depth += several;
    for (size_t i = 0; i < count && st == STATUS_OK; i++) {
        st = query_stopped(w->with->opt->cancelled, err);
        if (st == STATUS_OK && !plan_walk_instead(w, out, ranked[i].size))
            st = plan_one_move(w, &ranked[i], out, err);
    }
    if (several && st == STATUS_OK)
        plan_note_windows(w, out);
    w->depth -= several;
    mem_free(ranked);
    return st;
}
