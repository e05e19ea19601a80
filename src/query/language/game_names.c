/* game_names.c: names that are about the game; see game_names.h. */
#include "query/language/game_names.h"

/* What a name about the game stands for at a place of the tree. */
enum game_reading {
    FROM_WHERE_IT_ARISES, /* since(X) */
    EVERYWHERE,           /* all ever X */
    AS_DEFINED,           /* X */
};

uint32_t game_name_wrap(struct parser *p, uint32_t node)
{
    uint32_t wrapper = parse_adopt(p, parse_node(p, Q_SINCE), node);
    if (wrapper)
        p->q->nodes[wrapper].about_game = true;
    return wrapper;
}

static bool any_names(const struct query *q)
{
    for (uint32_t i = 1; i < q->count; i++)
        if (q->nodes[i].about_game)
            return true;
    return false;
}

/* Whether it is about the game alone, a side to move aside; *named: some name is. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static bool about_game(const struct query *q, uint32_t node, bool *named)
{
    const struct query_node *n = &q->nodes[node];
    if (n->about_game) {
        *named = true;
        return true;
    }
    if (n->op != Q_AND && n->op != Q_OR && n->op != Q_NOT)
        return n->op == Q_META || n->op == Q_TURN;
    bool all = true;
    for (uint32_t c = n->child; c; c = q->nodes[c].next)
        all = about_game(q, c, named) && all;
    return all;
}

static bool names_game(const struct query *q, uint32_t node)
{
    bool named = false;
    return about_game(q, node, &named) && named;
}

/* The wrapper becomes what it stands for here. */
static bool place_name(struct parser *p, uint32_t node, enum game_reading reading)
{
    struct query *q = p->q;
    q->nodes[node].about_game = reading == FROM_WHERE_IT_ARISES;
    if (reading == AS_DEFINED) {
        struct query_node inner = q->nodes[q->nodes[node].child];
        inner.next = q->nodes[node].next;
        inner.plays = q->nodes[node].plays;
        if (q->nodes[node].sides != SIDES_FIXED)
            inner.sides = q->nodes[node].sides;
        q->nodes[node] = inner;
    }
    if (reading != EVERYWHERE)
        return true;
    uint32_t all = parse_node(p, Q_TRUE);
    if (!all)
        return false;
    q->nodes[all].source = q->nodes[node].source;
    q->nodes[all].next = q->nodes[node].child;
    q->nodes[node].child = all;
    q->nodes[node].op = Q_EVER;
    return true;
}

/* How the names in a child are read if the parent is read so. */
static enum game_reading reading_of_child(const struct query *q, uint32_t node, uint32_t child,
                                          enum game_reading outside)
{
    const struct query_node *n = &q->nodes[node];
    switch (n->op) {
    case Q_AND:
    case Q_OR:
        return outside;
    case Q_NOT:
        return outside == AS_DEFINED ? AS_DEFINED : EVERYWHERE;
    case Q_NEVER:
    case Q_EVER:
        return child == n->child && outside == FROM_WHERE_IT_ARISES && names_game(q, child)
                   ? FROM_WHERE_IT_ARISES
                   : EVERYWHERE;
    case Q_FOR: /* lengths and distances are those of the shape */
    case Q_THEN:
        return names_game(q, child) ? AS_DEFINED : EVERYWHERE;
    default:
        return EVERYWHERE;
    }
}

/* Before or after something does not matter to what holds all the time. */
static void join_then(struct query *q, uint32_t node)
{
    struct query_node *n = &q->nodes[node];
    bool any = n->op == Q_THEN && n->number == UINT32_MAX &&
               (names_game(q, n->child) || names_game(q, q->nodes[n->child].next));
    if (any) {
        n->op = Q_AND;
        n->number = 0;
    }
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static bool place_names(struct parser *p, uint32_t node, enum game_reading reading)
{
    struct query *q = p->q;
    if (q->nodes[node].about_game)
        return place_name(p, node, reading);
    join_then(q, node);
    bool joined = q->nodes[node].op == Q_AND || q->nodes[node].op == Q_OR;
    if (joined && reading == FROM_WHERE_IT_ARISES && !names_game(q, node))
        reading = EVERYWHERE;
    for (uint32_t c = q->nodes[node].child; c; c = q->nodes[c].next)
        if (!place_names(p, c, reading_of_child(q, node, c, reading)))
            return false;
    return true;
}

bool game_names_place(struct parser *p)
{
    struct query *q = p->q;
    if (!q->root || !any_names(q))
        return true;
    return place_names(p, q->root, FROM_WHERE_IT_ARISES);
}
