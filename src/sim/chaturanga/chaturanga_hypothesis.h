/* chaturanga_hypothesis.h: what the paper's program may have done, as a choice in every respect in
 * which its text can be read in several ways.
 *
 * A dimension is one such respect: a reading of the rules, a habit of its players, or a way of
 * counting.  One of its values is what the text says plainly; every other is a departure, and has
 * prior odds against the plain one, by what the text has to say about it:
 *
 *     open       1:1     the text fits both
 *     possible   1:3     the text does not say it, but does not exclude it either
 *     stretch    1:10    a reader would not take the text so
 *     against    1:100   the text, or one of its tables, says otherwise
 *
 * Dimensions are taken to be independent a priori, so the odds of several departures multiply. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_HYPOTHESIS_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_HYPOTHESIS_H

#include "base/buf.h"
#include "games/chaturanga/chaturanga.h"

enum hypothesis_standing { STANDING_OPEN, STANDING_POSSIBLE, STANDING_STRETCH, STANDING_AGAINST };

/* The first CHATURANGA_READINGS dimensions are those of chaturanga_readings. */
enum hypothesis_dimension {
    DIMENSION_TAKE = CHATURANGA_READINGS,
    DIMENSION_LOOK,
    DIMENSION_BY_TWO,
    DIMENSION_HUNTERS,
    DIMENSION_DANGER,
    DIMENSION_CAUTION,
    DIMENSION_ROUNDS,
    DIMENSION_BUSY,
    DIMENSION_PREY,
    DIMENSION_FROZEN,
    DIMENSION_COUNTED,
    DIMENSION_PLAY,
    DIMENSIONS
};

/* Values of all dimensions; those of rules as in struct chaturanga_rules. */
struct chaturanga_hypothesis {
    uint8_t values[DIMENSIONS];
};

/* What the text says plainly. */
void hypothesis_plain(struct chaturanga_hypothesis *out);
/* What Kifu's rules and players are by default. */
void hypothesis_default(struct chaturanga_hypothesis *out);

unsigned hypothesis_values(unsigned dimension); /* how many */
/* The value that the text has plainly. */
unsigned hypothesis_plain_value(unsigned dimension);
enum hypothesis_standing hypothesis_standing(unsigned dimension, unsigned value);
extern const struct msg hypothesis_standings[4]; /* "open" … */
/* Natural logarithm of the prior odds against the plain text: 0 or less. */
double hypothesis_log_prior(const struct chaturanga_hypothesis *h);
unsigned hypothesis_departures(const struct chaturanga_hypothesis *h);

/* "order=asc": one value. */
void hypothesis_print_value(unsigned dimension, unsigned value, struct buf *out);
/* All departures, separated by blanks; "plain" if there is none. */
void hypothesis_print(const struct chaturanga_hypothesis *h, struct buf *out);

/* What a trial of it needs: the rules, the oddities, and the name of P0 … P4, with those habits
 * only that make a difference to a player of that level. */
enum { HYPOTHESIS_NAME_BYTES = 80 };
struct chaturanga_rules hypothesis_rules(const struct chaturanga_hypothesis *h);
unsigned hypothesis_oddities(const struct chaturanga_hypothesis *h);
void hypothesis_player(const struct chaturanga_hypothesis *h, unsigned level,
                       char name[HYPOTHESIS_NAME_BYTES]);

#endif
