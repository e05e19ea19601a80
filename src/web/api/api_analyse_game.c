/* api_analyse_game.c: /api/analyse/game, a whole game searched position by position, from the last to
 * the first, and what that says of its moves.  Of shogi.
 *
 * One thread of the routes that take long.  It ends as soon as nobody listens. */
#include "base/alloc.h"
#include "values/analysis/analyst.h"
#include "view/analysis/analysis_json.h"
#include "web/api/events.h"
#include "web/api/position_request.h"

enum { USUAL_NODES = 20000, MOST_NODES = 1000000, MATE_NODES = 5000, MOST_IN_ALL = 100000000 };

struct game_call {
    struct api_call *call;
    struct position_request at;
    struct analysed_position *positions; /* owned */
    struct analyst *analyst;
    struct analyst_worker *worker;
    struct record rec; /* the moves alone */
    uint64_t nodes;
};

/* Values for Black, as in records. */
static bool send_position(void *ctx, uint32_t ply, const struct analysed_position *at)
{
    struct game_call *g = ctx;
    const int turn = shogi_turn(&g->at.start) ^ (int)(ply & 1);
    struct json *j = events_open(g->call, "position");
    json_open_object(j);
    json_key_u64(j, "ply", ply);
    if (at->value != THINK_NO_VALUE) {
        const double win = win_rate(at->value, analyst_scale(g->analyst));
        position_add_value(j, turn, at->value);
        json_key_double(j, "win", turn == SHOGI_BLACK ? win : 1 - win);
    }
    json_end(j);
    return events_send(g->call);
}

static enum status make_record(struct game_call *g, struct err *err)
{
    uint32_t node = 0;
    enum status status = record_clear(&g->rec, &shogi_game);
    for (unsigned i = 0; i < g->at.ply && status == STATUS_OK; i++)
        if (!(node = record_add_node(&g->rec, node, g->at.moves[i])))
            status = STATUS_NOMEM;
    return status == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static enum status send_game(struct game_call *g, struct err *err)
{
    struct game_analysis a = {.start = &g->at.start,
                              .moves = g->at.moves,
                              .plies = g->at.ply,
                              .positions = g->positions,
                              .scale = analyst_scale(g->analyst)};
    struct analysis_view v = {
        .a = &a, .rec = &g->rec, .engine = analyst_name(g->analyst), .nodes = g->nodes};
    enum status status = game_analysis_compute(&a, err);
    if (status == STATUS_OK)
        status = analysis_view_open(&v, err);
    if (status == STATUS_OK) {
        analysis_to_json(&v, events_open(g->call, "game"));
        events_send(g->call);
    }
    analysis_view_release(&v);
    game_analysis_release(&a);
    return status;
}

static enum status analyse(struct game_call *g, struct err *err)
{
    const struct analyst_options opt = {
        .nodes = g->nodes, .mate_nodes = MATE_NODES, .cancelled = g->call->request->cancelled};
    const struct analyst_game game = {.start = &g->at.start,
                                      .moves = g->at.moves,
                                      .plies = g->at.ply,
                                      .done = send_position,
                                      .ctx = g};
    enum status status = make_record(g, err);
    if (status == STATUS_OK)
        status = analyst_open(&g->analyst, &opt, err);
    if (status == STATUS_OK)
        status = analyst_worker_open(&g->worker, g->analyst, err);
    if (status != STATUS_OK)
        return status;
    events_begin(g->call);
    status = analyst_run(g->worker, &game, g->positions, err);
    if (status == STATUS_OK)
        status = send_game(g, err);
    return status == STATUS_OK || status == STATUS_CANCELLED ? events_done(g->call) : status;
}

enum status api_analyse_game(struct api_call *call, struct err *err)
{
    static const struct msg NO_NODES = {"nodes must be 1 or more", "nodes は 1 以上にしてください"};
    static const struct msg TOO_MANY = {
        "too many nodes for a game of this length: at most %1 a position",
        "この手数の対局にはノード数が多すぎます。一局面 %1 以下にしてください"};
    struct game_call g = {.call = call};
    enum status status = position_request_read(call, &g.at, err);
    if (status == STATUS_OK)
        status = api_number(call, "nodes", MOST_NODES, USUAL_NODES, &g.nodes, err);
    if (status == STATUS_OK && !g.nodes)
        status = err_plain(err, STATUS_RANGE, &NO_NODES);
    const uint64_t most = MOST_IN_ALL / ((uint64_t)g.at.ply + 1);
    if (status == STATUS_OK && g.nodes > most)
        status = err_set(err, STATUS_LIMIT, &TOO_MANY, SPAN_U64(most), SPAN(""));
    if (status != STATUS_OK)
        return status;
    record_init(&g.rec);
    g.positions = mem_calloc((size_t)g.at.ply + 1, sizeof *g.positions);
    status = g.positions ? analyse(&g, err) : err_nomem(err);
    analyst_worker_close(g.worker);
    analyst_close(g.analyst);
    mem_free(g.positions);
    record_release(&g.rec);
    return status;
}
