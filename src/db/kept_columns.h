/* kept_columns.h: what is kept of an open segment and queries read, columns (column_file.h) and other
 * files beside it (segment_cache.h); each is opened and checked once, when it is first needed, and
 * stays open as long as the segment.
 *
 * What is not there is looked for again each time, so that columns that somebody makes meanwhile are
 * used from the next query on. */
#ifndef KIFU_DB_KEPT_COLUMNS_H
#define KIFU_DB_KEPT_COLUMNS_H

#include "db/column_file.h"

/* NULL: no memory. */
struct kept_columns *kept_columns_new(void);
void kept_columns_free(struct kept_columns *k); /* NULL is fine */

/* The bytes of a column of s (struct column_key says what they are), borrowed from s; NULL if there
 * is none that is whole, or no memory.  Several threads may ask at once. */
const void *kept_column(const struct db_segment *s, const char *column, struct span of,
                        uint64_t bytes);

/* The file of a kind, likewise. */
const struct segment *kept_cache(const struct db_segment *s, const char *kind);

#endif
