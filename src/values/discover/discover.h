/* discover.h: a search for the conditions under which an evaluation is wrong.
 *
 * If the values are right, what is left of a result once the value is known,
 *
 *     residual = points of the game (0, 1/2, 1) - how often positions of that value are won,
 *
 * is 0 on average whatever else is true of the position.  A candidate is a condition that somebody
 * could have thought of: a fact of the index (a piece on a square, so many in hand), a castle or an
 * opening by name, a step of progress, plies, whose turn it is; and pairs of the best of these.
 * With running sums of the residuals along each game a span of plies costs a subtraction, so that
 * thousands of candidates cost as much as walking through the games once (facts are exact that way;
 * the index rounds spans outward).
 *
 * A candidate is looked at from both sides at once: what holds for Black, and with colours
 * exchanged for White, where residuals count the other way round.  What looks the same from both
 * sides (plies, progress as a whole) is looked at from Black's.
 *
 *     shift     the sum of residuals by its spread between games: positions of one game are not
 *               independent, games are
 *     tilt      the same for residuals times how far ahead the value says the side is (from -1 to
 *               1), the shift taken out: do values under the condition say too much, or too little?
 *     pairs     have to differ from each part where the other does not hold, too
 *
 * Steps:
 *
 *     score     all candidates, on the games that are not held out
 *     correct   Benjamini and Hochberg (1995) over all that were tested, pairs included
 *     choose    the worst of those that are left; then the residuals are freed of it (least
 *               squares, shift and tilt of all chosen so far), all others are scored again, and so
 *               on: what was only the shadow of something worse does not come up again
 *     fold      what holds nearly always together with a chosen one, or lies within it and is not
 *               wrong beyond it, is told beneath it
 *     judge     the chosen get their figures, curves and distortions (curves.h), on games that the
 *               scores did not see, so that having been chosen does not flatter them
 *
 * Scores use a smooth curve of all positions (fine bins, lines between them): with bins as wide as
 * those of curves.h a condition whose values lie higher within a bin would seem to be a blind spot.
 *
 * Seconds of processor time for 101,237 games, 11.8 million positions (two busy cores of a Xeon):
 * 1,120 singles, castles and openings among them, 7; with 1,269 pairs, ten findings and 400
 * replicates of their curves, 54. */
#ifndef KIFU_VALUES_DISCOVER_DISCOVER_H
#define KIFU_VALUES_DISCOVER_DISCOVER_H

#include "query/language/named.h"
#include "values/curves/curves.h"

struct discover_options {
    uint32_t most;      /* to tell of; 10 */
    double level;       /* of false ones among those told; 0.05 */
    uint32_t min_games; /* a candidate in fewer is not tested; 30 */
    uint32_t pairs_of;  /* so many of the best are paired with each other; 40, 0: none */
    double overlap;     /* folded if it shares so much of its positions with a better one; 0.8 */
    unsigned held_out_per_mille; /* games that only the second look sees; 300 */
    uint32_t examples;           /* games to look at, of each; 5 */
    struct curve_options curves;
    const struct named_queries *named; /* castles and openings; may be NULL */
    unsigned threads;
    const atomic_bool *cancelled;
    struct progress *progress; /* may be NULL */
    /* As soon as one is chosen, in that order, before it is judged: its query, and what the games
     * that found it say (struct discovery).  May be NULL. */
    void (*suspect)(void *ctx, const char *query, double score, double tilt);
    void *ctx;
};
#define DISCOVER_DEFAULTS                                                                          \
    ((struct discover_options){.most = 10,                                                         \
                               .level = 0.05,                                                      \
                               .min_games = 30,                                                    \
                               .pairs_of = 40,                                                     \
                               .overlap = 0.8,                                                     \
                               .held_out_per_mille = 300,                                          \
                               .examples = 5,                                                      \
                               .curves = CURVE_DEFAULTS})
/* For curves.min_positions where nobody says otherwise: findings are rarer than what people ask
 * for, and fewer games judge them. */
enum { DISCOVER_MIN_POSITIONS = 100 };

struct discover_example {
    uint32_t db, id, ply;
    int value; /* for Black */
    uint8_t points;
    bool flipped; /* White has it there */
};

struct discovery {
    const char *query;   /* as Black has it, in the query language; owned by the arena, as all */
    const char *flipped; /* as White has it; the same text if both sides see the same */
    const char *const *folded; /* queries told beneath it, nearest first */
    uint32_t folded_count;
    uint32_t explained; /* others that were wrong before this one was known, and not after */
    bool symmetric;     /* both sides see the same: shift is Black's */
    bool tilted;        /* it was found by its tilt, not by its shift */
    /* From the games that found it: */
    double score, tilt; /* of shift and tilt, in standard errors */
    double p, adjusted; /* of the larger of the two (twice, for there being two); corrected for
                           having tested many */
    /* From the games that did not: */
    uint64_t positions, games;  /* of both sides */
    double shift;               /* mean residual for the side that has it: 0.07: wins 7 in a hundred
                                   more than its value says */
    double lean;                /* mean residual for the side that is ahead by its value; negative:
                                   the values say too much */
    bool contradicted;          /* these games say the opposite of those that found it */
    struct curve curve;         /* of the positions where Black has it */
    struct curve flipped_curve; /* where White has it; nothing in it if symmetric */
    /* Of both curves, by their positions; the interval is at least as wide as it has to be. */
    double distortion, low, high;
    /* Results as the finding says, each of another game: positions that look even come first, or,
     * if it is tilted, such where a side is ahead by some 500. */
    struct discover_example *examples;
    uint32_t example_count;
};

struct discoveries {
    struct discovery *at; /* by the lower end of the distortion, largest first; unknown ones last */
    uint32_t count;
    uint64_t tested, significant; /* candidates; pairs among them: */
    uint64_t tested_pairs, significant_pairs;
    uint64_t scored_games, held_out_games;
    struct curve all; /* of the games that judged */
    struct arena arena;
};

enum status discover_run(struct discoveries *out, const struct sheets *sheets,
                         const struct discover_options *o, struct err *err) CHECK_RESULT;
void discoveries_release(struct discoveries *d);

#endif
