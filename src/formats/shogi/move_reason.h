/* move_reason.h: why a move in a record is not possible, in words for the person who has the record.
 *
 *     ２九飛成(28)    a knight of its own side stands on 2i
 *     同　玉(21)      there is no king on 2a; it went to 3b at move 171
 *
 * Readers only need to know that a move is illegal; this works the reason out afterwards, from the
 * position before it and the text that stands in the record. */
#ifndef KIFU_FORMATS_SHOGI_MOVE_REASON_H
#define KIFU_FORMATS_SHOGI_MOVE_REASON_H

#include "base/buf.h"
#include "games/shogi/shogi.h"

/* Appends the reason, without a full stop.  text: the move as KIF, KI2, CSA or USI write it; made: the
 * moves that led to pos, of which the first is move number first_ply + 1.  False, with nothing appended,
 * for a text that is no move or a move that is legal. */
bool move_reason(const struct shogi_pos *pos, const shogi_move *made, uint32_t count,
                 uint32_t first_ply, struct span text, enum lang lang, struct buf *out);

#endif
