/* test_chaturanga_joint.c: hypotheses about the paper's program, how likely they make its figures,
 * and the search among them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "cluster/chaturanga_trial.h"
#include "sim/chaturanga/chaturanga_joint.h"

static void random_hypothesis(struct chaturanga_hypothesis *h, struct rng *rng)
{
    hypothesis_plain(h);
    for (unsigned d = 0; d < DIMENSIONS; d++)
        if (rng_below(rng, 3) == 0)
            h->values[d] = (uint8_t)rng_below(rng, hypothesis_values(d));
}

static void assert_text(const struct chaturanga_hypothesis *h, const char *expected)
{
    struct buf text;
    buf_init(&text, 4096);
    hypothesis_print(h, &text);
    assert_true(span_eq(buf_span(&text), span_of(expected)));
    buf_release(&text);
}

static void test_hypotheses(void **state)
{
    (void)state;
    struct chaturanga_hypothesis h;
    char name[HYPOTHESIS_NAME_BYTES];
    hypothesis_plain(&h);
    assert_text(&h, "plain");
    assert_true(hypothesis_log_prior(&h) == 0);
    hypothesis_default(&h);
    assert_text(&h, "order=asc ally=none rounds=in-turn");
    assert_int_equal(hypothesis_departures(&h), 3);
    assert_true(fabs(hypothesis_log_prior(&h) + 2 * log(3)) < 1e-12);
    const struct chaturanga_rules rules = hypothesis_rules(&h), usual = {0};
    assert_memory_equal(&rules, &usual, sizeof usual);
    static const char *const USUAL[] = {"P0", "P1", "P2", "P3", "P4"};
    for (unsigned level = 0; level < LEVELS_OF_PAPER; level++) {
        hypothesis_player(&h, level, name);
        assert_string_equal(name, USUAL[level]);
    }
    /* each level has those habits only that matter to it */
    static const char *const HUNTERS[] = {"P0", "P1:reach+hunt", "P2:double+hunt+king",
                                          "P3:double+king", "P4:double+king"};
    h.values[DIMENSION_HUNTERS] = 1;
    h.values[DIMENSION_BY_TWO] = 2;
    h.values[DIMENSION_DANGER] = 2;
    for (unsigned level = 0; level < LEVELS_OF_PAPER; level++) {
        hypothesis_player(&h, level, name);
        assert_string_equal(name, HUNTERS[level]);
    }
}

/* Every hypothesis has players that exist, and rows that can be played. */
static void test_rows_play(void **state)
{
    (void)state;
    struct rng rng;
    struct err err;
    rng_seed(&rng, 8);
    for (int i = 0; i < 40; i++) {
        struct chaturanga_hypothesis h;
        struct row_key key;
        struct row_sums whole = {0}, parts = {0};
        random_hypothesis(&h, &rng);
        row_key_make(&key, &h, (unsigned)i % LEVELS_OF_PAPER, i & 1);
        assert_int_equal(row_play(&key, 3, 0, 5, NULL, &whole, &err), STATUS_OK);
        assert_int_equal(row_play(&key, 3, 0, 2, NULL, &parts, &err), STATUS_OK);
        assert_int_equal(row_play(&key, 3, 2, 3, NULL, &parts, &err), STATUS_OK);
        assert_memory_equal(&whole, &parts, sizeof whole);
        assert_int_equal(whole.games, 5);
    }
}

/* Rows are the trials that `kifu chaturanga simulate` runs: the same games, figures and errors. */
static void test_rows_are_trials(void **state)
{
    (void)state;
    enum { GAMES = 200 };
    struct chaturanga_hypothesis h;
    struct err err;
    hypothesis_default(&h);
    h.values[DIMENSION_FROZEN] = 1;
    for (unsigned level = 0; level < LEVELS_OF_PAPER; level++) {
        struct row_sums sums[2] = {{0}};
        struct chaturanga_sums trial[2];
        for (int alone = 0; alone < 2; alone++) {
            struct row_key key;
            row_key_make(&key, &h, level, alone);
            assert_int_equal(row_play(&key, 6, 0, GAMES, NULL, &sums[alone], &err), STATUS_OK);
            struct chaturanga_trial t = {.games = GAMES,
                                         .seed = 6,
                                         .threads = 1,
                                         .counts = true,
                                         .oddities = CHATURANGA_FROZEN_VANISH};
            for (int c = 0; c < CHATURANGA_COLOURS; c++)
                t.players[c] = alone && c < CHATURANGA_BLACK ? "P0" : key.player;
            assert_int_equal(chaturanga_trial_run(&t, &trial[alone], &err), STATUS_OK);
            assert_int_equal(sums[alone].sum[ROW_LENGTH], trial[alone].turns);
            assert_int_equal(sums[alone].sum[ROW_DRAWN], trial[alone].draws);
            assert_int_equal(sums[alone].wins, trial[alone].wins[CHATURANGA_BLACK]);
        }
        struct row_likelihood l;
        row_likelihood(level, &sums[0], &sums[1], &l);
        const struct chaturanga_mean means[] = {
            chaturanga_length_of(&trial[0]), chaturanga_mean_of(&trial[0], &trial[0].after),
            chaturanga_mean_of(&trial[0], &trial[0].before),
            chaturanga_mean_of(&trial[0], &trial[0].expected), chaturanga_index_of(&trial[0])};
        static const int FIGURES[] = {PAPER_LENGTH, PAPER_AFTER, PAPER_BEFORE, PAPER_EXPECTED,
                                      PAPER_INDEX};
        for (int i = 0; i < 5; i++) {
            const struct paper_comparison *c = &l.figures[FIGURES[i]];
            assert_true(fabs(c->ours / means[i].value - 1) < 1e-9);
            if (FIGURES[i] != PAPER_INDEX) /* there the covariance of B and D counts, too */
                assert_true(fabs(c->error / means[i].error - 1) < 0.01); /* n or n - 1 */
        }
        assert_true(fabs(l.figures[PAPER_WINS].ours -
                         100 * (double)trial[1].wins[CHATURANGA_BLACK] / GAMES) < 1e-9);
    }
}

/* Sums of many games that all are as the paper's row P1 says, but for some spread. */
static void made_up(struct row_sums *s, double length, double after, double before)
{
    enum { GAMES = 100000 };
    *s = (struct row_sums){0};
    for (int i = 0; i < GAMES; i++) {
        double l = length + (i % 3 - 1) * 10, a = after + (i % 5 - 2) * 3;
        double values[ROW_FIGURES] = {l, a * l, before * l + (i % 7 - 3) * 4 * l,
                                      16 * (a + (i % 11 - 5)) * l, 0};
        s->games++;
        s->wins += i % 100 < 57;
        for (int k = 0; k < ROW_FIGURES; k++) {
            s->sum[k] += (uint64_t)values[k];
            for (int j = 0; j < ROW_FIGURES; j++)
                s->products[k][j] += (uint64_t)values[k] * (uint64_t)values[j];
        }
    }
}

static double log_likelihood(double length, double after, double before)
{
    struct row_sums s;
    struct row_likelihood l;
    double sum = 0;
    made_up(&s, length, after, before);
    row_likelihood(1, &s, &s, &l);
    for (int i = 0; i < PAPER_TERMS; i++)
        sum += l.terms[i];
    return sum;
}

/* The figures that the paper has are likelier than others, in every direction. */
static void test_likelihood(void **state)
{
    (void)state;
    double best = log_likelihood(22.5, 22.4, 163);
    assert_true(best > log_likelihood(24.5, 22.4, 163) + 1);
    assert_true(best > log_likelihood(20.5, 22.4, 163) + 1);
    assert_true(best > log_likelihood(22.5, 23.4, 163) + 1);
    assert_true(best > log_likelihood(22.5, 22.4, 175) + 1);
}

static void test_joint_fit(void **state)
{
    (void)state;
    struct joint_fit_options o = {
        .seed = 4, .games = JOINT_FIT_LEAST_GAMES, .rounds = 1, .survivors = 2, .threads = 1};
    struct joint_fit fit, same;
    struct err err;
    double posterior = 0, tempered = 0;
    size_t plain = 0, all = 0;
    assert_int_equal(joint_fit_run(&o, &fit, &err), STATUS_OK);
    o.threads = 3;
    assert_int_equal(joint_fit_run(&o, &same, &err), STATUS_OK);
    assert_int_equal(fit.finalist_count, same.finalist_count);
    assert_memory_equal(fit.finalists, same.finalists, fit.finalist_count * sizeof *fit.finalists);
    assert_memory_equal(fit.departures, same.departures,
                        fit.departure_count * sizeof *fit.departures);
    assert_int_equal(fit.games, same.games);
    for (size_t i = 0; i < fit.finalist_count; i++) {
        const struct judged_hypothesis *h = &fit.finalists[i];
        posterior += h->posterior;
        tempered += h->tempered;
        plain += hypothesis_departures(&h->is) == 0;
        assert_int_equal(h->games, o.games);
        assert_true(i == 0 ||
                    h->log_prior + h->log_likelihood <=
                        fit.finalists[i - 1].log_prior + fit.finalists[i - 1].log_likelihood);
    }
    assert_true(fabs(posterior - 1) < 1e-9 && fabs(tempered - 1) < 1e-9 && plain == 1);
    for (unsigned d = 0; d < DIMENSIONS; d++)
        all += hypothesis_values(d) - 1;
    assert_int_equal(fit.departure_count, all);
    for (size_t i = 0; i < all; i++) {
        const struct judged_departure *d = &fit.departures[i];
        double sum = 0;
        for (int l = 0; l < LEVELS_OF_PAPER; l++)
            for (int t = 0; t < PAPER_TERMS; t++)
                sum += d->by_term[l][t];
        assert_true(fabs(sum - d->company) < 1e-6);
        /* two boats that fill a block with others hardly ever happen: no figure can tell */
        if (strcmp(d->dimension < CHATURANGA_READINGS ? chaturanga_readings[d->dimension].name : "",
                   "triumph") == 0)
            assert_true(fabs(d->alone) < 5);
    }
    joint_fit_release(&fit);
    joint_fit_release(&same);
    atomic_bool stop = true;
    o.stop = &stop;
    assert_int_equal(joint_fit_run(&o, &fit, &err), STATUS_CANCELLED);
    o.stop = NULL;
    for (long n = 0; n < 12; n++) {
        mem_fail_after(n);
        enum status status = joint_fit_run(&o, &fit, &err);
        mem_fail_never();
        assert_int_equal(status, STATUS_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hypotheses),      cmocka_unit_test(test_rows_play),
        cmocka_unit_test(test_rows_are_trials), cmocka_unit_test(test_likelihood),
        cmocka_unit_test(test_joint_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
