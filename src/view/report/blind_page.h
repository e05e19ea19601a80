/* blind_page.h: positions with two moves each, as one HTML page on which people say how natural
 * they find either, without knowing whose move is whose.
 *
 * The page is whole in itself: it asks for nothing, and its policy forbids it to.  What the rater
 * says becomes a small file (docs/natural.md); which move is whose is told by another one, the key.
 * Its parts are web/blind/. */
#ifndef KIFU_VIEW_REPORT_BLIND_PAGE_H
#define KIFU_VIEW_REPORT_BLIND_PAGE_H

#include "base/buf.h"
#include "base/err.h"
#include "engine/natural/natural.h"

struct blind_item {
    const struct shogi_pos *pos; /* borrowed */
    const struct natural_past *past;
    unsigned ply;    /* moves made so far */
    shogi_move a, b; /* legal and different */
};

/* Appends the page.  id: what the answers will call it. */
enum status blind_page(const struct blind_item *items, size_t n, struct span id, enum lang lang,
                       struct buf *out, struct err *err) CHECK_RESULT;

#endif
