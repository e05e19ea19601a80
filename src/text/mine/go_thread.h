/* go_thread.h: what the symbols of the encoding `thread` stand for; see go_thread.c. */
#ifndef KIFU_TEXT_MINE_GO_THREAD_H
#define KIFU_TEXT_MINE_GO_THREAD_H

#include "text/mine/substrings.h"
#include "text/mine/truth.h"

/* The point of a symbol as seen from its corner, which is column 0 and row 0 (go.h). */
int go_thread_point(uint32_t symbol);
/* The stones of a sequence, in turn; out has room for TRUTH_LONGEST.  Returns how many, 0 if there
 * are more. */
size_t go_thread_stones(const struct substring_index *x, const struct sequence *s,
                        struct truth_stone *out);

#endif
