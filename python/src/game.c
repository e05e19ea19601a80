/* game.c: kifu.Game: one game as its record has it. */
#include "game.h"

#include <string.h>

#include "database.h"
#include "parts.h"

struct game_object {
    PyObject_HEAD struct module_state *state;
    struct kifu_game *game; /* owned; only read, so that threads may share it */
    PyObject *id;           /* int or None */
    PyObject *details;      /* of kifu/_game.py, made when they are needed; may be NULL */
};

PyObject *game_make(struct module_state *state, struct kifu_game *game, PyObject *id)
{
    struct game_object *g = id ? object_make(state->game_type) : NULL;
    if (!g) {
        kifu_game_close(game);
        Py_XDECREF(id);
        return NULL;
    }
    g->state = state;
    g->game = game;
    g->id = id;
    return (PyObject *)g;
}

static void game_dealloc(PyObject *object)
{
    struct game_object *g = (struct game_object *)object;
    kifu_game_close(g->game);
    Py_CLEAR(g->id);
    Py_CLEAR(g->details);
    object_free(object);
}

static const struct kifu_game *game_of(PyObject *object)
{
    return ((struct game_object *)object)->game;
}

/* --- Attributes ------------------------------------------------------------------------------ */

static PyObject *get_text(PyObject *object, void *closure)
{
    const char *(*const *get)(const struct kifu_game *) = closure;
    return text_of((*get)(game_of(object)));
}

static PyObject *get_id(PyObject *object, void *closure)
{
    (void)closure;
    return Py_NewRef(((struct game_object *)object)->id);
}

static PyObject *get_players(PyObject *object, void *closure)
{
    const struct kifu_game *game = game_of(object);
    int seats = kifu_game_seats(game);
    PyObject *players = PyTuple_New(seats);
    (void)closure;
    for (int seat = 0; players && seat < seats; seat++) {
        PyObject *name = text_of(kifu_game_player(game, seat));
        if (!name || PyTuple_SetItem(players, seat, name) != 0)
            Py_CLEAR(players);
    }
    return players;
}

static PyObject *get_result(PyObject *object, void *closure)
{
    const char letter = kifu_game_result(game_of(object));
    (void)closure;
    return PyUnicode_FromStringAndSize(&letter, 1);
}

static PyObject *get_moves(PyObject *object, void *closure)
{
    const struct kifu_game *game = game_of(object);
    const size_t plies = kifu_game_plies(game);
    PyObject *moves = PyList_New((Py_ssize_t)plies);
    (void)closure;
    for (size_t i = 0; moves && i < plies; i++) {
        size_t n;
        const char *text = kifu_game_move(game, i, &n);
        PyObject *move = text_of_bytes(text, n);
        if (!move || PyList_SetItem(moves, (Py_ssize_t)i, move) != 0)
            Py_CLEAR(moves);
    }
    return moves;
}

static PyObject *problem_make(const struct kifu_error *e)
{
    return Py_BuildValue("{s:N,s:N,s:I,s:K,s:N}", "code", text_of(e->code), "file",
                         text_or_none(e->file), "line", e->line, "byte", e->byte, "message",
                         text_of(e->message));
}

static PyObject *get_problems(PyObject *object, void *closure)
{
    const struct kifu_game *game = game_of(object);
    size_t n = kifu_game_problems(game);
    PyObject *list = PyList_New((Py_ssize_t)n);
    (void)closure;
    for (size_t i = 0; list && i < n; i++) {
        struct kifu_error error = {0};
        kifu_game_problem(game, i, &error);
        PyObject *problem = problem_make(&error);
        if (!problem || PyList_SetItem(list, (Py_ssize_t)i, problem) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static Py_ssize_t game_length(PyObject *object)
{
    return (Py_ssize_t)kifu_game_plies(game_of(object));
}

/* A game without moves is one all the same. */
static int game_bool(PyObject *object)
{
    (void)object;
    return 1;
}

/* --- Methods --------------------------------------------------------------------------------- */

/* A ply, counted from the end if it is negative; -1 with IndexError if the game has none. */
static Py_ssize_t ply_argument(PyObject *object, Py_ssize_t ply)
{
    Py_ssize_t plies = game_length(object);
    if (ply < 0)
        ply += plies + 1;
    if (ply >= 0 && ply <= plies)
        return ply;
    PyErr_Format(PyExc_IndexError, "the game has the plies 0 to %zd", plies);
    return -1;
}

static PyObject *game_sfen(PyObject *object, PyObject *args)
{
    struct game_object *g = (struct game_object *)object;
    struct kifu_error error;
    Py_ssize_t ply;
    if (!PyArg_ParseTuple(args, "n:sfen", &ply) || (ply = ply_argument(object, ply)) < 0)
        return NULL;
    char *text = kifu_game_position(g->game, (size_t)ply, &error);
    return text_taken(g->state, text, &error);
}

static PyObject *game_to(PyObject *object, PyObject *args)
{
    struct game_object *g = (struct game_object *)object;
    struct kifu_error error;
    PyObject *format;
    if (!PyArg_ParseTuple(args, "O:to", &format))
        return NULL;
    const char *name = text_argument(format, "format");
    return name ? text_taken(g->state, kifu_game_write(g->game, name, NULL, &error), &error) : NULL;
}

static PyObject *game_svg(PyObject *object, PyObject *args)
{
    struct game_object *g = (struct game_object *)object;
    struct kifu_error error;
    Py_ssize_t ply = -1;
    if (!PyArg_ParseTuple(args, "|n:svg", &ply) || (ply = ply_argument(object, ply)) < 0)
        return NULL;
    return text_taken(g->state, kifu_game_svg(g->game, (size_t)ply, NULL, &error), &error);
}

static PyObject *game_repr_svg(PyObject *object, PyObject *none)
{
    struct game_object *g = (struct game_object *)object;
    struct kifu_error error;
    (void)none;
    return text_taken(g->state, kifu_game_svg(g->game, kifu_game_plies(g->game), NULL, &error),
                      &error);
}

static PyObject *game_json(PyObject *object, PyObject *none)
{
    struct game_object *g = (struct game_object *)object;
    struct kifu_error error;
    (void)none;
    return text_taken(g->state, kifu_game_json(g->game, NULL, &error), &error);
}

static PyObject *get_details(PyObject *object, void *closure)
{
    struct game_object *g = (struct game_object *)object;
    (void)closure;
    return Py_NewRef(g->details ? g->details : Py_None);
}

static int set_details(PyObject *object, PyObject *value, void *closure)
{
    struct game_object *g = (struct game_object *)object;
    (void)closure;
    object_replace(&g->details, Py_XNewRef(value));
    return 0;
}

static PyObject *game_repr(PyObject *object)
{
    PyObject *players = get_players(object, NULL);
    PyObject *text = NULL;
    if (players)
        text =
            PyUnicode_FromFormat("<kifu.Game %S %R, %zd plies>", ((struct game_object *)object)->id,
                                 players, game_length(object));
    Py_XDECREF(players);
    return text;
}

static PyMethodDef game_methods[] = {
    {"sfen", game_sfen, METH_VARARGS,
     "sfen($self, ply, /)\n--\n\n"
     "The position after so many plies in the game's notation, SFEN for shogi; -1: the last one."},
    {"to", game_to, METH_VARARGS,
     "to($self, format, /)\n--\n\nThe game in a format: \"kif\", \"csa\", \"usi\", \"sgf\", …"},
    {"svg", game_svg, METH_VARARGS,
     "svg($self, ply=-1, /)\n--\n\nThe board after so many plies as an SVG document; -1: the "
     "last."},
    {"_repr_svg_", game_repr_svg, METH_NOARGS,
     "_repr_svg_($self)\n--\n\nThe last board, for notebooks."},
    {"_json", game_json, METH_NOARGS, "_json($self)\n--\n\nAll about the game as JSON."},
    {NULL, NULL, 0, NULL}};

/* Functions have no address in a void *, but these have. */
static const char *(*const KIND)(const struct kifu_game *) = kifu_game_kind;
static const char *(*const END)(const struct kifu_game *) = kifu_game_end;
static const char *(*const START)(const struct kifu_game *) = kifu_game_start;
static const char *(*const SOURCE)(const struct kifu_game *) = kifu_game_source;
static const char *(*const FORMAT)(const struct kifu_game *) = kifu_game_format;
static const char *(*const CHARSET)(const struct kifu_game *) = kifu_game_charset;

static PyGetSetDef game_getset[] = {
    {"id", get_id, NULL, "Its id in the database, or None.", NULL},
    {"kind", get_text, NULL, "\"shogi\", \"go\" or \"chaturanga\".", (void *)&KIND},
    {"players", get_players, NULL, "The names of the players by seat; \"\" if unknown.", NULL},
    {"result", get_result, NULL,
     "Who won: \"b\", \"w\" (the first letter of a colour), \"d\" (drawn) or \"?\".", NULL},
    {"end", get_text, NULL, "How it ended: \"resign\", \"mate\", …; \"\" if it just stops.",
     (void *)&END},
    {"start", get_text, NULL, "The start position in the game's notation.", (void *)&START},
    {"moves", get_moves, NULL, "The moves of the game, a list of str (USI for shogi).", NULL},
    {"source", get_text, NULL, "The path of the file it came from.", (void *)&SOURCE},
    {"format", get_text, NULL, "The format of that file: \"kif\".", (void *)&FORMAT},
    {"charset", get_text, NULL, "Its character set: \"CP932\"; \"\" if unknown.", (void *)&CHARSET},
    {"problems", get_problems, NULL,
     "What could not be read: dicts of code, file, line, byte and message.", NULL},
    {"_details", get_details, set_details, "What kifu/_game.py keeps here.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot game_slots[] = {{Py_tp_dealloc, game_dealloc},
                                   {Py_tp_repr, game_repr},
                                   {Py_tp_methods, game_methods},
                                   {Py_tp_getset, game_getset},
                                   {Py_mp_length, game_length},
                                   {Py_nb_bool, game_bool},
                                   {Py_tp_doc, "A game: its moves and all that its record holds."},
                                   {0, NULL}};

static PyType_Spec game_spec = {.name = "kifu._kifu.Game",
                                .basicsize = sizeof(struct game_object),
                                .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
                                         Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                .slots = game_slots};

/* --- Games of a database --------------------------------------------------------------------- */

/* _game(db, number, id): KeyError if there is none. */
static PyObject *game_open(PyObject *module, PyObject *args)
{
    struct module_state *state = module_state(module);
    PyObject *target;
    unsigned long number, id;
    struct kifu_error error;
    if (!PyArg_ParseTuple(args, "Okk:game", &target, &number, &id))
        return NULL;
    struct database *db = database_of(state, target);
    if (!db || !database_enter(db))
        return NULL;
    bool known = number < db->count && id < kifu_db_ids(db->dbs[number]);
    PyThreadState *thread = PyEval_SaveThread();
    struct kifu_game *game =
        known ? kifu_db_game_open(db->dbs[number], (unsigned)id, &error) : NULL;
    PyEval_RestoreThread(thread);
    database_leave(db);
    if (game)
        return game_make(state, game, PyLong_FromUnsignedLong(id));
    if (known && strcmp(error.code, "not-found") != 0)
        return raise_error(state, &error);
    PyErr_Format(PyExc_KeyError, "there is no game %lu", id);
    return NULL;
}

static PyMethodDef game_functions[] = {
    {"_game", game_open, METH_VARARGS, "_game(db, number, id)\n--\n\nA Game."},
    {NULL, NULL, 0, NULL}};

int game_types_add(PyObject *module)
{
    if (module_add_type(module, &game_spec, "Game", &module_state(module)->game_type) != 0)
        return -1;
    return module_add_functions(module, game_functions);
}
