/* database.c: kifu.Database: opening, closing, and the games by their ids. */
#include "database.h"

#include <string.h>

#include "parts.h"

/* --- Use ------------------------------------------------------------------------------------- */

static void close_all(struct database *db)
{
    for (size_t i = 0; db->dbs && i < db->count; i++)
        kifu_db_close(db->dbs[i]);
    PyMem_Free(db->dbs);
    db->dbs = NULL;
}

bool database_enter(struct database *db)
{
    if (db->closed || !db->dbs) {
        PyErr_SetString(PyExc_ValueError, "the database is closed");
        return false;
    }
    db->users++;
    return true;
}

void database_leave(struct database *db)
{
    if (--db->users == 0 && db->closed)
        close_all(db);
}

PyObject *database_raise(struct database *db, const char *query, const struct kifu_error *error)
{
    struct kifu_error why;
    if (strcmp(error->code, "nomem") != 0 && strcmp(error->code, "cancelled") != 0 &&
        kifu_query_check(db->dbs, db->count, query, &why) != 0)
        return raise_query_error(db->state, query, &why);
    return raise_error(db->state, error);
}

struct database *database_of(struct module_state *state, PyObject *object)
{
    if (PyObject_TypeCheck(object, state->database_type))
        return (struct database *)object;
    PyErr_Format(PyExc_TypeError, "a Database is wanted, not %R", (PyObject *)Py_TYPE(object));
    return NULL;
}

/* --- Opening --------------------------------------------------------------------------------- */

static int open_one(struct database *db, PyObject *path)
{
    struct kifu_error error;
    PyThreadState *thread;
    PyObject *bytes = path_argument(path);
    const char *name = bytes ? PyBytes_AsString(bytes) : NULL;
    struct kifu_db *opened = NULL;
    if (!name)
        return -1;
    thread = PyEval_SaveThread();
    opened = kifu_db_open(name, &error);
    PyEval_RestoreThread(thread);
    Py_DECREF(bytes);
    if (!opened) {
        raise_error(db->state, &error);
        return -1;
    }
    db->dbs[db->count++] = opened;
    return 0;
}

static int open_all(struct database *db, PyObject *paths)
{
    Py_ssize_t n = PyTuple_Size(paths);
    if (n == 0) {
        PyErr_SetString(PyExc_TypeError, "the path of a database is wanted");
        return -1;
    }
    db->paths = PyTuple_New(n);
    db->dbs = PyMem_Calloc((size_t)n, sizeof(struct kifu_db *));
    if (!db->paths || !db->dbs) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *path = PyTuple_GetItem(paths, i), *text = NULL;
        if (!path || open_one(db, path) != 0 || !PyUnicode_FSDecoder(path, &text) ||
            PyTuple_SetItem(db->paths, i, text) != 0)
            return -1;
        if (strcmp(kifu_db_kind(db->dbs[i]), kifu_db_kind(db->dbs[0])) != 0) {
            PyErr_SetString(PyExc_ValueError, "databases of different games");
            return -1;
        }
    }
    return 0;
}

static PyObject *database_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    struct database *db = object_make(type);
    if (!db)
        return NULL;
    db->state = state_of((PyObject *)db);
    if (keywords && PyDict_Size(keywords) > 0)
        PyErr_SetString(PyExc_TypeError, "Database() takes no keyword arguments");
    else if (open_all(db, args) == 0)
        return (PyObject *)db;
    Py_DECREF(db);
    return NULL;
}

static void database_dealloc(PyObject *object)
{
    struct database *db = (struct database *)object;
    close_all(db);
    Py_CLEAR(db->paths);
    object_free(object);
}

static PyObject *database_close(PyObject *object, PyObject *none)
{
    struct database *db = (struct database *)object;
    (void)none;
    db->closed = true;
    if (db->users == 0)
        close_all(db);
    return Py_NewRef(Py_None);
}

static PyObject *database_exit(PyObject *object, PyObject *args)
{
    (void)args;
    return database_close(object, NULL);
}

static PyObject *database_begin(PyObject *object, PyObject *none)
{
    (void)none;
    if (!database_enter((struct database *)object))
        return NULL;
    database_leave((struct database *)object);
    return Py_NewRef(object);
}

/* --- What it holds --------------------------------------------------------------------------- */

static Py_ssize_t database_length(PyObject *object)
{
    struct database *db = (struct database *)object;
    unsigned long long games = 0;
    if (!database_enter(db))
        return -1;
    for (size_t i = 0; i < db->count; i++)
        games += kifu_db_games(db->dbs[i]);
    database_leave(db);
    return (Py_ssize_t)games;
}

static PyObject *get_paths(PyObject *object, void *closure)
{
    (void)closure;
    return Py_NewRef(((struct database *)object)->paths);
}

static PyObject *get_kind(PyObject *object, void *closure)
{
    struct database *db = (struct database *)object;
    (void)closure;
    if (!database_enter(db))
        return NULL;
    PyObject *kind = text_of(kifu_db_kind(db->dbs[0]));
    database_leave(db);
    return kind;
}

static PyObject *get_closed(PyObject *object, void *closure)
{
    (void)closure;
    return PyBool_FromLong(((struct database *)object)->closed);
}

/* _next(number, id): the least id from `id` on of a game in a database; None if there is none. */
static PyObject *database_next(PyObject *object, PyObject *args)
{
    struct database *db = (struct database *)object;
    unsigned number, id;
    if (!PyArg_ParseTuple(args, "II:_next", &number, &id) || !database_enter(db))
        return NULL;
    unsigned end = number < db->count ? kifu_db_ids(db->dbs[number]) : 0;
    while (id < end && !kifu_db_has(db->dbs[number], id))
        id++;
    database_leave(db);
    return id < end ? PyLong_FromUnsignedLong(id) : Py_NewRef(Py_None);
}

static PyObject *database_repr(PyObject *object)
{
    struct database *db = (struct database *)object;
    return PyUnicode_FromFormat("<kifu.Database %R%s>", db->paths, db->closed ? ", closed" : "");
}

static PyMethodDef database_methods[] = {
    {"close", database_close, METH_NOARGS,
     "close($self)\n--\n\nCloses the database; calls in progress in other threads are finished."},
    {"__enter__", database_begin, METH_NOARGS, "__enter__($self)\n--\n\nThe database itself."},
    {"__exit__", database_exit, METH_VARARGS, "__exit__($self, *exc)\n--\n\nCloses the database."},
    {"_next", database_next, METH_VARARGS,
     "_next($self, number, id)\n--\n\nThe least id from this one on of a game."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef database_getset[] = {
    {"paths", get_paths, NULL, "The paths of the databases, a tuple of str.", NULL},
    {"kind", get_kind, NULL, "The game: \"shogi\", \"go\" or \"chaturanga\".", NULL},
    {"closed", get_closed, NULL, "Whether close() was called.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot database_slots[] = {
    {Py_tp_new, database_new},
    {Py_tp_dealloc, database_dealloc},
    {Py_tp_repr, database_repr},
    {Py_tp_methods, database_methods},
    {Py_tp_getset, database_getset},
    {Py_mp_length, database_length},
    {Py_tp_doc, "Database(*paths)\n--\n\nDatabases of one game."},
    {0, NULL}};

static PyType_Spec database_spec = {.name = "kifu._kifu.Database",
                                    .basicsize = sizeof(struct database),
                                    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                    .slots = database_slots};

int database_types_add(PyObject *module)
{
    return module_add_type(module, &database_spec, "Database",
                           &module_state(module)->database_type);
}
