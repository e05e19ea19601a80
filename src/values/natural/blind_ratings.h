/* blind_ratings.h: ratings of pairs of moves in blind trials, summed up.
 *
 * A rating is what one rater gave the natural move and the plain one of one position, from 1 to 5.
 * The difference of the means has an interval that takes both raters and positions for draws out of
 * many: both are drawn anew, and every rating counts as often as its rater times its position was
 * drawn.  With one rater, or one position, those are not drawn, and the interval says so much less.
 *
 * The sign test counts positions, by the mean difference over their raters: ratings of one position
 * are not independent. */
#ifndef KIFU_VALUES_NATURAL_BLIND_RATINGS_H
#define KIFU_VALUES_NATURAL_BLIND_RATINGS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum blind_phase { BLIND_OPENING, BLIND_MIDDLE, BLIND_END, BLIND_PHASES };
enum { BLIND_ALL = BLIND_PHASES, BLIND_WORST = 1, BLIND_BEST = 5 };

struct blind_rating {
    uint32_t rater, position; /* from 0 */
    uint8_t phase;            /* enum blind_phase, of the position */
    uint8_t natural, plain;   /* 1 … 5 */
};

struct blind_figures {
    size_t ratings, raters, positions;
    double natural, plain; /* means; NaN without ratings */
    double difference, low, high;
    /* positions where the natural move was rated higher on average, the plain one, neither */
    size_t better, worse, equal;
    double p; /* of the sign test, both sides; 1 without any difference */
    /* The mean difference of a position divided by its standard error over positions, as of many
     * raters; Student's t with one degree less than positions.  NaN with fewer than two. */
    double t;
};

/* Of one phase, or BLIND_ALL.  The same seed, the same interval. */
enum status blind_figures(const struct blind_rating *ratings, size_t n, int phase, uint64_t seed,
                          struct blind_figures *out, struct err *err) CHECK_RESULT;

/* How likely it is that of n tosses of a coin so few, or so many, are heads. */
double blind_sign_test(size_t heads, size_t tails);

#endif
