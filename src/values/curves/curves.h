/* curves.h: how often positions of a value are won, a curve for each condition; and how far a
 * condition's curve lies from that of all positions: its distortion.
 *
 * Values are put into bins: the one at v (a multiple of `bin`) holds values nearer to v than to any
 * other, halves going away from 0, so that what holds for Black holds for White.  A draw counts
 * half a win.  A bin counts when it holds at least so many positions.
 *
 * Distortion.  With n(b) positions of the condition in bin b, w(b) their share of wins and a(b) the
 * share of all positions in that bin, d(b) = w(b) - a(b), over the bins that count:
 *
 *     raw        = Σ n(b) |d(b)| / Σ n(b)
 *     chance     = what noise adds to that on average
 *     distortion = raw - chance
 *
 * Positions of one game are not independent, so everything about noise is found by drawing games,
 * not positions: in each of some hundred replicates every game counts as often as a Poisson
 * variable of mean 1 says (of a random stream by the game's id, so threads do not matter), and
 * e = d of the replicate - d as it is.  How much noise adds depends on the truth: where two curves
 * are one, |d| is |noise|; where they are far apart, noise makes d smaller as often as larger and
 * adds nothing.  So with c(b) = d(b) where that is more than CURVE_CLEAR standard errors and 0
 * where it may well be chance,
 *
 *     chance     = mean over replicates of  Σ n (|c + e| - |c|) / Σ n
 *     low        = raw - 97.5 % quantile of the same
 *     high       = 97.5 % quantile of       Σ n |d + e| / Σ n
 *
 * Where nothing is wrong the distortion is then 0 on average, sometimes below; a large one is not
 * made smaller by noise that it does not hold (taking the mean of Σ n |e| away from it would).  One
 * about as large as the noise is estimated too small, but low and high hold it: in simulated games
 * (tests/unit/test_curves.c) they held the true distortion 93 to 97 times in a hundred.
 *
 * A proven mate is no value: positions with one are left out, and counted in `mates`.
 *
 * Intervals of a bin's rate are Wilson's, for as many independent positions as the spread between
 * games says it is worth; or binomial, as if positions were independent (the paper's). */
#ifndef KIFU_VALUES_CURVES_CURVES_H
#define KIFU_VALUES_CURVES_CURVES_H

#include "values/sheet/sheet.h"

struct curve_bin {
    int value; /* its middle */
    uint64_t positions, games;
    double rate, low, high; /* of wins, 0 … 1; 95 % */
    double effective;       /* so many independent positions it is worth */
    bool counts;            /* has enough positions */
};

struct curve {
    struct curve_bin *bins; /* owned; those with a position, by value */
    uint32_t count;
    uint64_t positions, games;    /* without mates */
    uint64_t mates;               /* positions with a proven mate, left out of everything else */
    double rate, mean_value;      /* of all its positions; NaN if there are none */
    double raw, chance;           /* these all NaN if no bin counts, or no distortion
                                     is wanted; 0 for the curve of all positions */
    double distortion, low, high; /* 95 % */
    double signed_raw, signed_low, signed_high; /* Σ n (w - a) / Σ n: are they won more often? */
};

/* Standard errors.  On simulated games without a true distortion (300 of them, 5 bins, 400 draws)
 * 2, 2.5 and 3 leave 8, 2 and 0 % of the noise in the mean distortion; on a distortion of 12 % they
 * take 1.5, 2.2 and 2.9 too much away (the mean of the noise: 4.5). */
#define CURVE_CLEAR 2.5
enum { CURVE_MOST_RESAMPLES = 100000 };

struct curve_options {
    int bin;                /* 1 … VALUE_SOURCE_MOST */
    uint64_t min_positions; /* for a bin to count; 0: curve_min_positions() */
    unsigned resamples;     /* 0: no distortion is wanted */
    uint64_t seed;
    bool binomial;
    unsigned threads; /* 0: one for each processor */
    const atomic_bool *cancelled;
    const struct reduction
        *reduction; /* who count together, each in sheets of its own; may be NULL */
};
#define CURVE_DEFAULTS ((struct curve_options){.bin = 500, .resamples = 400, .seed = 1})

/* A condition: bits for each sheet (sheet_match()). */
struct curve_condition {
    const uint64_t *const *bits;
};

struct curve_request {
    const struct sheets *sheets;
    /* Values for each sheet instead of its own, to see what a fit changed; NULL: its own. */
    const int16_t *const *values;
    const struct curve_condition *conditions;
    uint32_t count;
    /* Only games that are held out, or only the others; 0: all. */
    unsigned held_out; /* games in a thousand */
    enum { CURVES_ALL, CURVES_TRAINING, CURVES_HELD_OUT } part;
};

struct curves {
    struct curve all;
    struct curve *conditions; /* owned; as in the question */
    uint32_t count;
};

/* How many positions a bin needs where nobody says: a five-hundredth of those that were chosen, in
 * round numbers, 20 at least and 1000 at most. */
uint64_t curve_min_positions(const struct curve_options *o, const struct sheets *sheets);

/* Memory: replicates × bins that count × conditions (in batches, if those are many).  STATUS_RANGE
 * for options out of range, STATUS_LIMIT if there are millions of bins that count. */
enum status curves_run(struct curves *out, const struct curve_request *q,
                       const struct curve_options *o, struct err *err) CHECK_RESULT;
void curves_release(struct curves *c);

/* How often a bootstrap resample draws a game: Poisson variables of mean 1, those of `stream`.  Fills
 * `count` rounded up to CURVE_LANES. */
enum { CURVE_LANES = 16 };
void curve_weights(uint64_t seed, uint64_t stream, float *weights, uint32_t count);

/* --- What curves are drawn for: queries, and where they match on the sheets ------------------- */

struct condition {
    const char *name; /* the query's text; owned */
    struct query query;
    uint64_t **bits; /* owned; for each sheet */
};

struct conditions {
    struct condition *at;
    uint32_t count;
    size_t cap;
    uint32_t sheets;
};

void conditions_init(struct conditions *c);
void conditions_release(struct conditions *c);
/* Takes the query over, whatever is returned. */
enum status conditions_add(struct conditions *c, struct query *q, struct err *err) CHECK_RESULT;
/* Finds out where each matches. */
enum status conditions_match(struct conditions *c, const struct sheets *s,
                             const struct sheet_options *o, struct err *err) CHECK_RESULT;
/* The opposite of each of those that were matched: the chosen positions where it does not match,
 * called "not (…)".  They have no query of their own: not to be matched again.  out was
 * initialised, and is to be released whatever is returned. */
enum status conditions_oppose(struct conditions *out, const struct conditions *c,
                              const struct sheets *s, struct err *err) CHECK_RESULT;
/* As curves want them; out has room for c->count. */
void conditions_for_curves(const struct conditions *c, struct curve_condition *out);

/* Conditions that have a name together: those of the paper; the common ones, what one looks at
 * first. */
enum { CONDITION_PRESET_MOST = 8 };
struct condition_preset {
    const char *name;
    const char *queries[CONDITION_PRESET_MOST + 1]; /* NULL at the end */
};
extern const struct condition_preset condition_presets[]; /* a name of NULL at the end */
/* NULL if there is none of that name. */
const struct condition_preset *condition_preset(const char *name);

#endif
