/* move_page.h: what the pages of positions for people (`kifu natural blind`, `puzzles`) share: one
 * file that asks for nothing, with the positions as a JSON value in it. */
#ifndef KIFU_CMD_NATURAL_MOVE_PAGE_H
#define KIFU_CMD_NATURAL_MOVE_PAGE_H

#include "base/text/json.h"
#include "engine/natural/natural.h"
#include "view/board/shogi_board.h"

/* A position as it is shown; all borrowed. */
struct page_position {
    const struct shogi_pos *pos;
    const struct natural_past *past;
    unsigned ply; /* moves made so far */
};

/* "en":"7g7f","ja":"▲７六歩": fields of an object that the caller has opened. */
void page_add_move(struct json *j, const struct page_position *at, shogi_move m);
/* "ply", "turn", and "before": the last moves. */
void page_add_position(struct json *j, const struct page_position *at);
/* "svg": the board in both languages, with two moves marked A (blue) and B (red) in a group of the
 * class marks. */
enum status page_add_board(struct json *j, const struct page_position *at, shogi_move a,
                           shogi_move b, struct err *err) CHECK_RESULT;

/* A part of a page: its path, "/" being the page itself. */
struct page_part {
    const char *path;
    struct span text;
};
/* Appends the page, in which each comment with the name of a part (@blind.js@) is replaced by the
 * part, and that with the name data by the JSON value. */
void page_assemble(const struct page_part *parts, size_t count, struct span data, struct buf *out);

#endif
