/* chaturanga_race.h: how probable it is to take a raja within some turns, if nobody else moves.
 *
 * Each kind of piece needs so many moves before it strikes, and one move a turn is made, by a piece
 * that the roll moves.  Which one is best depends on what all kinds still need, so the chances of
 * every combination are worked out once, from the last turn backwards:
 *
 *     1 turn     the rolls of all kinds that strike as they stand
 *     t turns    for each roll: 1 if it takes; else the best of what t - 1 turns give after a move
 *                of one of the kinds that it moves, or after none
 *
 * A chance is a count of sequences of rolls, of 16^turns: whole numbers, the same everywhere. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_RACE_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_RACE_H

#include "base/err.h"
#include "games/chaturanga/chaturanga.h"

enum { CHATURANGA_RACE_MOST = 7 }; /* turns; 16^7 sequences are counted in 32 bits */

struct chaturanga_race {
    unsigned turns;
    uint16_t rolls[CHATURANGA_KINDS]; /* that move each kind */
    bool sum;                         /* made for rules with the sum of the dice */
    uint32_t *counts;                 /* by turns - 1, then needs in base turns + 1 */
};

/* turns: 1 … CHATURANGA_RACE_MOST. */
enum status chaturanga_race_open(struct chaturanga_race *r, unsigned turns,
                                 struct err *err) CHECK_RESULT;
void chaturanga_race_close(struct chaturanga_race *r);
/* Sequences of rolls, of 16^turns, by which a raja is taken.  needs: moves of each kind before it
 * strikes, `turns` or more if it is too far or absent; now: rolls that take at once, at least those
 * of the kinds that need none. */
uint32_t chaturanga_race_count(struct chaturanga_race *r, const struct chaturanga_rules *rules,
                               const unsigned needs[CHATURANGA_KINDS], uint32_t now);

#endif
