/* shogi_board_drawing.h: a shogi board as a list of shapes; see drawing.h. */
#ifndef KIFU_VIEW_BOARD_SHOGI_BOARD_DRAWING_H
#define KIFU_VIEW_BOARD_SHOGI_BOARD_DRAWING_H

#include "view/board/shogi_board.h"
#include "view/draw/drawing.h"

/* Fills in *d, which the caller has not initialised and must release, whatever is returned. */
enum status shogi_board_draw(struct drawing *d, const struct shogi_picture *p,
                             const struct board_options *opt, struct err *err) CHECK_RESULT;

#endif
