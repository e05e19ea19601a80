/* big_file.h: a file of very many games, read in one thread while another adds them.
 *
 * A batch holds whole files; one of a hundred thousand games would not fit in memory that way. Here
 * games are handed over some at a time, and the reader waits when it is too far ahead. */
#ifndef KIFU_DB_IMPORT_BIG_FILE_H
#define KIFU_DB_IMPORT_BIG_FILE_H

#include "db/import/batch.h"

/* Gets games [0, b->game_count) of b; in the caller's thread, in order. */
typedef enum status big_file_take(void *ctx, struct batch *b, struct err *err);

/* Reads the one file of b.  With one thread (threads < 2) everything happens in the caller's.
 * Returns what take returned, or STATUS_NOMEM; how reading went is in the file itself. */
enum status big_file_read(struct batch *b, struct reader *reader, const struct span *tags,
                          size_t tag_count, unsigned threads, big_file_take *take, void *ctx,
                          struct err *err) CHECK_RESULT;

#endif
