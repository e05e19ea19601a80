/* go_steps.h: the moves of a game of Go as steps from one stone to the next, which es and er write
 * down, each in its way.
 *
 * A step leads from the opponent's stone to the answer.  Where that can't be said, the text breaks:
 * at a pass, at a change that somebody made to the board, when a colour plays twice in a row, and
 * when a stone is put where the last one was.  The stone after a break has nothing that it answers:
 * it has no symbol, and the next one is told from it.  Only the first stone of a game, after
 * whatever handicap, has a symbol of its own: how far it lies from the nearest corner.  Captures
 * change nothing. */
#ifndef KIFU_TEXT_MINE_GO_STEPS_H
#define KIFU_TEXT_MINE_GO_STEPS_H

#include "games/go/go.h"
#include "text/mine/encodings.h"

enum {
    GO_LONGEST = GO_MAX_SIZE - 1,         /* step along one axis */
    GO_MIDDLE = (GO_MAX_SIZE + 1) / 2,    /* no stone is so far from the nearest edge */
    GO_FIRSTS = GO_MIDDLE * GO_MIDDLE,    /* room for the symbols of first moves */
    GO_PAIRS = GO_MAX_SIZE * GO_MAX_SIZE, /* room for unordered pairs of distances */
};

/* What a sentence begins with: its mark. */
enum go_sentence { GO_FROM_FIRST_MOVE, GO_AFTER_BREAK };

/* Columns to the right, rows upwards. */
struct go_symbol_step {
    int from, to; /* points */
    int across, up;
    bool fresh; /* the first one after a break */
};

struct go_step_ops {
    /* Symbols above 0: of a first move, by its distances from the two nearest edges, smaller first;
     * of a step. */
    uint32_t (*first)(int near, int far);
    uint32_t (*step)(void *ctx, const struct go_pos *board, const struct go_symbol_step *s);
    void *ctx;
};
enum status go_steps_encode(const struct encoding_input *in, const struct go_step_ops *ops,
                            struct corpus *out, struct err *err) CHECK_RESULT;

bool go_steps_on_board(const void *start, int width, int height);
/* The distance of a column or row from the nearer edge. */
int go_edge_distance(int at, int size);

/* es: the symbol of a step, whichever of the distances is given first, and of a first move. */
uint32_t go_es_symbol(int across, int up);
uint32_t go_es_first(int near, int far);

/* er: axes.  Each sign says which direction is positive (1 right or up, -1 left or down), `order`
 * which axis is x (1 the columns, -1 the rows); 0 is open: nothing has decided it yet. */
struct go_axes {
    int across, up, order;
};
/* The symbol of a step, *axes being those of the step before and becoming those of this one. */
uint32_t go_er_symbol(struct go_axes *axes, int width, int height, const struct go_symbol_step *s);
/* What a symbol means; false if it is that of a first move (*x and *y: its distances). */
bool go_er_vector(uint32_t symbol, int *x, int *y);

#endif
