/* board_type.c: kifu.Board, a shogi board with the moves that led to its position. */
#include <string.h>

#include "kifu_board.h"
#include "moves.h"
#include "parts.h"
#include "pictures.h"

struct board_object {
    PyObject_HEAD struct kifu_board *board; /* owned; NULL until it is initialised */
};

/* Kinds in the order of lists of hands: pawn, lance, knight, silver, gold, bishop, rook. */
static const int HAND[7] = {1, 2, 3, 4, 7, 5, 6};
static const char KIND_LETTERS[] = "?PLNSBRGK";

static struct kifu_board *board_of(PyObject *self)
{
    return ((struct board_object *)self)->board;
}

/* A text of the library that is ours to free. */
static PyObject *take_text(struct module_state *state, char *text, const struct kifu_error *error)
{
    PyObject *made = text ? text_of(text) : raise_board_error(state, error);
    kifu_free(text);
    return made;
}

/* --- Making ------------------------------------------------------------------------------------ */

static PyObject *board_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    struct kifu_error error;
    struct board_object *self = object_make(type);
    (void)args;
    (void)kwargs;
    if (!self)
        return NULL;
    self->board = kifu_board_new("startpos", &error); /* so that there always is one */
    if (self->board)
        return (PyObject *)self;
    Py_DECREF(self);
    return PyErr_NoMemory();
}

static int board_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"sfen", NULL};
    struct kifu_error error;
    const char *position = "startpos";
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|s:Board", names, &position))
        return -1;
    if (kifu_board_set(board_of(self), position, &error) == 0)
        return 0;
    raise_board_error(state_of(self), &error);
    return -1;
}

static void board_dealloc(PyObject *self)
{
    kifu_board_free(board_of(self));
    object_free(self);
}

static PyObject *board_copy(PyObject *self, PyObject *unused)
{
    struct module_state *state = state_of(self);
    struct board_object *copy = object_make(state->board_type);
    (void)unused;
    if (!copy)
        return NULL;
    copy->board = kifu_board_copy(board_of(self));
    if (copy->board)
        return (PyObject *)copy;
    Py_DECREF(copy);
    return PyErr_NoMemory();
}

static PyObject *board_deepcopy(PyObject *self, PyObject *memo)
{
    return board_copy(self, memo);
}

static PyObject *board_usi(PyObject *self, PyObject *unused)
{
    struct kifu_error error;
    (void)unused;
    return take_text(state_of(self), kifu_board_usi(board_of(self), &error), &error);
}

static PyObject *board_reduce(PyObject *self, PyObject *unused)
{
    PyObject *usi = board_usi(self, unused);
    return usi ? Py_BuildValue("(O(N))", Py_TYPE(self), usi) : NULL;
}

static PyObject *board_set(PyObject *self, PyObject *text)
{
    struct kifu_error error;
    Py_ssize_t n;
    const char *position = PyUnicode_AsUTF8AndSize(text, &n);
    if (!position)
        return NULL;
    if (strlen(position) != (size_t)n)
        return raise_bad_text(state_of(self), "no position", text);
    if (kifu_board_set(board_of(self), position, &error) != 0)
        return raise_board_error(state_of(self), &error);
    return Py_NewRef(Py_None);
}

static PyObject *board_reset(PyObject *self, PyObject *unused)
{
    struct kifu_error error;
    (void)unused;
    if (kifu_board_set(board_of(self), "startpos", &error) != 0)
        return raise_board_error(state_of(self), &error);
    return Py_NewRef(Py_None);
}

/* --- The position ------------------------------------------------------------------------------ */

static PyObject *board_sfen(PyObject *self, PyObject *unused)
{
    char text[KIFU_SFEN_BYTES];
    (void)unused;
    return text_of_bytes(text, kifu_board_sfen(board_of(self), text));
}

static PyObject *get_turn(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(kifu_board_turn(board_of(self)));
}

static PyObject *get_number(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(kifu_board_move_number(board_of(self)));
}

static PyObject *get_key(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(kifu_board_key(board_of(self)));
}

static PyObject *board_zobrist(PyObject *self, PyObject *unused)
{
    (void)unused;
    return get_key(self, NULL);
}

static PyObject *get_pieces(PyObject *self, void *unused)
{
    PyObject *list = PyList_New(KIFU_SQUARES);
    (void)unused;
    for (int i = 0; list && i < KIFU_SQUARES; i++) {
        PyObject *piece = PyLong_FromLong(kifu_board_piece(board_of(self), i));
        if (!piece || PyList_SetItem(list, i, piece) != 0)
            Py_CLEAR(list);
    }
    return list;
}

/* A square: 0 … 80, or "7f". */
static int square_of(PyObject *self, PyObject *object, int *square)
{
    long n = -1;
    if (PyUnicode_Check(object)) {
        Py_ssize_t length;
        const char *text = PyUnicode_AsUTF8AndSize(object, &length);
        if (!text)
            return -1;
        if (length == 2 && text[0] >= '1' && text[0] <= '9' && text[1] >= 'a' && text[1] <= 'i')
            n = (text[0] - '1') * 9 + (text[1] - 'a');
    } else {
        n = PyLong_AsLong(object);
        if (n == -1 && PyErr_Occurred())
            return -1;
    }
    *square = (int)n;
    if (n >= 0 && n < KIFU_SQUARES)
        return 0;
    raise_bad_text(state_of(self), "no square", object);
    return -1;
}

static PyObject *board_piece(PyObject *self, PyObject *object)
{
    int square;
    if (square_of(self, object, &square) != 0)
        return NULL;
    return PyLong_FromLong(kifu_board_piece(board_of(self), square));
}

static PyObject *board_piece_at(PyObject *self, PyObject *object)
{
    int square;
    if (square_of(self, object, &square) != 0)
        return NULL;
    int piece = kifu_board_piece(board_of(self), square), kind = piece & 15;
    if (!piece)
        return Py_NewRef(Py_None);
    char letter = KIND_LETTERS[kind > 8 ? kind - 8 : kind];
    return PyUnicode_FromFormat("%s%c", kind > 8 ? "+" : "",
                                piece >> 4 ? letter + ('a' - 'A') : letter);
}

static PyObject *hand_list(const struct kifu_board *board, int side)
{
    PyObject *list = PyList_New(7);
    for (int i = 0; list && i < 7; i++) {
        PyObject *n = PyLong_FromLong(kifu_board_hand(board, side, HAND[i]));
        if (!n || PyList_SetItem(list, i, n) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *hand_dict(const struct kifu_board *board, int side)
{
    PyObject *dict = PyDict_New();
    for (int i = 6; dict && i >= 0; i--) {
        int count = kifu_board_hand(board, side, HAND[i]);
        const char name[] = {KIND_LETTERS[HAND[i]], '\0'};
        PyObject *n = count ? PyLong_FromLong(count) : NULL;
        if (count && (!n || PyDict_SetItemString(dict, name, n) != 0))
            Py_CLEAR(dict);
        Py_XDECREF(n);
    }
    return dict;
}

static PyObject *pair(PyObject *black, PyObject *white)
{
    if (black && white)
        return Py_BuildValue("(NN)", black, white);
    Py_XDECREF(black);
    Py_XDECREF(white);
    return NULL;
}

static PyObject *get_pieces_in_hand(PyObject *self, void *unused)
{
    (void)unused;
    return pair(hand_list(board_of(self), 0), hand_list(board_of(self), 1));
}

static PyObject *get_hands(PyObject *self, void *unused)
{
    (void)unused;
    return pair(hand_dict(board_of(self), 0), hand_dict(board_of(self), 1));
}

/* A memoryview of 2 × 81 numbers, which numpy.asarray() takes as it is. */
static PyObject *board_attacks(PyObject *self, PyObject *unused)
{
    uint8_t counts[2][KIFU_SQUARES];
    (void)unused;
    kifu_board_attacks(board_of(self), counts);
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)counts, sizeof counts);
    PyObject *flat = bytes ? PyMemoryView_FromObject(bytes) : NULL;
    PyObject *view =
        flat ? PyObject_CallMethod(flat, "cast", "s(ii)", "B", 2, (int)KIFU_SQUARES) : NULL;
    Py_XDECREF(flat);
    Py_XDECREF(bytes);
    return view;
}

static PyObject *board_compare(PyObject *self, PyObject *other, int how)
{
    struct module_state *state = state_of(self);
    if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(other, state->board_type))
        return Py_NewRef(Py_NotImplemented);
    int equal = kifu_board_equal(board_of(self), board_of(other));
    return PyBool_FromLong(how == Py_EQ ? equal : !equal);
}

static Py_hash_t board_hash(PyObject *self)
{
    Py_hash_t hash = (Py_hash_t)kifu_board_key(board_of(self));
    return hash == -1 ? -2 : hash;
}

/* --- Moves ------------------------------------------------------------------------------------- */

static PyObject *move_list(struct module_state *state, const kifu_shogi_move *moves, int n)
{
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) {
        PyObject *move = move_object(state, moves[i]);
        if (!move || PyList_SetItem(list, i, move) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *get_legal_moves(PyObject *self, void *unused)
{
    kifu_shogi_move moves[KIFU_MAX_MOVES];
    (void)unused;
    return move_list(state_of(self), moves, kifu_board_legal_moves(board_of(self), moves));
}

static PyObject *get_history(PyObject *self, void *unused)
{
    struct module_state *state = state_of(self);
    unsigned n = kifu_board_plies(board_of(self));
    PyObject *list = PyList_New(n);
    (void)unused;
    for (unsigned i = 0; list && i < n; i++) {
        PyObject *move = move_object(state, kifu_board_move(board_of(self), i));
        if (!move || PyList_SetItem(list, i, move) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *board_is_legal(PyObject *self, PyObject *object)
{
    kifu_shogi_move code;
    if (move_code(state_of(self), object, &code) != 0)
        return NULL;
    return PyBool_FromLong(kifu_board_is_legal(board_of(self), code));
}

static PyObject *board_push(PyObject *self, PyObject *object)
{
    struct module_state *state = state_of(self);
    struct kifu_error error;
    kifu_shogi_move code;
    if (move_code(state, object, &code) != 0)
        return NULL;
    if (kifu_board_push(board_of(self), code, &error) != 0)
        return raise_board_error(state, &error);
    return move_object(state, code);
}

static PyObject *board_pop(PyObject *self, PyObject *unused)
{
    kifu_shogi_move code = kifu_board_pop(board_of(self));
    (void)unused;
    if (code)
        return move_object(state_of(self), code);
    PyErr_SetString(PyExc_IndexError, "no move was made");
    return NULL;
}

static PyObject *board_peek(PyObject *self, PyObject *unused)
{
    unsigned n = kifu_board_plies(board_of(self));
    (void)unused;
    return move_object(state_of(self), n ? kifu_board_move(board_of(self), n - 1) : 0);
}

static PyObject *board_parse(PyObject *self, PyObject *object)
{
    struct module_state *state = state_of(self);
    Py_ssize_t n;
    const char *text = PyUnicode_AsUTF8AndSize(object, &n);
    if (!text)
        return NULL;
    kifu_shogi_move code =
        strlen(text) == (size_t)n ? kifu_board_parse_move(board_of(self), text) : 0;
    return code ? move_object(state, code) : raise_bad_text(state, "no legal move", object);
}

static PyObject *board_text(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"move", "notation", NULL};
    struct module_state *state = state_of(self);
    const char *notation = "ki2";
    PyObject *object;
    kifu_shogi_move code;
    char text[KIFU_MOVE_BYTES];
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|s:move_text", names, &object, &notation) ||
        move_code(state, object, &code) != 0)
        return NULL;
    if (!kifu_board_is_legal(board_of(self), code))
        return raise_bad_text(state, "illegal move", object);
    size_t n = kifu_board_print_move(board_of(self), code, notation, text);
    if (n)
        return text_of_bytes(text, n);
    return PyErr_Format(PyExc_ValueError, "notation \"%s\" is none of csa, kif, ki2, english",
                        notation);
}

/* --- Counting ---------------------------------------------------------------------------------- */

static int perft_depth(PyObject *object, int *depth)
{
    long n = PyLong_AsLong(object);
    if (n == -1 && PyErr_Occurred())
        return -1;
    if (n < 0 || n > KIFU_PERFT_MAX_DEPTH) {
        PyErr_Format(PyExc_ValueError, "a depth is 0 to %d, not %ld", (int)KIFU_PERFT_MAX_DEPTH, n);
        return -1;
    }
    *depth = (int)n;
    return 0;
}

enum { PERFT_AT_ONCE = 3 }; /* a few milliseconds at most */

/* Adds to *sum; the board is then as it was.  Stops soon after it is asked to: 0, or -1 with *error
 * filled.  The recursion is bounded by KIFU_PERFT_MAX_DEPTH. */
// NOLINTNEXTLINE(misc-no-recursion)
static int add_perft(struct kifu_board *board, int depth, const struct kifu_stop *stop,
                     unsigned long long *sum, struct kifu_error *error)
{
    kifu_shogi_move moves[KIFU_MAX_MOVES];
    int result = 0;
    if (depth <= PERFT_AT_ONCE) {
        *sum += kifu_board_perft(board, depth);
        return stop && kifu_stop_requested(stop) ? -1 : 0;
    }
    int n = kifu_board_legal_moves(board, moves);
    for (int i = 0; i < n && result == 0; i++) {
        result = kifu_board_push(board, moves[i], error);
        if (result != 0)
            break;
        result = add_perft(board, depth - 1, stop, sum, error);
        kifu_board_pop(board);
    }
    return result;
}

/* Counts behind one move, other threads running meanwhile: 0, or -1 with an exception, also if a
 * signal raised one. */
static int count_move(struct module_state *state, struct kifu_board *board, kifu_shogi_move move,
                      int depth, unsigned long long *count)
{
    struct kifu_error error;
    struct long_call call;
    int result, again;
    long_call_begin(state, &call);
    do {
        *count = 0;
        long_call_release(&call);
        result = kifu_board_push(board, move, &error);
        if (result == 0) {
            result = add_perft(board, depth - 1, call.stop, count, &error);
            kifu_board_pop(board);
        }
    } while ((again = long_call_restore(&call, result != 0)) > 0);
    long_call_end(&call);
    if (again == 0 && result != 0)
        raise_board_error(state, &error);
    return again < 0 || result != 0 ? -1 : 0;
}

/* Counts behind each move; each() gets the counts.  Depth is 1 or more.  -1 with an exception. */
static int count_behind(PyObject *self, int depth,
                        int (*each)(void *, PyObject *, unsigned long long), void *ctx)
{
    struct module_state *state = state_of(self);
    kifu_shogi_move moves[KIFU_MAX_MOVES];
    struct kifu_board *copy = kifu_board_copy(board_of(self));
    int result = 0;
    if (!copy) {
        PyErr_NoMemory();
        return -1;
    }
    int n = kifu_board_legal_moves(copy, moves);
    for (int i = 0; i < n && result == 0; i++) {
        unsigned long long count;
        PyObject *move = move_object(state, moves[i]);
        if (!move || count_move(state, copy, moves[i], depth, &count) != 0 ||
            each(ctx, move, count) != 0)
            result = -1;
        Py_XDECREF(move);
    }
    kifu_board_free(copy);
    return result;
}

static int add_count(void *ctx, PyObject *move, unsigned long long count)
{
    unsigned long long *sum = ctx;
    (void)move;
    *sum += count;
    return 0;
}

static PyObject *board_perft(PyObject *self, PyObject *object)
{
    unsigned long long sum = 0;
    int depth;
    if (perft_depth(object, &depth) != 0)
        return NULL;
    if (depth <= PERFT_AT_ONCE)
        sum = kifu_board_perft(board_of(self), depth);
    else if (count_behind(self, depth, add_count, &sum) != 0)
        return NULL;
    return PyLong_FromUnsignedLongLong(sum);
}

static int note_count(void *ctx, PyObject *move, unsigned long long count)
{
    PyObject *n = PyLong_FromUnsignedLongLong(count);
    int result = n ? PyDict_SetItem(ctx, move, n) : -1;
    Py_XDECREF(n);
    return result;
}

static PyObject *board_divide(PyObject *self, PyObject *object)
{
    int depth;
    if (perft_depth(object, &depth) != 0)
        return NULL;
    PyObject *counts = PyDict_New();
    if (counts && depth > 0 && count_behind(self, depth, note_count, counts) != 0)
        Py_CLEAR(counts);
    return counts;
}

/* --- Ends of games ----------------------------------------------------------------------------- */

static PyObject *board_is_check(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(kifu_board_in_check(board_of(self)));
}

static PyObject *board_is_checkmate(PyObject *self, PyObject *unused)
{
    const struct kifu_board *b = board_of(self);
    (void)unused;
    return PyBool_FromLong(kifu_board_in_check(b) && kifu_board_has_no_move(b));
}

static PyObject *board_is_stalemate(PyObject *self, PyObject *unused)
{
    const struct kifu_board *b = board_of(self);
    (void)unused;
    return PyBool_FromLong(!kifu_board_in_check(b) && kifu_board_has_no_move(b));
}

static PyObject *board_is_game_over(PyObject *self, PyObject *unused)
{
    const struct kifu_board *b = board_of(self);
    (void)unused;
    return PyBool_FromLong(kifu_board_has_no_move(b) ||
                           kifu_board_repetition(b) != KIFU_REPETITION_NONE);
}

static PyObject *board_is_fourfold(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(kifu_board_repetition(board_of(self)) != KIFU_REPETITION_NONE);
}

static PyObject *board_is_draw(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(kifu_board_repetition(board_of(self)) == KIFU_REPETITION_DRAW);
}

static PyObject *get_repetition(PyObject *self, void *unused)
{
    static const char *const WORDS[] = {[KIFU_REPETITION_DRAW] = "draw",
                                        [KIFU_REPETITION_WIN] = "win",
                                        [KIFU_REPETITION_LOSS] = "loss"};
    enum kifu_repetition r = kifu_board_repetition(board_of(self));
    (void)unused;
    return r == KIFU_REPETITION_NONE ? Py_NewRef(Py_None) : text_of(WORDS[r]);
}

static PyObject *get_occurrences(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(kifu_board_occurrences(board_of(self)));
}

static PyObject *board_declaration(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"points", NULL};
    int points = 27;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|i:declaration", names, &points))
        return NULL;
    if (points != 24 && points != 27)
        return PyErr_Format(PyExc_ValueError, "points are 24 or 27, not %d", points);
    enum kifu_declaration d = kifu_board_declaration(board_of(self), points);
    return d == KIFU_DECLARE_NO ? Py_NewRef(Py_None)
                                : text_of(d == KIFU_DECLARE_WIN ? "win" : "draw");
}

static PyObject *board_mate_in_one(PyObject *self, PyObject *unused)
{
    (void)unused;
    return move_object(state_of(self), kifu_board_mate_in_one(board_of(self)));
}

/* --- Pictures ---------------------------------------------------------------------------------- */

static PyObject *board_svg(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"flip", "width", "lang", NULL};
    struct kifu_picture_options opt;
    struct kifu_error error;
    if (picture_options(args, kwargs, "|$pds:svg", names, &opt) != 0)
        return NULL;
    return take_text(state_of(self), kifu_board_svg(board_of(self), &opt, &error), &error);
}

static PyObject *board_repr_svg(PyObject *self, PyObject *unused)
{
    struct kifu_picture_options opt = {.width = PICTURE_NOTEBOOK_WIDTH};
    struct kifu_error error;
    (void)unused;
    return take_text(state_of(self), kifu_board_svg(board_of(self), &opt, &error), &error);
}

static PyObject *board_diagram(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"flip", "width", "lang", NULL};
    struct kifu_picture_options opt;
    struct kifu_error error;
    if (picture_options(args, kwargs, "|$pds:diagram", names, &opt) != 0)
        return NULL;
    return take_text(state_of(self), kifu_board_diagram(board_of(self), &opt, &error), &error);
}

static PyObject *board_str(PyObject *self)
{
    struct kifu_error error;
    return take_text(state_of(self), kifu_board_diagram(board_of(self), NULL, &error), &error);
}

static PyObject *board_repr(PyObject *self)
{
    char text[KIFU_SFEN_BYTES];
    kifu_board_sfen(board_of(self), text);
    return PyUnicode_FromFormat("kifu.Board('%s')", text);
}

/* --- The type ---------------------------------------------------------------------------------- */

#define KEYWORDS(function) (PyCFunction)(void (*)(void)) function, METH_VARARGS | METH_KEYWORDS

static PyMethodDef board_methods[] = {
    {"sfen", board_sfen, METH_NOARGS,
     "sfen($self)\n--\n\nThe position, with the number of the next move."},
    {"usi", board_usi, METH_NOARGS,
     "usi($self)\n--\n\nThe start and the moves, as USI's \"position\" has them: \"startpos moves "
     "…\"."},
    {"set_position", board_set, METH_O,
     "set_position($self, position, /)\n--\n\nAnother position: as Board() takes it, moves "
     "included."},
    {"set_sfen", board_set, METH_O, "set_sfen($self, sfen, /)\n--\n\nThe same as set_position()."},
    {"reset", board_reset, METH_NOARGS, "reset($self)\n--\n\nBack to the even start."},
    {"copy", board_copy, METH_NOARGS, "copy($self)\n--\n\nA board of its own, with all moves."},
    {"__copy__", board_copy, METH_NOARGS, NULL},
    {"__deepcopy__", board_deepcopy, METH_O, NULL},
    {"__reduce__", board_reduce, METH_NOARGS, NULL},
    {"piece", board_piece, METH_O,
     "piece($self, square, /)\n--\n\nThe piece on a square (0 … 80, or \"7f\") as a number: kind + "
     "16 × "
     "side, 0 "
     "if it is empty."},
    {"piece_at", board_piece_at, METH_O,
     "piece_at($self, square, /)\n--\n\nThe piece as SFEN writes it (\"P\", \"+r\"); None if the "
     "square is "
     "empty."},
    {"zobrist_hash", board_zobrist, METH_NOARGS, "zobrist_hash($self)\n--\n\nThe same as key."},
    {"attack_counts", board_attacks, METH_NOARGS,
     "attack_counts($self)\n--\n\nBy how many pieces of each side each square is attacked: 2 × 81 "
     "numbers "
     "that\nnumpy.asarray() takes."},
    {"is_legal", board_is_legal, METH_O,
     "is_legal($self, move, /)\n--\n\nWhether the move is legal here."},
    {"push", board_push, METH_O,
     "push($self, move, /)\n--\n\nMakes a legal move (a ShogiMove, a text in USI, or a code) and "
     "returns "
     "it."},
    {"push_usi", board_push, METH_O, "push_usi($self, usi, /)\n--\n\nThe same as push()."},
    {"pop", board_pop, METH_NOARGS,
     "pop($self)\n--\n\nTakes the last move back and returns it; IndexError if there is none."},
    {"peek", board_peek, METH_NOARGS, "peek($self)\n--\n\nThe last move; None if there is none."},
    {"parse_move", board_parse, METH_O,
     "parse_move($self, text, /)\n--\n\nThe legal move that a text names: USI, CSA (\"7776FU\") or "
     "Japanese "
     "(\"７六歩\", \"同　銀右\",\n\"▲７六歩(77)\")."},
    {"move_text", KEYWORDS(board_text),
     "move_text($self, move, notation='ki2')\n--\n\nA legal move as \"csa\", \"kif\", \"ki2\" or "
     "\"english\" "
     "writes it."},
    {"perft", board_perft, METH_O,
     "perft($self, depth, /)\n--\n\nHow many sequences of legal moves of that length there are."},
    {"divide", board_divide, METH_O,
     "divide($self, depth, /)\n--\n\nThe same for each legal move, as a dict."},
    {"is_check", board_is_check, METH_NOARGS,
     "is_check($self)\n--\n\nWhether the side to move is in check."},
    {"is_checkmate", board_is_checkmate, METH_NOARGS,
     "is_checkmate($self)\n--\n\nWhether it is mated."},
    {"is_stalemate", board_is_stalemate, METH_NOARGS,
     "is_stalemate($self)\n--\n\nWhether it has no legal move without being in check."},
    {"is_game_over", board_is_game_over, METH_NOARGS,
     "is_game_over($self)\n--\n\nWhether there is no legal move, or the position is there for the "
     "fourth "
     "time."},
    {"is_fourfold_repetition", board_is_fourfold, METH_NOARGS,
     "is_fourfold_repetition($self)\n--\n\nWhether the position is on the board for the fourth "
     "time."},
    {"is_draw", board_is_draw, METH_NOARGS,
     "is_draw($self)\n--\n\nThe same, without perpetual check, which loses."},
    {"declaration", KEYWORDS(board_declaration),
     "declaration($self, points=27)\n--\n\nWhether the side to move may declare a win (entering "
     "king), by "
     "the "
     "rule of 27 or 24 points:\n\"win\", \"draw\" or None."},
    {"mate_in_one", board_mate_in_one, METH_NOARGS,
     "mate_in_one($self)\n--\n\nA move that mates at once, or None."},
    {"svg", KEYWORDS(board_svg),
     "svg($self, *, flip=False, width=0, lang='en')\n--\n\nThe board with the last move as a "
     "drawing; "
     "lang is "
     "\"en\" or \"ja\"."},
    {"_repr_svg_", board_repr_svg, METH_NOARGS, "The drawing that notebooks show."},
    {"diagram", KEYWORDS(board_diagram),
     "diagram($self, *, flip=False, width=0, lang='en')\n--\n\nThe board in characters; with "
     "\"ja\" in "
     "kanji."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef board_getset[] = {
    {"legal_moves", get_legal_moves, NULL, "All legal moves, a list of ShogiMove.", NULL},
    {"history", get_history, NULL, "The moves made so far, a list of ShogiMove.", NULL},
    {"move_stack", get_history, NULL, "The same as history.", NULL},
    {"turn", get_turn, NULL, "The side to move: kifu.BLACK (0) or kifu.WHITE (1).", NULL},
    {"move_number", get_number, NULL, "The number of the next move.", NULL},
    {"key", get_key, NULL, "A hash of board, hands and side to move; the same in every run.", NULL},
    {"pieces", get_pieces, NULL, "The pieces of all squares as numbers: see piece().", NULL},
    {"pieces_in_hand", get_pieces_in_hand, NULL,
     "Black's and White's hands: numbers of pawns, lances, knights, silvers, golds, bishops, "
     "rooks.",
     NULL},
    {"hands", get_hands, NULL, "Black's and White's hands as dicts: {\"R\": 1, \"P\": 2}.", NULL},
    {"repetition", get_repetition, NULL,
     "What the rule on repetition says for the side to move: \"draw\", \"win\", \"loss\" or None.",
     NULL},
    {"occurrences", get_occurrences, NULL, "How often the position has been on the board.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot board_slots[] = {
    {Py_tp_doc,
     "Board(sfen='startpos')\n--\n\nA shogi board: a position and the moves that led to it.\n\nThe "
     "position is \"startpos\" or an SFEN; \"moves\" and USI moves may follow.  Boards are equal "
     "if "
     "their\npositions are, and hash by them: do not change one that is in a set."},
    {Py_tp_new, board_new},
    {Py_tp_init, board_init},
    {Py_tp_dealloc, board_dealloc},
    {Py_tp_methods, board_methods},
    {Py_tp_getset, board_getset},
    {Py_tp_richcompare, board_compare},
    {Py_tp_hash, board_hash},
    {Py_tp_str, board_str},
    {Py_tp_repr, board_repr},
    {0, NULL}};

static PyType_Spec board_spec = {.name = "kifu.Board",
                                 .basicsize = sizeof(struct board_object),
                                 .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                 .slots = board_slots};

const struct kifu_board *board_of_object(struct module_state *state, PyObject *object)
{
    if (PyObject_TypeCheck(object, state->board_type))
        return board_of(object);
    PyErr_Format(PyExc_TypeError, "a kifu.Board is needed, not %R", (PyObject *)Py_TYPE(object));
    return NULL;
}

int board_types_add(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "BLACK", 0) != 0 ||
        PyModule_AddIntConstant(module, "WHITE", 1) != 0)
        return -1;
    return module_add_type(module, &board_spec, "Board", &module_state(module)->board_type);
}
