/* reports.c: tables of games (kifu_report.h) as JSON, which kifu/_database.py reads. */
#include <stdlib.h>

#include "database.h"
#include "kifu_report.h"
#include "parts.h"

/* A report and its arguments; run() makes it without the interpreter's lock. */
struct report {
    struct database *db;
    char *(*run)(const struct report *r, struct kifu_stop *stop, struct kifu_error *error);
    const char *query; /* NULL: it has none */
    const char *rows, *columns;
    unsigned number; /* of the database */
    unsigned long long least;
    struct kifu_search_options options;
    struct kifu_calibrate_options calibrate;
    struct kifu_joseki_options joseki;
};

/* The query is at fault, or one of the conditions, or something else. */
static PyObject *report_raise(const struct report *r, const struct kifu_error *error)
{
    struct kifu_error why;
    for (size_t i = 0; i < r->calibrate.when_count; i++)
        if (kifu_query_check(r->db->dbs, r->db->count, r->calibrate.when[i], &why) != 0)
            return raise_query_error(r->db->state, r->calibrate.when[i], &why);
    return r->query ? database_raise(r->db, r->query, error) : raise_error(r->db->state, error);
}

static PyObject *report_run_entered(struct report *r)
{
    struct kifu_error error;
    struct long_call call;
    char *text;
    int again;
    long_call_begin(r->db->state, &call);
    do {
        long_call_release(&call);
        text = r->run(r, call.stop, &error);
    } while ((again = long_call_restore(&call, !text)) > 0);
    long_call_end(&call);
    if (again < 0) {
        kifu_free(text);
        return NULL;
    }
    return text ? text_taken(r->db->state, text, &error) : report_raise(r, &error);
}

/* db: the first argument of the function. */
static PyObject *report_run(PyObject *module, PyObject *db, struct report *r)
{
    r->db = database_of(module_state(module), db);
    if (!r->db || !database_enter(r->db))
        return NULL;
    PyObject *text = report_run_entered(r);
    database_leave(r->db);
    return text;
}

static struct kifu_search_options options_with(const struct report *r, struct kifu_stop *stop)
{
    struct kifu_search_options options = r->options;
    options.stop = stop;
    return options;
}

/* --- One by one ------------------------------------------------------------------------------ */

static char *run_facets(const struct report *r, struct kifu_stop *stop, struct kifu_error *error)
{
    const struct kifu_search_options o = options_with(r, stop);
    return kifu_facets(r->db->dbs, r->db->count, r->query, r->rows, &o, error);
}

static PyObject *facets(PyObject *module, PyObject *args)
{
    struct report r = {.run = run_facets};
    PyObject *db;
    if (!PyArg_ParseTuple(args, "OssO&O&:facets", &db, &r.query, &r.rows, count_converter,
                          &r.options.limit, threads_converter, &r.options.threads))
        return NULL;
    return report_run(module, db, &r);
}

static char *run_matrix(const struct report *r, struct kifu_stop *stop, struct kifu_error *error)
{
    const struct kifu_search_options o = options_with(r, stop);
    return kifu_matrix(r->db->dbs, r->db->count, r->query, r->rows, r->columns, r->least, &o,
                       error);
}

static PyObject *matrix(PyObject *module, PyObject *args)
{
    struct report r = {.run = run_matrix};
    PyObject *db;
    if (!PyArg_ParseTuple(args, "OsssO&O&O&:matrix", &db, &r.query, &r.rows, &r.columns,
                          count_converter, &r.least, count_converter, &r.options.limit,
                          threads_converter, &r.options.threads))
        return NULL;
    return report_run(module, db, &r);
}

static char *run_census(const struct report *r, struct kifu_stop *stop, struct kifu_error *error)
{
    const struct kifu_search_options o = options_with(r, stop);
    return kifu_census(r->db->dbs, r->db->count, &o, error);
}

static PyObject *census(PyObject *module, PyObject *args)
{
    struct report r = {.run = run_census};
    PyObject *db;
    if (!PyArg_ParseTuple(args, "OO&O&:census", &db, count_converter, &r.options.limit,
                          threads_converter, &r.options.threads))
        return NULL;
    return report_run(module, db, &r);
}

static char *run_names(const struct report *r, struct kifu_stop *stop, struct kifu_error *error)
{
    const struct kifu_search_options o = options_with(r, stop);
    return kifu_names(r->db->dbs, r->db->count, &o, error);
}

static PyObject *names(PyObject *module, PyObject *args)
{
    struct report r = {.run = run_names};
    PyObject *db;
    if (!PyArg_ParseTuple(args, "OO&:names", &db, threads_converter, &r.options.threads))
        return NULL;
    return report_run(module, db, &r);
}

static char *run_players(const struct report *r, struct kifu_stop *stop, struct kifu_error *error)
{
    (void)stop; /* a fraction of a second */
    return kifu_players(r->db->dbs[r->number], r->rows, &r->options, error);
}

static PyObject *players(PyObject *module, PyObject *args)
{
    struct report r = {.run = run_players};
    PyObject *db;
    if (!PyArg_ParseTuple(args, "OO&sO&:players", &db, unsigned_converter, &r.number, &r.rows,
                          count_converter, &r.options.limit))
        return NULL;
    const struct database *of = database_of(module_state(module), db);
    if (of && r.number >= of->count)
        PyErr_SetString(PyExc_ValueError, "there is no database of that number");
    return of && r.number < of->count ? report_run(module, db, &r) : NULL;
}

static char *run_calibrate(const struct report *r, struct kifu_stop *stop, struct kifu_error *error)
{
    struct kifu_calibrate_options o = r->calibrate;
    o.stop = stop;
    return kifu_calibrate(r->db->dbs, r->db->count, &o, error);
}

/* Texts of a list of str, valid as long as the list and what it holds. */
static const char **texts_of(PyObject *list, size_t *n)
{
    *n = (size_t)PyList_Size(list);
    const char **texts = PyMem_Calloc(*n + 1, sizeof *texts);
    if (!texts)
        PyErr_NoMemory();
    for (size_t i = 0; texts && i < *n; i++)
        if (!(texts[i] = text_argument(PyList_GetItem(list, (Py_ssize_t)i), "when"))) {
            PyMem_Free(texts);
            return NULL;
        }
    return texts;
}

static PyObject *calibrate(PyObject *module, PyObject *args)
{
    struct report r = {.run = run_calibrate};
    struct kifu_calibrate_options *o = &r.calibrate;
    PyObject *db, *when, *text = NULL;
    if (!PyArg_ParseTuple(args, "OsO!zzzO&O&O&O&pO&:calibrate", &db, &r.query, &PyList_Type, &when,
                          &o->preset, &o->value, &o->weights, unsigned_converter, &o->bin,
                          count_converter, &o->min_positions, unsigned_converter, &o->resamples,
                          count_converter, &o->seed, &o->keep, threads_converter, &o->threads))
        return NULL;
    const char **texts = texts_of(when, &o->when_count);
    o->query = r.query;
    o->when = texts;
    if (texts)
        text = report_run(module, db, &r);
    PyMem_Free(texts);
    return text;
}

static char *run_joseki(const struct report *r, struct kifu_stop *stop, struct kifu_error *error)
{
    struct kifu_joseki_options o = r->joseki;
    o.stop = stop;
    return kifu_joseki(r->db->dbs, r->db->count, &o, error);
}

static PyObject *joseki(PyObject *module, PyObject *args)
{
    struct report r = {.run = run_joseki};
    struct kifu_joseki_options *o = &r.joseki;
    PyObject *db;
    if (!PyArg_ParseTuple(args, "OszzO&O&O&O&:joseki", &db, &r.query, &o->encoding, &o->method,
                          count_converter, &o->top, unsigned_converter, &o->min_length,
                          unsigned_converter, &o->size, threads_converter, &o->threads))
        return NULL;
    o->query = r.query;
    return report_run(module, db, &r);
}

static PyMethodDef report_functions[] = {
    {"_facets", facets, METH_VARARGS, "_facets(db, query, by, limit, threads)\n--\n\nJSON lines."},
    {"_matrix", matrix, METH_VARARGS,
     "_matrix(db, query, rows, columns, min_games, limit, threads)\n--\n\nJSON lines."},
    {"_census", census, METH_VARARGS, "_census(db, top, threads)\n--\n\nJSON."},
    {"_names", names, METH_VARARGS, "_names(db, threads)\n--\n\nJSON lines."},
    {"_players", players, METH_VARARGS, "_players(db, number, name, limit)\n--\n\nJSON lines."},
    {"_calibrate", calibrate, METH_VARARGS,
     "_calibrate(db, query, when, preset, value, weights, bin, min_positions, resamples, seed, "
     "keep, "
     "threads)\n--\n\nJSON lines."},
    {"_joseki", joseki, METH_VARARGS,
     "_joseki(db, query, encoding, method, top, min_length, size, threads)\n--\n\nJSON lines."},
    {NULL, NULL, 0, NULL}};

int reports_functions_add(PyObject *module)
{
    return module_add_functions(module, report_functions);
}
