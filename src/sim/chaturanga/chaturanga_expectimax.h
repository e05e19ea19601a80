/* chaturanga_expectimax.h: expectimax search over rolls and turns.
 *
 * What "best" means for the others makes three players of one search:
 *
 *     maxn       everybody pursues his own chance to win in the end
 *     team       everybody pursues his team's while teams fight, his own after
 *     paranoid   everybody else wants the one who thinks to lose
 *
 * A depth of 1 judges what each turn leads to (chaturanga_judge()); each one more adds the dice and the
 * choice of whoever plays next.  Of a list only the turns that look best (eight of them) are looked
 * at any deeper; a list with turns that take an enemy raja keeps only those.  Where chance has a
 * further part (exchanges, returning rajas) it is taken as the list has it, and not searched below.
 *
 * It deepens until its limits are reached; a depth that was not finished does not count. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_EXPECTIMAX_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_EXPECTIMAX_H

#include "sim/chaturanga/chaturanga_players.h"
#include "sim/chaturanga/chaturanga_value.h"

enum expectimax_mode { EXPECTIMAX_MAXN, EXPECTIMAX_TEAM, EXPECTIMAX_PARANOID };

/* For the table of kinds; kind->level is an enum expectimax_mode. */
enum status expectimax_open(void **state, const struct chaturanga_kind_of_player *kind,
                            struct span options, const struct chaturanga_limits *limits,
                            struct err *err);
game_move expectimax_choose(void *state, const struct chaturanga_pos *pos, unsigned roll,
                            struct rng *rng, uint32_t *count);
void expectimax_close(void *state);

#endif
