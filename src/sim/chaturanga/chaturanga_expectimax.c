/* chaturanga_expectimax.c: expectimax search over rolls and turns.
 *
 * What "best" means for the others makes three players of one search:
 *
 *     maxn       everybody pursues his own chance to win in the end
 *     team       everybody pursues his team's while teams fight, his own after
 *     paranoid   everybody else wants the one who thinks to lose
 *
 * A depth of 1 judges what each turn leads to (chaturanga_judge()); each one more adds the dice and the
 * choice of whoever plays next.  Of a list only the turns that look best (eight of them) are looked
 * at any deeper; a list with turns that take an enemy raja keeps only those.  Where chance has a
 * further part (exchanges, returning rajas) it is taken as the list has it, and not searched below.
 *
 * It deepens until its limits are reached; a depth that was not finished does not count. */
#include "sim/chaturanga/chaturanga_players.h"

#include "base/alloc.h"
#include "sim/chaturanga/chaturanga_options.h"
#include "sim/chaturanga/chaturanga_threat.h"
#include "sim/chaturanga/chaturanga_value.h"

enum {
    DEFAULT_NODES = 20000,
    DEEPEST = 8,
    WIDEST = 64,
    DEFAULT_WIDTH = 8,
    CLOCK_EVERY = 256, /* positions judged between looks at the clock */
};

struct expectimax {
    enum expectimax_mode mode;
    struct chaturanga_limits limits;
    unsigned width;
    unsigned thinker, phase; /* who thinks, and the phase in which he does */
    uint64_t nodes, until;
    bool stopped;
    game_move lists[DEEPEST + 1][CHATURANGA_MAX_TURNS]; /* by what is left of the depth */
};

/* A turn that looks good. */
struct expectimax_candidate {
    game_move turn;
    float payoff;
    struct chaturanga_value value;
};
/* The best of a list, best first. */
struct shortlist {
    struct expectimax_candidate of[WIDEST];
    unsigned n;
};

/* What whoever plays at the position wants to be great. */
static float mover_payoff(const struct expectimax *x, const struct chaturanga_pos *pos,
                          const struct chaturanga_value *v)
{
    if (x->mode != EXPECTIMAX_PARANOID)
        return chaturanga_payoff(v, pos->turn, pos->phase, x->mode == EXPECTIMAX_MAXN ? 1 : 0);
    float his = chaturanga_payoff(v, x->thinker, x->phase, 1);
    return pos->turn == x->thinker ? his : 1 - his;
}

static void look_at_clock(struct expectimax *x)
{
    const struct chaturanga_limits *l = &x->limits;
    if (l->nodes && x->nodes > l->nodes)
        x->stopped = true;
    if (++x->nodes % CLOCK_EVERY)
        return;
    if ((l->stop && atomic_load_explicit(l->stop, memory_order_relaxed)) ||
        (x->until && chaturanga_now_ms() >= x->until))
        x->stopped = true;
}

static void insert(struct shortlist *s, unsigned width, const struct expectimax_candidate *c)
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
static void shorten(struct expectimax *x, const struct chaturanga_pos *pos, unsigned roll,
                    unsigned left, struct shortlist *out)
{
    game_move *list = x->lists[left];
    uint64_t prey = chaturanga_prey(pos, pos->turn, false);
    uint32_t n = chaturanga_turns(pos, roll, list);
    unsigned most = 0, width = left > 1 ? x->width : 1;
    out->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        unsigned taken = chaturanga_rajas_taken(list[i], prey);
        if (taken < most)
            continue;
        if (taken > most)
            out->n = 0;
        most = taken;
        struct chaturanga_pos after = *pos;
        struct expectimax_candidate c = {.turn = list[i]};
        chaturanga_play_turn(&after, list[i]);
        chaturanga_judge(&after, &c.value);
        look_at_clock(x);
        c.payoff = mover_payoff(x, pos, &c.value);
        insert(out, width, &c);
    }
}

static void expected(struct expectimax *x, const struct chaturanga_pos *pos, unsigned left,
                     struct chaturanga_value *out);

/* What the best turn is worth; it is put first. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as DEEPEST, never more
static void deepen(struct expectimax *x, const struct chaturanga_pos *pos, unsigned left,
                   struct shortlist *s)
{
    unsigned best = 0;
    for (unsigned i = 0; left > 1 && i < s->n && !x->stopped; i++) {
        struct expectimax_candidate *c = &s->of[i];
        struct chaturanga_pos after = *pos;
        chaturanga_play_turn(&after, c->turn);
        if (!chaturanga_over(&after) && !chaturanga_turn_is_chancy(c->turn))
            expected(x, &after, left - 1, &c->value);
        c->payoff = mover_payoff(x, pos, &c->value);
        if (c->payoff > s->of[best].payoff)
            best = i;
    }
    struct expectimax_candidate first = s->of[best];
    s->of[best] = s->of[0];
    s->of[0] = first;
}

static void add_value(struct chaturanga_value *to, const struct chaturanga_value *from,
                      float weight)
{
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        to->seat[i] += weight * from->seat[i];
    for (int i = 0; i < 2; i++)
        to->team[i] += weight * from->team[i];
}

/* Over all rolls, before the dice. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as DEEPEST, never more
static void expected(struct expectimax *x, const struct chaturanga_pos *pos, unsigned left,
                     struct chaturanga_value *out)
{
    struct shortlist s;
    *out = (struct chaturanga_value){0};
    for (unsigned roll = 0; roll < CHATURANGA_ROLLS && !x->stopped; roll++) {
        unsigned weight = chaturanga_roll_weight(&pos->rules, roll);
        if (!weight)
            continue;
        shorten(x, pos, roll, left, &s);
        deepen(x, pos, left, &s);
        add_value(out, &s.of[0].value, (float)weight / CHATURANGA_ROLLS);
    }
}

/* --- As a player ------------------------------------------------------------------------------ */

enum status expectimax_open(void **state, const struct chaturanga_kind_of_player *kind,
                            struct span options, const struct chaturanga_limits *limits,
                            struct err *err)
{
    struct chaturanga_limits own = *limits;
    unsigned width = DEFAULT_WIDTH;
    const struct chaturanga_player_option table[] = {
        {.name = "width", .small = &width, .max = WIDEST}, {.name = NULL}};
    enum status status = chaturanga_options_read(table, &own, options, err);
    if (status != STATUS_OK)
        return status;
    struct expectimax *x = mem_calloc(1, sizeof *x);
    if (!x)
        return err_nomem(err);
    if (!own.nodes && !own.ms && !own.depth)
        own.nodes = DEFAULT_NODES;
    x->mode = (enum expectimax_mode)kind->level;
    x->limits = own;
    x->width = width ? width : 1;
    *state = x;
    return STATUS_OK;
}

game_move expectimax_choose(void *state, const struct chaturanga_pos *pos, unsigned roll,
                            struct rng *rng, uint32_t *count)
{
    struct expectimax *x = state;
    struct shortlist s;
    unsigned deepest = x->limits.depth ? x->limits.depth : DEEPEST;
    *count = chaturanga_turns(pos, roll, NULL);
    x->thinker = pos->turn;
    x->phase = pos->phase;
    x->nodes = 0;
    x->stopped = false;
    x->until = x->limits.ms ? chaturanga_now_ms() + x->limits.ms : 0;
    shorten(x, pos, roll, deepest < 2 ? 1 : 2, &s);
    deepen(x, pos, 1, &s);
    game_move turn = s.of[0].turn;
    for (unsigned depth = 2; depth <= deepest && depth <= DEEPEST && s.n > 1; depth++) {
        deepen(x, pos, depth, &s);
        if (x->stopped)
            break;
        turn = s.of[0].turn;
    }
    return chaturanga_chance(pos, turn, rng);
}

void expectimax_close(void *state)
{
    mem_free(state);
}
