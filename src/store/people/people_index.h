/* people_index.h: persons as queries need them: whose a spelling is, and who has a text in a name.
 *
 * Only of those who have several spellings, stand in a list, or have a name of two Latin words;
 * of everybody else the spelling itself says all.  Kept in the file "people-index" of a database, a
 * cache that anybody may delete: it says what it was made from, and is made anew if that changed.
 * A text file; words are parted by tabs:
 *
 *     kifu-people-index 1
 *     made-from 0123456789abcdef    stamp of all that it was made from
 *     person  NAME                  the usual spelling; then of this person
 *     =       SPELLING              as written in games
 *     ~       TEXT                  key of a spelling or alias (spelling.h)
 *     checksum 1f2e3d4c5b6a7988     XXH3-64 of all lines before */
#ifndef KIFU_STORE_PEOPLE_PEOPLE_INDEX_H
#define KIFU_STORE_PEOPLE_PEOPLE_INDEX_H

#include "store/people/people.h"
#include "store/people/person_text.h"

#define PEOPLE_INDEX_FILE "people-index"

struct people_index {
    struct text_table names, spellings; /* names: by person */
    uint32_t *person;                   /* by spelling */
    size_t person_cap;
    struct person_text texts;
    uint32_t count;
};

void people_index_init(struct people_index *x);
void people_index_release(struct people_index *x);
enum status people_index_make(struct people_index *x, const struct people *p,
                              struct err *err) CHECK_RESULT;

/* Reads a file's text.  STATUS_NOT_FOUND if it was made from something else; STATUS_SYNTAX if it is
 * damaged.  x is empty then. */
enum status people_index_parse(struct people_index *x, struct span text, uint64_t stamp,
                               struct err *err) CHECK_RESULT;
/* Appends the text.  False if a name can't be in it, because of a tab or a line break. */
bool people_index_print(const struct people_index *x, uint64_t stamp, struct buf *out);

/* Whose spelling, as written, it is; PEOPLE_NOBODY if the index has nothing on it. */
uint32_t people_index_person(const struct people_index *x, struct span spelling);
/* The usual spelling of a person: borrowed. */
struct span people_index_name(const struct people_index *x, uint32_t person);
/* Sets wanted[person] (count of them, zero before) for each one who has the text in a name; says
 * whether there is any.  An empty text is in nobody's. */
enum status people_index_match(const struct people_index *x, struct span text, bool *wanted,
                               bool *any, struct err *err) CHECK_RESULT;
/* As people_index_match(), for a text of Latin letters that must begin a word of a name, or be a
 * whole one. */
enum status people_index_match_words(const struct people_index *x, struct span text, bool whole,
                                     bool *wanted, bool *any, struct err *err) CHECK_RESULT;
/* As people_index_match(), for the name of one person: the usual one; if it is nobody's, a spelling
 * as written; if there is none, one that differs in what keys leave out, or an alias. */
enum status people_index_find(const struct people_index *x, struct span name, bool *wanted,
                              bool *any, struct err *err) CHECK_RESULT;

#endif
