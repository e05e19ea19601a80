/* database.h: kifu.Database for the parts that run queries on one. */
#ifndef KIFU_PYTHON_DATABASE_H
#define KIFU_PYTHON_DATABASE_H

#include "support.h"

/* Databases of the same game, searched together. */
struct database {
    PyObject_HEAD struct module_state *state;
    struct kifu_db **dbs; /* owned; NULL once it is closed and nobody uses it */
    size_t count;
    PyObject *paths;  /* a tuple of str */
    Py_ssize_t users; /* calls in progress, in whatever threads */
    bool closed;      /* to users that come now */
};

/* Begins a call that uses the databases without the interpreter's lock: false with an exception if
 * they are closed.  close() waits for database_leave() with what it does. */
bool database_enter(struct database *db);
void database_leave(struct database *db);

/* Raises QueryError if the query is at fault, else Error.  The databases are entered. */
PyObject *database_raise(struct database *db, const char *query, const struct kifu_error *error);

/* Checks that an argument is a database. */
struct database *database_of(struct module_state *state, PyObject *object);

#endif
