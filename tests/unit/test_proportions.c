/* test_proportions.c: Fisher's test against sums of whole numbers, shares against one half likewise,
 * intervals against Newcombe's paper, false discovery rates against R. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/proportions.h"

static void assert_close(double got, double want, double error)
{
    if (!(fabs(got - want) <= error * fabs(want)))
        fail_msg("%.12g is not %.12g", got, want);
}

/* The first two are fisher.test() of R (the tea of Fisher's book: 0.4857); all were worked out with
 * whole numbers of any size. */
static void known_tables(void **state)
{
    static const struct {
        uint64_t a, of_a, b, of_b;
        double p;
    } KNOWN[] = {
        {3, 4, 1, 4, 0.4857142857142857},
        {10, 12, 3, 18, 0.0005367241191434358},
        {0, 10, 5, 10, 0.032507739938080496},
        {1, 20, 9, 30, 0.036623669528217224},
        {300, 1000, 250, 1000, 0.014093391894333684},
        {40, 500, 800, 4000, 2.28199312212418e-12},
        {90, 100, 10, 100, 6.699175284224094e-33},
        {2, 3, 40, 200000, 1.2912955182793445e-07},
        {5000, 20000, 5400, 20000, 5.399919989923857e-06},
    };
    (void)state;
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        double p = fisher_exact_p(KNOWN[i].a, KNOWN[i].of_a, KNOWN[i].b, KNOWN[i].of_b);
        assert_close(p, KNOWN[i].p, 1e-7);
        assert_close(fisher_exact_p(KNOWN[i].b, KNOWN[i].of_b, KNOWN[i].a, KNOWN[i].of_a), p, 1e-7);
    }
}

static void tables_that_say_nothing(void **state)
{
    (void)state;
    assert_true(fisher_exact_p(0, 3, 0, 5) == 1);
    assert_true(fisher_exact_p(3, 3, 5, 5) == 1);
    assert_true(fisher_exact_p(0, 0, 2, 5) == 1);
    assert_true(fisher_exact_p(7, 10, 7, 10) == 1);
    assert_true(fisher_exact_p(0, 0, 0, 0) == 1);
    double p = fisher_exact_p(0, 1000000, 500000, 1000000);
    assert_true(p >= 0 && p < 1e-300);
}

/* Every table of margins up to 12, by Pascal's triangle. */
static void small_tables(void **state)
{
    double choose[26][26] = {{0}};
    (void)state;
    for (int n = 0; n < 26; n++)
        for (int k = 0; k <= n; k++)
            choose[n][k] = k == 0 || k == n ? 1 : choose[n - 1][k - 1] + choose[n - 1][k];
    for (int of_a = 0; of_a <= 12; of_a++)
        for (int of_b = 0; of_b <= 12; of_b++)
            for (int a = 0; a <= of_a; a++)
                for (int b = 0; b <= of_b; b++) {
                    double whole = 0, tails = 0, here = choose[of_a][a] * choose[of_b][b];
                    for (int k = 0; k <= of_a; k++) {
                        int rest = a + b - k;
                        double table =
                            rest < 0 || rest > of_b ? 0 : choose[of_a][k] * choose[of_b][rest];
                        whole += table;
                        tails += table <= here ? table : 0;
                    }
                    assert_close(
                        fisher_exact_p((uint64_t)a, (uint64_t)of_a, (uint64_t)b, (uint64_t)of_b),
                        tails / whole, 1e-9);
                }
}

/* Table II of Newcombe (1998), method 10. */
static void known_intervals(void **state)
{
    static const struct {
        uint64_t a, of_a, b, of_b;
        double low, high;
    } KNOWN[] = {
        {56, 70, 48, 80, 0.0524, 0.3339}, {9, 10, 3, 10, 0.1705, 0.8090},
        {6, 7, 2, 7, 0.0582, 0.8062},     {5, 56, 0, 29, -0.0381, 0.1926},
        {0, 10, 0, 20, -0.1611, 0.2775},  {10, 10, 0, 20, 0.6791, 1.0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        struct proportion_difference d =
            newcombe_interval(KNOWN[i].a, KNOWN[i].of_a, KNOWN[i].b, KNOWN[i].of_b);
        assert_true(fabs(d.low - KNOWN[i].low) < 0.00006);
        assert_true(fabs(d.high - KNOWN[i].high) < 0.00006);
    }
    assert_true(isnan(newcombe_interval(0, 0, 1, 2).difference));
}

/* binom.test() of R; the last was worked out with whole numbers. */
static void known_binomials(void **state)
{
    (void)state;
    assert_close(binomial_half_p(0, 10), 0.001953125, 1e-12);
    assert_close(binomial_half_p(7, 3), 0.34375, 1e-12);
    assert_close(binomial_half_p(3, 7), 0.34375, 1e-12);
    assert_close(binomial_half_p(60, 40), 0.05688793364098078, 1e-10);
    assert_close(binomial_half_p(15, 5), 0.04138946533203125, 1e-12);
    assert_true(binomial_half_p(0, 0) == 1);
    assert_true(binomial_half_p(5, 5) == 1);
    assert_close(binomial_half_p(5, 4), 1, 1e-12);
    double p = binomial_half_p(0, 1000000);
    assert_true(p >= 0 && p < 1e-300);
    assert_close(binomial_half_p(510000, 490000), 5.544363287699225e-89, 1e-7);
}

/* All shares of up to 60, by Pascal's triangle. */
static void small_binomials(void **state)
{
    double choose[61] = {1};
    (void)state;
    for (int n = 1; n <= 60; n++) {
        for (int k = n; k > 0; k--)
            choose[k] += choose[k - 1];
        for (int k = 0; k <= n; k++) {
            double tails = 0;
            for (int i = 0; i <= n; i++)
                tails += abs(2 * i - n) >= abs(2 * k - n) ? choose[i] : 0;
            assert_close(binomial_half_p((uint64_t)k, (uint64_t)(n - k)), ldexp(tails, -n), 1e-11);
        }
    }
}

/* p.adjust(p, "BH") of R. */
static void rates_of_false_discoveries(void **state)
{
    double p[] = {0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.9};
    const double want[] = {0.011,      0.044,  0.0924, 0.0924, 0.0924, 0.11,
                           0.11628571, 0.2376, 0.2376, 0.2376, 0.9};
    (void)state;
    adjust_false_discovery(p, sizeof p / sizeof *p);
    for (size_t i = 0; i < sizeof p / sizeof *p; i++)
        assert_close(p[i], want[i], 1e-5);
    adjust_false_discovery(p, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_tables),
        cmocka_unit_test(tables_that_say_nothing),
        cmocka_unit_test(small_tables),
        cmocka_unit_test(known_intervals),
        cmocka_unit_test(known_binomials),
        cmocka_unit_test(small_binomials),
        cmocka_unit_test(rates_of_false_discoveries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
