/* effect_report.c: see effect_report.h. */
#include "view/report/effect_report.h"

#include <math.h>
#include <stdio.h>

#include "view/draw/plot.h"
#include "view/draw/text_width.h"
#include "view/report/curve_report.h"

enum { LEAST_NAME = 26, EFFECT_COLUMNS = 16, Z_COLUMNS = 7, GAMES_COLUMNS = 9 };

/* --- Text ------------------------------------------------------------------------------------- */

static void add_padded(struct buf *out, const char *text, int columns)
{
    for (int i = text_columns(span_of(text)); i < columns; i++)
        buf_add_char(out, ' ');
    buf_add_str(out, text);
}

static void add_effect(struct buf *out, const struct condition_effect *e)
{
    char text[64];
    snprintf(text, sizeof text, isnan(e->weight) ? "-" : "%+.0f ± %.0f", e->weight, e->error);
    add_padded(out, text, EFFECT_COLUMNS);
    snprintf(text, sizeof text, isnan(e->z) ? "-" : "%+.1f", e->z);
    add_padded(out, text, Z_COLUMNS);
}

static void add_games(struct buf *out, const struct condition_effect *e)
{
    struct buf text;
    buf_init(&text, 64);
    curve_add_count(&text, e->games);
    add_padded(out, buf_cstr(&text), GAMES_COLUMNS);
    buf_release(&text);
}

static int name_columns(const struct effects *e, const char *head)
{
    int most = text_columns(span_of(head));
    most = most < LEAST_NAME ? LEAST_NAME : most;
    for (uint32_t i = 0; i < e->count; i++) {
        int n = text_columns(span_of(e->at[i].name));
        most = n > most && !e->at[i].is_mirror ? n : most;
    }
    return most;
}

static void add_head(struct buf *out, const struct effect_class *classes, uint32_t count,
                     bool compared, enum lang lang)
{
    static const struct msg EFFECT = {"effect", "効果"}, GAMES = {"games", "棋譜数"},
                            DIFFERENCE = {"difference", "差"};
    for (uint32_t i = 0; i < count; i++) {
        add_padded(out, msg_in(&GAMES, lang), GAMES_COLUMNS);
        add_padded(out, classes[i].name ? classes[i].name : msg_in(&EFFECT, lang), EFFECT_COLUMNS);
        add_padded(out, "z", Z_COLUMNS);
    }
    if (compared) {
        add_padded(out, msg_in(&DIFFERENCE, lang), EFFECT_COLUMNS);
        add_padded(out, "z", Z_COLUMNS);
    }
    buf_add_char(out, '\n');
}

void effect_text_table(const struct effect_class *classes, uint32_t count, uint32_t other,
                       enum lang lang, struct buf *out)
{
    static const struct msg HEAD = {"effect beyond the value", "評価値を超える効果"};
    static const struct msg NOTE = {
        "(points for the side of the condition, both sides pooled; standard errors by game)\n",
        "（条件の側から見た点数。先後を合わせて求め、標準誤差は対局単位）\n"};
    static const struct msg OF = {"(difference: %1 less %2)\n", "（差: %1 − %2）\n"};
    static const struct msg UNKNOWN = {"(-: the condition is its own mirror image, or too rare)\n",
                                       "（-: 先後で対称な条件か、まれな条件）\n"};
    const struct effects *first = classes[0].effects;
    const char *head = msg_in(&HEAD, lang);
    int names = name_columns(first, head);
    bool unknown = false;
    text_pad(out, span_of(head), names);
    add_head(out, classes, count, other > 0, lang);
    for (uint32_t i = 0; i < first->count; i++) {
        if (first->at[i].is_mirror)
            continue;
        text_pad(out, span_of(first->at[i].name), names);
        for (uint32_t k = 0; k < count; k++) {
            add_games(out, &classes[k].effects->at[i]);
            add_effect(out, &classes[k].effects->at[i]);
            unknown |= isnan(classes[k].effects->at[i].weight);
        }
        if (other > 0) {
            struct condition_effect d =
                effect_difference(&first->at[i], &classes[other].effects->at[i]);
            add_effect(out, &d);
        }
        buf_add_char(out, '\n');
    }
    buf_add_str(out, msg_in(&NOTE, lang));
    if (other > 0)
        msg_format(&OF, lang, span_of(classes[0].name), span_of(classes[other].name), out);
    if (unknown)
        buf_add_str(out, msg_in(&UNKNOWN, lang));
}

/* --- JSON ------------------------------------------------------------------------------------- */

/* Another number of processes adds in another order: what is printed is the same nevertheless. */
static double rounded(double v)
{
    return round(v * 1000) / 1000;
}

static double share_rounded(double v)
{
    return round(v * 1e6) / 1e6;
}

static void figures_to_json(struct json *j, const struct condition_effect *e)
{
    json_key_double(j, "effect", rounded(e->weight));
    json_key_double(j, "effect_error", rounded(e->error));
    json_key_double(j, "effect_z", rounded(e->z));
    json_key_double(j, "effect_p", isnan(e->p) ? NAN : round(e->p * 1e9) / 1e9);
}

void effect_to_json(struct json *j, const struct condition_effect *e)
{
    figures_to_json(j, e);
    json_key_u64(j, "effect_positions", e->positions);
    json_key_u64(j, "effect_games", e->games);
    json_key_double(j, "effect_share", share_rounded(e->share));
    json_key_double(j, "effect_share_low", share_rounded(e->share_low));
    json_key_double(j, "effect_share_high", share_rounded(e->share_high));
}

void effect_difference_to_json(struct json *j, const struct effect_class *first,
                               const struct effect_class *second, uint32_t condition)
{
    struct condition_effect d =
        effect_difference(&first->effects->at[condition], &second->effects->at[condition]);
    json_open_object(j);
    json_key_cstr(j, "difference", d.name);
    json_key(j, "classes");
    json_open_array(j);
    json_str(j, span_of(first->name));
    json_str(j, span_of(second->name));
    json_end(j);
    figures_to_json(j, &d);
    json_end(j);
}

/* --- A picture -------------------------------------------------------------------------------- */

static const double ROW = 11, MORE = 7, LABELS = 210, PLOT_WIDTH = 380, TOP = 16, BOTTOM = 48,
                    FONT = 12, MARK = 3;

struct effect_drawing {
    const struct effect_class *classes;
    uint32_t count, rows;
    double row; /* its height */
    struct plot plot;
};

/* How far intervals go; a few hundred points at least. */
static double reach_of(const struct effect_class *classes, uint32_t count)
{
    double reach = 200;
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < classes[k].effects->count; i++) {
            const struct condition_effect *e = &classes[k].effects->at[i];
            if (!isnan(e->weight))
                reach = fmax(reach, fabs(e->weight) + EFFECT_Z95 * e->error);
        }
    return reach;
}

static void draw_ticks(const struct plot *p, double reach)
{
    double step = plot_step(2 * reach, 8);
    char label[32];
    for (int i = -(int)(reach / step); i <= (int)(reach / step); i++) {
        snprintf(label, sizeof label, i < 0 ? "−%g" : "%g", fabs(i * step));
        plot_x_tick(p, i * step, label);
    }
    struct draw_paint even = plot_stroke(PLOT_QUIET, 0.8);
    even.dash = 2;
    drawing_line(p->d, plot_x(p, 0), p->top, plot_x(p, 0), p->top + p->height, even);
    plot_frame(p);
}

static void draw_effect(const struct effect_drawing *g, uint32_t class,
                        const struct condition_effect *e, uint32_t row)
{
    struct plot_look look = plot_look(class + 1);
    double gap = g->row / (g->count + 1), y = g->plot.top + row * g->row + (class + 1) * gap;
    if (isnan(e->weight))
        return;
    drawing_line(g->plot.d, plot_x(&g->plot, e->weight - EFFECT_Z95 * e->error), y,
                 plot_x(&g->plot, e->weight + EFFECT_Z95 * e->error), y,
                 plot_stroke(look.colour, 1.1));
    plot_marker(g->plot.d, plot_x(&g->plot, e->weight), y, MARK, look);
}

static void draw_rows(const struct effect_drawing *g)
{
    const struct effects *first = g->classes[0].effects;
    uint32_t row = 0;
    for (uint32_t i = 0; i < first->count; i++) {
        if (first->at[i].is_mirror)
            continue;
        drawing_text(g->plot.d, g->plot.left - 8, g->plot.top + (row + 0.5) * g->row + FONT * 0.35,
                     text_cut_ems(span_of(first->at[i].name), LABELS / FONT),
                     plot_text_style(&g->plot, DRAW_END));
        for (uint32_t k = 0; k < g->count; k++)
            draw_effect(g, k, &g->classes[k].effects->at[i], row);
        row++;
    }
}

static void draw_legend(const struct effect_drawing *g, double y)
{
    double x = g->plot.left;
    for (uint32_t k = 0; k < g->count && g->classes[k].name; k++) {
        struct span name = span_of(g->classes[k].name);
        plot_marker(g->plot.d, x, y - FONT * 0.35, MARK, plot_look(k + 1));
        drawing_text(g->plot.d, x + 8, y, name, plot_text_style(&g->plot, DRAW_START));
        x += 8 + text_ems(name) * FONT + 24;
    }
}

void effect_svg(const struct effect_class *classes, uint32_t count, enum lang lang,
                enum draw_adapt adapt, struct buf *out)
{
    static const struct msg TITLE = {"Effects of conditions beyond the value",
                                     "評価値を超える条件の効果"},
                            AXIS = {"effect (hundredths of a pawn), 95 %", "効果（歩＝100）、95 %"};
    double reach = reach_of(classes, count);
    struct effect_drawing g = {.classes = classes, .count = count, .row = ROW + MORE * count};
    struct drawing d;
    for (uint32_t i = 0; i < classes[0].effects->count; i++)
        g.rows += !classes[0].effects->at[i].is_mirror;
    double height = (g.rows ? g.rows : 1) * g.row, legend = classes[0].name ? 1.5 * FONT : 0;
    plot_drawing_init(&d, LABELS + 12 + PLOT_WIDTH + 16, TOP + height + BOTTOM + legend, lang,
                      msg_in(&TITLE, lang));
    g.plot = (struct plot){.d = &d,
                           .left = LABELS + 12,
                           .top = TOP,
                           .width = PLOT_WIDTH,
                           .height = height,
                           .x_least = -reach * 1.04,
                           .x_most = reach * 1.04,
                           .y_least = 0,
                           .y_most = 1,
                           .font = FONT};
    draw_ticks(&g.plot, reach);
    plot_titles(&g.plot, &(struct plot_words){.x = span_of(msg_in(&AXIS, lang))});
    draw_rows(&g);
    draw_legend(&g, TOP + height + BOTTOM + FONT * 0.5);
    if (d.bad)
        out->bad = d.bad;
    else
        drawing_to_svg(&d, d.width, adapt, out);
    drawing_release(&d);
}
