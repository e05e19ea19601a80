/* exact_spans.h: the spans of a query read off the exact spans of its facts (facts/fact_spans.h), with
 * no look at any line.
 *
 * For facts that hold together, or don't hold, or the one or the other of such groups: what people
 * ask most.  A line's plies are laid end to end on one axis, so that a condition is a list of
 * intervals; lists are intersected, subtracted and united, a stretch of lines at a time. */
#ifndef KIFU_QUERY_RUN_EXACT_SPANS_H
#define KIFU_QUERY_RUN_EXACT_SPANS_H

#include "query/plan/plan.h"
#include "query/run/query_result.h"

enum { EXACT_PARTS = 64, EXACT_FACTS = 256 };

/* Facts that hold together while others don't; in exact_query.facts. */
struct exact_part {
    uint32_t first, holding, absent; /* those that hold come first */
    uint8_t plays;                   /* PLAYS_…; 0 if the query leaves no player open */
};

/* One part or another. */
struct exact_query {
    uint32_t facts[EXACT_FACTS], fact_count;
    struct exact_part parts[EXACT_PARTS];
    uint32_t part_count;
    bool about_games; /* some of its conditions are about the game */
};

/* False: the query is no such thing. */
bool exact_query_of(struct exact_query *x, const struct query *q);
/* Whether a search reads the spans of a segment: they are known, all hits are wanted, and reading
 * takes less than looking at the lines that may have some.  x may have no part. */
bool exact_spans_pay(const struct exact_query *x, const struct db_segment *s,
                     const struct search_options *opt);

/* Reads them from the first line on. */
struct exact_reader;
enum status exact_reader_open(struct exact_reader **out, const struct exact_query *x,
                              const struct db_segment *s, struct err *err) CHECK_RESULT;
void exact_reader_close(struct exact_reader *r); /* NULL is fine */
/* Adds the spans of the next lines, main lines only, to *out; games, which may be NULL, has a bit for
 * each that counts.  *more is false behind the last. */
enum status exact_reader_next(struct exact_reader *r, const uint64_t *games,
                              struct result_part *out, bool *more, struct err *err) CHECK_RESULT;

#endif
