/* comment_value.h: engines' judgements, as programs write them into comments. */
#ifndef KIFU_FORMATS_COMMENT_VALUE_H
#define KIFU_FORMATS_COMMENT_VALUE_H

#include "base/span.h"
#include "games/record.h"

/* The first value found in a comment of one or more lines; VALUE_NONE if there is none.  mover is
 * the seat to move after the commented move, for dialects that speak from the mover's side. */
struct record_value comment_value(struct span comment, int mover);

#endif
