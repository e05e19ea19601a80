/* term_fit.h: weights of an evaluation's terms, fitted to results of games.
 *
 *     progress     x = value, P·dA, P·dD: the paper's fit.  Read from columns alone (progress by
 *                  the sheets' rule: let it be the old weights' own), whatever judge the values
 *                  come from: then the terms say what is missing in that one
 *     material     attack, defence and what pieces are worth, of the paper's evaluation
 *     all          and its pairs and places: thousands
 *     conditions   x = value, and for each condition 1 where it holds, -1 where its flip does
 *                  (0 where both do): what it is worth beyond the value
 *
 * Weights are points (hundredths of a pawn), on the scale of the old value.  progress, conditions:
 * the old value is one of the features, and weights are divided by its own.  material, all: first
 * the result is fitted on the old value alone,
 *
 *     ml   chance of winning = 1 / (1 + exp(-(bias + value / scale)))
 *     ls   share of points   = bias + value / scale
 *
 * and with that scale all weights at once, drawn to the old ones by a ridge.  What examples say
 * nothing about (a piece that never stood there) stays as it was.
 *
 * A draw is half a point.  Examples are the chosen rows of the sheets; with progress and conditions
 * those without a value, or with that of a mate, are left out.  Some games are held out: not learnt
 * from, but judged. */
#ifndef KIFU_VALUES_FIT_TERM_FIT_H
#define KIFU_VALUES_FIT_TERM_FIT_H

#include "engine/eval/paper_terms.h"
#include "values/regression/regression.h"
#include "values/sheet/sheet.h"

enum term_set {
    TERM_SET_PROGRESS, /* as enum paper_terms */
    TERM_SET_MATERIAL,
    TERM_SET_ALL,
    TERM_SET_CONDITIONS,
    TERM_SETS
};
extern const char
    *const term_set_names[TERM_SETS]; /* "progress", "material", "all", "conditions" */

/* A condition: where it and its flip hold, bits for each sheet (sheet_match()). */
struct term_condition {
    const char *name;
    const uint64_t *const *bits, *const *flipped;
};
/* flip(q), to be released whatever is returned. */
enum status term_flip(struct query *out, const struct query *q, struct err *err) CHECK_RESULT;

struct term_fit_options {
    enum term_set set;
    enum regression_model model;
    const struct paper *old; /* the weights before; what the values of a fit of "progress" are of,
                                if they are of any: NULL then means weights of 0 */
    const struct term_condition *conditions;
    uint32_t condition_count;
    unsigned held_out; /* games in a thousand */
    /* Penalties (regression.h), the value's own weight apart.  The ridge of material and all draws
     * to the old weights; 0: the usual there (TERM_RIDGE). */
    double ridge;
    double lasso; /* of progress and conditions */
    /* Of material and all: what was counted is kept in a file here (NULL: /tmp) that nobody sees,
     * up to so many bytes (0: the usual); what does not fit is counted anew as often as needed. */
    const char *temporary;
    size_t spool_bytes;
    unsigned most_steps; /* 0: the usual number */
    unsigned threads;    /* 0: one for each processor */
    const atomic_bool *cancelled;
    void *ctx;
    void (*step)(void *ctx, unsigned step, double loss); /* may be NULL */
    const struct reduction
        *reduction; /* who fit together, each with sheets of its own; may be NULL */
};
#define TERM_FIT_HELD_OUT 100 /* the usual */
/* The usual ridge is this divided by the games that are learnt from: what is known beforehand
 * weighs as much as some games do, whatever their number.  Measured with all terms on games held
 * out: of 16,229 games of self-play, 1600: 0.6626, 160: 0.6602, 16: 0.6594; of 100,127 games, 100:
 * 0.6554, 20: 0.6545. */
#define TERM_RIDGE 20.

struct fitted_term {
    char *name; /* owned: "value", "attack", "board.pawn.opening", a condition's */
    double weight,
        error;  /* points, error clustered by game, NaN if not worked out; "value": 1, 0 */
    double old; /* the weight before; 0 of conditions */
};

struct term_fit {
    enum term_set set;
    enum regression_model model;
    struct fitted_term *terms; /* owned; of progress and conditions "value" comes first */
    uint32_t count;
    double scale, bias; /* points for 1 of what is fitted; the bias itself is not in points */
    uint64_t examples[REGRESSION_PARTS], games[REGRESSION_PARTS];
    /* Mean loss (ml: cross-entropy, ls: squared error) of the value alone, and of all terms. */
    double before[REGRESSION_PARTS], after[REGRESSION_PARTS];
    double null_loss[REGRESSION_PARTS]; /* of the bias alone */
    unsigned steps;
    bool converged;
    bool has_paper; /* not of conditions, nor without old weights */
    struct paper paper;
};

/* The same for any number of threads.  STATUS_RANGE if the examples determine nothing. */
enum status term_fit_run(struct term_fit *out, const struct sheets *sheets,
                         const struct term_fit_options *o, struct err *err) CHECK_RESULT;
void term_fit_release(struct term_fit *fit);

/* What the rows of each sheet are worth after the fit, for curves: out[i] gets an owned array of
 * sheet i's rows (mem_free()), all NULL after a failure.  material, all: by replaying games with
 * the new weights, rounded to whole ones. */
enum status term_fit_values(const struct term_fit *fit, const struct sheets *sheets,
                            const struct term_fit_options *o, int16_t **out,
                            struct err *err) CHECK_RESULT;

#endif
