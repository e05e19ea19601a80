/* beginnings.h: windows of plies at which facts may have begun, for queries of moves in a row.
 *
 * A move begins facts: a stone that was put down, a piece that arrived.  Moves in a row are found
 * by the facts that each begins: the windows of each move are shifted to the ply of the last one,
 * and intersected:
 *
 *     ply       p-2   p-1    p            the windows of
 *     moves      a     b     c            a, two plies later; b, one later; c: what they have in
 *                                         common is where the three may have come one after another
 *
 * The beginnings of spans are rounded down to a few plies of each list (posting_block.h): a span begins
 * at such a ply or later, before the next of them, and before it ends. */
#ifndef KIFU_FACTS_BEGINNINGS_H
#define KIFU_FACTS_BEGINNINGS_H

#include "facts/intersect.h"

/* Appends windows of the plies that come `later` plies after one at which one of the n facts may
 * have begun.  They are as those of fact_intersect(): sorted, apart from each other within a line,
 * within the plies that are indexed.  If later is not 0, every ply of a variation is included: the
 * fact may have begun at plies that are not indexed.  STATUS_SYNTAX if the index is damaged. */
enum status fact_beginnings(const struct fact_index *x, const uint32_t *facts, size_t n,
                            uint32_t later, const uint64_t *allowed, const struct lines *l,
                            struct fact_candidates *out, struct err *err) CHECK_RESULT;

#endif
