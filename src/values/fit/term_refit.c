/* term_refit.c: see term_refit.h. */
#include "values/fit/term_refit.h"

#include "base/alloc.h"
#include "values/fit/effects.h"

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
        o.min_positions = share_of(curve_min_positions(&o, f->sheets), q.held_out);
    enum status status = curves_run(out, &q, &o, err);
    mem_free(list);
    return status;
}

static enum status flip_conditions(struct term_refit *f, struct err *err)
{
    enum status status = term_conditions_mirror(f->conditions, f->sheets, f->sheet_options,
                                                &f->flipped, &f->terms, err);
    f->options.conditions = f->terms;
    f->options.condition_count = f->conditions->count;
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
