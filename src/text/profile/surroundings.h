/* surroundings.h: the stones that stood around a sequence.
 *
 * For each occurrence, the stones within the rectangle of the sequence's own stones grown by
 * SURROUNDINGS_MARGIN on each side, in the sequence's normal form (below): those that stood
 * there before its first move, and others that were there by its last, while play went elsewhere
 * and came back.  Where several symmetries lead to the normal form, the smallest of the images is
 * taken, so that surroundings that are mirror images of each other count as one. */
#ifndef KIFU_TEXT_PROFILE_SURROUNDINGS_H
#define KIFU_TEXT_PROFILE_SURROUNDINGS_H

#include "games/go/go.h"
#include "text/mine/tally.h"

/* --- Placement --------------------------------------------------------------------------------
 * The moves of a sequence on the board, in the normal form that joseki dictionaries use.
 *
 * The same sequence is played in all four corners, in two orientations and by either side.  Its
 * normal form is the one in the upper right, the first stone off the diagonal lying nearer to the
 * right side than to the upper one (a 3-4 point is R16, a low approach to the 4-4 point is R14),
 * and Black playing first.  Where it goes all over the board its first stone is in the upper right.
 * A sequence that is its own mirror image has several symmetries that lead there: all of them are
 * told, because the stones around it need not be symmetric. */

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

/* --- Surroundings ----------------------------------------------------------------------------- */

enum { SURROUNDINGS_MARGIN = 2 };

/* How one occurrence is turned into the normal form. */
struct turned_sequence {
    unsigned symmetries; /* as placement_normalise() returns them */
    bool colors;         /* exchanged */
};

struct surroundings {
    struct placement_rect rect; /* grown */
    int width, height;          /* of the board */
    bool own[GO_POINTS];        /* points of the sequence */
    struct tally shapes;        /* after surroundings_finish(): keys are lists of stones */
    uint32_t stood[2][GO_POINTS];
    struct buf best, next; /* working memory */
};

void surroundings_init(struct surroundings *s);
void surroundings_release(struct surroundings *s);
/* Begins with a sequence in its normal form. */
void surroundings_begin(struct surroundings *s, const go_move *moves, uint32_t n, int width,
                        int height);
/* The boards before and after an occurrence; after may be NULL. */
enum status surroundings_add(struct surroundings *s, const struct go_pos *before,
                             const struct go_pos *after, struct turned_sequence how,
                             struct err *err) CHECK_RESULT;
void surroundings_finish(struct surroundings *s);

/* The stones of a shape: how many, and each as a move of its colour. */
static inline uint32_t surroundings_stones(const struct tally_entry *shape)
{
    return shape->n / 2;
}
go_move surroundings_stone(const struct tally_entry *shape, uint32_t i);
/* Did a stone of the colour stand here in more than half of the occurrences? */
bool surroundings_usual(const struct surroundings *s, int color, int point);

#endif
