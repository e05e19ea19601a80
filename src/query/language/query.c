/* query.c: trees of questions; see query.h. */
#include "query/language/query.h"

#include "base/alloc.h"

enum { ARENA_MAX = 64 << 20 };

void query_init(struct query *q, const struct game *game)
{
    *q = (struct query){.game = game, .count = 1};
    arena_init(&q->arena, ARENA_MAX);
}

void query_release(struct query *q)
{
    mem_free(q->nodes);
    arena_release(&q->arena);
    query_init(q, q->game);
}

uint32_t query_add(struct query *q, enum query_op op)
{
    struct query_node *nodes =
        mem_grow(q->nodes, q->count, &q->cap, QUERY_MAX_NODES, sizeof *nodes);
    if (!nodes)
        return 0;
    q->nodes = nodes;
    nodes[q->count] = (struct query_node){.op = op, .seat = -1, .depth = 1};
    return q->count++;
}

bool query_adopt(struct query *q, uint32_t parent, uint32_t child)
{
    struct query_node *p = &q->nodes[parent];
    if (q->nodes[child].depth >= QUERY_MAX_DEPTH)
        return false;
    if (p->last)
        q->nodes[p->last].next = child;
    else
        p->child = child;
    p->last = child;
    if (p->depth <= q->nodes[child].depth)
        p->depth = q->nodes[child].depth + 1;
    return true;
}

static bool same_numbers(const uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb)
{
    return na == nb && (na == 0 || memcmp(a, b, na * sizeof *a) == 0);
}

static bool same_moves(const struct query_node *x, const struct query_node *y)
{
    if (x->move_count != y->move_count)
        return false;
    for (uint32_t i = 0; i < x->move_count; i++) {
        const struct query_move *a = &x->moves[i], *b = &y->moves[i];
        if (a->seat != b->seat || a->move != b->move || a->mask != b->mask ||
            !same_numbers(a->begins, a->begins_count, b->begins, b->begins_count) ||
            !same_numbers(a->ends, a->ends_count, b->ends, b->ends_count))
            return false;
    }
    return true;
}

static bool same_terms(const struct query_node *x, const struct query_node *y)
{
    if (x->term_count != y->term_count)
        return false;
    for (uint32_t i = 0; i < x->term_count; i++)
        if (x->terms[i].fact != y->terms[i].fact || x->terms[i].weight != y->terms[i].weight)
            return false;
    return true;
}

/* All but the children. */
static bool same_node(const struct query_node *x, const struct query_node *y)
{
    return x->op == y->op && x->compare == y->compare && x->number == y->number &&
           x->low == y->low && x->high == y->high && x->value == y->value && x->seat == y->seat &&
           x->ranked == y->ranked && x->ask == y->ask && x->field == y->field &&
           memcmp(x->keys, y->keys, sizeof x->keys) == 0 && span_eq(x->position, y->position) &&
           span_eq(x->text, y->text) && same_terms(x, y) && same_moves(x, y);
}

/* As deep as the trees, which query_adopt() keeps below QUERY_MAX_DEPTH. */
// NOLINTNEXTLINE(misc-no-recursion)
static bool same_tree(const struct query *p, uint32_t a, const struct query *q, uint32_t b)
{
    if (!same_node(&p->nodes[a], &q->nodes[b]))
        return false;
    uint32_t x = p->nodes[a].child, y = q->nodes[b].child;
    for (; x && y; x = p->nodes[x].next, y = q->nodes[y].next)
        if (!same_tree(p, x, q, y))
            return false;
    return x == y; /* both 0 */
}

/* --- The same in any order ------------------------------------------------------------------- */

enum { MOST_SHUFFLED = 64 }; /* children; among more only the same order is recognised */

static uint32_t children_of(const struct query *q, uint32_t node)
{
    uint32_t n = 0;
    for (uint32_t c = q->nodes[node].child; c; c = q->nodes[c].next)
        n++;
    return n;
}

/* Each level of a tree multiplies the comparisons by twice the square of its children, so that a
 * few thousand words alike would take hours.  Definitions and diagrams need some thousands; who
 * asks for more is told that two trees differ, and something is looked for twice. */
enum { MOST_COMPARISONS = 1 << 20 };

struct comparison {
    const struct query *of[2];
    uint32_t left; /* how many nodes may still be compared */
};

static bool same_meaning(struct comparison *with, int p, uint32_t a, int q, uint32_t b);

/* How many children of a node mean the same as another one. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as the trees
static uint32_t count_same(struct comparison *with, int p, uint32_t node, int q, uint32_t b)
{
    const struct query_node *nodes = with->of[p]->nodes;
    uint32_t n = 0;
    for (uint32_t c = nodes[node].child; c && with->left; c = nodes[c].next)
        n += same_meaning(with, p, c, q, b);
    return n;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the trees
static bool same_shuffled(struct comparison *with, int p, uint32_t a, int q, uint32_t b)
{
    const struct query_node *nodes = with->of[p]->nodes;
    for (uint32_t c = nodes[a].child; c; c = nodes[c].next)
        if (count_same(with, p, a, p, c) != count_same(with, q, b, p, c) || !with->left)
            return false;
    return true;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the trees
static bool same_meaning(struct comparison *with, int p, uint32_t a, int q, uint32_t b)
{
    const struct query *first = with->of[p], *second = with->of[q];
    enum query_op op = first->nodes[a].op;
    if (with->left == 0)
        return false;
    with->left--;
    if (first->nodes[a].depth != second->nodes[b].depth ||
        !same_node(&first->nodes[a], &second->nodes[b]))
        return false;
    uint32_t n = children_of(first, a);
    if (n != children_of(second, b))
        return false;
    if ((op == Q_AND || op == Q_OR) && n <= MOST_SHUFFLED)
        return same_shuffled(with, p, a, q, b);
    uint32_t x = first->nodes[a].child, y = second->nodes[b].child;
    for (; x && y; x = first->nodes[x].next, y = second->nodes[y].next)
        if (!same_meaning(with, p, x, q, y))
            return false;
    return true;
}

bool query_same_meaning(const struct query *a, const struct query *b)
{
    struct comparison with = {{a, b}, MOST_COMPARISONS};
    return a->game == b->game && a->root && b->root &&
           same_meaning(&with, 0, a->root, 1, b->root) && with.left;
}

bool query_equal(const struct query *a, const struct query *b)
{
    if (a->game != b->game || !a->root || !b->root)
        return a->game == b->game && a->root == b->root;
    return same_tree(a, a->root, b, b->root);
}

bool query_nodes_same(const struct query *q, uint32_t a, uint32_t b)
{
    struct comparison with = {{q, q}, MOST_COMPARISONS};
    return same_meaning(&with, 0, a, 1, b) && with.left;
}
