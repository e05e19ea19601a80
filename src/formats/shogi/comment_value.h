/* comment_value.h: engines' judgements, as programs write them into comments. */
#ifndef KIFU_FORMATS_SHOGI_COMMENT_VALUE_H
#define KIFU_FORMATS_SHOGI_COMMENT_VALUE_H

#include "base/span.h"
#include "games/record.h"

/* The first value found in a comment of one or more lines; VALUE_NONE if there is none.  All
 * dialects known speak from Black's side. */
struct record_value comment_value(struct span comment);

#endif
