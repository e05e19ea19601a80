/* mine_parts.h: reading games by several parts (base/work/reduction.h) for one text. */
#ifndef KIFU_TEXT_MINE_MINE_PARTS_H
#define KIFU_TEXT_MINE_MINE_PARTS_H

#include "base/work/reduction.h"
#include "text/mine/mine.h"

/* Each part has the sentences of its own range of lines, one after another in the order of parts.
 * Afterwards all have the whole text, which has ended; part 0 also its plies, notes and sentences,
 * the others only, with `notes`, its notes.  A meeting: `status` is how it went so far. */
enum status corpus_join(struct corpus *c, bool notes, const struct reduction *reduction,
                        enum status status, struct err *err) CHECK_RESULT;
/* Sorts and scores a text that all have, each part its part of the suffixes.  Part 0 gets m->found,
 * and an index with the occurrences of these alone: m->index.order, to which they point.  The
 * others get nothing.  A meeting. */
enum status mine_run_parts(struct mine_result *m, const struct scorer *scorer,
                           const struct mine_options *opt, struct err *err) CHECK_RESULT;

/* Tells whoever listens that a stage begins. */
void mine_begin_stage(const struct mine_options *opt, enum mine_stage stage);

#endif
