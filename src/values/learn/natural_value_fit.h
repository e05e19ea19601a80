/* natural_value_fit.h: learning what a search's values are worth to a model of people's moves
 * (engine/natural/natural_values.h), from positions that the model has not learnt from.
 *
 * The weights that make the moves that were played likeliest, by conditional logit (choices.h),
 * each class of player counting the same.  Judged by fifths of the games: each is foretold by
 * weights of the others. */
#ifndef KIFU_VALUES_LEARN_NATURAL_VALUE_FIT_H
#define KIFU_VALUES_LEARN_NATURAL_VALUE_FIT_H

#include "engine/natural/style.h"
#include "values/fit/choices.h"
#include "values/learn/natural_samples.h"

struct natural_value_fit {
    struct choices choices;
    double by_class[NATURAL_CLASSES]; /* positions */
};

void natural_value_fit_init(struct natural_value_fit *f);
void natural_value_fit_release(struct natural_value_fit *f);
/* A position, and what was found by style_rate() in it. */
void natural_value_fit_add(struct natural_value_fit *f, const struct natural *n,
                           const struct natural_sample *s, const struct style_line *lines,
                           int count);

struct natural_value_figures {
    struct choice_figures before;  /* with the weights that the model had */
    struct choice_figures after;   /* with those that are found, on the positions they are from */
    struct choice_figures crossed; /* by fifths */
};
/* Gives the model its new weights. */
enum status natural_value_fit_run(struct natural_value_fit *f, struct natural *n,
                                  struct natural_value_figures *out, struct err *err) CHECK_RESULT;

#endif
