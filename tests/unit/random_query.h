/* random_query.h: questions of every kind for tests, from a seed.
 *
 * Built as trees, from what is true at some ply of some line, so that a fair part of them finds
 * something; a share of the leaves is spoilt so that they need not. */
#ifndef KIFU_TESTS_UNIT_RANDOM_QUERY_H
#define KIFU_TESTS_UNIT_RANDOM_QUERY_H

#include "base/rng.h"
#include "games/replay.h"
#include "naive_query.h"
#include "query/language/parse.h"

struct random_query {
    struct query *q;
    struct rng *rng;
    const struct naive_line *lines; /* to take facts and moves from */
    uint32_t line_count;
    bool meta;   /* META nodes too */
    bool values; /* MEASURE nodes that compare values */
};

static inline uint32_t random_under(struct random_query *r, uint32_t n)
{
    return (uint32_t)rng_below(r->rng, n);
}

static inline const struct naive_line *random_place(struct random_query *r, uint32_t *ply)
{
    const struct naive_line *l = &r->lines[random_under(r, r->line_count)];
    *ply = random_under(r, l->n);
    return l;
}

static inline uint32_t random_fact(struct random_query *r, const struct naive_line *l, uint32_t ply)
{
    if (random_under(r, 12) == 0)
        return random_under(r, SHOGI_FACT_COUNT);
    uint32_t fact;
    do
        fact = random_under(r, SHOGI_FACT_COUNT);
    while (!naive_fact(l, ply, fact));
    return fact;
}

static inline int random_compare_terms(const void *x, const void *y)
{
    const struct query_term *a = x, *b = y;
    return a->fact < b->fact ? -1 : a->fact > b->fact;
}

static inline void random_terms(struct random_query *r, uint32_t node, uint32_t count, bool weights)
{
    struct query_term *terms = arena_alloc_array(&r->q->arena, count, sizeof *terms);
    uint32_t ply;
    const struct naive_line *l = random_place(r, &ply);
    for (uint32_t i = 0; i < count; i++)
        terms[i] = (struct query_term){random_fact(r, l, ply),
                                       weights ? (int32_t)random_under(r, 9) - 4 : 1};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (terms[j].fact == terms[i].fact)
                terms[i].fact = (terms[i].fact + 1 + random_under(r, 1000)) % SHOGI_FACT_COUNT;
    qsort(terms, count, sizeof *terms, random_compare_terms);
    r->q->nodes[node].terms = terms;
    r->q->nodes[node].term_count = count;
    r->q->nodes[node].compare = COMPARE_GE;
    r->q->nodes[node].value = 1;
}

static inline uint32_t random_one_fact(struct random_query *r, uint32_t fact)
{
    uint32_t node = query_add(r->q, Q_SUM);
    struct query_term *term = arena_alloc(&r->q->arena, sizeof *term);
    *term = (struct query_term){fact, 1};
    r->q->nodes[node].terms = term;
    r->q->nodes[node].term_count = 1;
    r->q->nodes[node].compare = COMPARE_GE;
    r->q->nodes[node].value = 1;
    return node;
}

/* A part of a position: some of its facts at once. */
static inline uint32_t random_part(struct random_query *r)
{
    uint32_t node = query_add(r->q, Q_AND), ply, count = 2 + random_under(r, 18);
    const struct naive_line *l = random_place(r, &ply);
    for (uint32_t i = 0; i < count; i++)
        query_adopt(r->q, node, random_one_fact(r, random_fact(r, l, ply)));
    return node;
}

static inline uint32_t random_exact(struct random_query *r)
{
    uint32_t node = query_add(r->q, Q_EXACT), ply;
    const struct naive_line *l = random_place(r, &ply);
    if (random_under(r, 3) == 0)
        ply = ply < 10 ? ply : random_under(r, 10); /* one that occurs in many games */
    struct shogi_pos pos = l->pos[ply];
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    shogi_sfen_print(&pos, 1, &text);
    struct query_node *n = &r->q->nodes[node];
    arena_copy(&r->q->arena, buf_span(&text), &n->position);
    buf_release(&text);
    n->seat = (int)random_under(r, 3) - 1;
    for (int seat = 0; seat < 2; seat++) {
        pos.turn = (uint8_t)seat;
        n->keys[seat] = position_key(r->q->game, &pos);
    }
    return node;
}

static inline void random_facts_of_change(struct random_query *r, const struct naive_line *l,
                                          uint32_t ply, bool to, uint32_t **out, uint32_t *count)
{
    *out = arena_alloc_array(&r->q->arena, 8, sizeof **out);
    *count = 0;
    for (uint32_t f = 0; f < SHOGI_FACT_COUNT && *count < 4; f++)
        if (naive_fact(l, ply, f) == to && naive_fact(l, ply - 1, f) != to)
            (*out)[(*count)++] = f;
    if (random_under(r, 3) == 0)
        (*out)[(*count)++] = random_under(r, SHOGI_FACT_COUNT);
    *count = facts_tidy(*out, *count);
}

/* Moves in a row; a dozen patterns of nothing in particular now and then. */
static inline uint32_t random_moves(struct random_query *r)
{
    uint32_t node = query_add(r->q, Q_MOVE), ply;
    const struct naive_line *l = random_place(r, &ply);
    uint32_t count = random_under(r, 20) == 0 ? 60 + random_under(r, 20) : 1 + random_under(r, 3);
    bool given = random_under(r, 3) == 0;
    if (l->n < 5)
        count = 1;
    struct query_move *moves = arena_alloc_array(&r->q->arena, count, sizeof *moves);
    memset(moves, 0, count * sizeof *moves);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t after = 1 + (ply + i) % (l->n > 1 ? l->n - 1 : 1);
        moves[i].seat = random_under(r, 2) && l->n > 1 ? shogi_turn(&l->pos[after - 1]) : -1;
        if (l->n < 2)
            continue;
        if (given || random_under(r, 2))
            moves[i].move = l->moves[after - 1];
        if (!given && random_under(r, 3) == 0)
            random_facts_of_change(r, l, after, true, &moves[i].begins, &moves[i].begins_count);
        if (!given && random_under(r, 3) == 0)
            random_facts_of_change(r, l, after, false, &moves[i].ends, &moves[i].ends_count);
    }
    r->q->nodes[node].moves = moves;
    r->q->nodes[node].move_count = count;
    return node;
}

static inline uint32_t random_sum(struct random_query *r)
{
    uint32_t node = query_add(r->q, Q_SUM);
    uint32_t kind = random_under(r, 4), count = 1 + random_under(r, kind == 0 ? 1 : 12);
    random_terms(r, node, count, kind == 3);
    struct query_node *n = &r->q->nodes[node];
    if (kind > 0) {
        n->compare = (enum query_compare)random_under(r, 6);
        n->value = (int64_t)random_under(r, count + 3) - (kind == 3 ? 3 : 1);
    }
    if (kind == 1) {
        n->compare = COMPARE_EQ;
        n->value = 0;
    }
    return node;
}

static inline uint32_t random_meta(struct random_query *r)
{
    uint32_t node = query_add(r->q, Q_META);
    struct query_node *n = &r->q->nodes[node];
    n->seat = -1;
    switch (random_under(r, 6)) {
    case 0:
        n->ask = META_PLIES;
        n->compare = (enum query_compare)random_under(r, 6);
        n->number = random_under(r, 200);
        break;
    case 1:
        n->ask = META_RESULT;
        n->seat = (int)random_under(r, 4) - 2;
        break;
    case 2:
        n->ask = META_ID;
        n->low = random_under(r, 60);
        n->high = n->low + random_under(r, 60);
        break;
    case 3:
        n->ask = META_DATE;
        n->low = date_make(1990 + random_under(r, 40), random_under(r, 13), random_under(r, 29));
        n->high = n->low + random_under(r, 512 * 10);
        break;
    case 4:
        n->ask = META_END;
        n->number = random_under(r, END_COUNT);
        break;
    default:
        n->ask = META_HANDICAP;
        n->number = random_under(r, 2) ? 0 : random_under(r, SHOGI_HANDICAPS + 1);
    }
    return node;
}

/* What the game measures itself: the first rows. */
static inline uint32_t random_own_measures(void)
{
    uint32_t own = 0;
    while (own < shogi_measures.count && shogi_measures.rows[own].by == MEASURE_BY_GAME)
        own++;
    return own;
}

static inline uint32_t random_value_row(void)
{
    uint32_t row = 0;
    while (shogi_measures.rows[row].by != MEASURE_BY_VALUES)
        row++;
    return row;
}

static inline uint32_t random_measure(struct random_query *r)
{
    uint32_t node = query_add(r->q, Q_MEASURE);
    struct query_node *n = &r->q->nodes[node];
    n->number = random_under(r, random_own_measures());
    n->compare = (enum query_compare)random_under(r, 6);
    n->value = (int64_t)random_under(r, 64) * MEASURE_UNIT / 64; /* some between two 64ths */
    if (shogi_measures.rows[n->number].negated && random_under(r, 2))
        n->value = -n->value;
    if (r->values && random_under(r, 3) == 0)
        n->number = random_value_row();
    if (shogi_measures.rows[n->number].by == MEASURE_BY_VALUES)
        n->value = ((int64_t)random_under(r, 40000) - 20000) * MEASURE_UNIT;
    if (random_under(r, 3) == 0)
        n->value += 7;
    return node;
}

static inline uint32_t random_leaf(struct random_query *r)
{
    uint32_t node;
    switch (random_under(r, r->meta ? 12 : 10)) {
    case 0:
    case 1:
        return random_sum(r);
    case 2:
        return random_exact(r);
    case 3:
        return random_moves(r);
    case 4:
        node = query_add(r->q, Q_TURN);
        r->q->nodes[node].seat = (int)random_under(r, 2);
        return node;
    case 5:
        node = query_add(r->q, Q_PLY);
        r->q->nodes[node].low = random_under(r, 60);
        r->q->nodes[node].high = r->q->nodes[node].low + random_under(r, 80);
        return node;
    case 6:
        return random_under(r, 6) ? random_sum(r) : query_add(r->q, Q_TRUE);
    case 7:
    case 8:
        return random_part(r);
    case 9:
        return random_measure(r);
    default:
        return random_meta(r);
    }
}

static inline uint32_t random_tree(struct random_query *r, unsigned depth)
{
    static const enum query_op ops[] = {Q_AND,  Q_AND,   Q_AND,  Q_OR,    Q_NOT, Q_THEN,
                                        Q_THEN, Q_NEVER, Q_EVER, Q_SINCE, Q_FOR};
    if (depth == 0 || random_under(r, 4) == 0)
        return random_leaf(r);
    enum query_op op = ops[random_under(r, sizeof ops / sizeof *ops)];
    uint32_t node = query_add(r->q, op);
    bool two = op == Q_THEN || op == Q_NEVER || op == Q_EVER;
    uint32_t children = op == Q_NOT || op == Q_SINCE || op == Q_FOR ? 1
                        : two                                       ? 2
                                                                    : 2 + random_under(r, 3);
    for (uint32_t i = 0; i < children; i++)
        query_adopt(r->q, node, random_tree(r, depth - 1));
    struct query_node *n = &r->q->nodes[node];
    if (op == Q_THEN)
        n->number = random_under(r, 2) ? UINT32_MAX : random_under(r, 40);
    if (op == Q_FOR) {
        n->compare = (enum query_compare)random_under(r, 6);
        n->number = random_under(r, 30);
    }
    return node;
}

/* Now and then one that ranks. */
static inline void random_query_make(struct random_query *r)
{
    query_init(r->q, &shogi_game);
    if (random_under(r, 10) == 0) {
        uint32_t node = query_add(r->q, Q_SUM), count = 4 + random_under(r, 30);
        random_terms(r, node, count, false);
        r->q->nodes[node].ranked = true;
        r->q->nodes[node].value = 1 + random_under(r, count);
        r->q->root = node;
        if (random_under(r, 2)) {
            uint32_t and = query_add(r->q, Q_AND);
            query_adopt(r->q, and, node);
            query_adopt(r->q, and, random_tree(r, 1));
            r->q->root = and;
        }
        return;
    }
    r->q->root = random_tree(r, random_under(r, 4));
}

#endif
