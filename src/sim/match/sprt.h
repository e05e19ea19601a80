/* sprt.h: the sequential probability ratio test, and Elo with its confidence interval.
 *
 * Each opening is played twice with colours exchanged, and the two games of such a pair are not
 * independent: an opening that is good for Black gives each a win.  So pairs are what is counted,
 * by the points that A got in them (0, ½, 1, 1½, 2), and what varies is the result of a pair.
 *
 * Elo.  A score s is a difference of -400 log10(1/s - 1).  Its interval is that of Wilson, with so
 * many games as would vary as much as ours do if all were won or lost and none hung on another; the
 * variance is that of the pairs seen, pulled towards that of plain wins and losses as if two such
 * pairs had been seen besides, because few pairs say little about it.  A score of 0 or 1 is told as
 * half a point from it, no match shows an infinite difference, and its games count as what they
 * are: that none differs does not narrow the interval.
 *
 * SPRT.  The generalised sequential probability ratio test: after each pair the log of the ratio of
 * two likelihoods is worked out, that of what was seen if the mean were what a difference of elo1
 * gives, to that for elo0, each with the most likely distribution of the five results that has such
 * a mean.  Beyond log((1 - β)/α) A is taken to be elo1 better, below log(β/(1 - α)) not to be
 * better than elo0; the test errs in about α, or β, of the matches (tests/unit/test_sprt.c plays
 * some thousands). */
#ifndef KIFU_SIM_MATCH_SPRT_H
#define KIFU_SIM_MATCH_SPRT_H

#include <stdint.h>

enum { SPRT_PAIR_RESULTS = 5, SPRT_MOST_RESULTS = 5 };

struct match_score {
    uint64_t wins, losses, draws;      /* of A, in all games */
    uint64_t pairs[SPRT_PAIR_RESULTS]; /* by half points less 0: 0, ½, 1, 1½, 2 points of A */
};

/* A's points in a game (POINTS_LOSS, POINTS_DRAW, POINTS_WIN), and those of both games of a pair
 * together. */
void match_score_game(struct match_score *s, int points);
void match_score_pair(struct match_score *s, int points);

static inline uint64_t match_score_games(const struct match_score *s)
{
    return s->wins + s->losses + s->draws;
}

struct elo {
    double score;     /* 0 … 1; one half if there is no game */
    double elo;       /* of A less B */
    double low, high; /* 95 % interval */
};
void elo_of(const struct match_score *s, struct elo *out);
double elo_of_score(double score);
double score_of_elo(double elo);

struct sprt {
    double elo0, elo1;
    double alpha, beta;
};
enum sprt_verdict { SPRT_GOES_ON, SPRT_H0, SPRT_H1 };

/* The log likelihood ratio of counts of n results that are worth 0, 1/(n-1), … 1 point; n is 3 for
 * games, 5 for pairs.  0 as long as there is nothing to say. */
double sprt_llr(const struct sprt *t, const uint64_t *counts, int n);
void sprt_bounds(const struct sprt *t, double *lower, double *upper);
enum sprt_verdict sprt_verdict(const struct sprt *t, double llr);

#endif
