/* game_profile_report.c: see game_profile_report.h. */
#include "cmd/parts/game_profile_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "view/draw/plot.h"

/* --- The game's moves -------------------------------------------------------------------------- */

/* The moves of the line, each as text ended by 0; offsets by ply. */
struct move_texts {
    struct buf text;
    size_t *at;
    uint32_t count;
};

static enum status print_moves(const struct game_profile_report *r, void *pos,
                               struct move_texts *out, struct err *err)
{
    const struct lines *l = &r->segment->lines;
    const struct game *game = l->game;
    struct span start = lines_start_text(l, line_start(l, r->number));
    enum status status = line_status(l, r->number, err);
    game->rules.pos_start(pos);
    if (status == STATUS_OK && start.n)
        status = game->text.pos_parse(pos, start, err);
    for (uint32_t ply = 0; ply < out->count && status == STATUS_OK; ply++) {
        game_move move = line_move(l, r->number, ply);
        out->at[ply] = out->text.n;
        game->text.move_print(pos, move, &out->text);
        buf_add_char(&out->text, '\0');
        game->rules.play(pos, move);
    }
    return status == STATUS_OK && buf_status(&out->text) != STATUS_OK ? err_nomem(err) : status;
}

static void texts_release(struct move_texts *t)
{
    buf_release(&t->text);
    mem_free(t->at);
}

static enum status texts_make(const struct game_profile_report *r, struct move_texts *out,
                              struct err *err)
{
    const struct game *game = r->segment->lines.game;
    *out = (struct move_texts){.count = line_plies(&r->segment->lines, r->number)};
    buf_init(&out->text, BUF_DEFAULT_MAX);
    out->at = mem_calloc((size_t)out->count + 1, sizeof *out->at);
    void *pos = mem_calloc_aligned(64, 1, (game->pos_bytes + 63) / 64 * 64);
    enum status status = out->at && pos ? print_moves(r, pos, out, err) : err_nomem(err);
    mem_free(pos);
    if (status != STATUS_OK)
        texts_release(out);
    return status;
}

static const char *text_of(const struct move_texts *t, uint32_t ply)
{
    return ply < t->count ? t->text.p + t->at[ply] : "";
}

/* --- Reports ----------------------------------------------------------------------------------- */

static const struct profile_mountain *mountain_with(const struct game_profile *p, uint32_t ply)
{
    for (size_t i = 0; i < p->mountain_count; i++)
        if (p->mountains[i].from <= ply && ply <= p->mountains[i].to)
            return &p->mountains[i];
    return NULL;
}

/* A bar of a tenth of a decade a character. */
static void add_bar(uint32_t frequency, struct buf *out)
{
    int n = frequency > 1 ? (int)lround(10 * log10((double)frequency)) : 0;
    for (int i = 0; i < n; i++)
        buf_add_char(out, '=');
}

static void add_mountain(const struct profile_mountain *m, const struct move_texts *moves,
                         enum lang lang, struct buf *out)
{
    buf_printf(out, lang == LANG_JA ? "%u-%u 手目（%u 回）:" : "moves %u-%u, %u times:",
               (unsigned)m->from + 1, (unsigned)m->to + 1, (unsigned)m->peak);
    for (uint32_t ply = m->from; ply <= m->to; ply++) {
        buf_add_char(out, ' ');
        buf_add_str(out, text_of(moves, ply));
    }
    buf_add_char(out, '\n');
}

enum status game_profile_report_text(const struct game_profile_report *r, enum lang lang,
                                     struct buf *out, struct err *err)
{
    static const struct msg HEAD = {"   ply  move        times\n", "  手数  着手        回数\n"};
    const struct game_profile *p = r->profile;
    struct move_texts moves;
    enum status status = texts_make(r, &moves, err);
    if (status != STATUS_OK)
        return status;
    buf_printf(out,
               lang == LANG_JA ? "%.*s: %u 手の並びが %u 局に現れる回数\n"
                               : "%.*s: how often %u moves in a row occur in %u games\n",
               (int)r->name.n, r->name.p, (unsigned)p->window, (unsigned)r->games);
    buf_add_str(out, msg_in(&HEAD, lang));
    for (size_t i = 0; i < p->point_count; i++) {
        const struct profile_point *at = &p->points[i];
        buf_printf(out, "%6u  %-8s %8u %c", (unsigned)at->ply + 1, text_of(&moves, at->ply),
                   (unsigned)at->frequency, mountain_with(p, at->ply) ? '|' : ' ');
        add_bar(at->frequency, out);
        buf_add_char(out, '\n');
    }
    buf_add_char(out, '\n');
    for (size_t i = 0; i < p->mountain_count; i++)
        add_mountain(&p->mountains[i], &moves, lang, out);
    texts_release(&moves);
    return STATUS_OK;
}

static void points_to_json(struct json *j, const struct game_profile *p,
                           const struct move_texts *moves)
{
    json_key(j, "profile");
    json_open_array(j);
    for (size_t i = 0; i < p->point_count; i++) {
        json_open_object(j);
        json_key_u64(j, "ply", (uint64_t)p->points[i].ply + 1);
        json_key_cstr(j, "move", text_of(moves, p->points[i].ply));
        json_key_u64(j, "frequency", p->points[i].frequency);
        json_end(j);
    }
    json_end(j);
}

static void mountains_to_json(struct json *j, const struct game_profile *p,
                              const struct move_texts *moves)
{
    json_key(j, "sequences");
    json_open_array(j);
    for (size_t i = 0; i < p->mountain_count; i++) {
        const struct profile_mountain *m = &p->mountains[i];
        json_open_object(j);
        json_key_u64(j, "from", (uint64_t)m->from + 1);
        json_key_u64(j, "to", (uint64_t)m->to + 1);
        json_key_u64(j, "frequency", m->peak);
        json_key(j, "moves");
        json_open_array(j);
        for (uint32_t ply = m->from; ply <= m->to; ply++)
            json_str(j, span_of(text_of(moves, ply)));
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

enum status game_profile_report_json(const struct game_profile_report *r, struct buf *out,
                                     struct err *err)
{
    struct move_texts moves;
    struct json j;
    enum status status = texts_make(r, &moves, err);
    if (status != STATUS_OK)
        return status;
    json_init(&j, out);
    json_open_object(&j);
    json_key_str(&j, "game", r->name);
    json_key_u64(&j, "window", r->profile->window);
    json_key_double(&j, "threshold", r->profile->threshold);
    json_key_u64(&j, "games", r->games);
    points_to_json(&j, r->profile, &moves);
    mountains_to_json(&j, r->profile, &moves);
    json_end(&j);
    json_line(&j);
    texts_release(&moves);
    return STATUS_OK;
}

/* --- The picture ------------------------------------------------------------------------------- */

enum { WIDTH = 860, HEIGHT = 320 };

static double height_of(uint32_t frequency)
{
    return frequency ? log10((double)frequency) : 0;
}

static void draw_axes(const struct plot *p)
{
    char label[32];
    double step = plot_step(p->x_most, 12);
    for (int i = 0; i * step <= p->x_most; i++) {
        snprintf(label, sizeof label, "%g", i * step);
        plot_x_tick(p, i * step, label);
    }
    for (int power = 0; power <= (int)p->y_most; power++) {
        plot_short_number(pow(10, power), label, sizeof label);
        plot_y_tick(p, power, label);
    }
}

/* Behind the curve: where sequences were cut out. */
static void draw_mountains(const struct plot *p, const struct game_profile *profile)
{
    const struct draw_paint shade = {
        .fill = PLOT_FIRST + 1, .stroke = DRAW_NO_COLOUR, .opacity = 0.3};
    for (size_t i = 0; i < profile->mountain_count; i++) {
        const struct profile_mountain *m = &profile->mountains[i];
        double left = plot_x(p, m->from + 0.5), right = plot_x(p, m->to + 1.5);
        double top = plot_y(p, height_of(m->peak));
        drawing_rect(p->d, left, top, right - left, plot_y(p, 0) - top, 0, shade);
    }
}

static void draw_curve(const struct plot *p, const struct game_profile *profile)
{
    struct draw_point *points = mem_calloc(profile->point_count + 1, sizeof *points);
    if (!points) {
        p->d->bad = STATUS_NOMEM;
        return;
    }
    for (size_t i = 0; i < profile->point_count; i++)
        points[i] = (struct draw_point){plot_x(p, profile->points[i].ply + 1.0),
                                        plot_y(p, height_of(profile->points[i].frequency))};
    if (profile->point_count)
        drawing_polyline(p->d, points, (uint32_t)profile->point_count,
                         plot_stroke(PLOT_FIRST + 2, 1.5));
    mem_free(points);
}

void game_profile_report_svg(const struct game_profile_report *r, enum lang lang, struct buf *out)
{
    static const struct msg TITLE = {"How often the moves up to here occur in a row",
                                     "直前までの着手の並びの出現頻度"},
                            X = {"move", "手数"}, Y = {"times", "出現頻度"};
    const struct game_profile *profile = r->profile;
    struct drawing d;
    double plies = 1, most = 1;
    for (size_t i = 0; i < profile->point_count; i++) {
        plies = fmax(plies, profile->points[i].ply + 1.0);
        most = fmax(most, height_of(profile->points[i].frequency));
    }
    plot_drawing_init(&d, WIDTH, HEIGHT, lang, msg_in(&TITLE, lang));
    const struct plot p = {.d = &d,
                           .left = 70,
                           .top = 40,
                           .width = WIDTH - 100,
                           .height = HEIGHT - 100,
                           .x_most = plies + 1,
                           .y_most = ceil(most),
                           .font = 12};
    draw_axes(&p);
    draw_mountains(&p, profile);
    plot_frame(&p);
    plot_titles(&p, &(struct plot_words){span_of(msg_in(&TITLE, lang)), span_of(msg_in(&X, lang)),
                                         span_of(msg_in(&Y, lang)), 48});
    draw_curve(&p, profile);
    if (d.bad)
        out->bad = d.bad;
    else
        drawing_to_svg(&d, WIDTH, DRAW_ADAPTS, out);
    drawing_release(&d);
}
