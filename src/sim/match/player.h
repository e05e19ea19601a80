/* player.h: players of a match, as a table of kinds.
 *
 * What a player is called says of which kind it is:
 *
 *     kifu, kifu:WEIGHTS     our own engine, in this process, with the weights it was built with or
 *                            others (weights.h: a name, or a file)
 *     usi:COMMAND            a program that speaks USI
 *     gnushogi …             GNU Shogi, which does not (player_gnushogi.c)
 *     anything else          a program, if its first word is one (a path, or on the PATH), and
 *                            speaks USI; otherwise weights for our own engine: "material"
 *
 *     player_open(&p, &spec, err);
 *     player_new_game(p, number, err);           starts it anew if it broke down
 *     player_move(p, &referee, &answer);
 *     player_close(p);
 *
 * A player belongs to one thread.  It is asked for a move and gives an answer, whatever happens:
 * breaking down is one. */
#ifndef KIFU_SIM_MATCH_PLAYER_H
#define KIFU_SIM_MATCH_PLAYER_H

#include <stdatomic.h>

#include "base/err.h"
#include "engine/usi/usi_program.h"
#include "sim/match/referee.h"

struct player_spec {
    const char *name;
    const char *const *options; /* "Name=Value" */
    size_t option_count;
    struct usi_limits limits;
    uint32_t patience_ms;      /* beyond its time, until it is taken to hang; 0: a minute */
    const char *path;          /* where programs are looked for (PATH) */
    const char *log;           /* file for what programs say on standard error; NULL: nowhere */
    const atomic_bool *cancel; /* ends waiting; may be NULL */
};

enum player_reply {
    PLAYER_MOVES, /* whether legally is for the referee to say */
    PLAYER_RESIGNS,
    PLAYER_DECLARES,
    PLAYER_NO_MOVE, /* it said something that is no move */
    PLAYER_HANGS,
    PLAYER_DIED,
    PLAYER_CANCELLED,
};

enum { PLAYER_WORD_BYTES = 32 };

struct player_answer {
    enum player_reply reply;
    shogi_move move;
    int value; /* as in engine_search.h, for the side to move; THINK_NO_VALUE */
    int depth;
    uint64_t nodes;
    bool changed;                     /* not the move of a plain search, as far as it says so */
    uint32_t ms;                      /* by our clock */
    char bad_word[PLAYER_WORD_BYTES]; /* PLAYER_NO_MOVE: its word, cut */
};

struct player;

/* One kind of player.  state is what open() made. */
struct player_kind {
    const char *name;
    enum status (*open)(void **state, const struct player_spec *spec, struct err *err);
    /* number: of the game in its match.  False: it is of no more use. */
    bool (*new_game)(void *state, uint64_t number);
    /* clocks: NULL unless spec's limits are by_clock */
    void (*move)(void *state, const struct player_spec *spec, const struct referee *r,
                 const struct usi_clocks *clocks, struct player_answer *out);
    void (*close)(void *state);
};
extern const struct player_kind player_engine, player_usi, player_gnushogi;

/* Which kind a name is of. */
const struct player_kind *player_kind_of(const char *name, const char *path);

/* STATUS_NOT_FOUND, STATUS_IO, … if it can't be had; what it is asked for may also be more than it
 * can do (STATUS_UNSUPPORTED).  spec is borrowed for as long as the player is open. */
enum status player_open(struct player **out, const struct player_spec *spec,
                        struct err *err) CHECK_RESULT;
void player_close(struct player *p); /* NULL is fine */
/* Begins a game; who broke down in the last one is started anew. */
enum status player_new_game(struct player *p, uint64_t number, struct err *err) CHECK_RESULT;
/* A move for the side to move.  clocks: as they stand; NULL: it has its own limits. */
void player_move(struct player *p, const struct referee *r, const struct usi_clocks *clocks,
                 struct player_answer *out);

/* For kinds: a minute unless spec says otherwise, and the time it may think. */
uint32_t player_patience_ms(const struct player_spec *spec);
/* How long an answer is waited for.  A clock that has run out ends the game: then only a second is
 * left for an answer that comes too late, so that the player need not be started anew. */
uint32_t player_wait_ms(const struct player_spec *spec, const struct usi_clocks *clocks, int turn);

#endif
