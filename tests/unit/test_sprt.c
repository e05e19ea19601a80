/* test_sprt.c: Elo, its interval, and the sequential test: worked values, and how often it errs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/record.h"
#include "sim/match/match.h"

static void near(double x, double wanted, double within)
{
    if (!(fabs(x - wanted) <= within))
        fail_msg("%g is not %g", x, wanted);
}

static void score_and_elo_are_inverse(void **state)
{
    (void)state;
    near(elo_of_score(0.5), 0, 0);
    near(elo_of_score(0.75), 190.8485, 1e-3); /* 400 log10 3 */
    near(score_of_elo(400), 10.0 / 11, 1e-12);
    for (double e = -900; e <= 900; e += 75)
        near(elo_of_score(score_of_elo(e)), e, 1e-6);
}

/* 60 wins and 40 losses in pairs that vary as independent games do (16, 48 and 36 % of them): the
 * interval is Wilson's for 100 games, 0.502 … 0.691. */
static void interval_of_independent_games_is_wilsons(void **state)
{
    struct match_score s = {.wins = 60, .losses = 40, .pairs = {8, 0, 24, 0, 18}};
    struct elo e;
    (void)state;
    elo_of(&s, &e);
    near(e.score, 0.6, 1e-12);
    near(e.elo, elo_of_score(0.6), 1e-9);
    near(score_of_elo(e.low), 0.5020, 2e-4);
    near(score_of_elo(e.high), 0.6906, 2e-4);
}

/* Pairs that were all shared say more about the score than as many independent games. */
static void pairs_that_agree_narrow_the_interval(void **state)
{
    struct match_score shared = {.wins = 50, .losses = 50, .pairs = {0, 0, 50, 0, 0}};
    struct match_score split = {.wins = 50, .losses = 50, .pairs = {25, 0, 0, 0, 25}};
    struct elo narrow, wide;
    (void)state;
    elo_of(&shared, &narrow);
    elo_of(&split, &wide);
    assert_true(narrow.high - narrow.low < (wide.high - wide.low) / 4);
    near(narrow.low, -narrow.high, 1e-9);
}

static void extreme_scores_stay_finite(void **state)
{
    struct match_score none = {0}, all = {.wins = 10, .pairs = {0, 0, 0, 0, 5}},
                       one = {.losses = 1};
    struct elo e;
    (void)state;
    elo_of(&none, &e);
    near(e.elo, 0, 0);
    elo_of(&all, &e);
    near(e.elo, elo_of_score(0.95), 1e-9);
    assert_true(isfinite(e.low) && isfinite(e.high) && e.low < e.elo && e.elo < e.high);
    elo_of(&one, &e);
    assert_true(isfinite(e.elo) && e.elo < 0);
}

/* Twenty wins of twenty: by Wilson's interval the score is 0.80 at least (19½ of 20).  That no pair
 * differs from another must not make it narrower. */
static void winning_all_is_not_certainty(void **state)
{
    struct match_score all = {.wins = 20, .pairs = {0, 0, 0, 0, 10}};
    struct match_score none = {.losses = 20, .pairs = {10, 0, 0, 0, 0}};
    struct elo e, mirrored;
    (void)state;
    elo_of(&all, &e);
    near(score_of_elo(e.low), 0.7996, 5e-4);
    near(score_of_elo(e.high), 0.9974, 5e-4);
    elo_of(&none, &mirrored);
    near(mirrored.high, -e.low, 1e-9);
}

/* Of results that are won or lost alone the ratio is that of two binomial likelihoods. */
static void ratio_of_wins_and_losses_is_binomial(void **state)
{
    const struct sprt t = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    const uint64_t counts[3] = {400, 0, 500};
    double s1 = score_of_elo(50);
    double wanted = 500 * log(s1 / 0.5) + 400 * log((1 - s1) / 0.5);
    (void)state;
    near(sprt_llr(&t, counts, 3), wanted, 0.02);
    near(sprt_llr(&t, (uint64_t[3]){0}, 3), 0, 0);
}

/* Near one half the ratio is (s1 - s0)(2 s - s0 - s1) n / 2 v. */
static void ratio_is_near_its_normal_form(void **state)
{
    const struct sprt t = {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    const uint64_t counts[5] = {1000, 2000, 3900, 2100, 1060};
    double n = 0, sum = 0, squares = 0, s1 = score_of_elo(5);
    (void)state;
    for (int i = 0; i < 5; i++) {
        n += (double)counts[i];
        sum += (double)counts[i] * i / 4;
        squares += (double)counts[i] * i * i / 16;
    }
    double mean = sum / n, variance = squares / n - mean * mean;
    double wanted = (s1 - 0.5) * (2 * mean - 0.5 - s1) * n / (2 * variance);
    near(sprt_llr(&t, counts, 5), wanted, 0.01 * fabs(wanted));
}

static void bounds_decide(void **state)
{
    const struct sprt t = {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    double lower, upper;
    (void)state;
    sprt_bounds(&t, &lower, &upper);
    near(upper, log(19), 1e-12);
    near(lower, -log(19), 1e-12);
    assert_int_equal(sprt_verdict(&t, 2.9), SPRT_GOES_ON);
    assert_int_equal(sprt_verdict(&t, 2.95), SPRT_H1);
    assert_int_equal(sprt_verdict(&t, -2.95), SPRT_H0);
}

/* One game at a true difference, a fifth of them drawn. */
static int play(struct rng *rng, double score)
{
    double x = rng_double(rng);
    return x < score - 0.1 ? POINTS_WIN : x < score + 0.1 ? POINTS_DRAW : POINTS_LOSS;
}

/* An opening favours one colour: both games of a pair know of it. */
static enum sprt_verdict simulate(const struct sprt *t, struct rng *rng, double elo)
{
    struct match_score s = {0};
    enum sprt_verdict verdict = SPRT_GOES_ON;
    while (verdict == SPRT_GOES_ON) {
        double favour = rng_double(rng) * 160 - 80;
        int first = play(rng, score_of_elo(elo + favour));
        match_score_pair(&s, first + play(rng, score_of_elo(elo - favour)));
        verdict = sprt_verdict(t, sprt_llr(t, s.pairs, SPRT_PAIR_RESULTS));
    }
    return verdict;
}

static void errs_as_often_as_it_says(void **state)
{
    enum { MATCHES = 1000 };
    const struct sprt t = {.elo0 = 0, .elo1 = 60, .alpha = 0.05, .beta = 0.05};
    struct rng rng;
    int wrong0 = 0, wrong1 = 0;
    (void)state;
    rng_seed(&rng, 7);
    for (int i = 0; i < MATCHES; i++) {
        wrong0 += simulate(&t, &rng, t.elo0) == SPRT_H1;
        wrong1 += simulate(&t, &rng, t.elo1) == SPRT_H0;
    }
    /* 50 expected; three standard deviations are 21 */
    assert_in_range(wrong0, 20, 71);
    assert_in_range(wrong1, 20, 71);
}

/* The interval holds the true difference about 95 times in a hundred. */
static void interval_covers(void **state)
{
    enum { MATCHES = 2000, PAIRS = 50 };
    struct rng rng;
    int covered = 0;
    (void)state;
    rng_seed(&rng, 11);
    for (int i = 0; i < MATCHES; i++) {
        struct match_score s = {0};
        struct elo e;
        for (int k = 0; k < PAIRS; k++) {
            double favour = rng_double(&rng) * 160 - 80;
            int first = play(&rng, score_of_elo(40 + favour));
            int second = play(&rng, score_of_elo(40 - favour));
            match_score_game(&s, first);
            match_score_game(&s, second);
            match_score_pair(&s, first + second);
        }
        elo_of(&s, &e);
        covered += e.low <= 40 && 40 <= e.high;
    }
    assert_in_range(covered, MATCHES * 93 / 100, MATCHES * 97 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(score_and_elo_are_inverse),
        cmocka_unit_test(interval_of_independent_games_is_wilsons),
        cmocka_unit_test(pairs_that_agree_narrow_the_interval),
        cmocka_unit_test(extreme_scores_stay_finite),
        cmocka_unit_test(winning_all_is_not_certainty),
        cmocka_unit_test(ratio_of_wins_and_losses_is_binomial),
        cmocka_unit_test(ratio_is_near_its_normal_form),
        cmocka_unit_test(bounds_decide),
        cmocka_unit_test(errs_as_often_as_it_says),
        cmocka_unit_test(interval_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
