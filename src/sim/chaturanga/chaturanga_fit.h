/* chaturanga_fit.h: weights of chaturanga_judge() from games: logistic regression of what became of
 * positions on their terms.
 *
 * Every third position or so of the games is taken.  A drawn fight of teams counts as half a win;
 * for the other two models only games with a winner count. */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_FIT_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_FIT_H

#include "sim/chaturanga/chaturanga_players.h"
#include "sim/chaturanga/chaturanga_value.h"

struct chaturanga_fitted {
    double weights[TERM_COUNT], errors[TERM_COUNT]; /* standard errors, positions independent */
    uint64_t positions;
    double loss; /* mean of -ln p of what happened */
    double base; /* the same, if every position were even */
};

struct chaturanga_samples;
enum status chaturanga_samples_new(struct chaturanga_samples **out,
                                   const struct chaturanga_rules *rules, uint64_t seed,
                                   struct err *err);
void chaturanga_samples_free(struct chaturanga_samples *s);
/* For chaturanga_trial.keep, with the samples as ctx. */
enum status chaturanga_samples_keep(void *ctx, const struct chaturanga_trial_game *game,
                                    struct err *err);
enum status chaturanga_fit_model(const struct chaturanga_samples *s, enum chaturanga_model model,
                                 struct chaturanga_fitted *out, struct err *err);

#endif
