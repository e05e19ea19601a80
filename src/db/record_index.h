/* record_index.h: what is found in the records of a segment alone: comments and komi.
 *
 * It is made when it is first needed, by a walk through all records of the segment, and kept in
 * the folder of columns (db.h), where anybody may delete it:
 *
 *     NAME.kifu/columns/SEGMENT-records.idx     a segment file (store/segment.h) with the sections
 *         about       text: "kifu-records 1", then the segment's name and a hash of its table
 *         comments    an SQLite image with an FTS5 table of pairs of characters; empty: no comments
 *         komi        i32 for each game number, in hundredths, INT32_MIN: unknown; empty: none has
 *
 * Comments are folded as names are (name_fold.h) and cut into overlapping pairs of characters, each
 * a word of FTS5: so a text of two characters is found, which FTS5's own trigrams miss, and a text
 * of one is the beginning of a word.  A text is found within one comment; blanks do not count.  All
 * comments of a game count: of variations, and of all its sources.
 *
 * The file appears whole or not at all, and counts only if its "about" fits the segment and all
 * checksums are right.  Where it cannot be written, it stays in memory. */
#ifndef KIFU_DB_RECORD_INDEX_H
#define KIFU_DB_RECORD_INDEX_H

#include <stdatomic.h>

#include "db/db.h"

/* NULL: no memory.  Safe to use from several threads, but for adding. */
struct record_index *record_index_new(void);
void record_index_free(struct record_index *x); /* NULL is fine */
/* A further source of a game, that came after the segment was written.  Only before others use x. */
enum status record_index_add(struct record_index *x, uint32_t number, const struct record *rec,
                             struct err *err) CHECK_RESULT;

/* Sets the bit of every game of s, whose index x is, that has a comment with the text in it; with an
 * empty text every game that has a comment.  STATUS_CANCELLED if *cancelled (may be NULL). */
enum status record_index_match(struct record_index *x, const struct db_segment *s, struct span text,
                               const atomic_bool *cancelled, uint64_t *bits,
                               struct err *err) CHECK_RESULT;
/* Komi of every game by number, as in the section; *komi is NULL if none is known.  Borrowed. */
enum status record_index_komi(struct record_index *x, const struct db_segment *s,
                              const atomic_bool *cancelled, const int32_t **komi,
                              struct err *err) CHECK_RESULT;

/* For tests: the bytes of an index of so many games are opened and searched, whatever they are. */
enum status record_index_try(struct span comments, uint32_t games, struct span text, uint64_t *bits,
                             struct err *err) CHECK_RESULT;

#endif
