/* journal.h: a journal of finished blocks of work, so that interrupted work can resume.
 *
 * Work consists of blocks with numbers; each has a result, some bytes.  Results are added as they
 * come, in any order, each in one write; what a kill leaves of the last one is cut off by the next
 * run.  When the results before some block have gone elsewhere for good (into a database, into
 * sums), they are folded: one small state takes their place.  When all is done, the file goes.
 *
 *     u8[8] "KIFUPART"; u32 version (1); u32 bytes of the state;
 *     u64 print; u64 floor; u64 XXH3 of the 32 bytes before and of the state
 *     u8[]  state: of the blocks below floor
 *     { u64 number; u64 bytes; u64 XXH3 of the 16 bytes before and of the result; u8[] result }[]
 *
 * The print tells this work from other work: a hash of everything that results depend on.  All
 * functions but opening and closing may be called from several threads. */
#ifndef KIFU_BASE_IO_JOURNAL_H
#define KIFU_BASE_IO_JOURNAL_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum { JOURNAL_HEAD_BYTES = 40, JOURNAL_MOST_STATE = 1 << 20, JOURNAL_MOST_RESULT = 1 << 28 };

struct journal;

/* Opens the file, or begins it.  STATUS_RANGE if it is of other work, STATUS_SYNTAX if it is no
 * journal, STATUS_IO if another process is at it: then it is left alone. */
enum status journal_open(struct journal **out, const char *path, uint64_t fingerprint,
                         struct err *err) CHECK_RESULT;
/* The file stays if there is anything in it.  NULL is fine. */
void journal_close(struct journal *j);
/* The work is done: closes and removes the file.  NULL is fine. */
void journal_finish(struct journal *j);

/* Blocks below this are folded into the state, which is borrowed until the next fold. */
uint64_t journal_floor(const struct journal *j);
struct span journal_state(const struct journal *j);
/* Results that were there when the journal was opened, those below the floor aside. */
uint64_t journal_count(const struct journal *j);
bool journal_has(struct journal *j, uint64_t block);
/* Replaces what is in out by such a result.  STATUS_SYNTAX if it is damaged now. */
enum status journal_read(struct journal *j, uint64_t block, struct buf *out,
                         struct err *err) CHECK_RESULT;

enum status journal_add(struct journal *j, uint64_t block, struct span result,
                        struct err *err) CHECK_RESULT;
/* floor only grows. */
enum status journal_fold(struct journal *j, uint64_t floor, struct span state,
                         struct err *err) CHECK_RESULT;
/* Bytes in the file. */
uint64_t journal_size(struct journal *j);

#endif
