/* chaturanga_drawing.c: a chaturanga board as a list of shapes.
 *
 * Each army has a colour and a shape of its own (a disc, a square, a lozenge, an octagon), so that
 * nobody needs to see colours to tell them apart; the four colours are ones that most people with a
 * weakness for some still tell apart.  Players stand at their sides of the board; an army without
 * its raja is grey. */
#include <math.h>

#include "view/board/chaturanga_picture.h"
#include "view/draw/text_width.h"

static const double CELL = 64, EDGE = 30, BARE_EDGE = 12, SIDE = 40, MARGIN = 10, FOOT = 54;
static const double PIECE = 26, GLYPH = 17;

enum chaturanga_board_colour {
    C_PAPER,
    C_BOARD,
    C_RIM,
    C_GRID,
    C_THRONE,
    C_LABEL,
    C_LAST,
    C_ARROW,
    C_MARK,
    C_TEXT,
    C_FAINT,
    C_DIE,
    C_PIP,
    C_FROZEN,
    C_EDGE,
    C_ARMY, /* and three more */
    C_INK = C_ARMY + CHATURANGA_COLOURS,
    C_COLOURS = C_INK + CHATURANGA_COLOURS
};

static const struct draw_colour USUAL[C_COLOURS] = {
    [C_PAPER] = {"paper", 0xfbfaf7, 0x1d1e20},     [C_BOARD] = {"board", 0xf1e3c8, 0x6f6250},
    [C_RIM] = {"rim", 0x9a8560, 0x3c342a},         [C_GRID] = {"grid", 0xa08c68, 0x453b2f},
    [C_THRONE] = {"throne", 0xc9b48c, 0x877860},   [C_LABEL] = {"label", 0x5d4a2a, 0xd8cbb3},
    [C_LAST] = {"last", 0xf6c667, 0x9a7f3e},       [C_ARROW] = {"arrow", 0x2f6fb0, 0x9cc8f0},
    [C_MARK] = {"mark", 0x1f6fb5, 0x9cc8f0},       [C_TEXT] = {"text", 0x22201d, 0xe9e6df},
    [C_FAINT] = {"faint", 0x6d675d, 0xa9a397},     [C_DIE] = {"die", 0xffffff, 0xe9e6df},
    [C_PIP] = {"pip", 0x22201d, 0x22201d},         [C_FROZEN] = {"frozen", 0xb9b6b0, 0x8d8a85},
    [C_EDGE] = {"edge", 0x3a2f1e, 0x14110d},       [C_ARMY] = {"red", 0xc43b26, 0xd2503a},
    [C_ARMY + 1] = {"green", 0x0a8f6a, 0x18a57e},  [C_ARMY + 2] = {"yellow", 0xf2cf2e, 0xf0d24a},
    [C_ARMY + 3] = {"black", 0x2b2b30, 0x17171a},  [C_INK] = {"onred", 0xffffff, 0xffffff},
    [C_INK + 1] = {"ongreen", 0xffffff, 0xffffff}, [C_INK + 2] = {"onyellow", 0x33290a, 0x33290a},
    [C_INK + 3] = {"onblack", 0xf4f2ec, 0xf4f2ec},
};

static const struct draw_colour PRINT[C_COLOURS] = {
    [C_PAPER] = {"paper", 0xffffff, 0xffffff},     [C_BOARD] = {"board", 0xffffff, 0xffffff},
    [C_RIM] = {"rim", 0x000000, 0x000000},         [C_GRID] = {"grid", 0x555555, 0x555555},
    [C_THRONE] = {"throne", 0xbbbbbb, 0xbbbbbb},   [C_LABEL] = {"label", 0x333333, 0x333333},
    [C_LAST] = {"last", 0xe0e0e0, 0xe0e0e0},       [C_ARROW] = {"arrow", 0x555555, 0x555555},
    [C_MARK] = {"mark", 0x000000, 0x000000},       [C_TEXT] = {"text", 0x000000, 0x000000},
    [C_FAINT] = {"faint", 0x555555, 0x555555},     [C_DIE] = {"die", 0xffffff, 0xffffff},
    [C_PIP] = {"pip", 0x000000, 0x000000},         [C_FROZEN] = {"frozen", 0xffffff, 0xffffff},
    [C_EDGE] = {"edge", 0x000000, 0x000000},       [C_ARMY] = {"red", 0x555555, 0x555555},
    [C_ARMY + 1] = {"green", 0x888888, 0x888888},  [C_ARMY + 2] = {"yellow", 0xeeeeee, 0xeeeeee},
    [C_ARMY + 3] = {"black", 0x000000, 0x000000},  [C_INK] = {"onred", 0xffffff, 0xffffff},
    [C_INK + 1] = {"ongreen", 0xffffff, 0xffffff}, [C_INK + 2] = {"onyellow", 0x000000, 0x000000},
    [C_INK + 3] = {"onblack", 0xffffff, 0xffffff},
};

struct chaturanga_scene {
    struct drawing *d;
    const struct chaturanga_picture *p;
    const struct board_options *opt;
    double x, y; /* of the board's upper left corner */
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

/* The middle of a square. */
static double x_of(const struct chaturanga_scene *s, int square)
{
    int file = square % 8;
    return s->x + CELL * ((s->opt->flip ? 7 - file : file) + 0.5);
}

static double y_of(const struct chaturanga_scene *s, int square)
{
    int rank = square / 8;
    return s->y + CELL * ((s->opt->flip ? rank : 7 - rank) + 0.5);
}

/* --- The board -------------------------------------------------------------------------------- */

static void draw_board(const struct chaturanga_scene *s)
{
    static const int THRONES[CHATURANGA_COLOURS] = {3, 32, 60, 31}; /* d1 a5 e8 h4 */
    const double r = CELL * 0.36, w = 8 * CELL;
    drawing_group(s->d, "board");
    drawing_rect(s->d, s->x - s->edge, s->y - s->edge, w + 2 * s->edge, w + 2 * s->edge, 6,
                 (struct draw_paint){.fill = C_BOARD, .stroke = C_RIM, .stroke_width = 2});
    for (size_t i = 0; i < s->p->n_arrows; i++)
        for (int end = 0; end < 2; end++) {
            int square = end ? s->p->arrows[i].to : s->p->arrows[i].from;
            drawing_rect(s->d, x_of(s, square) - CELL / 2, y_of(s, square) - CELL / 2, CELL, CELL,
                         0, fill(C_LAST));
        }
    for (int c = 0; c < CHATURANGA_COLOURS; c++) {
        double x = x_of(s, THRONES[c]), y = y_of(s, THRONES[c]);
        drawing_line(s->d, x - r, y - r, x + r, y + r, line(C_THRONE, 3));
        drawing_line(s->d, x - r, y + r, x + r, y - r, line(C_THRONE, 3));
    }
    for (int i = 0; i <= 8; i++) {
        double width = i % 8 ? 1.2 : 2;
        drawing_line(s->d, s->x + i * CELL, s->y, s->x + i * CELL, s->y + w, line(C_GRID, width));
        drawing_line(s->d, s->x, s->y + i * CELL, s->x + w, s->y + i * CELL, line(C_GRID, width));
    }
    drawing_group_end(s->d);
}

static void draw_coordinates(const struct chaturanga_scene *s)
{
    struct draw_text_style style = {DRAW_FONT_TEXT, DRAW_MIDDLE, 16, C_LABEL, false};
    if (s->opt->no_coordinates)
        return;
    drawing_group(s->d, "coordinates");
    for (int i = 0; i < 8; i++) {
        char file = (char)('a' + i), rank = (char)('1' + i);
        double x = x_of(s, i), y = y_of(s, 8 * i), far = 8 * CELL + s->edge / 2;
        drawing_text_middle(s->d, x, s->y - s->edge / 2, span_make(&file, 1), style);
        drawing_text_middle(s->d, x, s->y + far, span_make(&file, 1), style);
        drawing_text_middle(s->d, s->x - s->edge / 2, y, span_make(&rank, 1), style);
        drawing_text_middle(s->d, s->x + far, y, span_make(&rank, 1), style);
    }
    drawing_group_end(s->d);
}

/* --- Pieces ----------------------------------------------------------------------------------- */

/* What an army's pieces stand on. */
static void draw_base(struct drawing *d, unsigned colour, double x, double y, double size,
                      struct draw_paint paint)
{
    struct draw_point points[8];
    const double cut = size * 0.40;
    if (colour == CHATURANGA_RED) {
        drawing_circle(d, x, y, size, paint);
    } else if (colour == CHATURANGA_GREEN) {
        drawing_rect(d, x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8, size * 0.12, paint);
    } else if (colour == CHATURANGA_YELLOW) {
        const double far = size * 1.16;
        points[0] = (struct draw_point){x, y - far};
        points[1] = (struct draw_point){x + far, y};
        points[2] = (struct draw_point){x, y + far};
        points[3] = (struct draw_point){x - far, y};
        drawing_polygon(d, points, 4, paint);
    } else {
        const double at[4] = {-size, -cut, cut, size};
        static const uint8_t CORNERS[8][2] = {{1, 0}, {2, 0}, {3, 1}, {3, 2},
                                              {2, 3}, {1, 3}, {0, 2}, {0, 1}};
        for (int i = 0; i < 8; i++)
            points[i] = (struct draw_point){x + at[CORNERS[i][0]], y + at[CORNERS[i][1]]};
        drawing_polygon(d, points, 8, paint);
    }
}

static struct draw_paint army_paint(const struct chaturanga_scene *s, unsigned colour)
{
    bool frozen = s->p->pos.state[colour] == CHATURANGA_FROZEN;
    int army = C_ARMY + (int)colour;
    return (struct draw_paint){.fill = frozen ? C_FROZEN : army,
                               .stroke = frozen ? army
                                         : colour == CHATURANGA_BLACK
                                             ? C_FAINT /* on a dark screen, too */
                                             : C_EDGE,
                               .stroke_width = frozen ? 3 : 1.2};
}

static void draw_symbol(const struct chaturanga_scene *s, unsigned colour, unsigned kind,
                        uint32_t *number)
{
    static const char *const NAMES[CHATURANGA_COLOURS][CHATURANGA_KINDS] = {
        {"rboat", "rhorse", "relephant", "rraja", "rpawn"},
        {"gboat", "ghorse", "gelephant", "graja", "gpawn"},
        {"yboat", "yhorse", "yelephant", "yraja", "ypawn"},
        {"bboat", "bhorse", "belephant", "braja", "bpawn"},
    };
    bool frozen = s->p->pos.state[colour] == CHATURANGA_FROZEN;
    double size = colour == CHATURANGA_YELLOW ? GLYPH * 0.86 : GLYPH;
    *number = drawing_symbol_begin(s->d, NAMES[colour][kind]);
    draw_base(s->d, colour, 0, 0, PIECE, army_paint(s, colour));
    chaturanga_glyph(s->d, kind, size, frozen ? C_EDGE : C_INK + (int)colour,
                     frozen ? C_FROZEN : C_ARMY + (int)colour);
    drawing_symbol_end(s->d);
}

static void draw_pieces(const struct chaturanga_scene *s)
{
    uint32_t symbols[CHATURANGA_COLOURS][CHATURANGA_KINDS];
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        for (unsigned k = 0; k < CHATURANGA_KINDS; k++)
            if (chaturanga_pieces(&s->p->pos, c, k))
                draw_symbol(s, c, k, &symbols[c][k]);
    drawing_group(s->d, "pieces");
    for (int square = 0; square < CHATURANGA_SQUARES; square++) {
        unsigned colour, kind;
        if (chaturanga_piece_at(&s->p->pos, square, &colour, &kind))
            drawing_use(s->d, symbols[colour][kind], x_of(s, square), y_of(s, square), 0, 1);
    }
    drawing_group_end(s->d);
}

/* --- Signs ------------------------------------------------------------------------------------ */

static void draw_arrow(const struct chaturanga_scene *s, const struct chaturanga_arrow *a)
{
    const double head = 13;
    double x = x_of(s, a->from), y = y_of(s, a->from), to_x = x_of(s, a->to), to_y = y_of(s, a->to);
    double length = hypot(to_x - x, to_y - y);
    if (length < 1)
        return;
    double dx = (to_x - x) / length, dy = (to_y - y) / length;
    to_x -= dx * PIECE * 0.8; /* the piece there stays to be seen */
    to_y -= dy * PIECE * 0.8;
    struct draw_point points[3] = {{to_x, to_y},
                                   {to_x - head * (dx + 0.6 * dy), to_y - head * (dy - 0.6 * dx)},
                                   {to_x - head * (dx - 0.6 * dy), to_y - head * (dy + 0.6 * dx)}};
    drawing_line(s->d, x, y, to_x - dx * head * 0.8, to_y - dy * head * 0.8, line(C_ARROW, 4));
    drawing_polygon(s->d, points, 3, fill(C_ARROW));
}

static void draw_signs(const struct chaturanga_scene *s)
{
    drawing_group(s->d, "marks");
    for (size_t i = 0; i < s->p->n_arrows; i++)
        draw_arrow(s, &s->p->arrows[i]);
    for (int square = 0; square < CHATURANGA_SQUARES; square++)
        if (s->p->rings >> square & 1)
            drawing_circle(s->d, x_of(s, square), y_of(s, square), CELL * 0.46, line(C_MARK, 4));
    drawing_group_end(s->d);
}

/* --- Dice and texts --------------------------------------------------------------------------- */

static void draw_die(const struct chaturanga_scene *s, double x, double y, unsigned face)
{
    static const int8_t PIPS[4][5][2] = {{{-1, -1}, {1, 1}},
                                         {{-1, -1}, {0, 0}, {1, 1}},
                                         {{-1, -1}, {1, 1}, {-1, 1}, {1, -1}},
                                         {{-1, -1}, {1, 1}, {-1, 1}, {1, -1}, {0, 0}}};
    const double size = 17, step = 9;
    drawing_rect(s->d, x - size, y - size, 2 * size, 2 * size, 5,
                 (struct draw_paint){.fill = C_DIE, .stroke = C_EDGE, .stroke_width = 1.5});
    for (unsigned i = 0; i < face; i++)
        drawing_circle(s->d, x + PIPS[face - 2][i][0] * step, y + PIPS[face - 2][i][1] * step, 3.4,
                       fill(C_PIP));
}

static void draw_foot(const struct chaturanga_scene *s)
{
    double y = s->d->height - FOOT / 2, right = s->d->width - MARGIN - SIDE;
    struct span title = buf_span(&s->p->title);
    unsigned roll = chaturanga_turn_roll(s->p->last);
    double left = MARGIN + SIDE;
    if (s->p->last) {
        draw_die(s, left + 18, y, 2 + (roll & 3));
        draw_die(s, left + 60, y, 2 + (roll >> 2));
        left += 92;
    }
    double room = right - left;
    drawing_text_fitted(s->d, left, y, buf_span(&s->p->caption), title.n ? room * 0.56 : room,
                        DRAW_START, C_TEXT);
    if (title.n)
        drawing_text_fitted(s->d, right, y, title, room * 0.42, DRAW_END, C_FAINT);
}

/* A player's name along his side of the board, with the shape of his army before it. */
static void draw_player(const struct chaturanga_scene *s, unsigned colour)
{
    /* by the side: below, left, above, right */
    unsigned side = s->opt->flip ? colour ^ 2U : colour;
    double half = 4 * CELL, far = half + s->edge + SIDE / 2;
    double x = s->x + half, y = s->y + half;
    struct buf text;
    const char *state = chaturanga_state_word(&s->p->pos, colour, s->opt->lang);
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, chaturanga_colour_word(colour, s->opt->lang));
    if (s->p->name[colour].n) {
        buf_add_str(&text, "  ");
        text_add_clean(&text, s->p->name[colour]);
    }
    if (*state)
        buf_printf(&text, "  (%s)", state);
    struct span shown = text_cut_ems(buf_span(&text), (2 * half - 40) / 17);
    x += side == 1 ? -far : side == 3 ? far : 0;
    y += side == 0 ? far : side == 2 ? -far : 0;
    double before = text_ems(shown) * 17 / 2 + 16;
    bool upright = side % 2 == 0;
    double sign = side == 1 ? 1 : -1; /* texts at the sides run upwards and downwards */
    draw_base(s->d, colour, upright ? x - before : x, upright ? y : y + sign * before, 9,
              army_paint(s, colour));
    struct draw_text_style style = {DRAW_FONT_TEXT, DRAW_MIDDLE, 17, C_TEXT,
                                    !chaturanga_over(&s->p->pos) && s->p->pos.turn == colour};
    const double drop = 6; /* from the middle of letters to their baseline */
    if (upright)
        drawing_text_middle(s->d, x, y, shown, style);
    else
        drawing_text_turned(s->d, side == 1 ? x + drop : x - drop, y, shown, style,
                            side == 1 ? -90 : 90);
    buf_release(&text);
}

enum status chaturanga_board_draw(struct drawing *d, const struct chaturanga_picture *p,
                                  const struct board_options *opt, struct err *err)
{
    double edge = opt->no_coordinates ? BARE_EDGE : EDGE;
    double side = 8 * CELL + 2 * (edge + SIDE + MARGIN);
    drawing_init(d, side, side + FOOT - MARGIN);
    d->palette = opt->theme == BOARD_PAPER ? PRINT : USUAL;
    d->colour_count = C_COLOURS;
    d->scheme = opt->theme == BOARD_PAPER ? "chaturprint" : "chatur";
    d->lang = opt->lang == LANG_JA ? "ja" : "en";
    struct chaturanga_scene s = {d, p, opt, MARGIN + SIDE + edge, MARGIN + SIDE + edge, edge};
    buf_add_span(&d->title, p->caption.n ? buf_span(&p->caption) : SPAN("Chaturanga"));
    chaturanga_print(&p->pos, &d->desc);
    drawing_rect(d, 0, 0, d->width, d->height, 0, fill(C_PAPER));
    draw_board(&s);
    draw_coordinates(&s);
    draw_pieces(&s);
    draw_signs(&s);
    drawing_group(s.d, "texts");
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        draw_player(&s, c);
    draw_foot(&s);
    drawing_group_end(s.d);
    return d->bad == STATUS_OK ? STATUS_OK : err_nomem(err);
}
