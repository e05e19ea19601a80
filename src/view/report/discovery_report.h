/* discovery_report.h: what was discovered about an evaluation, as text and as JSON. */
#ifndef KIFU_VIEW_REPORT_DISCOVERY_REPORT_H
#define KIFU_VIEW_REPORT_DISCOVERY_REPORT_H

#include "base/text/json.h"
#include "values/discover/discover.h"

/* Appends the report: what was tested on what, then each finding with its figures, what was folded
 * beneath it, and the commands that show games.  names: of the databases, as the user gave them. */
void discoveries_to_text(const struct discoveries *d, const char *const *names, enum lang lang,
                         struct buf *out);
/* What a finding says, without a full stop: "wins 7.2 points more often than its value says". */
void discovery_claim(const struct discovery *d, enum lang lang, struct buf *out);

/* Appends one object; figures that are not known are null:
 *
 *     condition, flipped              queries: as Black has it, as White has it
 *     positions, games, shift, lean   on the games that judged; shift and lean from -1 to 1
 *     score, tilt, p, adjusted        on those that scored
 *     tilted                          it was found by its tilt
 *     confirmed                       the games that judged say the same, not the opposite
 *     distortion, low, high
 *     folded [queries], explained
 *     examples [{db, id, ply, value, points, side} …]     db: the database's name; points: half
 *                                                   points of Black's; side: who has it there
 *     bins, flipped_bins              curve_report.h
 */
void discovery_to_json(struct json *j, const struct discovery *d, const char *const *names);

#endif
