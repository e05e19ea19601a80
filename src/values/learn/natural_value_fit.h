/* natural_value_fit.h: learning what a search's values are worth to a model or a network of people's
 * moves (engine/natural/natural_values.h), from positions that it has not learnt from.
 *
 * The weights that make the moves that were played likeliest, by conditional logit,
 * each class of player counting the same.  Judged by fifths of the games: each is foretold by
 * weights of the others. */
#ifndef KIFU_VALUES_LEARN_NATURAL_VALUE_FIT_H
#define KIFU_VALUES_LEARN_NATURAL_VALUE_FIT_H

#include <stdint.h>

#include "base/err.h"
#include "engine/natural/people_predictor.h"
#include "values/learn/natural_samples.h"

/* --- McFadden's conditional logit: what makes somebody choose one of several options ----------
 *     p(option) = exp(w · x(option)) / Σ exp(w · x(other))          over the options of a choice
 *
 * x are few of many features of an option, w their weights: those that make what was chosen
 * likeliest, less a penalty of ridge/2 · w² that keeps features without evidence small.  Found by
 * Newton's method, with as many matrices as features; meant for some hundred features and a million
 * options, which take seconds.
 *
 *     choices_init(&c, features);
 *     choices_begin(&c, weight, group);                 a choice,
 *         choices_option(&c, is_chosen);                its options,
 *             choices_term(&c, feature, x);             what they have
 *     choices_fit(&c, NULL, ridge, weights, &figures, err);
 *
 * Adding fails only for want of memory, which fitting tells. */

struct choice_term {
    uint32_t feature;
    float x;
};

struct choice {
    size_t first, options; /* the first option */
    size_t chosen;         /* counted from first; SIZE_MAX: none, and the choice is passed over */
    float weight;
    uint32_t group; /* choices of a group stay together when they are divided */
    uint8_t class;  /* for the caller; not read here */
};

struct choices {
    uint32_t features;
    struct choice *at; /* owned */
    size_t count, cap;
    size_t *option; /* owned: the first term of each */
    size_t options, option_cap;
    struct choice_term *terms; /* owned */
    size_t term_count, term_cap;
    bool no_memory;
};

void choices_init(struct choices *c, uint32_t features);
void choices_release(struct choices *c);
void choices_begin(struct choices *c, float weight, uint32_t group);
void choices_option(struct choices *c, bool chosen);
void choices_term(struct choices *c, uint32_t feature, double x); /* of the last option */

/* Which groups take part: those whose number leaves `rest` when divided by `by`, or all others. */
struct choice_part {
    uint32_t by, rest;
    bool others;
};

/* Means over choices, by their weights; an option as good as the chosen one counts against it. */
struct choice_figures {
    double weight, likelihood, top1, top3; /* likelihood: mean ln p */
    unsigned rounds;                       /* of the fit */
};

/* part NULL: all.  ridge: one for each feature.  weights: features numbers, where to begin on the
 * way in.  figures may be NULL: of what was fitted to. */
enum status choices_fit(const struct choices *c, const struct choice_part *part,
                        const double *ridge, double *weights, struct choice_figures *figures,
                        struct err *err) CHECK_RESULT;
void choices_evaluate(const struct choices *c, const struct choice_part *part,
                      const double *weights, struct choice_figures *figures);

/* --- Natural value fit ------------------------------------------------------------------------ */

struct natural_value_fit {
    struct choices choices;
    double by_class[NATURAL_CLASSES]; /* positions */
};

void natural_value_fit_init(struct natural_value_fit *f);
void natural_value_fit_release(struct natural_value_fit *f);
/* A position, what is known of its moves without a search, and what people_rate() found. */
void natural_value_fit_add(struct natural_value_fit *f, const struct natural_sample *s,
                           const struct people_answer *prior, const struct style_line *lines,
                           int count);

struct natural_value_figures {
    struct choice_figures before;  /* with the weights that there were */
    struct choice_figures after;   /* with those that are found, on the positions they are from */
    struct choice_figures crossed; /* by fifths */
};
/* v: the weights before, and those that are found. */
enum status natural_value_fit_run(struct natural_value_fit *f, struct natural_values *v,
                                  struct natural_value_figures *out, struct err *err) CHECK_RESULT;

#endif
