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
#ifndef KIFU_DB_COLUMN_FILE_H
#define KIFU_DB_COLUMN_FILE_H

#include "base/io/append_log.h"
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

/* --- A column that takes hours, kept game by game while it is being made ----------------------
 *     NAME.kifu/columns/SEGMENT-COLUMN-HASH.part     named as the column will be
 *
 *     offset 0     8  "KIFUPRT" and a newline
 *            8     4  n, the length of what follows
 *           12     n  the column's text "about"
 *                     games, in the order in which they were finished:
 *                       0   4  number of the game
 *                       4   4  m, bytes of its elements
 *                       8   m  its elements
 *                   8 + m   8  XXH3-64 of the 8 + m bytes before
 *
 * Numbers are little-endian, elements as in the column.  A game may be there in part, its other
 * elements being VALUE_SOURCE_NOT_RUN, and several times, each with what another run asked.  A game is
 * appended as soon as it is finished, so a crash, or somebody who can't wait, costs the games being
 * worked on and no more: whoever goes on reads as far as checksums are right, cuts off the rest,
 * and appends.  One process at a time: the file is locked (flock), and who does not get the lock
 * makes the column without it. Once the column itself is on disk the part is deleted. */

#define COLUMN_PART_ENDING ".part"

struct column_part {
    struct append_log log;
    struct buf row; /* a game being written */
};

/* Told of each game that is there; false: it can't be one, and is where the file is cut. */
typedef bool column_part_game(void *ctx, uint32_t number, struct span elements);

/* Goes on with a part, or begins it.  STATUS_IO if it can't be written to or somebody else is at
 * it; *p is closed then. */
enum status column_part_open(struct column_part *p, const struct column_key *k,
                             column_part_game *each, void *ctx, struct err *err) CHECK_RESULT;
/* What is written is in the hands of the system: a crash of the program does not lose it. */
enum status column_part_add(struct column_part *p, uint32_t number, struct span elements,
                            struct err *err) CHECK_RESULT;
/* Deletes the file as well: the column is complete. */
void column_part_finish(struct column_part *p);
void column_part_close(struct column_part *p); /* fine if it is closed */

/* The games in the bytes of a part, as far as they are right.  Returns where that ends; 0 if it is
 * no part of this column. */
size_t column_part_read(struct span file, struct span about, column_part_game *each, void *ctx);

#endif
