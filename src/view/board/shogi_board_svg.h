/* shogi_board_svg.h: a shogi board as SVG. */
#ifndef KIFU_VIEW_BOARD_SHOGI_BOARD_SVG_H
#define KIFU_VIEW_BOARD_SHOGI_BOARD_SVG_H

#include "base/buf.h"
#include "view/board/shogi_board.h"

/* Appends an SVG document in UTF-8 without XML declaration: it may stand in a file of its own or
 * in an HTML page.  The same picture and options give the same bytes. */
enum status shogi_board_svg(const struct shogi_picture *p, const struct board_options *opt,
                            struct buf *out, struct err *err) CHECK_RESULT;

#endif
