/* natural_fit.h: learning which moves people play (engine/natural/natural.h) from their games.
 *
 * The model in floats, as one for adam.h: an example is a position, its error -ln p of the move
 * that was played.  Sums are kept of positions from NATURAL_FROM_PLY on, class by class. */
#ifndef KIFU_VALUES_LEARN_NATURAL_FIT_H
#define KIFU_VALUES_LEARN_NATURAL_FIT_H

#include "values/learn/adam.h"
#include "values/learn/natural_samples.h"

enum { NATURAL_FROM_PLY = 40 /* moves made: the 41st is the first that counts */ };

struct natural_fit_options {
    float early;           /* how often a position before NATURAL_FROM_PLY is learnt from */
    float decay;           /* of rows and their worths */
    float neighbour_decay; /* of the worth of neighbours by sort of move */
    float head_decay;      /* of the position as a whole */
    float drop;            /* how often a hidden unit is left out while learning */
    uint64_t seed;
};
#define NATURAL_FIT_DEFAULTS                                                                       \
    ((struct natural_fit_options){.early = 0.6F,                                                   \
                                  .decay = 0.25F,                                                  \
                                  .neighbour_decay = 1.5F,                                         \
                                  .head_decay = 1,                                                 \
                                  .drop = 0.1F,                                                    \
                                  .seed = 1})

struct natural_fit;
/* Borrows the samples. */
enum status natural_fit_open(struct natural_fit **out, const struct natural_samples *samples,
                             const struct natural_fit_options *o, struct err *err) CHECK_RESULT;
void natural_fit_close(struct natural_fit *f); /* NULL is fine */
/* For adam_run(); valid until natural_fit_close().  before: learns from NATURAL_BEFORE. */
struct adam_model natural_fit_model(struct natural_fit *f, bool before);

/* How well moves were foretold; in adam_sums.tally, by class. */
struct natural_figures {
    double positions, loss, top1, top3;
};
static inline struct natural_figures natural_fit_figures(const struct adam_sums *sums, int class)
{
    const double *t = sums->tally + 4 * class;
    return (struct natural_figures){t[0], t[1], t[2], t[3]};
}
/* Means of the classes that have positions, each counting the same; positions: of all. */
struct natural_figures natural_fit_mean(const struct adam_sums *sums);

/* As it is used, in integers. */
enum status natural_fit_quantise(const struct natural_fit *f, struct natural **out,
                                 struct err *err) CHECK_RESULT;
/* A model that has seen its games often is too sure of itself on others: multiplies all scores with
 * a number: if it is 0, with the one of some around 1 that makes the moves of games held out
 * likeliest, each class counting the same.  Returns it. */
double natural_fit_temperature(struct natural *n, float with,
                               const struct natural_samples *samples);
/* How well it foretells what was held out. */
void natural_fit_evaluate(const struct natural *n, const struct natural_samples *samples,
                          struct adam_sums *sums);

#endif
