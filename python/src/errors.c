/* errors.c: the exceptions kifu.Error and kifu.QueryError. */
#include "parts.h"

static const char ERROR_DOC[] = "Something could not be read, written, opened or searched.\n\n"
                                "code is a short name of the reason (\"syntax\", \"illegal\", "
                                "\"io\", \"not-found\", …), file, line\n"
                                "and byte are the place, None where it is not known.";
static const char QUERY_ERROR_DOC[] =
    "A query could not be read, or cannot be run on these databases.\n\n"
    "query is its text, byte the place in its UTF-8 text; the message shows both.";

/* Defaults of the attributes, so that an exception made in Python has them too. */
static PyObject *defaults(const char *last)
{
    PyObject *d = Py_BuildValue("{s:s,s:O,s:O,s:O}", "code", "", "file", Py_None, "line", Py_None,
                                "byte", Py_None);
    if (d && last && PyDict_SetItemString(d, last, Py_None) != 0)
        Py_CLEAR(d);
    return d;
}

static PyObject *add_exception(PyObject *module, const char *name, const char *doc, PyObject *base,
                               const char *last)
{
    PyObject *attributes = defaults(last);
    PyObject *type = attributes ? PyErr_NewExceptionWithDoc(name, doc, base, attributes) : NULL;
    Py_XDECREF(attributes);
    if (type && PyModule_AddObjectRef(module, name + sizeof "kifu." - 1, type) != 0)
        Py_CLEAR(type);
    return type;
}

int errors_types_add(PyObject *module)
{
    struct module_state *state = module_state(module);
    state->error = add_exception(module, "kifu.Error", ERROR_DOC, NULL, NULL);
    if (state->error)
        state->query_error =
            add_exception(module, "kifu.QueryError", QUERY_ERROR_DOC, state->error, "query");
    return state->query_error ? 0 : -1;
}
