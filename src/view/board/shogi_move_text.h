/* shogi_move_text.h: shogi moves, results and times as text for people.
 *
 * Moves are written as in Japanese books (７六歩, 同　銀左) or, in English, in the usual western
 * notation: P-7f, Bx2b+, S*5e, G6i-7h; the square a piece leaves is named where another of its
 * kind could have gone there, = says that it did not promote though it might have. */
#ifndef KIFU_VIEW_BOARD_SHOGI_MOVE_TEXT_H
#define KIFU_VIEW_BOARD_SHOGI_MOVE_TEXT_H

#include "base/buf.h"
#include "games/record.h"
#include "games/shogi/shogi.h"

/* Appends the move, legal in pos.  last_to: where the move before went, -1: unknown. */
void shogi_move_text(const struct shogi_pos *pos, shogi_move m, int last_to, enum lang lang,
                     struct buf *out);

/* "投了", "resignation"; what it is called when nothing else is said.  Static; never NULL. */
const char *shogi_end_text(enum record_end end, enum lang lang);

/* Appends "先手", "下手", "Black". */
void shogi_side_text(int side, bool handicap, enum lang lang, struct buf *out);

/* Appends a sentence on how the game of a record ended, without line end: "まで116手で後手の勝ち",
 * "White wins after 116 moves (mate)".  Nothing if it just stops. */
void shogi_result_text(const struct record *rec, enum lang lang, struct buf *out);
void go_result_text(const struct record *rec, enum lang lang, struct buf *out);

/* Appends 0:25, 1:02:03, 0:00.25. */
void time_text(uint32_t ms, struct buf *out);

#endif
