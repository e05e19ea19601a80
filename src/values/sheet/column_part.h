/* column_part.h: a column that takes hours, kept game by game while it is being made.
 *
 *     NAME.kifu/columns/SEGMENT-COLUMN-HASH.part     named as the column will be (column_file.h)
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
#ifndef KIFU_VALUES_SHEET_COLUMN_PART_H
#define KIFU_VALUES_SHEET_COLUMN_PART_H

#include "base/io/append_log.h"
#include "values/sheet/column_file.h"

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
