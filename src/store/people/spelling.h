/* spelling.h: the spelling of a player's name, made comparable.
 *
 * Two spellings with one key are one name: ranks, titles and ratings at either end are dropped, old
 * forms of characters, widths, capitals and accents do not matter, katakana equal hiragana, and a
 * name of two words in Latin letters is the same in either order:
 *
 *     羽生 善治 九段, 羽生善治竜王・名人     羽生善治
 *     Yoshiharu Habu, HABU Yoshiharu (5 dan)  habu yoshiharu
 *     Nie Wei Ping, Nie Weiping               nie weiping
 *     Wang Lei (b)                            lei wang(b)
 *
 * What stands in brackets and is no rank tells people of one name apart, and stays.  The key is
 * narrower than player_fold() of store/metadata/name_fold.h, which is on disk: that one keeps order. */
#ifndef KIFU_STORE_PEOPLE_SPELLING_H
#define KIFU_STORE_PEOPLE_SPELLING_H

#include "base/buf.h"
#include "base/span.h"

enum spelling_kind {
    SPELLING_NOBODY, /* 先手, Black, guest, a team of several: never one with another spelling */
    SPELLING_LATIN,  /* words of Latin letters: family and given name, in either order */
    SPELLING_WORD,   /* one word of Latin letters and digits: a family name, or a handle */
    SPELLING_OTHER,  /* kanji, kana, hangul, any mixture */
};

/* Appends the key of a name and says what it is.  Of NOBODY the key is the name, folded.  A name
 * of which nothing is left has an empty key. */
enum spelling_kind spelling_key(struct span name, struct buf *key);

/* Appends any part of a name as keys have it, without blanks: what somebody looks for. */
void spelling_fold(struct span text, struct buf *out);

/* Appends the name without ranks, titles and ratings, as it was written otherwise. */
void spelling_trim(struct span name, struct buf *out);

#endif
