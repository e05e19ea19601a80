/* eval.h: what a position is worth, in hundredths of a pawn, as a table of ways to judge.
 *
 * A search tells of every move that it makes and takes back, so that a judge can carry along what
 * is costly to work out anew.  Weights are shared by all threads; a state belongs to one. */
#ifndef KIFU_ENGINE_EVAL_H
#define KIFU_ENGINE_EVAL_H

#include "games/shogi/shogi.h"

struct eval_type {
    const char *name;
    size_t state_bytes;
    void (*begin)(const void *weights, void *state, const struct shogi_pos *pos);
    /* Before the move is played on pos. */
    void (*play)(const void *weights, void *state, const struct shogi_pos *pos, shogi_move m);
    void (*unplay)(void *state);
    /* For the side to move. */
    int (*value)(const void *weights, void *state, const struct shogi_pos *pos);
};

struct eval {
    const struct eval_type *type;
    const void *weights;
};

/* Pieces alone: what exchange.h says they are worth. */
extern const struct eval_type eval_material;

#endif
