/* placement.c: see placement.h. */
#include "text/profile/placement.h"

#include "games/go/go_pattern.h"

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
