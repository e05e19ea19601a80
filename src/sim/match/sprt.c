/* sprt.c: see sprt.h. */
#include "sim/match/sprt.h"

#include <math.h>
#include <stdbool.h>

#include "games/record.h"

#define Z95 1.959963984540054

enum { ROOT_STEPS = 100, PRIOR_PAIRS = 2 };

void match_score_game(struct match_score *s, int points)
{
    s->wins += points == POINTS_WIN;
    s->draws += points == POINTS_DRAW;
    s->losses += points == POINTS_LOSS;
}

void match_score_pair(struct match_score *s, int points)
{
    s->pairs[points]++;
}

/* --- Elo -------------------------------------------------------------------------------------- */

double elo_of_score(double score)
{
    return 400 * log10(score / (1 - score));
}

double score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Variance of the mean score of a pair. */
static double pair_variance(const uint64_t *pairs, double *count)
{
    double n = 0, sum = 0, squares = 0;
    for (int i = 0; i < SPRT_PAIR_RESULTS; i++) {
        double x = (double)i / (SPRT_PAIR_RESULTS - 1);
        n += (double)pairs[i];
        sum += (double)pairs[i] * x;
        squares += (double)pairs[i] * x * x;
    }
    *count = n;
    return n > 0 ? squares / n - sum / n * (sum / n) : 0;
}

/* How many wins and losses would tell the score as exactly as these games do.  Where all were won,
 * or all lost, that none differs says nothing about how much they vary. */
static double effective_games(const struct match_score *s, double score)
{
    double pairs, games = (double)match_score_games(s);
    double plain = score * (1 - score); /* of one game that is won or lost */
    double seen = pair_variance(s->pairs, &pairs);
    if (s->wins + s->draws == 0 || s->losses + s->draws == 0)
        return games;
    double variance = (seen * pairs + plain / 2 * PRIOR_PAIRS) / (pairs + PRIOR_PAIRS);
    return games * (plain / 2) / variance;
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

void elo_of(const struct match_score *s, struct elo *out)
{
    double games = (double)match_score_games(s);
    *out = (struct elo){.score = 0.5, .low = -INFINITY, .high = INFINITY};
    if (games == 0)
        return;
    double edge = 0.5 / games;
    out->score = ((double)s->wins + (double)s->draws / 2) / games;
    double clamped = clamp(out->score, edge, 1 - edge);
    if (games == 1)
        clamped = clamp(out->score, 0.25, 0.75); /* half a point from either end is the middle */
    double n = effective_games(s, clamped);
    double middle = (clamped + Z95 * Z95 / (2 * n)) / (1 + Z95 * Z95 / n);
    double reach =
        Z95 / (1 + Z95 * Z95 / n) * sqrt(clamped * (1 - clamped) / n + Z95 * Z95 / (4 * n * n));
    out->elo = elo_of_score(clamped);
    out->low = elo_of_score(fmax(middle - reach, 1e-9));
    out->high = elo_of_score(fmin(middle + reach, 1 - 1e-9));
}

/* --- SPRT ------------------------------------------------------------------------------------- */

/* Results never seen are not impossible. */
#define NEVER_SEEN 1e-3

/* The most likely distribution with mean s has p_i = f_i / (1 + x (a_i - s)), f_i being the
 * frequencies seen and a_i what a result is worth; x is the root of the sum of p_i (a_i - s), which
 * falls as x grows, between the poles of the worst and the best result. */
static double tilt_of(const double *f, int n, double s)
{
    double low = -1 / (1 - s), high = 1 / s;
    for (int step = 0; step < ROOT_STEPS; step++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < n; i++) {
            double a = (double)i / (n - 1) - s;
            sum += f[i] * a / (1 + x * a);
        }
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double sprt_llr(const struct sprt *t, const uint64_t *counts, int n)
{
    double f[SPRT_MOST_RESULTS], total = 0, llr = 0;
    bool any = false;
    for (int i = 0; i < n; i++) {
        any = any || counts[i];
        f[i] = counts[i] ? (double)counts[i] : NEVER_SEEN;
        total += f[i];
    }
    if (!any)
        return 0;
    for (int i = 0; i < n; i++)
        f[i] /= total;
    double s0 = score_of_elo(t->elo0), s1 = score_of_elo(t->elo1);
    double x0 = tilt_of(f, n, s0), x1 = tilt_of(f, n, s1);
    for (int i = 0; i < n; i++) {
        double a = (double)i / (n - 1);
        llr += f[i] * log((1 + x0 * (a - s0)) / (1 + x1 * (a - s1)));
    }
    return llr * total;
}

void sprt_bounds(const struct sprt *t, double *lower, double *upper)
{
    *lower = log(t->beta / (1 - t->alpha));
    *upper = log((1 - t->beta) / t->alpha);
}

enum sprt_verdict sprt_verdict(const struct sprt *t, double llr)
{
    double lower, upper;
    sprt_bounds(t, &lower, &upper);
    return llr >= upper ? SPRT_H1 : llr <= lower ? SPRT_H0 : SPRT_GOES_ON;
}
