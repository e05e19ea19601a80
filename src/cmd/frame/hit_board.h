/* hit_board.h: the board at the first matching ply of a hit, as text, for every game. */
#ifndef KIFU_CMD_FRAME_HIT_BOARD_H
#define KIFU_CMD_FRAME_HIT_BOARD_H

#include "query/search.h"
#include "view/board/shogi_board.h"

/* Appends it.  A line that is damaged is shown as far as its moves are right. */
enum status hit_board(const struct db_segment *s, const struct hit *h,
                      const struct game_summary *summary, const struct board_options *opt,
                      struct buf *out, struct err *err) CHECK_RESULT;

#endif
