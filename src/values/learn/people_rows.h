/* people_rows.h: positions as fixed rows in a file, to train a network on (scripts/people-train).
 *
 * docs/formats/rows.md has the layout of the head and of the rows of each game.  Rows of a game
 * stand in order, so that the row after the next has the mover's next move. */
#ifndef KIFU_VALUES_LEARN_PEOPLE_ROWS_H
#define KIFU_VALUES_LEARN_PEOPLE_ROWS_H

#include "base/io/file.h"
#include "values/learn/natural_games.h"

enum { PEOPLE_ROWS_VERSION = 1, PEOPLE_HEAD_BYTES = 16, SHOGI_ROW_BYTES = 472, GO_ROW_BYTES = 424 };

struct people_rows {
    struct file_writer file;
    struct buf pending;
    const struct people_rows_kind *kind; /* NULL: there was no database yet */
    struct natural_games chosen;
    uint64_t count;
};

enum status people_rows_open(struct people_rows *r, const char *path, struct err *err) CHECK_RESULT;
/* Adds the positions of the games that are chosen.  All databases of a file are of one game, shogi
 * or Go: otherwise STATUS_UNSUPPORTED.  A natural_db_taker; ctx is a struct people_rows. */
enum status people_rows_add(void *ctx, const struct db *db, const struct natural_game_options *o,
                            struct err *err) CHECK_RESULT;
/* Completes the file. */
enum status people_rows_commit(struct people_rows *r, struct err *err) CHECK_RESULT;
/* Leaves nothing behind if it was not completed. */
void people_rows_close(struct people_rows *r);

#endif
