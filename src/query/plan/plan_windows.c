/* plan_windows.c: where the parts of a question may hold; see plan.h. */
#include <stdlib.h>

#include "base/alloc.h"
#include "query/language/tree.h"
#include "query/plan/plan_internal.h"

static const struct query_node *node_at(const struct plan_work *w, uint32_t node)
{
    return &w->with->q->nodes[node];
}

static const struct fact_index *facts_of(const struct plan_work *w)
{
    return &w->with->segment->facts;
}

static uint64_t add_sizes(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* --- Whole positions -------------------------------------------------------------------------- */

static int compare_occurrences(const void *x, const void *y)
{
    const struct occurrence *a = x, *b = y;
    uint32_t i = a->ply & ~OCCURRENCE_NO_MATCH, j = b->ply & ~OCCURRENCE_NO_MATCH;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return i < j ? -1 : i > j;
}

enum status plan_find_position(struct plan_work *w, uint32_t node, bool alone,
                               struct occurrences *out, struct err *err)
{
    static const struct msg position = {"whole position, by its key: %1", "局面全体（鍵で）: %1"};
    const struct db_segment *s = w->with->segment;
    const struct query_node *n = node_at(w, node);
    enum status status = STATUS_OK;
    bool mixed = false;
    if (!*w->with->replay)
        status = replay_open(w->with->replay, w->with->q->game, err);
    for (int seat = 0; seat < w->with->q->game->seats && status == STATUS_OK; seat++) {
        size_t before = out->count;
        if (alone && n->seat >= 0 && n->seat != seat && !w->with->q->game->passes)
            continue; /* no span has the same board with another seat to move */
        status = position_find(&s->positions, n->keys[seat], *w->with->replay, out, err);
        mixed |= before > 0 && out->count > before;
        for (size_t i = before; n->seat >= 0 && n->seat != seat && i < out->count; i++)
            out->at[i].ply |= OCCURRENCE_NO_MATCH;
    }
    if (mixed)
        qsort(out->at, out->count, sizeof *out->at, compare_occurrences);
    plan_note(w, &position, n->position, out->count);
    return status;
}

static enum status windows_of_position(struct plan_work *w, uint32_t node, struct windows *out,
                                       struct err *err)
{
    struct occurrences found = {0};
    enum status status = plan_find_position(w, node, false, &found, err);
    for (size_t i = 0; i < found.count; i++)
        found.at[i].ply &= ~OCCURRENCE_NO_MATCH;
    if (status == STATUS_OK)
        status = windows_of_occurrences(&found, out, err);
    occurrences_release(&found);
    return status;
}

/* --- AND ------------------------------------------------------------------------------------- */

/* The parts of an AND, those of ANDs within it included. */
struct and_parts {
    uint32_t *facts, *others; /* owned; facts that must hold, nodes of the rest */
    uint64_t *estimates;      /* of others */
    size_t fact_count, other_count, fact_cap, other_cap, estimate_cap;
    uint32_t low, high; /* plies; high excluded */
    bool failed;
};

static bool has_fact(const struct and_parts *p, uint32_t fact)
{
    for (size_t i = 0; i < p->fact_count; i++)
        if (p->facts[i] == fact)
            return true;
    return false;
}

static void add_fact(struct and_parts *p, uint32_t fact)
{
    if (has_fact(p, fact))
        return;
    uint32_t *grown = mem_grow(p->facts, p->fact_count, &p->fact_cap, SIZE_MAX / 4, sizeof *grown);
    p->failed |= !grown;
    if (grown) {
        p->facts = grown;
        p->facts[p->fact_count++] = fact;
    }
}

/* In order of estimates, the smallest first. */
static void add_other(struct and_parts *p, uint32_t node, uint64_t estimate)
{
    uint32_t *nodes =
        mem_grow(p->others, p->other_count, &p->other_cap, SIZE_MAX / 8, sizeof *nodes);
    p->failed |= !nodes;
    if (!nodes)
        return;
    p->others = nodes;
    uint64_t *sizes =
        mem_grow(p->estimates, p->other_count, &p->estimate_cap, SIZE_MAX / 8, sizeof *sizes);
    p->failed |= !sizes;
    if (!sizes)
        return;
    p->estimates = sizes;
    size_t at = p->other_count++;
    for (; at > 0 && sizes[at - 1] > estimate; at--) {
        sizes[at] = sizes[at - 1];
        nodes[at] = nodes[at - 1];
    }
    sizes[at] = estimate;
    nodes[at] = node;
}

// NOLINTNEXTLINE(misc-no-recursion)
static void collect(struct plan_work *w, uint32_t parent, struct and_parts *p)
{
    const struct query *q = w->with->q;
    for (uint32_t c = q->nodes[parent].child; c && !p->failed; c = q->nodes[c].next) {
        const struct query_node *n = &q->nodes[c];
        uint32_t fact;
        if (query_is_meta(q, c)) /* limits the games; see plan.c */
            continue;
        if (n->op == Q_AND) {
            collect(w, c, p);
        } else if (query_is_fact(n, &fact)) {
            add_fact(p, fact);
        } else if (n->op == Q_PLY) {
            p->low = n->low > p->low ? n->low : p->low;
            p->high = n->high < p->high ? n->high + 1 : p->high;
        } else {
            uint64_t estimate = plan_estimate(w, c);
            if (estimate != UINT64_MAX)
                add_other(p, c, estimate);
        }
    }
}

static void parts_release(struct and_parts *p)
{
    mem_free(p->facts);
    mem_free(p->others);
    mem_free(p->estimates);
}

static uint64_t rarest(const struct plan_work *w, const struct and_parts *p)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < p->fact_count; i++) {
        uint64_t length = fact_list_length(facts_of(w), p->facts[i]);
        least = length < least ? length : least;
    }
    return least;
}

/* In how many lines they may all hold at some time, as far as maps tell. */
static uint64_t lines_with_all(const struct plan_work *w, const struct and_parts *p)
{
    const struct fact_maps *maps = &facts_of(w)->maps;
    uint64_t lines = 0, *bits = mem_alloc((maps->words + 1) * sizeof *bits);
    if (!bits)
        return 0;
    memset(bits, 0xFF, maps->words * sizeof *bits);
    for (size_t i = 0; i < p->fact_count; i++) {
        const char *map = fact_map_find(maps, p->facts[i]);
        if (map)
            fact_map_and(bits, map, maps->words);
    }
    for (size_t i = 0; i < maps->words; i++)
        lines += (uint64_t)__builtin_popcountll(bits[i]);
    mem_free(bits);
    return lines;
}

/* Would nearly every line be left, in a question for which a walk through it costs little? */
static bool walk_all(const struct plan_work *w, const struct windows *have,
                     const struct and_parts *p)
{
    uint64_t half = w->with->segment->lines.count / 2;
    return have->all && w->leaps && half > FEW_LINES && rarest(w, p) > half &&
           lines_with_all(w, p) > half;
}

static enum status windows_of_facts(struct plan_work *w, const struct and_parts *p,
                                    struct windows *have, struct err *err)
{
    static const struct msg together = {"facts at one ply, rarest first:",
                                        "同時に成り立つ条件（稀な順）:"};
    struct windows found = {0};
    if (p->fact_count == 0 || plan_walk_instead(w, have, rarest(w, p)) || walk_all(w, have, p))
        return STATUS_OK;
    plan_note(w, &together, (struct span){0}, rarest(w, p));
    plan_note_facts(w, NULL, p->facts, p->fact_count);
    enum status status = fact_intersect(facts_of(w), p->facts, p->fact_count, w->allowed,
                                        &w->with->segment->lines, &found.c, err);
    if (status == STATUS_OK)
        plan_note_windows(w, &found);
    if (status == STATUS_OK)
        return windows_intersect(have, &found, err);
    windows_release(&found);
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion)
static enum status windows_of_and(struct plan_work *w, struct and_parts *p, struct windows *out,
                                  struct err *err)
{
    static const struct msg left = {"skipped, replaying is cheaper: %1",
                                    "調べずに再生で確かめる: %1"};
    enum status status = STATUS_OK;
    bool facts_done = false;
    uint64_t least = rarest(w, p);
    out->low = p->low;
    out->high = p->high;
    for (size_t i = 0; i <= p->other_count && status == STATUS_OK; i++) {
        if (!facts_done && (i == p->other_count || least <= p->estimates[i])) {
            facts_done = true;
            status = windows_of_facts(w, p, out, err);
        }
        if (i == p->other_count || status != STATUS_OK)
            break;
        if (plan_walk_instead(w, out, p->estimates[i])) {
            plan_note(w, &left, node_at(w, p->others[i])->source, p->estimates[i]);
            continue;
        }
        struct windows found = windows_all();
        status = plan_windows(w, p->others[i], &found, err);
        if (status == STATUS_OK)
            status = windows_intersect(out, &found, err);
        else
            windows_release(&found);
    }
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion)
static enum status and_windows(struct plan_work *w, uint32_t node, struct windows *out,
                               struct err *err)
{
    static const struct msg all_of = {"all of:", "すべて:"};
    struct and_parts p = {.high = UINT32_MAX};
    collect(w, node, &p);
    plan_note(w, &all_of, (struct span){0}, UINT64_MAX);
    w->depth++;
    enum status status = p.failed ? err_nomem(err) : windows_of_and(w, &p, out, err);
    w->depth--;
    parts_release(&p);
    return status;
}

/* --- OR, THEN and the rest -------------------------------------------------------------------- */

// NOLINTNEXTLINE(misc-no-recursion)
static enum status or_windows(struct plan_work *w, uint32_t node, struct windows *out,
                              struct err *err)
{
    static const struct msg any_of = {"any of:", "いずれか:"};
    enum status status = STATUS_OK;
    if (plan_estimate(w, node) == UINT64_MAX || plan_patterns_common(w, node))
        return STATUS_OK; /* one of them may hold anywhere */
    *out = (struct windows){0};
    plan_note(w, &any_of, (struct span){0}, UINT64_MAX);
    w->depth++;
    for (uint32_t c = node_at(w, node)->child; c && status == STATUS_OK; c = node_at(w, c)->next) {
        struct windows found = windows_all();
        status = plan_windows(w, c, &found, err);
        if (status == STATUS_OK)
            status = windows_join(out, &found, err);
        else
            windows_release(&found);
    }
    w->depth--;
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion)
static enum status then_windows(struct plan_work *w, uint32_t node, struct windows *out,
                                struct err *err)
{
    static const struct msg both = {"in this order:", "順に:"};
    struct windows x = windows_all(), y = windows_all();
    uint32_t first = node_at(w, node)->child, second = first ? node_at(w, first)->next : 0;
    if (!second)
        return STATUS_OK;
    plan_note(w, &both, (struct span){0}, UINT64_MAX);
    w->depth++;
    enum status status = plan_windows(w, first, &x, err);
    if (status == STATUS_OK)
        status = plan_windows(w, second, &y, err);
    w->depth--;
    if (status == STATUS_OK)
        return windows_then(&x, &y, w->with->segment->lines.games, plan_with_variations(w), out,
                            err);
    windows_release(&x);
    windows_release(&y);
    return status;
}

/* Both parts, the one with the shorter lists first; the other one only if walking through the lines
 * of the first costs more. */
// NOLINTNEXTLINE(misc-no-recursion)
static enum status ever_windows(struct plan_work *w, uint32_t node, struct windows *out,
                                struct err *err)
{
    static const struct msg both = {"in the same game:", "同じ対局に:"};
    const struct lines *l = &w->with->segment->lines;
    struct windows x = windows_all(), y = windows_all();
    uint32_t first = node_at(w, node)->child, second = first ? node_at(w, first)->next : 0;
    if (!second)
        return STATUS_OK;
    plan_note(w, &both, (struct span){0}, UINT64_MAX);
    w->depth++;
    uint64_t sizes[2] = {plan_estimate(w, first), plan_estimate(w, second)};
    bool swapped = sizes[1] < sizes[0];
    uint32_t nodes[2] = {swapped ? second : first, swapped ? first : second};
    struct windows *have = swapped ? &y : &x, *other = swapped ? &x : &y;
    enum status status = plan_windows(w, nodes[0], have, err);
    if (status == STATUS_OK && !plan_walk_instead(w, have, sizes[!swapped]))
        status = plan_windows(w, nodes[1], other, err);
    w->depth--;
    if (status == STATUS_OK)
        return windows_ever(&x, &y, l->games, plan_with_variations(w) ? l->count : l->games, out,
                            err);
    windows_release(&x);
    windows_release(&y);
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion)
static enum status since_windows(struct plan_work *w, uint32_t node, struct windows *out,
                                 struct err *err)
{
    const struct lines *l = &w->with->segment->lines;
    uint32_t child = node_at(w, node)->child;
    if (!child)
        return STATUS_OK;
    struct windows x = windows_all();
    enum status status = plan_windows(w, child, &x, err);
    if (status == STATUS_OK)
        return windows_since(&x, l->games, plan_with_variations(w) ? l->count : l->games, out, err);
    windows_release(&x);
    return status;
}

static enum status game_windows(struct plan_work *w, uint32_t node, struct windows *out,
                                struct err *err)
{
    const uint64_t *bits;
    enum status status = w->plan_meta_games(w->plan, node, &bits, err);
    if (status == STATUS_OK)
        status = windows_of_games(bits, &w->with->segment->lines, w->with->opt->lines, out, err);
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion)
uint64_t plan_estimate(struct plan_work *w, uint32_t node)
{
    const struct query_node *n = node_at(w, node);
    const struct query *q = w->with->q;
    if (query_is_meta(q, node))
        return w->with->segment->lines.count;
    uint64_t least = UINT64_MAX, sum = 0;
    for (uint32_t c = n->op == Q_NOT ? 0 : n->child; c; c = q->nodes[c].next) {
        uint64_t size = plan_estimate(w, c);
        sum = add_sizes(sum, size);
        if (!query_is_meta(q, c))
            least = size < least ? size : least;
    }
    switch (n->op) {
    case Q_AND:
        return least;
    case Q_OR:
        return sum;
    case Q_THEN:
        return plan_with_variations(w) && n->child ? plan_estimate(w, q->nodes[n->child].next)
                                                   : least;
    case Q_EVER:
        if (!plan_with_variations(w))
            return least;
        return n->child ? plan_estimate(w, n->child) : UINT64_MAX;
    case Q_SINCE:
        return plan_with_variations(w) ? UINT64_MAX : least;
    case Q_NEVER:
    case Q_FOR:
        return n->child ? plan_estimate(w, n->child) : UINT64_MAX;
    case Q_SUM:
        return plan_estimate_sum(w, n);
    case Q_EXACT:
        return 1;
    case Q_MOVE:
        return plan_estimate_moves(w, n);
    case Q_PATTERN:
        return plan_estimate_pattern(w, n);
    default:
        return UINT64_MAX;
    }
}

// NOLINTNEXTLINE(misc-no-recursion)
enum status plan_windows(struct plan_work *w, uint32_t node, struct windows *out, struct err *err)
{
    const struct query_node *n = node_at(w, node);
    struct and_parts one = {.high = UINT32_MAX};
    uint32_t fact;
    enum status stopped = query_stopped(w->with->opt->cancelled, err);
    if (stopped != STATUS_OK)
        return stopped;
    if (query_is_meta(w->with->q, node))
        return game_windows(w, node, out, err);
    if (query_is_fact(n, &fact)) {
        add_fact(&one, fact);
        enum status status = one.failed ? err_nomem(err) : windows_of_facts(w, &one, out, err);
        parts_release(&one);
        return status;
    }
    switch (n->op) {
    case Q_AND:
        return and_windows(w, node, out, err);
    case Q_OR:
        return or_windows(w, node, out, err);
    case Q_THEN:
        return then_windows(w, node, out, err);
    case Q_EVER:
        return ever_windows(w, node, out, err);
    case Q_SINCE:
        return since_windows(w, node, out, err);
    case Q_NEVER:
    case Q_FOR:
        return n->child ? plan_windows(w, n->child, out, err) : STATUS_OK;
    case Q_SUM:
        return plan_windows_of_sum(w, n, out, err);
    case Q_EXACT:
        return windows_of_position(w, node, out, err);
    case Q_MOVE:
        return plan_windows_of_moves(w, n, out, err);
    case Q_PATTERN:
        return plan_windows_of_pattern(w, n, out, err);
    case Q_PLY:
        out->low = n->low;
        out->high = n->high < UINT32_MAX ? n->high + 1 : UINT32_MAX;
        return STATUS_OK;
    default:
        return STATUS_OK; /* anywhere */
    }
}
