/* mine_together.h: reading games by several processes (base/work/crew.h) for one text. */
#ifndef KIFU_TEXT_MINE_MINE_TOGETHER_H
#define KIFU_TEXT_MINE_MINE_TOGETHER_H

#include "base/work/crew.h"
#include "text/mine/mine.h"

/* Rank 0's list of lines becomes everybody's.  A meeting, as the next: `status` is how it went. */
enum status mined_lines_together(struct mined_line **lines, size_t *count, const struct crew *crew,
                                 enum status status, struct err *err) CHECK_RESULT;
/* Each rank has the sentences of its own range of lines, one after another in the order of ranks.
 * Afterwards all have the whole text, which has ended; rank 0 also its plies, notes and sentences,
 * the others only, with `notes`, its notes.  A meeting. */
enum status corpus_together(struct corpus *c, bool notes, const struct crew *crew,
                            enum status status, struct err *err) CHECK_RESULT;
/* Sorts and ranks a text that all have, each rank its part of the suffixes.  Rank 0 gets m->found,
 * and an index with the occurrences of these alone: m->index.order, to which they point.  The
 * others get nothing.  A meeting. */
enum status mine_divided(struct mining *m, const struct scorer *scorer,
                         const struct mine_options *opt, struct err *err) CHECK_RESULT;

/* Tells whoever listens that a stage begins. */
void mine_begin_stage(const struct mine_options *opt, enum mine_stage stage);

#endif
