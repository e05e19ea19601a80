/* chaturanga_likelihood.c: see chaturanga_likelihood.h. */
#include "sim/chaturanga/chaturanga_likelihood.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/chaturanga/chaturanga_oddity.h"
#include "sim/chaturanga/chaturanga_players.h"

void row_key_make(struct row_key *out, const struct chaturanga_hypothesis *h, unsigned level,
                  bool black_alone)
{
    memset(out, 0, sizeof *out);
    out->rules = hypothesis_rules(h);
    out->oddities = (uint8_t)hypothesis_oddities(h);
    out->black_alone = level && black_alone;
    out->level = (uint8_t)level;
    hypothesis_player(h, level, out->player);
}

/* --- Games ------------------------------------------------------------------------------------ */

/* All players of a kind are one: none remembers anything. */
struct row_seats {
    struct chaturanga_player *own, *other; /* other: P0, or NULL where all are alike */
};

static void play_game(const struct row_key *key, const struct row_seats *seats, struct rng *rng,
                      struct chaturanga_pos *pos, uint64_t figures[ROW_FIGURES])
{
    chaturanga_start(pos, &key->rules);
    memset(figures, 0, ROW_FIGURES * sizeof *figures);
    while (!chaturanga_over(pos) && pos->ply < CHATURANGA_MAX_PLIES) {
        unsigned mover = pos->turn, roll = (unsigned)(rng_next(rng) >> 60);
        bool own = !seats->other || mover == CHATURANGA_BLACK;
        uint32_t count;
        game_move turn =
            chaturanga_player_choose(own ? seats->own : seats->other, pos, roll, rng, &count);
        if (count > 1 || !(key->oddities & CHATURANGA_SKIP_FORCED)) {
            figures[ROW_LENGTH]++;
            figures[ROW_AFTER] += count;
            if (!seats->other) { /* nobody wants to know it of black's games */
                struct chaturanga_counts counts;
                chaturanga_count(pos, &counts);
                figures[ROW_BEFORE] += counts.before;
                figures[ROW_SIXTEENTHS] += counts.sixteenths;
            }
        }
        chaturanga_play_turn(pos, turn);
        if (key->oddities)
            chaturanga_make_odd(pos, key->oddities, mover);
    }
    figures[ROW_DRAWN] = pos->phase != CHATURANGA_WON;
}

static void add_game(struct row_sums *sums, const struct chaturanga_pos *end,
                     const uint64_t figures[ROW_FIGURES])
{
    sums->games++;
    sums->wins += end->phase == CHATURANGA_WON && chaturanga_wins(end, CHATURANGA_BLACK);
    for (int i = 0; i < ROW_FIGURES; i++) {
        sums->sum[i] += figures[i];
        for (int k = 0; k < ROW_FIGURES; k++)
            sums->products[i][k] += figures[i] * figures[k];
    }
}

enum status row_play(const struct row_key *key, uint64_t seed, uint64_t first, uint64_t n,
                     const atomic_bool *stop, struct row_sums *sums, struct err *err)
{
    struct row_seats seats = {0};
    enum status status = chaturanga_player_open(&seats.own, span_of(key->player), NULL, err);
    if (status == STATUS_OK && key->black_alone)
        status = chaturanga_player_open(&seats.other, SPAN("P0"), NULL, err);
    for (uint64_t i = first; i < first + n && status == STATUS_OK; i++) {
        struct chaturanga_pos pos;
        uint64_t figures[ROW_FIGURES];
        struct rng rng;
        rng_seed_stream(&rng, seed, i);
        play_game(key, &seats, &rng, &pos, figures);
        add_game(sums, &pos, figures);
        if (stop && atomic_load_explicit(stop, memory_order_relaxed))
            status = err_cancelled(err);
    }
    chaturanga_player_close(seats.own);
    chaturanga_player_close(seats.other);
    return status;
}

/* --- The paper -------------------------------------------------------------------------------- */

const char *const paper_figure_names[PAPER_FIGURES] = {"draws",    "D",    "B",        "before",
                                                       "expected", "wins", "sqrt(B)/D"};
const double paper_figures[LEVELS_OF_PAPER][PAPER_FIGURES] = {
    {19.2, 122, 24.2, 179, 24.3, 22.4, 0.04}, {0.0, 22.5, 22.4, 163, 22.5, 57.0, 0.21},
    {0.4, 29.4, 21.6, 157, 21.7, 77.1, 0.16}, {0.0, 16.7, 20.5, 146, 20.3, 81.5, 0.27},
    {0.0, 18.6, 20.8, 153, 21.2, 80.4, 0.25},
};
/* What a printed figure may be off; P0's D has no decimal. */
static double half_of(unsigned level, unsigned figure)
{
    static const double HALF[PAPER_FIGURES] = {0.05, 0.05, 0.05, 0.5, 0.05, 0.05, 0.005};
    return figure == PAPER_LENGTH && level == 0 ? 0.5 : HALF[figure];
}

/* --- Counts ----------------------------------------------------------------------------------- */

static double log_beta(double a, double b)
{
    return lgamma(a) + lgamma(b) - lgamma(a + b);
}

/* Of `share` per cent of the paper's games, if `part` of n were ours: Jeffreys' prior. */
static double count_term(uint64_t part, uint64_t n, double share, struct row_likelihood *out,
                         unsigned figure)
{
    double a = (double)part + 0.5, b = (double)(n - part) + 0.5, all = PAPER_GAMES_A_ROW;
    double k = round(share / 100 * all), mean = a / (a + b);
    double spread = mean * (1 - mean) * (all + a + b) / ((a + b + 1) * all);
    struct paper_comparison *c = &out->figures[figure];
    c->ours = 100 * (double)part / (double)n;
    c->error = 100 * sqrt(mean * (1 - mean) / (a + b + 1));
    c->sigmas = (100 * mean - share) / (100 * sqrt(spread));
    out->squares += c->sigmas * c->sigmas;
    return lgamma(all + 1) - lgamma(k + 1) - lgamma(all - k + 1) + log_beta(k + a, all - k + b) -
           log_beta(a, b);
}

/* --- Figures by turns ------------------------------------------------------------------------- */

enum { NORMALS = 4 }; /* D, B, before, expected */

struct row_moments {
    double mean[ROW_FIGURES];             /* D, then ratios to it, then the share of draws */
    double cov[ROW_FIGURES][ROW_FIGURES]; /* of one game, of what each adds to these */
};

/* Each figure but the length and draws is a ratio of sums over games: what a game adds to it is
 * (figure - ratio * length) / mean length. */
static void moments_of(const struct row_sums *s, struct row_moments *m)
{
    double n = (double)s->games, scale[ROW_FIGURES], slope[ROW_FIGURES];
    double length = (double)s->sum[ROW_LENGTH] / n;
    for (int i = 0; i < ROW_FIGURES; i++) {
        bool ratio = i != ROW_LENGTH && i != ROW_DRAWN;
        double unit = i == ROW_SIXTEENTHS ? CHATURANGA_ROLLS : 1;
        m->mean[i] = (double)s->sum[i] / n / (ratio ? length : 1) / unit;
        scale[i] = ratio ? 1 / (length * unit) : 1;
        slope[i] = ratio ? m->mean[i] * unit : 0; /* of the length, before scaling */
    }
    for (int i = 0; i < ROW_FIGURES; i++)
        for (int k = 0; k < ROW_FIGURES; k++) {
            /* E of (x_i - slope_i L)(x_k - slope_k L), less the product of their means */
            double product = (double)s->products[i][k] -
                             slope[k] * (double)s->products[i][ROW_LENGTH] -
                             slope[i] * (double)s->products[k][ROW_LENGTH] +
                             slope[i] * slope[k] * (double)s->products[ROW_LENGTH][ROW_LENGTH];
            double mean_i = (double)s->sum[i] / n - slope[i] * length;
            double mean_k = (double)s->sum[k] / n - slope[k] * length;
            m->cov[i][k] = scale[i] * scale[k] * (product - n * mean_i * mean_k) / (n - 1);
        }
}

/* Given the draws: means move by what the paper's draws differ from ours, and vary less. */
static void condition_on_draws(struct row_moments *m, double n, double draws)
{
    enum { FEWEST = 5 }; /* draws of ours: with fewer the slope is not known */
    double variance = m->cov[ROW_DRAWN][ROW_DRAWN];
    if (m->mean[ROW_DRAWN] * n < FEWEST || variance <= 0)
        return;
    for (int i = 0; i < NORMALS; i++)
        m->mean[i] += m->cov[i][ROW_DRAWN] / variance * (draws - m->mean[ROW_DRAWN]);
    for (int i = 0; i < NORMALS; i++)
        for (int k = 0; k < NORMALS; k++)
            m->cov[i][k] -= m->cov[i][ROW_DRAWN] * m->cov[k][ROW_DRAWN] / variance;
}

/* In a game, turns before the dice, expected and after them are nearly one number, so that the
 * ratios of their means hardly vary: they tell how turns are counted, not how games are played.  A
 * detail of counting that no dimension has may change them by so much, as a share of the figure. */
static const double COUNTING = 0.01;

static double tolerance(unsigned level, unsigned figure)
{
    bool ratio = figure == PAPER_BEFORE || figure == PAPER_EXPECTED;
    double half = half_of(level, figure), off = ratio ? COUNTING * paper_figures[level][figure] : 0;
    return half * half / 3 + off * off;
}

/* Terms of a normal distribution, each given those before it, by Cholesky's decomposition. */
static void normal_terms(unsigned level, const struct row_moments *m, double share,
                         struct row_likelihood *out)
{
    static const unsigned FIGURE[NORMALS] = {PAPER_LENGTH, PAPER_AFTER, PAPER_BEFORE,
                                             PAPER_EXPECTED};
    double root[NORMALS][NORMALS] = {{0}}, z[NORMALS];
    for (int i = 0; i < NORMALS; i++) {
        double least = tolerance(level, FIGURE[i]), left;
        for (int k = 0; k <= i; k++) {
            left = m->cov[i][k] * share + (i == k ? least : 0);
            for (int j = 0; j < k; j++)
                left -= root[i][j] * root[k][j];
            root[i][k] = i == k ? sqrt(left > least ? left : least) : left / root[k][k];
        }
        z[i] = paper_figures[level][FIGURE[i]] - m->mean[i];
        for (int k = 0; k < i; k++)
            z[i] -= root[i][k] * z[k];
        z[i] /= root[i][i];
        out->squares += z[i] * z[i];
        out->terms[FIGURE[i]] = -z[i] * z[i] / 2 - log(root[i][i]) - log(2 * acos(-1)) / 2;
    }
}

static struct paper_comparison compared(unsigned level, unsigned figure, double ours,
                                        double variance, double n)
{
    double half = half_of(level, figure);
    double predicted = variance * (1 / n + 1.0 / PAPER_GAMES_A_ROW) + half * half / 3;
    return (struct paper_comparison){.ours = ours,
                                     .error = sqrt(variance / n),
                                     .sigmas =
                                         (ours - paper_figures[level][figure]) / sqrt(predicted)};
}

void row_likelihood(unsigned level, const struct row_sums *alike, const struct row_sums *alone,
                    struct row_likelihood *out)
{
    static const unsigned FIGURE[NORMALS] = {PAPER_LENGTH, PAPER_AFTER, PAPER_BEFORE,
                                             PAPER_EXPECTED};
    const double *paper = paper_figures[level];
    double n = (double)alike->games;
    struct row_moments m;
    *out = (struct row_likelihood){0};
    moments_of(alike, &m);
    for (int i = 0; i < NORMALS; i++)
        out->figures[FIGURE[i]] = compared(level, FIGURE[i], m.mean[i], m.cov[i][i], n);
    double b = m.mean[ROW_AFTER], d = m.mean[ROW_LENGTH], index = sqrt(b) / d;
    double by_b = index / (2 * b), by_d = -index / d;
    out->figures[PAPER_INDEX] = compared(level, PAPER_INDEX, index,
                                         by_b * by_b * m.cov[ROW_AFTER][ROW_AFTER] +
                                             by_d * by_d * m.cov[ROW_LENGTH][ROW_LENGTH] +
                                             2 * by_b * by_d * m.cov[ROW_AFTER][ROW_LENGTH],
                                         n);
    out->terms[PAPER_DRAWS] =
        count_term(alike->sum[ROW_DRAWN], alike->games, paper[PAPER_DRAWS], out, PAPER_DRAWS);
    out->terms[PAPER_WINS] =
        count_term(alone->wins, alone->games, paper[PAPER_WINS], out, PAPER_WINS);
    condition_on_draws(&m, n, paper[PAPER_DRAWS] / 100);
    normal_terms(level, &m, 1 / n + 1.0 / PAPER_GAMES_A_ROW, out);
}
