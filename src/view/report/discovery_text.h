/* discovery_text.h: what was found about an evaluation, for people. */
#ifndef KIFU_VIEW_REPORT_DISCOVERY_TEXT_H
#define KIFU_VIEW_REPORT_DISCOVERY_TEXT_H

#include "values/discover/discover.h"

/* Appends the report: what was tested on what, then each finding with its figures, what was folded
 * beneath it, and the commands that show games.  names: of the databases, as the user gave them. */
void discoveries_to_text(const struct discoveries *d, const char *const *names, enum lang lang,
                         struct buf *out);
/* What a finding says, without a full stop: "wins 7.2 points more often than its value says". */
void discovery_claim(const struct discovery *d, enum lang lang, struct buf *out);

#endif
