/* answer_file.h: results of searches, kept in a file, so that nothing is searched twice.
 *
 *     answer_file_open(&f, "positions.answers", err);        made if it is not there
 *     if (!answer_file_find(f, key, &lines, &n))
 *         … search … answer_file_add(f, key, lines, n, err);
 *     answer_file_close(f);
 *
 * A key is a hash of all that an answer depends on.  Answers are appended as they come, so that
 * work which was cut short goes on where it stopped; what a torn last write left is cut off.  One
 * process at a time, which a lock makes sure of; within it, any thread.
 *
 *     0   8   "KIFUANS1"
 *     8       answers, each
 *                 u64 key
 *                 u32 how many lines, at most ANSWER_MOST_LINES
 *                 lines of six bytes: u16 move, i16 value, u8 depth, u8 bound
 *                 u32 the low half of XXH3 of all these
 *
 * All numbers are little-endian. */
#ifndef KIFU_VALUES_SHEET_ANSWER_FILE_H
#define KIFU_VALUES_SHEET_ANSWER_FILE_H

#include "base/buf.h"
#include "games/shogi/shogi.h"

enum { ANSWER_MOST_LINES = SHOGI_MAX_MOVES };

struct answer_line {
    shogi_move move;
    int16_t value;
    uint8_t depth, bound;
};

struct answer_file;
enum status answer_file_open(struct answer_file **out, const char *path,
                             struct err *err) CHECK_RESULT;
void answer_file_close(struct answer_file *f); /* NULL is fine */
size_t answer_file_count(const struct answer_file *f);

/* lines has room for ANSWER_MOST_LINES. */
bool answer_file_find(struct answer_file *f, uint64_t key, struct answer_line *lines, int *count);
/* The first answer to a key stays. */
enum status answer_file_add(struct answer_file *f, uint64_t key, const struct answer_line *lines,
                            int count, struct err *err) CHECK_RESULT;

#endif
