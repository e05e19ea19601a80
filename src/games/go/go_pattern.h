/* go_pattern.h: patterns of Go, given as diagrams of a part of the board.
 *
 * A diagram is lines of text, one for each row, the top one first; "/" may stand for the end of a
 * line.  Blanks between cells do not count.
 *
 *     .          empty
 *     X  O       black, white
 *     *          a stone, of either colour
 *     x  o       black or empty, white or empty
 *     ?          anything
 *     1 … 9 a … w  empty, and then played there in this order, Black first; other moves of the line
 *                may come between them, but none within the diagram (except where it has "?").
 *                There is no move "o"; "O:" before everything lets White begin
 *     |  -       an edge of the board: at an end of every row, in a row of its own above or below,
 *                of any length, where "+" (or "|") at an end is the corner
 *
 *     ----+         the upper right corner            . X .      anywhere on the board
 *     . . |                                           X . X
 *     X . |
 *     ? O |
 *
 * Edges anchor: a diagram with two that meet is in a corner, with one at a side, without any
 * anywhere.  A pattern with all four has the size of the board.
 *
 * Boards as other parts of Kifu print them are read as well: "+" among cells is a star point,
 * empty; brackets around the last move do not count; ● and ○ are X and O; and where a row has the
 * names of columns from A on (or back to A, the board turned round), the rows after it, each with
 * its number, are a whole board, and what stands before and behind does not matter.
 *
 * A pattern does not include its symmetric images: each is a pattern of its own. */
#ifndef KIFU_GAMES_GO_GO_PATTERN_H
#define KIFU_GAMES_GO_GO_PATTERN_H

#include "base/buf.h"
#include "base/err.h"
#include "games/go/go.h"

/* What may be at a cell, as bits. */
enum { GO_WANT_EMPTY = 1, GO_WANT_BLACK = 2, GO_WANT_WHITE = 4, GO_WANT_ANY = 7 };
enum { GO_EDGE_LEFT = 1, GO_EDGE_RIGHT = 2, GO_EDGE_BOTTOM = 4, GO_EDGE_TOP = 8 };
enum { GO_PATTERN_MOVES = 31 };

struct go_pattern {
    uint8_t width, height;   /* of the diagram, 1 … 52 each */
    uint8_t edges;           /* bits */
    uint8_t move_count;      /* numbered stones */
    uint8_t cell[GO_POINTS]; /* by row * width + column, row 0 at the bottom; numbered stones are
                                GO_WANT_EMPTY here */
    struct {
        uint8_t column, row, color;
    } moves[GO_PATTERN_MOVES];
};

/* STATUS_SYNTAX with the byte. */
enum status go_pattern_parse(struct go_pattern *p, struct span text, struct err *err) CHECK_RESULT;
/* Rows joined by "/", edges drawn: go_pattern_parse() reads it back.  Numbered moves alternate. */
void go_pattern_print(const struct go_pattern *p, struct buf *out);
bool go_pattern_equal(const struct go_pattern *a, const struct go_pattern *b);

/* The symmetries of the board, and the exchange of colours: bit 0 mirrors left to right, bit 1 top
 * to bottom, bit 2 then exchanges columns and rows, bit 3 exchanges the colours. */
enum {
    GO_MIRROR = 1,
    GO_UPSIDE_DOWN = 2,
    GO_TRANSPOSE = 4,
    GO_COLORS = 8,
    GO_SYMMETRIES = 16,
};
void go_pattern_image(const struct go_pattern *p, unsigned symmetry, struct go_pattern *out);
/* Where a point of a width by height board goes; for rectangles bit 2 leads to the other shape. */
int go_point_image(int point, int width, int height, unsigned symmetry);
/* The symmetry that takes it back. */
unsigned go_symmetry_inverse(unsigned symmetry);

#endif
