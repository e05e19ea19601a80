/* test_suffix_array.c: the order agrees with plain sorting, the common parts with plain comparing,
 * on texts that are random, periodic, or made of few symbols. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "text/mine/suffix_array.h"

enum { MOST = 600 };

static uint32_t common(const uint32_t *text, uint32_t n, uint32_t a, uint32_t b, uint32_t breaks)
{
    uint32_t d = 0;
    while (a + d < n && b + d < n && text[a + d] == text[b + d] && text[a + d] >= breaks)
        d++;
    return d;
}

static void check(const uint32_t *text, uint32_t n, uint32_t alphabet)
{
    static uint32_t order[MOST], lcp[MOST];
    struct err err;
    assert_int_equal(suffix_array(text, n, alphabet, order, NULL, &err), STATUS_OK);
    for (uint32_t breaks = 0; breaks < 2; breaks++) {
        assert_int_equal(suffix_lcp(text, n, order, breaks, lcp, NULL, &err), STATUS_OK);
        for (uint32_t i = 0; i < n; i++)
            assert_int_equal(lcp[i], i ? common(text, n, order[i - 1], order[i], breaks) : 0);
    }
    for (uint32_t i = 1; i < n; i++) {
        uint32_t a = order[i - 1], b = order[i], d = common(text, n, a, b, 0);
        assert_true(a + d == n || (b + d < n && text[a + d] < text[b + d]));
    }
    bool seen[MOST] = {false};
    for (uint32_t i = 0; i < n; i++) {
        assert_true(order[i] < n && !seen[order[i]]);
        seen[order[i]] = true;
    }
}

static void test_random(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 7);
    uint32_t text[MOST];
    for (int round = 0; round < 3000; round++) {
        uint32_t n = (uint32_t)rng_below(&rng, round % 10 ? 40 : MOST);
        uint32_t alphabet = (uint32_t)rng_below(&rng, round % 3 ? 4 : 1000) + 1;
        for (uint32_t i = 0; i < n; i++)
            text[i] = (uint32_t)rng_below(&rng, alphabet);
        check(text, n, alphabet);
    }
}

static void test_periodic(void **state)
{
    (void)state;
    uint32_t text[MOST];
    for (uint32_t period = 1; period < 20; period++) {
        for (uint32_t i = 0; i < MOST; i++)
            text[i] = i % period * 7 % period;
        for (uint32_t n = MOST - 2 * period; n <= MOST; n++)
            check(text, n, period);
    }
}

static void test_banana(void **state)
{
    (void)state;
    static const uint32_t text[] = {1, 0, 2, 0, 2, 0}, expected[] = {5, 3, 1, 0, 4, 2};
    uint32_t order[6];
    struct err err;
    assert_int_equal(suffix_array(text, 6, 3, order, NULL, &err), STATUS_OK);
    assert_memory_equal(order, expected, sizeof expected);
    assert_int_equal(suffix_array(text, 6, 2, order, NULL, &err), STATUS_RANGE);
    assert_int_equal(suffix_array(text, 0, 3, order, NULL, &err), STATUS_OK);
}

static void test_no_memory(void **state)
{
    (void)state;
    uint32_t text[MOST], order[MOST];
    struct err err;
    for (uint32_t i = 0; i < MOST; i++)
        text[i] = i * i % 3;
    for (long n = 0;; n++) {
        mem_fail_after(n);
        enum status st = suffix_array(text, MOST, 3, order, NULL, &err);
        mem_fail_never();
        if (st == STATUS_OK)
            break;
        assert_int_equal(st, STATUS_NOMEM);
        assert_true(n < 200);
    }
}

static void test_cancelled(void **state)
{
    (void)state;
    static const uint32_t text[] = {1, 0, 2, 0, 2, 0};
    uint32_t order[6];
    atomic_bool cancelled = true;
    struct err err;
    assert_int_equal(suffix_array(text, 6, 3, order, &cancelled, &err), STATUS_CANCELLED);
    cancelled = false;
    assert_int_equal(suffix_array(text, 6, 3, order, &cancelled, &err), STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),    cmocka_unit_test(test_periodic),
        cmocka_unit_test(test_banana),    cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
