/* plot.h: axes, ticks and marks of a plot, on a drawing.
 *
 *     struct plot p = {.d = &d, .left = 60, .top = 30, .width = 300, .height = 200, .font = 12,
 *                      .x_least = 0, .x_most = 10, .y_least = 0, .y_most = 100};
 *     plot_x_tick(&p, 5, "5");
 *     plot_frame(&p);
 *     plot_titles(&p, &words);
 *     plot_marker(&p, plot_x(&p, 3), plot_y(&p, 40), 5, plot_look(1));
 *
 * Colours are those of plot_palette.  They are told apart by those who see colours differently
 * (Okabe and Ito, 2008), and every series has a marker and a dash of its own besides, so that a
 * print in black says as much. */
#ifndef KIFU_VIEW_DRAW_PLOT_H
#define KIFU_VIEW_DRAW_PLOT_H

#include "view/draw/drawing.h"

enum plot_colour {
    PLOT_PAPER,
    PLOT_INK,
    PLOT_GRID,
    PLOT_QUIET, /* text that stands back */
    PLOT_FIRST, /* of the series; the first is ink */
    PLOT_SERIES = 7,
    PLOT_COLOURS = PLOT_FIRST + PLOT_SERIES
};
extern const struct draw_colour plot_palette[PLOT_COLOURS];

/* Logarithms are taken by the caller. */
struct plot {
    struct drawing *d;
    double left, top, width, height;
    double x_least, x_most, y_least, y_most;
    double font; /* size of its text */
};

/* A drawing with the palette, of paper; the title is for those who can't see it. */
void plot_drawing_init(struct drawing *d, double width, double height, enum lang lang,
                       const char *title);

double plot_x(const struct plot *p, double x);
double plot_y(const struct plot *p, double y);

/* A line across, a mark at the axis, and its label; NULL: no label. */
void plot_x_tick(const struct plot *p, double x, const char *label);
void plot_y_tick(const struct plot *p, double y, const char *label);
void plot_frame(const struct plot *p);

struct plot_words {
    struct span title, x, y; /* may be empty */
    double y_apart;          /* of the y axis' name from the axis */
};
void plot_titles(const struct plot *p, const struct plot_words *w);

/* Text in the plot's size and colour. */
struct draw_text_style plot_text_style(const struct plot *p, enum draw_anchor anchor);

/* 1, 2 or 5 times a power of ten, so that the range (not 0) has at most so many steps. */
double plot_step(double range, int most);
/* 1, 10, … 1k, 10k, … 1M. */
void plot_short_number(double v, char *out, size_t n);

/* How the i-th series is drawn. */
enum plot_shape {
    PLOT_DISC,
    PLOT_UP,
    PLOT_DOWN,
    PLOT_SQUARE,
    PLOT_DIAMOND,
    PLOT_SHAPES,
};
struct plot_look {
    int colour;
    enum plot_shape shape;
    bool hollow;
    double dash;
};
struct plot_look plot_look(uint32_t series);
/* In the drawing's units. */
void plot_marker(struct drawing *d, double x, double y, double size, struct plot_look look);
struct draw_paint plot_stroke(int colour, double width);

#endif
