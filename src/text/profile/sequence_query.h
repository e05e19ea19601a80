/* sequence_query.h: the query that finds the games of a mined sequence.
 *
 *     thread     size:19 either(sym(pattern "------+/..….|/…"))
 *                a diagram from the corner to one line beyond the sequence's farthest stones, its
 *                moves numbered and everything else empty: what the encoding takes for one reading
 *     er, es     size:19 either(sym(seq:"B[R16] W[P17] …"))
 *                one move after another, on the points that are drawn
 *
 *     moves      either(seq:"7g7f 3c3d …")
 *
 * A diagram has no place for a point that is played twice, nor for more than 31 moves: from there
 * on the moves follow as `then move:wQ17`, which may find some games more. */
#ifndef KIFU_TEXT_PROFILE_SEQUENCE_QUERY_H
#define KIFU_TEXT_PROFILE_SEQUENCE_QUERY_H

#include "text/profile/sequence_profiles.h"

/* Appends it; nothing if the sequence has no moves. */
void sequence_query(const struct sequence_entry *t, struct buf *out);

/* The same of games in which `among` holds somewhere, wherever in the game that is: text of the
 * query language, and the same read.  Of all games if it is empty. */
void sequence_query_among(const struct sequence_entry *t, struct span among,
                          const struct query *read, struct buf *out);

#endif
