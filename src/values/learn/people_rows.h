/* people_rows.h: positions as fixed rows in a file, to train a network on (scripts/people-train).
 *
 * The file is a head of 16 bytes and rows of PEOPLE_ROW_BYTES, numbers little-endian:
 *
 *     0  "KIFUROWS"          8  u32 version (1)          12  u32 bytes of a row
 *
 *     row    0  board    81      ┐
 *           81  attacks  81      │ struct people_input
 *          162  hand     14      │
 *          176  last      8      ┘
 *          184  u16 output of the move that was played (people_output_of())
 *          186  u16 plies before it
 *          188  u16 game_split() of the game
 *          190  u8  class of player: enum natural_class; 3: a program
 *          191  i8  half points of the side to move at the end of the game; -1: unknown
 *          192  u32 game, counted from 0
 *          196  legal   274      a bit for each output, the lowest first: the legal moves
 *          470          2        0
 *
 * Rows of a game stand in order, so that the row after the next has the mover's next move. */
#ifndef KIFU_VALUES_LEARN_PEOPLE_ROWS_H
#define KIFU_VALUES_LEARN_PEOPLE_ROWS_H

#include "base/io/file.h"
#include "engine/natural/people_input.h"
#include "values/learn/natural_samples.h"

enum { PEOPLE_ROWS_VERSION = 1, PEOPLE_HEAD_BYTES = 16, PEOPLE_ROW_BYTES = 472 };

struct people_rows {
    struct file_writer file;
    struct buf pending;
    uint64_t count;
};

enum status people_rows_open(struct people_rows *r, const char *path, struct err *err) CHECK_RESULT;
/* A natural_sample_taker; ctx is a struct people_rows. */
enum status people_rows_add(void *ctx, const struct natural_sample *sample, int part,
                            struct err *err) CHECK_RESULT;
/* Completes the file. */
enum status people_rows_commit(struct people_rows *r, struct err *err) CHECK_RESULT;
/* Leaves nothing behind if it was not completed. */
void people_rows_close(struct people_rows *r);

#endif
