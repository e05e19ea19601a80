/* chaturanga_value.h: what a position is worth, to each player and each team, before the dice.
 *
 * Three sums of the same terms, each made a probability by the logistic function:
 *
 *     team     while teams fight: that red and yellow win the fight.  Their terms less the others'.
 *     share    of two partners who still fight as a team: that it is the one rather than the other
 *              who wins in the end, if the team does.  His terms less his partner's.
 *     duel     when partners fight each other: that the one wins.  His terms less the other's.
 *
 * The weights were fitted to games (`kifu chaturanga fit`).
 *
 * Who wins alone has won as a team before, so payoffs change on the way: while teams fight, a
 * player wants his team to win, and (if he thinks of himself) to be the one who is left; after that
 * he wants to win alone.  Which of the two a player pursues depends on the phase in which he
 * chooses, not on that of the position which he looks at: chaturanga_payoff(). */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_VALUE_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_VALUE_H

#include "games/chaturanga/chaturanga.h"

enum chaturanga_term {
    TERM_ALIVE, /* has a raja */
    TERM_BOATS,
    TERM_HORSES,
    TERM_ELEPHANTS,
    TERM_PAWNS,
    TERM_ADVANCE,    /* steps that pawns have made */
    TERM_MOBILITY,   /* squares attacked by boats, horses, elephants, rajas */
    TERM_DANGER,     /* that an enemy who plays before him can take his raja */
    TERM_LATER,      /* the same for those who play after him, before his second turn */
    TERM_LAST,       /* TERM_DANGER if his partner is out */
    TERM_LAST_LATER, /* TERM_LATER likewise */
    TERM_COUNT
};
enum chaturanga_model { MODEL_TEAM, MODEL_SHARE, MODEL_DUEL, MODEL_COUNT };

struct chaturanga_terms {
    float of[CHATURANGA_COLOURS][TERM_COUNT]; /* all 0 of who is frozen */
};
void chaturanga_terms(const struct chaturanga_pos *pos, struct chaturanga_terms *out);
extern const char *const chaturanga_term_names[TERM_COUNT];
extern const char *const chaturanga_model_names[MODEL_COUNT];
extern const float chaturanga_weights[MODEL_COUNT][TERM_COUNT];

/* Chances, 0 … 1.  Of a game that is over: what it came to, a draw being shared by all who had a
 * raja. */
struct chaturanga_value {
    float seat[CHATURANGA_COLOURS]; /* to win alone */
    float team[2];                  /* to win the fight of teams; red's, green's */
};
void chaturanga_judge(const struct chaturanga_pos *pos, struct chaturanga_value *out);

/* What a player pursues who chooses in that phase: his team's chance, with his own at the share
 * `own` (0 … 1), or his own alone once the teams' fight is over. */
static inline float chaturanga_payoff(const struct chaturanga_value *v, unsigned colour,
                                      unsigned phase, float own)
{
    if (phase != CHATURANGA_TEAMS)
        return v->seat[colour];
    return (1 - own) * v->team[colour & 1] + own * v->seat[colour];
}

#endif
