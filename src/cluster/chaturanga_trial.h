/* chaturanga_trial.h: trials of chaturanga: many games between four players, and their sums.
 *
 * Every game has a stream of random numbers of its own, and what it adds is added in the order of
 * the games, so that the sums do not depend on the number of threads, or of processes.
 *
 * Means over turns are pooled as the paper's are: over all turns of all games.  Games are
 * independent, turns are not, so their errors come from the games (a ratio of two sums). */
#ifndef KIFU_CLUSTER_CHATURANGA_TRIAL_H
#define KIFU_CLUSTER_CHATURANGA_TRIAL_H

#include "base/buf.h"
#include "base/io/journal.h"
#include "cluster/cluster.h"
#include "sim/chaturanga/chaturanga_oddity.h"
#include "sim/chaturanga/chaturanga_players.h"

struct chaturanga_trial {
    const char *players[CHATURANGA_COLOURS]; /* names, by seat */
    struct chaturanga_limits limits;         /* of those that search */
    struct chaturanga_rules rules;
    const struct chaturanga_pos *start; /* NULL: the usual one; its rules count then */
    uint64_t games, seed;
    uint64_t first;   /* number of the first game, and of its stream */
    unsigned threads; /* 0: one for each processor */
    unsigned oddities;
    bool counts; /* the turns before the dice are counted, too: takes longer */
    const atomic_bool *stop;
    const struct cluster *cluster; /* whose processes play them together; NULL: this one alone */
    /* Of process 0, opened for chaturanga_trial_fingerprint(): what is in it is not played again.
     * NULL: none */
    struct journal *journal;
    void *ctx;
    /* On process 0, in one thread, in the order of the games; both may be NULL. */
    enum status (*keep)(void *ctx, const struct chaturanga_trial_game *game, struct err *err);
    void (*progress)(void *ctx, uint64_t games);
};

/* A figure of every game: its sum, and with lengths what its error comes from. */
struct chaturanga_figure {
    double sum, squares, times_length;
};

struct chaturanga_sums {
    uint64_t games, turns, draws;
    uint64_t wins[CHATURANGA_COLOURS];
    uint64_t teams[2];   /* games in which the team's enemies lost both rajas */
    uint64_t most_turns; /* of a game */
    double length_squares;
    struct chaturanga_figure after, before, expected; /* of all turns of a game */
};

/* Of all that the games depend on. */
uint64_t chaturanga_trial_fingerprint(const struct chaturanga_trial *trial);

/* STATUS_CANCELLED if *stop was set.  All processes get the sums. */
enum status chaturanga_trial_run(const struct chaturanga_trial *trial, struct chaturanga_sums *out,
                                 struct err *err) CHECK_RESULT;

/* A mean and its standard error. */
struct chaturanga_mean {
    double value, error;
};
struct chaturanga_mean chaturanga_mean_of(const struct chaturanga_sums *sums,
                                          const struct chaturanga_figure *f);
struct chaturanga_mean chaturanga_length_of(const struct chaturanga_sums *sums);
/* `part` of `of`, in per cent.  The error is from the width of Wilson's interval, so it is not 0
 * for 0 of 10. */
struct chaturanga_mean chaturanga_share_of(uint64_t part, uint64_t of);
/* The square root of the turns to choose from over the length of a game. */
struct chaturanga_mean chaturanga_index_of(const struct chaturanga_sums *sums);

/* --- The encoding of some games of a trial, for other threads, processes and runs -------------
 *     u64[20]  the sums, numbers as they are and reals as their bits
 *     if the games themselves are wanted, for each: varint turns; varint each turn */

enum { CHATURANGA_SUMS_BYTES = 20 * 8 };

void chaturanga_sums_put(struct buf *out, const struct chaturanga_sums *sums);
/* Removes them from the front; false if they are cut off, or can't be the sums of `games` games
 * (any number if it is 0). */
bool chaturanga_sums_get(struct span *bytes, uint64_t games, struct chaturanga_sums *out);

/* The turns of a game. */
void chaturanga_turns_put(struct buf *out, const game_move *turns, uint32_t count);
/* Removes them from the front, into `turns`, which has room for CHATURANGA_MAX_PLIES.  False if
 * they are cut off or too many. */
bool chaturanga_turns_get(struct span *bytes, game_move *turns, uint32_t *count);

#endif
