/* test_clock.c: no plan overruns the clock, whatever it shows; what is given anew with each move is
 * used; and games of any length are played to their end with time to spare. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "engine/search/clock.h"

static struct think_limits plan(struct clock_state c)
{
    struct think_limits limits = {.depth = 7, .nodes = 8, .lines = 9};
    clock_plan(&c, &limits);
    assert_true(limits.depth == 7 && limits.nodes == 8 && limits.lines == 9);
    assert_true(limits.hard_ms > 0); /* 0 would be no limit */
    return limits;
}

static struct think_limits plan_game(struct clock_state c)
{
    c.kind = CLOCK_GAME;
    return plan(c);
}

static struct think_limits plan_exact(uint32_t ms, uint32_t delay)
{
    return plan((struct clock_state){.kind = CLOCK_EXACT, .exact_ms = ms, .delay_ms = delay});
}

static void fixed_times(void **state)
{
    (void)state;
    struct think_limits l = plan_exact(100, 0);
    assert_int_equal(l.hard_ms, 100 - CLOCK_OWN_MS);
    assert_int_equal(l.soft_ms, 0);
    assert_int_equal(plan_exact(100, 30).hard_ms, 100 - CLOCK_OWN_MS - 10);
    assert_int_equal(plan_exact(5000, 30).hard_ms, 5000 - CLOCK_OWN_MS - 30);
    for (uint32_t ms = 0; ms < 5; ms++)
        assert_int_equal(plan_exact(ms, 30).hard_ms, 1);
    /* no clock at all */
    l = plan((struct clock_state){0});
    assert_int_equal(l.hard_ms, 1000 - CLOCK_OWN_MS);
    /* one that has run out */
    l = plan_game((struct clock_state){0});
    assert_int_equal(l.hard_ms, 1);
}

static void byoyomi_is_used_up(void **state)
{
    (void)state;
    for (uint32_t ms = 20; ms <= 60000; ms *= 3) {
        struct think_limits l = plan_game((struct clock_state){.byoyomi_ms = ms, .delay_ms = 30});
        assert_true(l.hard_ms < ms && l.hard_ms * 10 >= ms * 6);
        assert_int_equal(l.least_ms, l.hard_ms);
    }
    /* a wish for a long delay is heard where there is time */
    struct think_limits l = plan_game((struct clock_state){.byoyomi_ms = 10000, .delay_ms = 1200});
    assert_int_equal(l.hard_ms, 10000 - 1200 - CLOCK_OWN_MS);
}

static void nothing_is_overrun(void **state)
{
    struct rng r;
    (void)state;
    rng_seed(&r, 1);
    for (int i = 0; i < 100000; i++) {
        struct clock_state c = {
            .left_ms = (uint32_t)rng_below(&r, 1 + rng_below(&r, CLOCK_MOST_MS)),
            .byoyomi_ms = rng_below(&r, 2) ? (uint32_t)rng_below(&r, 60000) : 0,
            .increment_ms = rng_below(&r, 2) ? (uint32_t)rng_below(&r, 60000) : 0,
            .delay_ms = (uint32_t)rng_below(&r, 2000),
            .ply = (unsigned)rng_below(&r, 400),
            .ponders = rng_below(&r, 2)};
        struct think_limits l = plan_game(c);
        uint64_t all = (uint64_t)c.left_ms + c.byoyomi_ms;
        all += c.left_ms < c.increment_ms ? c.increment_ms : 0;
        if (all > 1)
            assert_true(l.hard_ms < all);
        assert_true(l.soft_ms <= l.hard_ms && l.least_ms <= l.hard_ms);
    }
}

/* What must hold for any clock: an answer at once at worst, and never later than it runs out. */
static void check_plan(struct clock_state c)
{
    struct think_limits l = plan_game(c);
    uint32_t all = c.left_ms + c.byoyomi_ms + (c.left_ms < c.increment_ms ? c.increment_ms : 0);
    uint32_t kept = CLOCK_OWN_MS + (c.delay_ms < all / 10 ? c.delay_ms : all / 10);
    assert_true(l.hard_ms < all || l.hard_ms == 1);
    assert_true(l.hard_ms + kept <= all || l.hard_ms == 1);
    assert_true(l.soft_ms >= 1 && l.soft_ms <= l.hard_ms && l.least_ms <= l.hard_ms);
}

/* Every clock of a minute, with and without what is given anew. */
static void every_clock(void **state)
{
    static const uint32_t given[] = {0, 1, 3, 10, 49, 100, 1000, 10000, 60000};
    static const unsigned plies[] = {1, 60, 150, 400};
    enum { GIVEN = sizeof given / sizeof *given, PLIES = sizeof plies / sizeof *plies };
    (void)state;
    for (uint32_t left = 0; left <= 60000; left += left < 2500 ? 1 : 37)
        for (int i = 0; i < GIVEN * GIVEN; i++)
            for (int k = 0; k < 2 * PLIES; k++)
                check_plan((struct clock_state){.left_ms = left,
                                                .byoyomi_ms = given[i % GIVEN],
                                                .increment_ms = given[i / GIVEN],
                                                .delay_ms = k % 3 ? 30 : 1000,
                                                .ply = plies[k / 2],
                                                .ponders = k % 2});
}

/* A game in which each move takes between soft and hard. */
static uint32_t play_game(struct clock_state c, unsigned moves, uint32_t *first)
{
    uint64_t left = c.left_ms;
    for (unsigned i = 0; i < moves; i++) {
        c.left_ms = (uint32_t)left;
        c.ply = 2 * i + 1;
        struct think_limits l = plan_game(c);
        uint32_t used = l.soft_ms + (l.hard_ms - l.soft_ms) * (i % 4) / 8;
        *first = i ? *first : l.soft_ms;
        uint32_t main_time = used > c.byoyomi_ms ? used - c.byoyomi_ms : 0;
        assert_true(main_time < left + (left == 0) + c.increment_ms);
        left = left + c.increment_ms - (main_time < left ? main_time : left);
    }
    return (uint32_t)left;
}

static void lasts_the_game(void **state)
{
    uint32_t first;
    (void)state;
    for (unsigned moves = 40; moves <= 200; moves += 40) {
        uint32_t left = play_game((struct clock_state){.left_ms = 600000}, moves, &first);
        assert_true(left > 0 && first > 5000 && first < 30000);
        play_game((struct clock_state){.left_ms = 600000, .byoyomi_ms = 10000}, moves, &first);
        assert_true(first > 10000);
        left =
            play_game((struct clock_state){.left_ms = 300000, .increment_ms = 5000}, moves, &first);
        assert_true(left >= 5000);
    }
}

static void adding_before_or_after(void **state)
{
    (void)state;
    /* nothing left but what is about to be added */
    struct think_limits l = plan_game((struct clock_state){.increment_ms = 10000});
    assert_true(l.hard_ms > 1000 && l.hard_ms < 10000);
    l = plan_game((struct clock_state){.left_ms = 10000, .increment_ms = 10000});
    assert_true(l.hard_ms < 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_times),        cmocka_unit_test(byoyomi_is_used_up),
        cmocka_unit_test(nothing_is_overrun), cmocka_unit_test(every_clock),
        cmocka_unit_test(lasts_the_game),     cmocka_unit_test(adding_before_or_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
