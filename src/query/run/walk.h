/* walk.h: evaluation of a query on the lines of a plan, in several threads.
 *
 * Lines are taken in pieces of the same size whatever the threads; the sums of the pieces are
 * merged from the first to the last, so that the result does not depend on the number of
 * threads. */
#ifndef KIFU_QUERY_RUN_WALK_H
#define KIFU_QUERY_RUN_WALK_H

#include "query/plan/plan.h"
#include "query/run/evaluate.h"

/* Evaluators of a query, one for each thread, opened when they are needed. */
struct walkers {
    const struct query *q;
    struct evaluator **at; /* owned */
    unsigned count;
    bool want_seats;
    bool playing; /* drawn diagrams are found by playing */
    const struct query_values *values;
    const struct found_log *found; /* of the database at hand; NULL: none */
    struct measure_columns kept;   /* of the segment at hand */
};
enum status walkers_open(struct walkers *w, const struct query *q, unsigned threads,
                         struct err *err) CHECK_RESULT;
void walkers_close(struct walkers *w);

struct walk_ops {
    void *ctx;
    size_t sum_bytes; /* what is found in a piece; zero at first, and used again after merging */
    /* In any thread: a line with something in it.  Adds to sum. */
    enum status (*line)(void *ctx, void *sum, const struct plan *p, const struct planned_line *at,
                        const struct evaluation *v, struct err *err);
    /* As line(), of a line whose spans are known and all of whose plies match: evaluate_spans().
     * NULL: line() gets everything. */
    enum status (*spans)(void *ctx, void *sum, const struct planned_line *at,
                         const struct plies_span *spans, uint32_t count, struct err *err);
    /* In the caller's thread, in order: takes sum over and empties it.  False: that is enough. */
    enum status (*merge)(void *ctx, void *sum, bool *enough, struct err *err);
    void (*release)(void *ctx, void *sum);
};

/* Walks through the lines of a plan that has them listed. */
enum status walk_lines(struct walkers *w, const struct plan *p, const struct search_options *opt,
                       const struct walk_ops *ops, struct err *err) CHECK_RESULT;

#endif
