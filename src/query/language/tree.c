/* tree.c: what can be said about a question by looking at its tree; see tree.h.
 *
 * These functions call themselves, QUERY_MAX_DEPTH deep at most: query_check_depth() comes first.
 */
#include "query/language/tree.h"

#include "query/language/measures.h"
#include "query/language/words.h"

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

/* --- Whose part it is ------------------------------------------------------------------------- */

/* The children that may decide: all, or only the first. */
static bool first_child_only(enum query_op op)
{
    return op == Q_NEVER;
}

// NOLINTNEXTLINE(misc-no-recursion)
bool query_has_sides(const struct query *q, uint32_t node)
{
    const struct query_node *n = &q->nodes[node];
    if (n->sides != SIDES_FIXED)
        return true;
    return n->op != Q_NOT && query_sided_child(q, node) != 0;
}

// NOLINTNEXTLINE(misc-no-recursion)
uint32_t query_sided_child(const struct query *q, uint32_t node)
{
    const struct query_node *n = &q->nodes[node];
    for (uint32_t c = n->child; c; c = q->nodes[c].next) {
        if (query_has_sides(q, c))
            return c;
        if (first_child_only(n->op))
            return 0;
    }
    return 0;
}

// NOLINTNEXTLINE(misc-no-recursion)
uint8_t query_leaf_plays(const struct query *q, uint32_t node, uint32_t leaf)
{
    const struct query_node *n = &q->nodes[node];
    uint8_t plays = 0;
    if (n->sides == SIDES_SAME)
        return PLAYS_BOTH;
    if (node == leaf || n->op != Q_OR)
        return node == leaf ? PLAYS_WRITTEN : 0;
    for (uint32_t c = n->child; c; c = q->nodes[c].next) {
        uint8_t below = query_leaf_plays(q, c, leaf);
        if (below)
            plays = n->sides == SIDES_IMAGES ? q->nodes[c].plays : below;
    }
    return plays;
}

/* The player that a fact is about, by the letter that it is written with; -1: none. */
static int fact_seat(const struct query *q, uint32_t fact, struct buf *text)
{
    const struct game_words *words = words_of_game(q->game);
    buf_clear(text);
    q->game->text.fact_print(fact, text);
    for (int seat = 0; words && seat < q->game->seats; seat++)
        if (span_starts(buf_span(text), span_of(words->seats[seat])))
            return seat;
    return -1;
}

/* Whether it has more of one player's facts than of the other's. */
static bool terms_name_side(const struct query *q, const struct query_node *n)
{
    struct buf text;
    int64_t weights[2] = {0};
    buf_init(&text, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < n->term_count; i++) {
        int seat = fact_seat(q, n->terms[i].fact, &text);
        if (seat >= 0)
            weights[seat] += n->terms[i].weight;
    }
    buf_release(&text);
    return weights[0] != weights[1];
}

static bool facts_name_side(const struct query *q, const uint32_t *facts, uint32_t count)
{
    struct buf text;
    uint32_t of[2] = {0};
    buf_init(&text, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < count; i++) {
        int seat = fact_seat(q, facts[i], &text);
        if (seat >= 0)
            of[seat]++;
    }
    buf_release(&text);
    return of[0] != of[1];
}

static bool moves_name_side(const struct query *q, const struct query_node *n)
{
    for (uint32_t i = 0; i < n->move_count; i++) {
        const struct query_move *m = &n->moves[i];
        if (m->seat >= 0 || facts_name_side(q, m->begins, m->begins_count) ||
            facts_name_side(q, m->ends, m->ends_count))
            return true;
    }
    return false;
}

static bool measure_names_side(const struct query *q, const struct query_node *n)
{
    const struct game_words *words = words_of_game(q->game);
    struct query_node flipped = *n;
    measure_flip(words ? words->measures : NULL, &flipped);
    return flipped.number != n->number || flipped.value != n->value ||
           flipped.compare != n->compare;
}

static bool leaf_names_side(const struct query *q, const struct query_node *n)
{
    switch (n->op) {
    case Q_SUM:
        return terms_name_side(q, n);
    case Q_MOVE:
        return moves_name_side(q, n);
    case Q_MEASURE:
        return measure_names_side(q, n);
    case Q_TURN:
    case Q_META:
        return n->seat >= 0;
    case Q_EXACT:
    case Q_PATTERN:
        return true;
    default:
        return false;
    }
}

// NOLINTNEXTLINE(misc-no-recursion)
static bool names_side(const struct query *q, uint32_t node)
{
    if (leaf_names_side(q, &q->nodes[node]))
        return true;
    for (uint32_t c = q->nodes[node].child; c; c = q->nodes[c].next)
        if (names_side(q, c))
            return true;
    return false;
}

bool query_is_sided(const struct query *q)
{
    return q->game->seats == 2 && q->root && query_has_sides(q, q->root);
}

enum query_own query_own(const struct query *q)
{
    if (q->game->seats != 2 || !q->root)
        return OWN_NONE;
    if (query_is_sided(q))
        return OWN_BY_HIT;
    return names_side(q, q->root) ? OWN_FIRST : OWN_NONE;
}

/* The first that is named; *several: there is another one. */
// NOLINTNEXTLINE(misc-no-recursion)
static void find_player(const struct query *q, uint32_t node, uint32_t *first, bool *several)
{
    const struct query_node *n = &q->nodes[node];
    if (n->op == Q_META && n->named_player) {
        const struct query_node *other = &q->nodes[*first];
        *several |= *first && (other->compare != n->compare || other->person != n->person ||
                               !span_eq(other->text, n->text));
        *first = *first ? *first : node;
    }
    if (n->op == Q_NOT)
        return;
    for (uint32_t c = n->child; c; c = first_child_only(n->op) ? 0 : q->nodes[c].next)
        find_player(q, c, first, several);
}

uint32_t query_player(const struct query *q)
{
    uint32_t first = 0;
    bool several = false;
    if (q->game->seats == 2 && q->root)
        find_player(q, q->root, &first, &several);
    return several ? 0 : first;
}
