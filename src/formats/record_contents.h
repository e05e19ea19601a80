/* record_contents.h: what a record holds, for writers that have to say what they leave out. */
#ifndef KIFU_FORMATS_RECORD_CONTENTS_H
#define KIFU_FORMATS_RECORD_CONTENTS_H

#include "games/record.h"

/* The bits of enum record_loss (formats/format.h) for all that is there: variations, comments,
 * times, fractions of seconds, headers, bookmarks, remarks, an end, moves, a start ply. */
unsigned record_contents(const struct record *rec);

/* What the record (of shogi) knows that does not follow from the end of its main line: LOSS_END if
 * the moves broke off before it, LOSS_RESULT if a header or remark told who won and nothing how, or
 * 0. */
unsigned record_loose_end(const struct record *rec);

#endif
