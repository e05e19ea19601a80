/* records.c: reading records from files and bytes, and import. */
#include <string.h>

#include "game.h"
#include "parts.h"

/* A call of the library that calls Python back, which needs the interpreter's lock meanwhile.  An
 * exception of a callback stays set and ends the call. */
struct callbacks {
    struct module_state *state;
    struct long_call *call;
    PyObject *game, *problem, *progress; /* borrowed; None: not wanted */
    bool raised;
};

/* Takes over arguments.  Whether to go on: not if the callback raised, or returned something true. */
static bool call_back(struct callbacks *c, PyObject *callable, PyObject *arguments)
{
    PyObject *result = arguments ? PyObject_CallObject(callable, arguments) : NULL;
    int stop = result ? PyObject_IsTrue(result) : -1;
    Py_XDECREF(arguments);
    Py_XDECREF(result);
    c->raised = stop < 0;
    return stop == 0;
}

static PyObject *error_tuple(const char *severity, const struct kifu_error *e)
{
    return Py_BuildValue("(sNNIKN)", severity, text_of(e->code), text_or_none(e->file), e->line,
                         e->byte, text_of(e->message));
}

/* --- Reading --------------------------------------------------------------------------------- */

static int on_game(void *ctx, struct kifu_game *game)
{
    struct callbacks *c = ctx;
    struct kifu_error error;
    struct kifu_game *own = c->raised ? NULL : kifu_game_take(game, &error);
    if (c->raised)
        return 1;
    PyEval_RestoreThread(c->call->thread);
    PyObject *made =
        own ? game_make(c->state, own, Py_NewRef(Py_None)) : raise_error(c->state, &error);
    bool go_on = call_back(c, c->game, made ? Py_BuildValue("(N)", made) : NULL);
    long_call_release(c->call);
    return !go_on;
}

static void on_bad_file(void *ctx, const struct kifu_error *error)
{
    struct callbacks *c = ctx;
    if (c->raised || c->problem == Py_None)
        return;
    PyEval_RestoreThread(c->call->thread);
    (void)call_back(c, c->problem, error_tuple("rejected", error));
    long_call_release(c->call);
}

/* What came of a call: None; an exception of a callback; an error, unless a callback stopped it. */
static PyObject *outcome(struct callbacks *c, int again, int failed, const struct kifu_error *error)
{
    if (again < 0 || c->raised)
        return NULL;
    if (failed && strcmp(error->code, "cancelled") != 0)
        return raise_error(c->state, error);
    return Py_NewRef(Py_None);
}

/* New bytes for each path of a sequence, and the list of their texts, valid as long as those. */
static PyObject *paths_argument(PyObject *paths, const char ***out, Py_ssize_t *n)
{
    PyObject *list = PySequence_List(paths);
    *n = list ? PyList_Size(list) : 0;
    *out = list ? PyMem_Calloc((size_t)*n + 1, sizeof **out) : NULL;
    for (Py_ssize_t i = 0; *out && i < *n; i++) {
        PyObject *bytes = path_argument(PyList_GetItem(list, i));
        if (!bytes || PyList_SetItem(list, i, bytes) != 0) {
            PyMem_Free(*out);
            *out = NULL;
        } else {
            (*out)[i] = PyBytes_AsString(bytes);
        }
    }
    if (!*out)
        Py_CLEAR(list);
    if (!*out && !PyErr_Occurred())
        PyErr_NoMemory();
    return list;
}

/* _read_paths(paths, game, problem) */
static PyObject *read_paths(PyObject *module, PyObject *args)
{
    struct long_call call;
    struct callbacks c = {.state = module_state(module), .call = &call};
    struct kifu_error error = {0};
    PyObject *paths;
    const char **names;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "OOO:read", &paths, &c.game, &c.problem) ||
        !(paths = paths_argument(paths, &names, &n)))
        return NULL;
    long_call_begin(c.state, &call);
    long_call_release(&call);
    int failed = kifu_read_paths(names, (size_t)n, on_game, on_bad_file, &c, &error);
    int again = c.raised ? 0 : long_call_restore(&call, false);
    if (c.raised)
        PyEval_RestoreThread(call.thread);
    long_call_end(&call);
    PyMem_Free(names);
    Py_DECREF(paths);
    return outcome(&c, again, failed, &error);
}

/* _read_bytes(bytes, label, game) */
static PyObject *read_bytes(PyObject *module, PyObject *args)
{
    struct long_call call;
    struct callbacks c = {.state = module_state(module), .call = &call};
    struct kifu_error error = {0};
    PyObject *source, *label;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "OOO:read", &source, &label, &c.game))
        return NULL;
    const char *name = text_argument(label, "label");
    if (!name || PyObject_GetBuffer(source, &view, PyBUF_SIMPLE) != 0)
        return NULL;
    long_call_begin(c.state, &call);
    long_call_release(&call);
    int failed = kifu_read_memory(view.buf, (size_t)view.len, name, on_game, &c, &error);
    int again = c.raised ? 0 : long_call_restore(&call, false);
    if (c.raised)
        PyEval_RestoreThread(call.thread);
    long_call_end(&call);
    PyBuffer_Release(&view);
    return outcome(&c, again, failed, &error);
}

/* --- Import ---------------------------------------------------------------------------------- */

static void on_problem(void *ctx, const char *severity, const struct kifu_error *error)
{
    struct callbacks *c = ctx;
    if (c->raised || c->problem == Py_None)
        return;
    PyEval_RestoreThread(c->call->thread);
    (void)call_back(c, c->problem, error_tuple(severity, error));
    long_call_release(c->call);
}

static int on_progress(void *ctx, unsigned long long bytes, unsigned long long all,
                       unsigned long long games)
{
    struct callbacks *c = ctx;
    bool go_on = true;
    if (c->raised)
        return 1;
    PyEval_RestoreThread(c->call->thread);
    if (PyErr_CheckSignals() != 0) {
        c->raised = true;
        go_on = false;
    } else if (c->progress != Py_None) {
        go_on = call_back(c, c->progress, Py_BuildValue("(KKK)", bytes, all, games));
    }
    long_call_release(c->call);
    return !go_on;
}

static PyObject *counts_make(const struct kifu_import_counts *n, bool stopped)
{
    return Py_BuildValue("{s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:N}", "files", n->files,
                         "known_files", n->known_files, "games", n->games, "added", n->added,
                         "duplicates", n->duplicates, "partial", n->partial, "lost", n->lost,
                         "rejected", n->rejected, "unreadable", n->unreadable, "conflicts",
                         n->conflicts, "plies", n->plies, "bytes", n->bytes, "stopped",
                         PyBool_FromLong(stopped));
}

/* Texts of a sequence of str, valid as long as the new list. */
static PyObject *tags_argument(PyObject *tags, const char ***out, size_t *n)
{
    PyObject *list = PySequence_List(tags);
    *n = list ? (size_t)PyList_Size(list) : 0;
    *out = list ? PyMem_Calloc(*n + 1, sizeof **out) : NULL;
    for (size_t i = 0; *out && i < *n; i++)
        if (!((*out)[i] = text_argument(PyList_GetItem(list, (Py_ssize_t)i), "tag"))) {
            PyMem_Free(*out);
            *out = NULL;
        }
    if (!*out)
        Py_CLEAR(list);
    if (!*out && !PyErr_Occurred())
        PyErr_NoMemory();
    return list;
}

/* What is on disk stays, so that an import cannot be made again as other calls are: the signal ends it
 * only if its handler is sure to raise something.  Others are run when there is progress. */
static PyObject *import_run(struct callbacks *c, PyObject *into, const char *const *paths, size_t n,
                            bool signal_ends, struct kifu_import_options *options)
{
    struct kifu_import_counts counts;
    struct kifu_error error = {0};
    PyObject *db = path_argument(into);
    if (!db)
        return NULL;
    long_call_begin(c->state, c->call);
    options->stop = signal_ends ? c->call->stop : NULL;
    long_call_release(c->call);
    int failed = kifu_import(PyBytes_AsString(db), paths, n, options, &counts, &error);
    int again = 0;
    if (c->raised)
        PyEval_RestoreThread(c->call->thread);
    else
        again = long_call_restore(c->call, false);
    long_call_end(c->call);
    Py_DECREF(db);
    PyObject *ended = outcome(c, again, failed, &error);
    if (!ended)
        return NULL;
    Py_DECREF(ended);
    return counts_make(&counts, failed != 0);
}

/* _import(into, paths, game, duplicates, tags, threads, problem, progress, signal_ends) */
static PyObject *import_paths(PyObject *module, PyObject *args)
{
    struct long_call call;
    struct callbacks c = {.state = module_state(module), .call = &call};
    struct kifu_import_options options = {
        .ctx = &c, .problem = on_problem, .progress = on_progress};
    PyObject *into, *paths, *tags, *result = NULL;
    const char **names = NULL, **labels = NULL;
    Py_ssize_t n;
    int signal_ends;
    if (!PyArg_ParseTuple(args, "OOzzOO&OOp:import_", &into, &paths, &options.game,
                          &options.duplicates, &tags, threads_converter, &options.threads,
                          &c.problem, &c.progress, &signal_ends))
        return NULL;
    paths = paths_argument(paths, &names, &n);
    tags = paths ? tags_argument(tags, &labels, &options.tag_count) : NULL;
    options.tags = labels;
    if (tags)
        result = import_run(&c, into, names, (size_t)n, signal_ends != 0, &options);
    PyMem_Free(names);
    PyMem_Free(labels);
    Py_XDECREF(paths);
    Py_XDECREF(tags);
    return result;
}

static PyMethodDef records_functions[] = {
    {"_read_paths", read_paths, METH_VARARGS,
     "_read_paths(paths, game, problem)\n--\n\nCalls back for each game of files."},
    {"_read_bytes", read_bytes, METH_VARARGS,
     "_read_bytes(bytes, label, game)\n--\n\nCalls back for each game of some bytes."},
    {"_import", import_paths, METH_VARARGS,
     "_import(into, paths, game, duplicates, tags, threads, problem, progress, signal_ends)\n--\n\n"
     "Counts."},
    {NULL, NULL, 0, NULL}};

int records_functions_add(PyObject *module)
{
    return module_add_functions(module, records_functions);
}
