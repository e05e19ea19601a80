/* go_board_type.c: kifu.GoBoard, a Go board with the moves that led to its position. */
#include <string.h>

#include "moves.h"
#include "parts.h"
#include "pictures.h"

struct go_board_object {
    PyObject_HEAD struct kifu_go_board *board; /* owned; NULL until it is initialised */
};

static struct kifu_go_board *board_of(PyObject *self)
{
    return ((struct go_board_object *)self)->board;
}

static PyObject *take_text(struct module_state *state, char *text, const struct kifu_error *error)
{
    PyObject *made = text ? text_of(text) : raise_board_error(state, error);
    kifu_free(text);
    return made;
}

/* --- Making ------------------------------------------------------------------------------------ */

/* Takes the board over; it is freed if there is no object. */
static PyObject *wrap(PyTypeObject *type, struct kifu_go_board *board)
{
    struct go_board_object *self = board ? object_make(type) : NULL;
    if (!board)
        return PyErr_NoMemory();
    if (self)
        self->board = board;
    else
        kifu_go_board_free(board);
    return (PyObject *)self;
}

/* As an int; what is too large for one is no side of a board either. */
static int board_side(long n)
{
    return n >= 0 && n <= KIFU_GO_MAX_SIZE ? (int)n : -1;
}

static PyObject *go_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"size", "height", NULL};
    struct module_state *state = PyType_GetModuleState(type);
    struct kifu_go_board *board;
    struct kifu_error error;
    PyObject *size = NULL;
    long width = 19, height = 0;
    if (!state || !PyArg_ParseTupleAndKeywords(args, kwargs, "|Ol:GoBoard", names, &size, &height))
        return NULL;
    if (size && PyUnicode_Check(size)) {
        const char *text = text_argument(size, "a position");
        if (!text)
            return NULL;
        board = kifu_go_board_parse(text, &error);
    } else {
        width = size ? PyLong_AsLong(size) : width;
        if (width == -1 && PyErr_Occurred())
            return NULL;
        board = kifu_go_board_new(board_side(width), board_side(height ? height : width), &error);
    }
    return board ? wrap(type, board) : raise_board_error(state, &error);
}

static void go_dealloc(PyObject *self)
{
    kifu_go_board_free(board_of(self));
    object_free(self);
}

static PyObject *go_copy(PyObject *self, PyObject *unused)
{
    (void)unused;
    return wrap(state_of(self)->go_board_type, kifu_go_board_copy(board_of(self)));
}

/* --- Points ------------------------------------------------------------------------------------ */

static PyObject *point_object(PyObject *self, int point)
{
    char text[KIFU_GO_POINT_BYTES];
    return text_of_bytes(text, kifu_go_board_print_point(board_of(self), point, text));
}

/* A move as records and tables have it, "B[Q16]": its point, as a text in out.  False: it is none. */
static bool inside_of(const char *text, size_t n, char out[KIFU_GO_POINT_BYTES])
{
    if (n < 4 || n - 3 >= KIFU_GO_POINT_BYTES || (text[0] != 'B' && text[0] != 'W') ||
        text[1] != '[' || text[n - 1] != ']')
        return false;
    memcpy(out, text + 2, n - 3);
    out[n - 3] = '\0';
    return true;
}

/* A point: "Q16", a number, or, of a move, "pass", None, or "B[Q16]" if it is Black's turn. */
static int point_of(PyObject *self, PyObject *object, bool may_pass, int *point)
{
    struct module_state *state = state_of(self);
    int points = kifu_go_board_width(board_of(self)) * kifu_go_board_height(board_of(self));
    bool found = false;
    if (PyUnicode_Check(object)) {
        Py_ssize_t n;
        const char *text = PyUnicode_AsUTF8AndSize(object, &n);
        char inside[KIFU_GO_POINT_BYTES];
        if (!text)
            return -1;
        if (may_pass && inside_of(text, (size_t)n, inside)) {
            if ((text[0] == 'W') != (kifu_go_board_turn(board_of(self)) == 1)) {
                raise_bad_text(state, "no move of the side to move", object);
                return -1;
            }
            text = inside;
            n -= 3;
        }
        found = strlen(text) == (size_t)n &&
                kifu_go_board_parse_point(board_of(self), text, point) != 0;
    } else if (object == Py_None) {
        *point = KIFU_GO_PASS;
        found = true;
    } else {
        long number = PyLong_AsLong(object);
        if (number == -1 && PyErr_Occurred())
            return -1;
        *point = number >= 0 && number < points ? (int)number : -2;
        found = *point >= 0;
    }
    if (found && (may_pass || *point != KIFU_GO_PASS))
        return 0;
    raise_bad_text(state, "no point of the board", object);
    return -1;
}

static PyObject *point_list(PyObject *self, const int *points, int n)
{
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) {
        PyObject *point = point_object(self, points[i]);
        if (!point || PyList_SetItem(list, i, point) != 0)
            Py_CLEAR(list);
    }
    return list;
}

enum { MOST_POINTS = KIFU_GO_MAX_SIZE * KIFU_GO_MAX_SIZE };

/* --- The position ------------------------------------------------------------------------------ */

static PyObject *go_stone(PyObject *self, PyObject *object)
{
    int point;
    if (point_of(self, object, false, &point) != 0)
        return NULL;
    return PyLong_FromLong(kifu_go_board_stone(board_of(self), point));
}

static PyObject *go_liberties(PyObject *self, PyObject *object)
{
    int point;
    if (point_of(self, object, false, &point) != 0)
        return NULL;
    return PyLong_FromLong(kifu_go_board_liberties(board_of(self), point));
}

static PyObject *go_chain(PyObject *self, PyObject *object)
{
    int point, chain[MOST_POINTS];
    if (point_of(self, object, false, &point) != 0)
        return NULL;
    return point_list(self, chain, kifu_go_board_chain(board_of(self), point, chain));
}

static PyObject *get_stones(PyObject *self, void *unused)
{
    struct kifu_go_board *b = board_of(self);
    int n = kifu_go_board_width(b) * kifu_go_board_height(b);
    char stones[MOST_POINTS];
    (void)unused;
    for (int i = 0; i < n; i++)
        stones[i] = (char)kifu_go_board_stone(b, i);
    return PyBytes_FromStringAndSize(stones, n);
}

static PyObject *get_captures(PyObject *self, void *unused)
{
    (void)unused;
    return Py_BuildValue("(II)", kifu_go_board_captures(board_of(self), 0),
                         kifu_go_board_captures(board_of(self), 1));
}

static PyObject *get_ko(PyObject *self, void *unused)
{
    int point = kifu_go_board_ko(board_of(self));
    (void)unused;
    return point < 0 ? Py_NewRef(Py_None) : point_object(self, point);
}

static PyObject *get_turn(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(kifu_go_board_turn(board_of(self)));
}

static PyObject *get_size(PyObject *self, void *unused)
{
    (void)unused;
    return Py_BuildValue("(ii)", kifu_go_board_width(board_of(self)),
                         kifu_go_board_height(board_of(self)));
}

static PyObject *get_key(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(kifu_go_board_key(board_of(self)));
}

static PyObject *go_compare(PyObject *self, PyObject *other, int how)
{
    struct module_state *state = state_of(self);
    if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(other, state->go_board_type))
        return Py_NewRef(Py_NotImplemented);
    int equal = kifu_go_board_equal(board_of(self), board_of(other));
    return PyBool_FromLong(how == Py_EQ ? equal : !equal);
}

static Py_hash_t go_hash(PyObject *self)
{
    Py_hash_t hash = (Py_hash_t)kifu_go_board_key(board_of(self));
    return hash == -1 ? -2 : hash;
}

/* --- Moves ------------------------------------------------------------------------------------- */

static PyObject *go_play(PyObject *self, PyObject *object)
{
    struct kifu_error error;
    int point;
    if (point_of(self, object, true, &point) != 0)
        return NULL;
    if (kifu_go_board_play(board_of(self), point, &error) != 0)
        return raise_board_error(state_of(self), &error);
    return point_object(self, point);
}

static PyObject *go_pop(PyObject *self, PyObject *unused)
{
    unsigned n = kifu_go_board_plies(board_of(self));
    int point = n ? kifu_go_board_move(board_of(self), n - 1) : 0;
    (void)unused;
    if (kifu_go_board_pop(board_of(self)))
        return point_object(self, point);
    PyErr_SetString(PyExc_IndexError, "no move was made");
    return NULL;
}

static PyObject *go_is_legal(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"point", "superko", NULL};
    PyObject *object;
    int superko = 0, point;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|p:is_legal", names, &object, &superko) ||
        point_of(self, object, true, &point) != 0)
        return NULL;
    return PyBool_FromLong(kifu_go_board_is_legal(board_of(self), point, superko));
}

static PyObject *go_legal_points(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"superko", NULL};
    int superko = 0, points[MOST_POINTS];
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|p:legal_points", names, &superko))
        return NULL;
    return point_list(self, points, kifu_go_board_legal_moves(board_of(self), superko, points));
}

static PyObject *get_legal_moves(PyObject *self, void *unused)
{
    int points[MOST_POINTS];
    (void)unused;
    return point_list(self, points, kifu_go_board_legal_moves(board_of(self), 0, points));
}

static PyObject *get_history(PyObject *self, void *unused)
{
    unsigned n = kifu_go_board_plies(board_of(self));
    PyObject *list = PyList_New(n);
    (void)unused;
    for (unsigned i = 0; list && i < n; i++) {
        PyObject *move = point_object(self, kifu_go_board_move(board_of(self), i));
        if (!move || PyList_SetItem(list, i, move) != 0)
            Py_CLEAR(list);
    }
    return list;
}

/* The start and the moves: a text and a list. */
static PyObject *go_reduce(PyObject *self, PyObject *unused)
{
    struct kifu_error error;
    struct kifu_go_board *start = kifu_go_board_copy(board_of(self));
    (void)unused;
    if (!start)
        return PyErr_NoMemory();
    while (kifu_go_board_pop(start))
        ;
    PyObject *text = take_text(state_of(self), kifu_go_board_text(start, &error), &error);
    PyObject *moves = text ? get_history(self, NULL) : NULL;
    kifu_go_board_free(start);
    if (moves)
        return Py_BuildValue("(O(N)N)", Py_TYPE(self), text, moves);
    Py_XDECREF(text);
    return NULL;
}

static PyObject *go_setstate(PyObject *self, PyObject *moves)
{
    PyObject *list = PySequence_List(moves);
    Py_ssize_t n = list ? PyList_Size(list) : 0;
    bool whole = list != NULL;
    for (Py_ssize_t i = 0; i < n && whole; i++) {
        PyObject *played = go_play(self, PyList_GetItem(list, i));
        whole = played != NULL;
        Py_XDECREF(played);
    }
    Py_XDECREF(list);
    return whole ? Py_NewRef(Py_None) : NULL;
}

/* --- Texts and pictures ------------------------------------------------------------------------ */

static PyObject *go_text(PyObject *self, PyObject *unused)
{
    struct kifu_error error;
    (void)unused;
    return take_text(state_of(self), kifu_go_board_text(board_of(self), &error), &error);
}

static PyObject *go_svg(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"flip", "width", "lang", NULL};
    struct kifu_picture_options opt;
    struct kifu_error error;
    if (picture_options(args, kwargs, "|$pds:svg", names, &opt) != 0)
        return NULL;
    return take_text(state_of(self), kifu_go_board_svg(board_of(self), &opt, &error), &error);
}

static PyObject *go_repr_svg(PyObject *self, PyObject *unused)
{
    struct kifu_picture_options opt = {.width = PICTURE_NOTEBOOK_WIDTH};
    struct kifu_error error;
    (void)unused;
    return take_text(state_of(self), kifu_go_board_svg(board_of(self), &opt, &error), &error);
}

static PyObject *go_str(PyObject *self)
{
    struct kifu_error error;
    return take_text(state_of(self), kifu_go_board_diagram(board_of(self), NULL, &error), &error);
}

static PyObject *go_repr(PyObject *self)
{
    const struct kifu_go_board *b = board_of(self);
    return PyUnicode_FromFormat("<kifu.GoBoard %d by %d after %u moves>", kifu_go_board_width(b),
                                kifu_go_board_height(b), kifu_go_board_plies(b));
}

/* --- The type ---------------------------------------------------------------------------------- */

#define KEYWORDS(function) (PyCFunction)(void (*)(void)) function, METH_VARARGS | METH_KEYWORDS

static PyMethodDef go_methods[] = {
    {"play", go_play, METH_O,
     "play($self, point, /)\n--\n\nA stone of the side to move on a point (\"Q16\", or its "
     "number); \"pass\" or None passes.\nMoves as games have them (\"B[Q16]\") are taken, too.\n"
     "BoardError if it is illegal (simple ko, no suicide)."},
    {"push", go_play, METH_O, "push($self, point, /)\n--\n\nThe same as play()."},
    {"pop", go_pop, METH_NOARGS,
     "pop($self)\n--\n\nTakes the last move back and returns it; IndexError if there is none."},
    {"is_legal", KEYWORDS(go_is_legal),
     "is_legal($self, point, superko=False)\n--\n\nWhether the move is legal; with superko, no "
     "earlier "
     "position "
     "may come back."},
    {"legal_points", KEYWORDS(go_legal_points),
     "legal_points($self, superko=False)\n--\n\nThe points on which the side to move may play."},
    {"stone", go_stone, METH_O, "stone($self, point, /)\n--\n\n0: empty, 1: black, 2: white."},
    {"liberties", go_liberties, METH_O,
     "liberties($self, point, /)\n--\n\nOf the chain of stones on a point; 0 if there is none."},
    {"chain", go_chain, METH_O,
     "chain($self, point, /)\n--\n\nThe points of the chain of stones on a point."},
    {"text", go_text, METH_NOARGS,
     "text($self)\n--\n\nThe position as queries write it: \"9x9 w b:C3,G7 w:E5\"."},
    {"copy", go_copy, METH_NOARGS, "copy($self)\n--\n\nA board of its own, with all moves."},
    {"__copy__", go_copy, METH_NOARGS, NULL},
    {"__deepcopy__", go_copy, METH_O, NULL},
    {"__reduce__", go_reduce, METH_NOARGS, NULL},
    {"__setstate__", go_setstate, METH_O, NULL},
    {"svg", KEYWORDS(go_svg),
     "svg($self, *, flip=False, width=0, lang='en')\n--\n\nThe board with the last move as a "
     "drawing."},
    {"_repr_svg_", go_repr_svg, METH_NOARGS, "The drawing that notebooks show."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef go_getset[] = {
    {"legal_moves", get_legal_moves, NULL, "The points on which the side to move may play.", NULL},
    {"history", get_history, NULL, "The moves made so far.", NULL},
    {"turn", get_turn, NULL, "The side to move: kifu.BLACK (0) or kifu.WHITE (1).", NULL},
    {"size", get_size, NULL, "Columns and rows.", NULL},
    {"stones", get_stones, NULL, "All points by rows from A1: bytes of 0, 1 (black) and 2 (white).",
     NULL},
    {"captures", get_captures, NULL, "Stones that Black and White have taken.", NULL},
    {"ko", get_ko, NULL, "The point that may not be taken back at once, or None.", NULL},
    {"key", get_key, NULL, "A hash of the stones and the side to move; the same in every run.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot go_slots[] = {
    {Py_tp_doc,
     "GoBoard(size=19, height=0)\n--\n\nA Go board of 1 to 52 columns and rows, with the moves "
     "that led to its position.\n\nsize may be a position as text() writes it.  Points are texts "
     "(\"Q16\", columns without I) or numbers by "
     "rows from A1."},
    {Py_tp_new, go_new},
    {Py_tp_dealloc, go_dealloc},
    {Py_tp_methods, go_methods},
    {Py_tp_getset, go_getset},
    {Py_tp_richcompare, go_compare},
    {Py_tp_hash, go_hash},
    {Py_tp_str, go_str},
    {Py_tp_repr, go_repr},
    {0, NULL}};

static PyType_Spec go_spec = {.name = "kifu.GoBoard",
                              .basicsize = sizeof(struct go_board_object),
                              .flags = Py_TPFLAGS_DEFAULT,
                              .slots = go_slots};

int go_board_types_add(PyObject *module)
{
    return module_add_type(module, &go_spec, "GoBoard", &module_state(module)->go_board_type);
}
