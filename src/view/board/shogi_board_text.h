/* shogi_board_text.h: a shogi board as text.
 *
 * In Japanese it looks like the diagrams of .bod files; v stands before White's pieces, and the
 * piece just moved has * (Black) or V (White) before it:
 *
 *     後手：みほん
 *     後手の持駒：角　歩二
 *       ９ ８ ７ ６ ５ ４ ３ ２ １
 *     +---------------------------+
 *     |v香v桂v銀v金v玉v金v銀v桂v香|一
 *
 * With opt->letters the letters of SFEN, capitals for Black, + before promoted pieces; the piece
 * just moved has * behind it:
 *
 *        9  8  7  6  5  4  3  2  1
 *     +---------------------------+
 *     | l  n  s  g  k  g  s  n  l | a
 *
 * Figures, if there are any, stand behind the pieces and make the squares wider. */
#ifndef KIFU_VIEW_BOARD_SHOGI_BOARD_TEXT_H
#define KIFU_VIEW_BOARD_SHOGI_BOARD_TEXT_H

#include "base/buf.h"
#include "view/board/shogi_board.h"

/* Appends the board in UTF-8, lines ended by LF.  Takes opt's lang, flip, no_coordinates, letters
 * and colour. */
void shogi_board_text(const struct shogi_picture *p, const struct board_options *opt,
                      struct buf *out);

/* Appends what a side has in hand: "飛　歩三" or "R, P×3"; "なし", "nothing". */
void shogi_board_text_hand(const struct shogi_pos *pos, int side, enum lang lang, struct buf *out);

#endif
