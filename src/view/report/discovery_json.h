/* discovery_json.h: what was found about an evaluation, for machines. */
#ifndef KIFU_VIEW_REPORT_DISCOVERY_JSON_H
#define KIFU_VIEW_REPORT_DISCOVERY_JSON_H

#include "base/text/json.h"
#include "values/discover/discover.h"

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
 *     bins, flipped_bins              curve_json.h
 */
void discovery_to_json(struct json *j, const struct discovery *d, const char *const *names);

#endif
