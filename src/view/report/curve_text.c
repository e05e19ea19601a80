/* curve_text.c: see curve_text.h. */
#include "view/report/curve_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/draw/text_width.h"

enum {
    NAME_MOST = 44,  /* columns; a longer name has a line of its own */
    PLOT_ROWS = 21,  /* 5 % each */
    PLOT_LEFT = 6,   /* columns of the axis */
    PLOT_MOST = 200, /* columns */
};

/* --- Tables ----------------------------------------------------------------------------------- */

static char letter_of(uint32_t series)
{
    return series == 0 ? '*' : series <= 26 ? (char)('a' + series - 1) : '+';
}

/* Appends the text to the right end of a column, and empties it. */
static void add_right(struct buf *out, struct buf *text, int columns)
{
    for (int i = text_columns(buf_span(text)); i < columns; i++)
        buf_add_char(out, ' ');
    buf_add_span(out, buf_span(text));
    if (buf_status(text))
        out->bad = buf_status(text);
    buf_clear(text);
}

struct text_column {
    struct msg head;
    int width;
};

static void add_heads(struct buf *out, struct buf *text, const struct text_column *columns,
                      size_t n, enum lang lang)
{
    for (size_t i = 0; i < n; i++) {
        buf_add_str(text, msg_in(&columns[i].head, lang));
        add_right(out, text, columns[i].width);
    }
    buf_add_char(out, '\n');
}

static const struct text_column CURVE_COLUMNS[] = {
    {{"positions", "局面数"}, 14},
    {{"games", "棋譜数"}, 10},
    {{"wins %", "勝率％"}, 8},
    {{"mean value", "平均評価値"}, 12},
    {{"distortion % [95 %]", "ゆがみ％［95％］"}, 22},
    {{"shift % [95 %]", "差％［95％］"}, 22},
};

static void add_figures(struct buf *out, struct buf *text, const struct curve *c, bool compared)
{
    const struct text_column *column = CURVE_COLUMNS;
    curve_add_count(text, c->positions);
    add_right(out, text, column++->width);
    curve_add_count(text, c->games);
    add_right(out, text, column++->width);
    curve_add_percent(text, c->rate, 1);
    add_right(out, text, column++->width);
    curve_add_number(text, c->mean_value, 1);
    add_right(out, text, column++->width);
    if (compared) {
        curve_add_interval(text, c->distortion, c->low, c->high);
        add_right(out, text, column++->width);
        curve_add_interval(text, c->signed_raw, c->signed_low, c->signed_high);
        add_right(out, text, column->width);
    }
    buf_add_char(out, '\n');
}

void curve_text_table(const struct curve_series *s, uint32_t count, enum lang lang, struct buf *out)
{
    static const struct msg CONDITION = {"condition", "条件"};
    struct buf text;
    int names = text_columns(span_of(msg_in(&CONDITION, lang)));
    buf_init(&text, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < count; i++) {
        int columns = text_columns(curve_name(s[i].name, lang));
        if (columns <= NAME_MOST && columns > names)
            names = columns;
    }
    buf_add_str(out, "   ");
    text_pad(out, span_of(msg_in(&CONDITION, lang)), names);
    add_heads(out, &text, CURVE_COLUMNS, sizeof CURVE_COLUMNS / sizeof *CURVE_COLUMNS, lang);
    for (uint32_t i = 0; i < count; i++) {
        struct span name = curve_name(s[i].name, lang);
        buf_add_char(out, letter_of(i));
        buf_add_str(out, "  ");
        text_add_clean(&text, name);
        text_pad(out, buf_span(&text), names);
        if (text_columns(buf_span(&text)) > names) {
            buf_add_str(out, "\n   ");
            text_pad(out, span_of(""), names);
        }
        buf_clear(&text);
        add_figures(out, &text, s[i].curve, s[i].name.n != 0);
    }
    buf_release(&text);
}

void curve_text_bins(const struct curve_series *s, enum lang lang, struct buf *out)
{
    static const struct text_column COLUMNS[] = {
        {{"value", "評価値"}, 8},      {{"positions", "局面数"}, 14},
        {{"games", "棋譜数"}, 10},     {{"wins % [95 %]", "勝率％［95％］"}, 22},
        {{"worth", "有効局面数"}, 12},
    };
    static const struct msg OTHERS = {"%1 positions in bins with too few",
                                      "局面数の足りない区間に %1 局面"};
    const struct curve *c = s->curve;
    struct buf text;
    uint64_t others = c->positions;
    buf_init(&text, BUF_DEFAULT_MAX);
    text_add_clean(out, curve_name(s->name, lang));
    buf_add_char(out, '\n');
    add_heads(out, &text, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS, lang);
    for (uint32_t i = 0; i < c->count; i++) {
        const struct curve_bin *b = &c->bins[i];
        if (!b->counts)
            continue;
        others -= b->positions;
        curve_add_number(&text, b->value, 0);
        add_right(out, &text, COLUMNS[0].width);
        curve_add_count(&text, b->positions);
        add_right(out, &text, COLUMNS[1].width);
        curve_add_count(&text, b->games);
        add_right(out, &text, COLUMNS[2].width);
        curve_add_interval(&text, b->rate, b->low, b->high);
        add_right(out, &text, COLUMNS[3].width);
        curve_add_count(&text, (uint64_t)llround(b->effective));
        add_right(out, &text, COLUMNS[4].width);
        buf_add_char(out, '\n');
    }
    if (others > 0) {
        curve_add_count(&text, others);
        msg_format(&OTHERS, lang, buf_span(&text), (struct span){0}, out);
        buf_add_char(out, '\n');
    }
    buf_release(&text);
}

/* --- The plot --------------------------------------------------------------------------------- */

struct text_sheet {
    char at[PLOT_ROWS][PLOT_MOST];
    int columns; /* odd */
    int reach;   /* value at its edges */
};

static int plot_reach(const struct curve_series *s, uint32_t count)
{
    int reach = 0;
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < s[k].curve->count; i++) {
            const struct curve_bin *b = &s[k].curve->bins[i];
            if (b->counts && abs(b->value) > reach)
                reach = abs(b->value);
        }
    return reach;
}

static void put_curve(struct text_sheet *t, const struct curve *c, char mark)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const struct curve_bin *b = &c->bins[i];
        if (!b->counts)
            continue;
        int half = t->columns / 2;
        int x = half + (int)lround((double)b->value / t->reach * half);
        int y = (int)lround(b->rate * (PLOT_ROWS - 1));
        t->at[PLOT_ROWS - 1 - y][x] = mark;
    }
}

static void add_rows(const struct text_sheet *t, struct buf *out)
{
    for (int row = 0; row < PLOT_ROWS; row++) {
        int percent = 100 - 100 / (PLOT_ROWS - 1) * row, n = t->columns;
        while (n > 0 && t->at[row][n - 1] == ' ')
            n--;
        if (percent % 25 == 0)
            buf_printf(out, "%3d %% ┤", percent);
        else
            buf_add_str(out, "      │");
        buf_add(out, t->at[row], (size_t)n);
        buf_add_char(out, '\n');
    }
}

static void add_axis(const struct text_sheet *t, enum lang lang, struct buf *out)
{
    static const struct msg VALUE = {"value", "評価値"};
    struct buf text;
    int half = t->columns / 2;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(out, "      └");
    for (int i = 0; i < t->columns; i++)
        buf_add_str(out, i == 0 || i == half || i == t->columns - 1 ? "┴" : "─");
    buf_add_str(out, "\n       ");
    curve_add_number(&text, -t->reach, 0);
    int left = text_columns(buf_span(&text));
    add_right(out, &text, 0);
    buf_add_char(&text, '0');
    add_right(out, &text, half - left + 1);
    buf_add_i64(&text, t->reach);
    add_right(out, &text, t->columns - half - 1);
    buf_add_str(out, "  ");
    buf_add_str(out, msg_in(&VALUE, lang));
    buf_add_char(out, '\n');
    buf_release(&text);
}

void curve_text_plot(const struct curve_series *s, uint32_t count, int columns, enum lang lang,
                     struct buf *out)
{
    struct text_sheet t = {.reach = plot_reach(s, count)};
    int room = columns - PLOT_LEFT - 12; /* the axis' name stands at its end */
    room = room < 21 ? 21 : room > PLOT_MOST - 1 ? PLOT_MOST - 1 : room;
    t.columns = room % 2 ? room : room - 1;
    if (t.reach == 0)
        return;
    memset(t.at, ' ', sizeof t.at);
    for (int row = 0; row < PLOT_ROWS; row++)
        t.at[row][t.columns / 2] = '.';
    for (int x = 0; x < t.columns; x += 2)
        t.at[PLOT_ROWS / 2][x] = '.';
    for (uint32_t i = count; i-- > 0;)
        put_curve(&t, s[i].curve, letter_of(i));
    add_rows(&t, out);
    add_axis(&t, lang, out);
}
