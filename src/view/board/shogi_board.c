/* shogi_board.c: see shogi_board.h. */
#include "view/board/shogi_board.h"

#include <math.h>

#include "games/shogi/shogi_names.h"
#include "view/draw/text_width.h"

const int SHOGI_HAND_ORDER[7] = {SHOGI_ROOK,   SHOGI_BISHOP, SHOGI_GOLD, SHOGI_SILVER,
                                 SHOGI_KNIGHT, SHOGI_LANCE,  SHOGI_PAWN};

struct span shogi_side_name(const struct shogi_picture *p, int side, enum lang lang)
{
    static const struct msg even[2] = {{"Black", "先手"}, {"White", "後手"}};
    static const struct msg handicap[2] = {{"Black", "下手"}, {"White", "上手"}};
    if (p->name[side].n > 0)
        return p->name[side];
    return span_of(msg_in(p->handicap ? &handicap[side] : &even[side], lang));
}

static const double CELL_W = 60, CELL_H = 65;
static const double BOARD_EDGE = 26; /* wood around the grid; holds the coordinates */
static const double BARE_EDGE = 12;  /* the same without coordinates */
static const double MARGIN = 16, GAP = 14;
static const double NAME_ROW = 44;
static const double STAND_W = 112, STAND_PAD = 8, STAND_ROW = 61;
enum { STAND_MIN_ROWS = 3 };
static const double PIECE_W = 54, PIECE_H = 60; /* the king; others are scaled */

enum shogi_board_colour {
    C_PAPER,
    C_BOARD,
    C_STAND,
    C_RIM, /* edge of board and stands */
    C_GRID,
    C_LAST,
    C_PIECE,
    C_EDGE,
    C_INK,
    C_PROMOTED,
    C_LABEL, /* coordinates */
    C_COUNT, /* pieces in hand */
    C_SENTE, /* inside of the signs of the sides */
    C_GOTE,
    C_TEXT,
    C_FAINT,
    C_TURN,
    C_TURN_TEXT,
    C_ACCENT,
    C_COLOURS = C_ACCENT + SHOGI_ACCENTS
};

static const struct draw_colour WOOD[C_COLOURS] = {
    [C_PAPER] = {"paper", 0xfbfaf7, 0x1d1e20},
    [C_BOARD] = {"board", 0xf0d9a8, 0x7d6747},
    [C_STAND] = {"stand", 0xe9cf9b, 0x6b583d},
    [C_RIM] = {"rim", 0xb8965a, 0x4a3c29},
    [C_GRID] = {"grid", 0x5d4a2a, 0x2b2318},
    [C_LAST] = {"last", 0xf2a65a, 0xc98a3d},
    [C_PIECE] = {"piece", 0xfff4d6, 0xe4cfa1},
    [C_EDGE] = {"edge", 0x8a6a33, 0x3a2e1c},
    [C_INK] = {"ink", 0x1a1512, 0x16110d},
    [C_PROMOTED] = {"promoted", 0xc0201a, 0xa3150f},
    [C_LABEL] = {"label", 0x5d4a2a, 0xe2d3b3},
    [C_COUNT] = {"count", 0x2b2114, 0xf0e4ca},
    [C_SENTE] = {"sente", 0x22201d, 0x0b0b0c},
    [C_GOTE] = {"gote", 0xffffff, 0xefece4},
    [C_TEXT] = {"text", 0x22201d, 0xe9e6df},
    [C_FAINT] = {"faint", 0x6d675d, 0xa9a397},
    [C_TURN] = {"turn", 0x8f2f1f, 0xd98d4a},
    [C_TURN_TEXT] = {"turntext", 0xffffff, 0x1d1e20},
    [C_ACCENT] = {"accent0", 0x1f6fb5, 0x5aa9e6},
    [C_ACCENT + 1] = {"accent1", 0x2e8540, 0x6cc282},
    [C_ACCENT + 2] = {"accent2", 0xc0392b, 0xf0796b},
};

static const struct draw_colour PAPER[C_COLOURS] = {
    [C_PAPER] = {"paper", 0xffffff, 0xffffff},
    [C_BOARD] = {"board", 0xffffff, 0xffffff},
    [C_STAND] = {"stand", 0xffffff, 0xffffff},
    [C_RIM] = {"rim", 0xbbbbbb, 0xbbbbbb},
    [C_GRID] = {"grid", 0x333333, 0x333333},
    [C_LAST] = {"last", 0xc4c4c4, 0xc4c4c4},
    [C_PIECE] = {"piece", 0xffffff, 0xffffff},
    [C_EDGE] = {"edge", 0x222222, 0x222222},
    [C_INK] = {"ink", 0x000000, 0x000000},
    [C_PROMOTED] = {"promoted", 0xb3130d, 0xb3130d},
    [C_LABEL] = {"label", 0x333333, 0x333333},
    [C_COUNT] = {"count", 0x000000, 0x000000},
    [C_SENTE] = {"sente", 0x000000, 0x000000},
    [C_GOTE] = {"gote", 0xffffff, 0xffffff},
    [C_TEXT] = {"text", 0x000000, 0x000000},
    [C_FAINT] = {"faint", 0x555555, 0x555555},
    [C_TURN] = {"turn", 0x222222, 0x222222},
    [C_TURN_TEXT] = {"turntext", 0xffffff, 0xffffff},
    [C_ACCENT] = {"accent0", 0x1f6fb5, 0x1f6fb5},
    [C_ACCENT + 1] = {"accent1", 0x2e8540, 0x2e8540},
    [C_ACCENT + 2] = {"accent2", 0xc0392b, 0xc0392b},
};

struct shogi_scene {
    struct drawing *d;
    const struct shogi_picture *p;
    const struct board_options *opt;
    double edge;             /* wood around the grid */
    double board_x, board_y; /* corner of the wood */
    double board_w, board_h; /* size of the wood */
    double grid_x, grid_y;   /* corner of the grid */
    double stand_y[2];       /* by colour: top of the stand */
    double stand_x[2], stand_h[2];
};

static struct draw_paint fill(int colour)
{
    return (struct draw_paint){.fill = colour, .stroke = DRAW_NO_COLOUR};
}

static struct draw_paint stroke(int colour, double width)
{
    return (struct draw_paint){.fill = DRAW_NO_COLOUR, .stroke = colour, .stroke_width = width};
}

static struct draw_paint see_through(struct draw_paint paint, double opacity)
{
    paint.opacity = opacity;
    return paint;
}

static struct draw_paint bordered(int fill_colour, int stroke_colour, double width)
{
    return (struct draw_paint){.fill = fill_colour, .stroke = stroke_colour, .stroke_width = width};
}

/* --- Where things are ------------------------------------------------------------------------ */

/* The side that sits below. */
static int near_side(const struct board_options *opt)
{
    return opt->flip ? SHOGI_WHITE : SHOGI_BLACK;
}

static struct draw_point cell_corner(const struct shogi_scene *s, int square)
{
    int column = 9 - shogi_file_of(square), row = shogi_rank_of(square) - 1;
    if (s->opt->flip) {
        column = 8 - column;
        row = 8 - row;
    }
    return (struct draw_point){s->grid_x + column * CELL_W, s->grid_y + row * CELL_H};
}

static struct draw_point cell_centre(const struct shogi_scene *s, int square)
{
    struct draw_point p = cell_corner(s, square);
    return (struct draw_point){p.x + CELL_W / 2, p.y + CELL_H / 2};
}

/* Most pieces of one kind in a hand. */
static int hand_most(const struct shogi_pos *pos, int side)
{
    int most = 0;
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        if (shogi_hand(pos, side, kind) > most)
            most = shogi_hand(pos, side, kind);
    return most;
}

static int hand_rows(const struct shogi_pos *pos, int side)
{
    int rows = 0;
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        rows += shogi_hand(pos, side, kind) > 0;
    return rows;
}

static void lay_out(struct shogi_scene *s)
{
    s->edge = s->opt->no_coordinates ? BARE_EDGE : BOARD_EDGE;
    s->board_x = MARGIN + STAND_W + GAP;
    s->board_y = NAME_ROW;
    s->board_w = 9 * CELL_W + 2 * s->edge;
    s->board_h = 9 * CELL_H + 2 * s->edge;
    s->grid_x = s->board_x + s->edge;
    s->grid_y = s->board_y + s->edge;
    for (int side = 0; side < 2; side++) {
        int rows = hand_rows(s->p->pos, side);
        if (rows < STAND_MIN_ROWS)
            rows = STAND_MIN_ROWS;
        bool near = side == near_side(s->opt);
        s->stand_h[side] = rows * STAND_ROW + 2 * STAND_PAD;
        s->stand_x[side] = near ? s->board_x + s->board_w + GAP : MARGIN;
        s->stand_y[side] = near ? s->board_y + s->board_h - s->stand_h[side] : s->board_y;
    }
}

/* --- Texts ----------------------------------------------------------------------------------- */

/* A text at most so wide: made smaller at first, then cut with an ellipsis (the whole text is in
 * the title and description). */
static void add_fitted(struct drawing *d, double x, double y, struct span text,
                       struct draw_text_style style, double room)
{
    const double smallest = 0.7;
    double ems = text_ems(text);
    if (ems * style.size <= room) {
        drawing_text_middle(d, x, y, text, style);
        return;
    }
    double size = room / ems;
    if (size >= style.size * smallest) {
        style.size = size;
        drawing_text_middle(d, x, y, text, style);
        return;
    }
    style.size *= smallest;
    struct buf cut;
    buf_init(&cut, 1 << 16);
    buf_add_span(&cut, text_cut_ems(text, room / style.size - 1));
    buf_add_str(&cut, "…");
    if (buf_status(&cut))
        d->bad = buf_status(&cut);
    drawing_text_middle(d, x, y, buf_span(&cut), style);
    buf_release(&cut);
}

/* --- Pieces ---------------------------------------------------------------------------------- */

static double kind_scale(int kind)
{
    static const double scale[SHOGI_HAND_KINDS + 1] = {
        [SHOGI_PAWN] = 0.86,   [SHOGI_LANCE] = 0.9, [SHOGI_KNIGHT] = 0.92, [SHOGI_SILVER] = 0.95,
        [SHOGI_BISHOP] = 0.98, [SHOGI_ROOK] = 0.98, [SHOGI_GOLD] = 0.95,   [SHOGI_KING] = 1,
    };
    return scale[shogi_kind_plain(kind)];
}

/* The outline of a piece, standing upright about the origin. */
static void add_outline(struct drawing *d, double scale, struct draw_paint paint)
{
    double w = PIECE_W * scale, h = PIECE_H * scale;
    const struct draw_point outline[] = {{0, -0.5 * h},
                                         {0.36 * w, -0.335 * h},
                                         {0.5 * w, 0.5 * h},
                                         {-0.5 * w, 0.5 * h},
                                         {-0.36 * w, -0.335 * h}};
    drawing_polygon(d, outline, 5, paint);
}

static const char *symbol_name(int piece)
{
    static const char *const names[SHOGI_KINDS] = {
        "", "fu", "ky", "ke", "gi", "ka", "hi", "ki", "gy", "to", "ny", "nk", "ng", "um", "ry",
    };
    if (piece == shogi_piece(SHOGI_WHITE, SHOGI_KING))
        return "ou";
    return names[shogi_kind_of(piece)];
}

static void add_piece_text(struct drawing *d, int piece, bool letters)
{
    int kind = shogi_kind_of(piece);
    double scale = kind_scale(kind);
    struct draw_text_style style = {.font = letters ? DRAW_FONT_TEXT : DRAW_FONT_PIECE,
                                    .anchor = DRAW_MIDDLE,
                                    .size = (letters ? 31 : 39) * scale,
                                    .colour = kind > SHOGI_KING ? C_PROMOTED : C_INK,
                                    .bold = true};
    const char *text = letters ? shogi_kind_sfen(kind) : shogi_kind_kanji1(kind);
    if (!letters && kind == SHOGI_KING)
        text = shogi_color_of(piece) == SHOGI_WHITE ? "王" : "玉"; /* the upper side's is 王 */
    drawing_text_middle(d, 0, PIECE_H * scale * 0.055, span_of(text), style);
}

/* The symbol for a piece, made when it is first needed. */
static uint32_t piece_symbol(const struct shogi_scene *s, int piece)
{
    const char *name = symbol_name(piece);
    uint32_t symbol = drawing_find_symbol(s->d, name);
    if (symbol != UINT32_MAX)
        return symbol;
    symbol = drawing_symbol_begin(s->d, name);
    add_outline(s->d, kind_scale(shogi_kind_of(piece)), bordered(C_PIECE, C_EDGE, 1.3));
    add_piece_text(s->d, piece, s->opt->letters);
    drawing_symbol_end(s->d);
    return symbol;
}

static void add_piece(const struct shogi_scene *s, int piece, double x, double y)
{
    bool upright = shogi_color_of(piece) == near_side(s->opt);
    drawing_use(s->d, piece_symbol(s, piece), x, y, upright ? 0 : 180, 1);
}

/* --- Board ----------------------------------------------------------------------------------- */

static void add_last_move(const struct shogi_scene *s)
{
    shogi_move last = s->p->last;
    if (!last)
        return;
    drawing_group(s->d, "last-move");
    struct draw_point to = cell_corner(s, shogi_move_to(last));
    drawing_rect(s->d, to.x, to.y, CELL_W, CELL_H, 0, fill(C_LAST));
    if (!shogi_move_is_drop(last)) {
        struct draw_point from = cell_corner(s, shogi_move_from(last));
        drawing_rect(s->d, from.x, from.y, CELL_W, CELL_H, 0, see_through(fill(C_LAST), 0.35));
    }
    drawing_group_end(s->d);
}

static void add_grid(const struct shogi_scene *s)
{
    double right = s->grid_x + 9 * CELL_W, bottom = s->grid_y + 9 * CELL_H;
    drawing_group(s->d, "grid");
    for (int i = 1; i < 9; i++) {
        double x = s->grid_x + i * CELL_W, y = s->grid_y + i * CELL_H;
        drawing_line(s->d, x, s->grid_y, x, bottom, stroke(C_GRID, 1.1));
        drawing_line(s->d, s->grid_x, y, right, y, stroke(C_GRID, 1.1));
    }
    drawing_rect(s->d, s->grid_x, s->grid_y, 9 * CELL_W, 9 * CELL_H, 0, stroke(C_GRID, 2.4));
    for (int i = 0; i < 4; i++) {
        double x = s->grid_x + (i % 2 ? 6 : 3) * CELL_W, y = s->grid_y + (i / 2 ? 6 : 3) * CELL_H;
        drawing_circle(s->d, x, y, 3.4, fill(C_GRID));
    }
    drawing_group_end(s->d);
}

static struct span file_label(int file, enum lang lang)
{
    static const char digits[] = "123456789";
    return lang == LANG_JA ? span_of(shogi_wide_digit(file)) : span_make(&digits[file - 1], 1);
}

static struct span rank_label(int rank, enum lang lang)
{
    static const char letters[] = "abcdefghi";
    return lang == LANG_JA ? span_of(shogi_kanji_digit(rank)) : span_make(&letters[rank - 1], 1);
}

static void add_coordinates(const struct shogi_scene *s)
{
    if (s->opt->no_coordinates)
        return;
    bool ja = s->opt->lang == LANG_JA;
    struct draw_text_style style = {
        .font = DRAW_FONT_TEXT, .anchor = DRAW_MIDDLE, .size = ja ? 17 : 18, .colour = C_LABEL};
    drawing_group(s->d, "coordinates");
    for (int i = 1; i <= 9; i++) {
        struct draw_point file = cell_centre(s, shogi_square(i, 1));
        struct draw_point rank = cell_centre(s, shogi_square(1, i));
        drawing_text_middle(s->d, file.x, s->grid_y - s->edge / 2, file_label(i, s->opt->lang),
                            style);
        drawing_text_middle(s->d, s->grid_x + 9 * CELL_W + s->edge / 2, rank.y,
                            rank_label(i, s->opt->lang), style);
    }
    drawing_group_end(s->d);
}

static void add_pieces(const struct shogi_scene *s)
{
    drawing_group(s->d, "pieces");
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = shogi_piece_at(s->p->pos, square);
        if (!piece)
            continue;
        struct draw_point at = cell_centre(s, square);
        add_piece(s, piece, at.x, at.y);
    }
    drawing_group_end(s->d);
}

/* --- Hands and names ------------------------------------------------------------------------- */

static void format_count(struct buf *out, int n, enum lang lang)
{
    if (lang != LANG_JA) {
        buf_add_i64(out, n);
        return;
    }
    if (n >= 10)
        buf_add_str(out, "十");
    if (n % 10)
        buf_add_str(out, shogi_kanji_digit(n % 10));
}

static void add_count(const struct shogi_scene *s, double x, double y, int n)
{
    if (n < 2)
        return;
    struct draw_text_style style = {.font = DRAW_FONT_TEXT,
                                    .anchor = DRAW_MIDDLE,
                                    .size = s->opt->lang == LANG_JA ? (n > 10 ? 21 : 27) : 30,
                                    .colour = C_COUNT};
    struct buf text;
    buf_init(&text, 64);
    format_count(&text, n, s->opt->lang);
    drawing_text_middle(s->d, x, y, buf_span(&text), style);
    buf_release(&text);
}

/* Where the pieces of a kind lie, or would lie.  The far side's stand is ours turned round: its
 * first piece lies lowest. */
static struct draw_point hand_place(const struct shogi_scene *s, int side, int kind)
{
    int row = 0;
    for (size_t i = 0; i < 7 && SHOGI_HAND_ORDER[i] != kind; i++)
        row += shogi_hand(s->p->pos, side, SHOGI_HAND_ORDER[i]) > 0;
    double offset = STAND_PAD + (row + 0.5) * STAND_ROW;
    double top = s->stand_y[side], bottom = top + s->stand_h[side];
    bool counts = hand_most(s->p->pos, side) > 1;
    return (struct draw_point){
        s->stand_x[side] + (counts ? 38 : STAND_W / 2),
        side == near_side(s->opt) ? top + offset : bottom - offset,
    };
}

/* "To move", between the stand and the middle. */
static void add_turn_sign(const struct shogi_scene *s, int side)
{
    static const struct msg to_move = {"to move", "手番"};
    const double h = 30, gap = 10;
    bool near = side == near_side(s->opt);
    double x = s->stand_x[side];
    double y = near ? s->stand_y[side] - gap - h : s->stand_y[side] + s->stand_h[side] + gap;
    struct draw_text_style style = {.font = DRAW_FONT_TEXT,
                                    .anchor = DRAW_MIDDLE,
                                    .size = 18,
                                    .colour = C_TURN_TEXT,
                                    .bold = true};
    drawing_rect(s->d, x + 12, y, STAND_W - 24, h, h / 2, fill(C_TURN));
    drawing_text_middle(s->d, x + STAND_W / 2, y + h / 2, span_of(msg_in(&to_move, s->opt->lang)),
                        style);
}

static void add_stand(const struct shogi_scene *s, int side)
{
    drawing_group(s->d, side == SHOGI_BLACK ? "black-hand" : "white-hand");
    drawing_rect(s->d, s->stand_x[side], s->stand_y[side], STAND_W, s->stand_h[side], 5,
                 bordered(C_STAND, C_RIM, 1.5));
    for (size_t i = 0; i < 7; i++) {
        int kind = SHOGI_HAND_ORDER[i], n = shogi_hand(s->p->pos, side, kind);
        if (n == 0)
            continue;
        struct draw_point at = hand_place(s, side, kind);
        add_piece(s, shogi_piece(side, kind), at.x, at.y);
        add_count(s, s->stand_x[side] + 86, at.y, n);
    }
    if (shogi_turn(s->p->pos) == side)
        add_turn_sign(s, side);
    drawing_group_end(s->d);
}

/* The signs ☗ and ☖, drawn because few fonts have them. */
static void add_side_sign(const struct shogi_scene *s, int side, double x, double y, double height)
{
    double h = height, w = height * 0.86;
    const struct draw_point outline[] = {{x, y - h / 2},
                                         {x + 0.36 * w, y - 0.3 * h},
                                         {x + 0.5 * w, y + h / 2},
                                         {x - 0.5 * w, y + h / 2},
                                         {x - 0.36 * w, y - 0.3 * h}};
    drawing_polygon(s->d, outline, 5,
                    bordered(side == SHOGI_BLACK ? C_SENTE : C_GOTE, C_TEXT, 1.8));
}

static void add_far_row(const struct shogi_scene *s, int side)
{
    double y = NAME_ROW / 2, right = s->d->width - MARGIN, half = (right - MARGIN) * 0.55;
    struct draw_text_style name = {
        .font = DRAW_FONT_TEXT, .anchor = DRAW_START, .size = 23, .colour = C_TEXT, .bold = true};
    struct draw_text_style title = {
        .font = DRAW_FONT_TEXT, .anchor = DRAW_END, .size = 18, .colour = C_FAINT};
    add_side_sign(s, side, MARGIN + 11, y, 21);
    add_fitted(s->d, MARGIN + 29, y, shogi_side_name(s->p, side, s->opt->lang), name, half);
    if (s->p->title.n > 0)
        add_fitted(s->d, right, y, s->p->title, title, right - MARGIN - half - 49);
}

static void add_near_row(const struct shogi_scene *s, int side)
{
    double y = s->d->height - NAME_ROW / 2, right = s->d->width - MARGIN;
    double room = (right - MARGIN) * 0.55;
    struct draw_text_style name = {
        .font = DRAW_FONT_TEXT, .anchor = DRAW_END, .size = 23, .colour = C_TEXT, .bold = true};
    struct draw_text_style caption = {
        .font = DRAW_FONT_TEXT, .anchor = DRAW_START, .size = 21, .colour = C_TEXT};
    add_side_sign(s, side, right - 11, y, 21);
    add_fitted(s->d, right - 29, y, shogi_side_name(s->p, side, s->opt->lang), name, room);
    if (s->p->caption.n == 0)
        return;
    double x = MARGIN;
    if (s->p->caption_side >= 0) {
        add_side_sign(s, s->p->caption_side, x + 10, y, 18);
        x += 26;
    }
    add_fitted(s->d, x, y, s->p->caption, caption, right - room - 49 - x);
}

/* --- Marks and arrows ------------------------------------------------------------------------ */

static int accent(int n)
{
    return C_ACCENT + (n >= 0 && n < SHOGI_ACCENTS ? n : 0);
}

static void add_cross(const struct shogi_scene *s, struct draw_point at, int colour)
{
    const double r = 14;
    drawing_line(s->d, at.x - r, at.y - r, at.x + r, at.y + r, stroke(colour, 5));
    drawing_line(s->d, at.x - r, at.y + r, at.x + r, at.y - r, stroke(colour, 5));
}

static void add_mark(const struct shogi_scene *s, const struct shogi_mark *mark)
{
    struct draw_point corner = cell_corner(s, mark->square);
    struct draw_point at = cell_centre(s, mark->square);
    int colour = accent(mark->accent);
    switch (mark->shape) {
    case SHOGI_MARK_FILL:
        drawing_rect(s->d, corner.x, corner.y, CELL_W, CELL_H, 0, see_through(fill(colour), 0.35));
        break;
    case SHOGI_MARK_RING:
        drawing_circle(s->d, at.x, at.y, CELL_W / 2 - 4, stroke(colour, 4));
        break;
    case SHOGI_MARK_CROSS:
        add_cross(s, at, colour);
        break;
    }
}

static void add_marks(const struct shogi_scene *s, bool below_pieces)
{
    for (size_t i = 0; i < s->p->n_marks; i++)
        if ((s->p->marks[i].shape == SHOGI_MARK_FILL) == below_pieces)
            add_mark(s, &s->p->marks[i]);
}

static struct draw_point arrow_start(const struct shogi_scene *s, const struct shogi_arrow *arrow)
{
    if (arrow->from < SHOGI_SQUARES)
        return cell_centre(s, arrow->from);
    int side = arrow->from - SHOGI_ARROW_HAND_BLACK;
    if (arrow->kind && shogi_hand(s->p->pos, side, arrow->kind) > 0)
        return hand_place(s, side, arrow->kind);
    return (struct draw_point){s->stand_x[side] + STAND_W / 2,
                               s->stand_y[side] + s->stand_h[side] / 2};
}

/* One outline, so that a see-through arrow has no darker spots where parts overlap. */
static void add_arrow(const struct shogi_scene *s, const struct shogi_arrow *arrow)
{
    const double head = 22, tail_gap = 8, tip_gap = 6;
    struct draw_point a = arrow_start(s, arrow), b = cell_centre(s, arrow->to);
    double weight = arrow->weight > 0 ? arrow->weight : 1;
    double half = 1.5 + 3.5 * weight, wing = half + 8;
    double length = hypot(b.x - a.x, b.y - a.y);
    if (length < head + tail_gap + tip_gap)
        return;
    double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
    /* Along the arrow and across it, from its tail. */
    const double along[7] = {tail_gap,         length - tip_gap - head, length - tip_gap - head,
                             length - tip_gap, length - tip_gap - head, length - tip_gap - head,
                             tail_gap};
    const double across[7] = {half, half, wing, 0, -wing, -half, -half};
    struct draw_point outline[7];
    for (int i = 0; i < 7; i++) {
        outline[i].x = a.x + ux * along[i] - uy * across[i];
        outline[i].y = a.y + uy * along[i] + ux * across[i];
    }
    drawing_polygon(s->d, outline, 7, see_through(fill(accent(arrow->accent)), 0.8));
}

/* In a corner at the foot of the square, so that two arrows may end there, and both be read. */
static void add_label(const struct shogi_scene *s, const struct shogi_arrow *arrow, bool right)
{
    const double r = 12;
    struct draw_point at = cell_corner(s, arrow->to);
    struct draw_text_style style = {
        .font = DRAW_FONT_TEXT, .anchor = DRAW_MIDDLE, .size = 18, .colour = C_PAPER, .bold = true};
    double x = at.x + (right ? CELL_W - r - 1 : r + 1), y = at.y + CELL_H - r - 1;
    drawing_circle(s->d, x, y, r, bordered(accent(arrow->accent), C_PAPER, 1.5));
    drawing_text_middle(s->d, x, y, span_make(&arrow->label, 1), style);
}

static void add_arrows(const struct shogi_scene *s)
{
    if (s->p->n_arrows == 0 && s->p->n_marks == 0)
        return;
    drawing_group(s->d, "marks");
    add_marks(s, false);
    for (size_t i = 0; i < s->p->n_arrows; i++)
        add_arrow(s, &s->p->arrows[i]);
    for (size_t i = 0; i < s->p->n_arrows; i++)
        if (s->p->arrows[i].label)
            add_label(s, &s->p->arrows[i], i % 2);
    drawing_group_end(s->d);
}

/* Green what is good for Black, red what is not; on paper's colour, so that a kanji below does not
 * make it unreadable. */
static void add_figures(const struct shogi_scene *s)
{
    const double size = 15, height = 16;
    if (!s->p->figures)
        return;
    drawing_group(s->d, "figures");
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        struct span text = span_of(s->p->figures[square]);
        struct draw_point at = cell_corner(s, square);
        if (text.n == 0)
            continue;
        double y = at.y + CELL_H - height / 2 - 1, w = text_ems(text) * size + 6;
        struct draw_text_style style = {.font = DRAW_FONT_TEXT,
                                        .anchor = DRAW_MIDDLE,
                                        .size = size,
                                        .colour = accent(text.p[0] == '-' ? 2 : 1),
                                        .bold = true};
        drawing_rect(s->d, at.x + (CELL_W - w) / 2, y - height / 2, w, height, 3,
                     see_through(fill(C_PAPER), 0.9));
        drawing_text_middle(s->d, at.x + CELL_W / 2, y, text, style);
    }
    drawing_group_end(s->d);
}

/* --- For those who can't see it --------------------------------------------------------------- */

static void describe_hand(struct buf *out, const struct shogi_scene *s, int side)
{
    static const struct msg heads[2] = {{"Black in hand: ", "先手の持駒："},
                                        {"White in hand: ", "後手の持駒："}};
    static const struct msg nothing = {"nothing", "なし"};
    bool ja = s->opt->lang == LANG_JA;
    const char *gap = "";
    buf_add_str(out, msg_in(&heads[side], s->opt->lang));
    for (size_t i = 0; i < 7; i++) {
        int kind = SHOGI_HAND_ORDER[i], n = shogi_hand(s->p->pos, side, kind);
        if (n == 0)
            continue;
        buf_add_str(out, gap);
        buf_add_str(out, ja ? shogi_kind_kanji(kind) : shogi_kind_english(kind));
        if (n > 1) {
            buf_add_str(out, ja ? "" : " ×");
            format_count(out, n, s->opt->lang);
        }
        gap = ja ? "　" : ", ";
    }
    if (!*gap)
        buf_add_str(out, msg_in(&nothing, s->opt->lang));
    buf_add_str(out, ja ? "。" : ". ");
}

static void describe(const struct shogi_scene *s)
{
    static const struct msg versus = {" – ", " 対 "};
    struct buf *title = &s->d->title, *desc = &s->d->desc;
    buf_add_span(title, shogi_side_name(s->p, SHOGI_BLACK, s->opt->lang));
    buf_add_str(title, msg_in(&versus, s->opt->lang));
    buf_add_span(title, shogi_side_name(s->p, SHOGI_WHITE, s->opt->lang));
    if (s->p->caption.n > 0) {
        buf_add_str(title, s->opt->lang == LANG_JA ? "　" : ", ");
        buf_add_span(title, s->p->caption);
    }
    if (s->p->title.n > 0) {
        buf_add_span(desc, s->p->title);
        buf_add_str(desc, s->opt->lang == LANG_JA ? "。" : ". ");
    }
    describe_hand(desc, s, SHOGI_BLACK);
    describe_hand(desc, s, SHOGI_WHITE);
    buf_add_str(desc, "SFEN: ");
    shogi_sfen_print(s->p->pos, s->p->ply + 1, desc);
}

static const char *scheme_name(const struct board_options *opt)
{
    static const char *const names[BOARD_THEMES][2] = {[BOARD_AUTO] = {"auto", "auto-letters"},
                                                       [BOARD_WOOD] = {"wood", "wood-letters"},
                                                       [BOARD_DARK] = {"dark", "dark-letters"},
                                                       [BOARD_PAPER] = {"paper", "paper-letters"}};
    return names[opt->theme][opt->letters];
}

static void add_all(const struct shogi_scene *s)
{
    int near = near_side(s->opt);
    drawing_rect(s->d, 0, 0, s->d->width, s->d->height, 0, fill(C_PAPER));
    drawing_rect(s->d, s->board_x, s->board_y, s->board_w, s->board_h, 5,
                 bordered(C_BOARD, C_RIM, 1.5));
    add_last_move(s);
    add_marks(s, true);
    add_grid(s);
    add_coordinates(s);
    add_pieces(s);
    add_stand(s, 1 - near);
    add_stand(s, near);
    drawing_group(s->d, "names");
    add_far_row(s, 1 - near);
    add_near_row(s, near);
    drawing_group_end(s->d);
    add_figures(s);
    add_arrows(s);
}

enum status shogi_board_draw(struct drawing *d, const struct shogi_picture *p,
                             const struct board_options *opt, struct err *err)
{
    struct shogi_scene s = {.d = d, .p = p, .opt = opt};
    lay_out(&s);
    drawing_init(d, 2 * (MARGIN + STAND_W + GAP) + s.board_w, s.board_h + 2 * NAME_ROW);
    d->palette = opt->theme == BOARD_PAPER ? PAPER : WOOD;
    d->colour_count = C_COLOURS;
    d->scheme = scheme_name(opt);
    d->lang = opt->lang == LANG_JA ? "ja" : "en";
    add_all(&s);
    describe(&s);
    if (d->bad || buf_status(&d->title) || buf_status(&d->desc))
        return err_nomem(err);
    return STATUS_OK;
}

enum status shogi_board_svg(const struct shogi_picture *p, const struct board_options *opt,
                            struct buf *out, struct err *err)
{
    static const enum draw_adapt adapt[BOARD_THEMES] = {[BOARD_AUTO] = DRAW_ADAPTS,
                                                        [BOARD_WOOD] = DRAW_LIGHT,
                                                        [BOARD_DARK] = DRAW_DARK,
                                                        [BOARD_PAPER] = DRAW_LIGHT};
    struct drawing d;
    enum status s = shogi_board_draw(&d, p, opt, err);
    if (s == STATUS_OK) {
        double width = opt->width_px > 0 ? opt->width_px : BOARD_USUAL_WIDTH_PX;
        drawing_to_svg(&d, width, adapt[opt->theme], out);
        s = buf_status(out);
        if (s)
            s = err_nomem(err);
    }
    drawing_release(&d);
    return s;
}

enum status shogi_board_png(const struct shogi_picture *p, const struct board_options *opt,
                            struct buf *out, unsigned *notes, struct err *err)
{
    struct drawing d;
    enum status s = shogi_board_draw(&d, p, opt, err);
    double width = opt->width_px > 0 ? opt->width_px : BOARD_USUAL_WIDTH_PX;
    if (s == STATUS_OK)
        s = drawing_to_png(&d, width, opt->theme == BOARD_DARK, out, notes, err);
    drawing_release(&d);
    return s;
}
