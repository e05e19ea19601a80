/* moves.c: kifu.ShogiMove, a text in USI with what is to know of a move; and kifu.BoardError.
 *
 * A move needs no board, and there are 13,689 of them at most: each is made once and kept, so that a
 * list of legal moves costs a reference for each. */
#include "moves.h"

#include <string.h>

#include "parts.h"

enum { CODES = 1 << 16 };

static const char BOARD_ERROR_DOC[] =
    "A position, a square or a move cannot be read, or the move is illegal.";

PyObject *raise_board_error(struct module_state *state, const struct kifu_error *error)
{
    return raise_error_as(state->board_error, error);
}

PyObject *raise_bad_text(struct module_state *state, const char *what, PyObject *object)
{
    return PyErr_Format(state->board_error, "%s: %R", what, object);
}

/* --- Codes and objects ----------------------------------------------------------------------- */

static PyObject *make_move(struct module_state *state, kifu_shogi_move code)
{
    char text[KIFU_MOVE_BYTES];
    newfunc make = PyType_GetSlot(&PyUnicode_Type, Py_tp_new);
    if (!kifu_move_print(code, text))
        return PyErr_Format(state->board_error, "%d is no move", code);
    PyObject *args = Py_BuildValue("(s)", text);
    PyObject *move = args ? make(state->shogi_move_type, args, NULL) : NULL;
    Py_XDECREF(args);
    return move;
}

PyObject *move_object(struct module_state *state, kifu_shogi_move code)
{
    if (!code)
        return Py_NewRef(Py_None);
    if (!state->moves) {
        state->moves = PyMem_Calloc(CODES, sizeof(PyObject *));
        if (!state->moves)
            return PyErr_NoMemory();
    }
    if (!state->moves[code])
        state->moves[code] = make_move(state, code);
    return Py_XNewRef(state->moves[code]);
}

void moves_clear(struct module_state *state)
{
    PyObject **moves = state->moves;
    state->moves = NULL;
    for (int i = 0; moves && i < CODES; i++)
        Py_XDECREF(moves[i]);
    PyMem_Free(moves);
}

int move_code(struct module_state *state, PyObject *object, kifu_shogi_move *code)
{
    *code = 0;
    if (PyUnicode_Check(object)) {
        Py_ssize_t n;
        const char *text = PyUnicode_AsUTF8AndSize(object, &n);
        if (!text)
            return -1;
        *code = strlen(text) == (size_t)n ? kifu_move_parse(text) : 0;
    } else if (PyIndex_Check(object)) { /* integers of NumPy, too */
        long number = PyLong_AsLong(object);
        char text[KIFU_MOVE_BYTES];
        if (number == -1 && PyErr_Occurred())
            return -1;
        if (number > 0 && number < CODES && kifu_move_print((kifu_shogi_move)number, text))
            *code = (kifu_shogi_move)number;
    } else {
        PyErr_Format(PyExc_TypeError, "a move is a kifu.ShogiMove, a text or a number, not %R",
                     (PyObject *)Py_TYPE(object));
        return -1;
    }
    if (*code)
        return 0;
    raise_bad_text(state, "no move", object);
    return -1;
}

/* --- The type ---------------------------------------------------------------------------------- */

static PyObject *move_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"move", NULL};
    struct module_state *state = PyType_GetModuleState(type);
    PyObject *object;
    kifu_shogi_move code;
    if (!state || !PyArg_ParseTupleAndKeywords(args, kwargs, "O:ShogiMove", names, &object) ||
        move_code(state, object, &code) != 0)
        return NULL;
    return move_object(state, code);
}

static kifu_shogi_move own_code(PyObject *self)
{
    const char *text = PyUnicode_AsUTF8AndSize(self, NULL);
    return text ? kifu_move_parse(text) : 0;
}

static PyObject *move_int(PyObject *self)
{
    return PyLong_FromLong(own_code(self));
}

static PyObject *get_code(PyObject *self, void *unused)
{
    (void)unused;
    return move_int(self);
}

static PyObject *get_to(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(own_code(self) & 127);
}

static PyObject *get_from(PyObject *self, void *unused)
{
    kifu_shogi_move code = own_code(self);
    (void)unused;
    return code >> 15 ? Py_NewRef(Py_None) : PyLong_FromLong(code >> 7 & 127);
}

static PyObject *get_promotion(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(own_code(self) >> 14 & 1);
}

static PyObject *get_drop(PyObject *self, void *unused)
{
    kifu_shogi_move code = own_code(self);
    (void)unused;
    return code >> 15 ? PyLong_FromLong(code >> 7 & 127) : Py_NewRef(Py_None);
}

static PyObject *move_usi(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyUnicode_FromObject(self); /* a plain text */
}

static PyObject *move_label(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"turn", NULL};
    int turn = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|i:label", names, &turn))
        return NULL;
    return PyLong_FromLong(kifu_move_label(own_code(self), turn));
}

static PyGetSetDef move_getset[] = {
    {"code", get_code, NULL, "The move in sixteen bits (kifu_board.h), as batches have move16.",
     NULL},
    {"to_square", get_to, NULL, "The square that it goes to.", NULL},
    {"from_square", get_from, NULL, "The square that it comes from; None: it is a drop.", NULL},
    {"promotion", get_promotion, NULL, "Whether the piece promotes.", NULL},
    {"drop_piece_type", get_drop, NULL, "The kind that is dropped (1 pawn … 7 gold); or None.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef move_methods[] = {
    {"usi", move_usi, METH_NOARGS, "usi($self)\n--\n\nThe move as a plain text."},
    {"label", (PyCFunction)(void (*)(void))move_label, METH_VARARGS | METH_KEYWORDS,
     "label($self, turn=0)\n--\n\nThe output of a network with 27 × 81 of them, as that side sees "
     "the "
     "board."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot move_slots[] = {
    {Py_tp_doc, "ShogiMove(move)\n--\n\nA move of shogi: its text in USI (\"7g7f\", \"8h2b+\", "
                "\"P*5e\"), and what is to know of it.\n\nIt is a str, so that it can be compared "
                "with texts of other libraries; int(move) is its code.\nEqual moves are one "
                "object."},
    {Py_tp_new, move_new},
    {Py_tp_methods, move_methods},
    {Py_tp_getset, move_getset},
    {Py_nb_int, move_int},
    {0, NULL}};

static PyType_Spec move_spec = {.name = "kifu.ShogiMove",
                                .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
                                .slots = move_slots};

int moves_types_add(PyObject *module)
{
    struct module_state *state = module_state(module);
    PyObject *bases = Py_BuildValue("(OO)", state->error, PyExc_ValueError);
    state->board_error =
        bases ? PyErr_NewExceptionWithDoc("kifu.BoardError", BOARD_ERROR_DOC, bases, NULL) : NULL;
    Py_XDECREF(bases);
    if (!state->board_error || PyModule_AddObjectRef(module, "BoardError", state->board_error) != 0)
        return -1;
    state->shogi_move_type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &move_spec, (PyObject *)&PyUnicode_Type);
    if (!state->shogi_move_type)
        return -1;
    return PyModule_AddObjectRef(module, "ShogiMove", (PyObject *)state->shogi_move_type);
}
