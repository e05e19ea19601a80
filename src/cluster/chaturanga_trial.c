/* chaturanga_trial.c: see chaturanga_trial.h. */
#include "cluster/chaturanga_trial.h"

#include <math.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/varint.h"
#include "base/wilson.h"
#include "base/work/pool.h"
#include "cluster/work_queue.h"

/* --- The encoding of some games of a trial, for other threads, processes and runs ------------- */

static void put_number(struct buf *out, uint64_t number)
{
    unsigned char bytes[8];
    le_put64(bytes, number);
    buf_add(out, bytes, sizeof bytes);
}

static void put_real(struct buf *out, double real)
{
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    put_number(out, bits);
}

static void put_figure(struct buf *out, const struct chaturanga_figure *f)
{
    put_real(out, f->sum);
    put_real(out, f->squares);
    put_real(out, f->times_length);
}

void chaturanga_sums_put(struct buf *out, const struct chaturanga_sums *s)
{
    put_number(out, s->games);
    put_number(out, s->turns);
    put_number(out, s->draws);
    put_number(out, s->most_turns);
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        put_number(out, s->wins[i]);
    for (int i = 0; i < 2; i++)
        put_number(out, s->teams[i]);
    put_real(out, s->length_squares);
    put_figure(out, &s->after);
    put_figure(out, &s->before);
    put_figure(out, &s->expected);
}

static uint64_t get_number(struct span *bytes)
{
    uint64_t number = le_get64(bytes->p);
    *bytes = span_skip(*bytes, 8);
    return number;
}

static double get_real(struct span *bytes)
{
    uint64_t bits = get_number(bytes);
    double real;
    memcpy(&real, &bits, sizeof real);
    return real;
}

static bool get_figure(struct span *bytes, struct chaturanga_figure *f)
{
    f->sum = get_real(bytes);
    f->squares = get_real(bytes);
    f->times_length = get_real(bytes);
    return isfinite(f->sum) && isfinite(f->squares) && isfinite(f->times_length);
}

bool chaturanga_sums_get(struct span *bytes, uint64_t games, struct chaturanga_sums *s)
{
    if (bytes->n < CHATURANGA_SUMS_BYTES)
        return false;
    *s = (struct chaturanga_sums){0};
    s->games = get_number(bytes);
    s->turns = get_number(bytes);
    s->draws = get_number(bytes);
    s->most_turns = get_number(bytes);
    bool good = (games == 0 || s->games == games) && s->draws <= s->games &&
                s->most_turns <= CHATURANGA_MAX_PLIES &&
                s->turns / CHATURANGA_MAX_PLIES <= s->games;
    for (int i = 0; i < CHATURANGA_COLOURS; i++) {
        s->wins[i] = get_number(bytes);
        good = good && s->wins[i] <= s->games;
    }
    for (int i = 0; i < 2; i++) {
        s->teams[i] = get_number(bytes);
        good = good && s->teams[i] <= s->games;
    }
    s->length_squares = get_real(bytes);
    good = good && isfinite(s->length_squares);
    good = get_figure(bytes, &s->after) && good;
    good = get_figure(bytes, &s->before) && good;
    good = get_figure(bytes, &s->expected) && good;
    return good;
}

void chaturanga_turns_put(struct buf *out, const game_move *turns, uint32_t count)
{
    varint_put(out, count);
    for (uint32_t i = 0; i < count; i++)
        varint_put(out, turns[i]);
}

bool chaturanga_turns_get(struct span *bytes, game_move *turns, uint32_t *count)
{
    uint64_t n;
    if (!varint_get(bytes, &n) || n > CHATURANGA_MAX_PLIES)
        return false;
    for (uint64_t i = 0; i < n; i++)
        if (!varint_get(bytes, &turns[i]))
            return false;
    *count = (uint32_t)n;
    return true;
}

/* Games that a thread plays in a row: enough to make handing them over cost nothing, few enough to
 * stop soon.  Those that search take long over one. */
enum { GAMES_AT_A_TIME = 64 };
/* A journal that has grown to this is folded, if it holds nothing but sums. */
enum { MOST_JOURNAL = 1 << 20 };

static const struct msg DAMAGED = {"game data from another process is damaged",
                                   "別のプロセスから届いた対局が壊れています"};

/* A thread's own. */
struct trial_worker {
    struct chaturanga_player *players[CHATURANGA_COLOURS];
    game_move turns[CHATURANGA_MAX_PLIES]; /* of the game being played, if somebody wants them */
    uint32_t turn_count;
};

struct trial_run {
    const struct chaturanga_trial *trial;
    struct trial_worker *tables; /* by thread */
    unsigned threads;
    uint64_t batch; /* games of a block */
    atomic_bool over;
    struct chaturanga_sums *sums;
    game_move turns[CHATURANGA_MAX_PLIES]; /* of the game being taken */
};

/* --- One game --------------------------------------------------------------------------------- */

static void count_turn(const struct chaturanga_trial *t, const struct chaturanga_pos *pos,
                       uint32_t count, struct chaturanga_course *c)
{
    struct chaturanga_counts counts;
    if ((t->oddities & CHATURANGA_SKIP_FORCED) && count == 1)
        return;
    c->turns++;
    c->after += count;
    if (!t->counts)
        return;
    chaturanga_count(pos, &counts);
    c->before += counts.before;
    c->sixteenths += counts.sixteenths;
}

static bool stopped(const struct trial_run *h)
{
    return atomic_load_explicit(&h->over, memory_order_relaxed);
}

static void start_game(const struct chaturanga_trial *t, struct chaturanga_pos *pos)
{
    if (t->start)
        *pos = *t->start;
    else
        chaturanga_start(pos, &t->rules);
}

/* Plays from *pos to the end. */
static enum status play(const struct trial_run *h, struct trial_worker *table,
                        struct chaturanga_pos *pos, struct rng *rng,
                        struct chaturanga_course *course)
{
    const struct chaturanga_trial *t = h->trial;
    table->turn_count = 0;
    while (!chaturanga_over(pos) && pos->ply < CHATURANGA_MAX_PLIES) {
        unsigned mover = pos->turn, roll = (unsigned)(rng_next(rng) >> 60);
        uint32_t count;
        game_move turn = chaturanga_player_choose(table->players[mover], pos, roll, rng, &count);
        count_turn(t, pos, count, course);
        table->turns[table->turn_count++] = turn;
        chaturanga_play_turn(pos, turn);
        if (t->oddities)
            chaturanga_make_odd(pos, t->oddities, mover);
        if (chaturanga_player_searches(table->players[mover]) && stopped(h))
            return STATUS_CANCELLED;
    }
    return STATUS_OK;
}

/* --- Sums ------------------------------------------------------------------------------------- */

static void figure_add(struct chaturanga_figure *f, double value, double length)
{
    f->sum += value;
    f->squares += value * value;
    f->times_length += value * length;
}

static void add_game(struct chaturanga_sums *s, const struct chaturanga_pos *end,
                     const struct chaturanga_course *c)
{
    double length = (double)c->turns;
    s->games++;
    s->turns += c->turns;
    s->length_squares += length * length;
    s->most_turns = c->turns > s->most_turns ? c->turns : s->most_turns;
    s->draws += end->phase != CHATURANGA_WON;
    for (unsigned i = 0; i < CHATURANGA_COLOURS; i++)
        s->wins[i] += end->phase == CHATURANGA_WON && chaturanga_wins(end, i);
    for (unsigned i = 0; i < 2; i++)
        s->teams[i] +=
            end->state[i ^ 1] == CHATURANGA_FROZEN && end->state[i ^ 3] == CHATURANGA_FROZEN;
    figure_add(&s->after, (double)c->after, length);
    figure_add(&s->before, (double)c->before, length);
    figure_add(&s->expected, (double)c->sixteenths / CHATURANGA_ROLLS, length);
}

static void figure_merge(struct chaturanga_figure *to, const struct chaturanga_figure *from)
{
    to->sum += from->sum;
    to->squares += from->squares;
    to->times_length += from->times_length;
}

static void merge(struct chaturanga_sums *to, const struct chaturanga_sums *from)
{
    to->games += from->games;
    to->turns += from->turns;
    to->draws += from->draws;
    to->length_squares += from->length_squares;
    to->most_turns = from->most_turns > to->most_turns ? from->most_turns : to->most_turns;
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        to->wins[i] += from->wins[i];
    for (int i = 0; i < 2; i++)
        to->teams[i] += from->teams[i];
    figure_merge(&to->after, &from->after);
    figure_merge(&to->before, &from->before);
    figure_merge(&to->expected, &from->expected);
}

/* --- Many games ------------------------------------------------------------------------------- */

static uint64_t games_of(const struct trial_run *h, uint64_t block)
{
    uint64_t before = block * h->batch;
    return h->trial->games - before < h->batch ? h->trial->games - before : h->batch;
}

static enum status work(void *ctx, uint64_t block, unsigned worker, struct buf *out,
                        struct err *err)
{
    struct trial_run *h = ctx;
    const struct chaturanga_trial *t = h->trial;
    struct trial_worker *table = &h->tables[worker];
    struct chaturanga_sums sums = {0};
    struct buf games;
    enum status status = STATUS_OK;
    buf_init(&games, BUF_DEFAULT_MAX);
    for (uint64_t i = 0; i < games_of(h, block) && status == STATUS_OK; i++) {
        struct chaturanga_pos pos;
        struct chaturanga_course course = {0};
        struct rng rng;
        start_game(t, &pos);
        rng_seed_stream(&rng, t->seed, t->first + block * h->batch + i);
        status = stopped(h) ? STATUS_CANCELLED : play(h, table, &pos, &rng, &course);
        add_game(&sums, &pos, &course);
        if (t->keep)
            chaturanga_turns_put(&games, table->turns, table->turn_count);
    }
    chaturanga_sums_put(out, &sums);
    buf_add_span(out, buf_span(&games));
    if (status == STATUS_OK && buf_status(&games) != STATUS_OK)
        status = err_nomem(err);
    buf_release(&games);
    return status;
}

/* The game is played again up to its end; ours: it need not be checked. */
static bool follow(const struct trial_run *h, struct chaturanga_trial_game *game, bool ours)
{
    const struct chaturanga_trial *t = h->trial;
    start_game(t, &game->end);
    for (uint32_t i = 0; i < game->turn_count; i++) {
        unsigned mover = game->end.turn;
        if (!ours &&
            (chaturanga_over(&game->end) || !chaturanga_is_legal(&game->end, game->turns[i])))
            return false;
        chaturanga_play_turn(&game->end, game->turns[i]);
        if (t->oddities)
            chaturanga_make_odd(&game->end, t->oddities, mover);
    }
    return true;
}

/* The sums are what is left of all games so far. */
static enum status fold(const struct trial_run *h, uint64_t block, struct err *err)
{
    struct buf state;
    buf_init(&state, CHATURANGA_SUMS_BYTES);
    chaturanga_sums_put(&state, h->sums);
    enum status status = buf_status(&state) == STATUS_OK
                             ? journal_fold(h->trial->journal, block + 1, buf_span(&state), err)
                             : err_nomem(err);
    buf_release(&state);
    return status;
}

static enum status take(void *ctx, uint64_t block, const struct work_queue_result *result,
                        struct err *err)
{
    struct trial_run *h = ctx;
    const struct chaturanga_trial *t = h->trial;
    struct span bytes = result->bytes;
    struct chaturanga_sums sums;
    enum status status = STATUS_OK;
    uint64_t games = games_of(h, block);
    if (!chaturanga_sums_get(&bytes, games, &sums))
        return err_plain(err, STATUS_SYNTAX, &DAMAGED);
    merge(h->sums, &sums);
    for (uint64_t i = 0; i < games && t->keep && status == STATUS_OK; i++) {
        struct chaturanga_trial_game game = {.number = t->first + block * h->batch + i,
                                             .turns = h->turns};
        if (!chaturanga_turns_get(&bytes, h->turns, &game.turn_count) ||
            !follow(h, &game, result->ours))
            return err_plain(err, STATUS_SYNTAX, &DAMAGED);
        status = t->keep(t->ctx, &game, err);
    }
    if (status == STATUS_OK && bytes.n)
        status = err_plain(err, STATUS_SYNTAX, &DAMAGED);
    if (t->progress)
        t->progress(t->ctx, h->sums->games);
    if (status == STATUS_OK && t->journal && !t->keep && journal_size(t->journal) > MOST_JOURNAL)
        status = fold(h, block, err);
    return status;
}

static enum status open_players(struct trial_run *h, struct err *err)
{
    struct chaturanga_limits limits = h->trial->limits;
    enum status status = STATUS_OK;
    limits.stop = &h->over;
    h->batch = GAMES_AT_A_TIME;
    h->tables = mem_calloc(h->threads, sizeof *h->tables);
    if (!h->tables)
        return err_nomem(err);
    for (unsigned i = 0; i < h->threads && status == STATUS_OK; i++)
        for (int seat = 0; seat < CHATURANGA_COLOURS && status == STATUS_OK; seat++) {
            struct chaturanga_player **player = &h->tables[i].players[seat];
            status = chaturanga_player_open(player, span_of(h->trial->players[seat]), &limits, err);
            if (status == STATUS_OK && chaturanga_player_searches(*player))
                h->batch = 1;
        }
    return status;
}

/* What an earlier run has folded. */
static enum status read_state(struct trial_run *h, struct err *err)
{
    const struct chaturanga_trial *t = h->trial;
    if (!t->journal || journal_floor(t->journal) == 0)
        return STATUS_OK;
    struct span state = journal_state(t->journal);
    uint64_t games = journal_floor(t->journal) * h->batch;
    games = games < t->games ? games : t->games;
    return chaturanga_sums_get(&state, games, h->sums) && state.n == 0
               ? STATUS_OK
               : err_plain(err, STATUS_SYNTAX, &DAMAGED);
}

static enum status share_sums(const struct trial_run *h, enum status mine, struct err *err)
{
    struct buf bytes;
    buf_init(&bytes, CHATURANGA_SUMS_BYTES);
    if (mine == STATUS_OK)
        chaturanga_sums_put(&bytes, h->sums);
    if (mine == STATUS_OK && buf_status(&bytes) != STATUS_OK)
        mine = err_nomem(err);
    mine = cluster_broadcast(h->trial->cluster, mine, &bytes, err);
    struct span all = buf_span(&bytes);
    if (mine == STATUS_OK && !chaturanga_sums_get(&all, h->trial->games, h->sums))
        mine = err_plain(err, STATUS_SYNTAX, &DAMAGED);
    buf_release(&bytes);
    return mine;
}

uint64_t chaturanga_trial_fingerprint(const struct chaturanga_trial *t)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        buf_printf(&text, "%s\n", t->players[i]);
    chaturanga_rules_print(t->start ? &t->start->rules : &t->rules, &text);
    if (t->start)
        chaturanga_print(t->start, &text);
    buf_printf(&text, "\n%llu %u %u %llu %llu %llu %u %d %d", (unsigned long long)t->limits.nodes,
               t->limits.ms, t->limits.depth, (unsigned long long)t->games,
               (unsigned long long)t->seed, (unsigned long long)t->first, t->oddities, t->counts,
               t->keep != NULL);
    uint64_t fingerprint = XXH3_64bits(text.p, text.n);
    buf_release(&text);
    return fingerprint;
}

enum status chaturanga_trial_run(const struct chaturanga_trial *trial, struct chaturanga_sums *out,
                                 struct err *err)
{
    struct trial_run *h = mem_calloc(1, sizeof *h);
    *out = (struct chaturanga_sums){0};
    if (!h)
        return err_nomem(err);
    h->trial = trial;
    h->threads = trial->threads ? trial->threads : pool_cpu_count();
    h->sums = out;
    enum status status = open_players(h, err);
    if (status == STATUS_OK)
        status = read_state(h, err);
    const struct work_queue_ops ops = {.ctx = h,
                                       .blocks =
                                           trial->games / h->batch + (trial->games % h->batch > 0),
                                       .fingerprint = chaturanga_trial_fingerprint(trial),
                                       .threads = h->threads,
                                       .work = work,
                                       .take = take,
                                       .cancelled = trial->stop,
                                       .over = &h->over,
                                       .journal = trial->journal};
    status = work_queue_run(trial->cluster, status, &ops, err);
    if (cluster_size(trial->cluster) > 1)
        status = share_sums(h, status, err);
    for (unsigned i = 0; h->tables && i < h->threads; i++)
        for (int seat = 0; seat < CHATURANGA_COLOURS; seat++)
            chaturanga_player_close(h->tables[i].players[seat]);
    mem_free(h->tables);
    mem_free(h);
    return status;
}

/* --- Figures ---------------------------------------------------------------------------------- */

struct chaturanga_mean chaturanga_mean_of(const struct chaturanga_sums *s,
                                          const struct chaturanga_figure *f)
{
    double turns = (double)s->turns;
    if (s->turns == 0)
        return (struct chaturanga_mean){NAN, NAN};
    double mean = f->sum / turns;
    double rest = f->squares - 2 * mean * f->times_length + mean * mean * s->length_squares;
    return (struct chaturanga_mean){mean, sqrt(fmax(rest, 0)) / turns};
}

struct chaturanga_mean chaturanga_length_of(const struct chaturanga_sums *s)
{
    double n = (double)s->games;
    if (s->games == 0)
        return (struct chaturanga_mean){NAN, NAN};
    double mean = (double)s->turns / n;
    return (struct chaturanga_mean){mean, sqrt(fmax(s->length_squares / n - mean * mean, 0) / n)};
}

struct chaturanga_mean chaturanga_share_of(uint64_t part, uint64_t of)
{
    struct wilson w = wilson_interval((double)part, (double)of);
    return (struct chaturanga_mean){100 * w.share, 100 * (w.high - w.low) / (2 * WILSON_Z)};
}

struct chaturanga_mean chaturanga_index_of(const struct chaturanga_sums *s)
{
    struct chaturanga_mean b = chaturanga_mean_of(s, &s->after), d = chaturanga_length_of(s);
    double index = sqrt(b.value) / d.value;
    /* both are small: relative errors add up as squares, B's at half */
    double relative = hypot(b.error / b.value / 2, d.error / d.value);
    return (struct chaturanga_mean){index, index * relative};
}
