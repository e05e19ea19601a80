/* fact_collect.h: collects the spans of plies during which facts held, by replaying lines.
 *
 * Lines are cut into chunks that threads replay in parallel.  A first pass counts the spans of each
 * fact in each chunk, so that in later passes every chunk knows where its spans go in the lists:
 * they come out sorted, without sorting, with any number of threads.  A later pass collects the
 * lists of a range of facts, as many as memory allows. */
#ifndef KIFU_FACTS_FACT_COLLECT_H
#define KIFU_FACTS_FACT_COLLECT_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/err.h"
#include "store/lines.h"

struct fact_span {
    uint32_t line;
    uint16_t from, to; /* plies, end excluded; FACT_SPAN_END: held to the end of the line */
};
enum { FACT_SPAN_END = UINT16_MAX };

struct fact_collector;

/* Counts the spans.  STATUS_SYNTAX if a line can't be replayed; STATUS_CANCELLED if *cancelled,
 * which may be NULL, becomes true.  threads 0: one for each processor. */
enum status fact_collector_open(struct fact_collector **out, const struct lines *l,
                                unsigned threads, const atomic_bool *cancelled,
                                struct err *err) CHECK_RESULT;
void fact_collector_close(struct fact_collector *c); /* NULL is fine */

/* How many spans a fact has. */
uint32_t fact_collector_count(const struct fact_collector *c, uint32_t fact);

/* Writes the captures, which the counting pass recorded, as a section of their own (captures.h);
 * nothing for games that have none. */
enum status fact_collector_captures(const struct fact_collector *c, struct segment_writer *w,
                                    struct err *err) CHECK_RESULT;

/* Collects the lists of facts first … end - 1 into spans, one list after another, each sorted by
 * line and ply; there is room for all of them. */
enum status fact_collect(struct fact_collector *c, uint32_t first, uint32_t end,
                         struct fact_span *spans, struct err *err) CHECK_RESULT;

#endif
