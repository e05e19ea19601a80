/* chaturanga_likelihood.h: how well a hypothesis explains Tables 6 and 8 of the paper.
 *
 * A hypothesis has ten rows: four players alike, P0 … P4 (Table 6), and black alone as P0 … P4
 * against three P0 (Table 8).  Games of a row are summed as whole numbers, so that the sums do not
 * depend on how they were shared among threads.
 *
 * The paper's figures come from 1,000 games a row.  Given our n games, a figure of the paper is
 * predicted with the covariance of one game over 1,000 and over n, and its rounding.  The 35
 * figures are not independent, and are treated so:
 *
 *     draws        a beta-binomial count of 1,000, from our count of n
 *     D            normal, given the draws
 *     B            normal, given these: turns after the dice
 *     before       normal, given these
 *     expected     normal, given these: it has the mean of B by definition, and differs from it by
 *                  the luck of the rolls only.  In both a counting error of 1 % is allowed for:
 *                  their ratios to B hardly vary from game to game, and would decide everything
 *     sqrt(B)/D    follows from B and D; adds nothing, and is printed only
 *     wins         beta-binomial, as draws
 *
 * So there are 30 terms, which add up to the logarithm of the likelihood. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_LIKELIHOOD_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_LIKELIHOOD_H

#include <stdatomic.h>

#include "base/err.h"
#include "sim/chaturanga/chaturanga_hypothesis.h"

enum { LEVELS_OF_PAPER = 5, PAPER_GAMES_A_ROW = 1000 };

/* Which row: the same for all hypotheses that make no difference to it. */
struct row_key {
    struct chaturanga_rules rules;
    uint8_t oddities;
    uint8_t black_alone; /* the others are P0; of P0 itself 0: it is the same row */
    uint8_t level;
    char player[HYPOTHESIS_NAME_BYTES];
};
/* All bytes are set, so that keys can be compared by memcmp(). */
void row_key_make(struct row_key *out, const struct chaturanga_hypothesis *h, unsigned level,
                  bool black_alone);

/* Figures of a game, in this order. */
enum row_figure { ROW_LENGTH, ROW_AFTER, ROW_BEFORE, ROW_SIXTEENTHS, ROW_DRAWN, ROW_FIGURES };
struct row_sums {
    uint64_t games, wins; /* wins: black's */
    uint64_t sum[ROW_FIGURES];
    uint64_t products[ROW_FIGURES][ROW_FIGURES];
};
/* Plays games number first … first + n - 1 of the seed and adds them.  STATUS_CANCELLED if *stop
 * was set; stop may be NULL. */
enum status row_play(const struct row_key *key, uint64_t seed, uint64_t first, uint64_t n,
                     const atomic_bool *stop, struct row_sums *sums, struct err *err) CHECK_RESULT;

/* --- Terms and figures ------------------------------------------------------------------------ */

/* Terms of the likelihood: five of each level, in the order of TERMS; wins last. */
enum {
    PAPER_DRAWS,
    PAPER_LENGTH,
    PAPER_AFTER,
    PAPER_BEFORE,
    PAPER_EXPECTED,
    PAPER_WINS,
    PAPER_TERMS,
    PAPER_INDEX = PAPER_TERMS, /* a figure, but no term */
    PAPER_FIGURES
};
extern const char *const paper_figure_names[PAPER_FIGURES]; /* "draws", "D", "B" … */
extern const double paper_figures[LEVELS_OF_PAPER][PAPER_FIGURES];

/* Ours beside the paper's, by itself: not given the others. */
struct paper_comparison {
    double ours, error; /* per cent for draws and wins; standard error of ours */
    double sigmas;      /* difference over its predicted standard deviation */
};
struct row_likelihood {
    double terms[PAPER_TERMS]; /* logarithms */
    double squares;            /* of the normalised terms, five or six of them: chi-square */
    struct paper_comparison figures[PAPER_FIGURES];
};
/* Of a level, from the sums of both its rows, each of at least two games. */
void row_likelihood(unsigned level, const struct row_sums *alike, const struct row_sums *alone,
                    struct row_likelihood *out);

#endif
