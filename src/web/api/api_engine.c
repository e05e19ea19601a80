/* api_engine.c: /api/analyse, what the engine thinks of a position, while it thinks; and
 * /api/natural, what people would play there.  Of shogi; of Go see api_go_people.c. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "engine/eval/weights.h"
#include "engine/search/engine_search.h"
#include "engine/search/mate.h"
#include "web/api/events.h"
#include "web/api/position_request.h"
#include "web/http/cancel_watch.h"

enum {
    MAX_LINES = 10,
    MAX_SECONDS = 600,
    TABLE_BYTES = 64 << 20,
    MATE_BYTES = 16 << 20,
    MATE_NODES = 100000, /* before the search: well under a second */
    MATE_MS = 500,
};

/* --- Analysis -------------------------------------------------------------------------------- */

struct analysis {
    struct api_call *call;
    struct position_request s;
    struct think_control control;
    uint64_t lines, seconds;
};

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
    position_add_value(j, shogi_turn(&a->s.pos), r->line->value);
    position_add_line(j, &a->s, r->line->moves, r->line->length);
    json_key_u64(j, "nodes", r->nodes);
    json_key_u64(j, "ms", r->ms);
    json_end(j);
    if (!events_send(a->call))
        atomic_store(&a->control.stop, true);
}

/* A mate that is found by checks alone is told at once. */
static enum status look_for_mate(struct analysis *a, struct err *err)
{
    const struct mate_options opt = {
        .nodes = MATE_NODES, .milliseconds = MATE_MS, .stop = a->call->request->cancelled};
    struct mate_solver *solver = NULL;
    struct mate_answer *answer = mem_calloc(1, sizeof *answer);
    if (!answer)
        return err_nomem(err);
    enum status st = mate_open(&solver, MATE_BYTES, err);
    if (st == STATUS_OK)
        st = mate_solve(solver, &a->s.pos, &opt, answer, err);
    if (st == STATUS_OK && answer->result == MATE_PROVEN) {
        struct json *j = events_open(a->call, "mate");
        json_open_object(j);
        json_key_u64(j, "length", answer->length);
        position_add_line(j, &a->s, answer->line, answer->length);
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
    struct think_result answer;
    struct cancel_watch watch;
    think_control_begin(&a->control, &limits);
    const struct think_request request = {.pos = &a->s.pos,
                                          .history = a->s.history,
                                          .history_count = a->s.count,
                                          .limits = limits,
                                          .control = &a->control,
                                          .report = on_report,
                                          .ctx = a};
    enum status st = cancel_watch_begin(&watch, a->call->request->cancelled, &a->control.stop, err);
    if (st != STATUS_OK)
        return st;
    st = think(thinker, &request, &answer, err);
    cancel_watch_end(&watch);
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
        .tt_bytes = TABLE_BYTES, .threads = pool_cpu_count() / 2, .eval = weights_eval(weights)};
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
    enum status st = position_request_read(call, &a->s, err);
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

static int by_likelihood(const void *a, const void *b)
{
    const struct natural_move *x = a, *y = b;
    if (x->p > y->p || x->p < y->p)
        return x->p > y->p ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

static void add_natural(struct api_call *call, const struct position_request *s,
                        enum natural_class class, struct natural_move *moves, int n, uint64_t limit)
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
        position_add_line(j, s, &moves[i].move, 1);
        json_key_double(j, "p", (double)moves[i].p);
        json_end(j);
    }
    json_end(j);
    json_end(j);
    json_line(j);
}

static enum status natural_of_shogi(struct api_call *call, struct err *err)
{
    struct position_request s;
    struct natural *model = NULL;
    enum natural_class class = NATURAL_PRO;
    uint64_t limit;
    enum status st = position_request_read(call, &s, err);
    if (st == STATUS_OK)
        st = api_number(call, "limit", SHOGI_MAX_MOVES, 10, &limit, err);
    if (st == STATUS_OK)
        st = position_request_class(call, &class, err);
    struct natural_move *moves = arena_alloc_array(&call->arena, SHOGI_MAX_MOVES, sizeof *moves);
    if (!moves)
        return err_nomem(err);
    if (st == STATUS_OK)
        st = natural_open(&model, NULL, err);
    if (st != STATUS_OK)
        return st;
    const struct natural_input request = {
        .pos = &s.pos, .past = &s.past, .class = class, .ply = s.ply};
    int n = natural_infer(model, &request, moves);
    add_natural(call, &s, class, moves, n, limit);
    natural_close(model);
    return STATUS_OK;
}

enum status api_natural(struct api_call *call, struct err *err)
{
    static const struct {
        const struct game *game;
        api_route *route;
    } GAMES[] = {{&go_game, api_go_people}};
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++)
        if (GAMES[i].game == call->site->game)
            return GAMES[i].route(call, err);
    return natural_of_shogi(call, err);
}
