/* change_points.h: when a share changed: change points of binomial counts in time.
 *
 *     with   0  1  0  9 12 11  2  1      of `of` trials in each year the thing happened in `with`
 *     of    10 12 11 30 28 31 29 30
 *     bins  |-----|--|--|--|--|--|       years are joined until a bin has enough trials
 *     fit   |--------|--------|-----|    segments of one share each; between them change points
 *
 * Few games are known of some years and many of others: a bin has at least `least` trials, whatever
 * time that takes, so that all bins say about as much.
 *
 * Trials are not quite independent: one player's habit shows in many games.  The dispersion is how
 * many times more the shares of neighbouring bins differ than binomial counts would, by squares (the
 * mean over neighbours, each counted as at most 16, so that a change point does not hide itself; never
 * below 1).  All likelihoods are divided by it.
 *
 * Is there a change at all?  Every stretch of bins, in a circle, is compared with all others by the
 * ratio of likelihoods: that sees a share that stays changed, and a fashion that passes.  The p value
 * is that of the best stretch, of the ratio's chi-squared distribution or of Fisher's exact test,
 * whichever is larger, times the number of stretches.
 *
 * Where?  The segments are those of the smallest sum of -2 log likelihood and a penalty of 3 log(bins)
 * for each change point, the main term of the modified BIC of Zhang and Siegmund (2007); of all ways to
 * cut, by dynamic programming.  Time grows as the square of the bins.
 *
 * Silence: if from the segment of the last occurrence on the share were that segment's, how probable
 * is it that nothing happened after the last one?  Exact, for counts given their sum; and the same at
 * the beginning, before the first one.  The segment's share and not that of all times, so that what had
 * become rare before is not taken for extinct. */
#ifndef KIFU_BASE_CHANGE_POINTS_H
#define KIFU_BASE_CHANGE_POINTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct share_count {
    uint32_t with, of; /* with <= of */
};

/* Times from first to last, both included, as the caller numbers its counts from 0. */
struct share_span {
    uint32_t first, last;
    uint64_t with, of;
};

struct share_changes {
    struct share_span *bins, *segments; /* in order of time; owned */
    size_t bin_count, segment_count;    /* change points: one less than segments; no counts: 0 */
    double dispersion;
    double p;                      /* of one share throughout */
    double silent_from, silent_to; /* p of the silence at the beginning and at the end */
};

/* least: trials of a bin, 1 or more. */
enum status share_changes_find(struct share_changes *out, const struct share_count *counts,
                               uint32_t n, uint32_t least, struct err *err) CHECK_RESULT;
void share_changes_release(struct share_changes *c);

static inline double share_of(const struct share_span *s)
{
    return s->of ? (double)s->with / (double)s->of : 0;
}

#endif
