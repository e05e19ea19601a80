/* test_rng.c: the numbers never change, and are fair. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"

/* Worked out independently, from the published definitions of splitmix64 and xoshiro256**. */
static void test_vectors(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 0);
    assert_true(r.s[0] == 0xE220A8397B1DCDAFU && r.s[1] == 0x6E789E6AA1B965F4U &&
                r.s[2] == 0x06C45D188009454FU && r.s[3] == 0xF88BB8A8724C81ECU);
    static const uint64_t ZERO[] = {0x99EC5F36CB75F2B4U, 0xBF6E1F784956452AU, 0x1A5F849D4933E6E0U};
    for (int i = 0; i < 3; i++)
        assert_true(rng_next(&r) == ZERO[i]);
    r = (struct rng){{1, 2, 3, 4}};
    static const uint64_t FIRST[] = {11520, 0, 1509978240, 1215971899390074240};
    for (int i = 0; i < 4; i++)
        assert_true(rng_next(&r) == FIRST[i]);
}

/* Ours alone: kept as they were when first written. */
static void test_stable(void **state)
{
    (void)state;
    struct rng r;
    rng_seed_stream(&r, 2024, 7);
    assert_true(rng_next(&r) == 0x9D7EF063E7DC1935U);
    assert_int_equal(rng_below(&r, 1000), 278);
    int order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const int WANT[8] = {5, 0, 3, 2, 1, 7, 6, 4};
    rng_shuffle(&r, order, 8, sizeof *order);
    assert_memory_equal(order, WANT, sizeof order);
}

static void test_streams_differ(void **state)
{
    (void)state;
    struct rng a, b, c;
    rng_seed_stream(&a, 1, 2);
    rng_seed_stream(&b, 2, 1);
    rng_seed(&c, 1);
    uint64_t x = rng_next(&a), y = rng_next(&b), z = rng_next(&c);
    assert_true(x != y && y != z && x != z);
    rng_seed_stream(&a, 1, 3);
    assert_true(rng_next(&a) != x);
}

static void test_below_is_fair(void **state)
{
    (void)state;
    enum { SIDES = 6, ROLLS = 600000 };
    struct rng r;
    rng_seed(&r, 42);
    long count[SIDES] = {0};
    for (int i = 0; i < ROLLS; i++) {
        uint64_t v = rng_below(&r, SIDES);
        assert_true(v < SIDES);
        count[v]++;
    }
    double chi = 0;
    for (int i = 0; i < SIDES; i++) {
        double d = (double)count[i] - ROLLS / SIDES;
        chi += d * d / (ROLLS / SIDES);
    }
    assert_true(chi < 20.5); /* one seed in a thousand is worse */
    /* of 3 * 2^62 numbers, without care every third one would come up twice as often */
    long thirds = 0;
    uint64_t n = 3U * (UINT64_C(1) << 62);
    for (int i = 0; i < 30000; i++)
        thirds += rng_below(&r, n) % 3 == 0;
    assert_in_range(thirds, 9700, 10300);
    assert_int_equal(rng_below(&r, 1), 0);
    for (int i = 0; i < 1000; i++) {
        double d = rng_double(&r);
        assert_true(d >= 0 && d < 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_stable),
        cmocka_unit_test(test_streams_differ),
        cmocka_unit_test(test_below_is_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
