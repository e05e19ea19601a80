/* test_blind_ratings.c: sums of what people said, by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/alloc.h"
#include "values/natural/blind_ratings.h"

static void sign_test_by_hand(void **state)
{
    (void)state;
    assert_true(blind_sign_test(0, 0) == 1);
    assert_true(blind_sign_test(4, 4) == 1);
    assert_true(fabs(blind_sign_test(5, 0) - 2.0 / 32) < 1e-12);
    assert_true(fabs(blind_sign_test(1, 9) - 2.0 * 11 / 1024) < 1e-12);
    assert_true(blind_sign_test(1, 9) == blind_sign_test(9, 1));
}

/* The paper's Table A-4: questions 14 and 15, nine people, new move and old one. */
static const uint8_t PAPER[2][9][2] = {
    {{4, 5}, {1, 1}, {3, 1}, {3, 4}, {5, 1}, {5, 2}, {5, 3}, {4, 4}, {5, 1}},
    {{4, 3}, {3, 1}, {3, 2}, {5, 2}, {5, 2}, {4, 2}, {4, 3}, {3, 5}, {2, 2}},
};

static size_t fill(struct blind_rating *r)
{
    size_t n = 0;
    for (uint32_t q = 0; q < 2; q++)
        for (uint32_t k = 0; k < 9; k++)
            r[n++] = (struct blind_rating){.rater = k,
                                           .position = q,
                                           .phase = (uint8_t)(q ? BLIND_END : BLIND_MIDDLE),
                                           .natural = PAPER[q][k][0],
                                           .plain = PAPER[q][k][1]};
    return n;
}

static void the_papers_means(void **state)
{
    struct blind_rating r[18];
    struct blind_figures f, again;
    struct err err;
    size_t n = fill(r);
    (void)state;
    assert_int_equal(blind_figures(r, n, BLIND_MIDDLE, 1, &f, &err), STATUS_OK);
    assert_true(fabs(f.natural - 3.89) < 0.005 && fabs(f.plain - 2.44) < 0.005);
    assert_true(f.ratings == 9 && f.raters == 9 && f.positions == 1 && f.better == 1);
    assert_true(isnan(f.t));
    assert_int_equal(blind_figures(r, n, BLIND_END, 1, &f, &err), STATUS_OK);
    assert_true(fabs(f.natural - 3.67) < 0.005 && fabs(f.plain - 2.44) < 0.005);
    assert_int_equal(blind_figures(r, n, BLIND_ALL, 1, &f, &err), STATUS_OK);
    assert_true(f.ratings == 18 && f.better == 2 && f.worse == 0 && f.p == 0.5);
    assert_true(f.low < f.difference && f.difference < f.high && f.low > 0);
    /* differences of 13/9 and 11/9: their mean by half of what parts them */
    assert_true(fabs(f.t - 12) < 1e-9);
    assert_int_equal(blind_figures(r, n, BLIND_ALL, 1, &again, &err), STATUS_OK);
    assert_true(again.low == f.low && again.high == f.high);
    assert_int_equal(blind_figures(r, n, BLIND_OPENING, 1, &f, &err), STATUS_OK);
    assert_true(f.ratings == 0 && isnan(f.natural) && isnan(f.low));
}

static void one_rating_has_no_width(void **state)
{
    const struct blind_rating r = {.natural = 5, .plain = 2};
    struct blind_figures f;
    struct err err;
    (void)state;
    assert_int_equal(blind_figures(&r, 1, BLIND_ALL, 1, &f, &err), STATUS_OK);
    assert_true(f.low == 3 && f.high == 3 && f.difference == 3);
}

static void want_of_memory(void **state)
{
    const struct blind_rating r = {.natural = 5, .plain = 2};
    struct blind_figures f;
    struct err err;
    (void)state;
    for (long n = 0; n < 6; n++) {
        mem_fail_after(n);
        enum status st = blind_figures(&r, 1, BLIND_ALL, 1, &f, &err);
        mem_fail_never();
        assert_int_equal(st, STATUS_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sign_test_by_hand),
        cmocka_unit_test(the_papers_means),
        cmocka_unit_test(one_rating_has_no_width),
        cmocka_unit_test(want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
