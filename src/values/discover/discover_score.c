/* discover_score.c: all games: sums, scores, and the correction for many.
 *
 * The unit is the game.  With S(g) the sum of a candidate's residuals in game g, the score of its
 * shift is
 *
 *     z = Σ S(g) / √ Σ S(g)²
 *
 * which is 0 on average and about normal if the values are right.  Two things could make it large
 * by chance: a few odd games, but they are in its own squares, too; and that by luck there were no
 * odd ones, where all are won that ought to be and squares are small.  So what is below the root
 * is never less than what the values themselves make us expect: a game is won with the mean
 * probability of its rows, and its sum is that one coin times the number of rows.
 *
 * The tilt is the same with residuals times how far ahead, t, less its mean under the condition, so
 * that a shift alone is no tilt.
 *
 * A pair's p is the largest of three: of its shift; and of the differences between its mean and
 * those of either part where the other does not hold, in the shift's direction.  (All three have to
 * be there, so the largest is a p of its own.)  The difference of two means m - m' over games:
 *
 *     Σ ((S(g) - m n(g)) / N - (S'(g) - m' n'(g)) / N')²
 *
 * multiplied out is made of sums of products, and where a game has a part but not the pair they
 * are the part's own: so only games that have the pair cost anything. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "values/discover/discover_internal.h"

enum { GRAIN = 256 }; /* games of a piece of work */

/* --- Sums ------------------------------------------------------------------------------------- */

struct score_sums {
    struct discover_tally tally;
    struct contrast against[2];
};

struct score_pass {
    const struct discover_job *job;
    struct discover_walk *walks; /* by worker */
    uint64_t **words;            /* by worker: room for a game's plies */
    size_t *words_cap;
    unsigned workers;
    uint64_t done;
};

static void tally_add(struct discover_tally *t, const struct game_sum *g)
{
    t->r += g->r;
    t->rt += g->rt;
    t->t += g->t;
    t->tt += g->tt;
    t->n += g->n;
    t->had += g->had;
    t->r_r += g->r * g->r;
    t->r_rt += g->r * g->rt;
    t->rt_rt += g->rt * g->rt;
    t->r_n += g->r * g->n;
    t->n_n += g->n * g->n;
    double rate = (1 + g->plain_t / g->n) / 2, coin = rate * (1 - rate);
    t->due_r_r += coin * g->net * g->net;
    t->due_r_rt += coin * g->net * g->plain_t;
    t->due_rt_rt += coin * g->plain_t * g->plain_t;
    t->games += 1;
}

/* A part of a pair as the pair's side sees it: the other's residuals count the other way round; of
 * what both see the same, each row is seen twice, once from each side. */
static struct game_sum part_of(const struct discover_candidates *c,
                               const struct discover_candidate *pair, int part,
                               const struct game_sum *games)
{
    uint32_t single = part ? pair->b : pair->a;
    struct game_sum g = games[single];
    if (c->at[single].symmetric && !pair->symmetric)
        return (struct game_sum){.n = 2 * g.n};
    if (part && pair->other)
        g.r = -g.r;
    return g;
}

static void contrast_add(struct contrast *c, const struct game_sum *pair,
                         const struct game_sum *part)
{
    double r = part->r - pair->r, n = part->n - pair->n;
    c->r_r += pair->r * r;
    c->r_n += pair->r * n;
    c->n_r += pair->n * r;
    c->n_n += pair->n * n;
}

static void add_pair(const struct discover_walk *w, const struct discover_candidate *c,
                     uint32_t number, uint64_t *bits, struct score_sums *sums)
{
    struct game_sum sum = {0};
    for (int side = 0; side < (c->symmetric ? 1 : 2); side++) {
        discover_walk_bits(w, number, side, bits);
        discover_walk_add_bits(w, bits, side, &sum);
    }
    if (sum.n < 0.5)
        return;
    tally_add(&sums->tally, &sum);
    for (int part = 0; part < 2; part++) {
        struct game_sum whole = part_of(w->job->candidates, c, part, w->game);
        contrast_add(&sums->against[part], &sum, &whole);
    }
}

static enum status room_for_words(struct score_pass *s, unsigned worker, struct err *err)
{
    size_t words = s->walks[worker].words;
    if (words <= s->words_cap[worker])
        return STATUS_OK;
    uint64_t *more = mem_realloc_array(s->words[worker], words, sizeof *more);
    if (!more)
        return err_nomem(err);
    s->words[worker] = more;
    s->words_cap[worker] = words;
    return STATUS_OK;
}

static enum status score_game(struct score_pass *s, unsigned worker, uint32_t sheet,
                              uint32_t number, struct score_sums *sums, struct err *err)
{
    struct discover_walk *w = &s->walks[worker];
    const struct discover_candidates *c = s->job->candidates;
    bool is_in;
    enum status status = discover_walk_begin(w, sheet, number, &is_in, err);
    if (status == STATUS_OK && is_in)
        status = discover_walk_singles(w, number, err);
    if (status == STATUS_OK && is_in)
        status = room_for_words(s, worker, err);
    if (status != STATUS_OK || !is_in)
        return status;
    for (uint32_t i = 0; i < w->touched_count; i++)
        tally_add(&sums[w->touched[i]].tally, &w->game[w->touched[i]]);
    const bool *wanted = s->job->wanted;
    for (uint32_t i = c->singles; i < c->count; i++)
        if ((!wanted || wanted[i]) && w->is_touched[c->at[i].a] && w->is_touched[c->at[i].b])
            add_pair(w, &c->at[i], i, s->words[worker], &sums[i]);
    return STATUS_OK;
}

static enum status add_games(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                             struct err *err)
{
    struct score_pass *s = ctx;
    enum status status = STATUS_OK;
    if (!s->walks[worker].job)
        status = discover_walk_open(&s->walks[worker], s->job, err);
    for (size_t i = from; i < to && status == STATUS_OK; i++) {
        uint32_t sheet, number;
        discover_find_game(s->job->sheets, i, &sheet, &number);
        status = score_game(s, worker, sheet, number, sum, err);
    }
    return status == STATUS_OK ? discover_cancelled(s->job->o, err) : status;
}

static void merge_sums(void *ctx, void *total, const void *sum)
{
    struct score_pass *s = ctx;
    double *to = total;
    const double *from = sum;
    size_t n = s->job->candidates->count * (sizeof(struct score_sums) / sizeof(double));
    for (size_t i = 0; i < n; i++)
        to[i] += from[i];
    if (s->job->o->progress)
        progress_add(s->job->o->progress, GRAIN);
}

static const struct msg SCORING = {"scoring conditions", "条件を採点中"};
static const struct msg GAMES = {"games", "局"};

static enum status run_sums(struct score_pass *s, struct score_sums *total, struct err *err)
{
    const struct pool_reduction r = {.ctx = s,
                                     .n = discover_all_games(s->job->sheets),
                                     .grain = GRAIN,
                                     .sum_bytes = s->job->candidates->count * sizeof *total,
                                     .add = add_games,
                                     .merge = merge_sums};
    struct progress *progress = s->job->o->progress;
    if (progress)
        progress_start(progress, &SCORING, &GAMES, r.n);
    enum status status = pool_reduce(s->workers, &r, total, err);
    if (progress)
        progress_finish(progress);
    return status;
}

/* --- From sums to scores
 * -------------------------------------------------------------------------- */

static double p_of(double z)
{
    return erfc(fabs(z) / sqrt(2));
}

static void score_single(struct score *s)
{
    const struct discover_tally *t = &s->tally;
    double mean_t = t->t / t->n, spread = t->tt / t->n - mean_t * mean_t;
    double tilt = t->rt - mean_t * t->r;
    double seen = t->rt_rt - 2 * mean_t * t->r_rt + mean_t * mean_t * t->r_r;
    double due = t->due_rt_rt - 2 * mean_t * t->due_r_rt + mean_t * mean_t * t->due_r_r;
    double variance = fmax(seen, due);
    double r_r = fmax(t->r_r, t->due_r_r);
    s->shift = t->r / t->n;
    s->z_shift = r_r > 0 ? t->r / sqrt(r_r) : 0;
    if (spread > 1e-9 && variance > 1e-12 * t->rt_rt && variance > 0) {
        s->spread = sqrt(spread);
        s->tilt = tilt / (t->n * spread);
        s->z_tilt = tilt / sqrt(variance);
    }
}

/* The parts's sums over all games, as part_of() has those of one. */
static struct discover_tally part_tally(const struct discover_candidates *c,
                                        const struct discover_candidate *pair, int part,
                                        const struct score *scores)
{
    uint32_t single = part ? pair->b : pair->a;
    struct discover_tally t = scores[single].tally;
    if (c->at[single].symmetric && !pair->symmetric)
        return (struct discover_tally){.n = 2 * t.n, .n_n = 4 * t.n_n};
    if (part && pair->other) {
        t.r = -t.r;
        t.r_n = -t.r_n;
    }
    return t;
}

/* How many standard errors the pair's mean lies beyond that of the rest of a part. */
static double z_against(const struct discover_tally *pair, const struct contrast *k,
                        const struct discover_tally *part)
{
    double n = pair->n, rest_n = part->n - n;
    if (rest_n < 0.5)
        return 0; /* it is no more than this part */
    double m = pair->r / n, rest_m = (part->r - pair->r) / rest_n;
    /* the rest's own products: (pair + rest)² less pair² and what is mixed */
    double rest_r_r = part->r_r - (pair->r_r + 2 * k->r_r);
    double rest_r_n = part->r_n - (pair->r_n + k->r_n + k->n_r);
    double rest_n_n = part->n_n - (pair->n_n + 2 * k->n_n);
    double own = pair->r_r - 2 * m * pair->r_n + m * m * pair->n_n;
    double rest = rest_r_r - 2 * rest_m * rest_r_n + rest_m * rest_m * rest_n_n;
    double both = k->r_r - rest_m * k->r_n - m * k->n_r + m * rest_m * k->n_n;
    double variance = own / (n * n) + rest / (rest_n * rest_n) - 2 * both / (n * rest_n);
    variance = fmax(variance, pair->due_r_r / (n * n));
    double difference = m - rest_m;
    if (variance <= 0 || (difference > 0) != (m > 0))
        return 0;
    return fabs(difference) / sqrt(variance);
}

static void score_candidate(const struct discover_job *job, uint32_t i, struct score *scores)
{
    struct score *s = &scores[i];
    const struct discover_candidate *c = &job->candidates->at[i];
    s->p = s->adjusted = 1;
    if (s->tally.games < job->o->min_games || s->tally.n < 0.5)
        return;
    s->tested = true;
    score_single(s);
    s->z_least = fabs(s->z_shift);
    if (c->kind != CANDIDATE_PAIR) {
        double z = fmax(fabs(s->z_shift), fabs(s->z_tilt));
        s->p = fmin(1, 2 * p_of(z));
        return;
    }
    s->z_tilt = s->tilt = 0; /* pairs are looked at for their shift alone */
    for (int part = 0; part < 2; part++) {
        struct discover_tally t = part_tally(job->candidates, c, part, scores);
        s->z_least = fmin(s->z_least, z_against(&s->tally, &s->against[part], &t));
    }
    s->p = p_of(s->z_least);
}

static enum status prepare(struct score_pass *s, const struct discover_job *job, struct err *err)
{
    *s = (struct score_pass){.job = job};
    s->workers = job->o->threads ? job->o->threads : pool_cpu_count();
    s->walks = mem_calloc(s->workers, sizeof *s->walks);
    s->words = mem_calloc(s->workers, sizeof *s->words);
    s->words_cap = mem_calloc(s->workers, sizeof *s->words_cap);
    return s->walks && s->words && s->words_cap ? STATUS_OK : err_nomem(err);
}

static void dispose(struct score_pass *s)
{
    for (unsigned i = 0; i < s->workers; i++) {
        if (s->walks)
            discover_walk_close(&s->walks[i]);
        if (s->words)
            mem_free(s->words[i]);
    }
    mem_free(s->walks);
    mem_free(s->words);
    mem_free(s->words_cap);
}

static enum status score_with(struct score_pass *s, struct score_sums *total, struct score *scores,
                              struct err *err)
{
    const struct discover_job *job = s->job;
    enum status status = run_sums(s, total, err);
    for (uint32_t i = 0; i < job->candidates->count && status == STATUS_OK; i++) {
        if (job->wanted && !job->wanted[i])
            continue;
        scores[i] = (struct score){.tally = total[i].tally};
        memcpy(scores[i].against, total[i].against, sizeof scores[i].against);
        score_candidate(job, i, scores);
    }
    return status;
}

enum status discover_score(const struct discover_job *job, struct score *scores, struct err *err)
{
    struct score_pass s;
    struct score_sums *total = mem_calloc((size_t)job->candidates->count + 1, sizeof *total);
    enum status status = prepare(&s, job, err);
    if (status == STATUS_OK)
        status = total ? score_with(&s, total, scores, err) : err_nomem(err);
    mem_free(total);
    dispose(&s);
    return status;
}

/* --- Many ------------------------------------------------------------------------------------- */

struct ordered_p {
    double p;
    uint32_t number;
};

static int by_p(const void *a, const void *b)
{
    const struct ordered_p *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

enum status discover_correct(struct score *scores, uint32_t count, double level, double *passes,
                             struct err *err)
{
    struct ordered_p *order = mem_calloc((size_t)count + 1, sizeof *order);
    uint32_t tested = 0;
    if (!order)
        return err_nomem(err);
    for (uint32_t i = 0; i < count; i++)
        if (scores[i].tested)
            order[tested++] = (struct ordered_p){scores[i].p, i};
    qsort(order, tested, sizeof *order, by_p);
    double least = 1;
    bool passed = false;
    *passes = 0;
    for (uint32_t k = tested; k-- > 0;) {
        least = fmin(least, order[k].p * tested / (k + 1));
        scores[order[k].number].adjusted = least;
        if (least <= level && !passed)
            *passes = order[k].p;
        passed = passed || least <= level;
    }
    mem_free(order);
    return STATUS_OK;
}
