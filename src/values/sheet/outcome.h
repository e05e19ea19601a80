/* outcome.h: who won a game, by the paper's rule.
 *
 * Games between people often end before the board says who won: somebody resigns, lets his time run
 * out, or the line is cut, sometimes the one who could have mated.  So the last position is asked
 * first: if a mate search of so many nodes finds that the side to move mates, it has won; otherwise
 * who resigned has lost; otherwise it is as recorded.
 *
 *     asked      resignation, time, interruption, adjournment, errors, other words, records that
 *                just stop
 *     not asked  mate, which is on the board; repetition, impasse, declaration, illegal moves, the
 *                limit of moves, agreed draws, games without play: decided by a rule, whatever
 *                stands on the board
 *
 * What the search says depends on the position alone and is kept; what the record says may be told
 * by a source that comes later, so points are put together anew each time. */
#ifndef KIFU_VALUES_SHEET_OUTCOME_H
#define KIFU_VALUES_SHEET_OUTCOME_H

#include "engine/search/mate.h"
#include "store/metadata/columns.h"

/* How many the paper searched, and what is usual here. */
enum { OUTCOME_MATE_NODES = 10000 };

/* Elements of the column "mates". */
enum outcome_mate {
    OUTCOME_NO_MATE,    /* none was found within the nodes */
    OUTCOME_MATE,       /* the side to move mates */
    OUTCOME_UNSEARCHED, /* the rule does not apply */
};

/* Does the rule ask how the last position stands? */
bool outcome_needs_search(enum record_end end);
/* What Black got, or SHEET_NO_POINTS.  mover: the side to move in the last position. */
uint8_t outcome_points(const struct columns *c, uint32_t number, int mover, enum outcome_mate mate);

/* One for each thread. */
struct outcome_solver {
    struct mate_solver *solver; /* opened when it is needed */
    struct mate_answer *answer; /* large */
    uint32_t nodes;
};
/* Does the side to move mate?  The same for a position whatever was asked before. */
enum status outcome_solve(struct outcome_solver *s, const struct shogi_pos *last, uint8_t *mate,
                          struct err *err) CHECK_RESULT;
void outcome_release(struct outcome_solver *s);

#endif
