/* chaturanga_semirandom.h: the semi-random players of the paper, P0 to P4.
 *
 * With n players in play P1 looks one turn ahead, P2 n, P3 n + 1, P4 2 n.
 *
 *     R1   take an enemy raja, two before one; from P3 on also: the turn after which a raja can be
 *          taken next time with the highest probability, if there is one at all
 *     R2   from P2 on: of the other turns strike those after which the own raja can be taken; if
 *          none is left, none is struck.  P4: of what is left strike those after which it could
 *          be taken in the round after, too, unless none would be left
 *
 * and then any turn, each as likely.  As in the paper's program, looking ahead means to look at
 * the board after the first move of a turn, the others standing still, and at captures in one move;
 * taking a raja now is seen whichever move does it.  What can be different (a word after the
 * player's name):
 *
 *     set        look at the board after the whole turn
 *     double     captures by two moves of a turn count, too
 *     first      taking a raja now is seen only if the first move does it
 *     partner    R1 takes a partner's raja as well, where the rules allow that
 *     move       passes only if nothing else can be done
 *     two        makes two moves whenever that can be done
 *     raise      R2 strikes only turns that make the danger greater than it is
 *     king       R2 looks only at turns that begin with the raja
 *     literal    P4 strikes by both rounds at once
 *     safe       R2 comes before the second part of R1
 *
 * The pieces of a frozen partner that somebody on his throne could move are not seen as threats. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_SEMIRANDOM_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_SEMIRANDOM_H

#include "sim/chaturanga/chaturanga_players.h"

/* For the table of kinds. */
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

#endif
