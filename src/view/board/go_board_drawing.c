/* go_board_drawing.c: a Go board as a list of shapes: wood, lines, stars, stones, signs. */
#include <math.h>

#include "view/board/go_board.h"
#include "view/draw/text_width.h"

static const double CELL = 40, EDGE = 46, BARE_EDGE = 28, MARGIN = 14, ROW = 40;
static const double STONE = 19, STAR = 4;

enum go_board_colour {
    C_PAPER,
    C_BOARD,
    C_RIM,
    C_GRID,
    C_LABEL,
    C_BLACK,
    C_WHITE,
    C_EDGE,
    C_ON_BLACK,
    C_ON_WHITE,
    C_LAST,
    C_MARK,
    C_TEXT,
    C_FAINT,
    C_COLOURS
};

static const struct draw_colour WOOD[C_COLOURS] = {
    [C_PAPER] = {"paper", 0xfbfaf7, 0x1d1e20},      [C_BOARD] = {"board", 0xeac886, 0x8a7048},
    [C_RIM] = {"rim", 0xb8965a, 0x4a3c29},          [C_GRID] = {"grid", 0x4b3a1e, 0x2b2318},
    [C_LABEL] = {"label", 0x5d4a2a, 0xe2d3b3},      [C_BLACK] = {"black", 0x1b1b1b, 0x0c0c0c},
    [C_WHITE] = {"white", 0xfdfdfa, 0xeeece4},      [C_EDGE] = {"edge", 0x2a2a2a, 0x1a1a1a},
    [C_ON_BLACK] = {"onblack", 0xffffff, 0xf0f0ec}, [C_ON_WHITE] = {"onwhite", 0x111111, 0x111111},
    [C_LAST] = {"last", 0xd9482b, 0xd9482b},        [C_MARK] = {"mark", 0x1f6fb5, 0x134a7a},
    [C_TEXT] = {"text", 0x22201d, 0xe9e6df},        [C_FAINT] = {"faint", 0x6d675d, 0xa9a397},
};

static const struct draw_colour PAPER[C_COLOURS] = {
    [C_PAPER] = {"paper", 0xffffff, 0xffffff},      [C_BOARD] = {"board", 0xffffff, 0xffffff},
    [C_RIM] = {"rim", 0xffffff, 0xffffff},          [C_GRID] = {"grid", 0x333333, 0x333333},
    [C_LABEL] = {"label", 0x333333, 0x333333},      [C_BLACK] = {"black", 0x000000, 0x000000},
    [C_WHITE] = {"white", 0xffffff, 0xffffff},      [C_EDGE] = {"edge", 0x000000, 0x000000},
    [C_ON_BLACK] = {"onblack", 0xffffff, 0xffffff}, [C_ON_WHITE] = {"onwhite", 0x000000, 0x000000},
    [C_LAST] = {"last", 0x888888, 0x888888},        [C_MARK] = {"mark", 0x000000, 0x000000},
    [C_TEXT] = {"text", 0x000000, 0x000000},        [C_FAINT] = {"faint", 0x555555, 0x555555},
};

struct go_scene {
    struct drawing *d;
    const struct go_picture *p;
    const struct board_options *opt;
    double x, y; /* of the upper left point */
    double edge;
    struct go_part part;
};

static struct draw_paint fill(int colour)
{
    return (struct draw_paint){.fill = colour, .stroke = DRAW_NO_COLOUR};
}

static struct draw_paint line(int colour, double width)
{
    return (struct draw_paint){.fill = DRAW_NO_COLOUR, .stroke = colour, .stroke_width = width};
}

static double x_of(const struct go_scene *s, int column)
{
    return s->x + CELL * (s->opt->flip ? s->part.right - column : column - s->part.left);
}

static double y_of(const struct go_scene *s, int row)
{
    return s->y + CELL * (s->opt->flip ? row - s->part.bottom : s->part.top - row);
}

/* --- The board -------------------------------------------------------------------------------- */

static double span_of_cells(int low, int high)
{
    return CELL * (high - low);
}

/* Where the lines of a part of the board end: beyond it a little where the board goes on. */
static void draw_lines(const struct go_scene *s)
{
    const double beyond = 0.5 * CELL;
    struct go_part part = s->part;
    bool flip = s->opt->flip, cut_left = part.left > 0,
         cut_right = part.right < s->p->pos.width - 1;
    bool cut_low = part.bottom > 0, cut_high = part.top < s->p->pos.height - 1;
    double left = s->x - (flip ? cut_right : cut_left) * beyond;
    double right =
        s->x + span_of_cells(part.left, part.right) + (flip ? cut_left : cut_right) * beyond;
    double top = s->y - (flip ? cut_low : cut_high) * beyond;
    double bottom =
        s->y + span_of_cells(part.bottom, part.top) + (flip ? cut_high : cut_low) * beyond;
    for (int i = part.left; i <= part.right; i++)
        drawing_line(s->d, x_of(s, i), top, x_of(s, i), bottom, line(C_GRID, 1.2));
    for (int i = part.bottom; i <= part.top; i++)
        drawing_line(s->d, left, y_of(s, i), right, y_of(s, i), line(C_GRID, 1.2));
}

static void draw_grid(const struct go_scene *s)
{
    struct go_part part = s->part;
    drawing_group(s->d, "board");
    drawing_rect(s->d, s->x - s->edge, s->y - s->edge,
                 span_of_cells(part.left, part.right) + 2 * s->edge,
                 span_of_cells(part.bottom, part.top) + 2 * s->edge, 4,
                 (struct draw_paint){.fill = C_BOARD, .stroke = C_RIM, .stroke_width = 2});
    draw_lines(s);
    for (int row = part.bottom; row <= part.top; row++)
        for (int column = part.left; column <= part.right; column++)
            if (go_is_star(s->p->pos.width, s->p->pos.height, column, row))
                drawing_circle(s->d, x_of(s, column), y_of(s, row), STAR, fill(C_GRID));
    drawing_group_end(s->d);
}

static void draw_coordinates(const struct go_scene *s)
{
    struct go_part part = s->part;
    double width = span_of_cells(part.left, part.right);
    double height = span_of_cells(part.bottom, part.top);
    struct draw_text_style style = {DRAW_FONT_TEXT, DRAW_MIDDLE, 15, C_LABEL, false};
    struct buf name;
    if (s->opt->no_coordinates)
        return;
    buf_init(&name, 32);
    drawing_group(s->d, "coordinates");
    for (int i = part.left; i <= part.right; i++) {
        buf_clear(&name);
        go_point_print(go_point(i, 0), &name);
        name.n--;
        drawing_text_middle(s->d, x_of(s, i), s->y - s->edge + 13, buf_span(&name), style);
        drawing_text_middle(s->d, x_of(s, i), s->y + height + s->edge - 13, buf_span(&name), style);
    }
    for (int i = part.bottom; i <= part.top; i++) {
        buf_clear(&name);
        buf_add_u64(&name, (uint64_t)i + 1);
        drawing_text_middle(s->d, s->x - s->edge + 13, y_of(s, i), buf_span(&name), style);
        drawing_text_middle(s->d, s->x + width + s->edge - 13, y_of(s, i), buf_span(&name), style);
    }
    drawing_group_end(s->d);
    buf_release(&name);
}

/* --- Stones and signs ------------------------------------------------------------------------- */

static void draw_stones(const struct go_scene *s)
{
    uint32_t symbols[2];
    for (int color = 0; color < 2; color++) {
        symbols[color] = drawing_symbol_begin(s->d, color ? "white" : "black");
        drawing_circle(s->d, 0, 0, STONE,
                       (struct draw_paint){
                           .fill = color ? C_WHITE : C_BLACK, .stroke = C_EDGE, .stroke_width = 1});
        drawing_symbol_end(s->d);
    }
    drawing_group(s->d, "stones");
    for (int row = s->part.top; row >= s->part.bottom; row--)
        for (int column = s->part.left; column <= s->part.right; column++) {
            int stone = go_stone_at(&s->p->pos, go_point(column, row));
            if (stone != GO_EMPTY)
                drawing_use(s->d, symbols[stone - 1], x_of(s, column), y_of(s, row), 0, 1);
        }
    drawing_group_end(s->d);
}

static int ink_on(const struct go_scene *s, int point)
{
    int stone = go_stone_at(&s->p->pos, point);
    return stone == 1 + GO_BLACK ? C_ON_BLACK : C_ON_WHITE;
}

static void draw_label(const struct go_scene *s, double x, double y, int point, struct span text)
{
    double ems = text_ems(text);
    if (go_stone_at(&s->p->pos, point) == GO_EMPTY) /* the lines would run through it */
        drawing_circle(s->d, x, y, STONE * 0.72, fill(C_BOARD));
    drawing_text_middle(s->d, x, y, text,
                        (struct draw_text_style){DRAW_FONT_TEXT, DRAW_MIDDLE,
                                                 ems > 1.3 ? 27 / ems : 20, ink_on(s, point),
                                                 true});
}

static void draw_sign(const struct go_scene *s, double x, double y, int point, enum go_sign sign)
{
    const double r = STONE * 0.5;
    struct draw_paint paint = line(ink_on(s, point), 2.4);
    if (sign == GO_SIGN_RING) {
        drawing_circle(s->d, x, y, r, paint);
    } else if (sign == GO_SIGN_SQUARE) {
        drawing_rect(s->d, x - r, y - r, 2 * r, 2 * r, 0, paint);
    } else if (sign == GO_SIGN_CROSS) {
        drawing_line(s->d, x - r, y - r, x + r, y + r, paint);
        drawing_line(s->d, x - r, y + r, x + r, y - r, paint);
    } else if (sign == GO_SIGN_TRIANGLE) {
        struct draw_point points[3] = {
            {x, y - 1.1 * r}, {x + r, y + 0.7 * r}, {x - r, y + 0.7 * r}};
        drawing_polygon(s->d, points, 3, paint);
    } else if (sign == GO_SIGN_BLACK_AREA || sign == GO_SIGN_WHITE_AREA) {
        const double a = STONE * 0.34;
        drawing_rect(s->d, x - a, y - a, 2 * a, 2 * a, 0,
                     (struct draw_paint){.fill = sign == GO_SIGN_BLACK_AREA ? C_BLACK : C_WHITE,
                                         .stroke = C_EDGE,
                                         .stroke_width = 1});
    }
}

static bool is_seen(const struct go_scene *s, int point)
{
    return go_column(point) >= s->part.left && go_column(point) <= s->part.right &&
           go_row(point) >= s->part.bottom && go_row(point) <= s->part.top;
}

static void draw_stroke(const struct go_scene *s, const struct go_stroke *stroke)
{
    const double head = 11;
    struct draw_paint paint = line(C_MARK, 3.2);
    double x = x_of(s, go_column(stroke->from)), y = y_of(s, go_row(stroke->from));
    double to_x = x_of(s, go_column(stroke->to)), to_y = y_of(s, go_row(stroke->to));
    double length = hypot(to_x - x, to_y - y);
    if (length < 1 || !is_seen(s, stroke->from) || !is_seen(s, stroke->to))
        return;
    double dx = (to_x - x) / length, dy = (to_y - y) / length;
    struct draw_point points[3] = {
        {to_x, to_y},
        {to_x - head * (dx + 0.55 * dy), to_y - head * (dy - 0.55 * dx)},
        {to_x - head * (dx - 0.55 * dy), to_y - head * (dy + 0.55 * dx)}};
    if (stroke->arrow) {
        to_x -= dx * head * 0.8; /* the line must not stick out of the head */
        to_y -= dy * head * 0.8;
    }
    drawing_line(s->d, x, y, to_x, to_y, paint);
    if (stroke->arrow)
        drawing_polygon(s->d, points, 3, fill(C_MARK));
}

static void draw_marks(const struct go_scene *s)
{
    int last = s->p->last && go_move_kind(s->p->last) == GO_PLAY ? go_move_point(s->p->last) : -1;
    drawing_group(s->d, "marks");
    if (last >= 0 && is_seen(s, last) && s->p->marks[last].sign == GO_SIGN_NONE)
        drawing_circle(s->d, x_of(s, go_column(last)), y_of(s, go_row(last)), STONE * 0.45,
                       line(C_LAST, 3));
    for (int row = s->part.top; row >= s->part.bottom; row--)
        for (int column = s->part.left; column <= s->part.right; column++) {
            int point = go_point(column, row);
            const struct go_mark *m = &s->p->marks[point];
            double x = x_of(s, column), y = y_of(s, row);
            if (m->sign == GO_SIGN_LABEL)
                draw_label(s, x, y, point, span_of(m->label));
            else if (m->sign != GO_SIGN_NONE)
                draw_sign(s, x, y, point, m->sign);
        }
    for (size_t i = 0; i < s->p->n_strokes; i++)
        draw_stroke(s, &s->p->strokes[i]);
    drawing_group_end(s->d);
}

/* --- Texts ------------------------------------------------------------------------------------ */

static void draw_player(const struct go_scene *s, int seat, double x, double y, double width)
{
    static const struct msg usual[2] = {{"Black", "黒"}, {"White", "白"}};
    static const struct msg taken = {"taken: %1", "アゲハマ %1"};
    const struct go_picture *p = s->p;
    struct buf text, number;
    double room = p->pos.captured[seat] ? 105 : 0;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_init(&number, 32);
    buf_add_span(&text,
                 p->name[seat].n ? p->name[seat] : span_of(msg_in(&usual[seat], s->opt->lang)));
    if (p->rank[seat].n) {
        buf_add_char(&text, ' ');
        buf_add_span(&text, p->rank[seat]);
    }
    drawing_circle(
        s->d, x + 9, y, 9,
        (struct draw_paint){.fill = seat ? C_WHITE : C_BLACK, .stroke = C_EDGE, .stroke_width = 1});
    drawing_text_fitted(s->d, x + 26, y, buf_span(&text), width - 30 - room, DRAW_START, C_TEXT);
    buf_clear(&text);
    buf_add_u64(&number, p->pos.captured[seat]);
    msg_format(&taken, s->opt->lang, buf_span(&number), (struct span){0}, &text);
    if (room > 0)
        drawing_text_fitted(s->d, x + width - 18, y, buf_span(&text), room - 18, DRAW_END, C_FAINT);
    buf_release(&text);
    buf_release(&number);
}

static void draw_texts(const struct go_scene *s)
{
    double w = s->d->width - 2 * MARGIN;
    double below = s->d->height - (s->p->again.n ? 1.5 * ROW - 8 : ROW / 2);
    struct span title = buf_span(&s->p->title);
    drawing_group(s->d, "texts");
    draw_player(s, GO_BLACK, MARGIN, MARGIN + ROW / 2, w / 2);
    draw_player(s, GO_WHITE, MARGIN + w / 2, MARGIN + ROW / 2, w / 2);
    drawing_text_fitted(s->d, MARGIN, below, buf_span(&s->p->caption), title.n ? w * 0.45 : w,
                        DRAW_START, C_TEXT);
    drawing_text_fitted(s->d, MARGIN + w, below, title, w * 0.5, DRAW_END, C_FAINT);
    if (s->p->again.n)
        drawing_text_fitted(s->d, MARGIN, below + ROW - 10, buf_span(&s->p->again), w, DRAW_START,
                            C_TEXT);
    drawing_group_end(s->d);
}

enum status go_board_draw(struct drawing *d, const struct go_picture *p,
                          const struct board_options *opt, struct err *err)
{
    double edge = opt->no_coordinates ? BARE_EDGE : EDGE;
    struct go_part part = go_picture_part(p);
    double w = span_of_cells(part.left, part.right) + 2 * edge;
    double h = span_of_cells(part.bottom, part.top) + 2 * edge;
    double shown = w < 320 ? 320 : w; /* room for the names */
    drawing_init(d, shown + 2 * MARGIN, h + MARGIN + 2 * ROW + (p->again.n ? ROW - 8 : 0));
    d->palette = opt->theme == BOARD_PAPER ? PAPER : WOOD;
    d->colour_count = C_COLOURS;
    d->scheme = opt->theme == BOARD_PAPER ? "gopaper" : "gowood";
    d->lang = opt->lang == LANG_JA ? "ja" : "en";
    struct go_scene s = {d,    p,   opt, MARGIN + (shown - w) / 2 + edge, MARGIN + ROW + edge,
                         edge, part};
    buf_add_span(&d->title, p->caption.n ? buf_span(&p->caption) : SPAN("Go"));
    go_pos_print(&p->pos, &d->desc);
    drawing_rect(d, 0, 0, d->width, d->height, 0, fill(C_PAPER));
    draw_grid(&s);
    draw_coordinates(&s);
    draw_stones(&s);
    draw_marks(&s);
    draw_texts(&s);
    return d->bad == STATUS_OK ? STATUS_OK : err_nomem(err);
}
