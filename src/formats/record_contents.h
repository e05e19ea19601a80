/* record_contents.h: the kinds of contents of a record, for writers that report what they leave
 * out. */
#ifndef KIFU_FORMATS_RECORD_CONTENTS_H
#define KIFU_FORMATS_RECORD_CONTENTS_H

#include "games/record.h"

/* The bits of enum record_loss (formats/format.h) for all that is there: variations, comments,
 * times, fractions of seconds, headers, bookmarks, remarks, an end, moves, a start ply. */
unsigned record_contents(const struct record *rec);

/* What a record of shogi has that does not follow from the end of its main line: LOSS_END if the
 * moves broke off before it, LOSS_RESULT if a header or remark gives the winner and nothing gives
 * the end, or 0. */
unsigned record_loose_end(const struct record *rec);

#endif
