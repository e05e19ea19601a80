/* go_result.h: reads and writes the results of Go games as records state them. */
#ifndef KIFU_FORMATS_GO_GO_RESULT_H
#define KIFU_FORMATS_GO_GO_RESULT_H

#include "base/buf.h"
#include "games/record.h"

/* Understands SGF's RE in all the ways people write it (B+R, W+3.5, B+Resign, Jigo, 0, Void,
 * 黒中押し勝ち, 黑中盘胜, 白1目半勝, 백 불계승, "White wins by 2.5 points") and fills the record's
 * end and points.  False, with both untouched, if the text is not understood. */
bool go_result_read(struct span text, struct record *rec);
/* Appends the result as SGF writes it, as far as end and points give it; nothing if it is
 * unknown. */
void go_result_put(const struct record *rec, struct buf *out);

#endif
