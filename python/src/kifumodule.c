/* kifumodule.c: kifu._kifu, the part of the Python package that is written in C. */
#include "moves.h"
#include "parts.h"
#include "support.h"

static int (*const parts[])(PyObject *module) = {
    errors_types_add,      /* Error, QueryError */
    database_types_add,    /* Database */
    search_types_add,      /* Search, Hit, Move, Score, Results */
    game_types_add,        /* Game */
    records_functions_add, /* reading and import */
    reports_functions_add, /* tables of games */
    moves_types_add,       /* ShogiMove, BoardError */
    board_types_add,       /* Board */
    go_board_types_add,    /* GoBoard */
    batches_types_add,     /* Batches */
    engine_types_add,      /* Engine */
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

/* _use(search=…, game=…): the classes of which the module makes objects, subclasses of its own. */
static PyObject *module_use(PyObject *module, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"search", "game", NULL};
    struct module_state *state = module_state(module);
    PyObject *search, *game;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO:_use", names, &search, &game))
        return NULL;
    if (!PyType_Check(search) || !PyType_Check(game) ||
        !PyType_IsSubtype((PyTypeObject *)search, state->search_type) ||
        !PyType_IsSubtype((PyTypeObject *)game, state->game_type)) {
        PyErr_SetString(PyExc_TypeError, "not subclasses of the module's types");
        return NULL;
    }
    object_replace((PyObject **)&state->search_type, Py_NewRef(search));
    object_replace((PyObject **)&state->game_type, Py_NewRef(game));
    return Py_NewRef(Py_None);
}

static PyMethodDef module_methods[] = {
    {"_use", (PyCFunction)(void (*)(void))module_use, METH_VARARGS | METH_KEYWORDS,
     "_use(search, game)\n--\n\nClasses of which the module makes objects."},
    {NULL, NULL, 0, NULL}};

/* Calls back for every object of the state. */
static void each_object(struct module_state *state, void (*each)(void *ctx, PyObject **at),
                        void *ctx)
{
    PyObject **const objects[] = {&state->error, &state->query_error, &state->board_error};
    PyTypeObject **const types[] = {
        &state->database_type, &state->hit_type,     &state->move_type, &state->score_type,
        &state->results_type,  &state->search_type,  &state->game_type, &state->shogi_move_type,
        &state->board_type,    &state->go_board_type};
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        each(ctx, objects[i]);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        each(ctx, (PyObject **)types[i]);
}

struct visit {
    visitproc visit;
    void *arg;
    int result;
};

static void visit_object(void *ctx, PyObject **at)
{
    struct visit *v = ctx;
    if (*at && v->result == 0)
        v->result = v->visit(*at, v->arg);
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct visit v = {.visit = visit, .arg = arg};
    each_object(module_state(module), visit_object, &v);
    return v.result;
}

static void clear_object(void *ctx, PyObject **at)
{
    (void)ctx;
    Py_CLEAR(*at);
}

static int module_clear(PyObject *module)
{
    moves_clear(module_state(module));
    each_object(module_state(module), clear_object, NULL);
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
    .m_methods = module_methods,
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
