/* trend_report.c: see trend_report.h. */
#include "cmd/parts/trend_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/proportions.h"
#include "base/text/json.h"
#include "text/profile/sequence_profiles.h"
#include "view/draw/plot.h"
#include "view/draw/text_width.h"
#include "view/report/sequence_view.h"

enum { LISTED = 20, PLOTTED_OF_EACH = 4, PLOTTED_MOST = 40 };

/* --- Moves ------------------------------------------------------------------------------------- */

/* The moves of all sequences, each ended by 0. */
struct trend_moves {
    struct buf text;
    size_t *at;
    size_t count;
};

static enum status write_moves(void *ctx, const struct sequence_entry *entry,
                               struct buf texts[SEQUENCE_TEXTS], struct err *err)
{
    (void)ctx;
    sequence_moves(entry->profile, &texts[0]);
    return buf_status(&texts[0]) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static enum status take_moves(void *ctx, const struct sequence_entry *entry,
                              const struct buf texts[SEQUENCE_TEXTS], struct err *err)
{
    struct trend_moves *moves = ctx;
    moves->at[entry->nth - 1] = moves->text.n;
    buf_add_span(&moves->text, buf_span(&texts[0]));
    buf_add_char(&moves->text, '\0');
    moves->count++;
    return buf_status(&moves->text) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static enum status trend_moves_make(struct trend_moves *out, const struct trend_report *r,
                                    struct err *err)
{
    const struct sequence_profiles all = {.source = r->source,
                                          .threads = r->env->threads,
                                          .ctx = out,
                                          .write = write_moves,
                                          .take = take_moves};
    *out = (struct trend_moves){.at = mem_calloc(r->trends->count + 1, sizeof *out->at)};
    buf_init(&out->text, BUF_DEFAULT_MAX);
    return out->at ? sequence_profiles_make(&all, err) : err_nomem(err);
}

static void trend_moves_release(struct trend_moves *m)
{
    buf_release(&m->text);
    mem_free(m->at);
}

static const char *moves_of(const struct trend_moves *m, const struct sequence_trend *t)
{
    return m->text.p + m->at[t->nth - 1];
}

/* --- The greatest ------------------------------------------------------------------------------ */

struct trend_row {
    const struct sequence_trend *trend;
};
struct trend_list {
    struct trend_row *at; /* owned */
    size_t count;
};

static double step_of(const struct sequence_trend *t, size_t change)
{
    return change ? fabs(sequence_trend_step(t, change).difference) : 0;
}

static int compare_steps(double a, double b, const struct sequence_trend *x,
                         const struct sequence_trend *y)
{
    if (a != b)
        return a > b ? -1 : 1;
    return (x->nth > y->nth) - (x->nth < y->nth);
}

static int by_rise(const void *a, const void *b)
{
    const struct sequence_trend *x = ((const struct trend_row *)a)->trend;
    const struct sequence_trend *y = ((const struct trend_row *)b)->trend;
    return compare_steps(step_of(x, x->rise), step_of(y, y->rise), x, y);
}

static int by_fall(const void *a, const void *b)
{
    const struct sequence_trend *x = ((const struct trend_row *)a)->trend;
    const struct sequence_trend *y = ((const struct trend_row *)b)->trend;
    return compare_steps(step_of(x, x->fall), step_of(y, y->fall), x, y);
}

static bool has_relative(const struct trend_report *r, const struct trend_list *list,
                         const struct sequence_trend *t)
{
    for (size_t i = 0; i < list->count; i++)
        if (sequence_trend_related(r->source->mining, list->at[i].trend, t))
            return true;
    return false;
}

/* At most `most` of those that rose, or fell; sequences of one line of play show one fashion. */
static enum status list_greatest(struct trend_list *list, const struct trend_report *r, bool rises,
                                 size_t most, struct err *err)
{
    const struct sequence_trends *all = r->trends;
    struct trend_row *sorted = mem_calloc(all->count + 1, sizeof *sorted);
    size_t n = 0;
    *list = (struct trend_list){.at = mem_calloc(most + 1, sizeof *list->at)};
    if (!sorted || !list->at) {
        mem_free(sorted);
        return err_nomem(err);
    }
    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].changed && (rises ? all->at[i].rise : all->at[i].fall))
            sorted[n++].trend = &all->at[i];
    if (n)
        qsort(sorted, n, sizeof *sorted, rises ? by_rise : by_fall);
    for (size_t i = 0; i < n && list->count < most; i++)
        if (!has_relative(r, list, sorted[i].trend))
            list->at[list->count++] = sorted[i];
    mem_free(sorted);
    return STATUS_OK;
}

/* --- As text ----------------------------------------------------------------------------------- */

static uint32_t year_at(const struct trend_report *r, uint32_t time)
{
    return r->trends->first_year + time;
}

static void add_summary(const struct trend_report *r, struct buf *out)
{
    const struct sequence_trends *t = r->trends;
    const bool ja = r->env->lang == LANG_JA;
    buf_printf(out,
               ja ? "年のわかる棋譜 %u 局（%u-%u 年）、不明 %u 局。"
                  : "%u games with a year, %u-%u, and %u without; ",
               (unsigned)t->games, (unsigned)t->first_year,
               (unsigned)(t->first_year + t->year_count - 1), (unsigned)t->undated);
    if (r->beginning)
        buf_printf(out,
                   ja ? "割合は最初の %u 手が打たれた棋譜に対するもの\n"
                      : "shares of the games with a sequence's first %u moves\n",
                   (unsigned)r->beginning);
    else
        buf_add_str(out, ja ? "割合は全棋譜に対するもの\n" : "shares of all games\n");
    buf_printf(out,
               ja ? "手順 %zu、検定 %zu、割合が変わったもの %zu（偽発見率 %g）: 増 %zu、減 "
                    "%zu、流行 %zu、復活 %zu\n"
                  : "%zu sequences, %zu tested; the share of %zu changed (false discovery rate %g):"
                    " %zu rose, %zu fell, %zu were a fashion, %zu came back\n",
               t->count, t->tested, t->changed, r->level, t->shapes[TREND_ROSE],
               t->shapes[TREND_FELL], t->shapes[TREND_FASHION], t->shapes[TREND_REVIVAL]);
    buf_printf(out,
               ja ? "記録の間に生まれたもの %zu、消えたもの %zu\n"
                  : "%zu were born within the records, %zu died within them\n",
               t->born, t->died);
}

/* "<": it may be older than that; ">": it may have lived longer. */
static void add_life(const struct sequence_trend *t, struct buf *out)
{
    buf_printf(out, "%c%4u-%c%4u", t->born ? ' ' : '<', (unsigned)t->first_year,
               t->died ? ' ' : '>', (unsigned)t->last_year);
}

static void add_segments(const struct trend_report *r, const struct sequence_trend *t,
                         struct buf *out)
{
    buf_add_str(out, "       ");
    for (size_t i = 0; i < t->changes.segment_count; i++) {
        const struct share_span *s = &t->changes.segments[i];
        buf_printf(out, "%s%u-%u %.1f %%", i ? ", " : "", (unsigned)year_at(r, s->first),
                   (unsigned)year_at(r, s->last), 100 * share_of(s));
    }
    buf_add_char(out, '\n');
}

static void add_row(const struct trend_report *r, const struct sequence_trend *t, size_t change,
                    const char *moves, struct buf *out)
{
    const struct share_span *after = &t->changes.segments[change];
    if (change) {
        const struct proportion_difference d = sequence_trend_step(t, change);
        buf_printf(out, "%6u  %6.1f  %6.1f  %+6.1f (%+6.1f to %+6.1f)",
                   (unsigned)year_at(r, after->first), 100 * share_of(after - 1),
                   100 * share_of(after), 100 * d.difference, 100 * d.low, 100 * d.high);
    } else {
        buf_printf(out, "%6s  %6s  %6s  %6s %18s", "-", "-", "-", "-", "");
    }
    buf_printf(out, "  %6u  %6u  ", (unsigned)t->games, (unsigned)t->reached);
    add_life(t, out);
    buf_printf(out, "  %7.1e  %s\n", t->q, moves);
    if (t->changed)
        add_segments(r, t, out);
}

static const struct msg HEADING = {
    "  year  before   after  difference (95 %), %       games   begun   first- last      fdr"
    "  moves\n",
    "    年  変化前  変化後  差（95 %）、%               局数  始まり    初出- 最後 偽発見率"
    "  手順\n"};

static enum status add_greatest(const struct trend_report *r, const struct trend_moves *moves,
                                bool rises, struct buf *out, struct err *err)
{
    static const struct msg RISES = {"\ngreatest rises\n", "\n大きく増えた手順\n"},
                            FALLS = {"\ngreatest falls\n", "\n大きく減った手順\n"};
    struct trend_list list;
    enum status status = list_greatest(&list, r, rises, LISTED, err);
    if (status == STATUS_OK && list.count) {
        buf_add_str(out, msg_in(rises ? &RISES : &FALLS, r->env->lang));
        buf_add_str(out, msg_in(&HEADING, r->env->lang));
    }
    for (size_t i = 0; i < list.count && status == STATUS_OK; i++) {
        const struct sequence_trend *t = list.at[i].trend;
        add_row(r, t, rises ? t->rise : t->fall, moves_of(moves, t), out);
    }
    mem_free(list.at);
    return status;
}

/* The change point with the greater difference. */
static size_t greatest_change(const struct sequence_trend *t)
{
    return !t->changed ? 0 : step_of(t, t->rise) >= step_of(t, t->fall) ? t->rise : t->fall;
}

static enum status add_lists(const struct trend_report *r, const struct trend_moves *moves,
                             struct buf *out, struct err *err)
{
    add_summary(r, out);
    if (r->choice_count) {
        buf_add_char(out, '\n');
        buf_add_str(out, msg_in(&HEADING, r->env->lang));
    }
    for (size_t i = 0; i < r->choice_count; i++) {
        const struct sequence_trend *t = &r->trends->at[r->choices[i].nth];
        text_add_clean(out, r->choices[i].name);
        buf_add_str(out, r->choices[i].name.n ? "\n" : "");
        add_row(r, t, greatest_change(t), moves_of(moves, t), out);
    }
    if (r->chosen)
        return STATUS_OK;
    enum status status = add_greatest(r, moves, true, out, err);
    return status == STATUS_OK ? add_greatest(r, moves, false, out, err) : status;
}

/* --- As JSON ----------------------------------------------------------------------------------- */

static void segments_to_json(struct json *j, const struct trend_report *r,
                             const struct sequence_trend *t)
{
    json_key(j, "segments");
    json_open_array(j);
    for (size_t i = 0; i < t->changes.segment_count; i++) {
        const struct share_span *s = &t->changes.segments[i];
        const struct wilson w = wilson_interval((double)s->with, (double)s->of);
        json_open_object(j);
        json_key_u64(j, "from", year_at(r, s->first));
        json_key_u64(j, "to", year_at(r, s->last));
        json_key_u64(j, "games", s->with);
        json_key_u64(j, "reached", s->of);
        json_key_double(j, "share", w.share);
        json_key_double(j, "low", w.low);
        json_key_double(j, "high", w.high);
        json_end(j);
    }
    json_end(j);
    json_key(j, "changes");
    json_open_array(j);
    for (size_t i = 1; i < t->changes.segment_count; i++) {
        const struct proportion_difference d = sequence_trend_step(t, i);
        json_open_object(j);
        json_key_u64(j, "year", year_at(r, t->changes.segments[i].first));
        json_key_double(j, "difference", d.difference);
        json_key_double(j, "low", d.low);
        json_key_double(j, "high", d.high);
        json_end(j);
    }
    json_end(j);
}

static void change_to_json(struct json *j, const struct trend_report *r, const char *key,
                           const struct sequence_trend *t, size_t change)
{
    json_key(j, key);
    if (change)
        json_u64(j, year_at(r, t->changes.segments[change].first));
    else
        json_null_value(j);
}

static void life_to_json(struct json *j, const struct trend_report *r,
                         const struct sequence_trend *t)
{
    change_to_json(j, r, "rise", t, t->rise);
    change_to_json(j, r, "fall", t, t->fall);
    json_key(j, "peak");
    if (t->changed) {
        const struct share_span *s = &t->changes.segments[t->peak];
        json_open_object(j);
        json_key_u64(j, "from", year_at(r, s->first));
        json_key_u64(j, "to", year_at(r, s->last));
        json_key_double(j, "share", share_of(s));
        json_end(j);
    } else {
        json_null_value(j);
    }
    json_key(j, "years");
    json_open_array(j);
    for (uint32_t i = 0; i < r->trends->year_count; i++) {
        if (!t->counts[i].of)
            continue;
        json_open_array(j);
        json_u64(j, year_at(r, i));
        json_u64(j, t->counts[i].with);
        json_u64(j, t->counts[i].of);
        json_end(j);
    }
    json_end(j);
}

static const struct trend_choice *choice_of(const struct trend_report *r, size_t nth)
{
    for (size_t i = 0; i < r->choice_count; i++)
        if (r->choices[i].nth == nth)
            return &r->choices[i];
    return NULL;
}

static void moves_to_json(struct json *j, struct span moves)
{
    json_key(j, "moves");
    json_open_array(j);
    while (moves.n)
        json_str(j, span_eat_word(&moves));
    json_end(j);
}

static void trend_to_json(struct json *j, const struct trend_report *r,
                          const struct sequence_trend *t, const char *moves)
{
    const struct trend_choice *choice = choice_of(r, (size_t)t->nth - 1);
    json_open_object(j);
    json_key_u64(j, "rank", t->nth);
    moves_to_json(j, span_of(moves));
    if (choice && choice->name.n)
        json_key_str(j, "name", choice->name);
    json_key_u64(j, "games", t->games);
    json_key_u64(j, "reached", t->reached);
    json_key_bool(j, "tested", t->tested);
    json_key_u64(j, "first", t->first_year);
    json_key_u64(j, "last", t->last_year);
    json_key_bool(j, "born", t->born);
    json_key_double(j, "born_fdr", t->born_q);
    json_key_bool(j, "died", t->died);
    json_key_double(j, "died_fdr", t->died_q);
    json_key_double(j, "dispersion", t->changes.dispersion);
    json_key_double(j, "p", t->changes.p);
    json_key_double(j, "fdr", t->q);
    json_key_bool(j, "changed", t->changed);
    json_key_cstr(j, "shape", trend_shape_name(t->shape));
    segments_to_json(j, r, t);
    life_to_json(j, r, t);
    json_end(j);
    json_line(j);
}

static void summary_to_json(struct json *j, const struct trend_report *r)
{
    const struct sequence_trends *t = r->trends;
    json_open_object(j);
    json_key_u64(j, "sequences", t->count);
    json_key_u64(j, "tested", t->tested);
    json_key_u64(j, "changed", t->changed);
    json_key_double(j, "fdr", r->level);
    json_key_u64(j, "beginning", r->beginning);
    json_key_u64(j, "beginnings", t->beginnings);
    json_key_u64(j, "games", t->games);
    json_key_u64(j, "undated", t->undated);
    json_key_u64(j, "first_year", t->first_year);
    json_key_u64(j, "last_year", t->year_count ? t->first_year + t->year_count - 1 : 0);
    json_key_u64(j, "born", t->born);
    json_key_u64(j, "died", t->died);
    for (int shape = 0; shape < TREND_SHAPES; shape++)
        json_key_u64(j, trend_shape_name(shape), t->shapes[shape]);
    json_end(j);
    json_line(j);
}

static int print_json(const struct trend_report *r, const struct trend_moves *moves)
{
    struct buf line;
    int code = CMD_OK;
    buf_init(&line, BUF_DEFAULT_MAX);
    for (size_t i = 0; i <= r->trends->count && code == CMD_OK; i++) {
        struct json j;
        buf_clear(&line);
        json_init(&j, &line);
        if (i < r->trends->count)
            trend_to_json(&j, r, &r->trends->at[i], moves_of(moves, &r->trends->at[i]));
        else
            summary_to_json(&j, r);
        code = cmd_print(r->env, &line);
    }
    buf_release(&line);
    return code;
}

/* --- The picture ------------------------------------------------------------------------------- */

enum { COLUMNS = 2, PANEL_WIDTH = 450, PANEL_HEIGHT = 230, FOOT = 26 };

struct trend_panel {
    const struct sequence_trend *trend;
    struct span title;
};

/* Nothing happens for centuries in most panels: each begins some years before its first change point. */
static uint32_t first_year_shown(const struct trend_report *r, const struct sequence_trend *t)
{
    enum { BEFORE = 30, ROUND = 10 };
    uint32_t change = t->changed ? t->changes.segments[1].first : 0;
    return (r->trends->first_year + (change > BEFORE ? change - BEFORE : 0)) / ROUND * ROUND;
}

static double greatest_share(const struct trend_report *r, const struct sequence_trend *t,
                             double from)
{
    double most = 0;
    for (size_t i = 0; i < t->changes.bin_count; i++)
        if (year_at(r, t->changes.bins[i].last) >= from)
            most = fmax(most, share_of(&t->changes.bins[i]));
    return most > 0 ? 100 * most : 1;
}

static void draw_axes(const struct plot *p)
{
    char label[32];
    double step = plot_step(p->x_most - p->x_least, 8);
    const int first = (int)ceil(p->x_least / step), last = (int)floor(p->x_most / step);
    for (int i = first; i <= last; i++) {
        snprintf(label, sizeof label, "%g", i * step);
        plot_x_tick(p, i * step, label);
    }
    step = plot_step(p->y_most, 5);
    for (int i = 0; i * step <= p->y_most * 1.0001; i++) {
        snprintf(label, sizeof label, "%g", i * step);
        plot_y_tick(p, i * step, label);
    }
}

static void draw_bins(const struct plot *p, const struct trend_report *r,
                      const struct sequence_trend *t)
{
    for (size_t i = 0; i < t->changes.bin_count; i++) {
        const struct share_span *b = &t->changes.bins[i];
        const struct wilson w = wilson_interval((double)b->with, (double)b->of);
        double middle = ((double)year_at(r, b->first) + year_at(r, b->last) + 1) / 2;
        if (middle < p->x_least)
            continue;
        double x = plot_x(p, middle);
        struct draw_paint paint = plot_stroke(PLOT_QUIET, 0.8);
        paint.opacity = 0.55;
        drawing_line(p->d, x, plot_y(p, 100 * w.low), x, plot_y(p, fmin(p->y_most, 100 * w.high)),
                     paint);
        drawing_circle(p->d, x, plot_y(p, 100 * w.share), 2,
                       (struct draw_paint){.fill = PLOT_QUIET, .stroke = DRAW_NO_COLOUR});
    }
}

static void draw_segments(const struct plot *p, const struct trend_report *r,
                          const struct sequence_trend *t)
{
    char label[16];
    double labelled = 0;
    for (size_t i = 0; i < t->changes.segment_count; i++) {
        const struct share_span *s = &t->changes.segments[i];
        double y = plot_y(p, 100 * share_of(s));
        double left = fmax(year_at(r, s->first), p->x_least);
        drawing_line(p->d, plot_x(p, left), y,
                     plot_x(p, fmax(left, (double)year_at(r, s->last) + 1)), y,
                     plot_stroke(PLOT_FIRST + 1, 2.2));
        if (i == 0 || !t->changed)
            continue;
        struct draw_paint cut = plot_stroke(PLOT_FIRST + 2, 1.2);
        cut.dash = 4;
        double x = plot_x(p, year_at(r, s->first));
        drawing_line(p->d, x, p->top, x, p->top + p->height, cut);
        if (labelled && x - labelled < p->font) /* they would lie upon each other */
            continue;
        labelled = x;
        snprintf(label, sizeof label, "%u", (unsigned)year_at(r, s->first));
        struct draw_text_style style = plot_text_style(p, DRAW_START);
        style.colour = PLOT_FIRST + 2;
        drawing_text_turned(p->d, x + 3, p->top + 4, span_of(label), style, 90);
    }
}

static void draw_panel(struct drawing *d, const struct trend_report *r,
                       const struct trend_panel *panel, size_t i)
{
    static const struct msg Y = {"share, %", "割合 %"};
    const size_t row = i / COLUMNS;
    const double left = (double)(i % COLUMNS) * PANEL_WIDTH;
    const uint32_t from = first_year_shown(r, panel->trend);
    const struct plot p = {.d = d,
                           .left = left + 56,
                           .top = (double)row * PANEL_HEIGHT + 40,
                           .width = PANEL_WIDTH - 72,
                           .height = PANEL_HEIGHT - 76,
                           .x_least = from,
                           .x_most = (double)r->trends->first_year + r->trends->year_count,
                           .y_most = fmin(100, 1.15 * greatest_share(r, panel->trend, from)),
                           .font = 11};
    draw_axes(&p);
    draw_bins(&p, r, panel->trend);
    draw_segments(&p, r, panel->trend);
    plot_frame(&p);
    plot_titles(&p, &(struct plot_words){.y = span_of(msg_in(&Y, r->env->lang)), .y_apart = 40});
    struct span title = text_cut_ems(panel->title, p.width / 12);
    struct draw_text_style style = plot_text_style(&p, DRAW_START);
    style.bold = true;
    style.size = 12;
    drawing_text(d, p.left, p.top - 8, title, style);
}

static void draw_panels(const struct trend_report *r, const struct trend_panel *panels, size_t n,
                        struct buf *out)
{
    static const struct msg TITLE = {"Shares of sequences by year, with change points",
                                     "手順の割合の推移と変化点"},
                            FEET = {"dots: years, joined where games are few, with 95 % intervals; "
                                    "lines: segments between change points",
                                    "点: 年（局数が少なければまとめる）と 95 % 区間、線: "
                                    "変化点の間の割合"};
    const size_t panel_rows = (n + COLUMNS - 1) / COLUMNS;
    const double height = (double)panel_rows * PANEL_HEIGHT;
    const double width = n > 1 ? COLUMNS * PANEL_WIDTH : PANEL_WIDTH;
    struct drawing d;
    plot_drawing_init(&d, width, height + FOOT, r->env->lang, msg_in(&TITLE, r->env->lang));
    for (size_t i = 0; i < n; i++)
        draw_panel(&d, r, &panels[i], i);
    drawing_text(
        &d, 56, height + 12, span_of(msg_in(&FEET, r->env->lang)),
        (struct draw_text_style){.font = DRAW_FONT_TEXT, .size = 11, .colour = PLOT_QUIET});
    if (d.bad)
        out->bad = d.bad;
    else
        drawing_to_svg(&d, width, DRAW_ADAPTS, out);
    drawing_release(&d);
}

static enum status choose_panels(const struct trend_report *r, const struct trend_moves *moves,
                                 struct trend_panel *panels, size_t *n, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < r->choice_count && i < PLOTTED_MOST; i++) {
        const struct sequence_trend *t = &r->trends->at[r->choices[i].nth];
        panels[(*n)++] = (struct trend_panel){
            t, r->choices[i].name.n ? r->choices[i].name : span_of(moves_of(moves, t))};
    }
    for (int rises = 1; rises >= 0 && !r->chosen && status == STATUS_OK; rises--) {
        struct trend_list list;
        status = list_greatest(&list, r, rises, PLOTTED_OF_EACH, err);
        for (size_t i = 0; i < list.count && status == STATUS_OK; i++) {
            const struct sequence_trend *t = list.at[i].trend;
            panels[(*n)++] = (struct trend_panel){t, span_of(moves_of(moves, t))};
        }
        mem_free(list.at);
    }
    return status;
}

static enum status write_plot(const struct trend_report *r, const struct trend_moves *moves,
                              struct err *err)
{
    struct trend_panel panels[PLOTTED_MOST];
    struct buf svg;
    size_t n = 0;
    buf_init(&svg, BUF_DEFAULT_MAX);
    enum status status = choose_panels(r, moves, panels, &n, err);
    if (status == STATUS_OK) {
        draw_panels(r, panels, n, &svg);
        status = buf_status(&svg) == STATUS_OK ? file_replace(r->plot, buf_span(&svg), err)
                                               : err_nomem(err);
    }
    buf_release(&svg);
    return status;
}

enum status trend_report_print(const struct trend_report *r, struct err *err)
{
    struct trend_moves moves;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status status = trend_moves_make(&moves, r, err);
    if (status == STATUS_OK && !r->env->json)
        status = add_lists(r, &moves, &text, err);
    if (status == STATUS_OK) {
        int code = r->env->json ? print_json(r, &moves) : cmd_print(r->env, &text);
        status = code == CMD_OK ? STATUS_OK : err_cancelled(err);
    }
    if (status == STATUS_OK && r->plot)
        status = write_plot(r, &moves, err);
    buf_release(&text);
    trend_moves_release(&moves);
    return status;
}
