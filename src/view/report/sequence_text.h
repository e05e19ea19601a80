/* sequence_text.h: a mined sequence as a diagram in characters.
 *
 *        A B … and so on are left out; edges are drawn where the part shown reaches them:
 *
 *      .  .  .  .  .|
 *      .  . O6  . X5|       numbers are the moves, X Black's and O White's;
 *      . X3  . X1  .|       bare X and O stood there before in more than half of the games
 */
#ifndef KIFU_VIEW_REPORT_SEQUENCE_TEXT_H
#define KIFU_VIEW_REPORT_SEQUENCE_TEXT_H

#include "text/profile/sequence_profile.h"

/* Appends lines, each beginning with `indent` blanks; nothing for other games than Go. */
void sequence_diagram(const struct sequence_profile *p, unsigned indent, struct buf *out);
/* Appends the moves: "B[R16] W[P17] …", "7g7f 3c3d …". */
void sequence_moves(const struct sequence_profile *p, struct buf *out);

#endif
