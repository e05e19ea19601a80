/* kana.h: kana as Latin letters, and both kinds of kana as one. */
#ifndef KIFU_BASE_TEXT_KANA_H
#define KIFU_BASE_TEXT_KANA_H

#include "base/buf.h"
#include "base/span.h"

/* Appends the text with hiragana in place of katakana. */
void kana_fold(struct span text, struct buf *out);
/* Appends a text of hiragana in Hepburn's letters, long vowels as they are written (おう: ou) and ー
 * as the vowel before it.  False, with something appended, if there is anything else in it. */
bool kana_romaji(struct span text, struct buf *out);

#endif
