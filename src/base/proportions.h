/* proportions.h: two proportions compared, and what many such tests do to a p value.
 *
 *     a of of_a games in one sample, b of of_b in another
 *
 * The difference of the shares has the interval of Newcombe (1998, method 10), which joins the two
 * intervals of Wilson (wilson.h) and so means something for none of three, too.  The test is
 * Fisher's exact one, two-sided: the probability, if the margins of the table are what they are, of
 * all tables that are at most as probable as this one.  A share is tested against one half by the
 * binomial distribution, exactly, two-sided.  False discovery rates are those of
 * Benjamini and Hochberg (1995). */
#ifndef KIFU_BASE_PROPORTIONS_H
#define KIFU_BASE_PROPORTIONS_H

#include <stddef.h>
#include <stdint.h>

struct proportion_difference {
    double difference; /* share of the first less that of the second */
    double low, high;  /* 95 %; all NaN if a sample is empty */
};
struct proportion_difference newcombe_interval(uint64_t a, uint64_t of_a, uint64_t b,
                                               uint64_t of_b);

/* a <= of_a, b <= of_b.  1 if the table says nothing (a margin is 0).  Takes time as the square
 * root of the samples; relative error below 1e-7 for samples of a million. */
double fisher_exact_p(uint64_t a, uint64_t of_a, uint64_t b, uint64_t of_b);

/* The probability that wins and losses, each a half likely, are at least as far apart.  1 for none. */
double binomial_half_p(uint64_t wins, uint64_t losses);

/* p of n tests, ascending, become the smallest false discovery rates at which each is kept. */
void adjust_false_discovery(double *p, size_t n);

#endif
