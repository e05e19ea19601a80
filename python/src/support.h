/* support.h: what all parts of the module share: its state, errors as exceptions, texts, and calls
 * that take long.
 *
 * The module uses the public functions of the library (kifu.h) and the limited API of CPython, so
 * that one file serves every later version of Python.  Nothing is global: what belongs to the module
 * is in its state, which module_state() finds. */
#ifndef KIFU_PYTHON_SUPPORT_H
#define KIFU_PYTHON_SUPPORT_H

#include <Python.h>

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "kifu.h"

/* Exceptions and types, owned by the module.  A part that makes objects of its own has its types
 * here, one field each. */
struct module_state {
    PyObject *error;             /* kifu.Error */
    PyObject *query_error;       /* kifu.QueryError */
    struct kifu_stop *main_stop; /* of calls that the main thread makes */
    int main_calls;              /* of these in progress: callbacks may make more */
    PyTypeObject *database_type;
    PyTypeObject *hit_type, *move_type, *score_type, *results_type; /* struct sequences */
    PyTypeObject *search_type,
        *game_type;        /* what is made: classes of kifu/__init__.py, by _use() */
    PyObject *board_error; /* kifu.BoardError */
    PyObject **moves;      /* by code, those that were asked for: see moves.c */
    PyTypeObject *shogi_move_type, *board_type, *go_board_type;
};
extern struct PyModuleDef kifu_module;

struct module_state *module_state(PyObject *module);
/* Of an object whose type (or a base of it) is one of the module's. */
struct module_state *state_of(PyObject *object);

/* Makes a type from its spec, keeps it in *kept (may be NULL) and adds it to the module as `name`
 * (NULL: it has none there).  0, or -1 with an exception. */
int module_add_type(PyObject *module, PyType_Spec *spec, const char *name, PyTypeObject **kept);

/* Adds functions that belong to no type.  0, or -1 with an exception. */
int module_add_functions(PyObject *module, PyMethodDef *functions);
/* A struct sequence: a tuple whose items have names.  Kept and added as module_add_type() does. */
int module_add_sequence(PyObject *module, PyStructSequence_Desc *desc, PyTypeObject **kept);

/* An object of a type of the module, all zero but for its head; and the end of its dealloc. */
void *object_make(PyTypeObject *type);
void object_free(PyObject *object);
/* Puts value, which is taken over and may be NULL, in place of what is there. */
void object_replace(PyObject **at, PyObject *value);

/* --- Errors -------------------------------------------------------------------------------- */

/* Raises kifu.Error, or MemoryError where that is the reason; returns NULL. */
PyObject *raise_error(struct module_state *state, const struct kifu_error *error);
/* The same as an exception of a type of its own, which kifu.Error is a base of. */
PyObject *raise_error_as(PyObject *type, const struct kifu_error *error);
/* Raises kifu.QueryError, whose text shows the place in the query. */
PyObject *raise_query_error(struct module_state *state, const char *query,
                            const struct kifu_error *error);

/* For what has threads or a program of its own, which a process that was forked has not: whether
 * this is the process that made it.  If not, it may not be used, and is not closed but dropped. */
bool is_own_process(pid_t maker);
/* Raises kifu.Error with a text that says so; returns NULL. */
PyObject *raise_forked(struct module_state *state, const char *text);

/* --- Texts --------------------------------------------------------------------------------- */

/* A text of the library.  What is not UTF-8 (file names) is escaped as os.fsdecode() does. */
PyObject *text_of(const char *text);
PyObject *text_of_bytes(const char *text, size_t n);
/* As text_of(), None if it is empty. */
PyObject *text_or_none(const char *text);

/* A new string of the library, freed here; raises the error if it is NULL. */
PyObject *text_taken(struct module_state *state, char *text, const struct kifu_error *error);
/* The UTF-8 text of a str without NUL, valid as long as it; NULL with an exception.  what names the
 * argument. */
const char *text_argument(PyObject *text, const char *what);
/* For PyArg_ParseTuple()'s O&: a number that is not negative, None being 0, into an unsigned long
 * long, or an unsigned. */
int count_converter(PyObject *value, void *out);
int unsigned_converter(PyObject *value, void *out);
int threads_converter(PyObject *value, void *out); /* an unsigned, at most 1024 */
/* A path, as str, bytes or os.PathLike: new bytes, or NULL with an exception. */
PyObject *path_argument(PyObject *path);

/* --- Calls that take long -------------------------------------------------------------------- */

/* Between long_call_begin() and long_call_end() Ctrl-C sets the stop flag of a call of the main
 * thread, and between long_call_release() and long_call_restore() other threads of Python run:
 *
 *     long_call_begin(state, &call);
 *     do {
 *         long_call_release(&call);
 *         failed = kifu_something(…, call.stop, &error) != 0;
 *     } while ((again = long_call_restore(&call, failed)) > 0);
 *     long_call_end(&call);
 *     if (again < 0) … an exception is set: release what was made, return NULL
 *     if (failed) … raise_error()
 *
 * A handler of SIGINT that raises nothing does not end the call: it is then made again. */
struct long_call {
    struct module_state *state;
    struct kifu_stop *stop; /* borrowed; NULL in threads that signals do not reach */
    PyThreadState *thread;
    struct sigaction previous;
    bool watched;
};

void long_call_begin(struct module_state *state, struct long_call *call);
void long_call_release(struct long_call *call);
/* 1: the call failed as it was interrupted in vain and has to be made again; -1: a handler raised an
 * exception (the call may have succeeded all the same); 0: neither. */
int long_call_restore(struct long_call *call, bool failed);
void long_call_end(struct long_call *call);

#endif
