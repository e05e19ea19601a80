/* mine_together.h: reading games by several processes (base/crew.h) for one text. */
#ifndef KIFU_TEXT_MINE_TOGETHER_H
#define KIFU_TEXT_MINE_TOGETHER_H

#include "base/crew.h"
#include "text/mine.h"

/* Rank 0's list of lines becomes everybody's.  A meeting, as the next: `status` is how it went. */
enum status mined_lines_together(struct mined_line **lines, size_t *count, const struct crew *crew,
                                 enum status status, struct err *err) CHECK_RESULT;
/* Each rank has the sentences of its own range of lines, one after another in the order of ranks;
 * rank 0 gets all of them, the others keep their own. */
enum status corpus_together(struct corpus *c, const struct crew *crew, enum status status,
                            struct err *err) CHECK_RESULT;

#endif
