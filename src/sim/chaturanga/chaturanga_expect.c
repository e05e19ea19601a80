/* chaturanga_expect.c: see chaturanga_expect.h. */
#include "sim/chaturanga/chaturanga_expect.h"

#include "base/alloc.h"
#include "sim/chaturanga/chaturanga_options.h"
#include "sim/chaturanga/chaturanga_threat.h"

enum {
    DEFAULT_NODES = 20000,
    DEEPEST = 8,
    WIDEST = 64,
    DEFAULT_WIDTH = 8,
    CLOCK_EVERY = 256, /* positions judged between looks at the clock */
};

struct expect {
    enum expect_mode mode;
    struct chatur_limits limits;
    unsigned width;
    unsigned thinker, phase; /* who thinks, and the phase in which he does */
    uint64_t nodes, until;
    bool stopped;
    game_move lists[DEEPEST + 1][CHATUR_MAX_TURNS]; /* by what is left of the depth */
};

/* A turn that looks good. */
struct candidate {
    game_move turn;
    float payoff;
    struct chatur_value value;
};
/* The best of a list, best first. */
struct shortlist {
    struct candidate of[WIDEST];
    unsigned n;
};

/* What whoever plays at the position wants to be great. */
static float wish(const struct expect *x, const struct chatur_pos *pos,
                  const struct chatur_value *v)
{
    if (x->mode != EXPECT_PARANOID)
        return chatur_payoff(v, pos->turn, pos->phase, x->mode == EXPECT_MAXN ? 1 : 0);
    float his = chatur_payoff(v, x->thinker, x->phase, 1);
    return pos->turn == x->thinker ? his : 1 - his;
}

static void look_at_clock(struct expect *x)
{
    const struct chatur_limits *l = &x->limits;
    if (l->nodes && x->nodes > l->nodes)
        x->stopped = true;
    if (++x->nodes % CLOCK_EVERY)
        return;
    if ((l->stop && atomic_load_explicit(l->stop, memory_order_relaxed)) ||
        (x->until && chatur_now_ms() >= x->until))
        x->stopped = true;
}

static void insert(struct shortlist *s, unsigned width, const struct candidate *c)
{
    unsigned at = s->n;
    if (at > 0 && at == width && s->of[--at].payoff >= c->payoff)
        return;
    for (; at > 0 && s->of[at - 1].payoff < c->payoff; at--)
        s->of[at] = s->of[at - 1];
    s->of[at] = *c;
    s->n += s->n < width;
}

/* The turns of a roll that look best, judged at once. */
static void shorten(struct expect *x, const struct chatur_pos *pos, unsigned roll, unsigned left,
                    struct shortlist *out)
{
    game_move *list = x->lists[left];
    uint64_t prey = chatur_prey(pos, pos->turn, false);
    uint32_t n = chatur_turns(pos, roll, list);
    unsigned most = 0, width = left > 1 ? x->width : 1;
    out->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        unsigned taken = chatur_rajas_taken(list[i], prey);
        if (taken < most)
            continue;
        if (taken > most)
            out->n = 0;
        most = taken;
        struct chatur_pos after = *pos;
        struct candidate c = {.turn = list[i]};
        chatur_play(&after, list[i]);
        chatur_judge(&after, &c.value);
        look_at_clock(x);
        c.payoff = wish(x, pos, &c.value);
        insert(out, width, &c);
    }
}

static void expected(struct expect *x, const struct chatur_pos *pos, unsigned left,
                     struct chatur_value *out);

/* What the best turn is worth; it is put first. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as DEEPEST, never more
static void deepen(struct expect *x, const struct chatur_pos *pos, unsigned left,
                   struct shortlist *s)
{
    unsigned best = 0;
    for (unsigned i = 0; left > 1 && i < s->n && !x->stopped; i++) {
        struct candidate *c = &s->of[i];
        struct chatur_pos after = *pos;
        chatur_play(&after, c->turn);
        if (!chatur_over(&after) && !chatur_turn_is_chancy(c->turn))
            expected(x, &after, left - 1, &c->value);
        c->payoff = wish(x, pos, &c->value);
        if (c->payoff > s->of[best].payoff)
            best = i;
    }
    struct candidate first = s->of[best];
    s->of[best] = s->of[0];
    s->of[0] = first;
}

static void add_value(struct chatur_value *to, const struct chatur_value *from, float weight)
{
    for (int i = 0; i < CHATUR_COLOURS; i++)
        to->seat[i] += weight * from->seat[i];
    for (int i = 0; i < 2; i++)
        to->team[i] += weight * from->team[i];
}

/* Over all rolls, before the dice. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as DEEPEST, never more
static void expected(struct expect *x, const struct chatur_pos *pos, unsigned left,
                     struct chatur_value *out)
{
    struct shortlist s;
    *out = (struct chatur_value){0};
    for (unsigned roll = 0; roll < CHATUR_ROLLS && !x->stopped; roll++) {
        unsigned weight = chatur_roll_weight(&pos->rules, roll);
        if (!weight)
            continue;
        shorten(x, pos, roll, left, &s);
        deepen(x, pos, left, &s);
        add_value(out, &s.of[0].value, (float)weight / CHATUR_ROLLS);
    }
}

/* --- As a player ------------------------------------------------------------------------------ */

enum status expect_open(void **state, const struct chatur_kind_of_player *kind, struct span options,
                        const struct chatur_limits *limits, struct err *err)
{
    struct chatur_limits own = *limits;
    unsigned width = DEFAULT_WIDTH;
    const struct chatur_option table[] = {{.name = "width", .small = &width, .max = WIDEST},
                                          {.name = NULL}};
    enum status st = chatur_options_read(table, &own, options, err);
    if (st != STATUS_OK)
        return st;
    struct expect *x = mem_calloc(1, sizeof *x);
    if (!x)
        return err_nomem(err);
    if (!own.nodes && !own.ms && !own.depth)
        own.nodes = DEFAULT_NODES;
    x->mode = (enum expect_mode)kind->level;
    x->limits = own;
    x->width = width ? width : 1;
    *state = x;
    return STATUS_OK;
}

game_move expect_choose(void *state, const struct chatur_pos *pos, unsigned roll, struct rng *rng,
                        uint32_t *count)
{
    struct expect *x = state;
    struct shortlist s;
    unsigned deepest = x->limits.depth ? x->limits.depth : DEEPEST;
    *count = chatur_turns(pos, roll, NULL);
    x->thinker = pos->turn;
    x->phase = pos->phase;
    x->nodes = 0;
    x->stopped = false;
    x->until = x->limits.ms ? chatur_now_ms() + x->limits.ms : 0;
    shorten(x, pos, roll, deepest < 2 ? 1 : 2, &s);
    deepen(x, pos, 1, &s);
    game_move turn = s.of[0].turn;
    for (unsigned depth = 2; depth <= deepest && depth <= DEEPEST && s.n > 1; depth++) {
        deepen(x, pos, depth, &s);
        if (x->stopped)
            break;
        turn = s.of[0].turn;
    }
    return chatur_chance(pos, turn, rng);
}

void expect_close(void *state)
{
    mem_free(state);
}
