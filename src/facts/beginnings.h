/* beginnings.h: where facts may have begun.
 *
 * A move begins facts: a stone that was put down, a piece that arrived.  Several moves in a row are
 * looked for by what each of them begins, so many plies before the last:
 *
 *     ply       p-2   p-1    p            the windows of
 *     moves      a     b     c            a, two plies later; b, one later; c: what they have in
 *                                         common is where the three may have come one after another
 *
 * Lists say of a span that it begins at one of a few plies or a little later (span_code.h): before
 * the next of those plies, and before it ends. */
#ifndef KIFU_FACTS_BEGINNINGS_H
#define KIFU_FACTS_BEGINNINGS_H

#include "facts/intersect.h"

/* Appends windows of the plies that come `later` plies after one at which one of the n facts
 * may have begun.  They are as those of fact_intersect(): sorted, apart from each other
 * within a line, within the plies that are indexed.  Of variations, if later is not 0, every ply:
 * the fact may have begun where they have no index.  STATUS_SYNTAX if the index is damaged. */
enum status fact_beginnings(const struct fact_index *x, const uint32_t *facts, size_t n,
                            uint32_t later, const uint64_t *allowed, const struct lines *l,
                            struct fact_candidates *out, struct err *err) CHECK_RESULT;

#endif
