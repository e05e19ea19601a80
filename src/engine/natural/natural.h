/* natural.h: how likely people are to play each move: a model learnt from their games.
 *
 *     p(move) = exp(score(move)) / Σ exp(score(other))          over all legal moves
 *
 * A move's score is made of what it is and does (piece, from, to, promotion, drop, what it takes,
 * exchanges, check, attacks and escapes, the kings), of the moves before (recapture, same piece
 * again, neighbourhood), of who plays (professional, amateur, online), and, if there was a search,
 * of what it says of the move.  Which of these, and how they are put together, is in
 * natural_features_core.h, natural_core.h and docs/natural.md.  The model is a file of some 3 MB,
 * and one is built in.  No search is needed. */
#ifndef KIFU_ENGINE_NATURAL_NATURAL_H
#define KIFU_ENGINE_NATURAL_NATURAL_H

#include "base/buf.h"
#include "games/shogi/shogi.h"
#include "text/flow/flow_keys.h"

enum natural_class { NATURAL_PRO, NATURAL_AMATEUR, NATURAL_ONLINE, NATURAL_CLASSES };
extern const char *const natural_class_names[NATURAL_CLASSES + 1]; /* "pro" …, NULL */

enum { NATURAL_PAST = 4 };
struct natural_past {
    shogi_move moves[NATURAL_PAST]; /* the last moves, [0] the latest; 0: none */
    struct flow_step steps[NATURAL_PAST];
};

#define NATURAL_NO_VALUE INT16_MIN
struct natural_input {
    const struct shogi_pos *pos;
    const struct natural_past *past;
    enum natural_class class;
    unsigned ply; /* moves made so far */
    /* What a search says of each legal move, in the order of shogi_legal_moves(), for the side to
     * move in hundredths of a pawn; NATURAL_NO_VALUE where it says nothing.  NULL: no search. */
    const int16_t *values;
};

struct natural_move {
    shogi_move move;
    float score, p;
};

struct natural; /* a model; shared by threads */
/* NULL: the built-in one. */
enum status natural_open(struct natural **out, const char *path, struct err *err) CHECK_RESULT;
enum status natural_read(struct natural **out, struct span bytes, struct err *err) CHECK_RESULT;
void natural_close(struct natural *n); /* NULL is fine */

/* All legal moves in the order of shogi_legal_moves(); returns how many.  out has room for
 * SHOGI_MAX_MOVES. */
int natural_infer(const struct natural *n, const struct natural_input *q, struct natural_move *out);

/* p from the scores. */
void natural_normalize(struct natural_move *moves, int count);

/* After a move was made: it becomes the latest. */
void natural_past_clear(struct natural_past *past);
void natural_past_add(struct natural_past *past, const struct shogi_pos *before, shogi_move m);

#endif
