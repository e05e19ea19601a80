/* test_value_scale.c: the scale of values is found again, and brought to the usual one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "values/samples.h"

enum { SAMPLES = 20000 };

/* Values of either side, and results as often as they promise at that scale. */
static struct sample *make(double scale)
{
    struct sample *rows = mem_calloc(SAMPLES, sizeof *rows);
    struct rng rng;
    rng_seed(&rng, 4);
    for (int i = 0; i < SAMPLES; i++) {
        rows[i].value = (int16_t)((int)rng_below(&rng, 4001) - 2000);
        rows[i].turn = (uint8_t)rng_below(&rng, 2);
        bool wins = rng_double(&rng) < 1 / (1 + exp(-rows[i].value / scale));
        rows[i].points = wins ? POINTS_WIN : POINTS_LOSS;
        if (i % 10 == 0)
            rows[i].value = SAMPLE_NO_VALUE;
    }
    return rows;
}

static void finds_scales(void **state)
{
    (void)state;
    for (int want = 200; want <= 1800; want *= 3) { /* 1800: six standard errors */
        double scale;
        struct sample *rows = make(want);
        assert_int_equal(value_scale_fit(rows, SAMPLES, &scale, NULL), STATUS_OK);
        assert_true(fabs(scale / want - 1) < 0.15);
        value_scale_apply(rows, SAMPLES, scale);
        assert_int_equal(rows[0].value, SAMPLE_NO_VALUE);
        assert_int_equal(value_scale_fit(rows, SAMPLES, &scale, NULL), STATUS_OK);
        assert_true(fabs(scale / NET_SCALE - 1) < 0.02);
        mem_free(rows);
    }
}

static void values_that_tell_nothing(void **state)
{
    (void)state;
    double scale = 0;
    struct sample *rows = make(300);
    assert_int_equal(value_scale_fit(rows, VALUE_SCALE_LEAST / 2, &scale, NULL), STATUS_OK);
    assert_true(scale == NET_SCALE);
    for (int i = 0; i < SAMPLES; i++) /* the wrong way round */
        rows[i].points = (uint8_t)(POINTS_WIN - rows[i].points);
    assert_int_equal(value_scale_fit(rows, SAMPLES, &scale, NULL), STATUS_OK);
    assert_true(scale == NET_SCALE);
    rows[1].value = 2000;
    rows[2].value = -2000;
    value_scale_apply(rows, 3, 10); /* within sixteen bits, and not "none" */
    assert_int_equal(rows[1].value, INT16_MAX);
    assert_int_equal(rows[2].value, -INT16_MAX);
    mem_free(rows);
}

static void no_memory(void **state)
{
    (void)state;
    struct sample *rows = make(300);
    enum status st = STATUS_NOMEM;
    long n = 0;
    for (; st != STATUS_OK; n++) {
        double scale;
        mem_fail_after(n);
        st = value_scale_fit(rows, 300, &scale, NULL);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
    }
    assert_true(n > 5);
    mem_free(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_scales),
        cmocka_unit_test(values_that_tell_nothing),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
