/* go.h: the rules of Go, on boards from 1 by 1 to 52 by 52.
 *
 *   points    row * 52 + column, whatever the size of the board: column 0 is A, on the left as
 *             Black sees it, row 0 is 1, at the bottom.  So bQ16 is the same point number on every
 *             board that has it.
 *   colours   GO_BLACK = 0, GO_WHITE = 1 are also the seats; a point is GO_EMPTY or a stone,
 *             1 + colour.
 *   moves     sixteen bits; records name the player, so a move does too:
 *
 *             15..14  13    12      11..0
 *             [kind ][pass][colour][point + 1, 0 if none]               0: no move
 *
 *             kind 0: a stone, or a pass.  Kinds 1 and 2 are changes made by hand to the
 *             board in the middle of a game (SGF's AB, AW, AE): a stone put down, capturing
 *             nothing; a point emptied.  Kind 3 gives the turn to the colour.
 *
 * Records hold whatever was on the board, so playing never refuses: a stone on a stone replaces it,
 * and stones without liberties come off, the opponent's first, then one's own.  go_why_illegal()
 * checks a move by the rules. */
#ifndef KIFU_GAMES_GO_GO_H
#define KIFU_GAMES_GO_GO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum {
    GO_MAX_SIZE = 52,
    GO_POINTS = GO_MAX_SIZE * GO_MAX_SIZE,
    GO_NO_POINT = GO_POINTS,
    /* The board with a rim of walls around it. */
    GO_STRIDE = GO_MAX_SIZE + 2,
    GO_CELLS = GO_STRIDE * GO_STRIDE,
};
enum { GO_BLACK = 0, GO_WHITE = 1 };
enum { GO_EMPTY = 0, GO_WALL = 3 };

typedef uint16_t go_move;

enum go_kind { GO_PLAY, GO_PUT, GO_REMOVE, GO_TURN };

static inline int go_point(int column, int row)
{
    return row * GO_MAX_SIZE + column;
}
static inline int go_column(int point)
{
    return point % GO_MAX_SIZE;
}
static inline int go_row(int point)
{
    return point / GO_MAX_SIZE;
}
static inline go_move go_move_make(enum go_kind kind, int color, int point)
{
    return (go_move)((unsigned)kind << 14 | (unsigned)color << 12 | (unsigned)(point + 1));
}
static inline go_move go_pass_make(int color)
{
    return (go_move)(1U << 13 | (unsigned)color << 12);
}
static inline go_move go_turn_make(int color)
{
    return (go_move)((unsigned)GO_TURN << 14 | (unsigned)color << 12);
}
static inline enum go_kind go_move_kind(go_move m)
{
    return (enum go_kind)(m >> 14);
}
static inline bool go_move_is_pass(go_move m)
{
    return m >> 13 & 1;
}
static inline int go_move_color(go_move m)
{
    return m >> 12 & 1;
}
/* -1: none. */
static inline int go_move_point(go_move m)
{
    return (m & 0xFFF) - 1;
}

/* A position.  Arrays are by cell: (row + 1) * GO_STRIDE + column + 1.  A chain is known by one of
 * its cells, its head; its stones are linked in a ring; `open` counts, at the head, the pairs of a
 * stone of the chain and an empty cell beside it, which is 0 when the chain has no liberty.  Cells
 * without a stone have the head 0, a wall whose numbers mean nothing, so that no test is needed.
 * Only the rows of the board and the walls around them are ever looked at; the rest of the arrays,
 * which for most boards is most of them, holds nothing. */
struct go_pos {
    uint8_t width, height;
    uint8_t turn;
    uint16_t ko;          /* cell that may not be retaken at once; 0: none */
    uint32_t captured[2]; /* stones that each colour has taken */
    uint64_t hash;        /* of the stones alone */
    uint8_t cell[GO_CELLS];
    uint16_t head[GO_CELLS], next[GO_CELLS], open[GO_CELLS];
    uint16_t size[GO_CELLS]; /* at a head: stones of the chain */
};

/* What a move did to the board. */
struct go_change {
    int placed;      /* point, -1: none */
    int replaced;    /* stone that stood there, GO_EMPTY: none */
    int taken_color; /* of the stones below */
    uint32_t taken;  /* how many came off */
    uint16_t points[GO_POINTS];
};

/* An empty board, Black to move. */
void go_pos_empty(struct go_pos *pos, int width, int height);
/* As *to = *from, but only what a board of its size uses: 10 of 26 kB for 19 by 19. */
void go_pos_copy(struct go_pos *to, const struct go_pos *from);
static inline bool go_on_board(const struct go_pos *pos, int point)
{
    return point >= 0 && point < GO_POINTS && go_column(point) < pos->width &&
           go_row(point) < pos->height;
}
static inline int go_cell(int point)
{
    return (go_row(point) + 1) * GO_STRIDE + go_column(point) + 1;
}
static inline int go_point_of_cell(int cell)
{
    return go_point(cell % GO_STRIDE - 1, cell / GO_STRIDE - 1);
}
static inline int go_stone_at(const struct go_pos *pos, int point)
{
    return pos->cell[go_cell(point)];
}
/* Of the chain of stones on a point of the board; 0 if there is none. */
int go_chain_liberties(const struct go_pos *pos, int point);
bool go_pos_equal(const struct go_pos *a, const struct go_pos *b);
/* Everything incremental agrees with the stones: for tests. */
bool go_pos_consistent(const struct go_pos *pos);

enum go_illegal { GO_LEGAL, GO_OFF_BOARD, GO_OCCUPIED, GO_KO, GO_SUICIDE, GO_SUPERKO };
/* By the usual rules, simple ko; passes and changes of the board are legal.  (GO_SUPERKO needs to
 * know the game so far: go_history.h.) */
enum go_illegal go_why_illegal(const struct go_pos *pos, go_move m);
/* Makes any move whose point is on the board; false, with nothing changed, otherwise.  change may
 * be NULL. */
bool go_play(struct go_pos *pos, go_move m, struct go_change *change);

/* What taking a move back needs besides the points of the stones that it took. */
struct go_undo {
    int16_t placed; /* as in go_change */
    uint8_t replaced, taken_color, turn;
    uint16_t ko;
    uint32_t taken;
    uint32_t captured[2];
};
/* Makes the move like go_play() and notes how to take it back; change must not be NULL. */
bool go_play_undoable(struct go_pos *pos, go_move m, struct go_change *change,
                      struct go_undo *undo);
/* points: those of the stones taken, undo->taken of them, as change had them. */
void go_unplay(struct go_pos *pos, const struct go_undo *undo, const uint16_t *points);

/* The kind of a start position: 0 the usual empty board of 19 by 19 with Black to move, n >= 2 a
 * board of n black stones and no white ones with White to move, 1 anything else. */
enum { GO_START_USUAL = 0, GO_START_OTHER = 1 };
int go_handicap(const struct go_pos *pos);

/* --- Notation --------------------------------------------------------------------------------- */

/* A position is written as its size, the side to move and the stones:
 *
 *     19x19 b                        an empty board, Black to move
 *     9x9 w b:C3,G7 w:E5             with stones
 *
 * "19" alone is 19x19; the side to move may be missing (Black).  STATUS_SYNTAX with the byte. */
enum status go_pos_parse(struct go_pos *pos, struct span text, struct err *err) CHECK_RESULT;
void go_pos_print(const struct go_pos *pos, struct buf *out);

/* Columns are A to Z without I, then AA, AB, … to AZ, BA …  (GTP goes to 25 columns only.) */
void go_point_print(int point, struct buf *out);
/* Eats a point from the front of *text. */
bool go_point_parse(struct span *text, int *point);

/* "B[Q16]", "W[pass]", "+B[Q16]" a stone put down, "-[Q16]" a point emptied, "=W" the turn. */
void go_move_print(go_move m, struct buf *out);
/* Also "Q16" alone, which is the side to move's; not if pos is NULL. */
bool go_move_parse(const struct go_pos *pos, struct span text, go_move *out);

#endif
