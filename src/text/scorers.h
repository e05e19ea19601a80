/* scorers.h: how much a substring looks like a unit, one row and one file each.
 *
 * A scorer sees numbers only: a corpus, its substrings, its own options.  It returns the best `top`
 * sequences of at least min_length symbols. */
#ifndef KIFU_TEXT_SCORERS_H
#define KIFU_TEXT_SCORERS_H

#include "base/span.h"
#include "text/substrings.h"

enum { SCORER_WINDOWS = 16 };

struct scorer_options {
    uint32_t min_length; /* symbols */
    uint32_t windows[SCORER_WINDOWS];
    uint32_t window_count; /* 0: the scorer's own */
    double threshold;      /* of the cuts of sfp; NaN: its own */
    uint64_t top;
    unsigned threads; /* 0: one for each processor; the answer is the same */
};

struct scorer {
    const char *name; /* "nf" "entropy" "sfp" "msfp" … */
    struct msg title;
    enum status (*run)(const struct substring_index *x, const struct scorer_options *opt,
                       struct sequences *out, struct err *err);
};

extern const struct scorer *const all_scorers[];       /* NULL at the end */
const struct scorer *scorer_by_name(struct span name); /* NULL if there is none */

#endif
