/* sequence_query.c: see sequence_query.h. */
#include "text/profile/sequence_query.h"

/* As diagrams number moves: there is no move o. */
static const char NUMBERS[] = "123456789abcdefghijklmnpqrstuvw";
enum { MOST_NUMBERS = sizeof NUMBERS - 1 };

static void add_size(const struct sequence_profile *p, struct buf *out)
{
    buf_printf(out, "size:%d", p->width);
    if (p->width != p->height)
        buf_printf(out, "x%d", p->height);
}

/* How many moves from the first on lie on different points, and alternate. */
static uint32_t drawable(const struct sequence_profile *p)
{
    uint32_t n = 0;
    while (n < p->length && n < MOST_NUMBERS && go_move_color(p->moves[n]) == (int)(n & 1)) {
        for (uint32_t i = 0; i < n; i++)
            if (go_move_point(p->moves[i]) == go_move_point(p->moves[n]))
                return n;
        n++;
    }
    return n;
}

static char cell(const struct sequence_profile *p, uint32_t drawn, int point)
{
    for (uint32_t i = 0; i < drawn; i++)
        if (go_move_point(p->moves[i]) == point)
            return NUMBERS[i];
    return '.';
}

/* The upper right corner, down and left to one line beyond all stones. */
static void add_diagram(const struct sequence_profile *p, uint32_t drawn, struct buf *out)
{
    const struct placement_rect r =
        placement_grow(placement_around(p->moves, p->length), 1, p->width, p->height);
    buf_add_str(out, "pattern \"");
    for (int column = r.left; column < p->width; column++)
        buf_add_char(out, '-');
    buf_add_char(out, '+');
    for (int row = p->height - 1; row >= r.bottom; row--) {
        buf_add_char(out, '/');
        for (int column = r.left; column < p->width; column++)
            buf_add_char(out, cell(p, drawn, go_point(column, row)));
        buf_add_char(out, '|');
    }
    buf_add_char(out, '"');
}

static void add_corner(const struct sequence_profile *p, struct buf *out)
{
    uint32_t drawn = drawable(p);
    add_diagram(p, drawn, out);
    for (uint32_t i = drawn; i < p->length; i++) {
        buf_add_str(out, go_move_color(p->moves[i]) == GO_BLACK ? " then move:b" : " then move:w");
        go_point_print(go_move_point(p->moves[i]), out);
    }
}

static void add_row(const struct sequence_profile *p, struct buf *out)
{
    buf_add_str(out, "seq:\"");
    for (uint32_t i = 0; i < p->length; i++) {
        buf_add_str(out, i ? " " : "");
        sequence_print_move(p, p->moves[i], out);
    }
    buf_add_char(out, '"');
}

void sequence_query(const struct sequence_entry *t, struct buf *out)
{
    const struct sequence_profile *p = t->profile;
    if (p->length == 0)
        return;
    if (!p->on_board) {
        buf_add_str(out, "either(");
        add_row(p, out);
        buf_add_char(out, ')');
        return;
    }
    add_size(p, out);
    buf_add_str(out, " either(sym(");
    if (t->source->mining->encoding->pauses)
        add_corner(p, out);
    else
        add_row(p, out);
    buf_add_str(out, "))");
}

/* Does it ask about games only, so that it holds everywhere in a game or nowhere? */
static bool is_of_games(const struct query *q)
{
    for (uint32_t i = 1; i < q->count; i++)
        if (q->nodes[i].op > Q_NOT && q->nodes[i].op != Q_META && q->nodes[i].op != Q_TRUE)
            return false;
    return true;
}

void sequence_query_among(const struct sequence_entry *t, struct span among,
                          const struct query *read, struct buf *out)
{
    sequence_query(t, out);
    among = span_trim(among);
    if (among.n == 0 || t->profile->length == 0)
        return;
    /* "never (all never X)": X holds at some ply */
    buf_add_str(out, is_of_games(read) ? " (" : " never (all never (");
    buf_add_span(out, among);
    buf_add_str(out, is_of_games(read) ? ")" : "))");
}
