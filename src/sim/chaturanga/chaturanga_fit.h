/* chaturanga_fit.h: weights of chatur_judge() from games: logistic regression of what became of
 * positions on their terms.
 *
 * Every third position or so of the games is taken.  A drawn fight of teams counts as half a win;
 * for the other two models only games with a winner count. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_FIT_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_FIT_H

#include "sim/chaturanga/chaturanga_trial.h"
#include "sim/chaturanga/chaturanga_value.h"

struct chatur_fitted {
    double weights[TERM_COUNT], errors[TERM_COUNT]; /* standard errors, positions independent */
    uint64_t positions;
    double loss; /* mean of -ln p of what happened */
    double base; /* the same, if every position were even */
};

struct chatur_samples;
enum status chatur_samples_new(struct chatur_samples **out, const struct chatur_rules *rules,
                               uint64_t seed, struct err *err);
void chatur_samples_free(struct chatur_samples *s);
/* For chatur_trial.keep, with the samples as ctx. */
enum status chatur_samples_keep(void *ctx, const struct chatur_game *game, struct err *err);
enum status chatur_fit(const struct chatur_samples *s, enum chatur_model model,
                       struct chatur_fitted *out, struct err *err);

#endif
