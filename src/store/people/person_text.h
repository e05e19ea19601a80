/* person_text.h: the names of persons as one string to search in. */
#ifndef KIFU_STORE_PEOPLE_PERSON_TEXT_H
#define KIFU_STORE_PEOPLE_PERSON_TEXT_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Texts end with a zero byte, so that nothing is found across two of them. */
struct person_text {
    struct buf bytes;
    size_t *ends;     /* behind the zero byte */
    uint32_t *person; /* whose each is */
    uint32_t count;
    size_t end_cap, person_cap;
};

void person_text_init(struct person_text *t);
void person_text_release(struct person_text *t);
/* Adds the key of a spelling (spelling.h), a name of two Latin words in both orders.  False without
 * memory. */
bool person_text_add(struct person_text *t, struct span key, uint32_t person);
/* Sets found[person] for each who has a text that contains `text`, or begins with it; text is
 * folded (spelling_fold()). */
void person_text_match(const struct person_text *t, struct span text, bool prefix, bool *found);
/* Sets found[person] for each who has this text. */
void person_text_match_whole(const struct person_text *t, struct span text, bool *found);
/* Sets found[person] for each who has a name with a word of Latin letters that begins with the text,
 * or with whole that is it. */
void person_text_match_words(const struct person_text *t, struct span text, bool whole,
                             bool *found);

#endif
