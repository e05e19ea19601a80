/* go_steps.c: games of Go as steps; see go_steps.h. */
#include "text/mine/go_steps.h"

bool go_steps_on_board(const void *start, int width, int height)
{
    const struct go_pos *pos = start;
    return pos->width == width && pos->height == height;
}

int go_edge_distance(int at, int size)
{
    return at < size - 1 - at ? at : size - 1 - at;
}

/* What was played before the move at hand. */
struct go_step_walk {
    const struct encoding_input *in;
    const struct go_step_ops *ops;
    struct corpus *out;
    bool begun;       /* a stone was played */
    bool fresh;       /* none of the steps since the break */
    int point, color; /* of the last stone; point -1: a break */
};

static enum status first_stone(struct go_step_walk *w, const struct go_pos *board, int point,
                               uint32_t ply, struct err *err)
{
    int a = go_edge_distance(go_column(point), board->width);
    int b = go_edge_distance(go_row(point), board->height);
    enum status status = corpus_begin(w->out, w->in->line, GO_FROM_FIRST_MOVE, err);
    if (status == STATUS_OK)
        status = corpus_add(w->out, w->ops->first(a < b ? a : b, a < b ? b : a), ply, err);
    return status;
}

static enum status stone(struct go_step_walk *w, const struct go_pos *board, go_move m,
                         uint32_t ply, struct err *err)
{
    int point = go_move_point(m), color = go_move_color(m);
    enum status status = STATUS_OK;
    if (!w->begun) {
        status = first_stone(w, board, point, ply, err);
        w->fresh = true;
    } else if (w->point < 0 || color == w->color || point == w->point) {
        status = corpus_begin(w->out, w->in->line, GO_AFTER_BREAK, err);
        if (status == STATUS_OK)
            corpus_lead(w->out, ply);
        w->fresh = true;
    } else {
        struct go_symbol_step s = {.from = w->point,
                                   .to = point,
                                   .across = go_column(point) - go_column(w->point),
                                   .up = go_row(point) - go_row(w->point),
                                   .fresh = w->fresh};
        status = corpus_add(w->out, w->ops->step(w->ops->ctx, board, &s), ply, err);
        w->fresh = false;
    }
    w->begun = true;
    w->point = point;
    w->color = color;
    return status;
}

enum status go_steps_encode(const struct encoding_input *in, const struct go_step_ops *ops,
                            struct corpus *out, struct err *err)
{
    static const struct msg OFF_BOARD = {"a move is outside the board", "着手が盤の外にあります"};
    const struct go_pos *board = in->start;
    struct go_step_walk w = {.in = in, .ops = ops, .out = out, .point = -1};
    enum status status = STATUS_OK;
    for (uint32_t ply = 0; ply < in->count && status == STATUS_OK; ply++) {
        go_move m = (go_move)in->moves[ply];
        if (go_move_kind(m) != GO_PLAY || go_move_is_pass(m))
            w.point = -1;
        else if (!go_on_board(board, go_move_point(m)))
            status = err_plain(err, STATUS_SYNTAX, &OFF_BOARD);
        else
            status = stone(&w, board, m, ply, err);
    }
    return status;
}
