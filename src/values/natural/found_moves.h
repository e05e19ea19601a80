/* found_moves.h: how likely people of each class were to find the moves of a game, by the network of
 * people's moves (people_network.h).
 *
 *     found_moves_open(&f, network, err);
 *     found_moves_run(f, &game, each, ctx, err);        each() gets one ply after another
 *     found_moves_close(f);
 *
 * The network sees the position, not its mirror image too: half the time, and everybody who asks
 * about a move is told the same.  Positions are run PEOPLE_BATCH at a time for each class, about a
 * fifth of a second of work, after which each() hears of them. */
#ifndef KIFU_VALUES_NATURAL_FOUND_MOVES_H
#define KIFU_VALUES_NATURAL_FOUND_MOVES_H

#include <stdatomic.h>

#include "db/found_log.h"
#include "engine/natural/people_network.h"

_Static_assert((int)FOUND_CLASSES == (int)NATURAL_CLASSES, "a log has a number for each class");

enum { FOUND_LIKELIEST = 3 };

/* One position of a game and the move made there. */
struct found_ply {
    uint32_t ply; /* moves made so far */
    const struct shogi_pos *pos;
    const struct natural_past *past;
    shogi_move move;
    /* of the move, by class */
    float p[NATURAL_CLASSES];
    uint16_t nth[NATURAL_CLASSES]; /* 1: the likeliest; moves that are as likely share it */
    struct natural_move likeliest[NATURAL_CLASSES][FOUND_LIKELIEST];
    int shown; /* of likeliest: fewer where there are fewer legal moves */
    int legal; /* moves in all */
};

struct found_game {
    struct shogi_pos start;
    const shogi_move *moves; /* borrowed; legal */
    uint32_t count;
    const atomic_bool *cancelled; /* may be NULL */
};

typedef enum status found_moves_each(void *ctx, const struct found_ply *p, struct err *err);

struct found_moves; /* for one thread; borrows the network */
enum status found_moves_open(struct found_moves **out, const struct people_network *n,
                             struct err *err) CHECK_RESULT;
void found_moves_close(struct found_moves *f); /* NULL is fine */
/* What each() returns ends it if it is not STATUS_OK.  STATUS_ILLEGAL for a move that cannot be
 * made. */
enum status found_moves_run(struct found_moves *f, const struct found_game *game,
                            found_moves_each *each, void *ctx, struct err *err) CHECK_RESULT;

/* One position by itself.  out borrows from f until the next call. */
void found_moves_one(struct found_moves *f, const struct shogi_pos *pos,
                     const struct natural_past *past, shogi_move move, struct found_ply *out);

/* -ln p in nats, finite whatever p is; what a log keeps of it. */
double found_nats(float p);
uint16_t found_stored(float p);

#endif
