/* baseline.h: the paper's four methods, timed over sets of questions. */
#ifndef KIFU_BENCH_BASELINE_H
#define KIFU_BENCH_BASELINE_H

#include "bench/query_sets.h"
#include "bench/timing.h"

struct baseline_set {
    struct timing_summary by_method[PAPER_METHODS];
    enum paper_method best; /* by mean */
    double keys, games;     /* a question, on average */
    /* Postings in the lists, by the second, of the plain sequential method: how fast it merges. */
    double merge_rate;
};

/* Every question several times, the fastest counts.  found, if not NULL, gets the lines found for
 * each question. */
enum status baseline_measure(const struct paper_index *x, const struct query_set *set,
                             struct baseline_set *out, uint32_t *found,
                             struct err *err) CHECK_RESULT;

#endif
