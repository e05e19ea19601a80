/* replay.h: replays a line of play and lists the facts that begin and end at each ply.
 *
 * Indexes are built and hits are verified with it.  It works on the light position of a game
 * (game.h), which makes a step a few nanoseconds; moves come from files and may be damaged, so a
 * step can fail, but nothing worse.
 *
 *     replay_open(&r, game);
 *     replay_start(r, pos);               r->changes.begins: all facts of the start, ply 0
 *     while (replay_step(r, move))        r->changes: what ended and began with ply r->ply
 *         …
 *     replay_close(r);
 *
 * The key of a position is 128 bits: the exclusive or of a random number for each fact that holds,
 * one for the seat to move, and one for the board if it has not the usual shape.  Positions with
 * equal facts, mover and board have equal keys, others practically never.  The keys go into files:
 * they must never change. */
#ifndef KIFU_GAMES_REPLAY_H
#define KIFU_GAMES_REPLAY_H

#include <stdint.h>

#include "base/err.h"
#include "games/game.h"

struct position_key {
    uint64_t a, b;
};

struct replay {
    const struct game *game;
    uint32_t ply;            /* moves made since the start */
    int seat;                /* whose turn it is */
    struct position_key key; /* of the position */
    struct fact_changes changes;
    const struct position_key *mix; /* by fact, then by seat */
    struct position_key *own_mix;   /* owned: mix, if it is not the table made while building */
    void *lite;                     /* owned */
    void *parsed;                   /* owned: room for a full position */
    /* The last start, to go back to. */
    void *start_lite; /* owned */
    int start_seat;
    struct position_key start_key;
    bool usual_start;      /* these are of the usual start */
    uint32_t *start_facts; /* owned */
    uint32_t n_start_facts;
};

/* One for each thread. */
enum status replay_open(struct replay **out, const struct game *game, struct err *err) CHECK_RESULT;
void replay_close(struct replay *r); /* NULL is fine */

/* Goes to a start position: an opaque position of the game. */
void replay_start(struct replay *r, const void *pos);
/* As replay_start(), with the position in the game's notation; empty: its usual start. */
enum status replay_start_text(struct replay *r, struct span start, struct err *err) CHECK_RESULT;
/* Goes back to the start that was last given, which costs less than giving it again; not before
 * there was one. */
void replay_restart(struct replay *r);
/* Makes a move; false, with all as it was, if it can't be made. */
bool replay_step(struct replay *r, game_move move);

/* The key of a full position, by the same rule. */
struct position_key position_key(const struct game *game, const void *pos);

static inline bool position_key_equal(struct position_key x, struct position_key y)
{
    return x.a == y.a && x.b == y.b;
}

#endif
