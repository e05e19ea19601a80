/* go_er.c: the relative encoding of Go, ER of Nakamura (2002).
 *
 * A move is a vector from the opponent's move before it, along axes that depend on where on the
 * board that one lies.  Eight octants meet at the centre; in each, x runs along the nearest edge
 * and y away from it, both towards the centre:
 *
 *          up                            near the left edge, below the middle: x goes up,
 *           |  \  |  /                   y to the right.  From (4,7) to (3,9), counted from 1:
 *           |   \ | /                    x = 2, y = -1.
 *           |----\|/----
 *         x ^    /|\                     All previous points together can reach 738 vectors on
 *           | y / | \                    a board of 19 by 19.
 *           +->/  |  \
 *
 * On a border between octants they agree on some of it: on a diagonal on both directions, not on
 * which is x; on a line through the centre not on the direction across it; in the centre itself on
 * nothing.  What is open is inherited from the axes used for the move before.
 *
 * The paper does not say what the axes are if nobody has decided them yet, as after a first move on
 * a 4-4 point.  Here they are chosen by the move that is to be written: an open direction points to
 * it, and if the order is open, x is the axis along which it is farther.  Where this still leaves a
 * choice (the move lies on the axis, or as far along both), the choice is put off, being without
 * effect so far.  So all eight images of a game are the same text. */
#include "text/mine/go_steps.h"

/*   symbols:  0 the break | 1 … SIDE * SIDE vectors | GO_FIRSTS first moves */
enum { SIDE = 2 * GO_LONGEST + 1, FIRST = 1 + SIDE * SIDE, ALPHABET = FIRST + GO_FIRSTS };

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* The axes of a point, with what it leaves open from those before. */
static struct go_axes axes_at(const struct go_axes *before, int point, int width, int height)
{
    int column = go_column(point), row = go_row(point);
    struct go_axes a = {
        .across = sign(width - 1 - 2 * column),
        .up = sign(height - 1 - 2 * row),
        .order = sign(go_edge_distance(column, width) - go_edge_distance(row, height)),
    };
    a.across = a.across ? a.across : before->across;
    a.up = a.up ? a.up : before->up;
    a.order = a.order ? a.order : before->order;
    return a;
}

uint32_t go_er_symbol(struct go_axes *axes, int width, int height, const struct go_symbol_step *s)
{
    struct go_axes a = axes_at(axes, s->from, width, height);
    a.across = a.across ? a.across : sign(s->across);
    a.up = a.up ? a.up : sign(s->up);
    int across = s->across * a.across, up = s->up * a.up;
    a.order = a.order ? a.order : sign(across - up);
    *axes = a;
    int x = a.order >= 0 ? across : up, y = a.order >= 0 ? up : across;
    return (uint32_t)(1 + (x + GO_LONGEST) * SIDE + y + GO_LONGEST);
}

bool go_er_vector(uint32_t symbol, int *x, int *y)
{
    bool is_first = symbol >= FIRST;
    int value = (int)symbol - (is_first ? FIRST : 1);
    *x = is_first ? value / GO_MIDDLE : value / SIDE - GO_LONGEST;
    *y = is_first ? value % GO_MIDDLE : value % SIDE - GO_LONGEST;
    return !is_first;
}

static uint32_t step(void *ctx, const struct go_pos *board, const struct go_symbol_step *s)
{
    struct go_axes *axes = ctx;
    if (s->fresh)
        *axes = (struct go_axes){0};
    return go_er_symbol(axes, board->width, board->height, s);
}

static uint32_t first(int near, int far)
{
    return (uint32_t)(FIRST + near * GO_MIDDLE + far);
}

static enum status encode(struct encoder *e, const struct encoding_input *in, struct corpus *out,
                          struct err *err)
{
    (void)e;
    struct go_axes axes = {0};
    const struct go_step_ops ops = {.first = first, .step = step, .ctx = &axes};
    return go_steps_encode(in, &ops, out, err);
}

static bool leads(uint32_t symbol)
{
    return symbol < FIRST;
}

static void print(uint32_t symbol, struct buf *out)
{
    int x, y;
    if (!go_er_vector(symbol, &x, &y))
        buf_add_char(out, '@');
    buf_add_i64(out, x);
    buf_add_char(out, ',');
    buf_add_i64(out, y);
}

static uint32_t coarser(uint32_t symbol)
{
    int x, y;
    return go_er_vector(symbol, &x, &y) ? go_es_symbol(x, y) : go_es_first(x, y);
}

const struct encoding go_er_encoding = {
    .name = "er",
    .title = {"direction from the previous move (octants)",
              "直前の着手からの相対位置（相対符号化）"},
    .game = &go_game,
    .ordered = true,
    .placed = true,
    .alphabet = ALPHABET,
    .method = "msfp",
    .on_board = go_steps_on_board,
    .encode = encode,
    .leads = leads,
    .print = print,
    .coarser = coarser,
};
