/* analysis_record.h: an analysed game as a record with comments and variations. */
#ifndef KIFU_VIEW_ANALYSIS_ANALYSIS_RECORD_H
#define KIFU_VIEW_ANALYSIS_ANALYSIS_RECORD_H

#include "view/analysis/analysis_words.h"

/* Adds to the record, which is that of the view:
 *
 *   - at each move the value of the position that it was played from, for Black, as a line of comment
 *     that formats read back ("* 94", "* -m3": formats/shogi/shogi_line.h); that of the last position
 *     at the end of the game, if the record says how it ended;
 *   - at each mistake the sentence on it, and the better line as a variation;
 *   - at the start what was searched, and the accuracy of both players.
 *
 * Its own comments and variations stay; values in them come behind the new ones. */
enum status analysis_annotate(const struct analysis_view *v, struct record *rec, enum lang lang,
                              struct err *err) CHECK_RESULT;

#endif
