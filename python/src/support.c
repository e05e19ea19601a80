/* support.c: see support.h. */
#include "support.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct module_state *module_state(PyObject *module)
{
    return PyModule_GetState(module);
}

struct module_state *state_of(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    void *state = NULL;
    while (type && !(state = PyType_GetModuleState(type))) { /* a subclass made in Python */
        PyErr_Clear();
        type = PyType_GetSlot(type, Py_tp_base);
    }
    return state;
}

int module_add_type(PyObject *module, PyType_Spec *spec, const char *name, PyTypeObject **kept)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (!type)
        return -1;
    int result = name ? PyModule_AddObjectRef(module, name, type) : 0;
    if (kept && result == 0)
        *kept = (PyTypeObject *)type; /* the module's now */
    else
        Py_DECREF(type);
    return result;
}

int module_add_functions(PyObject *module, PyMethodDef *functions)
{
    return PyModule_AddFunctions(module, functions);
}

int module_add_sequence(PyObject *module, PyStructSequence_Desc *desc, PyTypeObject **kept)
{
    PyTypeObject *type = PyStructSequence_NewType(desc);
    if (!type)
        return -1;
    *kept = type;
    return PyModule_AddObjectRef(module, desc->name + sizeof "kifu." - 1, (PyObject *)type);
}

void *object_make(PyTypeObject *type)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return alloc(type, 0);
}

void object_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

void object_replace(PyObject **at, PyObject *value)
{
    PyObject *before = *at;
    *at = value;
    Py_XDECREF(before);
}

/* --- Errors -------------------------------------------------------------------------------- */

/* Takes over value. */
static int set_attribute(PyObject *object, const char *name, PyObject *value)
{
    int result = value ? PyObject_SetAttrString(object, name, value) : -1;
    Py_XDECREF(value);
    return result;
}

static PyObject *number_or_none(unsigned long long n, bool known)
{
    return known ? PyLong_FromUnsignedLongLong(n) : Py_NewRef(Py_None);
}

/* Takes over message. */
static PyObject *error_make(PyObject *type, PyObject *message, const struct kifu_error *error)
{
    PyObject *made = message ? PyObject_CallFunctionObjArgs(type, message, NULL) : NULL;
    Py_XDECREF(message);
    if (made &&
        (set_attribute(made, "code", text_of(error->code)) != 0 ||
         set_attribute(made, "file", text_or_none(error->file)) != 0 ||
         set_attribute(made, "line", number_or_none(error->line, error->line != 0)) != 0 ||
         set_attribute(made, "byte", number_or_none(error->byte, error->line || error->byte)) != 0))
        Py_CLEAR(made);
    return made;
}

static PyObject *raise_made(PyObject *type, PyObject *made)
{
    if (made)
        PyErr_SetObject(type, made);
    Py_XDECREF(made);
    return NULL;
}

PyObject *raise_error_as(PyObject *type, const struct kifu_error *error)
{
    if (strcmp(error->code, "nomem") == 0)
        return PyErr_NoMemory();
    return raise_made(type, error_make(type, text_of(error->message), error));
}

PyObject *raise_error(struct module_state *state, const struct kifu_error *error)
{
    return raise_error_as(state->error, error);
}

/* Columns on a terminal of the first n bytes: wide characters take two, as near as one can tell. */
static size_t columns_of(const char *text, size_t n)
{
    size_t columns = 0;
    for (size_t i = 0; i < n; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            columns += (unsigned char)text[i] >= 0xE3 ? 2 : 1;
    return columns;
}

/* The message, the query, and below it a mark under the character at the byte; not if the query has
 * line ends or is so long that a terminal would fold it. */
static PyObject *message_with_place(const char *query, const struct kifu_error *error)
{
    enum { WIDEST = 120 };
    char blanks[WIDEST + 1];
    size_t n = strlen(query);
    size_t columns = columns_of(query, error->byte < n ? (size_t)error->byte : n);
    if (strpbrk(query, "\n\r\t") || columns > WIDEST)
        return text_of(error->message);
    memset(blanks, ' ', columns);
    blanks[columns] = '\0';
    return PyUnicode_FromFormat("%s\n  %s\n  %s^", error->message, query, blanks);
}

PyObject *raise_query_error(struct module_state *state, const char *query,
                            const struct kifu_error *error)
{
    PyObject *made = error_make(state->query_error, message_with_place(query, error), error);
    if (made && (set_attribute(made, "query", text_of(query)) != 0 ||
                 set_attribute(made, "byte", PyLong_FromUnsignedLongLong(error->byte)) != 0))
        Py_CLEAR(made);
    return raise_made(state->query_error, made);
}

bool is_own_process(pid_t maker)
{
    return getpid() == maker;
}

PyObject *raise_forked(struct module_state *state, const char *text)
{
    struct kifu_error error = {.code = "unsupported"};
    (void)snprintf(error.message, sizeof error.message, "%s", text);
    return raise_error(state, &error);
}

/* --- Texts --------------------------------------------------------------------------------- */

PyObject *text_of_bytes(const char *text, size_t n)
{
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)n, "surrogateescape");
}

PyObject *text_of(const char *text)
{
    return text_of_bytes(text, strlen(text));
}

PyObject *text_or_none(const char *text)
{
    return *text ? text_of(text) : Py_NewRef(Py_None);
}

PyObject *text_taken(struct module_state *state, char *text, const struct kifu_error *error)
{
    if (!text)
        return raise_error(state, error);
    PyObject *made = text_of(text);
    kifu_free(text);
    return made;
}

const char *text_argument(PyObject *text, const char *what)
{
    Py_ssize_t n;
    if (!PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "%s must be str, not %R", what, (PyObject *)Py_TYPE(text));
        return NULL;
    }
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &n);
    if (utf8 && strlen(utf8) != (size_t)n) {
        PyErr_Format(PyExc_ValueError, "%s must not contain a null character", what);
        return NULL;
    }
    return utf8;
}

static int converted(PyObject *value, unsigned long long most, unsigned long long *out)
{
    *out = 0;
    if (value == Py_None)
        return 1;
    PyObject *number = PyNumber_Index(value); /* integers of NumPy, too */
    if (!number)
        return 0;
    *out = PyLong_AsUnsignedLongLong(number);
    Py_DECREF(number);
    const bool wrong = *out == (unsigned long long)-1 && PyErr_Occurred();
    if (wrong && !PyErr_ExceptionMatches(PyExc_OverflowError))
        return 0;
    if (!wrong && *out <= most)
        return 1;
    PyErr_Format(PyExc_ValueError, "numbers must be from 0 to %llu, not %R", most, value);
    return 0;
}

int count_converter(PyObject *value, void *out)
{
    return converted(value, (unsigned long long)INT64_MAX, out);
}

static int converted_unsigned(PyObject *value, unsigned most, unsigned *out)
{
    unsigned long long wide;
    if (!converted(value, most, &wide))
        return 0;
    *out = (unsigned)wide;
    return 1;
}

int unsigned_converter(PyObject *value, void *out)
{
    return converted_unsigned(value, INT32_MAX, out);
}

int threads_converter(PyObject *value, void *out)
{
    enum { MOST_THREADS = 1024 };
    return converted_unsigned(value, MOST_THREADS, out);
}

PyObject *path_argument(PyObject *path)
{
    PyObject *bytes = NULL;
    return PyUnicode_FSConverter(path, &bytes) ? bytes : NULL;
}

/* --- Calls that take long -------------------------------------------------------------------- */

/* A signal handler has nothing but globals: the flag of the calls that the main thread makes, and
 * Python's own handler, which comes after. */
static _Atomic(struct kifu_stop *) watched_stop;
static void (*_Atomic handler_of_python)(int);

static void stop_and_pass_on(int signal_number)
{
    struct kifu_stop *stop = atomic_load(&watched_stop);
    void (*next)(int) = atomic_load(&handler_of_python);
    if (stop)
        kifu_stop_request(stop);
    if (next)
        next(signal_number);
}

/* Python runs its handlers in the main thread only, so only its calls can be interrupted. */
static bool is_main_thread(void)
{
    return getpid() == gettid();
}

/* Whether the signal would reach a handler of Python's.  One of our own is there already if a
 * callback of a long call makes another one, which shares the flag. */
static bool is_python_handler(const struct sigaction *now)
{
    return !(now->sa_flags & SA_SIGINFO) && now->sa_handler != SIG_DFL &&
           now->sa_handler != SIG_IGN && now->sa_handler != stop_and_pass_on;
}

void long_call_begin(struct module_state *state, struct long_call *call)
{
    struct sigaction ours;
    *call = (struct long_call){.state = state, .stop = is_main_thread() ? state->main_stop : NULL};
    if (call->stop)
        state->main_calls++;
    if (!call->stop || sigaction(SIGINT, NULL, &call->previous) != 0 ||
        !is_python_handler(&call->previous))
        return;
    ours = call->previous;
    ours.sa_handler = stop_and_pass_on;
    atomic_store(&watched_stop, call->stop);
    atomic_store(&handler_of_python, call->previous.sa_handler);
    call->watched = sigaction(SIGINT, &ours, NULL) == 0;
}

void long_call_release(struct long_call *call)
{
    call->thread = PyEval_SaveThread();
}

int long_call_restore(struct long_call *call, bool failed)
{
    PyEval_RestoreThread(call->thread);
    if (!call->stop || !kifu_stop_requested(call->stop))
        return 0;
    if (PyErr_CheckSignals() != 0)
        return -1;
    kifu_stop_clear(call->stop);
    return failed;
}

/* A callback may have set another handler meanwhile, which stays. */
void long_call_end(struct long_call *call)
{
    struct sigaction now;
    if (call->watched && sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler == stop_and_pass_on)
        (void)sigaction(SIGINT, &call->previous, NULL);
    call->watched = false;
    /* A callback that stopped the last call has set it, too. */
    if (call->stop && --call->state->main_calls == 0)
        kifu_stop_clear(call->stop);
}
