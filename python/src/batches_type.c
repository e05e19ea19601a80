/* batches_type.c: kifu._kifu.Batches: fills arrays with positions; kifu/_batches.py makes the arrays. */
#include <string.h>
#include <unistd.h>

#include "database.h"
#include "kifu_batches.h"
#include "parts.h"
#include "pictures.h"

enum { MOST_FEATURES = 32 };

struct batches_object {
    PyObject_HEAD struct module_state *state;
    struct database *db;          /* a reference; entered as long as batches is there */
    struct kifu_batches *batches; /* owned; NULL: closed */
    pid_t maker;                  /* its process, which has the threads */
    bool busy;                    /* a thread is filling arrays */
    /* Arrays (a tuple) of a call that an exception ended: the next call goes on with them, or, if
     * they were full already, returns their rows. */
    PyObject *kept;
    long long kept_rows; /* -1: not full */
};

static struct batches_object *own(PyObject *self)
{
    return (struct batches_object *)self;
}

static void close_batches(struct batches_object *b)
{
    struct kifu_batches *batches = b->batches;
    if (!batches)
        return;
    b->batches = NULL;
    if (is_own_process(b->maker)) {
        PyThreadState *thread = PyEval_SaveThread(); /* waits for threads */
        kifu_batches_close(batches);
        PyEval_RestoreThread(thread);
    }
    database_leave(b->db);
}

static void batches_dealloc(PyObject *self)
{
    close_batches(own(self));
    Py_XDECREF(own(self)->kept);
    Py_XDECREF((PyObject *)own(self)->db);
    object_free(self);
}

static bool is_usable(struct batches_object *b)
{
    if (b->batches && !is_own_process(b->maker))
        return raise_forked(b->state, "the batches are of the process that forked") != NULL;
    if (b->batches && !b->busy)
        return true;
    PyErr_SetString(PyExc_ValueError,
                    b->busy ? "another thread is reading these batches" : "the batches are closed");
    return false;
}

static PyObject *batches_close(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (own(self)->busy && is_own_process(own(self)->maker) && !is_usable(own(self)))
        return NULL;
    close_batches(own(self));
    return Py_NewRef(Py_None);
}

/* --- Filling ----------------------------------------------------------------------------------- */

static size_t feature_bytes(const struct kifu_feature *f)
{
    size_t element = f->type == 'B' ? 1 : f->type == 'H' ? 2 : 4;
    return element * (f->shape[0] ? f->shape[0] : 1) * (f->shape[1] ? f->shape[1] : 1);
}

/* How many rows; -1 with an exception, *done being how many there are all the same (-1: not yet). */
static long long fill(struct batches_object *b, void *const *arrays, size_t rows, long long *done)
{
    struct kifu_error error;
    struct long_call call;
    long long n;
    int again;
    b->busy = true;
    long_call_begin(b->state, &call);
    do {
        long_call_release(&call);
        n = kifu_batches_next(b->batches, arrays, rows, call.stop, &error);
    } while ((again = long_call_restore(&call, n < 0)) > 0);
    long_call_end(&call);
    b->busy = false;
    *done = n;
    if (again == 0 && n < 0)
        raise_error(b->state, &error);
    return again < 0 ? -1 : n;
}

static PyObject *rows_of(long long rows, PyObject *arrays)
{
    return Py_BuildValue("(LO)", rows, arrays);
}

static PyObject *fill_views(struct batches_object *b, PyObject *arrays, size_t rows,
                            Py_buffer *views, size_t *taken)
{
    void *places[MOST_FEATURES];
    struct kifu_feature f;
    size_t count = (size_t)PyTuple_Size(arrays);
    if (count > MOST_FEATURES || !kifu_batches_feature(b->batches, count - 1, &f) ||
        kifu_batches_feature(b->batches, count, &f))
        return PyErr_Format(PyExc_ValueError, "one array for each feature is needed");
    for (size_t i = 0; i < count; i++) {
        if (PyObject_GetBuffer(PyTuple_GetItem(arrays, (Py_ssize_t)i), &views[i],
                               PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) != 0)
            return NULL;
        ++*taken;
        (void)kifu_batches_feature(b->batches, i, &f);
        if ((size_t)views[i].len / feature_bytes(&f) < rows)
            return PyErr_Format(PyExc_ValueError, "the array of \"%s\" is too small", f.name);
        places[i] = views[i].buf;
    }
    long long done, n = fill(b, places, rows, &done);
    if (n >= 0)
        return rows_of(n, arrays);
    object_replace(&b->kept, Py_NewRef(arrays));
    b->kept_rows = done;
    return NULL;
}

static PyObject *batches_fill(PyObject *self, PyObject *args)
{
    Py_buffer views[MOST_FEATURES];
    size_t taken = 0;
    Py_ssize_t rows;
    PyObject *arrays;
    if (!PyArg_ParseTuple(args, "O!n:_fill", &PyTuple_Type, &arrays, &rows) ||
        !is_usable(own(self)))
        return NULL;
    if (rows < 0)
        return PyErr_Format(PyExc_ValueError, "rows cannot be less than 0");
    PyObject *kept = own(self)->kept, *filled;
    own(self)->kept = NULL;
    arrays = kept ? kept : arrays;
    if (kept && own(self)->kept_rows >= 0)
        filled = rows_of(own(self)->kept_rows, arrays);
    else
        filled = fill_views(own(self), arrays, (size_t)rows, views, &taken);
    while (taken)
        PyBuffer_Release(&views[--taken]);
    Py_XDECREF(kept);
    return filled;
}

/* --- Figures ----------------------------------------------------------------------------------- */

static PyObject *get_positions(PyObject *self, void *unused)
{
    (void)unused;
    return is_usable(own(self))
               ? PyLong_FromUnsignedLongLong(kifu_batches_positions(own(self)->batches))
               : NULL;
}

static PyObject *get_games(PyObject *self, void *unused)
{
    (void)unused;
    return is_usable(own(self))
               ? PyLong_FromUnsignedLongLong(kifu_batches_games(own(self)->batches))
               : NULL;
}

static PyObject *describe(const struct kifu_feature *f)
{
    const char type[] = {f->type, '\0'};
    if (f->shape[1])
        return Py_BuildValue("(ss(II))", f->name, type, f->shape[0], f->shape[1]);
    if (f->shape[0])
        return Py_BuildValue("(ss(I))", f->name, type, f->shape[0]);
    return Py_BuildValue("(ss())", f->name, type);
}

static PyObject *get_features(PyObject *self, void *unused)
{
    struct kifu_feature f;
    PyObject *list = is_usable(own(self)) ? PyList_New(0) : NULL;
    (void)unused;
    for (size_t i = 0; list && kifu_batches_feature(own(self)->batches, i, &f); i++) {
        PyObject *row = describe(&f);
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* _features(game): names, types and shapes of all features. */
static PyObject *features_of(PyObject *module, PyObject *name)
{
    struct kifu_feature f;
    const char *game = text_argument(name, "game");
    PyObject *list = game ? PyList_New(0) : NULL;
    (void)module;
    for (size_t i = 0; list && kifu_feature(game, i, &f); i++) {
        PyObject *row = describe(&f);
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* --- Opening ----------------------------------------------------------------------------------- */

/* The names of a tuple; borrowed from it. */
static int names_of(PyObject *tuple, const char **names, size_t *count)
{
    Py_ssize_t n = PyTuple_Size(tuple);
    if (n > MOST_FEATURES) {
        PyErr_SetString(PyExc_ValueError, "too many features");
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++)
        if (!(names[i] = text_argument(PyTuple_GetItem(tuple, i), "a feature")))
            return -1;
    *count = (size_t)n;
    return 0;
}

static struct kifu_batches *open_entered(struct database *db, const char *query, PyObject *features,
                                         struct kifu_batch_options *options)
{
    const char *names[MOST_FEATURES];
    struct kifu_batches *made;
    struct kifu_error error;
    struct long_call call;
    size_t count;
    int again;
    if (names_of(features, names, &count) != 0)
        return NULL;
    long_call_begin(db->state, &call);
    options->stop = call.stop;
    do {
        long_call_release(&call);
        made = kifu_batches_open(db->dbs, db->count, query, names, count, options, &error);
    } while ((again = long_call_restore(&call, !made)) > 0);
    long_call_end(&call);
    if (again < 0)
        kifu_batches_close(made);
    else if (!made)
        database_raise(db, query, &error);
    return again < 0 ? NULL : made;
}

static PyObject *batches_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"db",     "query",    "features", "part", "shuffle",
                            "window", "absolute", "threads",  NULL};
    struct kifu_batch_options options = {0};
    PyObject *object, *features, *seed;
    const char *query;
    Py_ssize_t window;
    struct module_state *state;
    struct database *db;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OsO!zOnpI:Batches", names, &object, &query,
                                     &PyTuple_Type, &features, &options.part, &seed, &window,
                                     &options.absolute, &options.threads))
        return NULL;
    if (seed != Py_None) {
        options.shuffled = 1;
        options.seed = PyLong_AsUnsignedLongLongMask(seed);
        if (PyErr_Occurred())
            return NULL;
    }
    if (window < 0)
        return PyErr_Format(PyExc_ValueError, "a window cannot have less than 0 rows");
    options.window = (size_t)window;
    struct batches_object *self = object_make(type);
    if (!self)
        return NULL;
    self->state = state = state_of((PyObject *)self);
    self->maker = getpid();
    db = database_of(state, object);
    if (db && database_enter(db)) {
        self->batches = open_entered(db, query, features, &options);
        if (self->batches)
            self->db = (struct database *)Py_NewRef((PyObject *)db);
        else
            database_leave(db);
    }
    if (self->batches)
        return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

static PyMethodDef batches_methods[] = {
    {"_fill", batches_fill, METH_VARARGS,
     "_fill($self, arrays, rows)\n--\n\nFills arrays: how many rows, and the arrays, which are "
     "those "
     "of a call that was interrupted if there is one."},
    {"close", batches_close, METH_NOARGS,
     "close($self)\n--\n\nEnds the threads and frees the window."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef batches_getset[] = {
    {"positions", get_positions, NULL, "Rows in all.", NULL},
    {"games", get_games, NULL, "Games that they are of.", NULL},
    {"features", get_features, NULL, "(name, type, shape) of each feature.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot batches_slots[] = {{Py_tp_doc, "Positions of databases as arrays."},
                                      {Py_tp_new, batches_new},
                                      {Py_tp_dealloc, batches_dealloc},
                                      {Py_tp_methods, batches_methods},
                                      {Py_tp_getset, batches_getset},
                                      {0, NULL}};

static PyType_Spec batches_spec = {.name = "kifu._kifu.Batches",
                                   .basicsize = sizeof(struct batches_object),
                                   .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                   .slots = batches_slots};

/* An array with room for a row of a feature of shogi: 0, or -1 with an exception. */
static int take_array(PyObject *array, const char *name, Py_buffer *view)
{
    struct kifu_feature f;
    size_t i = 0;
    while (kifu_feature("shogi", i, &f) && strcmp(f.name, name) != 0)
        i++;
    if (PyObject_GetBuffer(array, view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) != 0)
        return -1;
    if (!kifu_feature("shogi", i, &f) || (size_t)view->len >= feature_bytes(&f))
        return 0; /* what is no feature is reported later */
    PyBuffer_Release(view);
    PyErr_Format(PyExc_ValueError, "the array of \"%s\" is too small", name);
    return -1;
}

/* _encode(board, names, absolute, arrays): the features of one position. */
static PyObject *encode(PyObject *module, PyObject *args)
{
    struct module_state *state = module_state(module);
    const char *names[MOST_FEATURES];
    Py_buffer views[MOST_FEATURES];
    void *places[MOST_FEATURES];
    struct kifu_error error;
    PyObject *object, *features, *arrays, *done = NULL;
    size_t count, taken = 0;
    int absolute;
    if (!PyArg_ParseTuple(args, "OO!pO!:_encode", &object, &PyTuple_Type, &features, &absolute,
                          &PyTuple_Type, &arrays) ||
        names_of(features, names, &count) != 0)
        return NULL;
    const struct kifu_board *board = board_of_object(state, object);
    if (!board)
        return NULL;
    if ((size_t)PyTuple_Size(arrays) != count)
        return PyErr_Format(PyExc_ValueError, "one array for each feature is needed");
    while (taken < count && take_array(PyTuple_GetItem(arrays, (Py_ssize_t)taken), names[taken],
                                       &views[taken]) == 0) {
        places[taken] = views[taken].buf;
        taken++;
    }
    if (taken == count && kifu_board_features(board, names, count, absolute, places, &error) != 0)
        raise_error(state, &error);
    else if (taken == count)
        done = Py_NewRef(Py_None);
    while (taken)
        PyBuffer_Release(&views[--taken]);
    return done;
}

static PyMethodDef functions[] = {
    {"_encode", encode, METH_VARARGS,
     "_encode($module, board, features, absolute, arrays, /)\n--\n\nFills "
     "arrays with the features of one position."},

    {"_features", features_of, METH_O,
     "_features($module, game, /)\n--\n\n(name, type, shape) of all features."},
    {NULL, NULL, 0, NULL}};

int batches_types_add(PyObject *module)
{
    if (PyModule_AddFunctions(module, functions) != 0)
        return -1;
    return module_add_type(module, &batches_spec, "Batches", NULL);
}
