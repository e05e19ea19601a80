/* profile_page.h: a player's profile as one HTML page.
 *
 * The page is whole in itself: it has no script, asks for nothing, and its policy forbids it to.
 * Pictures are SVG in data: addresses, each a document of its own, so that their ids do not meet;
 * they follow the reader's light or dark screen as the page does.  Names come from records and may
 * be anything: all are escaped. */
#ifndef KIFU_VIEW_REPORT_PROFILE_PAGE_H
#define KIFU_VIEW_REPORT_PROFILE_PAGE_H

#include "view/report/profile_report.h"

/* Boards of so many openings, castles and shapes each. */
enum { PROFILE_PAGE_BOARDS = 6 };

enum status profile_page(const struct profile_report *r, struct buf *out,
                         struct err *err) CHECK_RESULT;

#endif
