/* shogi_ply_view.h: the position of a shogi game at one ply, with what a picture of it shows. */
#ifndef KIFU_VIEW_BOARD_SHOGI_PLY_VIEW_H
#define KIFU_VIEW_BOARD_SHOGI_PLY_VIEW_H

#include "base/buf.h"
#include "games/record.h"
#include "view/board/shogi_board.h"

struct shogi_ply_view {
    const struct record *rec;
    struct shogi_pos pos;    /* after the move */
    struct shogi_pos before; /* before it; the same at the start */
    shogi_move move;         /* 0 at the start */
    int last_to;             /* where the move before `move` went, -1: nowhere */
    uint32_t ply;            /* moves of this record */
    uint32_t node;
    struct buf title, caption; /* texts of the picture */
};

void shogi_ply_view_init(struct shogi_ply_view *m);
void shogi_ply_view_release(struct shogi_ply_view *m);

/* Goes to the position after ply moves of the main line, of which there must be so many. */
enum status shogi_ply_view_find(struct shogi_ply_view *m, const struct record *rec, uint32_t ply,
                                struct err *err) CHECK_RESULT;

/* Appends the move that led here, as people write it; nothing at the start. */
void shogi_ply_view_move_text(const struct shogi_ply_view *m, enum lang lang, struct buf *out);

/* What is to be seen, with names, title and caption; borrows from *m and its record until the next
 * call.  for_text: the caption holds the sign of the side, which pictures draw themselves. */
enum status shogi_ply_view_picture(struct shogi_ply_view *m, enum lang lang, bool for_text,
                                   struct shogi_picture *out, struct err *err) CHECK_RESULT;

/* Does the record start from one of the usual handicaps? */
bool record_is_handicap(const struct record *rec);

#endif
