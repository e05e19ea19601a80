/* discover.h: finding by itself the conditions under which an evaluation is wrong.
 *
 * If the values are right, what is left of a result once the value is known,
 *
 *     residual = points of the game - rate of all positions in the value's bin,
 *
 * is 0 on average whatever else is true of the position.  A candidate is a condition that somebody
 * could have thought of: a fact of the index (a piece on a square, so many in hand), a castle or an
 * opening by name, a step of progress, and pairs of the best of these.  Facts have lists of spans
 * (facts/fact_index.h), and with running sums of the residuals along each game a span's sum is one
 * subtraction: thousands of candidates cost as much as reading their lists once, and nothing is
 * replayed.
 *
 * A candidate is looked at from both sides at once: what holds for Black, and with colours
 * exchanged for White, where residuals count the other way round.  Its score is the sum of
 * residuals by its spread between games; a second score looks at residuals that change sign with
 * the value (a condition under which values are too large, or too small, on both sides).
 *
 *     score       all candidates
 *     correct     Benjamini and Hochberg (1995) over all that were tested
 *     judge       the best get their curves and distortions (curves.h), on games that the scores
 * did not see, so that having been chosen does not flatter them fold        one that nearly always
 * holds together with a better one is told beneath it
 *
 * and the worst are told, with games to look at. */
#ifndef KIFU_VALUES_DISCOVER_H
#define KIFU_VALUES_DISCOVER_H

#include "query/named.h"
#include "values/curves.h"

struct discover_options {
    uint32_t most;      /* to tell of; 10 */
    double level;       /* of false ones among those told; 0.05 */
    uint32_t min_games; /* a candidate in fewer is not tested; 30 */
    uint32_t pairs_of;  /* so many of the best are paired with each other; 40, 0: none */
    double overlap;     /* folded if it shares so much of its positions with a better one; 0.8 */
    unsigned judged_in_a_thousand; /* games that only the second look sees; 300 */
    uint32_t examples;             /* games to look at, of each; 5 */
    struct curve_options curves;
    const struct named_queries *named; /* castles and openings; may be NULL */
    unsigned threads;
    const atomic_bool *cancelled;
    struct progress *progress; /* may be NULL */
};
#define DISCOVER_DEFAULTS                                                                          \
    ((struct discover_options){.most = 10,                                                         \
                               .level = 0.05,                                                      \
                               .min_games = 30,                                                    \
                               .pairs_of = 40,                                                     \
                               .overlap = 0.8,                                                     \
                               .judged_in_a_thousand = 300,                                        \
                               .examples = 5,                                                      \
                               .curves = CURVE_DEFAULTS})

struct discover_example {
    uint32_t db, id, ply;
    int value;
    uint8_t points;
};

struct discovery {
    const char *query;   /* as Black has it, in the query language; owned by the arena, as all */
    const char *flipped; /* as White has it */
    const char *const *folded; /* queries told beneath it */
    uint32_t folded_count;
    uint64_t positions, games; /* of both sides */
    double shift;              /* mean residual for the side that has it: 0.07: wins 7 in a hundred
                                  more than its value says */
    double score, tilt;        /* in standard errors */
    double p, adjusted;        /* of the larger of the two; corrected for having tested many */
    struct curve curve;        /* of Black's, judged */
    struct curve flipped_curve;
    struct discover_example *examples;
    uint32_t example_count;
};

struct discoveries {
    struct discovery *at; /* by distortion, largest first */
    uint32_t count;
    uint64_t tested, significant;
    struct curve all; /* of the games that judged */
    struct arena arena;
};

enum status discover_run(struct discoveries *out, const struct sheets *sheets,
                         const struct discover_options *o, struct err *err) CHECK_RESULT;
void discoveries_release(struct discoveries *d);

#endif
