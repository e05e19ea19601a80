/* proportions.c: see proportions.h. */
#include "base/proportions.h"

#include <math.h>
#include <stdbool.h>

#include "base/wilson.h"

struct proportion_difference newcombe_interval(uint64_t a, uint64_t of_a, uint64_t b, uint64_t of_b)
{
    const struct wilson x = wilson_interval((double)a, (double)of_a);
    const struct wilson y = wilson_interval((double)b, (double)of_b);
    double difference = x.share - y.share;
    return (struct proportion_difference){difference,
                                          difference - hypot(x.share - x.low, y.high - y.share),
                                          difference + hypot(x.high - x.share, y.share - y.low)};
}

/* --- Fisher's exact test ------------------------------------------------------------------------
 *
 * With the margins fixed, the table is told by its first cell k, and its probability is
 * hypergeometric.  All probabilities below are relative to that of the most probable table. */

struct hypergeometric {
    double of_a, of_b, with; /* margins: both samples, and all that have the property */
    double least, most;      /* of k */
    double mode, log_mode;
};

/* The logarithm of its probability, without what all tables of these margins share. */
static double log_weight(const struct hypergeometric *h, double k)
{
    return -lgamma(k + 1) - lgamma(h->of_a - k + 1) - lgamma(h->with - k + 1) -
           lgamma(h->of_b - h->with + k + 1);
}

static double log_relative(const struct hypergeometric *h, double k)
{
    return log_weight(h, k) - h->log_mode;
}

/* Probability of k + step, divided by that of k; step is 1 or -1. */
static double ratio(const struct hypergeometric *h, double k, int step)
{
    if (step > 0)
        return (h->of_a - k) * (h->with - k) / ((k + 1) * (h->of_b - h->with + k + 1));
    return k * (h->of_b - h->with + k) / ((h->of_a - k + 1) * (h->with - k + 1));
}

static struct hypergeometric hypergeometric_of(uint64_t a, uint64_t of_a, uint64_t b, uint64_t of_b)
{
    struct hypergeometric h = {.of_a = (double)of_a, .of_b = (double)of_b};
    h.with = (double)a + (double)b;
    h.least = h.with > h.of_b ? h.with - h.of_b : 0;
    h.most = h.with < h.of_a ? h.with : h.of_a;
    h.mode = floor((h.of_a + 1) * (h.with + 1) / (h.of_a + h.of_b + 2));
    h.mode = fmin(fmax(h.mode, h.least), h.most);
    h.log_mode = log_weight(&h, h.mode);
    return h;
}

/* The sum from k outwards, relative to that of k.  Ratios only fall on the way. */
static double sum_outwards(const struct hypergeometric *h, double k, int step)
{
    const double NEGLIGIBLE = 1e-18;
    double sum = 1, term = 1;
    for (double end = step > 0 ? h->most : h->least; k != end && term > NEGLIGIBLE * sum;
         k += step) {
        term *= ratio(h, k, step);
        sum += term;
    }
    return sum;
}

/* The k nearest the mode, on its side in direction `step`, that is no more probable than `most`;
 * false if none is. */
static bool find_no_more_probable(const struct hypergeometric *h, int step, double most, double *k)
{
    double far = step > 0 ? h->most : h->least, near = h->mode;
    if (log_relative(h, far) > most)
        return false;
    while (fabs(far - near) > 1) { /* near is more probable, far is not */
        double middle = near + floor(fabs(far - near) / 2) * step;
        *(log_relative(h, middle) > most ? &near : &far) = middle;
    }
    *k = far;
    return true;
}

double fisher_exact_p(uint64_t a, uint64_t of_a, uint64_t b, uint64_t of_b)
{
    /* Tables that are as probable as this one may seem a little more so by rounding. */
    const double ROUNDING = 1e-7;
    const struct hypergeometric h = hypergeometric_of(a, of_a, b, of_b);
    if (h.least >= h.most)
        return 1;
    double here = log_relative(&h, (double)a), most = here + ROUNDING, k, tails = 0;
    if (most >= 0)
        return 1;
    for (int step = -1; step <= 1; step += 2)
        if (find_no_more_probable(&h, step, most, &k))
            tails += exp(log_relative(&h, k)) * sum_outwards(&h, k, step);
    double whole = sum_outwards(&h, h.mode, 1) + sum_outwards(&h, h.mode, -1) - 1;
    return fmin(1, tails / whole);
}

double binomial_half_p(uint64_t wins, uint64_t losses)
{
    const double NEGLIGIBLE = 1e-18;
    double n = (double)wins + (double)losses, k = (double)(wins < losses ? wins : losses);
    if (wins == losses)
        return 1;
    double sum = 1, term = 1;
    double log_first = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2);
    for (; k > 0 && term > NEGLIGIBLE * sum; k--) {
        term *= k / (n - k + 1);
        sum += term;
    }
    return fmin(1, 2 * exp(log_first) * sum); /* both tails are the same */
}

void adjust_false_discovery(double *p, size_t n)
{
    double least = 1;
    for (size_t i = n; i > 0; i--) {
        double scaled = p[i - 1] * (double)n / (double)i;
        if (scaled < least)
            least = scaled;
        p[i - 1] = least;
    }
}
