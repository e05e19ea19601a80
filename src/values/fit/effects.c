/* effects.c: see effects.h. */
#include "values/fit/effects.h"

#include <math.h>

#include "base/alloc.h"

/* --- Mirror images ---------------------------------------------------------------------------- */

enum status term_conditions_mirror(const struct conditions *c, const struct sheets *sheets,
                                   const struct sheet_options *o, struct conditions *flipped,
                                   struct term_condition **terms, struct err *err)
{
    enum status status = STATUS_OK;
    *terms = mem_calloc((size_t)c->count + 1, sizeof **terms);
    if (!*terms)
        return err_nomem(err);
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++) {
        struct query q;
        status = term_flip(&q, &c->at[i].query, err);
        if (status == STATUS_OK)
            status = conditions_add(flipped, &q, err);
        else
            query_release(&q);
    }
    if (status == STATUS_OK)
        status = conditions_match(flipped, sheets, o, err);
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++)
        (*terms)[i] = (struct term_condition){
            .name = c->at[i].name,
            .bits = (const uint64_t *const *)c->at[i].bits,
            .flipped = (const uint64_t *const *)flipped->at[i].bits,
        };
    return status;
}

/* The condition before this one that is its flip; UINT32_MAX: there is none. */
static uint32_t mirror_of(const struct conditions *c, const struct conditions *flipped, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (query_equal(&flipped->at[k].query, &c->at[i].query))
            return k;
    return UINT32_MAX;
}

/* --- Positions and games ---------------------------------------------------------------------- */

enum {
    BIN = 100, /* a pawn: within one, chances are as good as linear */
    MIDDLE = VALUE_SOURCE_MOST / BIN,
    BINS = 2 * MIDDLE + 1,
};

/* Halves away from 0, so that what holds for Black holds for White. */
static int bin_of(int value)
{
    return MIDDLE + (value < 0 ? -((BIN / 2 - value) / BIN) : (value + BIN / 2) / BIN);
}

/* Where a term is not 0.  The values are those of Black, where he has the condition and where White
 * has it. */
struct effect_counts {
    uint64_t positions, games, values[2][BINS];
};

/* Adds the rows of a game. */
static void count_game(const struct term_condition *t, const struct sheet *s, uint32_t sheet,
                       uint32_t number, struct effect_counts *counts)
{
    uint64_t row = sheet_row(s, number), end = row + line_plies(&s->segment->lines, number);
    uint64_t n = 0;
    for (; row <= end; row++) {
        const bool black = sheet_has(t->bits[sheet], row);
        if (black == sheet_has(t->flipped[sheet], row) || s->values[row] <= -VALUE_SOURCE_MOST ||
            s->values[row] >= VALUE_SOURCE_MOST)
            continue;
        counts->values[black ? 0 : 1][bin_of(s->values[row])]++;
        n++;
    }
    counts->positions += n;
    counts->games += n > 0;
}

static enum status count_effects(struct effects *e, struct effect_counts *counts,
                                 const struct term_condition *terms, const struct sheets *sheets,
                                 const struct reduction *reduction, enum status status,
                                 struct err *err)
{
    for (uint32_t i = 0; i < e->count; i++) {
        struct effect_counts *c = &counts[i];
        for (uint32_t k = 0; k < sheets->count && status == STATUS_OK && terms; k++)
            for (uint32_t g = 0; g < sheets->at[k].games; g++)
                count_game(&terms[i], &sheets->at[k], k, g, c);
        status =
            reduction_sum(reduction, status, &c->positions, sizeof *c / sizeof c->positions, err);
        e->at[i].positions = c->positions;
        e->at[i].games = c->games;
    }
    return status;
}

/* --- The fit ---------------------------------------------------------------------------------- */

static void judge(struct condition_effect *e)
{
    if (!(e->error > 0) || !isfinite(e->weight))
        e->weight = e->error = NAN;
    e->z = e->weight / e->error;
    e->p = erfc(fabs(e->z) / sqrt(2));
}

static double chance(const struct term_fit *fit, double value)
{
    return 1 / (1 + exp(-(fit->bias + value / fit->scale)));
}

/* What so many points are worth in games, where a term is not 0. */
static double share_of(const struct term_fit *fit, const struct effect_counts *counts,
                       double points)
{
    double sum = 0;
    for (int i = 0; i < BINS; i++) {
        const double value = (i - MIDDLE) * BIN, as_it_is = chance(fit, value);
        if (counts->values[0][i])
            sum += (double)counts->values[0][i] * (chance(fit, value + points) - as_it_is);
        if (counts->values[1][i])
            sum += (double)counts->values[1][i] * (as_it_is - chance(fit, value - points));
    }
    return sum / (double)counts->positions;
}

static void judge_in_games(struct condition_effect *e, const struct term_fit *fit,
                           const struct effect_counts *counts)
{
    if (e->games < EFFECT_LEAST_GAMES || !(e->error > 0) || !isfinite(e->weight))
        return;
    e->share = share_of(fit, counts, e->weight);
    e->share_low = share_of(fit, counts, e->weight - EFFECT_Z95 * e->error);
    e->share_high = share_of(fit, counts, e->weight + EFFECT_Z95 * e->error);
}

/* Fits the terms of some conditions together; list has their numbers. */
static enum status fit_list(struct effects *e, const struct effect_counts *counts,
                            const struct sheets *sheets, const struct term_condition *terms,
                            const uint32_t *list, uint32_t n, const struct effect_options *o,
                            struct err *err)
{
    struct term_condition *some = mem_calloc((size_t)n + 1, sizeof *some);
    struct term_fit fit = {0};
    if (!some)
        return err_nomem(err);
    for (uint32_t i = 0; i < n; i++)
        some[i] = terms[list[i]];
    const struct term_fit_options how = {.set = TERM_SET_CONDITIONS,
                                         .model = REGRESSION_ML,
                                         .conditions = some,
                                         .condition_count = n,
                                         .threads = o->threads,
                                         .cancelled = o->cancelled,
                                         .reduction = o->reduction};
    enum status status = term_fit_run(&fit, sheets, &how, err);
    for (uint32_t i = 0; i < n && status == STATUS_OK; i++) {
        struct condition_effect *x = &e->at[list[i]];
        x->weight = fit.terms[i + 1].weight;
        x->error = fit.terms[i + 1].error;
        judge_in_games(x, &fit, &counts[list[i]]);
    }
    if (status == STATUS_OK) {
        e->positions = fit.examples[REGRESSION_TRAINING];
        e->games = fit.games[REGRESSION_TRAINING];
    }
    term_fit_release(&fit);
    mem_free(some);
    /* games that say nothing are no failure of whoever asked for curves */
    return status == STATUS_RANGE ? STATUS_OK : status;
}

static enum status fit_all(struct effects *e, const struct effect_counts *counts,
                           const struct sheets *sheets, const struct term_condition *terms,
                           const struct effect_options *o, struct err *err)
{
    uint32_t *list = mem_calloc((size_t)e->count + 1, sizeof *list), n = 0;
    enum status status = list ? STATUS_OK : err_nomem(err);
    for (uint32_t i = 0; i < e->count && list; i++)
        if (!e->at[i].is_mirror && e->at[i].positions)
            list[n++] = i;
    /* more than a regression gives errors for: one by one */
    bool alone = o->alone || n >= REGRESSION_NEWTON_FEATURES;
    if (!alone && n && list)
        status = fit_list(e, counts, sheets, terms, list, n, o, err);
    for (uint32_t i = 0; alone && i < n && list && status == STATUS_OK; i++)
        status = fit_list(e, counts, sheets, terms, list + i, 1, o, err);
    mem_free(list);
    return status;
}

/* Where there is memory for effects and counts. */
static enum status find_effects(struct effects *out, struct effect_counts *counts,
                                const struct sheets *sheets,
                                const struct sheet_options *sheet_options,
                                const struct conditions *conditions, const struct effect_options *o,
                                struct err *err)
{
    struct conditions flipped;
    struct term_condition *terms = NULL;
    conditions_init(&flipped);
    enum status status =
        term_conditions_mirror(conditions, sheets, sheet_options, &flipped, &terms, err);
    for (uint32_t i = 0; i < out->count && status == STATUS_OK; i++)
        out->at[i] = (struct condition_effect){.name = conditions->at[i].name,
                                               .weight = NAN,
                                               .error = NAN,
                                               .share = NAN,
                                               .share_low = NAN,
                                               .share_high = NAN,
                                               .is_mirror = mirror_of(conditions, &flipped, i) !=
                                                            UINT32_MAX};
    status = count_effects(out, counts, terms, sheets, o->reduction, status, err);
    if (status == STATUS_OK && terms)
        status = fit_all(out, counts, sheets, terms, o, err);
    for (uint32_t i = 0; i < out->count && status == STATUS_OK; i++) {
        uint32_t other = mirror_of(conditions, &flipped, i);
        if (other != UINT32_MAX) {
            out->at[i].weight = -out->at[other].weight;
            out->at[i].error = out->at[other].error;
            out->at[i].share = -out->at[other].share;
            out->at[i].share_low = -out->at[other].share_high;
            out->at[i].share_high = -out->at[other].share_low;
        }
        judge(&out->at[i]);
    }
    mem_free(terms);
    conditions_release(&flipped);
    return status;
}

enum status effects_run(struct effects *out, const struct sheets *sheets,
                        const struct sheet_options *sheet_options,
                        const struct conditions *conditions, const struct effect_options *o,
                        struct err *err)
{
    struct effect_counts *counts = mem_calloc((size_t)conditions->count + 1, sizeof *counts);
    enum status status = STATUS_NOMEM;
    *out = (struct effects){.count = conditions->count,
                            .at = mem_calloc((size_t)conditions->count + 1, sizeof *out->at)};
    if (out->at && counts)
        status = find_effects(out, counts, sheets, sheet_options, conditions, o, err);
    else if (out->count) /* the others learn of it where they add up */
        status = reduction_sum(o->reduction, err_nomem(err), &(uint64_t){0}, 1, err);
    else
        status = err_nomem(err);
    mem_free(counts);
    if (status != STATUS_OK)
        effects_release(out);
    return status;
}

void effects_release(struct effects *e)
{
    mem_free(e->at);
    *e = (struct effects){0};
}

struct condition_effect effect_difference(const struct condition_effect *a,
                                          const struct condition_effect *b)
{
    struct condition_effect d = {.name = a->name,
                                 .weight = a->weight - b->weight,
                                 .error = hypot(a->error, b->error),
                                 .share = NAN,
                                 .share_low = NAN,
                                 .share_high = NAN,
                                 .positions = a->positions + b->positions,
                                 .games = a->games + b->games,
                                 .is_mirror = a->is_mirror};
    judge(&d);
    return d;
}
