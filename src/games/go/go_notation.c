/* go_notation.c: positions, points and moves of Go as text; see go.h. */
#include "base/text/num.h"
#include "games/go/go.h"

static const struct msg BAD_SIZE = {"write a board size as WIDTHxHEIGHT, 1 to 52 each",
                                    "盤の大きさは 横x縦（1～52）で書きます"};
static const struct msg BAD_TURN = {"the side to move must be b or w", "手番は b か w です"};
static const struct msg BAD_STONES = {"write stones as b:Q16,D4 or w:C3",
                                      "石は b:Q16,D4 や w:C3 のように書きます"};
static const struct msg NOT_THERE = {"point outside the board", "盤の外の点です"};

/* --- Points ----------------------------------------------------------------------------------- */

enum { LETTERS = 25 }; /* A to Z without I */

static char letter(int n)
{
    return (char)('A' + n + (n >= 'I' - 'A'));
}

static int letter_number(char c)
{
    c = (char)(c & ~0x20);
    if (c < 'A' || c > 'Z' || c == 'I')
        return -1;
    return c - 'A' - (c > 'I');
}

void go_point_print(int point, struct buf *out)
{
    int column = go_column(point);
    if (column >= LETTERS)
        buf_add_char(out, letter(column / LETTERS - 1));
    buf_add_char(out, letter(column % LETTERS));
    buf_add_u64(out, (uint64_t)go_row(point) + 1);
}

static bool eat_number(struct span *text, int max, int *out)
{
    int n = 0;
    size_t digits = 0;
    while (digits < text->n && text->p[digits] >= '0' && text->p[digits] <= '9' && n <= max)
        n = n * 10 + (text->p[digits++] - '0');
    if (digits == 0 || n < 1 || n > max)
        return false;
    *out = n;
    *text = span_skip(*text, digits);
    return true;
}

bool go_point_parse(struct span *text, int *point)
{
    struct span s = *text;
    int column = s.n ? letter_number(s.p[0]) : -1, row;
    if (column < 0)
        return false;
    s = span_skip(s, 1);
    if (s.n && letter_number(s.p[0]) >= 0) {
        column = (column + 1) * LETTERS + letter_number(s.p[0]);
        s = span_skip(s, 1);
    }
    if (column >= GO_MAX_SIZE || !eat_number(&s, GO_MAX_SIZE, &row))
        return false;
    *point = go_point(column, row - 1);
    *text = s;
    return true;
}

/* --- Positions -------------------------------------------------------------------------------- */

static enum status fail_at(struct err *err, const struct msg *what, struct span text,
                           struct span rest)
{
    enum status st = err_plain(err, STATUS_SYNTAX, what);
    err_at(err, 1, (uint64_t)(rest.p - text.p));
    return st;
}

static bool eat_color(struct span *s, int *color)
{
    if (s->n == 0 || ((s->p[0] | 0x20) != 'b' && (s->p[0] | 0x20) != 'w'))
        return false;
    *color = (s->p[0] | 0x20) == 'b' ? GO_BLACK : GO_WHITE;
    *s = span_skip(*s, 1);
    return true;
}

static void skip_blanks(struct span *s)
{
    while (s->n && (s->p[0] == ' ' || s->p[0] == '\t'))
        *s = span_skip(*s, 1);
}

static bool eat_size(struct span *s, int *width, int *height)
{
    if (!eat_number(s, GO_MAX_SIZE, width))
        return false;
    *height = *width;
    if (s->n && (s->p[0] == 'x' || s->p[0] == 'X')) {
        *s = span_skip(*s, 1);
        return eat_number(s, GO_MAX_SIZE, height);
    }
    return true;
}

static enum status eat_stones(struct go_pos *pos, struct span text, struct span *s, int color,
                              struct err *err)
{
    do {
        struct span here = *s;
        int point;
        if (!go_point_parse(s, &point))
            return fail_at(err, &BAD_STONES, text, here);
        if (!go_on_board(pos, point))
            return fail_at(err, &NOT_THERE, text, here);
        uint8_t turn = pos->turn;
        go_play(pos, go_move_make(GO_PUT, color, point), NULL);
        pos->turn = turn;
    } while (span_eat(s, SPAN(",")));
    return STATUS_OK;
}

enum status go_pos_parse(struct go_pos *pos, struct span text, struct err *err)
{
    struct span s = text;
    int width, height, color = GO_BLACK;
    skip_blanks(&s);
    if (!eat_size(&s, &width, &height) || (s.n && s.p[0] != ' ' && s.p[0] != '\t'))
        return fail_at(err, &BAD_SIZE, text, s);
    go_pos_empty(pos, width, height);
    skip_blanks(&s);
    if (s.n && !(s.n > 1 && s.p[1] == ':')) {
        if (!eat_color(&s, &color) || (s.n && s.p[0] != ' ' && s.p[0] != '\t'))
            return fail_at(err, &BAD_TURN, text, s);
        pos->turn = (uint8_t)color;
    }
    for (skip_blanks(&s); s.n; skip_blanks(&s)) {
        struct span here = s;
        if (!eat_color(&s, &color) || !span_eat(&s, SPAN(":")))
            return fail_at(err, &BAD_STONES, text, here);
        enum status st = eat_stones(pos, text, &s, color, err);
        if (st != STATUS_OK)
            return st;
        if (s.n && s.p[0] != ' ' && s.p[0] != '\t')
            return fail_at(err, &BAD_STONES, text, s);
    }
    return STATUS_OK;
}

void go_pos_print(const struct go_pos *pos, struct buf *out)
{
    buf_printf(out, "%dx%d %c", pos->width, pos->height, pos->turn == GO_BLACK ? 'b' : 'w');
    for (int color = GO_BLACK; color <= GO_WHITE; color++) {
        bool first = true;
        for (int row = pos->height; row-- > 0;)
            for (int column = 0; column < pos->width; column++) {
                if (go_stone_at(pos, go_point(column, row)) != 1 + color)
                    continue;
                if (first)
                    buf_add_str(out, color == GO_BLACK ? " b:" : " w:");
                else
                    buf_add_char(out, ',');
                first = false;
                go_point_print(go_point(column, row), out);
            }
    }
}

/* --- Moves ------------------------------------------------------------------------------------ */

void go_move_print(go_move m, struct buf *out)
{
    static const char *const before[] = {"", "+", "-", "="};
    enum go_kind kind = go_move_kind(m);
    buf_add_str(out, before[kind]);
    if (kind != GO_REMOVE)
        buf_add_char(out, go_move_color(m) == GO_BLACK ? 'B' : 'W');
    if (kind == GO_TURN)
        return;
    buf_add_char(out, '[');
    if (go_move_is_pass(m))
        buf_add_str(out, "pass");
    else
        go_point_print(go_move_point(m), out);
    buf_add_char(out, ']');
}

static bool eat_kind(struct span *s, enum go_kind *kind)
{
    *kind = GO_PLAY;
    if (span_eat(s, SPAN("+")))
        *kind = GO_PUT;
    else if (span_eat(s, SPAN("-")))
        *kind = GO_REMOVE;
    else if (span_eat(s, SPAN("=")))
        *kind = GO_TURN;
    return s->n > 0;
}

static bool whole_point(struct span s, int *point)
{
    return go_point_parse(&s, point) && s.n == 0;
}

static bool is_pass(struct span s)
{
    return s.n == 4 && (s.p[0] | 0x20) == 'p' && (s.p[1] | 0x20) == 'a' && (s.p[2] | 0x20) == 's' &&
           (s.p[3] | 0x20) == 's';
}

bool go_move_parse(const struct go_pos *pos, struct span s, go_move *out)
{
    enum go_kind kind;
    int color = pos ? pos->turn : -1, point;
    if (!pos && (whole_point(s, &point) || is_pass(s)))
        return false;
    if (whole_point(s, &point)) {
        *out = go_move_make(GO_PLAY, color, point);
        return true;
    }
    if (is_pass(s)) {
        *out = go_pass_make(color);
        return true;
    }
    if (!eat_kind(&s, &kind) || (kind != GO_REMOVE && !eat_color(&s, &color)))
        return false;
    if (kind == GO_TURN) {
        *out = go_turn_make(color);
        return s.n == 0;
    }
    if (s.n < 2 || s.p[0] != '[' || s.p[s.n - 1] != ']')
        return false;
    s = span_make(s.p + 1, s.n - 2);
    if (kind == GO_PLAY && is_pass(s)) {
        *out = go_pass_make(color);
        return true;
    }
    if (!whole_point(s, &point))
        return false;
    *out = go_move_make(kind, kind == GO_REMOVE ? 0 : color, point);
    return true;
}
