/* scorers.h: the table of scorers, which measure how much a substring looks like a unit.
 *
 *     nf        how often, made up for length
 *     entropy   how free its neighbours are
 *     sfp       how often it stands out of the profile of a game
 *     msfp      the same as a measure, over several windows
 *     pause     how often people played elsewhere after it; needs an encoding that says so
 *
 * A scorer sees numbers only: a corpus, its substrings, its own options.  It returns the best `top`
 * sequences of at least min_length symbols; all but pause want them to occur at least twice. */
#ifndef KIFU_TEXT_MINE_SCORERS_H
#define KIFU_TEXT_MINE_SCORERS_H

#include "base/span.h"
#include "text/mine/substrings.h"

enum { SCORER_WINDOWS = 16 };

/* How msfp makes one score of those at several occurrences. */
enum score_mean {
    SCORE_MEAN_OF_PRODUCTS,
    SCORE_PRODUCT_OF_MEANS,
};

struct scorer_options {
    uint32_t min_length; /* symbols */
    uint32_t windows[SCORER_WINDOWS];
    uint32_t window_count; /* 0: the scorer's own */
    double threshold;      /* of the cuts of sfp; NaN: its own */
    enum score_mean mean;  /* of msfp */
    bool unclamped;        /* msfp: factors below 0 stay so, as the paper has it to the letter */
    uint64_t top;
};

struct scorer {
    const char *name; /* "nf" "entropy" "sfp" "msfp" … */
    struct msg title;
    bool needs_pauses; /* of an encoding without them it makes nothing */
    /* The shortest substrings whose occurrences it must see all of: an index may be divided so
     * deep.  NULL: min_length. */
    uint32_t (*shortest)(const struct scorer_options *opt);
    /* *out is empty before and, if it fails, after.  Of an index that is a part, the sequences
     * that begin there: a meeting of all who have parts. */
    enum status (*run)(const struct substring_index *x, const struct scorer_options *opt,
                       struct sequences *out, struct err *err);
};

extern const struct scorer *const all_scorers[];       /* NULL at the end */
const struct scorer *scorer_by_name(struct span name); /* NULL if there is none */
uint32_t scorer_shortest(const struct scorer *s, const struct scorer_options *opt);

extern const struct scorer nf_scorer, entropy_scorer, sfp_scorer, msfp_scorer, pause_scorer;

#endif
