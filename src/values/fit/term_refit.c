/* term_refit.c: see term_refit.h. */
#include "values/fit/term_refit.h"

#include "base/alloc.h"

/* So many in a thousand of them, at least one. */
static uint64_t share_of(uint64_t positions, unsigned in_a_thousand)
{
    uint64_t share = (positions / 1000) * in_a_thousand + positions % 1000 * in_a_thousand / 1000;
    return share ? share : 1;
}

enum status term_refit_curves(const struct term_refit *f, const int16_t *const *values,
                              struct curves *out, struct err *err)
{
    struct curve_condition *list = mem_calloc((size_t)f->conditions->count + 1, sizeof *list);
    if (!list)
        return err_nomem(err);
    conditions_for_curves(f->conditions, list);
    const struct curve_request q = {.sheets = f->sheets,
                                    .values = values,
                                    .conditions = list,
                                    .count = f->conditions->count,
                                    .held_out = f->options.held_out,
                                    .part = f->options.held_out ? CURVES_HELD_OUT : CURVES_ALL};
    struct curve_options o = *f->curve_options;
    if (q.part == CURVES_HELD_OUT)
        o.min_positions = share_of(o.min_positions, q.held_out);
    enum status status = curves_run(out, &q, &o, err);
    mem_free(list);
    return status;
}

/* What a term by a condition needs besides: where its flip holds. */
static enum status flip_conditions(struct term_refit *f, struct err *err)
{
    uint32_t n = f->conditions->count;
    enum status status = STATUS_OK;
    f->terms = mem_calloc((size_t)n + 1, sizeof *f->terms);
    if (!f->terms)
        return err_nomem(err);
    for (uint32_t i = 0; i < n && status == STATUS_OK; i++) {
        struct query q;
        status = term_flip(&q, &f->conditions->at[i].query, err);
        if (status == STATUS_OK)
            status = conditions_add(&f->flipped, &q, err);
        else
            query_release(&q);
    }
    if (status == STATUS_OK)
        status = conditions_match(&f->flipped, f->sheets, f->sheet_options, err);
    for (uint32_t i = 0; i < n && status == STATUS_OK; i++)
        f->terms[i] = (struct term_condition){
            .name = f->conditions->at[i].name,
            .bits = (const uint64_t *const *)f->conditions->at[i].bits,
            .flipped = (const uint64_t *const *)f->flipped.at[i].bits,
        };
    f->options.conditions = f->terms;
    f->options.condition_count = n;
    return status;
}

static enum status compare_curves(struct term_refit *f, struct err *err)
{
    int16_t **values = mem_calloc((size_t)f->sheets->count + 1, sizeof *values);
    if (!values)
        return err_nomem(err);
    enum status status = term_fit_values(&f->fit, f->sheets, &f->options, values, err);
    if (status == STATUS_OK)
        status = term_refit_curves(f, NULL, &f->before, err);
    if (status == STATUS_OK)
        status = term_refit_curves(f, (const int16_t *const *)values, &f->after, err);
    for (uint32_t i = 0; i < f->sheets->count; i++)
        mem_free(values[i]);
    mem_free(values);
    return status;
}

enum status term_refit_run(struct term_refit *f, struct err *err)
{
    enum status status = STATUS_OK;
    conditions_init(&f->flipped);
    if (f->options.set == TERM_SET_CONDITIONS)
        status = flip_conditions(f, err);
    if (status == STATUS_OK)
        status = term_fit_run(&f->fit, f->sheets, &f->options, err);
    return status == STATUS_OK ? compare_curves(f, err) : status;
}

void term_refit_release(struct term_refit *f)
{
    term_fit_release(&f->fit);
    curves_release(&f->before);
    curves_release(&f->after);
    conditions_release(&f->flipped);
    mem_free(f->terms);
    f->terms = NULL;
}
