/* comment_value.h: finds the engine values that programs write into comments. */
#ifndef KIFU_FORMATS_SHOGI_COMMENT_VALUE_H
#define KIFU_FORMATS_SHOGI_COMMENT_VALUE_H

#include "base/span.h"
#include "games/record.h"

/* The first value found in a comment of one or more lines; VALUE_NONE if there is none.  All known
 * dialects give values from Black's side. */
struct record_value comment_value(struct span comment);

#endif
