/* census_svg.c: see census_svg.h. */
#include "view/report/census_svg.h"

#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "view/draw/plot.h"

enum { WIDTH = 860, HEIGHT = 380, LEFT = 70, RIGHT = 500 /* where the second plot begins */ };
static const double MARK = 2;
static const struct plot_look BLUE = {.colour = PLOT_FIRST + 2, .shape = PLOT_DISC};

/* Logarithms of the axes are taken by the caller. */
static struct plot plot_at(struct drawing *d, double left, double x_most, double y_most)
{
    return (struct plot){.d = d,
                         .left = left,
                         .top = 40,
                         .width = 330,
                         .height = 270,
                         .x_most = x_most,
                         .y_most = y_most,
                         .font = 12};
}

static void titles(const struct plot *p, const char *title, const char *x, const char *y)
{
    plot_titles(p, &(struct plot_words){span_of(title), span_of(x), span_of(y), 48});
}

/* --- How many positions occur n times --------------------------------------------------------- */

static void plot_frequencies(const struct census *c, enum lang lang, struct drawing *d)
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
    const struct plot p = plot_at(d, LEFT, ceil(log10(most_times)), ceil(log10(most_positions)));
    char label[32];
    for (int power = 0; power <= (int)p.x_most; power++) {
        plot_short_number(pow(10, power), label, sizeof label);
        plot_x_tick(&p, power, label);
    }
    for (int power = 0; power <= (int)p.y_most; power++) {
        plot_short_number(pow(10, power), label, sizeof label);
        plot_y_tick(&p, power, label);
    }
    plot_frame(&p);
    titles(&p, msg_in(&TITLE, lang), msg_in(&X, lang), msg_in(&Y, lang));
    for (size_t i = 0; i < c->frequency_count; i++)
        plot_marker(d, plot_x(&p, log10((double)c->frequencies[i].times)),
                    plot_y(&p, log10((double)c->frequencies[i].positions)), MARK, BLUE);
}

/* --- Growth of the duplicate share ------------------------------------------------------------ */

static double duplicate_percent(const struct census_growth *g)
{
    return g->positions ? 100 * (1 - (double)g->distinct / (double)g->positions) : 0;
}

static void curve(const struct plot *p, const struct census *c)
{
    struct draw_point *points = mem_calloc(c->growth_count, sizeof *points);
    if (!points) {
        p->d->bad = STATUS_NOMEM;
        return;
    }
    for (size_t i = 0; i < c->growth_count; i++)
        points[i] = (struct draw_point){plot_x(p, (double)c->growth[i].games),
                                        plot_y(p, duplicate_percent(&c->growth[i]))};
    drawing_polyline(p->d, points, (uint32_t)c->growth_count, plot_stroke(BLUE.colour, 1));
    for (size_t i = 0; i < c->growth_count; i++)
        plot_marker(p->d, points[i].x, points[i].y, MARK, BLUE);
    mem_free(points);
}

static void plot_growth(const struct census *c, enum lang lang, struct drawing *d)
{
    static const struct msg TITLE = {"Duplicate positions as games are added",
                                     "棋譜数の増加と重複局面の割合"},
                            X = {"games", "棋譜数"}, Y = {"duplicates, %", "重複局面の割合（％）"};
    double most = 1;
    char label[32];
    for (size_t i = 0; i < c->growth_count; i++)
        most = fmax(most, duplicate_percent(&c->growth[i]));
    double games = fmax(1, (double)c->games);
    double x_step = fmax(1, plot_step(games, 6)), y_step = plot_step(most, 6);
    const struct plot p = plot_at(d, RIGHT, games, ceil(most / y_step) * y_step);
    for (int i = 0; i * x_step <= p.x_most; i++) {
        plot_short_number(i * x_step, label, sizeof label);
        plot_x_tick(&p, i * x_step, label);
    }
    for (int i = 0; i <= (int)round(p.y_most / y_step); i++) {
        snprintf(label, sizeof label, "%g", i * y_step);
        plot_y_tick(&p, i * y_step, label);
    }
    plot_frame(&p);
    titles(&p, msg_in(&TITLE, lang), msg_in(&X, lang), msg_in(&Y, lang));
    curve(&p, c);
}

void census_svg(const struct census *c, enum lang lang, struct buf *out)
{
    static const struct msg TITLE = {"How often positions occur", "局面の出現度数"};
    struct drawing d;
    plot_drawing_init(&d, WIDTH, HEIGHT, lang, msg_in(&TITLE, lang));
    plot_frequencies(c, lang, &d);
    plot_growth(c, lang, &d);
    if (d.bad)
        out->bad = d.bad;
    else
        drawing_to_svg(&d, WIDTH, DRAW_ADAPTS, out);
    drawing_release(&d);
}
