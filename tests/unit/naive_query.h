/* naive_query.h: what a question means, worked out the slow and obvious way.
 *
 * Full positions by the rules, an array of bool for each thing, a loop for each sentence of
 * query.h.  Nothing here is shared with what answers questions in earnest. */
#ifndef KIFU_TESTS_UNIT_NAIVE_QUERY_H
#define KIFU_TESTS_UNIT_NAIVE_QUERY_H

#include <stdlib.h>
#include <string.h>

#include "games/shogi/shogi.h"
#include "games/shogi/shogi_advance.h"
#include "games/shogi/shogi_facts.h"
#include "query/language/measures.h"
#include "query/language/query.h"
#include "query/language/words.h"

/* A line of play with everything that is true at each of its plies. */
struct naive_line {
    uint32_t n; /* positions: moves + 1 */
    struct shogi_pos *pos;
    game_move *moves;
    bool *
        facts; /* of a fact, whether it is true at each ply: a sentence asks few facts of all plies */
    struct advance *advance;
};

static inline bool naive_fact(const struct naive_line *l, uint32_t ply, uint32_t fact)
{
    return l->facts[(size_t)fact * l->n + ply];
}

static inline void naive_line_make(struct naive_line *l, struct span start, const game_move *moves,
                                   uint32_t count)
{
    uint32_t facts[SHOGI_MAX_FACTS];
    struct shogi_undo undo;
    l->n = count + 1;
    l->pos = calloc(l->n, sizeof *l->pos);
    l->moves = calloc(l->n, sizeof *l->moves);
    l->facts = calloc((size_t)l->n * SHOGI_FACT_COUNT, sizeof *l->facts);
    l->advance = calloc(l->n, sizeof *l->advance);
    if (start.n == 0)
        shogi_pos_start(&l->pos[0]);
    else if (shogi_sfen_parse(&l->pos[0], start, SHOGI_SFEN_TOLERANT, NULL, NULL) != STATUS_OK)
        abort();
    for (uint32_t p = 0; p < l->n; p++) {
        if (p > 0) {
            l->moves[p - 1] = moves[p - 1];
            l->pos[p] = l->pos[p - 1];
            shogi_play(&l->pos[p], (shogi_move)moves[p - 1], &undo);
        }
        uint32_t n = shogi_facts(&l->pos[p], facts);
        for (uint32_t i = 0; i < n; i++)
            l->facts[(size_t)facts[i] * l->n + p] = true;
        advance_of(&l->pos[p], &l->advance[p]);
    }
}

static inline void naive_line_free(struct naive_line *l)
{
    free(l->pos);
    free(l->moves);
    free(l->facts);
    free(l->advance);
}

struct naive_answer {
    bool *holds, *matches; /* l->n each */
};

static inline struct naive_answer naive_answer_new(const struct naive_line *l)
{
    return (struct naive_answer){calloc(l->n, sizeof(bool)), calloc(l->n, sizeof(bool))};
}

static inline void naive_answer_free(struct naive_answer *a)
{
    free(a->holds);
    free(a->matches);
}

/* Is the META node true of the game that the line belongs to? */
typedef bool naive_meta(void *ctx, const struct query_node *n);

static inline bool naive_compare(int64_t a, enum query_compare how, int64_t b)
{
    bool less = a < b, equal = a == b;
    return how == COMPARE_GE   ? !less
           : how == COMPARE_LE ? less || equal
           : how == COMPARE_EQ ? equal
           : how == COMPARE_GT ? !less && !equal
           : how == COMPARE_LT ? less
                               : !equal;
}

static inline bool naive_turn_inside(const struct query *q, uint32_t node)
{
    const struct query_node *n = &q->nodes[node];
    bool inside = (n->op == Q_TURN || n->op == Q_EXACT) && n->seat >= 0;
    for (uint32_t c = n->child; c; c = q->nodes[c].next)
        inside = inside || naive_turn_inside(q, c);
    return inside;
}

static inline int64_t naive_sum(const struct query_node *n, const struct naive_line *l, uint32_t p)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < n->term_count; i++)
        if (naive_fact(l, p, n->terms[i].fact))
            sum += n->terms[i].weight;
    return sum;
}

/* Has one of the facts changed to `to` between p - 1 and p?  No facts: nothing is asked. */
static inline bool naive_changed(const uint32_t *facts, uint32_t count, const struct naive_line *l,
                                 uint32_t p, bool to)
{
    bool one = count == 0;
    for (uint32_t i = 0; i < count; i++)
        if (naive_fact(l, p, facts[i]) == to && naive_fact(l, p - 1, facts[i]) != to)
            one = true;
    return one;
}

/* Were the moves that end with the one that led to ply p those of the node? */
static inline bool naive_moves(const struct query_node *n, const struct naive_line *l, uint32_t p)
{
    if (n->move_count == 0 || p < n->move_count)
        return false;
    for (uint32_t i = 0; i < n->move_count; i++) {
        const struct query_move *m = &n->moves[i];
        uint32_t after = p - n->move_count + 1 + i;
        if (m->seat >= 0 && m->seat != shogi_turn(&l->pos[after - 1]))
            return false;
        if (m->move && m->move != l->moves[after - 1])
            return false;
        if (!naive_changed(m->begins, m->begins_count, l, after, true) ||
            !naive_changed(m->ends, m->ends_count, l, after, false))
            return false;
    }
    return true;
}

/* The run of plies that starts at `from`; false if none starts there or nothing in it matches. */
static inline bool naive_span(const struct naive_answer *a, uint32_t n, uint32_t from, uint32_t *to)
{
    bool match = false;
    if (!a->holds[from] || (from > 0 && a->holds[from - 1]))
        return false;
    for (*to = from; *to < n && a->holds[*to]; ++*to)
        match = match || a->matches[*to];
    return match;
}

static inline void naive_then(const struct query_node *n, const struct naive_line *l,
                              const struct naive_answer *x, const struct naive_answer *y,
                              struct naive_answer *out)
{
    uint32_t x_to, y_to = 0;
    for (uint32_t a = 0; a < l->n; a++) {
        if (!naive_span(x, l->n, a, &x_to))
            continue;
        uint32_t b = a + 1;
        while (b < l->n && !naive_span(y, l->n, b, &y_to))
            b++;
        if (b == l->n || (n->number != UINT32_MAX && b > a + n->number))
            continue;
        for (uint32_t p = a; p < y_to; p++)
            out->holds[p] = out->matches[p] = true;
    }
}

static inline void naive_for(const struct query_node *n, const struct naive_line *l,
                             const struct naive_answer *x, struct naive_answer *out)
{
    uint32_t to;
    for (uint32_t a = 0; a < l->n; a++)
        if (naive_span(x, l->n, a, &to) && naive_compare(to - a, n->compare, n->number))
            for (uint32_t p = a; p < to; p++) {
                out->holds[p] = true;
                out->matches[p] = x->matches[p];
            }
}

/* What tests call the value of a position: from one end of the numbers to the other, and now and
 * then none. */
static inline int32_t naive_value(const struct advance *a)
{
    int32_t value = 700 * (a->attack[0] - a->attack[1]) + 31 * (a->defence[0] - a->whole);
    if (a->whole % 9 == 4)
        return QUERY_NO_VALUE;
    return a->whole == 64   ? (value < 0 ? -32000 : 31999)
           : value > 30000  ? 30000
           : value < -30000 ? -30000
                            : value;
}

/* Exactly: a / 64 against b / 1000000. */
static inline bool naive_measure(const struct query_node *n, const struct advance *a)
{
    const char *name = shogi_measures.rows[n->number].name;
    int parts = 0;
    if (!strcmp(name, "progress"))
        parts = a->whole;
    else if (!strcmp(name, "progress.diff"))
        parts = a->attack[0] - a->attack[1];
    else if (!strcmp(name, "attack.s"))
        parts = a->attack[0];
    else if (!strcmp(name, "attack.g"))
        parts = a->attack[1];
    else if (!strcmp(name, "defence.s"))
        parts = a->defence[0];
    else if (!strcmp(name, "defence.g"))
        parts = a->defence[1];
    else if (!strcmp(name, "defence.diff"))
        parts = a->defence[0] - a->defence[1];
    else if (!strcmp(name, "value"))
        return naive_value(a) != QUERY_NO_VALUE &&
               naive_compare((int64_t)naive_value(a) * 1000000, n->compare, n->value);
    else
        abort();
    return naive_compare((int64_t)parts * 15625, n->compare, n->value); /* a 64th is 0.015625 */
}

static inline void naive_leaf(const struct query *q, const struct query_node *n,
                              const struct naive_line *l, naive_meta *meta, void *ctx,
                              struct naive_answer *out)
{
    struct shogi_pos wanted;
    bool such = n->op == Q_META && meta(ctx, n);
    if (n->op == Q_EXACT && q->game->text.pos_parse(&wanted, n->position, NULL) != STATUS_OK)
        abort();
    for (uint32_t p = 0; p < l->n; p++) {
        int turn = shogi_turn(&l->pos[p]);
        bool holds = true, matches = true;
        if (n->op == Q_SUM)
            holds = naive_compare(naive_sum(n, l, p), n->compare, n->value);
        else if (n->op == Q_EXACT)
            holds = !memcmp(wanted.board, l->pos[p].board, sizeof wanted.board) &&
                    !memcmp(wanted.hand, l->pos[p].hand, sizeof wanted.hand);
        else if (n->op == Q_PLY)
            holds = p >= n->low && p <= n->high;
        else if (n->op == Q_MOVE)
            holds = naive_moves(n, l, p);
        else if (n->op == Q_MEASURE)
            holds = naive_measure(n, &l->advance[p]);
        else if (n->op == Q_META)
            holds = such;
        if (n->op == Q_TURN || n->op == Q_EXACT)
            matches = n->seat < 0 || n->seat == turn;
        out->holds[p] = holds;
        out->matches[p] = holds && matches;
    }
}

static inline void naive_evaluate(const struct query *q, uint32_t node, const struct naive_line *l,
                                  naive_meta *meta, void *ctx, struct naive_answer *out);

static inline void naive_join(const struct query *q, uint32_t node, const struct naive_line *l,
                              naive_meta *meta, void *ctx, struct naive_answer *out)
{
    const struct query_node *n = &q->nodes[node];
    bool start = n->op == Q_AND;
    for (uint32_t p = 0; p < l->n; p++)
        out->holds[p] = out->matches[p] = start;
    for (uint32_t c = n->child; c; c = q->nodes[c].next) {
        struct naive_answer x = naive_answer_new(l);
        naive_evaluate(q, c, l, meta, ctx, &x);
        for (uint32_t p = 0; p < l->n; p++) {
            out->holds[p] =
                n->op == Q_AND ? out->holds[p] && x.holds[p] : out->holds[p] || x.holds[p];
            out->matches[p] =
                n->op == Q_AND ? out->matches[p] && x.matches[p] : out->matches[p] || x.matches[p];
        }
        naive_answer_free(&x);
    }
}

static inline void naive_since(const struct naive_line *l, const struct naive_answer *x,
                               struct naive_answer *out)
{
    bool since = false;
    for (uint32_t p = 0; p < l->n; p++) {
        since = since || x->matches[p];
        out->holds[p] = out->matches[p] = since;
    }
}

static inline void naive_others(const struct query *q, uint32_t node, const struct naive_line *l,
                                naive_meta *meta, void *ctx, struct naive_answer *out)
{
    const struct query_node *n = &q->nodes[node];
    struct naive_answer x = naive_answer_new(l), y = naive_answer_new(l);
    naive_evaluate(q, n->child, l, meta, ctx, &x);
    if (n->op == Q_THEN || n->op == Q_NEVER || n->op == Q_EVER)
        naive_evaluate(q, q->nodes[n->child].next, l, meta, ctx, &y);
    bool never = true, turn = n->op == Q_NOT && naive_turn_inside(q, n->child);
    for (uint32_t p = 0; p < l->n; p++)
        never = never && !y.matches[p];
    for (uint32_t p = 0; p < l->n; p++) {
        if (n->op == Q_NOT) {
            out->matches[p] = !x.matches[p];
            out->holds[p] = turn || !x.matches[p];
        } else if (n->op == Q_NEVER) {
            out->holds[p] = never && x.holds[p];
            out->matches[p] = never && x.matches[p];
        } else if (n->op == Q_EVER) {
            out->holds[p] = !never && x.holds[p];
            out->matches[p] = !never && x.matches[p];
        }
    }
    if (n->op == Q_THEN)
        naive_then(n, l, &x, &y, out);
    if (n->op == Q_SINCE)
        naive_since(l, &x, out);
    if (n->op == Q_FOR)
        naive_for(n, l, &x, out);
    naive_answer_free(&x);
    naive_answer_free(&y);
}

/* Fills in out, which is all false. */
static inline void naive_evaluate(const struct query *q, uint32_t node, const struct naive_line *l,
                                  naive_meta *meta, void *ctx, struct naive_answer *out)
{
    switch (q->nodes[node].op) {
    case Q_AND:
    case Q_OR:
        naive_join(q, node, l, meta, ctx, out);
        return;
    case Q_NOT:
    case Q_THEN:
    case Q_NEVER:
    case Q_EVER:
    case Q_SINCE:
    case Q_FOR:
        naive_others(q, node, l, meta, ctx, out);
        return;
    default:
        naive_leaf(q, &q->nodes[node], l, meta, ctx, out);
    }
}

#endif
