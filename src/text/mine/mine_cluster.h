/* mine_cluster.h: reading games by several processes (base/work/cluster.h) for one text. */
#ifndef KIFU_TEXT_MINE_MINE_CLUSTER_H
#define KIFU_TEXT_MINE_MINE_CLUSTER_H

#include "base/work/cluster.h"
#include "text/mine/mine.h"

/* Process 0's list of lines becomes everybody's.  A meeting, as the next: `status` is how it went. */
enum status mined_lines_cluster(struct mined_line **lines, size_t *count,
                                const struct cluster *cluster, enum status status,
                                struct err *err) CHECK_RESULT;
/* Each process has the sentences of its own range of lines, one after another in the order of processes.
 * Afterwards all have the whole text, which has ended; process 0 also its plies, notes and sentences,
 * the others only, with `notes`, its notes.  A meeting. */
enum status corpus_cluster(struct corpus *c, bool notes, const struct cluster *cluster,
                           enum status status, struct err *err) CHECK_RESULT;
/* Sorts and processes a text that all have, each process its part of the suffixes.  Process 0 gets m->found,
 * and an index with the occurrences of these alone: m->index.order, to which they point.  The
 * others get nothing.  A meeting. */
enum status mine_run_cluster(struct mine_result *m, const struct scorer *scorer,
                             const struct mine_options *opt, struct err *err) CHECK_RESULT;

/* Tells whoever listens that a stage begins. */
void mine_begin_stage(const struct mine_options *opt, enum mine_stage stage);

#endif
