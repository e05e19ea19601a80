/* curve_svg.c: see curve_svg.h. */
#include "view/report/curve_svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "view/draw/plot.h"
#include "view/draw/text_width.h"

/* How figures of one, two and more panels are laid out. */
struct panel_layout {
    uint32_t columns;
    double width, height; /* of a panel's plot */
    double left;          /* of the first column, with the names of the axis */
    double gap, row_gap;  /* between columns, and rows */
    double top, bottom;   /* above the first row, below the last */
    double font, marker;
    int x_steps;
    bool small; /* figures stand in the panels */
};

static const struct panel_layout LAYOUTS[] = {
    {1, 520, 340, 62, 0, 0, 14, 50, 12, 3.2, 10, false},
    {2, 346, 300, 58, 24, 0, 30, 50, 12, 2.9, 8, false},
    {3, 226, 168, 52, 26, 46, 26, 44, 10.5, 2.2, 4, true},
};
static const double LINE = 17, RIGHT = 16, SWATCH = 34;

struct curve_drawing {
    const struct curve_figure *f;
    struct panel_layout l;
    struct drawing *d;
    double reach;
    struct buf text; /* put together here before it is drawn */
};

/* --- The axis --------------------------------------------------------------------------------- */

/* Positions of bins that count, beyond ±reach if it is not negative. */
static uint64_t counted_beyond(const struct curve *c, int reach)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->bins[i].counts && abs(c->bins[i].value) > reach)
            n += c->bins[i].positions;
    return n;
}

/* As far as bins that count go, without thin ends. */
static int reach_of_curve(const struct curve *c)
{
    int reach = 0;
    uint64_t thin = counted_beyond(c, -1) / 200;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->bins[i].counts && abs(c->bins[i].value) > reach)
            reach = abs(c->bins[i].value);
    for (uint32_t i = 0; i < c->count; i++) {
        int at = abs(c->bins[i].value);
        if (c->bins[i].counts && at < reach && counted_beyond(c, at) < thin)
            reach = at;
    }
    return reach;
}

static int reach_of_panel(const struct curve_panel *p)
{
    int reach = 0;
    for (uint32_t k = 0; k < p->count; k++) {
        int curve = reach_of_curve(p->series[k].curve);
        reach = curve > reach ? curve : reach;
    }
    return reach;
}

static double reach_of(const struct curve_figure *f)
{
    int reach = f->reach;
    for (uint32_t i = 0; f->reach <= 0 && i < f->count; i++) {
        int panel = reach_of_panel(&f->panels[i]);
        reach = panel > reach ? panel : reach;
    }
    return reach > 0 ? reach : 1000;
}

/* --- A panel ---------------------------------------------------------------------------------- */

static struct plot plot_of(const struct curve_drawing *g, uint32_t panel)
{
    uint32_t column = panel % g->l.columns, row = panel / g->l.columns;
    double edge = g->reach * 1.06;
    return (struct plot){.d = g->d,
                         .left = g->l.left + column * (g->l.width + g->l.gap),
                         .top = g->l.top + row * (g->l.height + g->l.row_gap),
                         .width = g->l.width,
                         .height = g->l.height,
                         .x_least = -edge,
                         .x_most = edge,
                         .y_least = -2,
                         .y_most = 102,
                         .font = g->l.font};
}

/* As books print it: with a minus sign and a dash. */
static void add_interval(struct buf *out, double share, double low, double high)
{
    struct buf plain;
    buf_init(&plain, BUF_DEFAULT_MAX);
    curve_add_interval(&plain, share, low, high);
    for (size_t i = 0; i < plain.n; i++) {
        bool minus = plain.p[i] == '-';
        buf_add(out, plain.p + i, !minus);
        buf_add_str(out, !minus ? "" : plain.n == 1 ? "–" : "−");
    }
    buf_release(&plain);
}

static void draw_axes(const struct curve_drawing *g, const struct plot *p, uint32_t panel)
{
    double step = fmax(1, plot_step(2 * g->reach, g->l.x_steps));
    bool first = panel % g->l.columns == 0;
    char label[32];
    for (int i = -(int)(g->reach / step); i <= (int)(g->reach / step); i++) {
        snprintf(label, sizeof label, i < 0 ? "−%g" : "%g", fabs(i * step));
        plot_x_tick(p, i * step, label);
    }
    for (int i = 0; i <= 100; i += g->l.small ? 25 : 10) {
        snprintf(label, sizeof label, "%d", i);
        plot_y_tick(p, i, first && (g->l.small || i % 20 == 0 || i == 50) ? label : NULL);
    }
    /* even games: where a curve that is right crosses */
    struct draw_paint faint = plot_stroke(PLOT_QUIET, 0.8);
    faint.dash = 2;
    drawing_line(g->d, plot_x(p, 0), p->top, plot_x(p, 0), p->top + p->height, faint);
    drawing_line(g->d, p->left, plot_y(p, 50), p->left + p->width, plot_y(p, 50), faint);
    plot_frame(p);
}

/* Puts as much of a text as there is room for into g->text, saying so if that is not all. */
static struct span fitting(struct curve_drawing *g, struct span text, double room)
{
    struct span cut = text_cut_ems(text, room / g->l.font);
    buf_clear(&g->text);
    if (cut.n < text.n)
        cut = text_cut_ems(text, room / g->l.font - 1);
    buf_add_span(&g->text, cut);
    if (cut.n < text.n)
        buf_add_str(&g->text, "…");
    return buf_span(&g->text);
}

static void draw_words(struct curve_drawing *g, const struct plot *p, uint32_t panel)
{
    static const struct msg X = {"value (hundredths of a pawn)", "評価値（歩＝100）"},
                            Y = {"Black's wins, %", "先手の勝率（％）"};
    uint32_t below = panel + g->l.columns;
    plot_titles(p,
                &(struct plot_words){
                    .title = fitting(g, g->f->panels[panel].title, p->width),
                    .x = below >= g->f->count ? span_of(msg_in(&X, g->f->lang)) : span_of(""),
                    .y = panel % g->l.columns == 0 ? span_of(msg_in(&Y, g->f->lang)) : span_of(""),
                    .y_apart = g->l.left - g->l.font * 1.2,
                });
}

static bool is_drawn(const struct curve_drawing *g, const struct curve_bin *b)
{
    return b->counts && abs(b->value) <= g->reach;
}

static void draw_bar(const struct curve_drawing *g, double x, double low, double high, int colour)
{
    const double cap = g->l.marker * 0.8;
    const struct draw_paint paint = plot_stroke(colour, 0.9);
    drawing_line(g->d, x, low, x, high, paint);
    drawing_line(g->d, x - cap, low, x + cap, low, paint);
    drawing_line(g->d, x - cap, high, x + cap, high, paint);
}

/* Curves stand a little beside the first, right and left of it by turns, so that none hides
 * another's bars. */
static double aside(const struct curve_drawing *g, uint32_t series)
{
    uint32_t pairs = (series + 1) / 2;
    double apart = pairs * g->l.marker * 0.75;
    return series % 2 ? apart : -apart;
}

static void draw_curve(const struct curve_drawing *g, const struct plot *at,
                       const struct curve_panel *p, uint32_t series)
{
    const struct curve *c = p->series[series].curve;
    struct plot_look look = plot_look(series);
    struct draw_paint line = plot_stroke(look.colour, series == 0 ? 1.5 : 1.2);
    struct draw_point *points = mem_calloc(c->count + 1, sizeof *points);
    uint32_t n = 0;
    if (!points) {
        g->d->bad = STATUS_NOMEM;
        return;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        const struct curve_bin *b = &c->bins[i];
        if (!is_drawn(g, b))
            continue;
        points[n] =
            (struct draw_point){plot_x(at, b->value) + aside(g, series), plot_y(at, 100 * b->rate)};
        draw_bar(g, points[n++].x, plot_y(at, 100 * b->low), plot_y(at, 100 * b->high),
                 look.colour);
    }
    line.dash = look.dash;
    if (n > 1)
        drawing_polyline(g->d, points, n, line);
    for (uint32_t i = 0; i < n; i++)
        plot_marker(g->d, points[i].x, points[i].y, g->l.marker, look);
    mem_free(points);
}

/* What stands in a small panel: the figures of its condition. */
static void draw_inside(struct curve_drawing *g, const struct plot *at, const struct curve_panel *p)
{
    if (p->count < 2)
        return;
    const struct curve *second = p->series[1].curve;
    const struct curve_sum own = {second->positions, second->distortion, second->low, second->high};
    const struct curve_sum *c = p->sum ? p->sum : &own;
    struct draw_text_style style = plot_text_style(at, DRAW_START);
    double x = at->left + 6, y = at->top + at->font * 1.3;
    style.size *= 0.92;
    buf_clear(&g->text);
    buf_add_str(&g->text, "n = ");
    curve_add_count(&g->text, c->positions);
    drawing_text(g->d, x, y, buf_span(&g->text), style);
    buf_clear(&g->text);
    buf_add_str(&g->text, "D = ");
    add_interval(&g->text, c->distortion, c->low, c->high);
    buf_add_str(&g->text, isfinite(c->distortion) ? " %" : "");
    drawing_text(g->d, x, y + at->font * 1.25, buf_span(&g->text), style);
}

static void draw_panel(struct curve_drawing *g, uint32_t panel)
{
    const struct curve_panel *p = &g->f->panels[panel];
    const struct plot at = plot_of(g, panel);
    drawing_group(g->d, "panel");
    draw_axes(g, &at, panel);
    draw_words(g, &at, panel);
    for (uint32_t i = p->count; i-- > 0;) /* all positions on top */
        draw_curve(g, &at, p, i);
    if (g->l.small)
        draw_inside(g, &at, p);
    drawing_group_end(g->d);
}

/* --- The names beneath ------------------------------------------------------------------------ */

static void draw_swatch(const struct curve_drawing *g, double x, double y, uint32_t series)
{
    struct plot_look look = plot_look(series);
    struct draw_paint line = plot_stroke(look.colour, series == 0 ? 1.5 : 1.2);
    line.dash = look.dash;
    drawing_polyline(g->d, (struct draw_point[]){{x, y}, {x + SWATCH, y}}, 2, line);
    plot_marker(g->d, x + SWATCH / 2, y, g->l.marker, look);
}

/* Adds a column of figures that ends at x, of a panel. */
static void draw_figures(struct curve_drawing *g, double x, double y, const struct curve *c,
                         bool first)
{
    const struct plot p = {.d = g->d, .font = g->l.font};
    const struct draw_text_style style = plot_text_style(&p, DRAW_END);
    buf_clear(&g->text);
    if (first)
        add_interval(&g->text, c->distortion, c->low, c->high);
    else
        curve_add_count(&g->text, c->positions);
    drawing_text_middle(g->d, x, y, buf_span(&g->text), style);
}

/* Columns of figures are as wide as what stands above them. */
static double column_width(const struct curve_drawing *g)
{
    return g->f->count > 1 ? 186 : 140;
}

static double column_at(const struct curve_drawing *g, uint32_t panel)
{
    return g->d->width - RIGHT - (g->f->count - 1 - panel) * column_width(g);
}

static void draw_heads(struct curve_drawing *g, double y)
{
    static const struct msg POSITIONS = {"positions", "局面数"},
                            DISTORTION = {"distortion, % [95 %]", "歪み ％［95％］"};
    const struct plot p = {.d = g->d, .font = g->l.font};
    struct draw_text_style style = plot_text_style(&p, DRAW_END);
    style.colour = PLOT_QUIET;
    drawing_text_middle(g->d, column_at(g, 0) - column_width(g), y,
                        span_of(msg_in(&POSITIONS, g->f->lang)), style);
    for (uint32_t i = 0; i < g->f->count; i++) {
        buf_clear(&g->text);
        buf_add_str(&g->text, msg_in(&DISTORTION, g->f->lang));
        if (g->f->count > 1) {
            buf_add_str(&g->text, ": ");
            buf_add_span(&g->text, text_cut_ems(g->f->panels[i].title, 5));
        }
        drawing_text_middle(g->d, column_at(g, i), y, buf_span(&g->text), style);
    }
}

static void draw_row(struct curve_drawing *g, uint32_t series, double y)
{
    const struct plot p = {.d = g->d, .font = g->l.font};
    const struct curve_series *s = &g->f->panels[0].series[series];
    double x = g->l.left + SWATCH + 8;
    double room = column_at(g, 0) - column_width(g) - 80 - x;
    struct span name = curve_name(s->name, g->f->lang);
    draw_swatch(g, g->l.left, y, series);
    drawing_text_middle(g->d, x, y, fitting(g, name, room), plot_text_style(&p, DRAW_START));
    draw_figures(g, column_at(g, 0) - column_width(g), y, s->curve, false);
    for (uint32_t i = 0; i < g->f->count; i++)
        if (series < g->f->panels[i].count && (series > 0 || s->name.n))
            draw_figures(g, column_at(g, i), y, g->f->panels[i].series[series].curve, true);
}

/* The names alone, side by side. */
static void draw_names(struct curve_drawing *g, double y)
{
    static const struct msg D = {"n: positions, D: distortion [95 %]",
                                 "n：局面数、D：歪み［95％］"};
    const struct plot p = {.d = g->d, .font = g->l.font};
    double x = g->l.left;
    for (uint32_t i = 0; i < g->f->panels[0].count; i++) {
        struct span name = curve_name(g->f->panels[0].series[i].name, g->f->lang);
        draw_swatch(g, x, y, i);
        x += SWATCH + 6;
        drawing_text_middle(g->d, x, y, name, plot_text_style(&p, DRAW_START));
        x += text_ems(name) * g->l.font + 24;
    }
    struct draw_text_style style = plot_text_style(&p, DRAW_END);
    style.colour = PLOT_QUIET;
    drawing_text_middle(g->d, g->d->width - RIGHT, y, span_of(msg_in(&D, g->f->lang)), style);
}

static void draw_legend(struct curve_drawing *g, double y)
{
    drawing_group(g->d, "legend");
    if (g->l.small) {
        draw_names(g, y);
    } else {
        draw_heads(g, y);
        for (uint32_t i = 0; i < g->f->panels[0].count; i++)
            draw_row(g, i, y + (i + 1) * LINE);
    }
    drawing_group_end(g->d);
}

/* --- The figure ------------------------------------------------------------------------------- */

static struct panel_layout layout_of(const struct curve_figure *f)
{
    struct panel_layout l = LAYOUTS[f->count > 2 ? 2 : f->count - 1];
    if (f->columns)
        l.columns = f->columns;
    if (l.columns > f->count)
        l.columns = f->count;
    if (f->count == 1 && f->panels[0].title.n)
        l.top += 16;
    return l;
}

/* For those who can't see it. */
static void describe(struct curve_drawing *g)
{
    struct buf *out = &g->d->desc;
    for (uint32_t i = 0; i < g->f->count; i++) {
        const struct curve_panel *p = &g->f->panels[i];
        for (uint32_t k = 0; k < p->count; k++) {
            buf_add_str(out, i + k ? "; " : "");
            buf_add_span(out, p->title);
            buf_add_str(out, p->title.n ? ": " : "");
            buf_add_span(out, curve_name(p->series[k].name, g->f->lang));
            buf_add_str(out, " ");
            add_interval(out, p->series[k].curve->distortion, p->series[k].curve->low,
                         p->series[k].curve->high);
        }
    }
}

void curve_draw(struct drawing *d, const struct curve_figure *f)
{
    static const struct msg TITLE = {"Win rate against value", "評価値と勝率"};
    struct curve_drawing g = {.f = f, .l = layout_of(f), .d = d, .reach = reach_of(f)};
    const struct panel_layout *l = &g.l;
    uint32_t rows = (f->count + l->columns - 1) / l->columns;
    double plots = l->top + rows * l->height + (rows - 1) * l->row_gap + l->bottom;
    double legend = l->small ? LINE : (f->panels[0].count + 1) * LINE;
    buf_init(&g.text, BUF_DEFAULT_MAX);
    plot_drawing_init(d, l->left + l->columns * (l->width + l->gap) - l->gap + RIGHT,
                      plots + legend + 12, f->lang, msg_in(&TITLE, f->lang));
    describe(&g);
    for (uint32_t i = 0; i < f->count; i++)
        draw_panel(&g, i);
    draw_legend(&g, plots + LINE / 2);
    if (!d->bad)
        d->bad = buf_status(&g.text);
    buf_release(&g.text);
}

static void write_svg(struct drawing *d, enum draw_adapt adapt, struct buf *out)
{
    if (!d->bad)
        drawing_to_svg(d, d->width, adapt, out);
    else if (!out->bad)
        out->bad = d->bad;
    drawing_release(d);
}

void curve_svg(const struct curve_figure *f, enum draw_adapt adapt, struct buf *out)
{
    struct drawing d;
    curve_draw(&d, f);
    write_svg(&d, adapt, out);
}

/* --- Discoveries ------------------------------------------------------------------------------ */

enum { PER_PANEL = 3 };

static void curve_draw_discoveries(struct drawing *d, const struct discoveries *found,
                                   enum lang lang)
{
    static const struct msg BLACK = {"Black has it", "先手側の条件"},
                            WHITE = {"White has it", "後手側の条件"};
    struct curve_panel *panels = mem_calloc(found->count + 1, sizeof *panels);
    struct curve_series *series = mem_calloc(found->count + 1, PER_PANEL * sizeof *series);
    struct curve_sum *sums = mem_calloc(found->count + 1, sizeof *sums);
    uint32_t count = found->count ? found->count : 1;
    if (!panels || !series || !sums) {
        drawing_init(d, 1, 1);
        d->bad = STATUS_NOMEM;
    } else {
        panels[0] = (struct curve_panel){.series = series, .count = 1};
        series[0].curve = &found->all;
        for (uint32_t i = 0; i < found->count; i++) {
            const struct discovery *at = &found->at[i];
            struct curve_series *s = &series[(size_t)i * PER_PANEL];
            s[0].curve = &found->all;
            s[1] = (struct curve_series){span_of(msg_in(&BLACK, lang)), &at->curve};
            s[2] = (struct curve_series){span_of(msg_in(&WHITE, lang)), &at->flipped_curve};
            sums[i] = (struct curve_sum){at->positions, at->distortion, at->low, at->high};
            panels[i] = (struct curve_panel){span_of(at->query), s, PER_PANEL, &sums[i]};
        }
        curve_draw(d, &(struct curve_figure){.panels = panels, .count = count, .lang = lang});
    }
    mem_free(panels);
    mem_free(series);
    mem_free(sums);
}

void curve_svg_discoveries(const struct discoveries *found, enum lang lang, enum draw_adapt adapt,
                           struct buf *out)
{
    struct drawing d;
    curve_draw_discoveries(&d, found, lang);
    write_svg(&d, adapt, out);
}
