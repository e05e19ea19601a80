/* placement.h: the moves of a sequence on the board, in the normal form that joseki dictionaries use.
 *
 * The same sequence is played in all four corners, in two orientations and by either side.  Its
 * normal form is the one in the upper right, the first stone off the diagonal lying nearer to the
 * right side than to the upper one (a 3-4 point is R16, a low approach to the 4-4 point is R14),
 * and Black playing first.  Where it goes all over the board its first stone is in the upper right.
 * A sequence that is its own mirror image has several symmetries that lead there: all of them are
 * told, because the stones around it need not be symmetric. */
#ifndef KIFU_TEXT_PROFILE_PLACEMENT_H
#define KIFU_TEXT_PROFILE_PLACEMENT_H

#include "games/go/go.h"

/* Columns and rows, both ends included. */
struct placement_rect {
    int left, right, bottom, top;
};

/* moves are stones (no passes) on a board of this size, n >= 1 of them; out has room for n. Returns
 * the symmetries, a bit for each of go_pattern.h's numbers 0 … 7, that lead to out. */
unsigned placement_normalise(const go_move *moves, uint32_t n, int width, int height, go_move *out);

/* The smallest rectangle with all stones in it. */
struct placement_rect placement_around(const go_move *moves, uint32_t n);
/* So many points more on each side, where there is a board. */
struct placement_rect placement_grow(struct placement_rect r, int by, int width, int height);
static inline bool placement_holds(const struct placement_rect *r, int point)
{
    int column = go_column(point), row = go_row(point);
    return r->left <= column && column <= r->right && r->bottom <= row && row <= r->top;
}

/* What a corner's sequence begins with, by the distances of its first stone from the two nearest
 * edges: 4-4, 3-4, … as low * 100 + high (304 for 3-4); 0 if it does not begin near a corner. */
enum { PLACEMENT_CORNER = 6 };
int placement_first(const go_move *moves, int width, int height);

#endif
