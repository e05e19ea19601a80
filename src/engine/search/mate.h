/* mate.h: the mate solver: a mate by checks alone, and its moves.
 *
 * Depth-first proof-number search (df-pn).  A position of the attacker is proven if one of his
 * checks leads to a proven one, a position of the defender if all his moves do.  Proof and disproof
 * numbers, kept in a table, say how many open positions would have to be settled at least; the
 * search always goes where least is missing, and comes back when somewhere else has become more
 * promising.
 *
 *   length    Every question has a length: is there a mate within so many plies?  "Any" is the
 *             largest.  What was found out holds for other lengths, too: a mate within 7 plies is
 *             one within 9; no mate within 9 means none within 7.  So one table serves the search
 *             for a mate and then the proof that there is no shorter one.
 *   hands     More in the attacker's hand (and so less in the defender's) never hurts him: a proof
 *             counts for all hands that hold what it needs, a disproof for all poorer ones.
 *   coming back to a position  is lost for the side that gives check all the time.  A disproof that
 *             rests on this is only true on the way the search came, and kept apart with that way.
 *   table     has a fixed size; what took least work makes room.
 *
 * A solver belongs to one thread.  Nothing is printed, nothing is random. */
#ifndef KIFU_ENGINE_SEARCH_MATE_H
#define KIFU_ENGINE_SEARCH_MATE_H

#include <stdatomic.h>

#include "base/err.h"
#include "games/shogi/shogi.h"

enum mate_result { MATE_UNKNOWN, MATE_PROVEN, MATE_DISPROVEN };

enum { MATE_MAX_PLIES = 4095, MATE_ANY_LENGTH = 0 };

struct mate_options {
    uint64_t nodes;          /* gives up after so many; 0: never */
    uint32_t length;         /* within so many plies; MATE_ANY_LENGTH */
    bool shortest;           /* prove that there is no shorter one */
    uint32_t milliseconds;   /* by the clock on the wall; 0: as long as it takes */
    const atomic_bool *stop; /* gives up soon after another thread has set it; may be NULL */
};

struct mate_answer {
    enum mate_result result;
    bool shortest; /* no shorter mate: proven */
    uint64_t nodes;
    uint32_t length; /* of the line: the defender plays as long as is known */
    shogi_move line[MATE_MAX_PLIES];
};

struct mate_solver;

/* bytes: of the table, some megabytes at least. */
enum status mate_open(struct mate_solver **out, size_t bytes, struct err *err) CHECK_RESULT;
void mate_close(struct mate_solver *s); /* NULL is fine */
/* Forgets everything. */
void mate_clear(struct mate_solver *s);

/* Is the side to move able to mate?  Answers are added to what the table knows, which stays right
 * for other positions. */
enum status mate_solve(struct mate_solver *s, const struct shogi_pos *pos,
                       const struct mate_options *opt, struct mate_answer *out,
                       struct err *err) CHECK_RESULT;

#endif
