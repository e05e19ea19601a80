/* go_corner.h: corners of a game of Go as sentences, for the tree of joseki (joseki_tree.h).
 *
 * A corner is a quarter of the board, middle lines included.  Its sentence is the stones that were
 * played there, in their order, whatever was played elsewhere meanwhile, as seen from the corner:
 * x and y count lines from the two edges, from 0, and the edges are exchanged so that the first
 * stone off the diagonal has x < y.  The first stone is at most six lines from both edges, and a
 * stone further than six lines from all before it belongs to something else and is left out.
 * Colours alternate; a corner in which a colour plays twice is read no further.
 *
 * Unlike the windows of go_thread.h this reads each corner once, so that counts are of corners. */
#ifndef KIFU_TEXT_PROFILE_GO_CORNER_H
#define KIFU_TEXT_PROFILE_GO_CORNER_H

#include "games/go/go.h"
#include "text/mine/encodings.h"

enum {
    GO_CORNER_LONGEST = 40, /* stones */
    GO_CORNER_SIDE = (GO_MAX_SIZE + 1) / 2,
    GO_CORNER_POINTS = GO_CORNER_SIDE * GO_CORNER_SIDE,
};

/* The mark of a sentence. */
enum {
    GO_CORNER_WHITE_BEGAN = 1,
    GO_CORNER_AGAIN = 2, /* it ends because a colour played there twice */
};

extern const struct encoding go_corner_encoding;

static inline uint32_t go_corner_symbol(int x, int y)
{
    return 1 + (uint32_t)(y * GO_CORNER_SIDE + x);
}
static inline int go_corner_x(uint32_t symbol)
{
    return (int)((symbol - 1) % GO_CORNER_SIDE);
}
static inline int go_corner_y(uint32_t symbol)
{
    return (int)((symbol - 1) / GO_CORNER_SIDE);
}

#endif
