/* curve_figures.c: rates, intervals and distortions out of what was counted; see curves.h. */
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/wilson.h"
#include "values/curves/curves_internal.h"

/* --- Bins ------------------------------------------------------------------------------------- */

/* All positions of a game have one result, so if it has nothing to do with how many they are, n
 * positions are worth (Σ n)² / Σ n² games (Kish, 1965).  What the games themselves say, the spread
 * of n (y - rate), may be better or worse; but where nearly all games were won it hangs on a few
 * lost ones.  So it is believed as far as there are games on both sides, against KISH_GAMES on the
 * side of the plain figure (bins of simulated games, 50 to 99 % won, 8 to 200 games: their
 * intervals then cover the true rate in 93 to 97 %). */
enum { KISH_GAMES = 10 };

static double effective_positions(const struct curve_cell *cell, double rate)
{
    double n = (double)cell->positions, games = (double)cell->games, spread = rate * (1 - rate);
    double plain = cell->squares / (n * n);
    double between = plain, believed = 0;
    if (cell->games > 1 && spread > 0) {
        double sum =
            cell->most_squares - 2 * rate * cell->won_squares + rate * rate * cell->squares;
        between = sum / (n * n * spread) * games / (games - 1);
        believed = 4 * spread * (games - 1);
    }
    double worth = (KISH_GAMES + believed) / (KISH_GAMES * plain + believed * between);
    return fmin(n, fmax(1, worth));
}

static struct curve_bin bin_from(const struct curve_cell *cell, int value,
                                 const struct curve_options *o)
{
    double n = (double)cell->positions, rate = cell->points / n;
    double effective = o->binomial ? n : effective_positions(cell, rate);
    struct wilson w = wilson_interval(rate * effective, effective);
    return (struct curve_bin){.value = value,
                              .positions = cell->positions,
                              .games = cell->games,
                              .rate = rate,
                              .low = fmin(w.low, rate),
                              .high = fmax(w.high, rate),
                              .effective = effective,
                              .counts = cell->positions >= o->min_positions};
}

static uint32_t filled_bins(const struct curve_cell *cells, uint32_t bins)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < bins; i++)
        n += cells[i].positions != 0;
    return n;
}

enum status curve_fill(struct curve *c, const struct curve_batch *b, uint32_t row, struct err *err)
{
    const struct curve_cell *cells = b->cells + (size_t)row * b->bins;
    const struct curve_tally *tally = &b->tallies[row];
    double n = (double)tally->positions;
    *c = (struct curve){.positions = tally->positions,
                        .games = tally->games,
                        .mates = tally->mates,
                        .rate = n > 0 ? tally->points / n : NAN,
                        .mean_value = n > 0 ? (double)tally->values / n : NAN,
                        .raw = NAN,
                        .chance = NAN,
                        .distortion = NAN,
                        .low = NAN,
                        .high = NAN,
                        .signed_raw = NAN,
                        .signed_low = NAN,
                        .signed_high = NAN};
    c->bins = mem_calloc(filled_bins(cells, b->bins) + 1, sizeof *c->bins);
    if (!c->bins)
        return err_nomem(err);
    bool any = false;
    for (uint32_t i = 0; i < b->bins; i++) {
        if (cells[i].positions == 0)
            continue;
        int value = ((int)i - (int)b->middle) * b->o->bin;
        c->bins[c->count] = bin_from(&cells[i], value, b->o);
        any |= c->bins[c->count++].counts;
    }
    if (row == 0 && any && b->o->resamples > 0) /* the curve all others are measured by */
        c->raw = c->chance = c->distortion = c->low = c->high = c->signed_raw = c->signed_low =
            c->signed_high = 0;
    return STATUS_OK;
}

/* --- Distortion ------------------------------------------------------------------------------- */

/* What distortion is made of, for each bin that counts. */
struct curve_shift {
    double share;  /* of the positions in such bins */
    double d;      /* the condition's rate - that of all positions */
    double centre; /* d, or 0 where it may well be chance */
    double *noise; /* d of each replicate - d */
};

struct curve_shifts {
    struct curve_shift *at;
    uint32_t count, resamples;
    double *noise;                /* owned, as the next */
    double *plain, *far, *sloped; /* of each replicate */
};

/* False if there is no memory. */
static bool shifts_init(struct curve_shifts *s, uint32_t most, uint32_t resamples)
{
    size_t noise;
    *s = (struct curve_shifts){.resamples = resamples};
    if (!size_mul(most, resamples, &noise))
        return false;
    s->at = mem_calloc(most, sizeof *s->at);
    s->noise = mem_calloc(noise, sizeof *s->noise);
    s->plain = mem_calloc(resamples, 3 * sizeof *s->plain);
    if (!s->at || !s->noise || !s->plain)
        return false;
    s->far = s->plain + resamples;
    s->sloped = s->far + resamples;
    return true;
}

/* Fills in a bin's d and its noise.  A replicate without any of the condition's games has nothing
 * to say: no difference.  Few games vary less when drawn from themselves than they did when they
 * were played: by (g - 1) / g. */
static void shift_fill(struct curve_shift *s, const struct curve_batch *b, size_t cell,
                       const struct curve_resamples *r)
{
    const struct curve_cell *own = &b->cells[cell], *all = &b->cells[cell % b->bins];
    size_t mine = (size_t)b->slots[cell] * r->stride;
    size_t whole = (size_t)b->slots[cell % b->bins] * r->stride;
    double n = (double)own->positions, games = fmax(2, n * n / own->squares);
    double stretch = sqrt(games / (games - 1)), squares = 0;
    s->d = own->points / n - all->points / (double)all->positions;
    for (uint32_t i = 0; i < r->count; i++) {
        double d = 0;
        if (r->positions[mine + i] > 0)
            d = r->points[mine + i] / r->positions[mine + i] -
                r->points[whole + i] / r->positions[whole + i];
        s->noise[i] = (d - s->d) * stretch;
        squares += s->noise[i] * s->noise[i];
    }
    s->centre = s->d * s->d > CURVE_CLEAR * CURVE_CLEAR * squares / r->count ? s->d : 0;
}

static void shifts_collect(struct curve_shifts *s, const struct curve_batch *b, uint32_t row,
                           const struct curve_resamples *r)
{
    uint64_t positions = 0;
    for (uint32_t i = 0; i < b->bins; i++) {
        size_t cell = (size_t)row * b->bins + i;
        if (b->slots[cell] == UINT32_MAX)
            continue;
        struct curve_shift *at = &s->at[s->count];
        at->noise = s->noise + (size_t)s->count++ * s->resamples;
        at->share = (double)b->cells[cell].positions;
        positions += b->cells[cell].positions;
        shift_fill(at, b, cell, r);
    }
    for (uint32_t i = 0; i < s->count; i++)
        s->at[i].share /= (double)positions;
}

/* For each replicate: what noise adds to |d| about the centres; |d| about d itself; noise with its
 * sign. */
static void shifts_spread(struct curve_shifts *s)
{
    for (uint32_t k = 0; k < s->count; k++) {
        const struct curve_shift *at = &s->at[k];
        for (uint32_t i = 0; i < s->resamples; i++) {
            double noise = at->noise[i];
            s->plain[i] += at->share * (fabs(at->centre + noise) - fabs(at->centre));
            s->far[i] += at->share * fabs(at->d + noise);
            s->sloped[i] += at->share * noise;
        }
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of sorted figures, between neighbours if need be. */
static double quantile(const double *sorted, uint32_t n, double share)
{
    double at = share * (n - 1);
    uint32_t below = (uint32_t)at, above = below + 1 < n ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

static double mean(const double *v, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += v[i];
    return sum / n;
}

static void distort(struct curve *c, const struct curve_shifts *s)
{
    const double low = 0.025, high = 0.975;
    uint32_t n = s->resamples;
    c->raw = c->signed_raw = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        c->raw += s->at[i].share * fabs(s->at[i].d);
        c->signed_raw += s->at[i].share * s->at[i].d;
    }
    c->chance = mean(s->plain, n);
    c->distortion = c->raw - c->chance;
    qsort(s->plain, n, sizeof *s->plain, by_size);
    qsort(s->far, n, sizeof *s->far, by_size);
    qsort(s->sloped, n, sizeof *s->sloped, by_size);
    c->low = fmin(c->distortion, c->raw - quantile(s->plain, n, high));
    c->high = fmax(c->distortion, quantile(s->far, n, high));
    c->signed_low = c->signed_raw - quantile(s->sloped, n, high);
    c->signed_high = c->signed_raw - quantile(s->sloped, n, low);
}

enum status curve_distort(struct curve *c, const struct curve_batch *b, uint32_t row,
                          const struct curve_resamples *r, struct err *err)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < b->bins; i++)
        most += b->slots[(size_t)row * b->bins + i] != UINT32_MAX;
    if (most == 0)
        return STATUS_OK;
    struct curve_shifts s;
    enum status status = STATUS_OK;
    if (shifts_init(&s, most, r->count)) {
        shifts_collect(&s, b, row, r);
        shifts_spread(&s);
        distort(c, &s);
    } else {
        status = err_nomem(err);
    }
    mem_free(s.at);
    mem_free(s.noise);
    mem_free(s.plain);
    return status;
}
