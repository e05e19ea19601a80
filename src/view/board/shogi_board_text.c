/* shogi_board_text.c: see shogi_board_text.h. */
#include "view/board/shogi_board_text.h"

#include "games/shogi/shogi_names.h"
#include "view/draw/text_width.h"

static const char ANSI_LAST[] = "\x1b[7m", ANSI_PROMOTED[] = "\x1b[31m", ANSI_OFF[] = "\x1b[0m";

enum { FIGURE_COLUMNS = 5 };

static void add_kanji_number(struct buf *out, int n)
{
    if (n >= 10)
        buf_add_str(out, "十");
    if (n % 10)
        buf_add_str(out, shogi_kanji_digit(n % 10));
}

void shogi_board_text_hand(const struct shogi_pos *pos, int side, enum lang lang, struct buf *out)
{
    bool ja = lang == LANG_JA;
    const char *gap = "";
    for (size_t i = 0; i < 7; i++) {
        int kind = SHOGI_HAND_ORDER[i], n = shogi_hand(pos, side, kind);
        if (n == 0)
            continue;
        buf_add_str(out, gap);
        buf_add_str(out, ja ? shogi_kind_kanji(kind) : shogi_kind_sfen(kind));
        if (n > 1 && ja)
            add_kanji_number(out, n);
        else if (n > 1)
            buf_printf(out, "×%d", n);
        gap = ja ? "　" : ", ";
    }
    if (!*gap)
        buf_add_str(out, ja ? "なし" : "nothing");
}

/* Three columns: what stands before the piece, and a kanji of two columns. */
static void add_kanji_cell(struct buf *out, int piece, bool last)
{
    bool white = piece && shogi_color_of(piece) == SHOGI_WHITE;
    buf_add_char(out, last ? (white ? 'V' : '*') : white ? 'v' : ' ');
    buf_add_str(out, piece ? shogi_kind_kanji1(shogi_kind_of(piece)) : "・");
}

/* Three columns: promotion, letter, mark of the last move. */
static void add_letter_cell(struct buf *out, int piece, bool last)
{
    const char *name = piece ? shogi_kind_sfen(shogi_kind_of(piece)) : ".";
    bool promoted = name[0] == '+';
    char letter = promoted ? name[1] : name[0];
    if (piece && shogi_color_of(piece) == SHOGI_WHITE)
        letter = (char)(letter - 'A' + 'a');
    buf_add_char(out, promoted ? '+' : ' ');
    buf_add_char(out, letter);
    buf_add_char(out, last ? '*' : ' ');
}

static void add_cell(struct buf *out, const struct shogi_picture *p,
                     const struct board_options *opt, int square)
{
    int piece = shogi_piece_at(p->pos, square);
    bool last = p->last && shogi_move_to(p->last) == square;
    bool promoted = shogi_kind_of(piece) > SHOGI_KING;
    bool coloured = opt->colour && (last || promoted);
    if (opt->colour && last)
        buf_add_str(out, ANSI_LAST);
    if (opt->colour && promoted)
        buf_add_str(out, ANSI_PROMOTED);
    if (!opt->letters)
        add_kanji_cell(out, piece, last);
    else
        add_letter_cell(out, piece, last);
    if (coloured)
        buf_add_str(out, ANSI_OFF);
    if (p->figures)
        buf_printf(out, "%*s", FIGURE_COLUMNS, p->figures[square]);
}

/* The nth file or rank from the left or from above, 0-based. */
static int nth_file(const struct board_options *opt, int n)
{
    return opt->flip ? n + 1 : 9 - n;
}

static void add_files(struct buf *out, const struct board_options *opt, int wider)
{
    if (opt->no_coordinates)
        return;
    for (int i = 0; i < 9; i++) {
        buf_printf(out, "%*s", i == 0 ? 0 : wider, "");
        if (opt->lang == LANG_JA)
            buf_printf(out, "%s%s", i == 0 ? "  " : " ", shogi_wide_digit(nth_file(opt, i)));
        else
            buf_printf(out, "%s%d", "  ", nth_file(opt, i));
    }
    buf_add_char(out, '\n');
}

static void add_rank(struct buf *out, const struct shogi_picture *p,
                     const struct board_options *opt, int rank)
{
    buf_add_char(out, '|');
    for (int i = 0; i < 9; i++)
        add_cell(out, p, opt, shogi_square(nth_file(opt, i), rank));
    buf_add_char(out, '|');
    if (!opt->no_coordinates && opt->lang == LANG_JA)
        buf_add_str(out, shogi_kanji_digit(rank));
    else if (!opt->no_coordinates)
        buf_printf(out, " %c", 'a' + rank - 1);
    buf_add_char(out, '\n');
}

static void add_border(struct buf *out, int columns)
{
    buf_add_char(out, '+');
    for (int i = 0; i < columns; i++)
        buf_add_char(out, '-');
    buf_add_str(out, "+\n");
}

static void add_grid(struct buf *out, const struct shogi_picture *p,
                     const struct board_options *opt)
{
    int wider = p->figures ? FIGURE_COLUMNS : 0;
    add_files(out, opt, wider);
    add_border(out, 9 * (3 + wider));
    for (int i = 0; i < 9; i++)
        add_rank(out, p, opt, opt->flip ? 9 - i : i + 1);
    add_border(out, 9 * (3 + wider));
}

static void add_name(struct buf *out, const struct shogi_picture *p,
                     const struct board_options *opt, int side)
{
    static const struct msg heads[2] = {{"Black: ", "先手："}, {"White: ", "後手："}};
    static const struct msg handicap[2] = {{"Black: ", "下手："}, {"White: ", "上手："}};
    if (p->name[side].n == 0)
        return;
    buf_add_str(out, msg_in(p->handicap ? &handicap[side] : &heads[side], opt->lang));
    text_add_clean(out, p->name[side]);
    buf_add_char(out, '\n');
}

static void add_hand(struct buf *out, const struct shogi_picture *p,
                     const struct board_options *opt, int side)
{
    static const struct msg heads[2] = {{"Black in hand: ", "先手の持駒："},
                                        {"White in hand: ", "後手の持駒："}};
    static const struct msg handicap[2] = {{"Black in hand: ", "下手の持駒："},
                                           {"White in hand: ", "上手の持駒："}};
    buf_add_str(out, msg_in(p->handicap ? &handicap[side] : &heads[side], opt->lang));
    shogi_board_text_hand(p->pos, side, opt->lang, out);
    buf_add_char(out, '\n');
}

static void add_footer(struct buf *out, const struct shogi_picture *p,
                       const struct board_options *opt)
{
    static const struct msg turn[2] = {{"Black to move", "先手番"}, {"White to move", "後手番"}};
    static const struct msg handicap[2] = {{"Black to move", "下手番"},
                                           {"White to move", "上手番"}};
    bool ja = opt->lang == LANG_JA;
    int side = shogi_turn(p->pos);
    if (p->caption.n > 0) {
        text_add_clean(out, p->caption);
        buf_add_str(out, ja ? "　" : "; ");
    }
    buf_add_str(out, msg_in(p->handicap ? &handicap[side] : &turn[side], opt->lang));
    buf_add_char(out, '\n');
}

void shogi_board_text(const struct shogi_picture *p, const struct board_options *opt,
                      struct buf *out)
{
    int near = opt->flip ? SHOGI_WHITE : SHOGI_BLACK;
    if (p->title.n > 0) {
        text_add_clean(out, p->title);
        buf_add_char(out, '\n');
    }
    add_name(out, p, opt, 1 - near);
    add_hand(out, p, opt, 1 - near);
    add_grid(out, p, opt);
    add_hand(out, p, opt, near);
    add_name(out, p, opt, near);
    add_footer(out, p, opt);
}
