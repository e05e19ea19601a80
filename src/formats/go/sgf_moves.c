/* sgf_moves.c: moves, setup and lists of points of SGF; see sgf_reader.h. */
#include "formats/go/sgf_reader.h"

static const struct msg BAD_POINT = {"not a point of this board: %1", "この盤にない点です: %1"};
static const struct msg TOO_MANY = {"too many moves; the rest is ignored",
                                    "手数が多すぎるため、以降を省きました"};

static int color_of(uint32_t id)
{
    return (id & 0xFF) == 'W' ? GO_WHITE : GO_BLACK;
}

static bool point_on_board(const struct sgf_reader *s, struct span value, int *point)
{
    int column, row;
    if (!sgf_point(value, &column, &row) || column >= s->start->width || row >= s->start->height)
        return false;
    *point = go_point(column, s->start->height - 1 - row);
    return true;
}

static bool is_pass(const struct sgf_reader *s, struct span value)
{
    bool small = s->start->width <= 19 && s->start->height <= 19;
    value = span_trim(value);
    return value.n == 0 || (small && span_eq(value, SPAN("tt")));
}

bool sgf_move_of(const struct sgf_reader *s, const struct sgf_property *prop, go_move *out)
{
    int point;
    if (point_on_board(s, prop->first, &point))
        *out = go_move_make(GO_PLAY, color_of(prop->id), point);
    else if (is_pass(s, prop->first))
        *out = go_pass_make(color_of(prop->id));
    else
        return false;
    return true;
}

/* STATUS_LIMIT ends the tree, and has been told. */
enum status sgf_make_move(struct sgf_reader *s, go_move m, const char *at)
{
    enum go_illegal why;
    enum status st = go_line_move(s->line, m, &why);
    if (st == STATUS_LIMIT) {
        sgf_problem(s, PROBLEM_PARTIAL, STATUS_LIMIT, &TOO_MANY, (struct span){0}, at);
        s->skipping = true;
    }
    if (st == STATUS_OK && why != GO_LEGAL) {
        struct buf text;
        buf_init(&text, 64);
        go_move_print(m, &text);
        sgf_problem(s, PROBLEM_NOTE, STATUS_ILLEGAL, go_illegal_text(why), buf_span(&text), at);
        buf_release(&text);
    }
    return st;
}

static void bad_point(struct sgf_reader *s, struct span value)
{
    sgf_problem(s, PROBLEM_LOST, STATUS_SYNTAX, &BAD_POINT, value, value.p);
}

static bool read_corners(const struct sgf_reader *s, struct span value, struct sgf_points *p)
{
    value = span_trim(value);
    const char *colon = value.n ? memchr(value.p, ':', value.n) : NULL;
    struct span a = value, b = value;
    if (colon) {
        a.n = (size_t)(colon - value.p);
        b = span_skip(value, a.n + 1);
    }
    if (!sgf_point(a, &p->from_column, &p->row) || !sgf_point(b, &p->to_column, &p->to_row))
        return false;
    if (p->from_column > p->to_column) {
        int c = p->from_column;
        p->from_column = p->to_column;
        p->to_column = c;
    }
    if (p->row > p->to_row) {
        int row = p->row;
        p->row = p->to_row;
        p->to_row = row;
    }
    p->column = p->from_column;
    return p->to_column < s->start->width && p->to_row < s->start->height;
}

bool sgf_next_point(struct sgf_reader *s, struct sgf_points *p, int *point)
{
    struct span value;
    while (!p->open) {
        if (!sgf_next_value(&p->values, &value))
            return false;
        p->open = read_corners(s, value, p);
        if (!p->open && span_trim(value).n)
            bad_point(s, value);
    }
    *point = go_point(p->column, s->start->height - 1 - p->row);
    if (p->column++ == p->to_column) {
        p->column = p->from_column;
        p->open = p->row++ != p->to_row;
    }
    return true;
}

go_move sgf_setup_move(uint32_t id, int point)
{
    if (id == SGF_ID('A', 'E'))
        return go_move_make(GO_REMOVE, 0, point);
    return go_move_make(GO_PUT, color_of(id), point);
}

/* Makes the moves of a property at the tip. */
enum status sgf_set_up(struct sgf_reader *s, const struct sgf_property *prop)
{
    enum status st = STATUS_OK;
    int point;
    if (prop->id == SGF_ID('P', 'L')) {
        int turn = sgf_color(prop->first);
        return turn < 0 ? STATUS_OK : sgf_make_move(s, go_turn_make(turn), prop->name.p);
    }
    struct sgf_points points = {.values = prop->values};
    while (st == STATUS_OK && sgf_next_point(s, &points, &point))
        st = sgf_make_move(s, sgf_setup_move(prop->id, point), prop->name.p);
    return st;
}

enum status sgf_play(struct sgf_reader *s, const struct sgf_property *prop)
{
    go_move m;
    if (sgf_move_of(s, prop, &m))
        return sgf_make_move(s, m, prop->name.p);
    bad_point(s, prop->first);
    return STATUS_OK;
}
