/* evaluate_compile.c: from a tree to counters, leaves and steps; see evaluate_internal.h.
 *
 * "All of these facts at once" is what people ask most, so the single facts of an AND become one
 * counter: n facts that must be there count 1 each, facts that must not be there n + 1 down, and
 * the condition is >= n. */
#include "base/alloc.h"
#include "query/language/tree.h"
#include "query/language/words.h"
#include "query/run/evaluate_internal.h"

enum { MAX_PARTS = 1 << 24 };
/* Registers of steps are numbered from here until the number of leaves is known. */
#define STEP_REGISTER ((uint32_t)1 << 31)

/* A fact's effect while they are being collected. */
struct loose_effect {
    uint32_t fact;
    struct effect effect;
};

/* A sum that has a counter. */
struct compiled_sum {
    uint32_t node, counter;
};

struct compiler {
    struct evaluator *e;
    const struct query *q;
    struct loose_effect *effects;
    size_t effect_count, effect_cap;
    struct compiled_sum *sums;
    size_t sum_count, sum_cap;
    uint32_t step_registers;
    struct eval_value *values; /* of each node, if they are needed for the sides; else NULL */
    bool failed;               /* no memory */
};

static uint32_t new_leaf_register(struct compiler *c)
{
    return c->e->leaf_registers++;
}

static uint32_t new_step_register(struct compiler *c)
{
    return STEP_REGISTER | c->step_registers++;
}

static struct eval_value same(uint32_t reg)
{
    return (struct eval_value){reg, reg};
}

/* Room for one more in an array of the evaluator; NULL, with the failure remembered, if none. */
static void *grow(struct compiler *c, void *array, size_t count, size_t *cap, size_t size)
{
    void *grown = mem_grow(array, count, cap, MAX_PARTS, size);
    if (!grown)
        c->failed = true;
    return grown;
}

/* --- Leaves ---------------------------------------------------------------------------------- */

static uint32_t add_counter(struct compiler *c, enum query_compare compare, int64_t bound)
{
    struct evaluator *e = c->e;
    struct counter *grown =
        grow(c, e->counters, e->counter_count, &e->counter_cap, sizeof *e->counters);
    if (!grown)
        return 0;
    e->counters = grown;
    e->counters[e->counter_count] =
        (struct counter){.bound = bound, .compare = compare, .reg = new_leaf_register(c)};
    return e->counter_count++;
}

static void add_effect(struct compiler *c, uint32_t counter, uint32_t fact, int32_t weight)
{
    if (fact >= c->e->game->fact_count || weight == 0 || c->failed)
        return; /* a fact that does not exist never holds */
    struct loose_effect *grown =
        grow(c, c->effects, c->effect_count, &c->effect_cap, sizeof *c->effects);
    if (!grown)
        return;
    c->effects = grown;
    c->effects[c->effect_count++] = (struct loose_effect){fact, {counter, weight}};
}

static struct eval_value counter_value(const struct compiler *c, uint32_t counter)
{
    return same(c->failed ? REGISTER_ALL : c->e->counters[counter].reg);
}

static bool same_sum(const struct query_node *a, const struct query_node *b)
{
    return a->compare == b->compare && a->value == b->value && a->term_count == b->term_count &&
           memcmp(a->terms, b->terms, a->term_count * sizeof *a->terms) == 0;
}

/* The images of a shape ask the same of each corner several times: what is counted for one of them
 * serves all (joseki:hoshi-keima-uke, 16 images, took a quarter more time without). */
enum { SUMS_COMPARED = 64 };

static bool find_sum(const struct compiler *c, const struct query_node *n, uint32_t *counter)
{
    for (size_t i = 0; i < c->sum_count && i < SUMS_COMPARED && !n->ranked; i++)
        if (same_sum(&c->q->nodes[c->sums[i].node], n)) {
            *counter = c->sums[i].counter;
            return true;
        }
    return false;
}

static struct eval_value compile_sum(struct compiler *c, uint32_t node)
{
    const struct query_node *n = &c->q->nodes[node];
    uint32_t counter;
    if (find_sum(c, n, &counter))
        return counter_value(c, counter);
    counter = add_counter(c, n->compare, n->value);
    struct compiled_sum *grown = grow(c, c->sums, c->sum_count, &c->sum_cap, sizeof *c->sums);
    if (!grown)
        return same(REGISTER_ALL);
    c->sums = grown;
    if (!n->ranked)
        c->sums[c->sum_count++] = (struct compiled_sum){node, counter};
    for (uint32_t i = 0; i < n->term_count; i++)
        add_effect(c, counter, n->terms[i].fact, n->terms[i].weight);
    if (n->ranked && node == query_ranked(c->q))
        c->e->ranked = counter;
    return counter_value(c, counter);
}

static struct eval_value compile_exact(struct compiler *c, const struct query_node *n)
{
    struct evaluator *e = c->e;
    struct exact_leaf *grown = grow(c, e->exacts, e->exact_count, &e->exact_cap, sizeof *e->exacts);
    if (!grown)
        return same(REGISTER_ALL);
    e->exacts = grown;
    struct exact_leaf *leaf = &e->exacts[e->exact_count++];
    leaf->node = n;
    leaf->out = same(new_leaf_register(c));
    if (n->seat >= 0)
        leaf->out.matches = new_leaf_register(c);
    return leaf->out;
}

static struct eval_value compile_turn(struct compiler *c, const struct query_node *n)
{
    if (n->seat < 0 || n->seat >= c->e->game->seats)
        return same(REGISTER_ALL);
    if (!c->e->turns[n->seat])
        c->e->turns[n->seat] = new_leaf_register(c);
    return (struct eval_value){REGISTER_ALL, c->e->turns[n->seat]};
}

static struct eval_value compile_plies(struct compiler *c, const struct query_node *n)
{
    struct evaluator *e = c->e;
    struct ply_leaf *grown = grow(c, e->plies, e->ply_count, &e->ply_cap, sizeof *e->plies);
    if (!grown)
        return same(REGISTER_ALL);
    e->plies = grown;
    e->plies[e->ply_count++] = (struct ply_leaf){n->low, n->high, new_leaf_register(c)};
    return same(e->plies[e->ply_count - 1].reg);
}

static struct eval_value compile_move(struct compiler *c, const struct query_node *n)
{
    struct evaluator *e = c->e;
    struct move_leaf *grown = grow(c, e->moves, e->move_count, &e->move_cap, sizeof *e->moves);
    if (!grown)
        return same(REGISTER_ALL);
    e->moves = grown;
    struct move_leaf *leaf = &e->moves[e->move_count];
    *leaf = (struct move_leaf){.node = n, .words = plies_words(n->move_count)};
    leaf->progress = mem_calloc(leaf->words + 1, sizeof *leaf->progress);
    leaf->reg = new_leaf_register(c);
    e->move_count++;
    if (!leaf->progress)
        c->failed = true;
    return same(leaf->reg);
}

/* A leaf in a register of its own, or (any of these) in one that others have. */
static struct eval_value compile_pattern(struct compiler *c, const struct query_node *n,
                                         uint32_t shared)
{
    struct evaluator *e = c->e;
    struct drawn_leaf *grown = grow(c, e->drawn, e->drawn_count, &e->drawn_cap, sizeof *e->drawn);
    if (!grown)
        return same(REGISTER_ALL);
    e->drawn = grown;
    uint32_t reg = shared ? shared : new_leaf_register(c);
    e->drawn[e->drawn_count++] = (struct drawn_leaf){.node = n, .reg = reg};
    return same(reg);
}

static struct eval_value compile_measure(struct compiler *c, const struct query_node *n)
{
    struct measure_state *m = &c->e->measuring;
    const struct game_words *words = words_of_game(c->e->game);
    m->game = words ? words->measures : NULL;
    if (!m->game || n->number >= m->game->count) /* only a tree built by hand */
        return same(REGISTER_ALL);
    struct measure_leaf *grown = grow(c, m->leaves, m->count, &m->cap, sizeof *m->leaves);
    if (!grown)
        return same(REGISTER_ALL);
    m->leaves = grown;
    m->leaves[m->count++] = (struct measure_leaf){.node = n, .reg = new_leaf_register(c)};
    return same(m->leaves[m->count - 1].reg);
}

static struct eval_value compile_meta(struct compiler *c, uint32_t node, uint8_t plays)
{
    struct evaluator *e = c->e;
    struct meta_leaf *grown = grow(c, e->metas, e->meta_count, &e->meta_cap, sizeof *e->metas);
    if (!grown)
        return same(REGISTER_ALL);
    e->metas = grown;
    e->metas[e->meta_count++] =
        (struct meta_leaf){.node = node, .reg = new_leaf_register(c), .plays = plays};
    return same(e->metas[e->meta_count - 1].reg);
}

/* --- Single facts of an AND ------------------------------------------------------------------- */

enum fact_fold { FOLD_NOT, FOLD_PRESENT, FOLD_ABSENT };

/* What a child of an AND adds to the common counter. */
static enum fact_fold foldable(const struct query *q, uint32_t node, const struct query_node **out)
{
    const struct query_node *n = &q->nodes[node];
    uint32_t fact;
    *out = n;
    if (n->sides != SIDES_FIXED)
        return FOLD_NOT; /* its own value is needed */
    if (query_is_fact(n, &fact))
        return FOLD_PRESENT;
    if (query_is_absence(n))
        return FOLD_ABSENT;
    if (n->op == Q_NOT && n->child && query_is_fact(&q->nodes[n->child], &fact)) {
        *out = &q->nodes[n->child];
        return FOLD_ABSENT;
    }
    return FOLD_NOT;
}

/* The counter's value; *folded says how many children went into it. */
static struct eval_value fold_facts(struct compiler *c, uint32_t parent, uint32_t *folded)
{
    const struct query *q = c->q;
    const struct query_node *n;
    int32_t present = 0;
    *folded = 0;
    for (uint32_t child = q->nodes[parent].child; child; child = q->nodes[child].next) {
        enum fact_fold fold = foldable(q, child, &n);
        *folded += fold != FOLD_NOT;
        present += fold == FOLD_PRESENT;
    }
    if (*folded == 0)
        return same(REGISTER_ALL);
    uint32_t counter = add_counter(c, COMPARE_GE, present);
    for (uint32_t child = q->nodes[parent].child; child; child = q->nodes[child].next) {
        enum fact_fold fold = foldable(q, child, &n);
        for (uint32_t i = 0; fold != FOLD_NOT && i < n->term_count; i++)
            add_effect(c, counter, n->terms[i].fact, fold == FOLD_PRESENT ? 1 : -(present + 1));
    }
    return counter_value(c, counter);
}

/* --- Steps ------------------------------------------------------------------------------------ */

static void add_arg(struct compiler *c, struct eval_value value)
{
    struct evaluator *e = c->e;
    struct eval_value *grown = grow(c, e->args, e->arg_count, &e->arg_cap, sizeof *e->args);
    if (!grown)
        return;
    e->args = grown;
    e->args[e->arg_count++] = value;
}

static struct eval_value add_step(struct compiler *c, const struct query_node *n, bool split,
                                  const struct eval_value *args, uint32_t arg_count)
{
    struct evaluator *e = c->e;
    struct eval_step *grown = grow(c, e->steps, e->step_count, &e->step_cap, sizeof *e->steps);
    if (!grown)
        return same(REGISTER_ALL);
    e->steps = grown;
    struct eval_value out = same(new_step_register(c));
    if (split)
        out.matches = new_step_register(c);
    e->steps[e->step_count++] = (struct eval_step){.op = n->op,
                                                   .compare = n->compare,
                                                   .number = n->number,
                                                   .arg = e->arg_count,
                                                   .arg_count = arg_count,
                                                   .out = out};
    for (uint32_t i = 0; i < arg_count; i++)
        add_arg(c, args[i]);
    return out;
}

static struct eval_value compile_node(struct compiler *c, uint32_t node);

static struct eval_value keep_value(struct compiler *c, uint32_t node, struct eval_value value)
{
    if (c->values)
        c->values[node] = value;
    return value;
}

/* Facts that are asked for beside everything else, of each ply by itself: where they don't hold
 * nothing needs to be measured. */
static void find_gate(struct compiler *c, uint32_t parent, uint32_t facts)
{
    if (parent == c->q->root && c->q->nodes[parent].op == Q_AND && !(facts & STEP_REGISTER) &&
        c->e->measuring.gate == REGISTER_ALL && query_is_local(c->q, parent))
        c->e->measuring.gate = facts;
}

static void note_alternative(struct compiler *c, uint32_t node, struct eval_value value)
{
    struct evaluator *e = c->e;
    if (!e->alternatives)
        e->alternatives = mem_calloc((size_t)c->q->count + 1, sizeof *e->alternatives);
    if (e->alternatives)
        e->alternatives[node] = value.matches;
    else
        c->failed = true;
}

/* AND and OR two at a time, so that no list of values is needed. */
// NOLINTNEXTLINE(misc-no-recursion)
static struct eval_value compile_join(struct compiler *c, const struct query_node *n, uint32_t node)
{
    uint32_t folded = 0;
    bool any = false;
    struct eval_value all = same(REGISTER_ALL);
    const struct query_node *what;
    uint32_t drawn[PLAYS_BOTH + 1] = {0}; /* registers of the diagrams of an OR, by who plays */
    if (n->op == Q_AND) {
        all = fold_facts(c, node, &folded);
        any = folded > 0;
        find_gate(c, node, all.holds);
    }
    for (uint32_t child = n->child; child; child = c->q->nodes[child].next) {
        if (n->op == Q_AND && foldable(c->q, child, &what) != FOLD_NOT)
            continue;
        uint32_t *shared = &drawn[c->q->nodes[child].plays];
        if (*shared && c->q->nodes[child].op == Q_PATTERN) {
            keep_value(c, child, compile_pattern(c, &c->q->nodes[child], *shared));
            continue;
        }
        struct eval_value both[2] = {all, compile_node(c, child)};
        if (c->q->nodes[child].op == Q_AND || c->q->nodes[child].op == Q_SUM)
            find_gate(c, node, both[1].holds);
        if (n->op == Q_OR)
            note_alternative(c, child, both[1]);
        if (n->op == Q_OR && c->q->nodes[child].op == Q_PATTERN)
            *shared = both[1].holds;
        bool split = both[0].holds != both[0].matches || both[1].holds != both[1].matches;
        all = any ? add_step(c, n, split, both, 2) : both[1];
        any = true;
    }
    return all;
}

// NOLINTNEXTLINE(misc-no-recursion)
static struct eval_value compile_other(struct compiler *c, const struct query_node *n)
{
    struct eval_value args[2];
    uint32_t count = 0;
    for (uint32_t child = n->child; child && count < 2; child = c->q->nodes[child].next)
        args[count++] = compile_node(c, child);
    uint32_t wanted = n->op == Q_THEN || n->op == Q_NEVER || n->op == Q_EVER ? 2 : 1;
    if (count < wanted) /* only a tree built by hand */
        return same(REGISTER_ALL);
    bool split = n->op != Q_THEN && n->op != Q_SINCE && args[0].holds != args[0].matches;
    if (n->op == Q_NOT)
        split = query_has_turn(c->q, n->child);
    return add_step(c, n, split, args, wanted);
}

// NOLINTNEXTLINE(misc-no-recursion)
static struct eval_value compile_kind(struct compiler *c, uint32_t node)
{
    const struct query_node *n = &c->q->nodes[node];
    if (c->failed)
        return same(REGISTER_ALL);
    if (query_is_meta(c->q, node))
        return compile_meta(c, node, 0);
    switch (n->op) {
    case Q_AND:
    case Q_OR:
        return compile_join(c, n, node);
    case Q_NOT:
    case Q_THEN:
    case Q_NEVER:
    case Q_EVER:
    case Q_SINCE:
    case Q_FOR:
        return compile_other(c, n);
    case Q_SUM:
        return compile_sum(c, node);
    case Q_EXACT:
        return compile_exact(c, n);
    case Q_TURN:
        return compile_turn(c, n);
    case Q_PLY:
        return compile_plies(c, n);
    case Q_MOVE:
        return compile_move(c, n);
    case Q_PATTERN:
        return compile_pattern(c, n, 0);
    case Q_MEASURE:
        return compile_measure(c, n);
    case Q_META:
    case Q_TRUE:
        break;
    }
    return same(REGISTER_ALL);
}

// NOLINTNEXTLINE(misc-no-recursion)
static struct eval_value compile_node(struct compiler *c, uint32_t node)
{
    return keep_value(c, node, compile_kind(c, node));
}

/* --- Whose part it is: the query read for each player (tree.h) --------------------------------- */

/* Joins one more; the first is taken as it is. */
static void join_side(struct compiler *c, enum query_op op, struct eval_value *all, bool *any,
                      struct eval_value one)
{
    const struct query_node join = {.op = op};
    const struct eval_value both[2] = {*all, one};
    bool split = all->holds != all->matches || one.holds != one.matches;
    *all = *any ? add_step(c, &join, split, both, 2) : one;
    *any = true;
}

static void sides_of(struct compiler *c, uint32_t node, struct eval_value out[2]);

/* The images of each player; alternatives that leave no player open are played as written. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static void sides_of_or(struct compiler *c, uint32_t node, struct eval_value out[2])
{
    const struct query_node *n = &c->q->nodes[node];
    bool any[2] = {false, false};
    for (uint32_t child = n->child; child; child = c->q->nodes[child].next) {
        struct eval_value in[2] = {c->values[child], c->values[child]};
        uint8_t plays = n->sides == SIDES_IMAGES ? c->q->nodes[child].plays : PLAYS_WRITTEN;
        if (n->sides == SIDES_FIXED && query_has_sides(c->q, child)) {
            sides_of(c, child, in);
            plays = PLAYS_BOTH;
        }
        for (int side = 0; side < 2; side++)
            if (plays >> side & 1)
                join_side(c, Q_OR, &out[side], &any[side], in[side]);
    }
    for (int side = 0; side < 2; side++)
        if (!any[side]) /* a set that stays empty */
            out[side] = same(new_leaf_register(c));
}

/* THEN, EVER, SINCE, FOR: the step again, with the part that leaves the player open read for each. */
static void sides_of_step(struct compiler *c, uint32_t node, uint32_t sided,
                          const struct eval_value in[2], struct eval_value out[2])
{
    const struct query_node *n = &c->q->nodes[node];
    for (int side = 0; side < 2; side++) {
        struct eval_value args[2];
        uint32_t count = 0;
        for (uint32_t child = n->child; child && count < 2; child = c->q->nodes[child].next)
            args[count++] = child == sided ? in[side] : c->values[child];
        bool split = n->op != Q_THEN && n->op != Q_SINCE && args[0].holds != args[0].matches;
        out[side] = add_step(c, n, split, args, count);
    }
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static void sides_of(struct compiler *c, uint32_t node, struct eval_value out[2])
{
    const struct query_node *n = &c->q->nodes[node];
    struct eval_value in[2];
    out[0] = out[1] = c->values[node];
    if (n->sides == SIDES_SAME || c->failed)
        return;
    if (query_is_meta(c->q, node)) {
        out[0] = compile_meta(c, node, PLAYS_WRITTEN);
        out[1] = compile_meta(c, node, PLAYS_EXCHANGED);
        return;
    }
    if (n->op == Q_OR) {
        sides_of_or(c, node, out);
        return;
    }
    uint32_t sided = query_sided_child(c->q, node);
    sides_of(c, sided, in);
    if (n->op == Q_THEN || n->op == Q_EVER || n->op == Q_SINCE || n->op == Q_FOR) {
        sides_of_step(c, node, sided, in, out);
        return;
    }
    for (int side = 0; side < 2; side++) {
        bool any = true;
        join_side(c, Q_AND, &out[side], &any, in[side]);
    }
}

/* Of a query that is one counter or another: who plays where each of them holds. */
static void find_counter_plays(struct compiler *c)
{
    struct evaluator *e = c->e;
    e->counter_plays = mem_calloc((size_t)e->counter_count + 1, 1);
    uint8_t *set = mem_alloc(e->registers);
    c->failed |= !e->counter_plays || !set;
    for (uint32_t i = 0; i < e->counter_count && !c->failed; i++) {
        memset(set, 0, e->registers);
        set[e->counters[i].reg] = 1;
        for (uint32_t s = 0; s < e->step_count; s++)
            for (uint32_t a = 0; a < e->steps[s].arg_count; a++)
                set[e->steps[s].out.holds] |= set[e->args[e->steps[s].arg + a].holds];
        for (int side = 0; side < 2; side++)
            if (set[e->sides[side].holds])
                e->counter_plays[i] = (uint8_t)(e->counter_plays[i] | 1U << side);
    }
    mem_free(set);
}

/* --- Putting it together ---------------------------------------------------------------------- */

/* Effects by fact, in the order in which they were found: a counting sort. */
static bool sort_effects(struct compiler *c)
{
    struct evaluator *e = c->e;
    uint32_t facts = e->game->fact_count;
    e->first_effect = mem_calloc((size_t)facts + 2, sizeof *e->first_effect);
    e->effects = mem_calloc(c->effect_count + 1, sizeof *e->effects);
    if (!e->first_effect || !e->effects)
        return false;
    uint32_t *next = e->first_effect + 1; /* becomes the first of the next fact while filling */
    for (size_t i = 0; i < c->effect_count; i++)
        if (c->effects[i].fact + 1 < facts)
            next[c->effects[i].fact + 1]++;
    for (uint32_t f = 1; f < facts; f++)
        next[f] += next[f - 1];
    for (size_t i = 0; i < c->effect_count; i++)
        e->effects[next[c->effects[i].fact]++] = c->effects[i].effect;
    return true;
}

static void settle_register(const struct evaluator *e, uint32_t *reg)
{
    if (*reg & STEP_REGISTER)
        *reg = e->leaf_registers + (*reg & ~STEP_REGISTER);
}

static void settle_value(const struct evaluator *e, struct eval_value *v)
{
    settle_register(e, &v->holds);
    settle_register(e, &v->matches);
}

static void watch_facts(struct evaluator *e)
{
    const struct game_scan *scan = e->game->scan;
    e->scanning = scan != NULL;
    for (uint32_t f = 0; e->scanning && f < e->game->fact_count; f++)
        if (e->first_effect[f] < e->first_effect[f + 1])
            e->scanning = scan->want(&e->watched, WANT_CHANGES, &f, 1);
    e->scanning = e->scanning && e->watched.count <= scan->most_places;
}

/* --- Counters as conditions on places --------------------------------------------------------- */

/* n facts at once and others not, as fold_facts() has it: weights 1, and n + 1 down. */
static bool is_fold(const struct compiler *c, uint32_t counter)
{
    const struct counter *is = &c->e->counters[counter];
    int64_t present = 0;
    for (size_t i = 0; i < c->effect_count; i++) {
        const struct effect *effect = &c->effects[i].effect;
        if (effect->counter != counter)
            continue;
        if (effect->weight != 1 && effect->weight != -(is->bound + 1))
            return false;
        present += effect->weight == 1;
    }
    return is->compare == COMPARE_GE && is->bound >= 0 && present == is->bound;
}

/* None of some facts. */
static bool is_none(const struct compiler *c, uint32_t counter)
{
    const struct counter *is = &c->e->counters[counter];
    for (size_t i = 0; i < c->effect_count; i++)
        if (c->effects[i].effect.counter == counter && c->effects[i].effect.weight <= 0)
            return false;
    return is->compare == COMPARE_LT
               ? is->bound == 1
               : is->bound == 0 && (is->compare == COMPARE_EQ || is->compare == COMPARE_LE);
}

/* One of some facts, of which a place has one at most. */
enum { MOST_ALTERNATIVES = 32 };
static bool want_any(const struct compiler *c, uint32_t counter, struct fact_places *p)
{
    const struct counter *is = &c->e->counters[counter];
    uint32_t facts[MOST_ALTERNATIVES], count = 0;
    if (is->compare != COMPARE_GE || is->bound != 1)
        return false;
    for (size_t i = 0; i < c->effect_count; i++) {
        if (c->effects[i].effect.counter != counter)
            continue;
        if (c->effects[i].effect.weight != 1 || count == MOST_ALTERNATIVES)
            return false;
        facts[count++] = c->effects[i].fact;
    }
    return c->e->game->scan->want(p, WANT_ANY, facts, count);
}

static bool want_places(const struct compiler *c, uint32_t counter, struct fact_places *p)
{
    bool fold = is_fold(c, counter);
    if (!fold && !is_none(c, counter))
        return want_any(c, counter, p);
    for (size_t i = 0; i < c->effect_count; i++) {
        const struct loose_effect *effect = &c->effects[i];
        if (effect->effect.counter == counter &&
            !c->e->game->scan->want(p, fold && effect->effect.weight == 1 ? WANT_FACTS : WANT_NONE,
                                    &effect->fact, 1))
            return false;
    }
    return true;
}

/* Of more counters, which then share squares, all squares are followed together instead. */
enum { MOST_SPANS = 4 };

/* Do nothing but counters matter, and any of them will do? */
static bool any_counter(const struct evaluator *e)
{
    bool others = e->exact_count || e->move_count || e->ply_count || e->meta_count ||
                  e->drawn_count || e->measuring.count;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        others = others || e->turns[seat];
    for (uint32_t i = 0; i < e->step_count; i++)
        others = others || e->steps[i].op != Q_OR;
    for (uint32_t i = 0; i < e->arg_count; i++)
        others = others || e->args[i].holds == REGISTER_ALL;
    return !others && e->counter_count == e->step_count + 1 && e->root.holds == e->root.matches &&
           e->root.holds != REGISTER_ALL;
}

/* The sum of a counter is followed. */
static bool want_sum(struct compiler *c, uint32_t counter)
{
    uint32_t count = 0;
    struct fact_weight *weights = mem_alloc((c->effect_count + 1) * sizeof *weights);
    if (!weights)
        return false;
    for (size_t i = 0; i < c->effect_count; i++)
        if (c->effects[i].effect.counter == counter)
            weights[count++] =
                (struct fact_weight){c->effects[i].fact, c->effects[i].effect.weight};
    bool good = evaluator_weigh(c->e, counter, weights, count);
    mem_free(weights);
    return good;
}

/* All counters or none of them. */
static void want_all_places(struct compiler *c)
{
    struct evaluator *e = c->e;
    bool good = e->game->scan && e->counter_count && e->counter_count <= MOST_SPANS &&
                e->ranked == UINT32_MAX && !c->failed;
    if (!good)
        return;
    e->places_wanted = mem_calloc(e->counter_count, sizeof *e->places_wanted);
    if (!e->places_wanted)
        c->failed = true;
    for (uint32_t i = 0; i < e->counter_count && !c->failed && good; i++)
        good = want_places(c, i, &e->places_wanted[i]) || want_sum(c, i);
    e->spans_alone = good && !e->summing.tables && any_counter(e);
    if (!good) {
        mem_free(e->places_wanted);
        e->places_wanted = NULL;
        evaluator_close_sums(e);
    }
}

/* --- One leaf --------------------------------------------------------------------------------- */

/* Exactly known, and who makes them by the number of the ply. */
static bool are_moves_given(const struct evaluator *e)
{
    for (uint32_t i = 0; i < e->move_count; i++)
        for (uint32_t k = 0; k < e->moves[i].node->move_count; k++) {
            const struct query_move *m = &e->moves[i].node->moves[k];
            if (!query_move_is_given(m) || (m->seat >= 0 && !e->game->by_turns))
                return false;
        }
    return e->move_count > 0;
}

/* All registers are known by now. */
static bool is_leaf_alone(const struct evaluator *e)
{
    return e->leaf_registers == REGISTER_ALL + 2 && e->step_count == 0 &&
           e->root.holds != REGISTER_ALL && e->root.holds == e->root.matches && !e->sided &&
           (e->measuring.count == 1 || e->moves_given || e->summing.tables);
}

enum status evaluator_compile(struct evaluator *e, struct err *err)
{
    struct compiler c = {.e = e, .q = e->q};
    enum status status = query_check_depth(e->q, err);
    if (status != STATUS_OK)
        return status;
    e->leaf_registers = REGISTER_ALL + 1;
    e->ranked = UINT32_MAX;
    e->sided = query_is_sided(e->q);
    if (e->sided && !(c.values = mem_calloc(e->q->count, sizeof *c.values)))
        return err_nomem(err);
    e->root = e->q->root ? compile_node(&c, e->q->root) : same(REGISTER_ALL);
    want_all_places(&c);
    if (e->sided && !c.failed)
        sides_of(&c, e->q->root, e->sides);
    bool good = !c.failed && sort_effects(&c);
    mem_free(c.effects);
    mem_free(c.sums);
    mem_free(c.values);
    if (!good)
        return err_nomem(err);
    watch_facts(e);
    e->registers = e->leaf_registers + c.step_registers;
    settle_value(e, &e->root);
    for (int side = 0; side < 2 && e->sided; side++)
        settle_value(e, &e->sides[side]);
    for (uint32_t i = 0; e->alternatives && i <= e->q->count; i++)
        settle_register(e, &e->alternatives[i]);
    for (uint32_t i = 0; i < e->arg_count; i++)
        settle_value(e, &e->args[i]);
    for (uint32_t i = 0; i < e->step_count; i++)
        settle_value(e, &e->steps[i].out);
    if (e->sided && e->spans_alone)
        find_counter_plays(&c);
    e->moves_given = are_moves_given(e);
    e->leaf_alone = is_leaf_alone(e);
    if (c.failed)
        return err_nomem(err);
    e->touched = mem_calloc((size_t)e->counter_count + 1, sizeof *e->touched);
    e->fresh = mem_calloc((size_t)e->counter_count + 1, sizeof *e->fresh);
    return e->touched && e->fresh ? STATUS_OK : err_nomem(err);
}
