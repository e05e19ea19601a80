/* kifumodule.c: kifu._kifu, the part of the Python package that is written in C. */
#include "parts.h"
#include "support.h"

static int (*const parts[])(PyObject *module) = {
    errors_types_add,
    database_types_add,
};

static int module_exec(PyObject *module)
{
    struct module_state *state = module_state(module);
    state->main_stop = kifu_stop_make();
    if (!state->main_stop) {
        PyErr_NoMemory();
        return -1;
    }
    if (PyModule_AddStringConstant(module, "__version__", kifu_version()) != 0)
        return -1;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i](module) != 0)
            return -1;
    return 0;
}

/* Every PyObject * and PyTypeObject * of the state. */
static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct module_state *state = module_state(module);
    Py_VISIT(state->error);
    Py_VISIT(state->query_error);
    Py_VISIT(state->database_type);
    return 0;
}

static int module_clear(PyObject *module)
{
    struct module_state *state = module_state(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->query_error);
    Py_CLEAR(state->database_type);
    return 0;
}

/* main_stop stays: a signal may come at any time, and finds it through support.c. */
static void module_free(void *module)
{
    (void)module_clear(module);
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};

struct PyModuleDef kifu_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "kifu._kifu",
    .m_doc = "Kifu's library for Python; import kifu, not this module.",
    .m_size = sizeof(struct module_state),
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__kifu(void);
PyMODINIT_FUNC PyInit__kifu(void)
{
    return PyModuleDef_Init(&kifu_module);
}
