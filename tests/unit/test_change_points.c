/* test_change_points.c: change points that were planted are found where they are, none where there is
 * none, and as few false ones as the false discovery rate says. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/change_points.h"
#include "base/proportions.h"
#include "base/rng.h"

enum { YEARS = 120, LEAST = 50 };

/* Games per year grow a lot, as those of real databases. */
static uint32_t trials_of(uint32_t year)
{
    return 3 + year * year / 40;
}

static uint32_t draw(struct rng *rng, uint32_t of, double share)
{
    uint32_t with = 0;
    for (uint32_t i = 0; i < of; i++)
        with += (double)rng_below(rng, 1000000) < 1e6 * share;
    return with;
}

/* Share 0 up to a year, 1 up to another, 2 from there on. */
struct planted_shares {
    double share[3];
    uint32_t from, to;
};

static void plant(struct share_count *counts, struct rng *rng, const struct planted_shares *p)
{
    for (uint32_t y = 0; y < YEARS; y++) {
        counts[y].of = trials_of(y);
        counts[y].with = draw(rng, counts[y].of, p->share[(y >= p->from) + (y >= p->to)]);
    }
}

static struct share_changes find(const struct share_count *counts, uint32_t n)
{
    struct share_changes c;
    struct err err;
    assert_int_equal(share_changes_find(&c, counts, n, LEAST, &err), STATUS_OK);
    return c;
}

static void check_cover(const struct share_changes *c, const struct share_count *counts, uint32_t n)
{
    const struct share_span *lists[] = {c->bins, c->segments};
    const size_t sizes[] = {c->bin_count, c->segment_count};
    for (int k = 0; k < 2; k++) {
        uint32_t next = 0;
        for (size_t i = 0; i < sizes[k]; i++) {
            const struct share_span *s = &lists[k][i];
            uint64_t with = 0, of = 0;
            assert_int_equal(s->first, next);
            for (uint32_t y = s->first; y <= s->last; y++) {
                with += counts[y].with;
                of += counts[y].of;
            }
            assert_int_equal(s->with, with);
            assert_int_equal(s->of, of);
            assert_true(s->of >= LEAST || sizes[k] == 1);
            next = s->last + 1;
        }
        assert_int_equal(next, n);
    }
}

static void fashion_is_found(void **state)
{
    (void)state;
    const struct planted_shares FASHION = {{0.02, 0.15, 0.03}, 60, 85};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct share_count counts[YEARS];
        struct rng rng;
        rng_seed(&rng, seed);
        plant(counts, &rng, &FASHION);
        struct share_changes c = find(counts, YEARS);
        check_cover(&c, counts, YEARS);
        assert_int_equal(c.segment_count, 3);
        assert_in_range(c.segments[1].first, 58, 62);
        assert_in_range(c.segments[2].first, 84, 86);
        assert_true(c.p < 1e-9);
        assert_true(c.dispersion < 2);
        share_changes_release(&c);
    }
}

static void birth_and_death_are_found(void **state)
{
    (void)state;
    const struct planted_shares LIFE = {{0, 0.1, 0}, 50, 90};
    struct share_count counts[YEARS];
    struct rng rng;
    rng_seed(&rng, 7);
    plant(counts, &rng, &LIFE);
    struct share_changes c = find(counts, YEARS);
    assert_true(c.silent_from < 1e-6);
    assert_true(c.silent_to < 1e-6);
    share_changes_release(&c);
    /* The records end while it is played: nobody knows. */
    uint32_t last = YEARS - 1;
    while (!counts[last].with)
        last--;
    c = find(counts, last + 1);
    assert_true(c.silent_from < 1e-6);
    assert_true(c.silent_to == 1);
    share_changes_release(&c);
    /* What had become rare before is not extinct because of one year without it. */
    const struct planted_shares RARE = {{0.1, 0.1, 0.003}, 50, 100};
    plant(counts, &rng, &RARE);
    counts[YEARS - 1].with = 0;
    c = find(counts, YEARS);
    assert_int_equal(c.segment_count, 2);
    assert_true(c.silent_to > 0.05);
    share_changes_release(&c);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of p values under the null at most a share x is below x: false discovery rates then hold. */
static void check_null(double *p, size_t n, double x)
{
    size_t below = 0;
    for (size_t i = 0; i < n; i++)
        below += p[i] <= x;
    double most = (double)n * x + 4 * sqrt((double)n * x) + 1;
    if ((double)below > most)
        fail_msg("%zu of %zu below %g", below, n, x);
    qsort(p, n, sizeof *p, by_size);
    adjust_false_discovery(p, n);
    assert_true(p[0] > 0.01);
}

/* Shares that stay the same, of all sizes; and with players who have habits: the share of each year
 * is drawn. */
static void nothing_is_found_where_nothing_is(void **state)
{
    (void)state;
    enum { SERIES = 600 };
    static double p[SERIES], from[SERIES], to[SERIES];
    for (int habits = 0; habits < 2; habits++) {
        struct rng rng;
        size_t cuts = 0;
        rng_seed(&rng, 3);
        for (size_t i = 0; i < SERIES; i++) {
            struct share_count counts[YEARS];
            double share = 0.004 * (double)(1 + i % 40);
            for (uint32_t y = 0; y < YEARS; y++) {
                double off = habits ? 0.25 * ((double)rng_below(&rng, 2001) / 1000 - 1) : 0;
                counts[y].of = trials_of(y);
                counts[y].with = draw(&rng, counts[y].of, share * (1 + off));
            }
            struct share_changes c = find(counts, YEARS);
            p[i] = c.p;
            from[i] = c.silent_from;
            to[i] = c.silent_to;
            cuts += c.segment_count > 1;
            share_changes_release(&c);
        }
        check_null(p, SERIES, 0.05);
        check_null(from, SERIES, 0.05);
        check_null(to, SERIES, 0.05);
        assert_true(cuts <= SERIES / 20);
    }
}

/* Among many that do not change, those that do: at most the false discovery rate of those found. */
static void false_discoveries_are_few(void **state)
{
    (void)state;
    enum { SERIES = 400, CHANGED = 80 };
    static double p[SERIES], sorted[SERIES];
    struct rng rng;
    rng_seed(&rng, 11);
    for (size_t i = 0; i < SERIES; i++) {
        struct share_count counts[YEARS];
        const struct planted_shares FIXED = {{0.05, 0.05, 0.05}, 60, 90};
        const struct planted_shares CHANGES = {{0.03, 0.09, 0.05}, 60, 90};
        plant(counts, &rng, i < CHANGED ? &CHANGES : &FIXED);
        struct share_changes c = find(counts, YEARS);
        p[i] = sorted[i] = c.p;
        share_changes_release(&c);
    }
    qsort(sorted, SERIES, sizeof *sorted, by_size);
    double cut = 0;
    double adjusted[SERIES];
    memcpy(adjusted, sorted, sizeof sorted);
    adjust_false_discovery(adjusted, SERIES);
    for (size_t i = 0; i < SERIES; i++)
        if (adjusted[i] <= 0.05)
            cut = sorted[i];
    size_t found = 0, wrong = 0;
    for (size_t i = 0; i < SERIES; i++) {
        found += p[i] <= cut;
        wrong += p[i] <= cut && i >= CHANGED;
    }
    assert_true(found - wrong >= CHANGED * 9 / 10);
    assert_true(wrong <= found / 10);
}

static void little_is_nothing(void **state)
{
    (void)state;
    const struct share_count FEW[] = {{1, 2}, {0, 0}, {1, 3}};
    struct share_changes c = find(FEW, 0);
    assert_int_equal(c.bin_count, 0);
    assert_int_equal(c.segment_count, 0);
    assert_true(c.p == 1 && c.silent_from == 1 && c.silent_to == 1);
    share_changes_release(&c);
    c = find(FEW, 3);
    assert_int_equal(c.bin_count, 1);
    assert_int_equal(c.segment_count, 1);
    assert_int_equal(c.segments[0].last, 2);
    assert_true(c.p == 1);
    share_changes_release(&c);
    const struct share_count NEVER[] = {{0, 60}, {0, 70}};
    c = find(NEVER, 2);
    assert_int_equal(c.segment_count, 1);
    assert_true(c.p == 1 && c.silent_from == 1 && c.silent_to == 1 && c.dispersion == 1);
    share_changes_release(&c);
}

/* 4 of 20 trials, and none in the last 10: 10 of 20 × 9 of 19 × 8 of 18 × 7 of 17. */
static void silence_is_exact(void **state)
{
    (void)state;
    const struct share_count HALF[] = {{2, 5}, {2, 5}, {0, 10}};
    struct share_changes c = find(HALF, 3);
    assert_true(fabs(c.silent_to - 10.0 * 9 * 8 * 7 / (20.0 * 19 * 18 * 17)) < 1e-12);
    assert_true(c.silent_from == 1);
    share_changes_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fashion_is_found),
        cmocka_unit_test(birth_and_death_are_found),
        cmocka_unit_test(nothing_is_found_where_nothing_is),
        cmocka_unit_test(false_discoveries_are_few),
        cmocka_unit_test(little_is_nothing),
        cmocka_unit_test(silence_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
