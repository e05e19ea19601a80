/* test_wilson.c: figures worked out by hand, and the ends. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/wilson.h"

static void near(double a, double b)
{
    if (!(fabs(a - b) < 0.0005))
        fail_msg("%f is not %f", a, b);
}

static void known_values(void **state)
{
    (void)state;
    struct wilson w = wilson_interval(50, 100);
    near(w.share, 0.5);
    near(w.low, 0.4038);
    near(w.high, 0.5962);
    w = wilson_interval(3, 3);
    near(w.low, 0.4385);
    assert_true(w.high <= 1 && w.share == 1);
    w = wilson_interval(0, 7);
    assert_true(w.low >= 0 && w.share == 0);
    near(w.high, 0.3543);
    assert_true(isnan(wilson_interval(0, 0).share) && isnan(wilson_interval(0, 0).low));
}

/* 3 games, none won: 5e-17 by the formula alone, and so it stood in JSON. */
static void ends(void **state)
{
    (void)state;
    for (double n = 1; n <= 300; n++) {
        assert_true(wilson_interval(0, n).low == 0);
        assert_true(wilson_interval(n, n).high == 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_values), cmocka_unit_test(ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
