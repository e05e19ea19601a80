/* shogi_board_png.h: a shogi board as PNG; the same picture as shogi_board_svg.h gives. */
#ifndef KIFU_VIEW_BOARD_SHOGI_BOARD_PNG_H
#define KIFU_VIEW_BOARD_SHOGI_BOARD_PNG_H

#include "base/buf.h"
#include "view/board/shogi_board.h"
#include "view/draw/drawing_png.h"

/* Appends a PNG.  *notes collects enum draw_png_note.  Fails as drawing_to_png() does. */
enum status shogi_board_png(const struct shogi_picture *p, const struct board_options *opt,
                            struct buf *out, unsigned *notes, struct err *err) CHECK_RESULT;

#endif
