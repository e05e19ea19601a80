/* curve_report.c: see curve_report.h. */
#include "view/report/curve_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/draw/text_width.h"

void curve_series_of(const struct curves *c, const char *const *names, struct curve_series *out)
{
    out[0] = (struct curve_series){.curve = &c->all};
    for (uint32_t i = 0; i < c->count; i++)
        out[i + 1] = (struct curve_series){span_of(names[i]), &c->conditions[i]};
}

struct span curve_name(struct span name, enum lang lang)
{
    static const struct msg ALL = {"all positions", "全局面"};
    return name.n ? name : span_of(msg_in(&ALL, lang));
}

void curve_add_count(struct buf *out, uint64_t n)
{
    uint64_t unit = 1;
    while (n / unit >= 1000)
        unit *= 1000;
    buf_add_u64(out, n / unit);
    for (n %= unit; unit > 1; n %= unit) {
        unit /= 1000;
        buf_printf(out, ",%03u", (unsigned)(n / unit));
    }
}

void curve_add_number(struct buf *out, double v, int decimals)
{
    if (!isfinite(v)) {
        buf_add_char(out, '-');
        return;
    }
    double unit = pow(10, decimals), rounded = round(v * unit) / unit;
    buf_printf(out, "%s%.*f", rounded < 0 ? "-" : "", decimals, fabs(rounded));
}

void curve_add_percent(struct buf *out, double share, int decimals)
{
    curve_add_number(out, 100 * share, decimals);
}

void curve_add_interval(struct buf *out, double share, double low, double high)
{
    curve_add_percent(out, share, 1);
    if (!isfinite(share))
        return;
    buf_add_str(out, " [");
    curve_add_percent(out, low, 1);
    buf_add_str(out, ", ");
    curve_add_percent(out, high, 1);
    buf_add_char(out, ']');
}

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
    {{"distortion % [95 %]", "歪み％［95％］"}, 22},
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

static void bin_to_json(struct json *j, const struct curve_bin *b)
{
    json_open_object(j);
    json_key_i64(j, "value", b->value);
    json_key_u64(j, "positions", b->positions);
    json_key_double(j, "rate", b->rate);
    json_key_double(j, "low", b->low);
    json_key_double(j, "high", b->high);
    json_key_u64(j, "games", b->games);
    json_key_double(j, "effective", b->effective);
    json_end(j);
}

void curve_bins_to_json(struct json *j, const char *key, const struct curve *c)
{
    json_key(j, key);
    json_open_array(j);
    for (uint32_t i = 0; i < c->count; i++)
        if (c->bins[i].counts)
            bin_to_json(j, &c->bins[i]);
    json_end(j);
}

void curve_fields_to_json(struct json *j, struct span name, const struct curve *c)
{
    json_key_str(j, "condition", name.n ? name : span_of("all"));
    json_key_u64(j, "positions", c->positions);
    json_key_double(j, "distortion", c->distortion);
    json_key_double(j, "low", c->low);
    json_key_double(j, "high", c->high);
    curve_bins_to_json(j, "bins", c);
    json_key_u64(j, "games", c->games);
    json_key_double(j, "rate", c->rate);
    json_key_double(j, "mean_value", c->mean_value);
    json_key_u64(j, "mates", c->mates);
    json_key_double(j, "raw", c->raw);
    json_key_double(j, "chance", c->chance);
    json_key_double(j, "shift", c->signed_raw);
    json_key_double(j, "shift_low", c->signed_low);
    json_key_double(j, "shift_high", c->signed_high);
}

void curve_to_json(struct json *j, struct span name, const struct curve *c)
{
    json_open_object(j);
    curve_fields_to_json(j, name, c);
    json_end(j);
}
