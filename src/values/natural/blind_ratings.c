/* blind_ratings.c: see blind_ratings.h. */
#include "values/natural/blind_ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"

enum { RESAMPLES = 4000 };

double blind_sign_test(size_t heads, size_t tails)
{
    double n = (double)(heads + tails), sum = 0;
    size_t few = heads < tails ? heads : tails;
    if (heads == tails)
        return 1;
    for (size_t i = 0; i <= few; i++) {
        double k = (double)i;
        sum += exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2));
    }
    return fmin(1, 2 * sum);
}

struct blind_sums {
    const struct blind_rating *ratings;
    size_t n;
    int phase;
    uint32_t raters, positions; /* numbers below these occur */
    double *by_position;        /* owned: sums of differences */
    uint32_t *of_position, *of_rater, *drawn_raters, *drawn_positions; /* owned */
    double *means;                                                     /* owned: DRAWS of them */
};

static bool counts(const struct blind_sums *s, const struct blind_rating *r)
{
    return s->phase == BLIND_ALL || r->phase == s->phase;
}

static enum status blind_sums_open(struct blind_sums *s, struct err *err)
{
    for (size_t i = 0; i < s->n; i++) {
        s->raters = s->ratings[i].rater >= s->raters ? s->ratings[i].rater + 1 : s->raters;
        s->positions =
            s->ratings[i].position >= s->positions ? s->ratings[i].position + 1 : s->positions;
    }
    s->by_position = mem_calloc(s->positions + 1U, sizeof *s->by_position);
    s->of_position = mem_calloc(s->positions + 1U, sizeof *s->of_position);
    s->drawn_positions = mem_calloc(s->positions + 1U, sizeof *s->drawn_positions);
    s->of_rater = mem_calloc(s->raters + 1U, sizeof *s->of_rater);
    s->drawn_raters = mem_calloc(s->raters + 1U, sizeof *s->drawn_raters);
    s->means = mem_calloc(RESAMPLES, sizeof *s->means);
    return s->by_position && s->of_position && s->drawn_positions && s->of_rater &&
                   s->drawn_raters && s->means
               ? STATUS_OK
               : err_nomem(err);
}

static double t_over_positions(const struct blind_sums *s, size_t positions)
{
    double n = (double)positions, sum = 0, squares = 0;
    for (uint32_t k = 0; k < s->positions; k++)
        sum += s->of_position[k] ? s->by_position[k] / s->of_position[k] : 0;
    for (uint32_t k = 0; k < s->positions; k++) {
        double off = s->of_position[k] ? s->by_position[k] / s->of_position[k] - sum / n : 0;
        squares += off * off;
    }
    return positions > 1 ? sum / n / sqrt(squares / (n - 1) / n) : NAN;
}

static void add_up(struct blind_sums *s, struct blind_figures *out)
{
    double natural = 0, plain = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct blind_rating *r = &s->ratings[i];
        if (!counts(s, r))
            continue;
        natural += r->natural;
        plain += r->plain;
        out->ratings++;
        out->raters += s->of_rater[r->rater]++ == 0;
        out->positions += s->of_position[r->position]++ == 0;
        s->by_position[r->position] += (double)r->natural - r->plain;
    }
    for (uint32_t k = 0; k < s->positions; k++) {
        out->better += s->by_position[k] > 0;
        out->worse += s->by_position[k] < 0;
        out->equal += s->of_position[k] && s->by_position[k] == 0;
    }
    out->natural = natural / (double)out->ratings;
    out->plain = plain / (double)out->ratings;
    out->difference = (natural - plain) / (double)out->ratings;
    out->p = blind_sign_test(out->better, out->worse);
    out->t = t_over_positions(s, out->positions);
}

/* As many as there are, with repetition, among those that occur. */
static void resample(struct rng *rng, const uint32_t *of, uint32_t n, size_t occurring,
                     uint32_t *drawn)
{
    for (uint32_t i = 0; i < n; i++)
        drawn[i] = occurring == 1 && of[i] ? 1 : 0;
    for (size_t k = 0; occurring > 1 && k < occurring; k++) {
        size_t skip = rng_below(rng, occurring);
        uint32_t i = 0;
        while (!of[i] || skip--)
            i++;
        drawn[i]++;
    }
}

static double resample_mean(const struct blind_sums *s)
{
    double sum = 0, weight = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct blind_rating *r = &s->ratings[i];
        if (!counts(s, r))
            continue;
        double w = (double)s->drawn_raters[r->rater] * s->drawn_positions[r->position];
        sum += w * ((double)r->natural - r->plain);
        weight += w;
    }
    return weight > 0 ? sum / weight : NAN;
}

static int by_size(const void *a, const void *b)
{
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static void find_interval(struct blind_sums *s, uint64_t seed, struct blind_figures *out)
{
    size_t n = 0;
    for (uint64_t k = 0; k < RESAMPLES; k++) {
        struct rng rng;
        rng_seed_stream(&rng, seed, k);
        resample(&rng, s->of_rater, s->raters, out->raters, s->drawn_raters);
        resample(&rng, s->of_position, s->positions, out->positions, s->drawn_positions);
        double mean = resample_mean(s);
        if (!isnan(mean)) /* not everybody rated everything */
            s->means[n++] = mean;
    }
    qsort(s->means, n, sizeof *s->means, by_size);
    out->low = n ? s->means[n * 25 / 1000] : NAN;
    out->high = n ? s->means[n - 1 - n * 25 / 1000] : NAN;
}

enum status blind_figures(const struct blind_rating *ratings, size_t n, int phase, uint64_t seed,
                          struct blind_figures *out, struct err *err)
{
    struct blind_sums s = {.ratings = ratings, .n = n, .phase = phase};
    *out = (struct blind_figures){0};
    enum status status = blind_sums_open(&s, err);
    if (status == STATUS_OK) {
        add_up(&s, out);
        find_interval(&s, seed, out);
    }
    mem_free(s.by_position);
    mem_free(s.of_position);
    mem_free(s.drawn_positions);
    mem_free(s.of_rater);
    mem_free(s.drawn_raters);
    mem_free(s.means);
    return status;
}
