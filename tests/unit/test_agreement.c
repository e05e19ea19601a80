/* test_agreement.c: figures by class and third, means that give classes the same weight, paired
 * differences, intervals that are wider when positions of a game are alike. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "engine/natural/natural.h"
#include "values/natural/agreement.h"

enum { OURS, BASE, SILENT };

static struct agreement_row row_of(uint32_t game, int class, int third, shogi_move ours,
                                   shogi_move base)
{
    struct agreement_row row = {
        .game = game, .class = (uint8_t) class, .third = (uint8_t)third, .played = 1};
    row.by[OURS] =
        (struct agreement_answer){.move = ours, .order = ours - 1, .ln_p = log(1.0 / ours)};
    row.by[BASE] = (struct agreement_answer){.move = base, .order = -1, .ln_p = NAN};
    return row;
}

static void add(struct agreement *a, struct agreement_row row)
{
    assert_int_equal(agreement_add(a, &row, NULL), STATUS_OK);
}

static void counts_what_it_says(void **state)
{
    struct agreement a;
    struct agreement_figures f;
    struct agreement_pair p;
    (void)state;
    agreement_init(&a, 1);
    add(&a, row_of(0, NATURAL_PRO, 0, 1, 2));
    add(&a, row_of(0, NATURAL_PRO, 2, 2, 1));
    add(&a, row_of(1, NATURAL_PRO, 0, 4, 4));
    add(&a, row_of(1, NATURAL_PRO, 1, 1, 1));
    add(&a, row_of(2, NATURAL_ONLINE, 1, 1, 3));
    assert_int_equal(agreement_of(&a, OURS, NATURAL_PRO, AGREEMENT_WHOLE, &f, NULL), STATUS_OK);
    assert_true(f.positions == 4 && f.games == 2);
    assert_true(f.top1.value == 0.5 && f.top3.value == 0.75 && f.top5.value == 1);
    assert_true(fabs(f.likelihood.value + log(8) / 4) < 1e-12);
    /* the mean of 1/2 and 1, not 3 of 5 */
    assert_int_equal(agreement_of(&a, OURS, AGREEMENT_MEAN, AGREEMENT_WHOLE, &f, NULL), STATUS_OK);
    assert_true(f.positions == 5 && f.top1.value == 0.75);
    assert_true(f.top1.low <= 0.75 && f.top1.high >= 0.75);
    assert_int_equal(agreement_of(&a, OURS, NATURAL_PRO, 0, &f, NULL), STATUS_OK);
    assert_true(f.positions == 2 && f.top1.value == 0.5);
    /* nobody was asked; nothing is known but the move */
    assert_int_equal(agreement_of(&a, SILENT, AGREEMENT_MEAN, AGREEMENT_WHOLE, &f, NULL),
                     STATUS_OK);
    assert_true(f.positions == 0 && f.games == 0);
    assert_int_equal(agreement_of(&a, BASE, AGREEMENT_MEAN, AGREEMENT_WHOLE, &f, NULL), STATUS_OK);
    assert_true(f.top1.positions == 5 && f.top3.positions == 0 && f.likelihood.positions == 0);
    assert_int_equal(agreement_against(&a, OURS, BASE, AGREEMENT_MEAN, AGREEMENT_WHOLE, &p, NULL),
                     STATUS_OK);
    assert_true(p.top1.value == 0.5 && p.top3.positions == 0);
    assert_true(p.changed == 3 && p.ours_played == 2 && p.theirs_played == 1);
    agreement_release(&a);
}

static struct agreement_row row_at(uint16_t ply, uint16_t legal, int value, bool played)
{
    struct agreement_row row = row_of(ply, NATURAL_PRO, 0, played ? 1 : 2, 3);
    row.ply = ply;
    row.legal = legal;
    row.value = value;
    row.valued = true;
    return row;
}

static struct agreement_band_figures in_band(const struct agreement *a, struct agreement_band band)
{
    struct agreement_band_figures f;
    assert_int_equal(agreement_in_band(a, OURS, NATURAL_PRO, &band, &f, NULL), STATUS_OK);
    return f;
}

/* A band has its first number and not its last; forced moves are in none, positions without a value
 * in those that are open in values. */
static void bands_have_edges(void **state)
{
    struct agreement a;
    struct agreement_band_figures f;
    (void)state;
    agreement_init(&a, 1);
    add(&a, row_at(10, 30, -150, true));
    add(&a, row_at(19, 50, 149, false));
    add(&a, row_at(20, 80, 150, true));
    add(&a, row_at(21, 1, 0, true));
    struct agreement_row unknown = row_at(15, 100, 0, false);
    unknown.valued = false;
    add(&a, unknown);
    f = in_band(&a, (struct agreement_band){INT_MIN, 20, INT_MIN, INT_MAX});
    assert_true(f.by.positions == 3 && f.by.games == 3 && f.legal.value == 60);
    assert_true(fabs(f.by.top1.value - 1.0 / 3) < 1e-12);
    f = in_band(&a, (struct agreement_band){20, INT_MAX, INT_MIN, INT_MAX});
    assert_true(f.by.positions == 1 && f.legal.value == 80);
    f = in_band(&a, (struct agreement_band){INT_MIN, INT_MAX, -150, 150});
    assert_true(f.by.positions == 2 && f.by.top1.value == 0.5 && f.legal.value == 40);
    f = in_band(&a, (struct agreement_band){20, INT_MAX, INT_MIN, 150});
    assert_true(f.by.positions == 0);
    agreement_release(&a);
}

/* Ten positions a game that agree with each other are worth one, not ten. */
static void intervals_are_by_game(void **state)
{
    struct agreement alike, apart;
    struct agreement_figures f, g;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 7);
    agreement_init(&alike, 1);
    agreement_init(&apart, 1);
    for (uint32_t game = 0; game < 400; game++) {
        shogi_move m = (shogi_move)(1 + rng_below(&rng, 2));
        for (int i = 0; i < 10; i++) {
            add(&alike, row_of(game, NATURAL_PRO, 0, m, 1));
            add(&apart, row_of(game, NATURAL_PRO, 0, (shogi_move)(1 + rng_below(&rng, 2)), 1));
        }
    }
    assert_int_equal(agreement_of(&alike, OURS, NATURAL_PRO, AGREEMENT_WHOLE, &f, NULL), STATUS_OK);
    assert_int_equal(agreement_of(&apart, OURS, NATURAL_PRO, AGREEMENT_WHOLE, &g, NULL), STATUS_OK);
    double of_games = 2 * 1.96 * 0.5 / sqrt(400), of_positions = 2 * 1.96 * 0.5 / sqrt(4000);
    assert_true(fabs(f.top1.high - f.top1.low - of_games) < 0.15 * of_games);
    assert_true(fabs(g.top1.high - g.top1.low - of_positions) < 0.15 * of_positions);
    agreement_release(&alike);
    agreement_release(&apart);
}

static void want_of_memory(void **state)
{
    struct agreement a;
    struct agreement_figures f;
    struct agreement_pair p;
    struct agreement_row row = row_of(0, 0, 0, 1, 1);
    (void)state;
    agreement_init(&a, 1);
    mem_fail_after(0);
    assert_int_equal(agreement_add(&a, &row, NULL), STATUS_NOMEM);
    assert_int_equal(agreement_of(&a, OURS, 0, 0, &f, NULL), STATUS_NOMEM);
    assert_int_equal(agreement_against(&a, OURS, BASE, 0, 0, &p, NULL), STATUS_NOMEM);
    mem_fail_never();
    agreement_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_what_it_says),
        cmocka_unit_test(bands_have_edges),
        cmocka_unit_test(intervals_are_by_game),
        cmocka_unit_test(want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
