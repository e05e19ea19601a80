/* romaji.h: Japanese names in Latin letters, as the key of a spelling has them. */
#ifndef KIFU_STORE_PEOPLE_ROMAJI_H
#define KIFU_STORE_PEOPLE_ROMAJI_H

#include "base/buf.h"
#include "base/span.h"

/* Whether every word of a key consists of Japanese syllables in any usual way of romanising:
 * "habu yoshiharu", not "habu yohsiharu". */
bool romaji_is_japanese(struct span key);

/* Appends the key with one way of romanising: long vowels short, Hepburn's consonants.
 * "satou shinichi" and "sato sinichi" become the same.  The long o at the front of a word stays:
 * Ono and Oono are two names. */
void romaji_plain(struct span key, struct buf *out);
/* As romaji_plain(), with the long o at the front short, too. */
void romaji_plainest(struct span key, struct buf *out);

#endif
