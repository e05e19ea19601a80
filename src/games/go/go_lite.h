/* go_lite.h: a light Go position, for walking through stored games by the million (game.h, lite_*).
 *
 * It knows the stones and, for each point, how many of its neighbours are empty; no chains, no ko,
 * no hash.  A stone with an empty point beside it can't be taken, and nearly every stone that a
 * move touches has one: so a move is a handful of additions to bytes, and chains are only walked
 * through where a stone has none left.  go_lite.c explains how that is kept rare.
 *
 * Cells stand in rows of 53, one more than the largest board is wide, so that the cell behind a row
 * is the wall before the next one:
 *
 *     cell = (row + 1) * 53 + column            rows -1 and `height` are walls
 *
 *     a cell   7     4..2           1..0
 *              [mark][free sides  ][content: GO_EMPTY, a stone, GO_WALL]
 *
 * so a stone without a free side is a byte that equals its colour. */
#ifndef KIFU_GAMES_GO_GO_LITE_H
#define KIFU_GAMES_GO_GO_LITE_H

#include "games/game.h"
#include "games/go/go.h"

enum { GO_LITE_STRIDE = GO_MAX_SIZE + 1, GO_LITE_CELLS = (GO_MAX_SIZE + 2) * GO_LITE_STRIDE + 1 };

struct go_lite {
    uint8_t width, height, turn;
    uint16_t used; /* cells of a board so high, walls included */
    uint8_t cell[GO_LITE_CELLS];
    /* By cell with a stone: a stone of its chain, which had a free side when it was last
     * checked. */
    uint16_t witness[GO_LITE_CELLS];
};

/* What stands on a point; nothing if it is not on the board. */
static inline int go_lite_stone_at(const struct go_lite *lite, int point)
{
    int column = go_column(point), row = go_row(point);
    if (column >= lite->width || row >= lite->height)
        return GO_EMPTY;
    return lite->cell[(row + 1) * GO_LITE_STRIDE + column] & 3;
}

void go_lite_begin(struct go_lite *lite, const struct go_pos *pos);
/* Copies what a board of its size uses. */
void go_lite_copy(struct go_lite *to, const struct go_lite *from);
/* As go_facts_play(), but whose turn it is then; -1: the move cannot be made. */
int go_lite_play(struct go_lite *lite, go_move m, struct fact_changes *out);
/* As go_facts(). */
uint32_t go_lite_facts(const struct go_lite *lite, uint32_t *out);

#endif
