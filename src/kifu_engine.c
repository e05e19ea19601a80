/* kifu_engine.c: see kifu_engine.h.
 *
 * What is costly to have (weights, tables, the model of human moves, the mate solver) is opened when
 * it is first needed. */
#include "kifu_engine.h"

#include <limits.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "engine/eval/weights.h"
#include "engine/natural/natural.h"
#include "engine/search/mate.h"
#include "engine/usi/usi_program.h"
#include "kifu_game.h"
#include "kifu_position.h"

enum {
    USUAL_HASH_MB = 64,
    MATE_MB = 64,
    MOST_HASH_MB = 1 << 20,
    MOST_THREADS = 512,
    USUAL_TIMEOUT_MS = 600000,
    USUAL_MATE_NODES = 1000000,
};
_Static_assert((int)KIFU_LINE_MOVES >= (int)THINK_MAX_PLY, "lines of our own are whole");
_Static_assert((int)KIFU_MATE_MOVES == (int)MATE_MAX_PLIES, "mates are whole");

struct kifu_engine {
    struct usi_program *program; /* NULL: our own */
    struct buf name;
    char *weights_name, *model_path; /* owned; NULL: the built-in ones */
    unsigned threads;
    size_t tt_bytes;
    struct weights *weights;
    struct thinker *thinker;
    struct natural *model;
    struct mate_solver *solver;
    bool dead; /* a program that failed */
};

static const struct msg NO_LIMIT = {"a search needs a limit: nodes, depth or movetime",
                                    "探索には nodes、depth、movetime のいずれかの制限が必要です"};
static const struct msg BAD_OPTION = {"%1 is out of range", "%1 が範囲外です"};
static const struct msg IS_DEAD = {"the program has failed before; open it again",
                                   "プログラムは停止しました。開き直してください"};

static int fail(struct kifu_error *error, const struct err *err)
{
    kifu_error_from(error, err);
    return -1;
}

/* --- Opening and closing ---------------------------------------------------------------------- */

static enum status copy_name(char **out, const char *text, struct err *err)
{
    *out = NULL;
    if (!text)
        return STATUS_OK;
    size_t n = strlen(text) + 1;
    *out = mem_alloc(n);
    if (!*out)
        return err_nomem(err);
    memcpy(*out, text, n);
    return STATUS_OK;
}

static enum status open_own(struct kifu_engine *e, struct err *err)
{
    enum status st = weights_open(&e->weights, e->weights_name, err);
    if (st == STATUS_OK) {
        buf_add_str(&e->name, "Kifu ");
        buf_add_str(&e->name, kifu_version());
    }
    return st;
}

static enum status open_program(struct kifu_engine *e, const struct kifu_engine_options *o,
                                struct err *err)
{
    const struct usi_program_options opt = {.options = o->options,
                                            .option_count = o->option_count,
                                            .ready_ms = o->ready_ms,
                                            .hash_mb = o->hash_mb,
                                            .values = true,
                                            .path = o->path,
                                            .cancel = kifu_stop_flag(o->stop)};
    enum status st = usi_program_open(&e->program, span_of(o->command), &opt, err);
    if (st != STATUS_OK)
        return st;
    usi_program_set_cancel(e->program, NULL); /* the caller's flag is for the opening alone */
    buf_add_span(&e->name, usi_program_name(e->program));
    return STATUS_OK;
}

static enum status open_engine(struct kifu_engine *e, const struct kifu_engine_options *o,
                               struct err *err)
{
    if (o->threads > MOST_THREADS || o->hash_mb > MOST_HASH_MB)
        return err_set(err, STATUS_RANGE, &BAD_OPTION,
                       span_of(o->threads > MOST_THREADS ? "threads" : "hash_mb"),
                       (struct span){0});
    e->threads = o->threads ? o->threads : 1;
    e->tt_bytes = (size_t)(o->hash_mb ? o->hash_mb : USUAL_HASH_MB) << 20;
    enum status st = copy_name(&e->weights_name, o->weights, err);
    if (st == STATUS_OK)
        st = copy_name(&e->model_path, o->model, err);
    if (st == STATUS_OK)
        st = o->command ? open_program(e, o, err) : open_own(e, err);
    if (st == STATUS_OK && (!buf_cstr(&e->name) || buf_status(&e->name) != STATUS_OK))
        st = err_nomem(err);
    return st;
}

KIFU_API struct kifu_engine *kifu_engine_open(const struct kifu_engine_options *options,
                                              struct kifu_error *error)
{
    static const struct kifu_engine_options usual;
    struct err err;
    struct kifu_engine *e = mem_calloc(1, sizeof *e);
    enum status st = e ? STATUS_OK : err_nomem(&err);
    if (e) {
        buf_init(&e->name, BUF_DEFAULT_MAX);
        st = open_engine(e, options ? options : &usual, &err);
    }
    if (st == STATUS_OK)
        return e;
    kifu_engine_close(e);
    kifu_error_from(error, &err);
    return NULL;
}

KIFU_API void kifu_engine_close(struct kifu_engine *engine)
{
    if (!engine)
        return;
    usi_program_close(engine->program);
    thinker_close(engine->thinker);
    weights_close(engine->weights);
    natural_close(engine->model);
    mate_close(engine->solver);
    mem_free(engine->weights_name);
    mem_free(engine->model_path);
    buf_release(&engine->name);
    mem_free(engine);
}

KIFU_API const char *kifu_engine_name(const struct kifu_engine *engine)
{
    return engine->name.p;
}

static enum status need_weights(struct kifu_engine *e, struct err *err)
{
    return e->weights ? STATUS_OK : weights_open(&e->weights, e->weights_name, err);
}

static enum status need_thinker(struct kifu_engine *e, struct err *err)
{
    enum status st = need_weights(e, err);
    if (st != STATUS_OK || e->thinker)
        return st;
    const struct think_options opt = {
        .tt_bytes = e->tt_bytes, .threads = e->threads, .eval = weights_eval(e->weights)};
    return thinker_open(&e->thinker, &opt, err);
}

static enum status check_alive(const struct kifu_engine *e, struct err *err)
{
    return e->dead ? err_plain(err, STATUS_IO, &IS_DEAD) : STATUS_OK;
}

static enum status new_game(struct kifu_engine *e, struct err *err)
{
    static const struct msg NOT_READY = {"%1 does not get ready", "%1 の準備ができません"};
    enum status st = check_alive(e, err);
    if (e->thinker)
        thinker_new_game(e->thinker);
    if (e->solver)
        mate_clear(e->solver);
    if (st == STATUS_OK && e->program && !usi_program_new_game(e->program)) {
        e->dead = true;
        st = err_set(err, STATUS_IO, &NOT_READY, buf_span(&e->name), (struct span){0});
    }
    return st;
}

KIFU_API int kifu_engine_new_game(struct kifu_engine *engine, struct kifu_error *error)
{
    struct err err;
    return new_game(engine, &err) == STATUS_OK ? 0 : fail(error, &err);
}

/* --- Searching -------------------------------------------------------------------------------- */

/* The lines of a search as they come; those of the last block count. */
struct listener {
    const struct kifu_board *board;
    struct kifu_line *lines;
    size_t room, count;
};

static int mate_of(int value)
{
    int plies = THINK_MATE - abs(value);
    return abs(value) < THINK_MATE_BOUND || abs(value) > THINK_MATE ? 0
           : value > 0                                              ? plies
                                                                    : -plies;
}

static struct kifu_line *line_at(struct listener *l, unsigned number, int value, int depth)
{
    if (number == 0 || number > l->room)
        return NULL;
    struct kifu_line *line = &l->lines[number - 1];
    line->value = value;
    line->mate = mate_of(value);
    line->depth = depth < 0 ? 0 : depth;
    line->length = 0;
    if (l->count < number)
        l->count = number;
    return line;
}

static void on_report(void *ctx, const struct think_report *r)
{
    struct listener *l = ctx;
    struct kifu_line *line = line_at(l, r->number, r->line->value, r->line->depth);
    if (!line)
        return;
    for (uint32_t i = 0; i < r->line->length && i < KIFU_LINE_MOVES; i++)
        line->moves[line->length++] = r->line->moves[i];
}

/* Nothing that a program says is trusted: moves count as far as they are legal. */
static void read_moves(const struct kifu_board *board, struct span words, struct kifu_line *line)
{
    struct shogi_pos pos = board->pos;
    struct shogi_undo undo;
    struct span word;
    shogi_move m;
    while (line->length < KIFU_LINE_MOVES && (word = span_eat_word(&words)).n &&
           shogi_usi_parse(word, &m) && shogi_move_is_legal(&pos, m)) {
        line->moves[line->length++] = m;
        shogi_play(&pos, m, &undo);
    }
}

static void on_info(void *ctx, const struct usi_info *info)
{
    struct listener *l = ctx;
    if (!info->has_moves || info->value == THINK_NO_VALUE || info->is_bound)
        return;
    struct kifu_line *line = line_at(l, info->number, info->value, info->depth);
    if (line)
        read_moves(l->board, info->moves, line);
}

static enum status search_own(struct kifu_engine *e, const struct kifu_limits *limits,
                              struct listener *l, struct kifu_thought *out,
                              const struct kifu_stop *stop, struct err *err)
{
    const struct kifu_board *b = l->board;
    struct think_result answer;
    struct think_control control;
    const struct think_limits own = {.depth = (int)limits->depth,
                                     .nodes = limits->nodes,
                                     .hard_ms = limits->movetime_ms,
                                     .lines = limits->lines};
    const struct think_request request = {.pos = &b->pos,
                                          .history = b->history,
                                          .history_count = b->plies + 1,
                                          .limits = own,
                                          .control = &control,
                                          .report = on_report,
                                          .ctx = l};
    enum status st = need_thinker(e, err);
    if (st != STATUS_OK)
        return st;
    think_control_begin(&control, &own);
    control.cancelled = kifu_stop_flag(stop);
    st = think(e->thinker, &request, &answer, err);
    if (st != STATUS_OK)
        return st;
    if (stop && kifu_stop_requested(stop))
        return err_cancelled(err);
    *out = (struct kifu_thought){.best = answer.best,
                                 .ponder = answer.ponder,
                                 .depth = answer.depth,
                                 .nodes = answer.nodes,
                                 .ms = answer.ms};
    if (answer.best && !l->count) { /* an only move is not reported */
        struct kifu_line *line = line_at(l, 1, answer.value, answer.depth);
        if (line)
            line->moves[line->length++] = answer.best;
    }
    return STATUS_OK;
}

static const struct msg *why_failed(enum usi_reply reply)
{
    static const struct msg HANGS = {"%1 does not answer", "%1 が応答しません"};
    static const struct msg DIED = {"%1 has ended", "%1 が終了しました"};
    static const struct msg GARBAGE = {"%1 writes an endless line", "%1 の出力が異常です"};
    static const struct msg NO_MOVE = {"%1 answers with something that is no legal move",
                                       "%1 の応答は合法手ではありません"};
    return reply == USI_HANGS     ? &HANGS
           : reply == USI_GARBAGE ? &GARBAGE
           : reply == USI_DIED    ? &DIED
                                  : &NO_MOVE;
}

static enum status read_answer(struct kifu_engine *e, const struct usi_answer *a,
                               struct listener *l, struct kifu_thought *out, struct err *err)
{
    bool legal = a->reply == USI_MOVE && shogi_move_is_legal(&l->board->pos, a->best);
    if (a->reply == USI_CANCELLED) {
        e->dead = !a->stopped;
        return err_cancelled(err);
    }
    if (!legal && a->reply != USI_RESIGN && a->reply != USI_WIN) {
        e->dead = a->reply != USI_MOVE && a->reply != USI_NO_MOVE;
        return err_set(err, STATUS_IO, why_failed(a->reply), buf_span(&e->name), (struct span){0});
    }
    out->best = legal ? a->best : 0;
    out->ponder = legal ? a->ponder : 0;
    out->depth = a->depth;
    out->nodes = a->nodes;
    out->resigns = a->reply == USI_RESIGN;
    out->declares = a->reply == USI_WIN;
    if (legal && (!l->count || l->lines[0].length == 0)) {
        struct kifu_line *line = line_at(l, 1, a->value == THINK_NO_VALUE ? 0 : a->value, a->depth);
        if (line)
            line->moves[line->length++] = a->best;
    }
    return STATUS_OK;
}

static enum status set_lines(struct kifu_engine *e, unsigned lines, struct err *err)
{
    static const struct msg ONE_ONLY = {"%1 has no option MultiPV: it gives one line only",
                                        "%1 には MultiPV がありません"};
    char text[16];
    struct buf number;
    buf_init(&number, sizeof text);
    buf_add_u64(&number, lines ? lines : 1);
    bool done = usi_program_set_option(e->program, SPAN("MultiPV"), buf_span(&number)) ||
                usi_program_set_option(e->program, SPAN("USI_MultiPV"), buf_span(&number));
    buf_release(&number);
    return done || lines <= 1
               ? STATUS_OK
               : err_set(err, STATUS_UNSUPPORTED, &ONE_ONLY, buf_span(&e->name), (struct span){0});
}

static enum status search_by_program(struct kifu_engine *e, const struct kifu_limits *limits,
                                     struct listener *l, struct kifu_thought *out,
                                     const struct kifu_stop *stop, struct err *err)
{
    const struct kifu_board *b = l->board;
    const struct usi_limits own = {
        .nodes = limits->nodes, .depth = (int)limits->depth, .movetime_ms = limits->movetime_ms};
    uint64_t patience = (uint64_t)limits->movetime_ms +
                        (limits->timeout_ms ? limits->timeout_ms : USUAL_TIMEOUT_MS);
    struct usi_answer answer;
    shogi_move *moves = mem_alloc((b->plies + 1UL) * sizeof *moves);
    enum status st = moves ? check_alive(e, err) : err_nomem(err);
    if (st == STATUS_OK)
        st = usi_program_set_limits(e->program, &own, err);
    if (st == STATUS_OK)
        st = set_lines(e, limits->lines, err);
    if (st == STATUS_OK) {
        for (uint32_t i = 0; i < b->plies; i++)
            moves[i] = b->steps[i].move;
        const struct usi_position position = {&b->start, moves, b->plies};
        uint64_t began = think_clock_ns(NULL);
        usi_program_listen(e->program, on_info, l, kifu_stop_flag(stop));
        usi_program_go(e->program, &position,
                       patience > UINT32_MAX ? UINT32_MAX : (uint32_t)patience, 0, &answer);
        usi_program_listen(e->program, NULL, NULL, NULL);
        out->ms = (think_clock_ns(NULL) - began) / 1000000;
        st = read_answer(e, &answer, l, out, err);
    }
    mem_free(moves);
    return st;
}

static enum status check_limits(const struct kifu_limits *l, struct err *err)
{
    if (!l->nodes && !l->depth && !l->movetime_ms)
        return err_plain(err, STATUS_RANGE, &NO_LIMIT);
    if (l->depth > INT_MAX)
        return err_set(err, STATUS_RANGE, &BAD_OPTION, SPAN("depth"), (struct span){0});
    return STATUS_OK;
}

KIFU_API int kifu_engine_search(struct kifu_engine *engine, const struct kifu_board *board,
                                const struct kifu_limits *limits, struct kifu_line *lines,
                                size_t room, struct kifu_thought *thought,
                                const struct kifu_stop *stop, struct kifu_error *error)
{
    struct err err;
    struct listener l = {.board = board, .lines = lines, .room = room};
    *thought = (struct kifu_thought){0};
    enum status st = check_limits(limits, &err);
    if (st != STATUS_OK)
        return fail(error, &err);
    if (shogi_has_no_move(&board->pos))
        return 0;
    st = engine->program ? search_by_program(engine, limits, &l, thought, stop, &err)
                         : search_own(engine, limits, &l, thought, stop, &err);
    return st == STATUS_OK ? (int)l.count : fail(error, &err);
}

/* --- What Kifu itself says -------------------------------------------------------------------- */

static enum status solve(struct kifu_engine *e, const struct kifu_board *board,
                         const struct mate_options *opt, struct kifu_mate *out, struct err *err)
{
    struct mate_answer *answer = mem_alloc(sizeof *answer);
    enum status st = answer ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK && !e->solver)
        st = mate_open(&e->solver, (size_t)MATE_MB << 20, err);
    if (st == STATUS_OK)
        st = mate_solve(e->solver, &board->pos, opt, answer, err);
    if (st == STATUS_OK) {
        out->result = answer->result == MATE_PROVEN      ? KIFU_MATE_PROVEN
                      : answer->result == MATE_DISPROVEN ? KIFU_MATE_DISPROVEN
                                                         : KIFU_MATE_UNKNOWN;
        out->shortest = answer->shortest;
        out->nodes = answer->nodes;
        out->length = answer->result == MATE_PROVEN ? answer->length : 0;
        memcpy(out->moves, answer->line, out->length * sizeof *out->moves);
    }
    mem_free(answer);
    return st;
}

KIFU_API int kifu_engine_mate(struct kifu_engine *engine, const struct kifu_board *board,
                              const struct kifu_mate_limits *limits, struct kifu_mate *out,
                              const struct kifu_stop *stop, struct kifu_error *error)
{
    static const struct kifu_mate_limits usual;
    struct err err;
    const struct kifu_mate_limits *l = limits ? limits : &usual;
    const struct mate_options opt = {.nodes = l->nodes ? l->nodes : USUAL_MATE_NODES,
                                     .length = l->length,
                                     .shortest = l->shortest != 0,
                                     .milliseconds = l->milliseconds,
                                     .stop = kifu_stop_flag(stop)};
    *out = (struct kifu_mate){.result = KIFU_MATE_UNKNOWN};
    enum status st = solve(engine, board, &opt, out, &err);
    if (st == STATUS_OK && out->result == KIFU_MATE_UNKNOWN && stop && kifu_stop_requested(stop))
        st = err_cancelled(&err);
    return st == STATUS_OK ? 0 : fail(error, &err);
}

static enum status give_terms(const struct eval_account *a, kifu_term_callback *each, void *ctx,
                              struct err *err)
{
    for (int i = 0; i < a->term_count; i++) {
        const struct eval_term *t = &a->terms[i];
        const struct kifu_term term = {t->name, t->count, t->opening, t->endgame, t->value};
        if (each(ctx, &term) != 0)
            return err_cancelled(err);
    }
    return STATUS_OK;
}

KIFU_API int kifu_engine_evaluate(struct kifu_engine *engine, const struct kifu_board *board,
                                  int *value, kifu_term_callback *each, void *ctx,
                                  struct kifu_error *error)
{
    struct err err;
    struct eval_account *account = mem_alloc(sizeof *account);
    enum status st = account ? need_weights(engine, &err) : err_nomem(&err);
    if (st == STATUS_OK) {
        struct eval eval = weights_eval(engine->weights);
        eval.type->explain(eval.weights, &board->pos, account);
        *value = shogi_turn(&board->pos) == SHOGI_BLACK ? account->value : -account->value;
    }
    if (st == STATUS_OK && each)
        st = give_terms(account, each, ctx, &err);
    mem_free(account);
    return st == STATUS_OK ? 0 : fail(error, &err);
}

static enum status find_class(const char *name, enum natural_class *out, struct err *err)
{
    static const struct msg NO_CLASS = {
        "\"%1\" is no class of players; use pro, amateur or online",
        "階級「%1」はありません。pro、amateur、online のいずれかです"};
    for (int i = 0; i < NATURAL_CLASSES; i++)
        if (span_eq(span_of(natural_class_names[i]), span_of(name))) {
            *out = (enum natural_class)i;
            return STATUS_OK;
        }
    return err_set(err, STATUS_NOT_FOUND, &NO_CLASS, span_of(name), (struct span){0});
}

/* The last moves of the board. */
static void fill_past(const struct kifu_board *board, struct natural_past *past)
{
    struct shogi_pos pos = board->pos;
    struct shogi_undo undo;
    uint32_t first = board->plies > NATURAL_PAST ? board->plies - NATURAL_PAST : 0;
    natural_past_clear(past);
    for (uint32_t i = board->plies; i > first; i--)
        shogi_unplay(&pos, board->steps[i - 1].move, &board->steps[i - 1].undo);
    for (uint32_t i = first; i < board->plies; i++) {
        natural_past_add(past, &pos, board->steps[i].move);
        shogi_play(&pos, board->steps[i].move, &undo);
    }
}

static int by_likelihood(const void *a, const void *b)
{
    const struct kifu_choice *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? 1 : -1;
    return x->move < y->move ? -1 : x->move > y->move;
}

KIFU_API int kifu_engine_people(struct kifu_engine *engine, const struct kifu_board *board,
                                const char *player_class, struct kifu_choice out[KIFU_MAX_MOVES],
                                struct kifu_error *error)
{
    struct err err;
    struct natural_past past;
    struct natural_move moves[SHOGI_MAX_MOVES];
    struct natural_input q = {
        .pos = &board->pos, .past = &past, .ply = kifu_board_move_number(board) - 1};
    enum status st = find_class(player_class, &q.class, &err);
    if (st == STATUS_OK && !engine->model)
        st = natural_open(&engine->model, engine->model_path, &err);
    if (st != STATUS_OK)
        return fail(error, &err);
    fill_past(board, &past);
    int n = natural_infer(engine->model, &q, moves);
    for (int i = 0; i < n; i++)
        out[i] = (struct kifu_choice){moves[i].move, (double)moves[i].p};
    qsort(out, (size_t)n, sizeof *out, by_likelihood);
    return n;
}
