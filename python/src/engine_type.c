/* engine_type.c: kifu._kifu.Engine: searches positions; kifu/_engine.py names what comes out. */
#include "kifu_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "moves.h"
#include "parts.h"
#include "pictures.h"

enum { MOST_OPTIONS = 256 };

struct engine_object {
    PyObject_HEAD struct module_state *state;
    struct kifu_engine *engine; /* owned; NULL: closed */
    pid_t maker;                /* the process whose child the program is; 0: it is Kifu's own */
    bool busy;                  /* a thread is using it */
};

static struct engine_object *own(PyObject *self)
{
    return (struct engine_object *)self;
}

static bool is_of_other_process(const struct engine_object *e)
{
    return e->maker && !is_own_process(e->maker);
}

static bool begin_use(struct engine_object *e)
{
    if (e->engine && is_of_other_process(e))
        return raise_forked(e->state, "the program is of the process that forked") != NULL;
    if (e->engine && !e->busy)
        return e->busy = true;
    PyErr_SetString(PyExc_ValueError,
                    e->busy ? "another thread is using the engine" : "the engine is closed");
    return false;
}

static void close_engine(struct engine_object *e)
{
    struct kifu_engine *engine = e->engine;
    if (!engine)
        return;
    e->engine = NULL;
    if (is_of_other_process(e))
        return;                                  /* the other one goes on with it */
    PyThreadState *thread = PyEval_SaveThread(); /* a program may take its time to quit */
    kifu_engine_close(engine);
    PyEval_RestoreThread(thread);
}

/* --- Opening and closing ----------------------------------------------------------------------- */

/* The texts of a list; borrowed from it. */
static int texts_of(PyObject *list, const char **texts, size_t *count)
{
    Py_ssize_t n = PyList_Size(list);
    if (n > MOST_OPTIONS) {
        PyErr_SetString(PyExc_ValueError, "too many options");
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++)
        if (!(texts[i] = text_argument(PyList_GetItem(list, i), "an option")))
            return -1;
    *count = (size_t)n;
    return 0;
}

static struct kifu_engine *open_engine(struct module_state *state, struct kifu_engine_options *opt)
{
    struct kifu_engine *made;
    struct kifu_error error;
    struct long_call call;
    int again;
    long_call_begin(state, &call);
    opt->stop = call.stop;
    do {
        long_call_release(&call);
        made = kifu_engine_open(opt, &error);
    } while ((again = long_call_restore(&call, !made)) > 0);
    long_call_end(&call);
    if (again < 0)
        kifu_engine_close(made);
    else if (!made)
        raise_error(state, &error);
    return again < 0 ? NULL : made;
}

static PyObject *engine_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"command", "path", "options", "weights", "model",
                            "threads", "hash", "ready",   NULL};
    struct kifu_engine_options opt = {0};
    const char *options[MOST_OPTIONS];
    PyObject *list;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "zzO!zzIII:Engine", names, &opt.command,
                                     &opt.path, &PyList_Type, &list, &opt.weights, &opt.model,
                                     &opt.threads, &opt.hash_mb, &opt.ready_ms) ||
        texts_of(list, options, &opt.option_count) != 0)
        return NULL;
    opt.options = options;
    struct engine_object *self = object_make(type);
    if (!self)
        return NULL;
    self->state = state_of((PyObject *)self);
    self->maker = opt.command ? getpid() : 0;
    self->engine = open_engine(self->state, &opt);
    if (self->engine)
        return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

static void engine_dealloc(PyObject *self)
{
    close_engine(own(self));
    object_free(self);
}

static PyObject *engine_close(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (own(self)->busy && !is_of_other_process(own(self)) && !begin_use(own(self)))
        return NULL;
    close_engine(own(self));
    return Py_NewRef(Py_None);
}

static PyObject *get_name(PyObject *self, void *unused)
{
    (void)unused;
    if (own(self)->engine) /* it stays as it is while another thread uses the engine */
        return text_of(kifu_engine_name(own(self)->engine));
    PyErr_SetString(PyExc_ValueError, "the engine is closed");
    return NULL;
}

static PyObject *get_closed(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(!own(self)->engine);
}

/* --- Calls -------------------------------------------------------------------------------------- */

/* One of the calls of kifu_engine.h, with a copy of the board: other threads may change the object. */
struct engine_call {
    struct engine_object *self;
    struct kifu_board *board;
    const struct kifu_stop *stop;
    struct kifu_error error;
};

/* Makes the call until it was not interrupted in vain: 0, or -1 with an exception. */
static int engine_run(PyObject *self, PyObject *board,
                      int (*call)(struct engine_call *c, void *ctx), void *ctx)
{
    struct engine_call c = {.self = own(self)};
    struct module_state *state = own(self)->state;
    const struct kifu_board *given = board ? board_of_object(state, board) : NULL;
    struct long_call guard;
    int again, failed;
    if ((board && !given) || !begin_use(own(self)))
        return -1;
    c.board = given ? kifu_board_copy(given) : NULL;
    if (given && !c.board) {
        own(self)->busy = false;
        PyErr_NoMemory();
        return -1;
    }
    long_call_begin(state, &guard);
    c.stop = guard.stop;
    do {
        long_call_release(&guard);
        failed = call(&c, ctx);
    } while ((again = long_call_restore(&guard, failed != 0)) > 0);
    long_call_end(&guard);
    kifu_board_free(c.board);
    own(self)->busy = false;
    if (again == 0 && failed)
        raise_error(state, &c.error);
    return again < 0 || failed ? -1 : 0;
}

static PyObject *moves_list(struct module_state *state, const kifu_shogi_move *moves, unsigned n)
{
    PyObject *list = PyList_New(n);
    for (unsigned i = 0; list && i < n; i++) {
        PyObject *move = move_object(state, moves[i]);
        if (!move || PyList_SetItem(list, i, move) != 0)
            Py_CLEAR(list);
    }
    return list;
}

/* --- Searching ---------------------------------------------------------------------------------- */

struct searching {
    struct kifu_limits limits;
    struct kifu_line *lines;
    struct kifu_thought thought;
    int count;
};

static int call_search(struct engine_call *c, void *ctx)
{
    struct searching *s = ctx;
    s->count = kifu_engine_search(c->self->engine, c->board, &s->limits, s->lines, s->limits.lines,
                                  &s->thought, c->stop, &c->error);
    return s->count < 0;
}

/* (score, mate, depth, moves) of each line. */
static PyObject *lines_list(struct module_state *state, const struct searching *s)
{
    PyObject *list = PyList_New(s->count);
    for (int i = 0; list && i < s->count; i++) {
        const struct kifu_line *l = &s->lines[i];
        PyObject *moves = moves_list(state, l->moves, l->length);
        PyObject *line = moves ? Py_BuildValue("(iiiN)", l->value, l->mate, l->depth, moves) : NULL;
        if (!line || PyList_SetItem(list, i, line) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *engine_search(PyObject *self, PyObject *args)
{
    struct module_state *state = own(self)->state;
    struct searching s = {0};
    PyObject *board, *result = NULL;
    if (!PyArg_ParseTuple(args, "OKIIII:_search", &board, &s.limits.nodes, &s.limits.depth,
                          &s.limits.movetime_ms, &s.limits.lines, &s.limits.timeout_ms))
        return NULL;
    if (s.limits.lines < 1 || s.limits.lines > KIFU_MAX_MOVES)
        return PyErr_Format(PyExc_ValueError, "multipv is 1 to %d", (int)KIFU_MAX_MOVES);
    s.lines = PyMem_Calloc(s.limits.lines, sizeof *s.lines);
    if (!s.lines)
        return PyErr_NoMemory();
    if (engine_run(self, board, call_search, &s) == 0) {
        PyObject *lines = lines_list(state, &s);
        PyObject *best = move_object(state, s.thought.best);
        PyObject *ponder = move_object(state, s.thought.ponder);
        if (lines && best && ponder)
            result = Py_BuildValue(
                "(OOOiKKOO)", best, ponder, lines, s.thought.depth, s.thought.nodes, s.thought.ms,
                s.thought.resigns ? Py_True : Py_False, s.thought.declares ? Py_True : Py_False);
        Py_XDECREF(lines);
        Py_XDECREF(best);
        Py_XDECREF(ponder);
    }
    PyMem_Free(s.lines);
    return result;
}

struct mating {
    struct kifu_mate_limits limits;
    struct kifu_mate mate;
};

static int call_mate(struct engine_call *c, void *ctx)
{
    struct mating *m = ctx;
    return kifu_engine_mate(c->self->engine, c->board, &m->limits, &m->mate, c->stop, &c->error);
}

static PyObject *engine_mate(PyObject *self, PyObject *args)
{
    static const char *const WORDS[] = {[KIFU_MATE_UNKNOWN] = "unknown",
                                        [KIFU_MATE_PROVEN] = "mate",
                                        [KIFU_MATE_DISPROVEN] = "nomate"};
    struct mating m = {0};
    PyObject *board;
    if (!PyArg_ParseTuple(args, "OKIIp:_mate", &board, &m.limits.nodes, &m.limits.milliseconds,
                          &m.limits.length, &m.limits.shortest) ||
        engine_run(self, board, call_mate, &m) != 0)
        return NULL;
    PyObject *moves = moves_list(own(self)->state, m.mate.moves, m.mate.length);
    if (!moves)
        return NULL;
    return Py_BuildValue("(sNKO)", WORDS[m.mate.result], moves, m.mate.nodes,
                         m.mate.shortest ? Py_True : Py_False);
}

/* --- Evaluation and people ---------------------------------------------------------------------- */

struct term_list {
    struct kifu_term *at;
    char (*names)[64];
    size_t count, cap;
    int value;
};

static int keep_term(void *ctx, const struct kifu_term *term)
{
    struct term_list *l = ctx;
    if (l->count == l->cap) {
        size_t cap = l->cap ? 2 * l->cap : 64;
        void *at = realloc(l->at, cap * sizeof *l->at);
        l->at = at ? at : l->at;
        void *names = at ? realloc(l->names, cap * sizeof *l->names) : NULL;
        l->names = names ? names : l->names;
        if (!names)
            return 1;
        l->cap = cap;
    }
    l->at[l->count] = *term;
    snprintf(l->names[l->count++], sizeof *l->names, "%s", term->name);
    return 0;
}

static int call_evaluate(struct engine_call *c, void *ctx)
{
    struct term_list *l = ctx;
    l->count = 0;
    return kifu_engine_evaluate(c->self->engine, c->board, &l->value, keep_term, l, &c->error);
}

static PyObject *engine_evaluate(PyObject *self, PyObject *board)
{
    struct term_list l = {0};
    PyObject *list = NULL;
    if (engine_run(self, board, call_evaluate, &l) == 0)
        list = PyList_New((Py_ssize_t)l.count);
    for (size_t i = 0; list && i < l.count; i++) {
        const struct kifu_term *t = &l.at[i];
        PyObject *term =
            Py_BuildValue("(sdddd)", l.names[i], t->value, t->count, t->opening, t->endgame);
        if (!term || PyList_SetItem(list, (Py_ssize_t)i, term) != 0)
            Py_CLEAR(list);
    }
    free(l.at);
    free(l.names);
    return list ? Py_BuildValue("(iN)", l.value, list) : NULL;
}

struct people {
    const char *class;
    struct kifu_choice choices[KIFU_MAX_MOVES];
    int count;
};

static int call_people(struct engine_call *c, void *ctx)
{
    struct people *p = ctx;
    p->count = kifu_engine_people(c->self->engine, c->board, p->class, p->choices, &c->error);
    return p->count < 0;
}

static PyObject *engine_people(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"board", "player_class", NULL};
    struct people p = {.class = "pro"};
    PyObject *board, *dict = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|s:people", names, &board, &p.class))
        return NULL;
    if (engine_run(self, board, call_people, &p) == 0)
        dict = PyDict_New();
    for (int i = 0; dict && i < p.count; i++) {
        PyObject *move = move_object(own(self)->state, p.choices[i].move);
        PyObject *share = PyFloat_FromDouble(p.choices[i].p);
        if (!move || !share || PyDict_SetItem(dict, move, share) != 0)
            Py_CLEAR(dict);
        Py_XDECREF(move);
        Py_XDECREF(share);
    }
    return dict;
}

static int call_new_game(struct engine_call *c, void *ctx)
{
    (void)ctx;
    return kifu_engine_new_game(c->self->engine, &c->error);
}

static PyObject *engine_new_game(PyObject *self, PyObject *unused)
{
    (void)unused;
    return engine_run(self, NULL, call_new_game, NULL) == 0 ? Py_NewRef(Py_None) : NULL;
}

/* --- The type ----------------------------------------------------------------------------------- */

static PyMethodDef engine_methods[] = {
    {"_search", engine_search, METH_VARARGS, NULL},
    {"_mate", engine_mate, METH_VARARGS, NULL},
    {"_evaluate", engine_evaluate, METH_O, NULL},
    {"people", (PyCFunction)(void (*)(void))engine_people, METH_VARARGS | METH_KEYWORDS,
     "people($self, board, player_class='pro')\n--\n\nHow likely people of a class (\"pro\", "
     "\"amateur\", "
     "\"online\") are to play each legal move: a dict,\nthe likeliest first.  By Kifu's model, "
     "whichever engine it is."},
    {"new_game", engine_new_game, METH_NOARGS,
     "new_game($self)\n--\n\nHas it forget earlier positions."},
    {"close", engine_close, METH_NOARGS, "close($self)\n--\n\nFrees its tables; ends a program."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef engine_getset[] = {{"name", get_name, NULL, "What it calls itself.", NULL},
                                      {"closed", get_closed, NULL, "Whether it was closed.", NULL},
                                      {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot engine_slots[] = {
    {Py_tp_doc, "An engine."},       {Py_tp_new, engine_new},       {Py_tp_dealloc, engine_dealloc},
    {Py_tp_methods, engine_methods}, {Py_tp_getset, engine_getset}, {0, NULL}};

static PyType_Spec engine_spec = {.name = "kifu._kifu.Engine",
                                  .basicsize = sizeof(struct engine_object),
                                  .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                  .slots = engine_slots};

int engine_types_add(PyObject *module)
{
    return module_add_type(module, &engine_spec, "Engine", NULL);
}
