/* value_scale.c: see value_scale.h. */
#include "values/value_scale.h"

#include <math.h>

#include "values/logistic.h"

static enum status add_some(struct logistic *l, const struct sample *rows, size_t n,
                            struct err *err)
{
    static const uint32_t VALUE = 0;
    const size_t stride = n / VALUE_SCALE_SAMPLES + 1;
    for (size_t i = 0; i < n; i += stride) {
        if (rows[i].value == SAMPLE_NO_VALUE)
            continue;
        float value = (float)sample_value(&rows[i]) / NET_SCALE;
        enum status st =
            logistic_add(l, DESCENT_LEARN, &VALUE, &value, 1, (float)sample_result(&rows[i]), err);
        if (st != STATUS_OK)
            return st;
    }
    return STATUS_OK;
}

enum status value_scale_fit(const struct sample *rows, size_t n, double *scale, struct err *err)
{
    struct logistic l;
    *scale = NET_SCALE;
    logistic_init(&l, 1, true);
    enum status st = add_some(&l, rows, n, err);
    if (st == STATUS_OK && l.part[DESCENT_LEARN].rows >= VALUE_SCALE_LEAST) {
        st = logistic_newton(&l, 1, NULL, err);
        /* beyond a factor of ten it is no scale but noise */
        if (st == STATUS_OK && l.weight[0] > 0.1F && l.weight[0] < 10)
            *scale = NET_SCALE / (double)l.weight[0];
    }
    logistic_release(&l);
    return st;
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
