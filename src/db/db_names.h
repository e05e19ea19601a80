/* db_names.h: names.txt in the folder of a database: named queries of its users, saved searches
 * among them.  query/language/named.h has what its lines mean. */
#ifndef KIFU_DB_DB_NAMES_H
#define KIFU_DB_DB_NAMES_H

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

#define DB_NAMES_FILE "names.txt"
enum { DB_NAME_MAX_BYTES = 200 };

/* The file's path, in a buffer that must be released, whatever is returned. */
enum status db_names_path(const char *directory, struct buf *path, struct err *err) CHECK_RESULT;
/* Whether @name can stand in a query. */
bool db_names_allowed(struct span name);
/* Appends a query as a line has it: line breaks become blanks. */
void db_names_add_query(struct span query, struct buf *out);

/* Writes "@name : query" in place of the definition of that name, whose labels stay, or at the end.
 * Everything else stays as it is.  The file is replaced as a whole; meanwhile the database is
 * locked.  STATUS_RANGE if the name is not allowed. */
enum status db_names_save(const char *directory, struct span name, struct span query,
                          struct err *err) CHECK_RESULT;
/* Takes the definition of @name out, in the same way.  STATUS_NOT_FOUND if there is none. */
enum status db_names_remove(const char *directory, struct span name, struct err *err) CHECK_RESULT;

#endif
