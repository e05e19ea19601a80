/* column_file.h: a column of a segment, kept in the database's folder.
 *
 *     NAME.kifu/columns/SEGMENT-COLUMN-HASH.col      HASH: of the text "about", 16 hex digits
 *
 * The file is a segment file (store/segment.h) of two sections:
 *
 *     about     text, all that the column's bytes depend on:
 *                   kifu-column 1 le             version; order of bytes
 *                   segment s000001 9f8e7d6c…    its name, and a hash of its table of sections
 *                   column values
 *                   bytes 1234                   length of the section "column"
 *                   of static paper 1f2e…        what made it, to the end of the text
 *     column    the bytes as they are used in memory, so that reading is mapping
 *
 * A file counts only if its "about" is what the reader would have written, and all checksums are
 * right.  So nobody need be asked before deleting one, or before writing one: whoever writes the
 * same name writes the same bytes, and the file appears whole or not at all.  No lock is taken. */
#ifndef KIFU_VALUES_SHEET_COLUMN_FILE_H
#define KIFU_VALUES_SHEET_COLUMN_FILE_H

#include "db/db.h"

/* Raised whenever the same "of" gives other bytes than before. */
enum { COLUMN_VERSION = 1 };
#define COLUMN_ENDING ".col"

/* Which column. */
struct column_key {
    const char *database; /* its folder */
    const struct db_segment *segment;
    const char *column; /* "marks": small letters */
    struct span of;     /* what makes it */
    uint64_t bytes;
};

struct column_file {
    struct segment file;
    struct span bytes; /* borrowed from file */
};

/* STATUS_NOT_FOUND, without a word, if there is none that is valid; STATUS_NOMEM. */
enum status column_file_open(struct column_file *f, const struct column_key *k,
                             struct err *err) CHECK_RESULT;
/* The same for a file by its path, and what its "about" and length must be. */
enum status column_file_read(struct column_file *f, const char *path, struct span about,
                             uint64_t bytes, struct err *err) CHECK_RESULT;
void column_file_close(struct column_file *f); /* fine after a failure, or twice */
/* bytes has k->bytes of them. */
enum status column_file_write(const struct column_key *k, const void *bytes,
                              struct err *err) CHECK_RESULT;

/* The text "about", appended. */
void column_about(const struct column_key *k, struct buf *out);
/* The path of the file with another ending; NULL if there is no memory.  Owned by the buffer. */
const char *column_path(const struct column_key *k, const char *ending, struct buf *out);
/* Makes the folder for columns. */
enum status column_folder(const char *database, struct err *err) CHECK_RESULT;

#endif
