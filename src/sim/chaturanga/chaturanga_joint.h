/* chaturanga_joint.h: the joint fit of all readings to the paper's figures, by successive halving.
 *
 *     roots ──▶ every change of one dimension ──▶ halving ──▶ survivors ──▶ every change of one … ──▶
 *
 * Roots are the plain text and Kifu's default.  A round takes the best hypotheses that were not taken before, and changes each in every single
 * dimension.  All that come of it play few games in each of their rows; the better third goes on
 * with three times as many, and so on, four times.  What is left competes for the next round with
 * all earlier survivors.  It ends after some rounds, or when the best were all taken.  The finalists
 * then play games of other seeds, so that luck which got them there does not count; so do all single
 * departures, from the plain text and from the best hypothesis.
 *
 * Rows are shared: a hypothesis that differs in what P4 does plays only P4's rows anew.  Numbers of
 * games and seeds are fixed, and the sums whole numbers, so the result does not depend on the
 * machine or its threads. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_JOINT_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_JOINT_H

#include "sim/chaturanga/chaturanga_likelihood.h"

struct joint_fit_options {
    uint64_t seed;      /* and the next one, for the finalists */
    uint64_t games;     /* a row of a finalist; at least JOINT_FIT_LEAST_GAMES */
    unsigned rounds;    /* at most */
    unsigned survivors; /* of a round; twice as many are finalists */
    unsigned threads;   /* 0: one for each processor */
    const atomic_bool *stop;
    void *ctx;
    void (*progress)(void *ctx, uint64_t games); /* played so far; may be NULL */
};
enum { JOINT_FIT_LEAST_GAMES = 20 };

struct judged_hypothesis {
    struct chaturanga_hypothesis is;
    uint64_t games; /* a row */
    double log_prior, log_likelihood;
    double squares; /* chi-square over the 30 terms */
    struct row_likelihood levels[LEVELS_OF_PAPER];
    double posterior; /* among the finalists */
    double tempered;  /* with the likelihood to the power 1 / dispersion */
    bool expanded;
};

/* A value other than the plain one. */
struct judged_departure {
    unsigned dimension, value;
    bool in_best;
    double alone;   /* logarithm of the likelihood, gained by it over the plain text */
    double company; /* gained by it in the best hypothesis, or lost by adding it there: negative */
    double by_term[LEVELS_OF_PAPER][PAPER_TERMS]; /* of company */
    double posterior, tempered;                   /* sums over the finalists that have it */
};

struct joint_fit {
    struct judged_hypothesis *finalists; /* best first; the plain text and the default among them */
    size_t finalist_count;
    struct judged_departure *departures; /* by dimension */
    size_t departure_count;
    double dispersion; /* chi-square of the best for each of the 30 terms; at least 1 */
    /* The smallest difference of each figure over all hypotheses that played that many games. */
    double nearest[LEVELS_OF_PAPER][PAPER_FIGURES];
    uint64_t hypotheses, games; /* tried; played */
    unsigned rounds;
};

/* STATUS_CANCELLED if *stop was set. */
enum status joint_fit_run(const struct joint_fit_options *options, struct joint_fit *out,
                          struct err *err) CHECK_RESULT;
void joint_fit_release(struct joint_fit *fit); /* {0} is fine */

#endif
