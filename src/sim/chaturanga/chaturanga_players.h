/* chaturanga_players.h: who plays four-handed chaturanga, as a table of kinds of players.
 *
 * A player's name is that of its kind and, after a colon, what is to be different, joined by '+':
 *
 *     P0                  any turn of the list, each as likely
 *     P1 … P16            the paper's semi-random players (chaturanga_semirandom.c)
 *     P2:set+double       the same, by whole turns, two-move captures counted
 *     maxn, paranoid, team      expectimax (chaturanga_expectimax.c)
 *     mcts, mcts:nodes=500      Monte Carlo tree search with chance nodes (chaturanga_mcts.h)
 *
 *     chaturanga_player_open(&p, span_of("P2:set"), &limits, err);
 *     turn = chaturanga_player_choose(p, &pos, roll, &rng, &count);
 *     chaturanga_player_close(p);
 *
 * A player belongs to one thread.  It knows nothing of earlier turns; its choice follows from the
 * position, the roll, the random numbers and its limits (of time: from the machine, too). */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_PLAYERS_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_PLAYERS_H

#include <stdatomic.h>

#include "base/err.h"
#include "base/rng.h"
#include "games/chaturanga/chaturanga.h"

/* How long those that search may think about a turn; the first limit that is reached counts.  All
 * 0: the kind's own default, a number of nodes. */
struct chaturanga_limits {
    uint64_t nodes;          /* positions looked at; for mcts: games played out */
    uint32_t ms;             /* by the clock */
    unsigned depth;          /* turns looked ahead (expectimax) */
    const atomic_bool *stop; /* ends thinking at once; may be NULL */
};

struct chaturanga_kind_of_player;
struct chaturanga_player;

/* One kind.  state is what open() made; options is what stood after the colon. */
struct chaturanga_kind_of_player {
    const char *name;
    struct msg what;
    enum status (*open)(void **state, const struct chaturanga_kind_of_player *kind,
                        struct span options, const struct chaturanga_limits *limits,
                        struct err *err);
    /* What is chosen, chance's part in it decided; *count: the turns it was chosen from.  rng is
     * for this turn and the dice that follow alike. */
    game_move (*choose)(void *state, const struct chaturanga_pos *pos, unsigned roll,
                        struct rng *rng, uint32_t *count);
    void (*close)(void *state);
    int level;     /* which of several that are made alike */
    int levels;    /* if not 0: the row stands for as many, named "P5", "P6", … from level on */
    bool searches; /* minds the limits */
};

/* All kinds, ended by a row without name. */
extern const struct chaturanga_kind_of_player chaturanga_player_kinds[];
/* The row of a name without options; *level: its level.  NULL if there is none. */
const struct chaturanga_kind_of_player *chaturanga_player_kind(struct span name, int *level);

/* STATUS_NOT_FOUND or STATUS_SYNTAX if there is no such player; limits is copied, NULL: the kind's
 * own. */
enum status chaturanga_player_open(struct chaturanga_player **out, struct span name,
                                   const struct chaturanga_limits *limits,
                                   struct err *err) CHECK_RESULT;
void chaturanga_player_close(struct chaturanga_player *p); /* NULL is fine */
/* A turn for whose turn it is, by that roll; the game must not be over.  count may be NULL. */
game_move chaturanga_player_choose(struct chaturanga_player *p, const struct chaturanga_pos *pos,
                                   unsigned roll, struct rng *rng, uint32_t *count);
/* Does it mind its limits? */
bool chaturanga_player_searches(const struct chaturanga_player *p);

/* chaturanga_semirandom.c, for the table of kinds.  Beyond P16 nothing would change: hardly a piece
 * needs more than seven moves to a square that it can reach at all. */
enum { SEMIRANDOM_MOST = 16 };
enum status semirandom_open(void **state, const struct chaturanga_kind_of_player *kind,
                            struct span options, const struct chaturanga_limits *limits,
                            struct err *err);
game_move semirandom_choose(void *state, const struct chaturanga_pos *pos, unsigned roll,
                            struct rng *rng, uint32_t *count);
void semirandom_close(void *state);
/* P0. */
enum status random_open(void **state, const struct chaturanga_kind_of_player *kind,
                        struct span options, const struct chaturanga_limits *limits,
                        struct err *err);
game_move random_choose(void *state, const struct chaturanga_pos *pos, unsigned roll,
                        struct rng *rng, uint32_t *count);
void random_close(void *state);

enum expectimax_mode { EXPECTIMAX_MAXN, EXPECTIMAX_TEAM, EXPECTIMAX_PARANOID };

/* chaturanga_expectimax.c; kind->level is an enum expectimax_mode. */
enum status expectimax_open(void **state, const struct chaturanga_kind_of_player *kind,
                            struct span options, const struct chaturanga_limits *limits,
                            struct err *err);
game_move expectimax_choose(void *state, const struct chaturanga_pos *pos, unsigned roll,
                            struct rng *rng, uint32_t *count);
void expectimax_close(void *state);

/* A game as it was played. */
struct chaturanga_trial_game {
    uint64_t number;
    const game_move *turns;
    uint32_t turn_count;
    struct chaturanga_pos end;
};

#endif
