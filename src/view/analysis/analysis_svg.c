/* analysis_svg.c: see analysis_svg.h. */
#include "view/analysis/analysis_svg.h"

#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "view/draw/plot.h"
#include "view/draw/text_width.h"

static const double WIDTH = 640, HEIGHT = 260, LEFT = 62, RIGHT = 64, TOP = 34, BOTTOM = 52;
static const double LEGEND_LINE = 20, LEGEND_LINES = 2, FONT = 12;
enum { MOST_TICKS = 12, MIDDLE = 50 };

/* Colours of the sides are series of the palette, told apart by everybody. */
static const int COLOURS[2] = {PLOT_FIRST + 2, PLOT_FIRST + 1};
static const double AREA_OPACITY = 0.3;

struct graph {
    const struct analysis_view *v;
    enum lang lang;
    struct drawing d;
    struct plot plot;
    struct draw_point *points; /* of positions that are known, and where 50 % is crossed */
    uint32_t count;
};

/* In the units of the plot. */
static void add_point(struct graph *g, double x, double y)
{
    if (g->count) {
        const struct draw_point before = g->points[g->count - 1];
        if ((before.y - MIDDLE) * (y - MIDDLE) < 0)
            g->points[g->count++] = (struct draw_point){
                before.x + (x - before.x) * (MIDDLE - before.y) / (y - before.y), MIDDLE};
    }
    g->points[g->count++] = (struct draw_point){x, y};
}

static bool collect(struct graph *g)
{
    const struct game_analysis *a = g->v->a;
    g->points = mem_calloc(((size_t)a->plies + 2) * 2, sizeof *g->points);
    if (!g->points)
        return false;
    for (uint32_t p = 0; p <= a->plies; p++) {
        double win = game_analysis_win(a, p);
        if (win >= 0)
            add_point(g, p, 100 * win);
    }
    return true;
}

/* As much of a text as there is room for, saying so if that is not all; y is its middle. */
static void draw_text(struct graph *g, double x, double y, struct span text, double width)
{
    struct buf cut;
    buf_init(&cut, BUF_DEFAULT_MAX);
    struct span whole = text_cut_ems(text, width / FONT);
    buf_add_span(&cut, whole.n < text.n ? text_cut_ems(text, width / FONT - 1) : text);
    buf_add_str(&cut, whole.n < text.n ? "…" : "");
    drawing_text_middle(&g->d, x, y, buf_span(&cut), plot_text_style(&g->plot, DRAW_START));
    if (buf_status(&cut) != STATUS_OK)
        g->d.bad = STATUS_NOMEM;
    buf_release(&cut);
}

/* --- Axes ------------------------------------------------------------------------------------- */

static void draw_values(struct graph *g)
{
    static const int VALUES[] = {-2000, -1000, -500, 0, 500, 1000, 2000};
    const struct plot *p = &g->plot;
    const double right = p->left + p->width;
    double above = HUGE_VAL;
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        const double y = plot_y(p, 100 * win_rate(VALUES[i], g->v->a->scale));
        char label[16];
        if (above - y < FONT)
            continue;
        above = y;
        snprintf(label, sizeof label,
                 VALUES[i] < 0 ? "−%d"
                 : VALUES[i]   ? "+%d"
                               : "%d",
                 VALUES[i] < 0 ? -VALUES[i] : VALUES[i]);
        drawing_line(&g->d, right, y, right + 4, y, plot_stroke(PLOT_INK, 0.8));
        struct draw_text_style style = plot_text_style(p, DRAW_START);
        style.colour = PLOT_QUIET;
        drawing_text_middle(&g->d, right + 7, y, span_of(label), style);
    }
}

static void draw_axes(struct graph *g)
{
    const struct plot *p = &g->plot;
    const uint32_t plies = g->v->a->plies;
    const uint32_t step = (uint32_t)fmax(1, plot_step(plies ? plies : 1, MOST_TICKS));
    char label[32];
    for (uint32_t x = 0; x <= plies; x += step) {
        snprintf(label, sizeof label, "%u", x + g->v->rec->start_ply);
        plot_x_tick(p, x, label);
    }
    for (int y = 0; y <= 100; y += 25) {
        snprintf(label, sizeof label, "%d", y);
        plot_y_tick(p, y, label);
    }
}

static void draw_words(struct graph *g)
{
    static const struct msg X = {"move", "手数"},
                            Y = {"Black's win probability, %", "先手の勝率（％）"};
    static const struct msg VALUE = {"value", "評価値"};
    const struct plot *p = &g->plot;
    struct buf title;
    buf_init(&title, BUF_DEFAULT_MAX);
    analysis_add_player(g->v, SHOGI_BLACK, g->lang, &title);
    buf_add_str(&title, " – ");
    analysis_add_player(g->v, SHOGI_WHITE, g->lang, &title);
    plot_titles(p, &(struct plot_words){.x = span_of(msg_in(&X, g->lang)),
                                        .y = span_of(msg_in(&Y, g->lang)),
                                        .y_apart = LEFT - FONT * 1.2});
    draw_text(g, p->left, p->top - FONT * 1.2, buf_span(&title), p->width - FONT);
    struct draw_text_style style = plot_text_style(p, DRAW_END);
    style.colour = PLOT_QUIET;
    drawing_text_middle(&g->d, g->d.width - 4, p->top - FONT * 1.2,
                        span_of(msg_in(&VALUE, g->lang)), style);
    if (buf_status(&title) != STATUS_OK)
        g->d.bad = STATUS_NOMEM;
    buf_release(&title);
}

/* --- Curve and marks -------------------------------------------------------------------------- */

/* What lies between the curve and 50 % on one side. */
static void draw_area(struct graph *g, int side)
{
    struct draw_point *points = mem_calloc((size_t)g->count + 2, sizeof *points);
    if (!points) {
        g->d.bad = STATUS_NOMEM;
        return;
    }
    const double middle = plot_y(&g->plot, MIDDLE);
    for (uint32_t i = 0; i < g->count; i++) {
        const double y = plot_y(&g->plot, g->points[i].y);
        const bool ahead = side == SHOGI_BLACK ? y < middle : y > middle;
        points[i] = (struct draw_point){plot_x(&g->plot, g->points[i].x), ahead ? y : middle};
    }
    points[g->count] = (struct draw_point){points[g->count - 1].x, middle};
    points[g->count + 1] = (struct draw_point){points[0].x, middle};
    drawing_polygon(&g->d, points, g->count + 2,
                    (struct draw_paint){
                        .fill = COLOURS[side], .stroke = DRAW_NO_COLOUR, .opacity = AREA_OPACITY});
    mem_free(points);
}

static void draw_curve(struct graph *g)
{
    for (uint32_t i = 0; i < g->count; i++)
        g->points[i] =
            (struct draw_point){plot_x(&g->plot, g->points[i].x), plot_y(&g->plot, g->points[i].y)};
    if (g->count > 1)
        drawing_polyline(&g->d, g->points, g->count, plot_stroke(PLOT_INK, 1.5));
}

static struct plot_look look_of(enum move_class class, int colour)
{
    static const enum plot_shape SHAPES[MOVE_CLASSES] = {
        [MOVE_INACCURACY] = PLOT_DISC, [MOVE_MISTAKE] = PLOT_UP, [MOVE_BLUNDER] = PLOT_DIAMOND};
    return (struct plot_look){
        .colour = colour, .shape = SHAPES[class], .hollow = class == MOVE_INACCURACY};
}

static void draw_marks(struct graph *g)
{
    const struct game_analysis *a = g->v->a;
    for (uint32_t p = 0; p < a->plies; p++) {
        const struct analysed_move *m = &a->at[p];
        double win = game_analysis_win(a, p + 1);
        if (m->class == MOVE_GOOD || win < 0)
            continue;
        plot_marker(&g->d, plot_x(&g->plot, p + 1), plot_y(&g->plot, 100 * win),
                    m->class == MOVE_INACCURACY ? 3 : 4, look_of(m->class, COLOURS[m->side]));
    }
}

static void draw_legend(struct graph *g)
{
    const struct plot *p = &g->plot;
    double y = p->top + p->height + BOTTOM;
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    for (int side = 0; side < 2; side++) {
        const double x = p->left + side * p->width / 2;
        buf_clear(&name);
        analysis_add_player(g->v, side, g->lang, &name);
        drawing_rect(&g->d, x, y - 6, 16, 12, 0,
                     (struct draw_paint){
                         .fill = COLOURS[side], .stroke = COLOURS[side], .stroke_width = 0.8});
        draw_text(g, x + 22, y, buf_span(&name), p->width / 2 - 30);
    }
    y += LEGEND_LINE;
    for (int class = MOVE_INACCURACY; class < MOVE_CLASSES; class ++) {
        const double x = p->left + (class - 1) * p->width / 3;
        plot_marker(&g->d, x + 8, y, 4, look_of((enum move_class) class, PLOT_INK));
        drawing_text_middle(&g->d, x + 22, y, span_of(msg_in(&move_class_words[class], g->lang)),
                            plot_text_style(p, DRAW_START));
    }
    if (buf_status(&name) != STATUS_OK)
        g->d.bad = STATUS_NOMEM;
    buf_release(&name);
}

static void describe(struct graph *g)
{
    for (uint32_t p = 0; p < g->v->a->plies; p++)
        if (analysis_is_worth_words(&g->v->a->at[p])) {
            buf_add_str(&g->d.desc, g->d.desc.n ? "\n" : "");
            analysis_add_sentence(g->v, p, g->lang, &g->d.desc);
        }
}

enum status analysis_to_svg(const struct analysis_view *v, enum lang lang, struct buf *out,
                            struct err *err)
{
    static const struct msg TITLE = {"Win probability over the moves of a game", "指し手と勝率"};
    struct graph g = {.v = v, .lang = lang};
    if (!collect(&g))
        return err_nomem(err);
    plot_drawing_init(&g.d, LEFT + WIDTH + RIGHT,
                      TOP + HEIGHT + BOTTOM + LEGEND_LINE * LEGEND_LINES, lang,
                      msg_in(&TITLE, lang));
    g.plot = (struct plot){.d = &g.d,
                           .left = LEFT,
                           .top = TOP,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .x_most = v->a->plies ? v->a->plies : 1,
                           .y_most = 100,
                           .font = FONT};
    describe(&g);
    draw_axes(&g);
    for (int side = 0; side < 2 && g.count; side++)
        draw_area(&g, side);
    drawing_line(&g.d, LEFT, plot_y(&g.plot, MIDDLE), LEFT + WIDTH, plot_y(&g.plot, MIDDLE),
                 plot_stroke(PLOT_QUIET, 0.8));
    draw_curve(&g);
    plot_frame(&g.plot);
    draw_values(&g);
    draw_marks(&g);
    draw_words(&g);
    draw_legend(&g);
    if (!g.d.bad)
        drawing_to_svg(&g.d, g.d.width, DRAW_ADAPTS, out);
    enum status status = g.d.bad || buf_status(out) ? err_nomem(err) : STATUS_OK;
    drawing_release(&g.d);
    mem_free(g.points);
    return status;
}
