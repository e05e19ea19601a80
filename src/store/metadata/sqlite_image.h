/* sqlite_image.h: an SQLite database that is bytes in memory, opened for reading.
 *
 * The bytes are as hostile as any others.  There is no file that SQLite could write; the tables must
 * be, letter for letter, those that Kifu writes, so there are no views, triggers or other virtual
 * tables; statements other than reading are refused; a statement is ended when it takes more steps
 * than there can be rows for; no value has more than SQLITE_IMAGE_MAX_VALUE bytes. */
#ifndef KIFU_STORE_METADATA_SQLITE_IMAGE_H
#define KIFU_STORE_METADATA_SQLITE_IMAGE_H

#include <sqlite3.h>
#include <stdint.h>

#include "base/span.h"

enum { SQLITE_IMAGE_MAX_VALUE = 1 << 24 };

struct sqlite_image {
    sqlite3 *db;
    struct span bytes; /* borrowed */
    uint64_t steps;    /* taken by the statement under way, in thousands */
};

/* A result code of SQLite.  To be closed in any case; must not be moved. */
int sqlite_image_open(struct sqlite_image *image, struct span bytes);
void sqlite_image_close(struct sqlite_image *image); /* a zeroed one is fine */
/* Prepares a statement, which may take as long as an honest image could make it take. */
int sqlite_image_prepare(struct sqlite_image *image, const char *sql, sqlite3_stmt **stmt);
/* SQLITE_OK if the tables are exactly these, in this order; SQLITE_CORRUPT if they are not. */
int sqlite_image_check_schema(struct sqlite_image *image, const char *const *tables, int count);

#endif
