/* census_svg.c: see census_svg.h. */
#include "view/census_svg.h"

#include <math.h>
#include <stdio.h>

#include "view/svg.h"

enum {
    WIDTH = 860,
    HEIGHT = 380,
    PLOT_WIDTH = 330,
    PLOT_HEIGHT = 270,
    LEFT = 70,
    RIGHT = 500, /* where the second plot begins */
    TOP = 40,
    TICK = 5,
    INK = 0x000000,
    GRID = 0xd8d8d8,
    CURVE = 0x1f4e8c,
};

/* A plot: where it stands, and what its edges mean.  Logarithms are taken by the caller. */
struct plot {
    double left, top;
    double x_least, x_most, y_least, y_most;
};

static double across(const struct plot *p, double x)
{
    return p->left + (x - p->x_least) / (p->x_most - p->x_least) * PLOT_WIDTH;
}

static double down(const struct plot *p, double y)
{
    return p->top + PLOT_HEIGHT - (y - p->y_least) / (p->y_most - p->y_least) * PLOT_HEIGHT;
}

static void line(struct buf *out, double x1, double y1, double x2, double y2, uint32_t colour)
{
    svg_open(out, "line");
    svg_number_attr(out, "x1", x1);
    svg_number_attr(out, "y1", y1);
    svg_number_attr(out, "x2", x2);
    svg_number_attr(out, "y2", y2);
    svg_colour_attr(out, "stroke", colour);
    svg_end_empty(out);
}

static void text(struct buf *out, double x, double y, const char *anchor, const char *words)
{
    svg_open(out, "text");
    svg_number_attr(out, "x", x);
    svg_number_attr(out, "y", y);
    svg_str_attr(out, "text-anchor", anchor);
    svg_end_open(out);
    svg_text(out, span_of(words));
    svg_close(out, "text");
}

static void circle(struct buf *out, double x, double y)
{
    svg_open(out, "circle");
    svg_number_attr(out, "cx", x);
    svg_number_attr(out, "cy", y);
    svg_number_attr(out, "r", 2);
    svg_colour_attr(out, "fill", CURVE);
    svg_end_empty(out);
}

/* --- Axes --------------------------------------------------------------------------------------
 */

static void frame(const struct plot *p, struct buf *out)
{
    svg_open(out, "rect");
    svg_number_attr(out, "x", p->left);
    svg_number_attr(out, "y", p->top);
    svg_number_attr(out, "width", PLOT_WIDTH);
    svg_number_attr(out, "height", PLOT_HEIGHT);
    svg_str_attr(out, "fill", "none");
    svg_colour_attr(out, "stroke", INK);
    svg_end_empty(out);
}

static void x_mark(const struct plot *p, double x, const char *label, struct buf *out)
{
    double at = across(p, x), bottom = p->top + PLOT_HEIGHT;
    line(out, at, p->top, at, bottom, GRID);
    line(out, at, bottom, at, bottom + TICK, INK);
    text(out, at, bottom + 18, "middle", label);
}

static void y_mark(const struct plot *p, double y, const char *label, struct buf *out)
{
    double at = down(p, y);
    line(out, p->left, at, p->left + PLOT_WIDTH, at, GRID);
    line(out, p->left - TICK, at, p->left, at, INK);
    text(out, p->left - TICK - 3, at + 4, "end", label);
}

static void titles(const struct plot *p, const char *title, const char *x, const char *y,
                   struct buf *out)
{
    double middle = p->top + PLOT_HEIGHT / 2.0, side = p->left - 54;
    char turn[64];
    text(out, p->left + PLOT_WIDTH / 2.0, p->top - 14, "middle", title);
    text(out, p->left + PLOT_WIDTH / 2.0, p->top + PLOT_HEIGHT + 40, "middle", x);
    snprintf(turn, sizeof turn, "rotate(-90 %d %d)", (int)side, (int)middle);
    svg_open(out, "text");
    svg_number_attr(out, "x", (int)side);
    svg_number_attr(out, "y", (int)middle);
    svg_str_attr(out, "text-anchor", "middle");
    svg_str_attr(out, "transform", turn);
    svg_end_open(out);
    svg_text(out, span_of(y));
    svg_close(out, "text");
}

/* 1, 10, … 1k, 10k, … 1M. */
static void short_number(double v, char *out, size_t n)
{
    if (v >= 1e6)
        snprintf(out, n, "%gM", v / 1e6);
    else if (v >= 1e3)
        snprintf(out, n, "%gk", v / 1e3);
    else
        snprintf(out, n, "%g", v);
}

/* The smallest of 1, 2, 5 times a power of ten that divides the range into at most six. */
static double nice_step(double range)
{
    double power = pow(10, floor(log10(range / 6)));
    static const double FACTORS[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++)
        if (range / (power * FACTORS[i]) <= 6)
            return power * FACTORS[i];
    return power * 10;
}

/* --- How many positions occur n times ----------------------------------------------------------
 */

static void plot_frequencies(const struct census *c, enum lang lang, struct buf *out)
{
    static const struct msg TITLE = {"Distinct positions by how often they occur",
                                     "出現度数による異なり局面数の分布"},
                            X = {"occurrences", "出現度数"},
                            Y = {"distinct positions", "異なり局面数"};
    double most_times = 10, most_positions = 10;
    for (size_t i = 0; i < c->frequency_count; i++) {
        most_times = fmax(most_times, (double)c->frequencies[i].times);
        most_positions = fmax(most_positions, (double)c->frequencies[i].positions);
    }
    const struct plot p = {LEFT, TOP, 0, ceil(log10(most_times)), 0, ceil(log10(most_positions))};
    char label[32];
    for (int d = 0; d <= (int)p.x_most; d++) {
        short_number(pow(10, d), label, sizeof label);
        x_mark(&p, d, label, out);
    }
    for (int d = 0; d <= (int)p.y_most; d++) {
        short_number(pow(10, d), label, sizeof label);
        y_mark(&p, d, label, out);
    }
    frame(&p, out);
    titles(&p, msg_in(&TITLE, lang), msg_in(&X, lang), msg_in(&Y, lang), out);
    for (size_t i = 0; i < c->frequency_count; i++)
        circle(out, across(&p, log10((double)c->frequencies[i].times)),
               down(&p, log10((double)c->frequencies[i].positions)));
}

/* --- Growth of the duplicate share -------------------------------------------------------------
 */

static double duplicate_percent(const struct census_growth *g)
{
    return g->positions ? 100 * (1 - (double)g->distinct / (double)g->positions) : 0;
}

static void curve(const struct plot *p, const struct census *c, struct buf *out)
{
    svg_open(out, "polyline");
    buf_add_str(out, " points=\"");
    for (size_t i = 0; i < c->growth_count; i++) {
        svg_number(out, across(p, (double)c->growth[i].games));
        buf_add_char(out, ',');
        svg_number(out, down(p, duplicate_percent(&c->growth[i])));
        buf_add_str(out, i + 1 < c->growth_count ? " " : "");
    }
    buf_add_char(out, '"');
    svg_str_attr(out, "fill", "none");
    svg_colour_attr(out, "stroke", CURVE);
    svg_end_empty(out);
    for (size_t i = 0; i < c->growth_count; i++)
        circle(out, across(p, (double)c->growth[i].games),
               down(p, duplicate_percent(&c->growth[i])));
}

static void plot_growth(const struct census *c, enum lang lang, struct buf *out)
{
    static const struct msg TITLE = {"Duplicate positions as games are added",
                                     "棋譜数の増加と重複局面の割合"},
                            X = {"games", "棋譜数"}, Y = {"duplicates, %", "重複局面の割合（％）"};
    double most = 1;
    char label[32];
    for (size_t i = 0; i < c->growth_count; i++)
        most = fmax(most, duplicate_percent(&c->growth[i]));
    double games = fmax(1, (double)c->games);
    double x_step = fmax(1, nice_step(games)), y_step = nice_step(most);
    const struct plot p = {RIGHT, TOP, 0, games, 0, ceil(most / y_step) * y_step};
    for (int i = 0; i * x_step <= p.x_most; i++) {
        short_number(i * x_step, label, sizeof label);
        x_mark(&p, i * x_step, label, out);
    }
    for (int i = 0; i <= (int)round(p.y_most / y_step); i++) {
        snprintf(label, sizeof label, "%g", i * y_step);
        y_mark(&p, i * y_step, label, out);
    }
    frame(&p, out);
    titles(&p, msg_in(&TITLE, lang), msg_in(&X, lang), msg_in(&Y, lang), out);
    curve(&p, c, out);
}

void census_svg(const struct census *c, enum lang lang, struct buf *out)
{
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n",
               WIDTH, HEIGHT, WIDTH, HEIGHT);
    buf_add_str(out, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    plot_frequencies(c, lang, out);
    plot_growth(c, lang, out);
    buf_add_str(out, "</svg>\n");
}
