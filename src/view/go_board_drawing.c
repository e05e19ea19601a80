/* go_board_drawing.c: a Go board as a list of shapes: wood, lines, stars, stones, signs. */
#include "view/go_board.h"
#include "view/text_width.h"

static const double CELL = 40, EDGE = 46, BARE_EDGE = 28, MARGIN = 14, ROW = 40;
static const double STONE = 19, STAR = 4;

enum colour {
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

struct scene {
    struct drawing *d;
    const struct go_picture *p;
    const struct board_options *opt;
    double x, y; /* of the upper left point */
    double edge;
};

static struct draw_paint fill(int colour)
{
    return (struct draw_paint){.fill = colour, .stroke = DRAW_NO_COLOUR};
}

static struct draw_paint line(int colour, double width)
{
    return (struct draw_paint){.fill = DRAW_NO_COLOUR, .stroke = colour, .stroke_width = width};
}

static double x_of(const struct scene *s, int column)
{
    return s->x + CELL * (s->opt->flip ? s->p->pos.width - 1 - column : column);
}

static double y_of(const struct scene *s, int row)
{
    return s->y + CELL * (s->opt->flip ? row : s->p->pos.height - 1 - row);
}

/* --- The board -------------------------------------------------------------------------------- */

static void draw_grid(const struct scene *s)
{
    int w = s->p->pos.width, h = s->p->pos.height;
    double right = s->x + CELL * (w - 1), bottom = s->y + CELL * (h - 1);
    drawing_group(s->d, "board");
    drawing_rect(s->d, s->x - s->edge, s->y - s->edge, CELL * (w - 1) + 2 * s->edge,
                 CELL * (h - 1) + 2 * s->edge, 4,
                 (struct draw_paint){.fill = C_BOARD, .stroke = C_RIM, .stroke_width = 2});
    for (int i = 0; i < w; i++)
        drawing_line(s->d, x_of(s, i), s->y, x_of(s, i), bottom, line(C_GRID, 1.2));
    for (int i = 0; i < h; i++)
        drawing_line(s->d, s->x, y_of(s, i), right, y_of(s, i), line(C_GRID, 1.2));
    for (int row = 0; row < h; row++)
        for (int column = 0; column < w; column++)
            if (go_is_star(w, h, column, row))
                drawing_circle(s->d, x_of(s, column), y_of(s, row), STAR, fill(C_GRID));
    drawing_group_end(s->d);
}

static void draw_coordinates(const struct scene *s)
{
    int w = s->p->pos.width, h = s->p->pos.height;
    struct draw_text_style style = {DRAW_FONT_TEXT, DRAW_MIDDLE, 15, C_LABEL, false};
    struct buf name;
    if (s->opt->no_coordinates)
        return;
    buf_init(&name, 32);
    drawing_group(s->d, "coordinates");
    for (int i = 0; i < w; i++) {
        buf_clear(&name);
        go_point_print(go_point(i, 0), &name);
        name.n--;
        drawing_text_middle(s->d, x_of(s, i), s->y - s->edge + 13, buf_span(&name), style);
        drawing_text_middle(s->d, x_of(s, i), s->y + CELL * (h - 1) + s->edge - 13, buf_span(&name),
                            style);
    }
    for (int i = 0; i < h; i++) {
        buf_clear(&name);
        buf_add_u64(&name, (uint64_t)i + 1);
        drawing_text_middle(s->d, s->x - s->edge + 13, y_of(s, i), buf_span(&name), style);
        drawing_text_middle(s->d, s->x + CELL * (w - 1) + s->edge - 13, y_of(s, i), buf_span(&name),
                            style);
    }
    drawing_group_end(s->d);
    buf_release(&name);
}

/* --- Stones and signs ------------------------------------------------------------------------- */

static void draw_stones(const struct scene *s)
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
    for (int row = s->p->pos.height; row-- > 0;)
        for (int column = 0; column < s->p->pos.width; column++) {
            int stone = go_stone_at(&s->p->pos, go_point(column, row));
            if (stone != GO_EMPTY)
                drawing_use(s->d, symbols[stone - 1], x_of(s, column), y_of(s, row), 0, 1);
        }
    drawing_group_end(s->d);
}

static int ink_on(const struct scene *s, int point)
{
    int stone = go_stone_at(&s->p->pos, point);
    return stone == 1 + GO_BLACK ? C_ON_BLACK : C_ON_WHITE;
}

static void draw_label(const struct scene *s, double x, double y, int point, struct span text)
{
    double ems = text_ems(text);
    if (go_stone_at(&s->p->pos, point) == GO_EMPTY) /* the lines would run through it */
        drawing_circle(s->d, x, y, STONE * 0.72, fill(C_BOARD));
    drawing_text_middle(s->d, x, y, text,
                        (struct draw_text_style){DRAW_FONT_TEXT, DRAW_MIDDLE,
                                                 ems > 1.3 ? 27 / ems : 20, ink_on(s, point),
                                                 true});
}

static void draw_sign(const struct scene *s, double x, double y, int point, enum go_sign sign)
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
    }
}

static void draw_marks(const struct scene *s)
{
    int last = s->p->last && go_move_kind(s->p->last) == GO_PLAY ? go_move_point(s->p->last) : -1;
    drawing_group(s->d, "marks");
    if (last >= 0 && s->p->marks[last].sign == GO_SIGN_NONE)
        drawing_circle(s->d, x_of(s, go_column(last)), y_of(s, go_row(last)), STONE * 0.45,
                       line(C_LAST, 3));
    for (int row = s->p->pos.height; row-- > 0;)
        for (int column = 0; column < s->p->pos.width; column++) {
            int point = go_point(column, row);
            const struct go_mark *m = &s->p->marks[point];
            double x = x_of(s, column), y = y_of(s, row);
            if (m->sign == GO_SIGN_LABEL)
                draw_label(s, x, y, point, span_of(m->label));
            else if (m->sign != GO_SIGN_NONE)
                draw_sign(s, x, y, point, m->sign);
        }
    drawing_group_end(s->d);
}

/* --- Texts ------------------------------------------------------------------------------------ */

/* At most so wide: smaller if need be, cut if it would get too small. */
static void draw_fitted(const struct scene *s, double x, double y, struct span text, double width,
                        enum draw_anchor anchor, int colour)
{
    double size = 19, ems = text_ems(text);
    if (ems * size > width)
        size = width / ems < 12 ? 12 : width / ems;
    text = text_cut_ems(text, width / size);
    drawing_text_middle(s->d, x, y, text,
                        (struct draw_text_style){DRAW_FONT_TEXT, anchor, size, colour, false});
}

static void draw_player(const struct scene *s, int seat, double x, double y, double width)
{
    static const struct msg usual[2] = {{"Black", "黒"}, {"White", "白"}};
    struct span name =
        s->p->name[seat].n ? s->p->name[seat] : span_of(msg_in(&usual[seat], s->opt->lang));
    drawing_circle(
        s->d, x + 9, y, 9,
        (struct draw_paint){.fill = seat ? C_WHITE : C_BLACK, .stroke = C_EDGE, .stroke_width = 1});
    draw_fitted(s, x + 26, y, name, width - 30, DRAW_START, C_TEXT);
}

static void draw_texts(const struct scene *s)
{
    double w = s->d->width - 2 * MARGIN, below = s->d->height - ROW / 2;
    struct span title = buf_span(&s->p->title);
    drawing_group(s->d, "texts");
    draw_player(s, GO_BLACK, MARGIN, MARGIN + ROW / 2, w / 2);
    draw_player(s, GO_WHITE, MARGIN + w / 2, MARGIN + ROW / 2, w / 2);
    draw_fitted(s, MARGIN, below, buf_span(&s->p->caption), title.n ? w * 0.45 : w, DRAW_START,
                C_TEXT);
    draw_fitted(s, MARGIN + w, below, title, w * 0.5, DRAW_END, C_FAINT);
    drawing_group_end(s->d);
}

enum status go_board_draw(struct drawing *d, const struct go_picture *p,
                          const struct board_options *opt, struct err *err)
{
    double edge = opt->no_coordinates ? BARE_EDGE : EDGE;
    double w = CELL * (p->pos.width - 1) + 2 * edge, h = CELL * (p->pos.height - 1) + 2 * edge;
    double shown = w < 320 ? 320 : w; /* room for the names */
    drawing_init(d, shown + 2 * MARGIN, h + MARGIN + 2 * ROW);
    d->palette = opt->theme == BOARD_PAPER ? PAPER : WOOD;
    d->colour_count = C_COLOURS;
    d->scheme = opt->theme == BOARD_PAPER ? "gopaper" : "gowood";
    d->lang = opt->lang == LANG_JA ? "ja" : "en";
    struct scene s = {d, p, opt, MARGIN + (shown - w) / 2 + edge, MARGIN + ROW + edge, edge};
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
