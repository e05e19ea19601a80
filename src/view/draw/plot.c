/* plot.c: see plot.h. */
#include "view/draw/plot.h"

#include <math.h>
#include <stdio.h>

static const double TICK = 4;

const struct draw_colour plot_palette[PLOT_COLOURS] = {
    [PLOT_PAPER] = {"paper", 0xffffff, 0x16181c},
    [PLOT_INK] = {"ink", 0x111111, 0xe6e6e6},
    [PLOT_GRID] = {"grid", 0xe2e2e2, 0x34383f},
    [PLOT_QUIET] = {"quiet", 0x5a5a5a, 0xa4a8ae},
    [PLOT_FIRST] = {"series0", 0x111111, 0xe6e6e6},
    [PLOT_FIRST + 1] = {"series1", 0xd55e00, 0xff8f3f},
    [PLOT_FIRST + 2] = {"series2", 0x0072b2, 0x56b4e9},
    [PLOT_FIRST + 3] = {"series3", 0x009e73, 0x2fd0a2},
    [PLOT_FIRST + 4] = {"series4", 0xcc79a7, 0xe79cc5},
    [PLOT_FIRST + 5] = {"series5", 0xb07800, 0xf0c030},
    [PLOT_FIRST + 6] = {"series6", 0x4a4aa8, 0xa6a6ff},
};

void plot_drawing_init(struct drawing *d, double width, double height, enum lang lang,
                       const char *title)
{
    drawing_init(d, width, height);
    d->palette = plot_palette;
    d->colour_count = PLOT_COLOURS;
    d->scheme = "plot";
    d->lang = lang == LANG_JA ? "ja" : "en";
    buf_add_str(&d->title, title);
    drawing_rect(d, 0, 0, width, height, 0,
                 (struct draw_paint){.fill = PLOT_PAPER, .stroke = DRAW_NO_COLOUR});
}

double plot_x(const struct plot *p, double x)
{
    return p->left + (x - p->x_least) / (p->x_most - p->x_least) * p->width;
}

double plot_y(const struct plot *p, double y)
{
    return p->top + p->height - (y - p->y_least) / (p->y_most - p->y_least) * p->height;
}

struct draw_paint plot_stroke(int colour, double width)
{
    return (struct draw_paint){.fill = DRAW_NO_COLOUR, .stroke = colour, .stroke_width = width};
}

struct draw_text_style plot_text_style(const struct plot *p, enum draw_anchor anchor)
{
    return (struct draw_text_style){
        .font = DRAW_FONT_TEXT, .anchor = anchor, .size = p->font, .colour = PLOT_INK};
}

void plot_x_tick(const struct plot *p, double x, const char *label)
{
    double at = plot_x(p, x), bottom = p->top + p->height;
    drawing_line(p->d, at, p->top, at, bottom, plot_stroke(PLOT_GRID, 0.8));
    drawing_line(p->d, at, bottom, at, bottom + TICK, plot_stroke(PLOT_INK, 0.8));
    if (label)
        drawing_text(p->d, at, bottom + TICK + p->font * 1.05, span_of(label),
                     plot_text_style(p, DRAW_MIDDLE));
}

void plot_y_tick(const struct plot *p, double y, const char *label)
{
    double at = plot_y(p, y);
    drawing_line(p->d, p->left, at, p->left + p->width, at, plot_stroke(PLOT_GRID, 0.8));
    drawing_line(p->d, p->left - TICK, at, p->left, at, plot_stroke(PLOT_INK, 0.8));
    if (label)
        drawing_text_middle(p->d, p->left - TICK - 3, at, span_of(label),
                            plot_text_style(p, DRAW_END));
}

void plot_frame(const struct plot *p)
{
    drawing_rect(p->d, p->left, p->top, p->width, p->height, 0, plot_stroke(PLOT_INK, 0.8));
}

void plot_titles(const struct plot *p, const struct plot_words *w)
{
    double across = p->left + p->width / 2, middle = p->top + p->height / 2;
    struct draw_text_style style = plot_text_style(p, DRAW_MIDDLE), bold = style;
    bold.bold = true;
    if (w->title.n)
        drawing_text(p->d, across, p->top - p->font * 0.7, w->title, bold);
    if (w->x.n)
        drawing_text(p->d, across, p->top + p->height + TICK + p->font * 2.5, w->x, style);
    if (w->y.n)
        drawing_text_turned(p->d, p->left - w->y_apart, middle, w->y, style, -90);
}

double plot_step(double range, int most)
{
    static const double FACTORS[] = {1, 2, 5, 10};
    double power = pow(10, floor(log10(range / most)));
    for (int i = 0; i < 4; i++)
        if (range / (power * FACTORS[i]) <= most)
            return power * FACTORS[i];
    return power * 10;
}

void plot_short_number(double v, char *out, size_t n)
{
    if (v >= 1e6)
        snprintf(out, n, "%gM", v / 1e6);
    else if (v >= 1e3)
        snprintf(out, n, "%gk", v / 1e3);
    else
        snprintf(out, n, "%g", v);
}

/* --- Series ----------------------------------------------------------------------------------- */

struct plot_look plot_look(uint32_t series)
{
    static const double DASHES[] = {0, 0, 6, 3, 9, 1.6};
    /* ink is for the first alone */
    int colour = series == 0 ? 0 : 1 + (int)((series - 1) % (PLOT_SERIES - 1));
    return (struct plot_look){.colour = PLOT_FIRST + colour,
                              .shape = (enum plot_shape)(series % PLOT_SHAPES),
                              .hollow = series / PLOT_SHAPES % 2,
                              .dash = DASHES[series % (sizeof DASHES / sizeof *DASHES)]};
}

/* Shapes about 0, 0, looking as large as a circle of radius 1. */
static const struct draw_point SHAPES[PLOT_SHAPES][4] = {
    [PLOT_UP] = {{0, -1.3}, {1.2, 0.9}, {-1.2, 0.9}},
    [PLOT_DOWN] = {{0, 1.3}, {1.2, -0.9}, {-1.2, -0.9}},
    [PLOT_SQUARE] = {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}},
    [PLOT_DIAMOND] = {{0, -1.35}, {1.15, 0}, {0, 1.35}, {-1.15, 0}},
};

void plot_marker(struct drawing *d, double x, double y, double size, struct plot_look look)
{
    struct draw_paint paint = plot_stroke(look.colour, 0.9);
    paint.fill = look.hollow ? PLOT_PAPER : look.colour;
    if (look.shape == PLOT_DISC) {
        drawing_circle(d, x, y, size, paint);
        return;
    }
    struct draw_point points[4];
    uint32_t n = look.shape == PLOT_UP || look.shape == PLOT_DOWN ? 3 : 4;
    for (uint32_t i = 0; i < n; i++)
        points[i] = (struct draw_point){x + size * SHAPES[look.shape][i].x,
                                        y + size * SHAPES[look.shape][i].y};
    drawing_polygon(d, points, n, paint);
}
