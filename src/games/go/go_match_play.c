/* go_match_play.c: finding patterns by playing; see go_match.h.
 *
 * The second way to the same answers, which knows nothing of times: for each pattern and place, how
 * many cells are not as wanted, kept up to date as stones come and go. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "games/go/go_match.h"

static const struct msg NO_SUCH_MOVE = {"move %1 is illegal", "%1 手目は打てません"};

#define CLOSED UINT32_MAX

/* A pattern at a place. */
struct go_match_spot {
    uint32_t since;  /* when it came to be there, or its last move was made; CLOSED: it is not */
    uint32_t seen;   /* the last ply that touched it */
    uint16_t unlike; /* cells not as wanted */
    uint8_t done;    /* numbered moves made one after another */
};

struct go_pattern_watch {
    const struct go_pattern *p;
    int columns[2], rows[2];     /* first and last place; none if the last is before the first */
    struct go_match_spot *spots; /* by slot of the lower left cell; part of the player's array */
    struct go_match_spot *start; /* where the present move is number 1 and all else is as wanted */
};

struct go_match_player {
    struct go_pos *pos;
    struct go_change *change;
    struct go_pattern_watch *watches;
    uint32_t count;
    struct go_match_spot *spots;
    struct {
        uint32_t watch, slot;
    } * touched; /* in the present ply: those that may begin or end */
    size_t touched_count, touched_cap;
    uint32_t ply;
    go_move move;
    struct go_hits *out;
    bool no_memory;
};

static void add_hit(struct go_match_player *g, uint32_t watch, uint32_t slot, uint32_t from,
                    uint32_t to)
{
    struct go_hits *out = g->out;
    void *grown = mem_grow(out->at, out->count, &out->cap, SIZE_MAX, sizeof *out->at);
    if (!grown) {
        g->no_memory = true;
        return;
    }
    out->at = grown;
    int column = (int)slot % g->pos->width, row = (int)slot / g->pos->width;
    out->at[out->count++] =
        (struct go_hit){from, to, (int16_t)column, (int16_t)row, (uint16_t)watch};
}

static void touch(struct go_match_player *g, uint32_t watch, uint32_t slot)
{
    void *grown =
        mem_grow(g->touched, g->touched_count, &g->touched_cap, SIZE_MAX, sizeof *g->touched);
    if (!grown) {
        g->no_memory = true;
        return;
    }
    g->touched = grown;
    g->touched[g->touched_count].watch = watch;
    g->touched[g->touched_count++].slot = slot;
}

/* --- Stones come and go ----------------------------------------------------------------------- */

static int least(int a, int b)
{
    return a < b ? a : b;
}
static int most(int a, int b)
{
    return a > b ? a : b;
}

static void change_spot(struct go_match_player *g, uint32_t watch, uint32_t slot, uint8_t want,
                        int before, int after)
{
    const struct go_pattern_watch *w = &g->watches[watch];
    struct go_match_spot *spot = &w->spots[slot];
    if (want == GO_WANT_ANY)
        return;
    bool was = spot->unlike == 0;
    spot->unlike = (uint16_t)(spot->unlike + (want >> before & 1) - (want >> after & 1));
    if (w->p->move_count ? spot->done || spot == w->start : was || spot->unlike == 0)
        touch(g, watch, slot);
}

/* All places of a pattern that have the point in them. */
static void change_point(struct go_match_player *g, int point, int before, int after)
{
    int column = go_column(point), row = go_row(point);
    for (uint32_t i = 0; i < g->count; i++) {
        const struct go_pattern_watch *w = &g->watches[i];
        const struct go_pattern *p = w->p;
        for (int y = most(w->rows[0], row - p->height + 1); y <= least(w->rows[1], row); y++)
            for (int x = most(w->columns[0], column - p->width + 1);
                 x <= least(w->columns[1], column); x++)
                change_spot(g, i, (uint32_t)(y * g->pos->width + x),
                            p->cell[(row - y) * p->width + column - x], before, after);
    }
}

static void apply(struct go_match_player *g)
{
    const struct go_change *c = g->change;
    if (c->placed >= 0)
        change_point(g, c->placed, c->replaced, 1 + go_move_color(g->move));
    for (uint32_t i = 0; i < c->taken; i++)
        change_point(g, c->points[i], 1 + c->taken_color, GO_EMPTY);
}

/* --- What begins and ends --------------------------------------------------------------------- */

static struct go_match_spot *spot_of_move(const struct go_match_player *g,
                                          const struct go_pattern_watch *w, int n)
{
    int point = go_move_point(g->move);
    if (g->move != go_move_make(GO_PLAY, w->p->moves[n].color, point))
        return NULL;
    int x = go_column(point) - w->p->moves[n].column, y = go_row(point) - w->p->moves[n].row;
    bool inside = x >= w->columns[0] && x <= w->columns[1] && y >= w->rows[0] && y <= w->rows[1];
    return inside ? &w->spots[y * g->pos->width + x] : NULL;
}

/* Before the move is made. */
static void find_starts(struct go_match_player *g)
{
    for (uint32_t i = 0; i < g->count; i++) {
        struct go_pattern_watch *w = &g->watches[i];
        w->start = w->p->move_count ? spot_of_move(g, w, 0) : NULL;
        if (w->start && w->start->unlike)
            w->start = NULL;
    }
}

static void settle_moves(struct go_match_player *g, uint32_t watch, uint32_t slot)
{
    const struct go_pattern_watch *w = &g->watches[watch];
    struct go_match_spot *spot = &w->spots[slot];
    if (spot->seen == g->ply)
        return;
    spot->seen = g->ply;
    if (spot->done == w->p->move_count)
        add_hit(g, watch, slot, spot->since, g->ply);
    if (spot->done && spot->done < w->p->move_count && spot_of_move(g, w, spot->done) == spot)
        spot->done++;
    else
        spot->done = spot == w->start;
    spot->since = g->ply;
}

static void settle(struct go_match_player *g, uint32_t watch, uint32_t slot)
{
    struct go_match_spot *spot = &g->watches[watch].spots[slot];
    if (g->watches[watch].p->move_count) {
        settle_moves(g, watch, slot);
    } else if (spot->since != CLOSED && spot->unlike) {
        add_hit(g, watch, slot, spot->since, g->ply);
        spot->since = CLOSED;
    } else if (spot->since == CLOSED && !spot->unlike) {
        spot->since = g->ply;
    }
}

/* --- From the start to the end of a line ------------------------------------------------------ */

static void set_range(int board, int diagram, bool at_low, bool at_high, int out[2])
{
    out[0] = at_high ? board - diagram : 0;
    out[1] = at_low ? 0 : board - diagram;
    if (diagram > board) {
        out[0] = 0;
        out[1] = -1;
    }
}

static void begin_watch(struct go_match_player *g, struct go_pattern_watch *w)
{
    const struct go_pattern *p = w->p;
    uint16_t unlike = 0;
    set_range(g->pos->width, p->width, p->edges & GO_EDGE_LEFT, p->edges & GO_EDGE_RIGHT,
              w->columns);
    set_range(g->pos->height, p->height, p->edges & GO_EDGE_BOTTOM, p->edges & GO_EDGE_TOP,
              w->rows);
    for (int i = 0; i < p->width * p->height; i++)
        unlike = (uint16_t)(unlike + !(p->cell[i] & GO_WANT_EMPTY));
    for (int y = w->rows[0]; y <= w->rows[1]; y++)
        for (int x = w->columns[0]; x <= w->columns[1]; x++)
            w->spots[y * g->pos->width + x] = (struct go_match_spot){
                .since = unlike || p->move_count ? CLOSED : 0, .unlike = unlike};
}

static void begin(struct go_match_player *g, const struct go_pattern *patterns,
                  const struct go_pos *start)
{
    *g->pos = *start;
    for (uint32_t i = 0; i < g->count; i++) {
        size_t slots = (size_t)start->width * start->height;
        g->watches[i] = (struct go_pattern_watch){.p = &patterns[i], .spots = g->spots + i * slots};
        begin_watch(g, &g->watches[i]);
    }
    for (int row = 0; row < start->height; row++)
        for (int column = 0; column < start->width; column++) {
            int stone = go_stone_at(start, go_point(column, row));
            if (stone != GO_EMPTY)
                change_point(g, go_point(column, row), GO_EMPTY, stone);
        }
}

/* What was there from the empty board on, and is not in the start position, never was. */
static void begin_places(struct go_match_player *g)
{
    for (size_t i = 0; i < g->touched_count; i++) {
        const struct go_pattern_watch *w = &g->watches[g->touched[i].watch];
        struct go_match_spot *spot = &w->spots[g->touched[i].slot];
        if (w->p->move_count == 0)
            spot->since = spot->unlike ? CLOSED : 0;
    }
    g->touched_count = 0;
}

static void end(struct go_match_player *g)
{
    for (uint32_t i = 0; i < g->count; i++) {
        const struct go_pattern_watch *w = &g->watches[i];
        for (int y = w->rows[0]; y <= w->rows[1]; y++)
            for (int x = w->columns[0]; x <= w->columns[1]; x++) {
                uint32_t slot = (uint32_t)(y * g->pos->width + x);
                const struct go_match_spot *spot = &w->spots[slot];
                bool there =
                    w->p->move_count ? spot->done == w->p->move_count : spot->since != CLOSED;
                if (there)
                    add_hit(g, i, slot, spot->since, g->ply + 1);
            }
    }
}

static int by_pattern(const void *a, const void *b)
{
    const struct go_hit *x = a, *y = b;
    if (x->pattern != y->pattern)
        return x->pattern < y->pattern ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

static enum status play_line(struct go_match_player *g, const struct go_match_line *line,
                             struct err *err)
{
    for (g->ply = 1; g->ply <= line->count; g->ply++) {
        g->move = le_get16(line->moves + 2 * (size_t)(g->ply - 1));
        find_starts(g);
        if (!go_play(g->pos, g->move, g->change)) {
            err_set(err, STATUS_SYNTAX, &NO_SUCH_MOVE, SPAN_U64(g->ply), (struct span){0});
            return STATUS_SYNTAX;
        }
        apply(g);
        for (size_t i = 0; i < g->touched_count; i++)
            settle(g, g->touched[i].watch, g->touched[i].slot);
        g->touched_count = 0;
    }
    g->ply = line->count;
    end(g);
    if (g->out->count)
        qsort(g->out->at, g->out->count, sizeof *g->out->at, by_pattern);
    return g->no_memory ? err_nomem(err) : STATUS_OK;
}

enum status go_match_by_playing(const struct go_pattern *patterns, uint32_t count,
                                const struct go_match_line *line, struct go_hits *out,
                                struct err *err)
{
    struct go_match_player g = {.count = count, .out = out};
    size_t slots = (size_t)line->start->width * line->start->height;
    enum status st = STATUS_OK;
    out->count = 0;
    g.pos = mem_alloc(sizeof *g.pos);
    g.change = mem_alloc(sizeof *g.change);
    g.watches = mem_calloc(count, sizeof *g.watches);
    g.spots = mem_calloc(count * slots, sizeof *g.spots);
    if (!g.pos || !g.change || !g.watches || !g.spots) {
        st = err_nomem(err);
    } else {
        begin(&g, patterns, line->start);
        begin_places(&g);
        st = play_line(&g, line, err);
    }
    mem_free(g.pos);
    mem_free(g.change);
    mem_free(g.watches);
    mem_free(g.spots);
    mem_free(g.touched);
    return st;
}
