/* surroundings.c: see surroundings.h. */
#include "text/profile/surroundings.h"

#include "base/le.h"
#include "games/go/go_pattern.h"

/* --- Placement -------------------------------------------------------------------------------- */

struct placement_rect placement_around(const go_move *moves, uint32_t n)
{
    struct placement_rect r = {GO_MAX_SIZE, -1, GO_MAX_SIZE, -1};
    for (uint32_t i = 0; i < n; i++) {
        int column = go_column(go_move_point(moves[i])), row = go_row(go_move_point(moves[i]));
        r.left = column < r.left ? column : r.left;
        r.right = column > r.right ? column : r.right;
        r.bottom = row < r.bottom ? row : r.bottom;
        r.top = row > r.top ? row : r.top;
    }
    return r;
}

struct placement_rect placement_grow(struct placement_rect r, int by, int width, int height)
{
    return (struct placement_rect){
        .left = r.left > by ? r.left - by : 0,
        .right = r.right + by < width ? r.right + by : width - 1,
        .bottom = r.bottom > by ? r.bottom - by : 0,
        .top = r.top + by < height ? r.top + by : height - 1,
    };
}

/* Stones that reach over more points than this lie in no one part of the board. */
enum { LOCAL = 12 };

/* Where the middle of the stones lies: 0 in the upper right quarter, borders included. */
static int quarter(const struct placement_rect *r, unsigned symmetry, int width, int height)
{
    int right = r->left + r->right - (width - 1), up = r->bottom + r->top - (height - 1);
    if (symmetry & GO_MIRROR)
        right = -right;
    if (symmetry & GO_UPSIDE_DOWN)
        up = -up;
    return (right < 0) + (up < 0);
}

/* Smaller is nearer to how dictionaries draw it. */
static int compare_points(int a, int b, int width, int height)
{
    int ax = width - 1 - go_column(a), ay = height - 1 - go_row(a);
    int bx = width - 1 - go_column(b), by = height - 1 - go_row(b);
    if (ax - ay != bx - by)
        return ax - ay < bx - by ? -1 : 1;
    return (ax > bx) - (ax < bx);
}

/* Compares the images of all moves under two symmetries. */
static int compare_images(const go_move *moves, uint32_t n, int width, int height, unsigned a,
                          unsigned b)
{
    int order = 0;
    for (uint32_t i = 0; i < n && order == 0; i++) {
        int point = go_move_point(moves[i]);
        order = compare_points(go_point_image(point, width, height, a),
                               go_point_image(point, width, height, b), width, height);
    }
    return order;
}

unsigned placement_normalise(const go_move *moves, uint32_t n, int width, int height, go_move *out)
{
    struct placement_rect r = placement_around(moves, n);
    const unsigned all = width == height ? 8 : 4;
    unsigned best = all, equal = 0;
    if (r.right - r.left >= LOCAL || r.top - r.bottom >= LOCAL)
        r = placement_around(moves, 1); /* an opening: the first corner comes first */
    for (unsigned s = 0; s < all; s++) {
        if (quarter(&r, s, width, height) != 0)
            continue;
        int order = best == all ? -1 : compare_images(moves, n, width, height, s, best);
        if (order < 0)
            best = s;
        equal = order < 0 ? 1U << s : order == 0 ? equal | 1U << s : equal;
    }
    for (uint32_t i = 0; i < n; i++) {
        int point = go_point_image(go_move_point(moves[i]), width, height, best);
        int color = go_move_color(moves[i]) ^ go_move_color(moves[0]);
        out[i] = go_move_make(GO_PLAY, color, point);
    }
    return equal;
}

int placement_first(const go_move *moves, int width, int height)
{
    int x = go_column(go_move_point(moves[0])) + 1, y = go_row(go_move_point(moves[0])) + 1;
    x = x > width + 1 - x ? width + 1 - x : x;
    y = y > height + 1 - y ? height + 1 - y : y;
    int low = x < y ? x : y, high = x < y ? y : x;
    return high <= PLACEMENT_CORNER ? low * 100 + high : 0;
}

void surroundings_init(struct surroundings *s)
{
    *s = (struct surroundings){0};
    tally_init(&s->shapes);
    buf_init(&s->best, BUF_DEFAULT_MAX);
    buf_init(&s->next, BUF_DEFAULT_MAX);
}

void surroundings_release(struct surroundings *s)
{
    tally_release(&s->shapes);
    buf_release(&s->best);
    buf_release(&s->next);
}

void surroundings_begin(struct surroundings *s, const go_move *moves, uint32_t n, int width,
                        int height)
{
    s->rect = placement_grow(placement_around(moves, n), SURROUNDINGS_MARGIN, width, height);
    s->width = width;
    s->height = height;
    tally_clear(&s->shapes);
    memset(s->stood, 0, sizeof s->stood);
    memset(s->own, 0, sizeof s->own);
    for (uint32_t i = 0; i < n; i++)
        s->own[go_move_point(moves[i])] = true;
}

/* The stones in the rectangle under one symmetry, row by row, two bytes each. */
static void list_stones(const struct surroundings *s, const struct go_pos *before,
                        const struct go_pos *after, unsigned symmetry, bool colors, struct buf *out)
{
    const unsigned back = go_symmetry_inverse(symmetry);
    buf_clear(out);
    for (int row = s->rect.top; row >= s->rect.bottom; row--)
        for (int column = s->rect.left; column <= s->rect.right; column++) {
            int point = go_point(column, row);
            int there = go_point_image(point, s->width, s->height, back);
            int stone = go_stone_at(before, there);
            if (stone == GO_EMPTY && after && !s->own[point])
                stone = go_stone_at(after, there);
            char bytes[2];
            if (stone == GO_EMPTY)
                continue;
            le_put16(bytes, go_move_make(GO_PLAY, (stone - 1) ^ (int)colors, point));
            buf_add(out, bytes, sizeof bytes);
        }
}

enum status surroundings_add(struct surroundings *s, const struct go_pos *before,
                             const struct go_pos *after, struct turned_sequence how,
                             struct err *err)
{
    bool first = true;
    for (unsigned symmetry = 0; symmetry < 8; symmetry++) {
        if (!(how.symmetries >> symmetry & 1))
            continue;
        list_stones(s, before, after, symmetry, how.colors, &s->next);
        if (first || span_compare(buf_span(&s->next), buf_span(&s->best)) < 0) {
            struct buf swap = s->best;
            s->best = s->next;
            s->next = swap;
        }
        first = false;
    }
    if (buf_status(&s->best) != STATUS_OK || buf_status(&s->next) != STATUS_OK)
        return err_nomem(err);
    for (size_t i = 0; i < s->best.n; i += 2) {
        go_move stone = le_get16(s->best.p + i);
        s->stood[go_move_color(stone)][go_move_point(stone)]++;
    }
    return tally_add(&s->shapes, s->best.p, s->best.n, err);
}

void surroundings_finish(struct surroundings *s)
{
    tally_finish(&s->shapes);
}

go_move surroundings_stone(const struct tally_entry *shape, uint32_t i)
{
    return le_get16(shape->p + 2 * (size_t)i);
}

bool surroundings_usual(const struct surroundings *s, int color, int point)
{
    return 2 * (uint64_t)s->stood[color][point] > s->shapes.total;
}
