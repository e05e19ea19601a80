/* shogi_page.h: a whole game of shogi as text to read. */
#ifndef KIFU_VIEW_BOARD_SHOGI_PAGE_H
#define KIFU_VIEW_BOARD_SHOGI_PAGE_H

#include "base/buf.h"
#include "games/record.h"
#include "view/board/shogi_board.h"

/* Appends what is known about the game, the board at its end, every move with times and comments,
 * variations, and the result.  Takes opt's lang, flip, letters and colour. */
enum status shogi_page(const struct record *rec, const struct board_options *opt, struct buf *out,
                       struct err *err) CHECK_RESULT;

#endif
