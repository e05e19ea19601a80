/* matrix_view.c: see matrix_view.h. */
#include "view/report/matrix_view.h"

#include <math.h>
#include <stdio.h>

#include "view/draw/plot.h"
#include "view/draw/text_width.h"

void matrix_cell_to_json(struct json *j, const struct matrix *m, uint32_t row, uint32_t column,
                         struct span query)
{
    const struct matrix_cell *c = matrix_at(m, row, column);
    const struct wilson score = matrix_score(c);
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    matrix_cell_query(m, row, column, query, &text);
    json_open_object(j);
    json_key_str(j, "row", m->rows.groups[row].name);
    json_key_str(j, "column", m->columns.groups[column].name);
    json_key_u64(j, "games", c->games);
    json_key_u64(j, "wins", c->wins);
    json_key_u64(j, "losses", c->losses);
    json_key_u64(j, "draws", c->draws);
    json_key_double(j, "score", score.share); /* null where no result is known */
    json_key_double(j, "low", score.low);
    json_key_double(j, "high", score.high);
    json_key_double(j, "p", matrix_test_at(m, row, column)->p); /* null in too few games */
    json_key_double(j, "fdr", matrix_test_at(m, row, column)->fdr);
    json_key_str(j, "query", buf_span(&text));
    json_end(j);
    buf_release(&text);
}

void matrix_groups_to_json(struct json *j, const struct game_axis *a)
{
    json_open_array(j);
    for (uint32_t i = 0; i < a->group_count; i++) {
        json_open_object(j);
        json_key_str(j, "name", a->groups[i].name);
        json_key_str(j, "label", a->groups[i].label);
        json_key_u64(j, "games", a->groups[i].games);
        json_key_str(j, "query", a->groups[i].query);
        json_end(j);
    }
    json_end(j);
}

/* --- The picture ------------------------------------------------------------------------------- */

enum { CELL_WIDTH = 46, CELL_HEIGHT = 24, FONT = 11, SMALL_FONT = 8, MARGIN = 10, TITLE = 26 };
static const double LETTER = 6.5; /* width of a column of text */
enum { MORE_COLOUR = PLOT_FIRST + 2, LESS_COLOUR = PLOT_FIRST + 1 };

static struct span label_of(const struct axis_group *g, enum lang lang)
{
    return lang == LANG_JA ? g->label : g->name;
}

/* The room that the longest label takes. */
static double label_room(const struct game_axis *a, enum lang lang)
{
    int most = 4;
    for (uint32_t i = 0; i < a->group_count; i++) {
        int columns = text_columns(label_of(&a->groups[i], lang));
        most = columns > most ? columns : most;
    }
    return LETTER * most + MARGIN;
}

static void text_at(struct drawing *d, double x, double y, struct span text, double size,
                    enum draw_anchor anchor, double angle)
{
    const struct draw_text_style style = {
        .font = DRAW_FONT_TEXT, .anchor = anchor, .size = size, .colour = PLOT_INK};
    if (angle != 0)
        drawing_text_turned(d, x, y, text, style, angle);
    else
        drawing_text(d, x, y, text, style);
}

/* Mostly how far the whole interval is from a half; a little of the score itself, if there are many
 * games. */
static double strength(const struct wilson *s, uint64_t games)
{
    double sure = fmax(s->share >= 0.5 ? s->low - 0.5 : 0.5 - s->high, 0);
    double many = (double)games / ((double)games + 20);
    return fmin(1, 0.04 + 3 * sure + 0.8 * many * fabs(s->share - 0.5));
}

static void draw_cell(struct drawing *d, double x, double y, const struct matrix_cell *c)
{
    const struct wilson score = matrix_score(c);
    char text[32];
    if (c->games == 0)
        return;
    if (!isnan(score.share)) {
        int colour = score.share >= 0.5 ? MORE_COLOUR : LESS_COLOUR;
        drawing_rect(d, x + 0.5, y + 0.5, CELL_WIDTH - 1, CELL_HEIGHT - 1, 0,
                     (struct draw_paint){.fill = colour,
                                         .stroke = DRAW_NO_COLOUR,
                                         .opacity = strength(&score, c->games)});
        snprintf(text, sizeof text, "%.0f %%", 100 * score.share);
        text_at(d, x + CELL_WIDTH / 2.0, y + 11, span_of(text), FONT, DRAW_MIDDLE, 0);
    }
    snprintf(text, sizeof text, "%llu", (unsigned long long)c->games);
    text_at(d, x + CELL_WIDTH / 2.0, y + 20, span_of(text), SMALL_FONT, DRAW_MIDDLE, 0);
}

static void draw_labels(struct drawing *d, const struct matrix *m, enum lang lang, double left,
                        double top)
{
    for (uint32_t r = 0; r < m->rows.group_count; r++)
        text_at(d, left - 6, top + r * CELL_HEIGHT + 16, label_of(&m->rows.groups[r], lang), FONT,
                DRAW_END, 0);
    for (uint32_t c = 0; c < m->columns.group_count; c++)
        text_at(d, left + c * CELL_WIDTH + CELL_WIDTH / 2.0 + 4, top - 6,
                label_of(&m->columns.groups[c], lang), FONT, DRAW_START, -90);
}

void matrix_svg(const struct matrix *m, enum lang lang, struct buf *out)
{
    static const struct msg HEAD = {"Score of the row's side, in percent, and games",
                                    "行の側の勝率（％）と局数"};
    double left = label_room(&m->rows, lang), top = TITLE + label_room(&m->columns, lang);
    double width = left + (double)m->columns.group_count * CELL_WIDTH + MARGIN;
    double height = top + (double)m->rows.group_count * CELL_HEIGHT + MARGIN;
    struct drawing d;
    width = fmax(width, 360);
    plot_drawing_init(&d, width, height, lang, msg_in(&HEAD, lang));
    text_at(&d, MARGIN, 18, span_of(msg_in(&HEAD, lang)), FONT + 2, DRAW_START, 0);
    draw_labels(&d, m, lang, left, top);
    for (uint32_t r = 0; r < m->rows.group_count; r++)
        for (uint32_t c = 0; c < m->columns.group_count; c++)
            draw_cell(&d, left + c * CELL_WIDTH, top + r * CELL_HEIGHT, matrix_at(m, r, c));
    for (uint32_t r = 0; r <= m->rows.group_count; r++)
        drawing_line(&d, left, top + r * CELL_HEIGHT, left + m->columns.group_count * CELL_WIDTH,
                     top + r * CELL_HEIGHT, plot_stroke(PLOT_GRID, 0.5));
    for (uint32_t c = 0; c <= m->columns.group_count; c++)
        drawing_line(&d, left + c * CELL_WIDTH, top, left + c * CELL_WIDTH,
                     top + m->rows.group_count * CELL_HEIGHT, plot_stroke(PLOT_GRID, 0.5));
    if (d.bad)
        out->bad = d.bad;
    else
        drawing_to_svg(&d, width, DRAW_ADAPTS, out);
    drawing_release(&d);
}
