/* value_scale.c: see value_scale.h. */
#include "values/sheet/value_scale.h"

#include <math.h>

#include "base/alloc.h"
#include "values/regression/regression.h"

/* One feature, the value; all in one piece. */
struct scale_rows {
    double *value;
    float *result;
    size_t count;
};

static enum status give_rows(void *ctx, enum regression_part part, size_t piece, unsigned worker,
                             struct regression_piece *out, struct err *err)
{
    const struct scale_rows *r = ctx;
    (void)piece;
    (void)worker;
    (void)err;
    *out = (struct regression_piece){.x = r->value, .y = r->result};
    if (part == REGRESSION_TRAINING)
        out->count = r->count;
    return STATUS_OK;
}

static void choose_rows(struct scale_rows *r, const struct sample *rows, size_t n)
{
    const size_t stride = n / VALUE_SCALE_SAMPLES + 1;
    for (size_t i = 0; i < n; i += stride) {
        if (rows[i].value == SAMPLE_NO_VALUE)
            continue;
        r->value[r->count] = (double)sample_value(&rows[i]) / NET_SCALE;
        r->result[r->count++] = (float)sample_result(&rows[i]);
    }
}

static enum status fit_rows(struct scale_rows *r, double *scale, struct err *err)
{
    const struct regression_source source = {
        .ctx = r, .features = 1, .pieces = 1, .piece = give_rows};
    const struct regression_options o = {.model = REGRESSION_ML, .threads = 1};
    struct regression fit;
    enum status status = regression_fit(&fit, &source, &o, err);
    if (status == STATUS_RANGE) /* values that tell all or nothing have no scale */
        return STATUS_OK;
    if (status != STATUS_OK)
        return status;
    /* beyond a factor of ten it is no scale but noise */
    if (fit.weights[0].weight > 0.1 && fit.weights[0].weight < 10)
        *scale = NET_SCALE / fit.weights[0].weight;
    regression_release(&fit);
    return STATUS_OK;
}

enum status value_scale_fit(const struct sample *rows, size_t n, double *scale, struct err *err)
{
    const size_t most = n < VALUE_SCALE_SAMPLES ? n : VALUE_SCALE_SAMPLES;
    struct scale_rows r = {.value = mem_calloc(most + 1, sizeof *r.value),
                           .result = mem_calloc(most + 1, sizeof *r.result)};
    enum status status = STATUS_OK;
    *scale = NET_SCALE;
    if (r.value && r.result) {
        choose_rows(&r, rows, n);
        if (r.count >= VALUE_SCALE_LEAST)
            status = fit_rows(&r, scale, err);
    } else {
        status = err_nomem(err);
    }
    mem_free(r.value);
    mem_free(r.result);
    return status;
}

void value_scale_apply(struct sample *rows, size_t n, double scale)
{
    for (size_t i = 0; i < n; i++) {
        if (rows[i].value == SAMPLE_NO_VALUE)
            continue;
        double value = rint(rows[i].value * NET_SCALE / scale);
        rows[i].value = (int16_t)(value > INT16_MAX    ? INT16_MAX
                                  : value < -INT16_MAX ? -INT16_MAX
                                                       : value);
    }
}
