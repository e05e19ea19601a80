/* policy.h: a quick and plausible move.
 *
 * Not an engine: it looks at no reply.  Every legal move gets a score from what can be seen at a
 * glance (what is taken, what stands to be lost on the square, checks, the castle being built, the
 * enemy king's neighbourhood), and one is drawn with a chance that doubles every eight points. That
 * takes about a microsecond and makes games whose pieces come, stay and go much as they do in games
 * of people.
 *
 * Whole numbers throughout: the same seed gives the same game on every machine. */
#ifndef KIFU_SIM_GENERATE_POLICY_H
#define KIFU_SIM_GENERATE_POLICY_H

#include "base/rng.h"
#include "games/shogi/shogi.h"

struct castle; /* policy.c has them all */

/* What a player of one game brings along. */
struct policy_player {
    const struct castle *castle; /* what it is building */
    int boldness;                /* points added to moves towards the enemy king */
};

struct policy {
    struct policy_player players[2];
};

/* Which castles are chosen: as often as people build them, or all alike, rare ones included. */
enum policy_castles { CASTLES_USUAL, CASTLES_ALL };

/* Draws both players' habits, and castles that suit where their rooks and kings stand.  Both kings
 * must be on the board, here and below. */
void policy_init(struct policy *p, const struct shogi_pos *pos, enum policy_castles castles,
                 struct rng *rng);

/* A legal move, 0 if there is none.  last is the move that led here, 0 at the start. */
shogi_move policy_move(const struct policy *p, const struct shogi_pos *pos, unsigned ply,
                       shogi_move last, struct rng *rng);

/* What a kind is worth, in pawns: on the board, and to the side that takes it. */
int policy_value(int kind);
int policy_value_taken(int kind);

#endif
