/* go_corner.c: see go_corner.h. */
#include "text/profile/go_corner.h"

#include <stdlib.h>

#include "text/mine/go_steps.h"

enum { CORNERS = 4, NEAR = 6, LAST_PLY = 400 };

struct corner_stone {
    int x, y;
    uint32_t ply;
};

struct corner_line {
    struct corner_stone stones[GO_CORNER_LONGEST];
    uint32_t count;
    int first, last; /* colours */
    bool again, closed;
};

struct board_corners {
    struct corner_line at[CORNERS];
    int width, height;
};

static int farther(int a, int b)
{
    return a > b ? a : b;
}

static bool belongs(const struct corner_line *c, int x, int y)
{
    if (c->count == 0)
        return x < NEAR && y < NEAR;
    for (uint32_t i = 0; i < c->count; i++)
        if (farther(abs(c->stones[i].x - x), abs(c->stones[i].y - y)) <= NEAR)
            return true;
    return false;
}

static void add_stone(struct corner_line *c, const struct corner_stone *stone, int color)
{
    if (c->closed || !belongs(c, stone->x, stone->y))
        return;
    c->again = c->count && color == c->last;
    c->closed = c->again || c->count == GO_CORNER_LONGEST;
    if (c->closed)
        return;
    if (c->count == 0)
        c->first = color;
    c->last = color;
    c->stones[c->count++] = *stone;
}

/* A stone on a middle line is in two corners, one in the centre in all four. */
static void play(struct board_corners *all, int point, int color, uint32_t ply)
{
    int side_x = (all->width + 1) / 2, side_y = (all->height + 1) / 2;
    for (int corner = 0; corner < CORNERS; corner++) {
        int column = go_column(point), row = go_row(point);
        struct corner_stone stone = {.x = corner & 1 ? all->width - 1 - column : column,
                                     .y = corner & 2 ? all->height - 1 - row : row,
                                     .ply = ply};
        if (stone.x < side_x && stone.y < side_y)
            add_stone(&all->at[corner], &stone, color);
    }
}

/* Whether the edges are to be exchanged. */
static bool is_turned(const struct corner_line *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->stones[i].x != c->stones[i].y)
            return c->stones[i].x > c->stones[i].y;
    return false;
}

static enum status write_corner(const struct corner_line *c, uint32_t line, struct corpus *out,
                                struct err *err)
{
    bool turned = is_turned(c);
    uint32_t mark = (c->first ? GO_CORNER_WHITE_BEGAN : 0U) | (c->again ? GO_CORNER_AGAIN : 0U);
    enum status status = corpus_begin(out, line, mark, err);
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++) {
        const struct corner_stone *s = &c->stones[i];
        status = corpus_add(
            out, turned ? go_corner_symbol(s->y, s->x) : go_corner_symbol(s->x, s->y), s->ply, err);
    }
    return status;
}

/* Corners in which stones stand at the start have no beginning. */
static void close_used(struct board_corners *all, const struct go_pos *start)
{
    for (int row = 0; row < start->height; row++)
        for (int column = 0; column < start->width; column++)
            for (int corner = 0; corner < CORNERS; corner++)
                if (start->cell[go_cell(go_point(column, row))] != GO_EMPTY &&
                    (corner & 1 ? start->width - 1 - column : column) < (start->width + 1) / 2 &&
                    (corner & 2 ? start->height - 1 - row : row) < (start->height + 1) / 2)
                    all->at[corner].closed = true;
}

static enum status encode(struct encoder *e, const struct encoding_input *in, struct corpus *out,
                          struct err *err)
{
    static const struct msg OFF_BOARD = {"a move is outside the board", "着手が盤の外にあります"};
    const struct go_pos *start = in->start;
    enum status status = STATUS_OK;
    struct board_corners all = {.width = start->width, .height = start->height};
    (void)e;
    close_used(&all, start);
    for (uint32_t ply = 0; ply < in->count && ply < LAST_PLY; ply++) {
        go_move m = (go_move)in->moves[ply];
        if (go_move_kind(m) != GO_PLAY)
            break; /* somebody changed the board */
        if (go_move_is_pass(m))
            continue;
        if (!go_on_board(start, go_move_point(m)))
            return err_plain(err, STATUS_SYNTAX, &OFF_BOARD);
        play(&all, go_move_point(m), go_move_color(m), ply);
    }
    for (int corner = 0; corner < CORNERS && status == STATUS_OK; corner++)
        if (all.at[corner].count)
            status = write_corner(&all.at[corner], in->line, out, err);
    return status;
}

/* Lines from the two edges, counted from 1. */
static void print(uint32_t symbol, struct buf *out)
{
    buf_printf(out, "%d-%d", go_corner_x(symbol) + 1, go_corner_y(symbol) + 1);
}

const struct encoding go_corner_encoding = {
    .name = "corner",
    .title = {"corners", "隅"},
    .game = &go_game,
    .placed = true,
    .alphabet = 1 + GO_CORNER_POINTS,
    .method = "nf",
    .on_board = go_steps_on_board,
    .encode = encode,
    .print = print,
};
