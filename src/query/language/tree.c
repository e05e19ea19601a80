/* tree.c: what can be said about a question by looking at its tree; see tree.h.
 *
 * These functions call themselves, QUERY_MAX_DEPTH deep at most: query_check_depth() comes first.
 */
#include "query/language/tree.h"

// NOLINTNEXTLINE(misc-no-recursion)
static bool too_deep(const struct query *q, uint32_t node, unsigned depth)
{
    if (depth > QUERY_MAX_DEPTH)
        return true;
    for (uint32_t c = q->nodes[node].child; c; c = q->nodes[c].next)
        if (too_deep(q, c, depth + 1))
            return true;
    return false;
}

enum status query_check_depth(const struct query *q, struct err *err)
{
    static const struct msg deep = {"the query is nested too deep", "検索式の入れ子が深すぎます"};
    return too_deep(q, q->root, 0) ? err_plain(err, STATUS_LIMIT, &deep) : STATUS_OK;
}

// NOLINTNEXTLINE(misc-no-recursion)
bool query_has_turn(const struct query *q, uint32_t node)
{
    const struct query_node *n = &q->nodes[node];
    if ((n->op == Q_TURN || n->op == Q_EXACT) && n->seat >= 0)
        return true;
    for (uint32_t c = n->child; c; c = q->nodes[c].next)
        if (query_has_turn(q, c))
            return true;
    return false;
}

// NOLINTNEXTLINE(misc-no-recursion)
bool query_is_meta(const struct query *q, uint32_t node)
{
    const struct query_node *n = &q->nodes[node];
    if (n->op != Q_AND && n->op != Q_OR && n->op != Q_NOT)
        return n->op == Q_META;
    for (uint32_t c = n->child; c; c = q->nodes[c].next)
        if (!query_is_meta(q, c))
            return false;
    return true;
}

// NOLINTNEXTLINE(misc-no-recursion)
bool query_is_drawn(const struct query *q, uint32_t node)
{
    const struct query_node *n = &q->nodes[node];
    if (!n->child)
        return n->op == Q_PATTERN || n->op == Q_PLY || n->op == Q_META || n->op == Q_TRUE;
    for (uint32_t c = n->child; c; c = q->nodes[c].next)
        if (!query_is_drawn(q, c))
            return false;
    return true;
}

// NOLINTNEXTLINE(misc-no-recursion)
bool query_is_local(const struct query *q, uint32_t node)
{
    const struct query_node *n = &q->nodes[node];
    if (n->op == Q_THEN || n->op == Q_NEVER || n->op == Q_EVER || n->op == Q_SINCE ||
        n->op == Q_FOR)
        return false;
    for (uint32_t c = n->child; c; c = q->nodes[c].next)
        if (!query_is_local(q, c))
            return false;
    return true;
}

bool query_is_of_games(const struct query *q)
{
    for (uint32_t i = 1; i < q->count; i++)
        if (q->nodes[i].about_game)
            return true;
    return false;
}

uint32_t query_ranked(const struct query *q)
{
    for (uint32_t i = 1; i < q->count; i++)
        if (q->nodes[i].op == Q_SUM && q->nodes[i].ranked)
            return i;
    return 0;
}

bool query_is_fact(const struct query_node *n, uint32_t *fact)
{
    if (n->op != Q_SUM || n->ranked || n->term_count != 1 || n->terms[0].weight != 1)
        return false;
    bool one = n->compare == COMPARE_GT
                   ? n->value == 0
                   : n->value == 1 && (n->compare == COMPARE_GE || n->compare == COMPARE_EQ);
    if (one)
        *fact = n->terms[0].fact;
    return one;
}

bool query_is_absence(const struct query_node *n)
{
    if (n->op != Q_SUM || n->ranked)
        return false;
    for (uint32_t i = 0; i < n->term_count; i++)
        if (n->terms[i].weight <= 0)
            return false;
    return n->compare == COMPARE_LT
               ? n->value == 1
               : n->value == 0 && (n->compare == COMPARE_EQ || n->compare == COMPARE_LE);
}
