/* gallery.h: mined sequences as one HTML page.
 *
 * The page is whole in itself: it asks for nothing, its policy forbids it to, and it works from a
 * file.  Its parts are web/gallery/ (a template, a sheet of style, a script); the sequences are one
 * JSON value in the middle, from which the script draws boards as they are looked at.  Names come
 * from records and may be anything: in the JSON no "<" stands, and the script sets texts as texts.
 */
#ifndef KIFU_VIEW_REPORT_GALLERY_H
#define KIFU_VIEW_REPORT_GALLERY_H

#include "view/report/sequence_view.h"

struct gallery_head {
    enum lang lang;         /* that it opens in */
    const char *const *dbs; /* paths, as `kifu show` takes them */
    uint32_t db_count;
    struct span query; /* may be empty */
    const char *encoding, *method;
    uint64_t games;
    int width, height; /* of the boards */
};

/* Appends one sequence: gallery_page() wants them with commas between. */
enum status gallery_card(const struct sequence_entry *t, struct buf *out,
                         struct err *err) CHECK_RESULT;
/* Appends the page. */
void gallery_page(const struct gallery_head *head, struct span cards, struct buf *out);

#endif
