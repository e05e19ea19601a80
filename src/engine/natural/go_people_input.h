/* go_people_input.h: what the network of people's moves in Go sees of a position of 19 by 19.
 *
 * Everything is seen by the side to move.  A point of it is 19 * column + row, both as in go.h; a
 * move is the point of a stone, or GO_PEOPLE_PASS.
 *
 *     points   7..5          4       3..2                     1..0
 *              [last move   ][ladder][liberties of chain - 1 ][0 empty, 1 own, 2 the opponent's]
 *
 * Liberties are counted up to 4.  Last move: 1 … 5 if one of the last five was made there, 1 the
 * latest, even if its stone is gone.  The ladder is set, by go_ladder.h,
 *
 *     of the opponent's chains     with 1 or 2 liberties, if the mover captures it now
 *     of own chains                with 1 liberty, if the mover cannot save it;
 *                                  with 2, if the opponent captures it with the next move */
#ifndef KIFU_ENGINE_NATURAL_GO_PEOPLE_INPUT_H
#define KIFU_ENGINE_NATURAL_GO_PEOPLE_INPUT_H

#include "games/go/go_ladder.h"

enum {
    GO_PEOPLE_SIDE = 19,
    GO_PEOPLE_POINTS = GO_PEOPLE_SIDE * GO_PEOPLE_SIDE,
    GO_PEOPLE_PASS = GO_PEOPLE_POINTS,
    GO_PEOPLE_MOVES = GO_PEOPLE_POINTS + 1,
    GO_PEOPLE_LAST = 5,
};

/* Of the mover. */
enum go_people_class {
    GO_PEOPLE_PRO,
    GO_PEOPLE_STRONG,  /* amateurs of 6 dan or more */
    GO_PEOPLE_AMATEUR, /* below */
    GO_PEOPLE_PROGRAM,
    GO_PEOPLE_CLASSES
};

/* The latest moves, the latest first: points of go.h, -1 for a pass or where there was none. */
struct go_last_moves {
    int16_t point[GO_PEOPLE_LAST];
};
void go_last_moves_clear(struct go_last_moves *last);
void go_last_moves_add(struct go_last_moves *last, go_move m);

/* Of points[]. */
enum {
    GO_PEOPLE_STONE = 3,
    GO_PEOPLE_LIBERTIES_SHIFT = 2, /* two bits */
    GO_PEOPLE_LADDER = 16,
    GO_PEOPLE_LAST_SHIFT = 5,
};

struct go_people_input {
    uint8_t points[GO_PEOPLE_POINTS];
    uint16_t ko;                              /* point forbidden by ko, or GO_PEOPLE_POINTS */
    uint8_t legal[(GO_PEOPLE_MOVES + 7) / 8]; /* a bit for each move, the lowest first */
};

/* A network has no eyes for other boards. */
static inline bool go_people_takes(const struct go_pos *pos)
{
    return pos->width == GO_PEOPLE_SIDE && pos->height == GO_PEOPLE_SIDE;
}
/* go_people_takes(pos).  The board is for reading, initialized: the same one for the positions of a
 * game saves time. */
void go_people_input_make(struct go_people_input *in, const struct go_pos *pos,
                          const struct go_last_moves *last, struct go_ladder_board *board);

static inline bool go_people_is_legal(const struct go_people_input *in, int move)
{
    return in->legal[move / 8] >> move % 8 & 1;
}
/* From points of go.h, and back. */
static inline int go_people_point(int point)
{
    return GO_PEOPLE_SIDE * go_column(point) + go_row(point);
}
static inline int go_people_board_point(int point)
{
    return go_point(point / GO_PEOPLE_SIDE, point % GO_PEOPLE_SIDE);
}
/* Of a stone or a pass. */
static inline int go_people_move(go_move m)
{
    return go_move_is_pass(m) ? GO_PEOPLE_PASS : go_people_point(go_move_point(m));
}
static inline go_move go_people_board_move(int move, int color)
{
    return move == GO_PEOPLE_PASS ? go_pass_make(color)
                                  : go_move_make(GO_PLAY, color, go_people_board_point(move));
}

#endif
