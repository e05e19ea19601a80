/* test_choices.c: weights that were planted are found; the place that is found is flat; parts and
 * penalties; no memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "values/learn/natural_value_fit.h"

enum { FEATURES = 4, OPTIONS = 5 };
static const double PLANTED[FEATURES] = {1.5, -0.7, 0.3, 0};

static void plant(struct choices *c, int count)
{
    struct rng rng;
    rng_seed(&rng, 3);
    choices_init(c, FEATURES);
    for (int i = 0; i < count; i++) {
        double x[OPTIONS][FEATURES], p[OPTIONS], sum = 0;
        for (int o = 0; o < OPTIONS; o++) {
            double score = 0;
            for (int f = 0; f < FEATURES; f++) {
                x[o][f] = 2 * rng_double(&rng) - 1;
                score += PLANTED[f] * x[o][f];
            }
            sum += p[o] = exp(score);
        }
        double at = rng_double(&rng) * sum;
        int chosen = 0;
        while (chosen < OPTIONS - 1 && (at -= p[chosen]) > 0)
            chosen++;
        choices_begin(c, 1, (uint32_t)i);
        for (int o = 0; o < OPTIONS; o++) {
            choices_option(c, o == chosen);
            for (int f = 0; f < FEATURES; f++)
                choices_term(c, (uint32_t)f, x[o][f]);
        }
    }
}

static void finds_what_was_planted(void **state)
{
    const double ridge[FEATURES] = {0};
    double w[FEATURES] = {0};
    struct choice_figures f, g;
    struct choices c;
    (void)state;
    plant(&c, 20000);
    assert_int_equal(choices_fit(&c, NULL, ridge, w, &f, NULL), STATUS_OK);
    for (int i = 0; i < FEATURES; i++)
        assert_true(fabs(w[i] - PLANTED[i]) < 0.06);
    assert_true(f.weight == 20000 && f.rounds < 10 && f.likelihood < 0);
    assert_true(f.top1 > 0.3 && f.top3 > f.top1 && f.top3 < 1);
    for (int i = 0; i < FEATURES; i++) /* nowhere else is better */
        for (int sign = -1; sign <= 1; sign += 2) {
            w[i] += 0.01 * sign;
            choices_evaluate(&c, NULL, w, &g);
            assert_true(g.likelihood < f.likelihood);
            w[i] -= 0.01 * sign;
        }
    choices_release(&c);
}

static void parts_and_penalties(void **state)
{
    const double none[FEATURES] = {0}, strong[FEATURES] = {1e9, 0, 0, 0};
    const struct choice_part others = {.by = 5, .rest = 2, .others = true},
                             it = {.by = 5, .rest = 2};
    double w[FEATURES] = {0}, v[FEATURES] = {0};
    struct choice_figures f, g;
    struct choices c;
    (void)state;
    plant(&c, 1000);
    assert_int_equal(choices_fit(&c, &others, none, w, &f, NULL), STATUS_OK);
    choices_evaluate(&c, &it, w, &g);
    assert_true(f.weight == 800 && g.weight == 200);
    assert_int_equal(choices_fit(&c, NULL, strong, v, NULL, NULL), STATUS_OK);
    assert_true(fabs(v[0]) < 1e-5 && fabs(v[1]) > 0.3);
    choices_release(&c);
}

/* A choice of nothing that was offered is passed over. */
static void nothing_chosen(void **state)
{
    const double ridge[1] = {1};
    double w[1] = {0};
    struct choice_figures f;
    struct choices c;
    (void)state;
    choices_init(&c, 1);
    choices_begin(&c, 1, 0);
    choices_option(&c, false);
    choices_term(&c, 0, 1);
    assert_int_equal(choices_fit(&c, NULL, ridge, w, &f, NULL), STATUS_OK);
    assert_true(f.weight == 0 && w[0] == 0);
    choices_release(&c);
}

static void want_of_memory(void **state)
{
    const double ridge[FEATURES] = {0};
    double w[FEATURES];
    struct choices c;
    (void)state;
    plant(&c, 10);
    for (long n = 0; n < 8; n++) {
        mem_fail_after(n);
        assert_int_equal(choices_fit(&c, NULL, ridge, w, NULL, NULL), STATUS_NOMEM);
    }
    mem_fail_never();
    choices_release(&c);
    mem_fail_after(0);
    choices_init(&c, 1);
    choices_begin(&c, 1, 0);
    choices_option(&c, true);
    choices_term(&c, 0, 1);
    assert_int_equal(choices_fit(&c, NULL, ridge, w, NULL, NULL), STATUS_NOMEM);
    mem_fail_never();
    choices_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_was_planted),
        cmocka_unit_test(parts_and_penalties),
        cmocka_unit_test(nothing_chosen),
        cmocka_unit_test(want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
