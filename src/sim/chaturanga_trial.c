/* chaturanga_trial.c: see chaturanga_trial.h. */
#include "sim/chaturanga_trial.h"

#include <math.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "base/wilson.h"

/* Games that a thread plays in a row: enough to make handing them over cost nothing, few enough to
 * stop soon.  Those that search take long over one. */
enum { GAMES_AT_A_TIME = 64 };

struct hall {
    const struct chatur_trial *trial;
    struct chatur_player *(*players)[CHATUR_COLOURS]; /* by thread */
    unsigned threads;
    uint64_t batch;
    struct chatur_sums *sums;
};

/* Games from … from + n - 1. */
struct batch {
    uint64_t from, n;
    struct chatur_sums sums;
    game_move *turns; /* of all of them, one after the other; only if somebody wants them */
    size_t turn_count, turn_cap;
    struct chatur_game games[GAMES_AT_A_TIME];
};

/* --- One game --------------------------------------------------------------------------------- */

static enum status note_turn(struct batch *b, game_move turn, struct err *err)
{
    game_move *grown =
        mem_grow(b->turns, b->turn_count, &b->turn_cap, SIZE_MAX / sizeof *b->turns, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    b->turns = grown;
    b->turns[b->turn_count++] = turn;
    return STATUS_OK;
}

static void turn_back(struct chatur_pos *pos, unsigned mover)
{
    if (chatur_over(pos))
        return;
    for (unsigned i = 1; i <= CHATUR_COLOURS; i++) {
        unsigned next = (mover + CHATUR_COLOURS - i) % CHATUR_COLOURS;
        if (pos->state[next] != CHATUR_FROZEN) {
            pos->turn = (uint8_t)next;
            return;
        }
    }
}

static void take_frozen_off(struct chatur_pos *pos)
{
    for (unsigned c = 0; c < CHATUR_COLOURS; c++) {
        if (pos->state[c] != CHATUR_FROZEN)
            continue;
        for (unsigned kind = 0; kind < CHATUR_KINDS; kind++)
            pos->kinds[kind] &= ~pos->colours[c];
        pos->colours[c] = 0;
    }
}

static void make_odd(struct chatur_pos *pos, unsigned oddities, unsigned mover)
{
    if (oddities & CHATUR_FROZEN_VANISH)
        take_frozen_off(pos);
    if (oddities & CHATUR_TURN_BACK)
        turn_back(pos, mover);
}

static void count_turn(const struct chatur_trial *t, const struct chatur_pos *pos, uint32_t count,
                       struct chatur_course *c)
{
    struct chatur_counts counts;
    if ((t->oddities & CHATUR_SKIP_FORCED) && count == 1)
        return;
    c->turns++;
    c->after += count;
    if (!t->counts)
        return;
    chatur_count(pos, &counts);
    c->before += counts.before;
    c->sixteenths += counts.sixteenths;
}

static bool stopped(const struct chatur_trial *t)
{
    return t->stop && atomic_load_explicit(t->stop, memory_order_relaxed);
}

/* Plays from *pos to the end. */
static enum status play(const struct chatur_trial *t, struct chatur_player *const *players,
                        struct chatur_pos *pos, struct rng *rng, struct batch *b,
                        struct chatur_course *course, struct err *err)
{
    enum status st = STATUS_OK;
    while (!chatur_over(pos) && pos->ply < CHATUR_MAX_PLIES && st == STATUS_OK) {
        unsigned mover = pos->turn, roll = (unsigned)(rng_next(rng) >> 60);
        uint32_t count;
        game_move turn = chatur_player_choose(players[mover], pos, roll, rng, &count);
        count_turn(t, pos, count, course);
        if (t->keep)
            st = note_turn(b, turn, err);
        chatur_play(pos, turn);
        if (t->oddities)
            make_odd(pos, t->oddities, mover);
        if (chatur_player_searches(players[mover]) && stopped(t))
            st = STATUS_CANCELLED;
    }
    return st;
}

/* --- Sums ------------------------------------------------------------------------------------- */

static void figure_add(struct chatur_figure *f, double value, double length)
{
    f->sum += value;
    f->squares += value * value;
    f->times_length += value * length;
}

static void add_game(struct chatur_sums *s, const struct chatur_pos *end,
                     const struct chatur_course *c)
{
    double length = (double)c->turns;
    s->games++;
    s->turns += c->turns;
    s->length_squares += length * length;
    s->most_turns = c->turns > s->most_turns ? c->turns : s->most_turns;
    s->draws += end->phase != CHATUR_WON;
    for (unsigned i = 0; i < CHATUR_COLOURS; i++)
        s->wins[i] += end->phase == CHATUR_WON && chatur_wins(end, i);
    for (unsigned i = 0; i < 2; i++)
        s->teams[i] += end->state[i ^ 1] == CHATUR_FROZEN && end->state[i ^ 3] == CHATUR_FROZEN;
    figure_add(&s->after, (double)c->after, length);
    figure_add(&s->before, (double)c->before, length);
    figure_add(&s->expected, (double)c->sixteenths / CHATUR_ROLLS, length);
}

static void figure_merge(struct chatur_figure *to, const struct chatur_figure *from)
{
    to->sum += from->sum;
    to->squares += from->squares;
    to->times_length += from->times_length;
}

static void merge(struct chatur_sums *to, const struct chatur_sums *from)
{
    to->games += from->games;
    to->turns += from->turns;
    to->draws += from->draws;
    to->length_squares += from->length_squares;
    to->most_turns = from->most_turns > to->most_turns ? from->most_turns : to->most_turns;
    for (int i = 0; i < CHATUR_COLOURS; i++)
        to->wins[i] += from->wins[i];
    for (int i = 0; i < 2; i++)
        to->teams[i] += from->teams[i];
    figure_merge(&to->after, &from->after);
    figure_merge(&to->before, &from->before);
    figure_merge(&to->expected, &from->expected);
}

/* --- Many games ------------------------------------------------------------------------------- */

static enum status work(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct hall *h = ctx;
    struct batch *b = item;
    const struct chatur_trial *t = h->trial;
    enum status st = STATUS_OK;
    b->sums = (struct chatur_sums){0};
    b->turn_count = 0;
    for (uint64_t i = 0; i < b->n && st == STATUS_OK; i++) {
        struct chatur_pos pos;
        struct chatur_course course = {0};
        struct rng rng;
        if (stopped(t))
            return STATUS_CANCELLED;
        if (t->start)
            pos = *t->start;
        else
            chatur_start(&pos, &t->rules);
        rng_seed_stream(&rng, t->seed, b->from + i);
        size_t before = b->turn_count;
        st = play(t, h->players[worker], &pos, &rng, b, &course, err);
        add_game(&b->sums, &pos, &course);
        b->games[i] = (struct chatur_game){
            .number = b->from + i, .turn_count = (uint32_t)(b->turn_count - before), .end = pos};
    }
    return st;
}

static enum status consume(void *ctx, void *item, struct err *err)
{
    struct hall *h = ctx;
    struct batch *b = item;
    const struct chatur_trial *t = h->trial;
    enum status st = STATUS_OK;
    size_t at = 0;
    merge(h->sums, &b->sums);
    for (uint64_t i = 0; i < b->n && t->keep && st == STATUS_OK; i++) {
        b->games[i].turns = b->turns + at;
        at += b->games[i].turn_count;
        st = t->keep(t->ctx, &b->games[i], err);
    }
    if (t->progress)
        t->progress(t->ctx, h->sums->games);
    return st;
}

static void release_batch(void *ctx, void *item)
{
    struct batch *b = item;
    (void)ctx;
    mem_free(b->turns);
}

static enum status open_players(struct hall *h, struct err *err)
{
    enum status st = STATUS_OK;
    h->batch = GAMES_AT_A_TIME;
    h->players = mem_calloc(h->threads, sizeof *h->players);
    if (!h->players)
        return err_nomem(err);
    for (unsigned i = 0; i < h->threads && st == STATUS_OK; i++)
        for (int seat = 0; seat < CHATUR_COLOURS && st == STATUS_OK; seat++) {
            st = chatur_player_open(&h->players[i][seat], span_of(h->trial->players[seat]),
                                    &h->trial->limits, err);
            if (st == STATUS_OK && chatur_player_searches(h->players[i][seat]))
                h->batch = 1;
        }
    return st;
}

static void close_players(struct hall *h)
{
    for (unsigned i = 0; h->players && i < h->threads; i++)
        for (int seat = 0; seat < CHATUR_COLOURS; seat++)
            chatur_player_close(h->players[i][seat]);
    mem_free(h->players);
}

static enum status submit_all(struct hall *h, struct pool *pool, struct err *err)
{
    const struct chatur_trial *t = h->trial;
    uint64_t end = t->first + t->games;
    enum status st = STATUS_OK;
    for (uint64_t from = t->first; from < end && st == STATUS_OK; from += h->batch) {
        void *slot;
        st = pool_slot(pool, &slot, err);
        if (st != STATUS_OK)
            break;
        struct batch *b = slot;
        b->from = from;
        b->n = end - from < h->batch ? end - from : h->batch;
        st = pool_submit(pool, err);
    }
    return st == STATUS_OK ? pool_finish(pool, err) : st;
}

enum status chatur_trial_run(const struct chatur_trial *trial, struct chatur_sums *out,
                             struct err *err)
{
    struct hall h = {
        .trial = trial, .threads = trial->threads ? trial->threads : pool_cpu_count(), .sums = out};
    const struct pool_ops ops = {.ctx = &h,
                                 .item_bytes = sizeof(struct batch),
                                 .work = work,
                                 .consume = consume,
                                 .release = release_batch};
    struct pool *pool = NULL;
    *out = (struct chatur_sums){0};
    enum status st = open_players(&h, err);
    if (st == STATUS_OK)
        st = pool_open(&pool, h.threads, &ops, err);
    if (st == STATUS_OK)
        st = submit_all(&h, pool, err);
    pool_close(pool);
    close_players(&h);
    return st;
}

/* --- Figures ---------------------------------------------------------------------------------- */

struct chatur_mean chatur_mean_of(const struct chatur_sums *s, const struct chatur_figure *f)
{
    double turns = (double)s->turns;
    if (s->turns == 0)
        return (struct chatur_mean){NAN, NAN};
    double mean = f->sum / turns;
    double rest = f->squares - 2 * mean * f->times_length + mean * mean * s->length_squares;
    return (struct chatur_mean){mean, sqrt(fmax(rest, 0)) / turns};
}

struct chatur_mean chatur_length_of(const struct chatur_sums *s)
{
    double n = (double)s->games;
    if (s->games == 0)
        return (struct chatur_mean){NAN, NAN};
    double mean = (double)s->turns / n;
    return (struct chatur_mean){mean, sqrt(fmax(s->length_squares / n - mean * mean, 0) / n)};
}

struct chatur_mean chatur_share_of(uint64_t part, uint64_t of)
{
    struct wilson w = wilson_interval((double)part, (double)of);
    return (struct chatur_mean){100 * w.share, 100 * (w.high - w.low) / (2 * WILSON_Z)};
}

struct chatur_mean chatur_index_of(const struct chatur_sums *s)
{
    struct chatur_mean b = chatur_mean_of(s, &s->after), d = chatur_length_of(s);
    double index = sqrt(b.value) / d.value;
    /* both are small: relative errors add up as squares, B's at half */
    double relative = hypot(b.error / b.value / 2, d.error / d.value);
    return (struct chatur_mean){index, index * relative};
}
