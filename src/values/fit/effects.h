/* effects.h: what conditions are worth beyond the value, with a sign, pooled by mirroring.
 *
 * A distortion (values/curves/curves.h) folds both directions into a distance, and looks at a condition
 * and its mirror image apart.  The effect keeps the sign and takes both sides' games together: a
 * term that is 1 where a condition holds, -1 where its flip does and 0 where both or neither do is
 * fitted beside the value (TERM_SET_CONDITIONS of term_fit.h, maximum likelihood, no penalty, no
 * game held out).  Its weight is in points, for the side of the condition as written: that of
 * s.hand.hi>=2 is what two rooks in hand are worth to Black beyond the value, and -1 times that of
 * g.hand.hi>=2.  Errors are clustered by game.
 *
 * In games: how many more of its games the side wins than the same fit expects of the values alone,
 * the mean over all positions where the term is not 0 of
 *
 *     chance(value + weight) - chance(value)       as that side sees value and chance
 *
 * and the same at both ends of the weight's 95 % interval, so that 0 is outside of one where it is
 * outside of the other.  Errors that are clustered by a few games are too small: below
 * EFFECT_LEAST_GAMES there is no such figure. */
#ifndef KIFU_VALUES_FIT_EFFECTS_H
#define KIFU_VALUES_FIT_EFFECTS_H

#include "values/curves/curves.h"
#include "values/fit/term_fit.h"

enum { EFFECT_LEAST_GAMES = 30 };
#define EFFECT_Z95 1.959964

struct condition_effect {
    const char *name;          /* the condition's; borrowed from it */
    double weight, error;      /* NaN if the games do not determine it: a condition that is its own
                                 mirror image, or that never decides */
    double z, p;               /* of no effect; two-sided, normal */
    uint64_t positions, games; /* where it or its flip holds, but not both */
    double share, share_low, share_high; /* in games, 0.05: 5 more of 100; NaN if not known */
    bool is_mirror; /* the flip of one before it: the same effect with the other sign */
};

struct effects {
    struct condition_effect *at; /* owned; as the conditions */
    uint32_t count;
    uint64_t positions, games; /* of all examples */
};

struct effect_options {
    bool alone;       /* each condition beside the value alone, instead of all of them together */
    unsigned threads; /* 0: one for each processor */
    const atomic_bool *cancelled;
    const struct reduction *reduction; /* may be NULL */
};

/* The conditions have been matched.  Where games determine nothing at all (none, or values that
 * say nothing about results) all effects are NaN. */
enum status effects_run(struct effects *out, const struct sheets *sheets,
                        const struct sheet_options *sheet_options,
                        const struct conditions *conditions, const struct effect_options *o,
                        struct err *err) CHECK_RESULT;
void effects_release(struct effects *e);

/* The difference of two independent effects, in points alone; NaN where one is. */
struct condition_effect effect_difference(const struct condition_effect *a,
                                          const struct condition_effect *b);

/* Conditions with what a term by them needs besides: where their flips hold.  `flipped` was
 * initialised, and is to be released whatever is returned; *terms is owned (mem_free()). */
enum status term_conditions_mirror(const struct conditions *c, const struct sheets *sheets,
                                   const struct sheet_options *o, struct conditions *flipped,
                                   struct term_condition **terms, struct err *err) CHECK_RESULT;

#endif
