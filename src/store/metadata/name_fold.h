/* name_fold.h: texts made comparable: names of people, events, places, paths.
 *
 * The same name is written in many ways: 羽生 善治, 羽生善治九段, ﾊﾌﾞ; 髙橋 and 高橋; HABU and
 * Habu. Folding takes away what does not matter when somebody looks for it: full- and half-width
 * forms become one, old and rare forms of characters the usual ones (a table of some 360, not all
 * that Unicode knows), ASCII letters lower case, marks put on their kana; blanks and middle dots
 * go. Names as written are kept beside it. */
#ifndef KIFU_STORE_METADATA_NAME_FOLD_H
#define KIFU_STORE_METADATA_NAME_FOLD_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

enum { FOLD_MAX_BYTES = 4 };

/* Folds what is at the front of s, which is not empty: usually one character, with a sound mark
 * that follows it two.  Says how many bytes of s that was; *n bytes are written, maybe none.  Bytes
 * that are no UTF-8 are dropped one by one. */
size_t fold_next(struct span s, char out[FOLD_MAX_BYTES], size_t *n);

/* Appends the whole text, folded. */
void name_fold(struct span text, struct buf *out);
/* The same as names are typed: hiragana for katakana, and no hyphens. */
void name_fold_typed(struct span text, struct buf *out);
/* The same for a player's name: titles, ranks and a rating behind it are left out, unless nothing
 * else is there: 羽生善治 竜王・名人 → 羽生善治, Hiyoe(R910) → hiyoe. */
void player_fold(struct span name, struct buf *out);

/* The rating that a player's name ends with: "(1834)", "(R910)", "[2345]".  False if none. */
bool player_rating(struct span name, unsigned *rating);

/* Reads a rating ("2817.0", "R1834", "２１００"), cut to a whole number from 1 to 65535. */
bool rating_parse(struct span text, unsigned *rating);

#endif
