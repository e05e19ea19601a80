/* search.c: kifu.Search, the hits of a query, and next moves. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "parts.h"

/* A query that is run when its hits are first needed. */
struct search {
    PyObject_HEAD struct module_state *state;
    struct database *db;
    PyObject *query, *sort; /* str; sort may be NULL */
    struct kifu_search_options options;
    struct kifu_search *done; /* owned; NULL: not run yet */
};

/* --- Struct sequences ------------------------------------------------------------------------ */

static PyStructSequence_Field hit_fields[] = {
    {"game", "id of the game"},
    {"start", "first ply of the span"},
    {"stop", "ply after its last"},
    {"plies", "plies of the span that match"},
    {"first", "the first of them; the best, for `like`"},
    {"score", "of `like`: pieces in common"},
    {"own",
     "who plays s (b in Go) of the query: \"b\", \"w\", \"*\" (both); None: it names no side"},
    {"line", "0: the game itself; n: its n-th variation"},
    {"db", "number of the database, of several"},
    {NULL, NULL}};
static PyStructSequence_Desc hit_desc = {"kifu.Hit",
                                         "A game, and a span of plies in it during which the query "
                                         "holds: (game, start, stop), with more\n"
                                         "attributes.",
                                         hit_fields, 3};

static PyStructSequence_Field score_fields[] = {
    {"wins", "games won"},
    {"losses", "games lost"},
    {"draws", "games drawn"},
    {"unknown", "games without a known result"},
    {"both", "games in which both players are meant; not in the other figures"},
    {"score", "(wins + draws / 2) / games with a known result; None if there are none"},
    {"low", "lower end of its 95 % interval"},
    {"high", "upper end of its 95 % interval"},
    {NULL, NULL}};
static PyStructSequence_Desc score_desc = {"kifu.Score", "How games ended for one side.",
                                           score_fields, 8};

static PyStructSequence_Field results_fields[] = {
    {"black", "games won by Black"},
    {"white", "games won by White"},
    {"draws", "games drawn"},
    {"unknown", "games without a known result"},
    {"own", "Score of the side that the query names, or None"},
    {"player", "Score of the player that the query names by player:, or None"},
    {NULL, NULL}};
static PyStructSequence_Desc results_desc = {
    "kifu.Results", "Results of all games with a hit, each counted once.", results_fields, 6};

static PyStructSequence_Field move_fields[] = {
    {"move", "the move, USI for shogi; \"tenuki\": one that is not in the shape"},
    {"games", "games in which it was played"},
    {"share", "of the games in which a move followed"},
    {"wins", "games won by each seat, a tuple"},
    {"draws", "games drawn"},
    {"score", "the mover's score; None if no result is known"},
    {"low", "lower end of its 95 % interval"},
    {"high", "upper end of its 95 % interval"},
    {"transposed", "games that reach the same position in another way"},
    {"last_year", "year of the last game, or None"},
    {"near", "whether it is in or next to the shape; None: the query is about none"},
    {"own", "Score of the side that the query names, or None"},
    {"player", "Score of the player that the query names by player:, or None"},
    {NULL, NULL}};
static PyStructSequence_Desc move_desc = {"kifu.Move", "A move that was played where a query held.",
                                          move_fields, 13};

/* A struct sequence of new references; NULL, all of them released, if one of them is NULL. */
static PyObject *sequence_of(PyTypeObject *type, PyObject *const *items, size_t n)
{
    PyObject *made = PyStructSequence_New(type);
    bool whole = made != NULL;
    for (size_t i = 0; i < n; i++)
        whole &= items[i] != NULL;
    for (size_t i = 0; i < n; i++)
        if (whole)
            PyStructSequence_SetItem(made, (Py_ssize_t)i, items[i]);
        else
            Py_XDECREF(items[i]);
    if (!whole)
        Py_CLEAR(made);
    return made;
}
#define SEQUENCE(type, items) sequence_of(type, items, sizeof(items) / sizeof(PyObject *))

static PyObject *real_or_none(double x)
{
    return isnan(x) ? Py_NewRef(Py_None) : PyFloat_FromDouble(x);
}

static PyObject *count_of(unsigned long long n)
{
    return PyLong_FromUnsignedLongLong(n);
}

static PyObject *hit_make(struct module_state *state, const struct kifu_hit *hit)
{
    PyObject *items[] = {count_of(hit->game),
                         count_of(hit->from),
                         count_of(hit->to),
                         count_of(hit->plies),
                         count_of(hit->first),
                         PyLong_FromLong(hit->score),
                         hit->own ? PyUnicode_FromStringAndSize(&hit->own, 1) : Py_NewRef(Py_None),
                         count_of(hit->line),
                         count_of(hit->db)};
    return SEQUENCE(state->hit_type, items);
}

static PyObject *score_make(struct module_state *state, const struct kifu_score *s, bool known)
{
    if (!known)
        return Py_NewRef(Py_None);
    PyObject *items[] = {count_of(s->wins),    count_of(s->losses),  count_of(s->draws),
                         count_of(s->unknown), count_of(s->both),    real_or_none(s->score),
                         real_or_none(s->low), real_or_none(s->high)};
    return SEQUENCE(state->score_type, items);
}

/* --- Running --------------------------------------------------------------------------------- */

/* Another thread may have run it meanwhile: the first result stays. */
static int search_finish(struct search *s, struct kifu_search *done)
{
    if (s->done)
        kifu_search_close(done);
    else
        s->done = done;
    return 0;
}

static int search_run_entered(struct search *s)
{
    const char *query = PyUnicode_AsUTF8AndSize(s->query, NULL);
    const char *sort = s->sort ? PyUnicode_AsUTF8AndSize(s->sort, NULL) : NULL;
    struct kifu_search_options options = s->options;
    struct kifu_search *done;
    struct kifu_error error;
    struct long_call call;
    int again;
    if (!query || (s->sort && !sort))
        return -1;
    long_call_begin(s->state, &call);
    options.stop = call.stop;
    do {
        long_call_release(&call);
        done = kifu_search_sorted(s->db->dbs, s->db->count, query, sort, &options, &error);
    } while ((again = long_call_restore(&call, !done)) > 0);
    long_call_end(&call);
    if (again < 0) {
        kifu_search_close(done);
        return -1;
    }
    if (done)
        return search_finish(s, done);
    database_raise(s->db, query, &error);
    return -1;
}

/* 0, or -1 with an exception. */
static int search_need(struct search *s)
{
    if (s->done)
        return 0;
    if (!database_enter(s->db))
        return -1;
    int result = search_run_entered(s);
    database_leave(s->db);
    return result;
}

static PyObject *search_run(PyObject *object, PyObject *none)
{
    (void)none;
    return search_need((struct search *)object) == 0 ? Py_NewRef(object) : NULL;
}

/* --- As a sequence ---------------------------------------------------------------------------- */

static Py_ssize_t search_length(PyObject *object)
{
    struct search *s = (struct search *)object;
    return search_need(s) == 0 ? (Py_ssize_t)kifu_search_count(s->done) : -1;
}

static PyObject *hit_at(const struct search *s, size_t i)
{
    struct kifu_hit hit;
    if (kifu_search_hit(s->done, i, &hit))
        return hit_make(s->state, &hit);
    PyErr_SetString(PyExc_IndexError, "there is no hit of that number");
    return NULL;
}

/* Negative numbers were counted from the end by the interpreter. */
static PyObject *search_item(PyObject *object, Py_ssize_t i)
{
    struct search *s = (struct search *)object;
    return search_need(s) == 0 ? hit_at(s, i < 0 ? SIZE_MAX : (size_t)i) : NULL;
}

static PyObject *search_iter(PyObject *object)
{
    return search_need((struct search *)object) == 0 ? PySeqIter_New(object) : NULL;
}

static PyObject *search_slice(struct search *s, PyObject *slice)
{
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(slice, &start, &stop, &step) != 0)
        return NULL;
    Py_ssize_t n =
        PySlice_AdjustIndices((Py_ssize_t)kifu_search_count(s->done), &start, &stop, step);
    PyObject *list = PyList_New(n);
    for (Py_ssize_t i = 0; list && i < n; i++) {
        PyObject *hit = hit_at(s, (size_t)(start + i * step));
        if (!hit || PyList_SetItem(list, i, hit) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *search_subscript(PyObject *object, PyObject *key)
{
    struct search *s = (struct search *)object;
    if (search_need(s) != 0)
        return NULL;
    if (PyIndex_Check(key)) {
        Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
        if (i == -1 && PyErr_Occurred())
            return NULL;
        if (i < 0)
            i += (Py_ssize_t)kifu_search_count(s->done);
        return hit_at(s, i < 0 ? SIZE_MAX : (size_t)i);
    }
    if (Py_TYPE(key) == &PySlice_Type)
        return search_slice(s, key);
    PyErr_Format(PyExc_TypeError, "hits are numbered: an int or a slice is wanted, not %R",
                 (PyObject *)Py_TYPE(key));
    return NULL;
}

/* --- What else is known ---------------------------------------------------------------------- */

static PyObject *get_games(PyObject *object, void *closure)
{
    struct search *s = (struct search *)object;
    (void)closure;
    return search_need(s) == 0 ? count_of(kifu_search_games(s->done)) : NULL;
}

static PyObject *get_spans(PyObject *object, void *closure)
{
    struct search *s = (struct search *)object;
    (void)closure;
    return search_need(s) == 0 ? count_of(kifu_search_spans(s->done)) : NULL;
}

static PyObject *get_results(PyObject *object, void *closure)
{
    struct search *s = (struct search *)object;
    struct kifu_results r;
    (void)closure;
    if (search_need(s) != 0)
        return NULL;
    kifu_search_results(s->done, &r);
    PyObject *items[] = {count_of(r.black),
                         count_of(r.white),
                         count_of(r.draws),
                         count_of(r.unknown),
                         score_make(s->state, &r.own, r.has_own),
                         score_make(s->state, &r.player, r.has_player)};
    return SEQUENCE(s->state->results_type, items);
}

static PyObject *get_query(PyObject *object, void *closure)
{
    (void)closure;
    return Py_NewRef(((struct search *)object)->query);
}

static PyObject *get_db(PyObject *object, void *closure)
{
    (void)closure;
    return Py_NewRef((PyObject *)((struct search *)object)->db);
}

/* A row of to_numpy(); kifu/_tables.py has the same layout. */
struct hit_row {
    uint32_t db, game, line, start, stop, plies, first;
    int32_t score;
    char own[4];
};

static PyObject *search_fill(PyObject *object, PyObject *target)
{
    struct search *s = (struct search *)object;
    Py_buffer view;
    if (search_need(s) != 0 || PyObject_GetBuffer(target, &view, PyBUF_WRITABLE) != 0)
        return NULL;
    size_t n = kifu_search_count(s->done);
    if ((size_t)view.len != n * sizeof(struct hit_row)) {
        PyBuffer_Release(&view);
        PyErr_Format(PyExc_ValueError, "the buffer must have %zu bytes",
                     n * sizeof(struct hit_row));
        return NULL;
    }
    char *to = view.buf;
    struct kifu_hit hit;
    for (size_t i = 0; i < n && kifu_search_hit(s->done, i, &hit); i++) {
        const struct hit_row row = {.db = hit.db,
                                    .game = hit.game,
                                    .line = hit.line,
                                    .start = hit.from,
                                    .stop = hit.to,
                                    .plies = hit.plies,
                                    .first = hit.first,
                                    .score = hit.score,
                                    .own = {hit.own}};
        memcpy(to + i * sizeof row, &row, sizeof row); /* it need not be aligned */
    }
    PyBuffer_Release(&view);
    return Py_NewRef(Py_None);
}

static void search_dealloc(PyObject *object)
{
    struct search *s = (struct search *)object;
    kifu_search_close(s->done);
    Py_CLEAR(s->db);
    Py_CLEAR(s->query);
    Py_CLEAR(s->sort);
    object_free(object);
}

static PyObject *search_repr(PyObject *object)
{
    struct search *s = (struct search *)object;
    if (!s->done)
        return PyUnicode_FromFormat("<kifu.Search %R, not run yet>", s->query);
    return PyUnicode_FromFormat("<kifu.Search %R, %zu hits>", s->query, kifu_search_count(s->done));
}

static PyMethodDef search_methods[] = {
    {"run", search_run, METH_NOARGS,
     "run($self)\n--\n\nRuns the query now, if it was not run yet, and returns the search."},
    {"_fill", search_fill, METH_O, "_fill($self, buffer)\n--\n\nWrites all hits to a buffer."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef search_getset[] = {
    {"games", get_games, NULL, "Games with a hit, whatever the limit.", NULL},
    {"spans", get_spans, NULL, "All hits, whatever the limit.", NULL},
    {"results", get_results, NULL, "Results of all games with a hit, whatever the limit.", NULL},
    {"query", get_query, NULL, "The text of the query.", NULL},
    {"db", get_db, NULL, "The database.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot search_slots[] = {{Py_tp_dealloc, search_dealloc},
                                     {Py_tp_repr, search_repr},
                                     {Py_tp_methods, search_methods},
                                     {Py_tp_getset, search_getset},
                                     {Py_tp_iter, search_iter},
                                     {Py_sq_length, search_length},
                                     {Py_sq_item, search_item},
                                     {Py_mp_length, search_length},
                                     {Py_mp_subscript, search_subscript},
                                     {Py_tp_doc, "The hits of a query, in order."},
                                     {0, NULL}};

static PyType_Spec search_spec = {.name = "kifu._kifu.Search",
                                  .basicsize = sizeof(struct search),
                                  .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
                                           Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                  .slots = search_slots};

/* --- Functions on a database ----------------------------------------------------------------- */

static int sort_argument(PyObject *value, PyObject **out)
{
    *out = NULL;
    if (value == NULL || value == Py_None)
        return 0;
    if (!text_argument(value, "sort"))
        return -1;
    *out = Py_NewRef(value);
    return 0;
}

/* _search(db, query, limit, offset, sort, lines, threads) */
static PyObject *search_make(PyObject *module, PyObject *args)
{
    struct module_state *state = module_state(module);
    PyObject *target, *query, *limit, *sort;
    struct kifu_search_options options = {0};
    if (!PyArg_ParseTuple(args, "OOOO&OpO&:search", &target, &query, &limit, count_converter,
                          &options.offset, &sort, &options.lines, threads_converter,
                          &options.threads) ||
        !count_converter(limit, &options.limit))
        return NULL;
    struct database *db = database_of(state, target);
    if (!db || !text_argument(query, "query"))
        return NULL;
    options.count = limit != Py_None && options.limit == 0;
    struct search *s = object_make(state->search_type);
    if (!s)
        return NULL;
    s->state = state;
    s->db = (struct database *)Py_NewRef(target);
    s->query = Py_NewRef(query);
    s->options = options;
    if (sort_argument(sort, &s->sort) != 0)
        Py_CLEAR(s);
    return (PyObject *)s;
}

/* Moves as the library hands them out, copied while other threads run: without the interpreter's lock
 * its memory is not to be had. */
struct move_list {
    struct kifu_move *at;
    size_t count, cap;
    bool failed;
};

static int keep_move(void *ctx, const struct kifu_move *move)
{
    struct move_list *list = ctx;
    if (list->count == list->cap) {
        size_t cap = list->cap ? 2 * list->cap : 64;
        struct kifu_move *grown = realloc(list->at, cap * sizeof *grown);
        if (!grown) {
            list->failed = true;
            return 1;
        }
        list->at = grown;
        list->cap = cap;
    }
    list->at[list->count++] = *move;
    return 0;
}

static PyObject *near_of(int near)
{
    return near < 0 ? Py_NewRef(Py_None) : PyBool_FromLong(near);
}

static bool has_games(const struct kifu_score *s)
{
    return s->wins || s->losses || s->draws || s->unknown || s->both;
}

static PyObject *wins_make(const struct kifu_move *m, int seats)
{
    PyObject *wins = PyTuple_New(seats);
    for (int seat = 0; wins && seat < seats; seat++) {
        PyObject *n = count_of(m->wins[seat]);
        if (!n || PyTuple_SetItem(wins, seat, n) != 0)
            Py_CLEAR(wins);
    }
    return wins;
}

static PyObject *move_make(struct module_state *state, const struct kifu_move *m, int seats)
{
    PyObject *items[] = {text_of(m->move),
                         count_of(m->games),
                         PyFloat_FromDouble(m->share),
                         wins_make(m, seats),
                         count_of(m->draws),
                         real_or_none(m->score),
                         real_or_none(m->low),
                         real_or_none(m->high),
                         count_of(m->transposed),
                         m->last_year ? count_of(m->last_year) : Py_NewRef(Py_None),
                         near_of(m->near),
                         score_make(state, &m->own, has_games(&m->own)),
                         score_make(state, &m->player, has_games(&m->player))};
    return SEQUENCE(state->move_type, items);
}

static PyObject *moves_make(const struct database *db, const struct move_list *moves)
{
    const int seats = kifu_db_seats(db->dbs[0]);
    PyObject *list = PyList_New((Py_ssize_t)moves->count);
    for (size_t i = 0; list && i < moves->count; i++) {
        PyObject *move = move_make(db->state, &moves->at[i], seats);
        if (!move || PyList_SetItem(list, (Py_ssize_t)i, move) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *moves_run(struct database *db, const char *query, enum kifu_at at,
                           struct kifu_search_options *options)
{
    struct move_list moves = {0};
    struct kifu_error error;
    struct long_call call;
    PyObject *list = NULL;
    int again, failed;
    long_call_begin(db->state, &call);
    options->stop = call.stop;
    do {
        long_call_release(&call);
        moves.count = 0;
        failed = kifu_moves_run(db->dbs, db->count, query, at, options, keep_move, &moves, &error);
    } while ((again = long_call_restore(&call, failed != 0)) > 0);
    long_call_end(&call);
    if (again == 0 && moves.failed)
        PyErr_NoMemory();
    else if (again == 0 && failed)
        database_raise(db, query, &error);
    else if (again == 0)
        list = moves_make(db, &moves);
    free(moves.at);
    return list;
}

static int at_argument(PyObject *value, enum kifu_at *out)
{
    static const char *const names[] = {[KIFU_AT_USUAL] = "usual",
                                        [KIFU_AT_FIRST] = "first",
                                        [KIFU_AT_EVERY] = "every",
                                        [KIFU_AT_LAST] = "last"};
    const char *text = value == Py_None ? "usual" : text_argument(value, "at");
    if (!text)
        return -1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], text) == 0) {
            *out = (enum kifu_at)i;
            return 0;
        }
    PyErr_SetString(PyExc_ValueError, "at must be \"first\", \"every\", \"last\" or None");
    return -1;
}

/* _moves(db, query, at, lines, threads) */
static PyObject *search_moves(PyObject *module, PyObject *args)
{
    struct module_state *state = module_state(module);
    PyObject *target, *query, *at;
    enum kifu_at where;
    struct kifu_search_options options = {0};
    if (!PyArg_ParseTuple(args, "OOOpO&:moves", &target, &query, &at, &options.lines,
                          threads_converter, &options.threads))
        return NULL;
    struct database *db = database_of(state, target);
    const char *text = db ? text_argument(query, "query") : NULL;
    if (!text || at_argument(at, &where) != 0 || !database_enter(db))
        return NULL;
    PyObject *list = moves_run(db, text, where, &options);
    database_leave(db);
    return list;
}

static PyMethodDef search_functions[] = {
    {"_search", search_make, METH_VARARGS,
     "_search(db, query, limit, offset, sort, lines, threads)\n--\n\nA Search."},
    {"_moves", search_moves, METH_VARARGS,
     "_moves(db, query, at, lines, threads)\n--\n\nA list of Move."},
    {NULL, NULL, 0, NULL}};

int search_types_add(PyObject *module)
{
    struct module_state *state = module_state(module);
    if (module_add_sequence(module, &hit_desc, &state->hit_type) != 0 ||
        module_add_sequence(module, &score_desc, &state->score_type) != 0 ||
        module_add_sequence(module, &results_desc, &state->results_type) != 0 ||
        module_add_sequence(module, &move_desc, &state->move_type) != 0 ||
        module_add_type(module, &search_spec, "Search", &state->search_type) != 0)
        return -1;
    return module_add_functions(module, search_functions);
}
