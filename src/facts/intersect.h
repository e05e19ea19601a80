/* intersect.h: intersects fact lists: windows of plies in which facts may hold together.
 *
 * The rarest list leads; maps of the others (fact_index.h) leave of its lines those that have all
 * facts at some time; then lists are probed, in order of length, until few candidates are left or a
 * probe would cost more than replaying what it might remove.  The result is windows of plies that
 * contain every ply at which the facts held together; spans in the lists are rounded outward, and
 * not every list need have been probed, so the caller settles each window by replay.
 *
 * Windows come sorted by line and then by ply, do not overlap within a line, and lie within the
 * plies that are indexed: from line_fresh() to line_plies(), both included. */
#ifndef KIFU_FACTS_INTERSECT_H
#define KIFU_FACTS_INTERSECT_H

#include <stdint.h>

#include "base/err.h"
#include "facts/fact_index.h"
#include "store/lines.h"

struct fact_candidate {
    uint32_t line;
    uint32_t from, to; /* plies, end excluded */
    uint32_t most;     /* upper bound of the facts that hold together in the window */
};

struct fact_candidates {
    struct fact_candidate *at; /* owned */
    size_t count, cap;
};
void candidates_release(struct fact_candidates *c); /* a zeroed one is fine */

/* Appends the windows in which all n facts may hold together; no facts: every line, whole.
 * allowed, which may be NULL, has a bit for each game number; lines of other games are left out.
 * STATUS_SYNTAX if the index is damaged. */
enum status fact_intersect(const struct fact_index *x, const uint32_t *facts, size_t n,
                           const uint64_t *allowed, const struct lines *l,
                           struct fact_candidates *out, struct err *err) CHECK_RESULT;

/* Appends the windows in which at least k of the n facts, all different, may hold together.
 * Windows of a line may touch: they differ in `most`.  At least k of them can hold only where one
 * of the n - k + 1 rarest does. */
enum status fact_union_at_least(const struct fact_index *x, const uint32_t *facts, size_t n,
                                size_t k, const uint64_t *allowed, const struct lines *l,
                                struct fact_candidates *out, struct err *err) CHECK_RESULT;

#endif
