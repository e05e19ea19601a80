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
    /* What labels count against the move played, 0 to 1: of positions of people's games; of those of
     * NATURAL_BEFORE they count alone. */
    float labels;
    uint64_t seed;
};
#define NATURAL_FIT_DEFAULTS                                                                       \
    ((struct natural_fit_options){.early = 0.6F,                                                   \
                                  .decay = 0.25F,                                                  \
                                  .neighbour_decay = 1.5F,                                         \
                                  .head_decay = 1,                                                 \
                                  .drop = 0.1F,                                                    \
                                  .labels = 0.5F,                                                  \
                                  .seed = 1})

struct natural_fit;
/* Borrows the samples. */
enum status natural_fit_open(struct natural_fit **out, const struct natural_samples *samples,
                             const struct natural_fit_options *o, struct err *err) CHECK_RESULT;
void natural_fit_close(struct natural_fit *f); /* NULL is fine */
/* For adam_run(); valid until natural_fit_close().  before: learns from NATURAL_BEFORE. */
struct adam_model natural_fit_model(struct natural_fit *f, bool before);

/* What was learnt so far as a file, and back: whoever goes on from it learns what it would have
 * learnt without.  The file is of this version of the program and no other. */
enum status natural_fit_keep(struct natural_fit *f, const char *path, struct err *err) CHECK_RESULT;
enum status natural_fit_start(struct natural_fit *f, const char *path,
                              struct err *err) CHECK_RESULT;
/* After NATURAL_BEFORE: steps of other games are other steps. */
void natural_fit_settle(struct natural_fit *f);

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

/* From now on moves are judged with weights as they will be in integers, and steps are taken with
 * those behind them: learning makes up for what rounding does.  Once more: as finely as weights now
 * let it be. */
void natural_fit_round(struct natural_fit *f);

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
