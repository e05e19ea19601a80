/* together.h: what the processes of a crew found, each in its own segments, becomes one answer.
 *
 * The parts are merged by what merges segments on one machine, so the answer is the same. */
#ifndef KIFU_QUERY_RUN_TOGETHER_H
#define KIFU_QUERY_RUN_TOGETHER_H

#include "query/run/collect.h"

/* Parts written by hits_to_bytes() and moves_to_bytes() (search.h), each by another process, whose
 * bytes are checked: what can't be read is together_damaged().  Places are not: see search_merge().
 */
enum status together_damaged(struct err *err);

/* mine: the first hits of this rank's segments, sorted and cut, with their totals; becomes those of
 * all on rank 0, and nothing on the others.  keep: as in struct collector. */
enum status hits_of_parts(struct hits *out, bool ranked, uint64_t keep, const struct span *parts,
                          uint32_t part_count, struct err *err) CHECK_RESULT;
enum status hits_together(struct hits *mine, bool ranked, uint64_t keep, const struct crew *crew,
                          enum status status, struct err *err) CHECK_RESULT;

/* Rows of all parts, one after another. */
enum status moves_of_parts(struct moves_table *out, const struct span *parts, uint32_t part_count,
                           struct err *err) CHECK_RESULT;
/* Rows of this rank's segments become rows of all segments, on every rank; merging those of the
 * same move is left to the caller. */
enum status moves_together(struct moves_table *mine, const struct crew *crew, enum status status,
                           struct err *err) CHECK_RESULT;

#endif
