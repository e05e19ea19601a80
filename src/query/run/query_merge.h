/* query_merge.h: what the processes of a cluster found, each in its own segments, becomes one answer.
 *
 * The parts are merged by what merges segments on one machine, so the answer is the same. */
#ifndef KIFU_QUERY_RUN_QUERY_MERGE_H
#define KIFU_QUERY_RUN_QUERY_MERGE_H

#include "query/run/top_hits.h"

/* Parts written by hits_to_bytes() and moves_to_bytes() (search.h), each by another process, whose
 * bytes are checked: what can't be read is query_merge_damaged().  Places are not: see search_merge().
 */
enum status query_merge_damaged(struct err *err);

/* mine: the first hits of this process's segments, sorted and cut, with their totals; becomes those of
 * all on process 0, and nothing on the others.  keep: as in struct top_hits. */
enum status hits_merge_parts(struct hits *out, bool ranked, uint64_t keep, const struct span *parts,
                             uint32_t part_count, struct err *err) CHECK_RESULT;
enum status hits_merge_cluster(struct hits *mine, bool ranked, uint64_t keep,
                               const struct cluster *cluster, enum status status,
                               struct err *err) CHECK_RESULT;

/* Rows of all parts, one after another. */
enum status moves_merge_parts(struct moves_table *out, const struct span *parts,
                              uint32_t part_count, struct err *err) CHECK_RESULT;
/* Rows of this process's segments become rows of all segments, on every process; merging those of the
 * same move is left to the caller. */
enum status moves_merge_cluster(struct moves_table *mine, const struct cluster *cluster,
                                enum status status, struct err *err) CHECK_RESULT;

#endif
