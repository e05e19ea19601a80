/* profile_page.c: see profile_page.h. */
#include "view/report/profile_page.h"

#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "view/board/game_view.h"
#include "view/draw/plot.h"
#include "view/draw/svg.h"
#include "view/report/sequence_view.h"

enum { BOARD_PX = 340 };

static const char STYLE[] =
    ":root{color-scheme:light dark;--paper:#f6f4ef;--card:#fffefb;--ink:#23201c;--faint:#6a6459;"
    "--line:#ded8cb;--bar:#b9852f}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#191a1c;--card:#232427;--ink:#ebe8e1;"
    "--faint:#aca596;--line:#3a3a3c;--bar:#d9a94f}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:1180px;padding:24px;background:var(--paper);color:var(--ink);"
    "font:15px/1.5 system-ui,\"Hiragino Sans\",\"Noto Sans CJK JP\",\"Noto Sans JP\",sans-serif;"
    "overflow-wrap:anywhere}\n"
    "h1{font-size:1.8rem;line-height:1.2;margin:0}\n"
    "h2{font-size:1.2rem;margin:34px 0 10px}\n"
    ".about{color:var(--faint);margin:4px 0 18px}\n"
    ".figures{display:flex;flex-wrap:wrap;gap:12px;margin:0;padding:0;list-style:none}\n"
    ".figures li,.card{background:var(--card);border:1px solid var(--line);border-radius:10px;"
    "padding:12px 16px}\n"
    ".figures b{display:block;font-size:1.5rem;line-height:1.25}\n"
    ".figures span,.card p,td small{color:var(--faint);font-size:.88rem}\n"
    ".cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(320px,100%),1fr));gap:"
    "16px}\n"
    ".card h3{margin:8px 0 2px;font-size:1rem}\n"
    ".card p{margin:0}\n"
    "img{display:block;max-width:100%;height:auto;margin:0 auto}\n"
    ".plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(340px,100%),1fr));gap:"
    "16px}\n"
    ".scroll{overflow-x:auto}\n"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;"
    "overflow-wrap:normal}\n"
    "th,td{text-align:right;padding:4px 10px;border-bottom:1px solid var(--line);"
    "white-space:nowrap}\n"
    "th{font-weight:600;color:var(--faint)}\n"
    "th:first-child,td:first-child{text-align:left;white-space:normal}\n"
    ".moves{font-size:.9rem;overflow-wrap:anywhere}\n";

/* --- Parts ------------------------------------------------------------------------------------ */

/* An SVG document as an image: bytes that an attribute or an address may not have are escaped. */
static void add_image(struct span svg, struct span alt, struct buf *out)
{
    buf_add_str(out, "<img src=\"data:image/svg+xml,");
    for (size_t i = 0; i < svg.n; i++) {
        unsigned char c = (unsigned char)svg.p[i];
        bool plain = c > ' ' && c < 0x7F && !strchr("\"#%&<>?`{}|\\^[]", c);
        if (plain)
            buf_add_char(out, (char)c);
        else
            buf_printf(out, "%%%02X", c);
    }
    buf_add_str(out, "\" alt=\"");
    svg_text(out, alt);
    buf_add_str(out, "\">\n");
}

static void add_heading(const struct profile_report *r, const struct msg *title, struct buf *out)
{
    buf_add_str(out, "<h2>");
    svg_text(out, span_of(msg_in(title, r->lang)));
    buf_add_str(out, "</h2>\n");
}

/* "61.2 %"; a dash if no result is known. */
static void add_percent(double share, struct buf *out)
{
    if (isnan(share))
        buf_add_str(out, "–");
    else
        buf_printf(out, "%.1f %%", 100 * share);
}

static void add_score_cells(const struct side_score *s, struct buf *out)
{
    buf_printf(out, "<td>%llu</td><td>", (unsigned long long)side_score_games(s));
    add_percent(s->rate.share, out);
    if (!isnan(s->rate.share))
        buf_printf(out, " <small>%.0f–%.0f</small>", 100 * s->rate.low, 100 * s->rate.high);
    buf_add_str(out, "</td>");
}

static void begin_table(const struct profile_report *r, const struct msg *columns, size_t count,
                        struct buf *out)
{
    /* those who have no mouse must be able to scroll it */
    buf_add_str(out, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"");
    svg_text(out, span_of(msg_in(&columns[0], r->lang)));
    buf_add_str(out, "\"><table>\n<thead><tr>");
    for (size_t i = 0; i < count; i++) {
        buf_add_str(out, "<th scope=\"col\">");
        svg_text(out, span_of(msg_in(&columns[i], r->lang)));
        buf_add_str(out, "</th>");
    }
    buf_add_str(out, "</tr></thead>\n<tbody>\n");
}

static void end_table(struct buf *out)
{
    buf_add_str(out, "</tbody></table></div>\n");
}

/* --- Head ------------------------------------------------------------------------------------- */

static void add_figure(const struct side_score *s, const char *what, struct buf *out)
{
    buf_add_str(out, "<li><b>");
    add_percent(s->rate.share, out);
    buf_add_str(out, "</b><span>");
    svg_text(out, span_of(what));
    buf_printf(out, ": %llu–%llu–%llu</span></li>\n", (unsigned long long)s->wins,
               (unsigned long long)s->losses, (unsigned long long)s->draws);
}

static void add_about(const struct profile_report *r, struct buf *out)
{
    static const struct msg SPELLINGS = {"Also written: ", "ほかの表記: "};
    uint32_t first, last;
    profile_years(r->p, &first, &last);
    buf_add_str(out, "<p class=\"about\">");
    for (uint32_t i = 0; i < r->in->count; i++) {
        buf_add_str(out, i ? ", " : "");
        svg_text(out, span_of(r->paths[i]));
    }
    if (first)
        buf_printf(out, " · %u–%u", (unsigned)first, (unsigned)last);
    if (span_trim(r->in->query).n) {
        buf_add_str(out, " · ");
        svg_text(out, r->in->query);
    }
    bool begun = false;
    for (size_t i = 0; i < r->p->spellings.count; i++) {
        struct span name = r->p->spellings.at[i].name;
        if (span_eq(name, r->name))
            continue;
        buf_add_str(out, begun ? ", " : "<br>");
        if (!begun)
            buf_add_str(out, msg_in(&SPELLINGS, r->lang));
        svg_text(out, name);
        begun = true;
    }
    buf_add_str(out, "</p>\n");
}

static void add_head(const struct profile_report *r, struct buf *out)
{
    static const struct msg GAMES = {"games", "局"}, ALL = {"won–lost–drawn", "勝–敗–分"};
    static const struct msg LENGTH = {"plies, median", "手、中央値"};
    const struct game *game = r->in->dbs[0]->game;
    buf_add_str(out, "<h1>");
    svg_text(out, r->name);
    buf_add_str(out, "</h1>\n");
    add_about(r, out);
    buf_printf(out, "<ul class=\"figures\">\n<li><b>%llu</b><span>%s</span></li>\n",
               (unsigned long long)r->p->games, msg_in(&GAMES, r->lang));
    add_figure(&r->p->all, msg_in(&ALL, r->lang), out);
    for (int seat = 0; seat < game->seats; seat++)
        add_figure(&r->p->seats[seat], msg_in(&game->seat_titles[seat], r->lang), out);
    buf_printf(out, "<li><b>%u</b><span>%s</span></li>\n</ul>\n", (unsigned)r->p->lengths.median,
               msg_in(&LENGTH, r->lang));
}

/* --- Plots ------------------------------------------------------------------------------------ */

enum { PLOT_WIDTH = 540, PLOT_HEIGHT = 250 };

static void begin_plot(struct plot *p, struct drawing *d, const struct profile_report *r,
                       const struct msg *title)
{
    plot_drawing_init(d, PLOT_WIDTH, PLOT_HEIGHT, r->lang, msg_in(title, r->lang));
    *p = (struct plot){.d = d,
                       .left = 52,
                       .top = 30,
                       .width = PLOT_WIDTH - 70,
                       .height = PLOT_HEIGHT - 66,
                       .font = 13};
}

static void add_ticks(const struct plot *p, bool x, double least, double most, int count)
{
    double step = plot_step(most > least ? most - least : 1, count);
    step = step < 1 ? 1 : step;
    for (double v = ceil(least / step) * step; v <= most; v += step) {
        char label[32];
        snprintf(label, sizeof label, "%g", v);
        (x ? plot_x_tick : plot_y_tick)(p, v, label);
    }
}

static enum status end_plot(struct plot *p, const struct profile_report *r, const struct msg *title,
                            struct buf *out, struct err *err)
{
    struct buf svg;
    const struct plot_words words = {.title = span_of(msg_in(title, r->lang))};
    buf_init(&svg, BUF_DEFAULT_MAX);
    plot_frame(p);
    plot_titles(p, &words);
    drawing_to_svg(p->d, PLOT_WIDTH, DRAW_ADAPTS, &svg);
    buf_add_str(out, "<div class=\"card\">");
    add_image(buf_span(&svg), words.title, out);
    buf_add_str(out, "</div>\n");
    enum status status =
        p->d->bad == STATUS_OK && buf_status(&svg) == STATUS_OK ? STATUS_OK : err_nomem(err);
    buf_release(&svg);
    drawing_release(p->d);
    return status;
}

/* A bar from the axis. */
static void add_bar(const struct plot *p, double from, double to, double height)
{
    const struct draw_paint paint = {.fill = PLOT_FIRST + 1, .stroke = DRAW_NO_COLOUR};
    double left = plot_x(p, from), top = plot_y(p, height);
    drawing_rect(p->d, left, top, plot_x(p, to) - left, plot_y(p, 0) - top, 0, paint);
}

static enum status add_year_games(const struct profile_report *r, uint32_t first, uint32_t last,
                                  struct buf *out, struct err *err)
{
    static const struct msg TITLE = {"games by year", "年ごとの局数"};
    struct drawing d;
    struct plot p;
    begin_plot(&p, &d, r, &TITLE);
    p.x_least = first - 0.7;
    p.x_most = last + 0.7;
    for (size_t i = 0; i < r->p->year_count; i++)
        if (r->p->years[i].year)
            p.y_most = fmax(p.y_most, (double)side_score_games(&r->p->years[i].score) * 1.05);
    add_ticks(&p, true, first, last, 8);
    add_ticks(&p, false, 0, p.y_most, 5);
    for (size_t i = 0; i < r->p->year_count; i++) {
        double year = r->p->years[i].year;
        if (r->p->years[i].year)
            add_bar(&p, year - 0.4, year + 0.4, (double)side_score_games(&r->p->years[i].score));
    }
    return end_plot(&p, r, &TITLE, out, err);
}

static enum status add_year_scores(const struct profile_report *r, uint32_t first, uint32_t last,
                                   struct buf *out, struct err *err)
{
    static const struct msg TITLE = {"score by year, % (95 %)", "年ごとの勝率 %（95 % 区間）"};
    struct drawing d;
    struct plot p;
    begin_plot(&p, &d, r, &TITLE);
    p.x_least = first - 0.7;
    p.x_most = last + 0.7;
    p.y_most = 100;
    add_ticks(&p, true, first, last, 8);
    add_ticks(&p, false, 0, 100, 5);
    for (size_t i = 0; i < r->p->year_count; i++) {
        const struct wilson *w = &r->p->years[i].score.rate;
        double x = plot_x(&p, r->p->years[i].year);
        if (r->p->years[i].year == 0 || isnan(w->share))
            continue;
        drawing_line(&d, x, plot_y(&p, 100 * w->low), x, plot_y(&p, 100 * w->high),
                     plot_stroke(PLOT_QUIET, 1.2));
        plot_marker(&d, x, plot_y(&p, 100 * w->share), 3.4, plot_look(1));
    }
    return end_plot(&p, r, &TITLE, out, err);
}

static enum status add_lengths(const struct profile_report *r, struct buf *out, struct err *err)
{
    static const struct msg TITLE = {"games by length in plies", "手数ごとの局数"};
    const struct player_profile *profile = r->p;
    struct drawing d;
    struct plot p;
    begin_plot(&p, &d, r, &TITLE);
    p.x_most = (double)profile->bin_count * PROFILE_BIN_PLIES;
    p.y_most = 1;
    for (size_t i = 0; i < profile->bin_count; i++)
        p.y_most = fmax(p.y_most, profile->bins[i] * 1.05);
    add_ticks(&p, true, 0, p.x_most, 8);
    add_ticks(&p, false, 0, p.y_most, 5);
    for (size_t i = 0; i < profile->bin_count; i++)
        add_bar(&p, ((double)i + 0.06) * PROFILE_BIN_PLIES, ((double)i + 0.94) * PROFILE_BIN_PLIES,
                profile->bins[i]);
    return end_plot(&p, r, &TITLE, out, err);
}

static enum status add_plots(const struct profile_report *r, struct buf *out, struct err *err)
{
    static const struct msg TITLE = {"Years and lengths", "年と手数"};
    enum status status = STATUS_OK;
    uint32_t first, last;
    profile_years(r->p, &first, &last);
    add_heading(r, &TITLE, out);
    buf_add_str(out, "<div class=\"plots\">\n");
    if (first) {
        status = add_year_games(r, first, last, out, err);
        if (status == STATUS_OK)
            status = add_year_scores(r, first, last, out, err);
    }
    if (status == STATUS_OK)
        status = add_lengths(r, out, err);
    buf_add_str(out, "</div>\n");
    return status;
}

/* --- Boards ----------------------------------------------------------------------------------- */

static enum status add_board(const struct profile_report *r, const struct profile_name *n,
                             struct span alt, struct buf *out, struct err *err)
{
    const struct db *db = r->in->dbs[n->db];
    const struct game_view *view = view_of_game(db->game);
    const struct board_options opt = {
        .lang = r->lang, .theme = BOARD_AUTO, .flip = n->seat == 1, .width_px = BOARD_PX};
    struct view_board board = {.ply = n->ply, .form = VIEW_SVG, .opt = &opt};
    struct record rec;
    struct buf svg;
    unsigned notes = 0;
    if (!view)
        return STATUS_OK;
    record_init(&rec);
    buf_init(&svg, BUF_DEFAULT_MAX);
    board.rec = &rec;
    enum status status = db_record(db, n->id, &rec, err);
    if (status == STATUS_OK)
        status = view->board(&board, &svg, &notes, err);
    if (status == STATUS_OK)
        add_image(buf_span(&svg), alt, out);
    buf_release(&svg);
    record_release(&rec);
    return status;
}

static enum status add_card(const struct profile_report *r, const struct profile_name *n,
                            struct buf *out, struct err *err)
{
    static const struct msg GAMES = {"%1 games, ", "%1 局、"};
    enum status status = STATUS_OK;
    struct buf name, digits;
    buf_init(&name, BUF_DEFAULT_MAX);
    buf_init(&digits, 32);
    profile_name_text(n->named, r->lang, &name);
    buf_add_u64(&digits, side_score_games(&n->all));
    buf_add_str(out, "<div class=\"card\">\n");
    if (n->id != UINT32_MAX)
        status = add_board(r, n, buf_span(&name), out, err);
    buf_add_str(out, "<h3>");
    svg_text(out, buf_span(&name));
    buf_add_str(out, "</h3>\n<p>");
    msg_format(&GAMES, r->lang, buf_span(&digits), SPAN(""), out);
    add_percent(n->all.rate.share, out);
    if (!isnan(n->all.rate.share))
        buf_printf(out, " (%.0f–%.0f)", 100 * n->all.rate.low, 100 * n->all.rate.high);
    buf_add_str(out, "</p>\n");
    if (n->id != UINT32_MAX) {
        buf_add_str(out, "<p>");
        svg_text(out, span_of(r->paths[n->db]));
        buf_printf(out, ":%u --ply %u</p>\n", (unsigned)n->id, (unsigned)n->ply);
    }
    buf_add_str(out, "</div>\n");
    buf_release(&name);
    buf_release(&digits);
    return status;
}

static void add_name_row(const struct profile_report *r, const struct profile_name *n,
                         struct buf *out)
{
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    profile_name_text(n->named, r->lang, &name);
    buf_add_str(out, "<tr><td>");
    svg_text(out, buf_span(&name));
    buf_add_str(out, "</td>");
    add_score_cells(&n->all, out);
    for (int seat = 0; seat < r->in->dbs[0]->game->seats; seat++)
        add_score_cells(&n->seats[seat], out);
    buf_add_str(out, "</tr>\n");
    buf_release(&name);
}

static enum status add_list(const struct profile_report *r, enum profile_list list, struct buf *out,
                            struct err *err)
{
    static const struct msg TITLES[PROFILE_LISTS] = {
        {"Openings", "戦型"}, {"Castles", "囲い"}, {"Shapes and joseki", "形・定石"}};
    static const struct msg NAME = {"name", "名前"}, GAMES = {"games", "局数"},
                            SCORE = {"score", "勝率"};
    const struct game *game = r->in->dbs[0]->game;
    const struct profile_name *n;
    enum status status = STATUS_OK;
    struct msg columns[3 + 2 * GAME_MAX_SEATS] = {NAME, GAMES, SCORE};
    if (!profile_list_nth(r->p, list, 0))
        return STATUS_OK;
    add_heading(r, &TITLES[list], out);
    buf_add_str(out, "<div class=\"cards\">\n");
    for (size_t i = 0; i < PROFILE_PAGE_BOARDS && status == STATUS_OK &&
                       (n = profile_list_nth(r->p, list, i)) != NULL;
         i++)
        status = add_card(r, n, out, err);
    buf_add_str(out, "</div>\n");
    for (int seat = 0; seat < game->seats; seat++) {
        columns[3 + 2 * seat] = game->seat_titles[seat];
        columns[4 + 2 * seat] = SCORE;
    }
    begin_table(r, columns, 3 + 2 * (size_t)game->seats, out);
    for (size_t i = 0; i < r->top && (n = profile_list_nth(r->p, list, i)) != NULL; i++)
        add_name_row(r, n, out);
    end_table(out);
    return status;
}

/* --- Opponents and sequences ------------------------------------------------------------------ */

static void add_opponents(const struct profile_report *r, struct buf *out)
{
    static const struct msg TITLE = {"Opponents", "対戦相手"};
    static const struct msg COLUMNS[] = {{"name", "名前"}, {"games", "局数"}, {"score", "勝率"},
                                         {"won", "勝"},    {"lost", "敗"},    {"drawn", "分"}};
    const struct profile_people *people = &r->p->opponents;
    if (people->count == 0)
        return;
    add_heading(r, &TITLE, out);
    begin_table(r, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS, out);
    for (size_t i = 0; i < people->count && i < r->top; i++) {
        const struct side_score *s = &people->at[i].score;
        buf_add_str(out, "<tr><td>");
        svg_text(out, people->at[i].name);
        buf_add_str(out, "</td>");
        add_score_cells(s, out);
        buf_printf(out, "<td>%llu</td><td>%llu</td><td>%llu</td></tr>\n",
                   (unsigned long long)s->wins, (unsigned long long)s->losses,
                   (unsigned long long)s->draws);
    }
    end_table(out);
}

static enum status add_sequences(const struct profile_report *r, struct buf *out, struct err *err)
{
    static const struct msg TITLE = {"Favourite sequences", "よく指す手順"};
    static const struct msg COLUMNS[] = {{"moves", "手順"}, {"games", "局数"}, {"score", "勝率"}};
    enum status status = STATUS_OK;
    if (r->p->sequence_count == 0)
        return STATUS_OK;
    add_heading(r, &TITLE, out);
    begin_table(r, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS, out);
    for (size_t i = 0; i < r->p->sequence_count && i < r->top && status == STATUS_OK; i++) {
        struct sequence_source source;
        struct sequence_entry entry;
        struct buf moves;
        buf_init(&moves, BUF_DEFAULT_MAX);
        status = profile_sequence_entry(r, &r->p->sequences[i], &source, &entry, err);
        if (status == STATUS_OK)
            sequence_moves(entry.profile, &moves);
        buf_add_str(out, "<tr><td class=\"moves\">");
        svg_text(out, buf_span(&moves));
        buf_add_str(out, "</td>");
        add_score_cells(&r->p->sequences[i].score, out);
        buf_add_str(out, "</tr>\n");
        buf_release(&moves);
    }
    end_table(out);
    return status;
}

/* --- The page --------------------------------------------------------------------------------- */

enum status profile_page(const struct profile_report *r, struct buf *out, struct err *err)
{
    enum status status = STATUS_OK;
    buf_printf(out,
               "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
               "img-src data:; style-src 'unsafe-inline'\">\n<title>",
               r->lang == LANG_JA ? "ja" : "en");
    svg_text(out, r->name);
    buf_add_str(out, "</title>\n<style>\n");
    buf_add_str(out, STYLE);
    buf_add_str(out, "</style>\n</head>\n<body>\n<main>\n");
    add_head(r, out);
    for (int list = 0; list < PROFILE_LISTS && status == STATUS_OK; list++)
        status = add_list(r, (enum profile_list)list, out, err);
    if (status == STATUS_OK)
        status = add_plots(r, out, err);
    if (status != STATUS_OK)
        return status;
    add_opponents(r, out);
    status = add_sequences(r, out, err);
    buf_add_str(out, "</main>\n</body>\n</html>\n");
    return status == STATUS_OK && buf_status(out) != STATUS_OK ? err_nomem(err) : status;
}
