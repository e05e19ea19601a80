/* sequence_text.c: see sequence_text.h. */
#include "view/report/sequence_text.h"

#include "view/board/go_board.h"

/* How far the diagram reaches beyond the stones; an edge that is no farther than NEAR_EDGE from
 * them is shown as well. */
enum { MARGIN = 1, NEAR_EDGE = 4 };

static struct placement_rect part_of(const struct sequence_profile *p)
{
    const struct placement_rect stones = placement_around(p->moves, p->length);
    struct placement_rect r = placement_grow(stones, MARGIN, p->width, p->height);
    r.left = stones.left <= NEAR_EDGE ? 0 : r.left;
    r.right = stones.right >= p->width - 1 - NEAR_EDGE ? p->width - 1 : r.right;
    r.bottom = stones.bottom <= NEAR_EDGE ? 0 : r.bottom;
    r.top = stones.top >= p->height - 1 - NEAR_EDGE ? p->height - 1 : r.top;
    return r;
}

/* 0: no move on this point. */
static uint32_t number_at(const struct sequence_profile *p, int point, int *color)
{
    for (uint32_t i = 0; i < p->length; i++)
        if (go_move_point(p->moves[i]) == point) {
            *color = go_move_color(p->moves[i]);
            return i + 1;
        }
    return 0;
}

static void add_blanks(struct buf *out, unsigned n)
{
    while (n-- > 0)
        buf_add_char(out, ' ');
}

static void add_cell(const struct sequence_profile *p, int point, int columns, struct buf *out)
{
    int color = 0;
    uint32_t number = number_at(p, point, &color);
    bool black = surroundings_usual(&p->around, GO_BLACK, point);
    bool white = surroundings_usual(&p->around, GO_WHITE, point);
    if (number) {
        add_blanks(out, (unsigned)columns - (number < 10 ? 2 : number < 100 ? 3 : 4));
        buf_add_char(out, color == GO_BLACK ? 'X' : 'O');
        buf_add_u64(out, number);
        return;
    }
    bool star = go_is_star(p->width, p->height, go_column(point), go_row(point));
    add_blanks(out, (unsigned)columns - 1);
    buf_add_char(out, black ? 'X' : white ? 'O' : star ? '+' : '.');
}

static void add_edge(const struct placement_rect *r, int columns, unsigned indent, int width,
                     struct buf *out)
{
    add_blanks(out, indent);
    buf_add_char(out, r->left == 0 ? '+' : ' ');
    for (int i = (r->right - r->left + 1) * columns; i > 0; i--)
        buf_add_char(out, '-');
    buf_add_str(out, r->right == width - 1 ? "-+\n" : "\n");
}

void sequence_diagram(const struct sequence_profile *p, unsigned indent, struct buf *out)
{
    if (p->length == 0 || p->game != &go_game)
        return;
    const struct placement_rect r = part_of(p);
    if (p->length > 999) /* no diagram for people */
        return;
    const int columns = p->length < 10 ? 3 : p->length < 100 ? 4 : 5;
    if (r.top == p->height - 1)
        add_edge(&r, columns, indent, p->width, out);
    for (int row = r.top; row >= r.bottom; row--) {
        add_blanks(out, indent);
        buf_add_char(out, r.left == 0 ? '|' : ' ');
        for (int column = r.left; column <= r.right; column++)
            add_cell(p, go_point(column, row), columns, out);
        buf_add_str(out, r.right == p->width - 1 ? " |\n" : "\n");
    }
    if (r.bottom == 0)
        add_edge(&r, columns, indent, p->width, out);
}

void sequence_moves(const struct sequence_profile *p, struct buf *out)
{
    for (uint32_t i = 0; i < p->length; i++) {
        if (i)
            buf_add_char(out, ' ');
        sequence_print_move(p, p->moves[i], out);
    }
}
