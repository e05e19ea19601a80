/* api_engine.c: /api/analyse, what the engine thinks of a position, while it thinks; and
 * /api/natural, what people would play there.  Of shogi. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "engine/mate.h"
#include "engine/natural.h"
#include "engine/think.h"
#include "engine/weights.h"
#include "view/move_text.h"
#include "web/events.h"

enum {
    MAX_MOVES = 2000,
    MAX_LINES = 10,
    MAX_SECONDS = 600,
    TABLE_BYTES = 64 << 20,
    MATE_BYTES = 16 << 20,
    MATE_NODES = 100000, /* before the search: well under a second */
    MATE_MS = 500,
};

static const struct msg ONLY_SHOGI = {"there is an engine for shogi only",
                                      "エンジンは将棋にしかありません"};
static const struct msg NO_MOVE = {"%1 can't be played there", "%1 はそこでは指せません"};
static const struct msg TOO_MANY = {"too many moves", "指し手が多すぎます"};
static const struct msg NO_CLASS = {"there is no class %1; there are pro, amateur and online",
                                    "種別 %1 はありません。pro, amateur, online があります"};

/* A position and how it came about. */
struct situation {
    struct shogi_pos pos;
    struct natural_past past;
    struct shogi_history_entry *history; /* of the call's arena; the present position last */
    unsigned count;
    int last_to; /* where the last move went; -1: nowhere */
    unsigned ply;
};

static void note(struct situation *s)
{
    s->history[s->count++] =
        (struct shogi_history_entry){shogi_hash(&s->pos), shogi_in_check(&s->pos)};
}

static enum status play(struct situation *s, struct span word, struct err *err)
{
    shogi_move m;
    struct shogi_undo undo;
    if (s->count > MAX_MOVES)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    if (!shogi_usi_parse(word, &m) || !shogi_move_is_legal(&s->pos, m))
        return err_set(err, STATUS_RANGE, &NO_MOVE, word, SPAN(""));
    natural_past_add(&s->past, &s->pos, m);
    shogi_play(&s->pos, m, &undo);
    s->last_to = shogi_move_to(m);
    s->ply++;
    note(s);
    return STATUS_OK;
}

/* "sfen" and "moves". */
static enum status read_situation(struct api_call *call, struct situation *s, struct err *err)
{
    struct span sfen = api_text(call, "sfen"), rest = span_trim(api_text(call, "moves"));
    if (call->site->game != &shogi_game)
        return err_plain(err, STATUS_UNSUPPORTED, &ONLY_SHOGI);
    *s = (struct situation){.last_to = -1};
    natural_past_clear(&s->past);
    s->history = arena_alloc_array(&call->arena, MAX_MOVES + 2, sizeof *s->history);
    if (!s->history)
        return err_nomem(err);
    enum status st = STATUS_OK;
    if (sfen.n == 0 || span_eq(sfen, SPAN("startpos")))
        shogi_game.pos_start(&s->pos);
    else
        st = shogi_sfen_parse(&s->pos, sfen, SHOGI_SFEN_TOLERANT, NULL, err);
    if (st == STATUS_OK)
        note(s);
    while (st == STATUS_OK && rest.n) {
        ptrdiff_t end = span_find(rest, SPAN(" "));
        struct span word = end < 0 ? rest : span_make(rest.p, (size_t)end);
        st = play(s, word, err);
        rest = span_trim(span_skip(rest, word.n));
    }
    return st;
}

/* "moves":["7g7f"…],"ja":"▲７六歩…","en":"P-7f …": a line of play in words; illegal moves end it.
 */
static void add_line_moves(struct json *j, const struct situation *s, const shogi_move *moves,
                           uint32_t n)
{
    struct buf usi, text[2];
    struct shogi_pos pos = s->pos;
    int last_to = s->last_to;
    buf_init(&usi, BUF_DEFAULT_MAX);
    for (int i = 0; i < 2; i++)
        buf_init(&text[i], BUF_DEFAULT_MAX);
    json_key(j, "moves");
    json_open_array(j);
    for (uint32_t i = 0; i < n && shogi_move_is_legal(&pos, moves[i]); i++) {
        struct shogi_undo undo;
        buf_clear(&usi);
        shogi_usi_print(moves[i], &usi);
        json_str(j, buf_span(&usi));
        buf_add_str(&text[LANG_JA], shogi_turn(&pos) == SHOGI_BLACK ? "▲" : "△");
        move_text(&pos, moves[i], last_to, LANG_JA, &text[LANG_JA]);
        buf_add_str(&text[LANG_EN], i ? " " : "");
        move_text(&pos, moves[i], last_to, LANG_EN, &text[LANG_EN]);
        last_to = shogi_move_to(moves[i]);
        shogi_play(&pos, moves[i], &undo);
    }
    json_end(j);
    json_key_str(j, "ja", buf_span(&text[LANG_JA]));
    json_key_str(j, "en", buf_span(&text[LANG_EN]));
    buf_release(&usi);
    for (int i = 0; i < 2; i++)
        buf_release(&text[i]);
}

/* --- Analysis -------------------------------------------------------------------------------- */

struct analysis {
    struct api_call *call;
    struct situation s;
    struct think_control control;
    uint64_t lines, seconds;
    atomic_bool done;
};

/* For Black, as in records: hundredths of a pawn, or plies to mate with the winner's sign. */
static void add_value(struct json *j, const struct analysis *a, int value)
{
    int sign = shogi_turn(&a->s.pos) == SHOGI_BLACK ? 1 : -1;
    if (value > THINK_MATE_BOUND)
        json_key_i64(j, "mate", sign * (THINK_MATE - value));
    else if (value < -THINK_MATE_BOUND)
        json_key_i64(j, "mate", sign * (-THINK_MATE - value));
    else
        json_key_i64(j, "centipawns", sign * value);
}

static void on_report(void *ctx, const struct think_report *r)
{
    struct analysis *a = ctx;
    if (r->line->bound != THINK_EXACT)
        return;
    struct json *j = events_open(a->call, "line");
    json_open_object(j);
    json_key_u64(j, "number", r->number);
    json_key_i64(j, "depth", r->line->depth);
    json_key_i64(j, "selective", r->line->selective_depth);
    add_value(j, a, r->line->value);
    add_line_moves(j, &a->s, r->line->moves, r->line->length);
    json_key_u64(j, "nodes", r->nodes);
    json_key_u64(j, "ms", r->ms);
    json_end(j);
    if (!events_send(a->call))
        atomic_store(&a->control.stop, true);
}

/* The search looks at its own flag only: this thread carries the request's over. */
static void *watch(void *arg)
{
    struct analysis *a = arg;
    const struct timespec pause = {.tv_nsec = 20000000};
    while (!atomic_load(&a->done)) {
        if (atomic_load(a->call->request->cancelled))
            atomic_store(&a->control.stop, true);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

/* A mate that is found by checks alone is told at once. */
static enum status look_for_mate(struct analysis *a, struct err *err)
{
    const struct mate_options opt = {
        .nodes = MATE_NODES, .milliseconds = MATE_MS, .stop = a->call->request->cancelled};
    struct mate_solver *solver = NULL;
    struct mate_answer *answer = mem_calloc(1, sizeof *answer);
    enum status st = answer ? mate_open(&solver, MATE_BYTES, err) : err_nomem(err);
    if (st == STATUS_OK)
        st = mate_solve(solver, &a->s.pos, &opt, answer, err);
    if (st == STATUS_OK && answer->result == MATE_FOUND) {
        struct json *j = events_open(a->call, "mate");
        json_open_object(j);
        json_key_u64(j, "length", answer->length);
        add_line_moves(j, &a->s, answer->line, answer->length);
        json_end(j);
        events_send(a->call);
    }
    mate_close(solver);
    mem_free(answer);
    return st;
}

static enum status think_aloud(struct analysis *a, struct thinker *thinker, struct err *err)
{
    struct think_limits limits = {.hard_ms = (uint32_t)a->seconds * 1000,
                                  .lines = (unsigned)a->lines};
    struct think_answer answer;
    pthread_t watchman;
    think_control_begin(&a->control, &limits);
    const struct think_question question = {.pos = &a->s.pos,
                                            .history = a->s.history,
                                            .history_count = a->s.count,
                                            .limits = limits,
                                            .control = &a->control,
                                            .report = on_report,
                                            .ctx = a};
    if (pthread_create(&watchman, NULL, watch, a) != 0)
        return err_nomem(err);
    enum status st = think(thinker, &question, &answer, err);
    atomic_store(&a->done, true);
    pthread_join(watchman, NULL);
    return st;
}

static enum status analyse(struct analysis *a, struct err *err)
{
    struct weights *weights = NULL;
    struct thinker *thinker = NULL;
    enum status st = weights_open(&weights, NULL, err);
    if (st != STATUS_OK)
        return st;
    struct think_options opt = {
        .table_bytes = TABLE_BYTES, .threads = pool_cpu_count() / 2, .eval = weights_eval(weights)};
    opt.threads = opt.threads < 1 ? 1 : opt.threads;
    st = thinker_open(&thinker, &opt, err);
    if (st == STATUS_OK)
        events_begin(a->call);
    if (st == STATUS_OK)
        st = look_for_mate(a, err);
    if (st == STATUS_OK)
        st = think_aloud(a, thinker, err);
    thinker_close(thinker);
    weights_close(weights);
    return st == STATUS_OK ? events_done(a->call) : st;
}

enum status api_analyse(struct api_call *call, struct err *err)
{
    struct analysis *a = mem_calloc(1, sizeof *a);
    if (!a)
        return err_nomem(err);
    a->call = call;
    enum status st = read_situation(call, &a->s, err);
    if (st == STATUS_OK)
        st = api_number(call, "lines", MAX_LINES, 3, &a->lines, err);
    if (st == STATUS_OK)
        st = api_number(call, "seconds", MAX_SECONDS, 60, &a->seconds, err);
    if (st == STATUS_OK)
        st = analyse(a, err);
    mem_free(a);
    return st;
}

/* --- What people play ------------------------------------------------------------------------ */

static enum status read_class(const struct api_call *call, enum natural_class *out, struct err *err)
{
    struct span name = api_text(call, "class");
    *out = NATURAL_PRO;
    if (name.n == 0)
        return STATUS_OK;
    for (int i = 0; i < NATURAL_CLASSES; i++)
        if (span_eq(name, span_of(natural_class_names[i]))) {
            *out = (enum natural_class)i;
            return STATUS_OK;
        }
    return err_set(err, STATUS_RANGE, &NO_CLASS, name, SPAN(""));
}

static int by_likelihood(const void *a, const void *b)
{
    const struct natural_move *x = a, *y = b;
    if (x->p > y->p || x->p < y->p)
        return x->p > y->p ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

static void add_natural(struct api_call *call, const struct situation *s, enum natural_class class,
                        struct natural_move *moves, int n, uint64_t limit)
{
    struct json *j = &call->json;
    qsort(moves, (size_t)n, sizeof *moves, by_likelihood);
    json_open_object(j);
    json_key_cstr(j, "class", natural_class_names[class]);
    json_key_i64(j, "total", n);
    json_key(j, "moves");
    json_open_array(j);
    for (int i = 0; i < n && (uint64_t)i < limit; i++) {
        json_open_object(j);
        add_line_moves(j, s, &moves[i].move, 1);
        json_key_double(j, "p", (double)moves[i].p);
        json_end(j);
    }
    json_end(j);
    json_end(j);
    json_line(j);
}

enum status api_natural(struct api_call *call, struct err *err)
{
    struct situation s;
    struct natural *model = NULL;
    enum natural_class class = NATURAL_PRO;
    uint64_t limit;
    enum status st = read_situation(call, &s, err);
    if (st == STATUS_OK)
        st = api_number(call, "limit", SHOGI_MAX_MOVES, 10, &limit, err);
    if (st == STATUS_OK)
        st = read_class(call, &class, err);
    struct natural_move *moves = arena_alloc_array(&call->arena, SHOGI_MAX_MOVES, sizeof *moves);
    if (st == STATUS_OK)
        st = moves ? natural_open(&model, NULL, err) : err_nomem(err);
    if (st != STATUS_OK)
        return st;
    const struct natural_question question = {
        .pos = &s.pos, .past = &s.past, .class = class, .ply = s.ply};
    int n = natural_judge(model, &question, moves);
    add_natural(call, &s, class, moves, n, limit);
    natural_close(model);
    return STATUS_OK;
}
