/* contents.h: what a record holds, for writers that have to say what they leave out. */
#ifndef KIFU_FORMATS_CONTENTS_H
#define KIFU_FORMATS_CONTENTS_H

#include "games/record.h"

/* The bits of enum record_loss (formats/format.h) for all that is there: variations, comments,
 * times, fractions of seconds, headers, bookmarks, remarks, an end, moves, a start ply. */
unsigned record_contents(const struct record *rec);

/* Does the record (of shogi) know an end or a result that does not follow from the end of its main
 * line?  The moves broke off before it, or a header or remark told who won. */
bool record_has_loose_end(const struct record *rec);

#endif
