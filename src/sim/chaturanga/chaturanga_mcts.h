/* chaturanga_mcts.h: Monte Carlo tree search with chance nodes.
 *
 * The tree alternates between dice and choices:
 *
 *     position ──roll──▶ list of turns ──turn──▶ position ──roll──▶ …
 *      (chance)           (somebody's choice)      (chance)
 *
 * One descent rolls the dice at every position and, at every list, follows the turn with the
 * highest upper confidence bound for whoever chooses there: his team's payoff while teams fight,
 * his own after (chaturanga_payoff()).  So both kinds of lists can lie on one path, and what is carried
 * back up is the whole value, of all seats and both teams.  What each turn of a list is worth at
 * first sight (chaturanga_judge() of what it leads to) counts like some descents that were made
 * already.  A list that contains a turn that takes an enemy raja keeps only such turns, but for the
 * list that was asked about.
 *
 * A descent that leaves the tree adds one list to it, and is judged there: by the best turn at
 * first sight, or, with "cut", after so many turns more, each taking a raja if it can and being any
 * turn otherwise.
 *
 * Turns in which chance has a further part (an exchange, a raja that comes back) are not searched
 * below: what follows them is judged anew each time. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_MCTS_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_MCTS_H

#include "sim/chaturanga/chaturanga_players.h"
#include "sim/chaturanga/chaturanga_value.h"

struct mcts_style {
    float exploration; /* weight of what is not known */
    float trust;       /* so many descents is the first sight worth */
    float own;         /* share of the own chance in the payoff while teams fight */
    unsigned cut;      /* turns to go on for beyond the tree */
};
extern const struct mcts_style mcts_default_style;

struct mcts;
enum { MCTS_ANY_ROLL = CHATURANGA_ROLLS };

enum status mcts_new(struct mcts **out, const struct mcts_style *style, struct err *err);
void mcts_free(struct mcts *m);

/* Searches the position for that roll, or for all: MCTS_ANY_ROLL.  What it finds is kept until the
 * next call.  STATUS_NOMEM only. */
enum status mcts_search(struct mcts *m, const struct chaturanga_pos *pos, unsigned roll,
                        const struct chaturanga_limits *limits, uint64_t seed, struct err *err);

struct mcts_turn {
    game_move turn;
    uint64_t visits;
    float payoff; /* of who plays it, as the search sees it; with 0 visits: at first sight */
};
/* The turns for a roll, most visited first; none if that roll was not searched.  *turns is borrowed
 * until the next call. */
uint32_t mcts_turns(struct mcts *m, unsigned roll, const struct mcts_turn **turns);

struct mcts_summary {
    uint64_t simulations;
    struct chaturanga_value value, error; /* the mean over descents, and its standard error */
};
void mcts_summary(const struct mcts *m, struct mcts_summary *out);

/* For the table of kinds. */
enum status mcts_open(void **state, const struct chaturanga_kind_of_player *kind,
                      struct span options, const struct chaturanga_limits *limits, struct err *err);
game_move mcts_choose(void *state, const struct chaturanga_pos *pos, unsigned roll, struct rng *rng,
                      uint32_t *count);
void mcts_close(void *state);

#endif
