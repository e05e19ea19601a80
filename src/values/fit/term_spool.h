/* term_spool.h: what a position has of each term of the paper's evaluation, for all chosen
 * positions of some sheets, as a source for regressions.
 *
 * Counting costs a replay, a microsecond a position, and a fit goes through all positions some
 * hundred times.  So counts are kept in a file without a name, packed, and mapped; whatever exceeds
 * a budget is counted anew each time.  A piece is some games in a row; in the file, in words of 16
 * bits:
 *
 *     game       words of its positions (low, high), its number in the piece, held out,
 *                points of Black (0 … 2)
 *     position   progress in 64ths, entries, rest (a float's low and high half), entries ×
 *                (term | count + 4 << 13)
 *
 * A count that does not fit in three bits takes several entries of the same term.  `rest` is what
 * the weights that are not to be fitted say, in points. */
#ifndef KIFU_VALUES_FIT_TERM_SPOOL_H
#define KIFU_VALUES_FIT_TERM_SPOOL_H

#include "values/fit/term_fit.h"

struct term_spool;

/* Counts all, in all threads.  Borrows the sheets, and of the options what they point to. */
enum status term_spool_open(struct term_spool **out, const struct sheets *sheets,
                            const struct term_fit_options *o, struct err *err) CHECK_RESULT;
void term_spool_close(struct term_spool *s); /* NULL is fine */

/* Sources for regression_fit(), borrowed.  The old value alone, in pawns, dense; or all terms
 * (their coefficients), sparse, and if the set leaves weights out a last feature: what those say,
 * in pawns. */
enum term_features { TERM_FEATURE_VALUE, TERM_FEATURE_ALL };
struct regression_source term_spool_source(struct term_spool *s, enum term_features features);
enum { TERM_PAWN = 100 }; /* points */

/* How often a piece was counted again because the file had no room for it: for tests. */
uint64_t term_spool_recounts(const struct term_spool *s);

/* A game's main line to walk along; shared with those who evaluate rather than count. */
struct term_walk {
    struct shogi_pos pos;
    const struct db_segment *segment;
    uint32_t number, ply, plies;
};
enum status term_walk_begin(struct term_walk *w, const struct db_segment *segment, uint32_t number,
                            struct err *err) CHECK_RESULT;
/* The move that comes next, which is legal; STATUS_SYNTAX if it is not.  ply < plies. */
enum status term_walk_move(const struct term_walk *w, shogi_move *m, struct err *err) CHECK_RESULT;
void term_walk_play(struct term_walk *w, shogi_move m);

#endif
