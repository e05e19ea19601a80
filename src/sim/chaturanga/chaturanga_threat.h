/* chaturanga_threat.h: who can take whose raja, and by how many of the sixteen rolls.
 *
 * Sets of rolls are sixteen bits, numbered as in chaturanga.h; a set's probability is its number of
 * bits over sixteen. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_THREAT_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_THREAT_H

#include "games/chaturanga/chaturanga.h"

/* Does chance decide more than the roll? */
static inline bool chaturanga_turn_is_chancy(game_move turn)
{
    return (turn & (CHATURANGA_RETURN | CHATURANGA_EXCHANGE)) != 0;
}
/* The turn without its second move. */
game_move chaturanga_turn_first(game_move turn);

static inline unsigned chaturanga_rolls_count(uint32_t rolls)
{
    return (unsigned)__builtin_popcount(rolls);
}
/* Rolls by which a piece of the kind can move, their sum included if the rules have it. */
uint32_t chaturanga_kind_rolls(const struct chaturanga_rules *rules, unsigned kind);

/* Squares of the rajas that a colour may take; with its partner's if so asked. */
uint64_t chaturanga_prey(const struct chaturanga_pos *pos, unsigned colour, bool partner);
/* How many of those rajas the turn takes. */
static inline unsigned chaturanga_rajas_taken(game_move turn, uint64_t prey)
{
    unsigned moves = chaturanga_steps(turn), first = chaturanga_step_to(turn, 0);
    unsigned second = chaturanga_step_to(turn, 1), taken = moves > 0 && (prey >> first & 1);
    return taken + (moves > 1 && second != first && (prey >> second & 1));
}

/* Rolls by which the colour's pieces attack one of the squares as they stand. */
uint32_t chaturanga_strike_rolls(const struct chaturanga_pos *pos, unsigned colour,
                                 uint64_t squares);
/* As chaturanga_strike_rolls(), captures by both moves of a turn included: exactly the rolls whose
 * list of turns has one that takes.  list has room for CHATURANGA_MAX_TURNS; lists are looked
 * through only where a promotion, a throne or a line that may open makes that necessary. */
uint32_t chaturanga_reach_rolls(const struct chaturanga_pos *pos, unsigned colour, uint64_t squares,
                                game_move *list);
/* Could the colour attack one of the squares after one more move, the others standing still? */
bool chaturanga_strikes_later(const struct chaturanga_pos *pos, unsigned colour, uint64_t squares);
/* How many moves a piece of the kind needs before it attacks one of the squares, all others
 * standing still: 0 if it does now; most + 1 if it needs more than most, or there is none. */
unsigned chaturanga_moves_to_strike(const struct chaturanga_pos *pos, unsigned colour,
                                    unsigned kind, uint64_t squares, unsigned most);

#endif
