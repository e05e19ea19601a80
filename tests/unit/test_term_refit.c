/* test_term_refit.c: conditions and their opposites, and the curves of games that a fit did not see.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "pretend_sheets.h"
#include "values/fit/term_refit.h"

enum { GAMES = 1000, PLIES = 10, SHEETS = 2 };

/* Games whose positions are worth 0, half of them won; the condition is true of the first ply. */
static void make_games(struct pretend *p)
{
    static const int16_t values[PLIES] = {0};
    pretend_init(p, SHEETS);
    for (uint32_t g = 0; g < GAMES; g++)
        pretend_game(p, g % SHEETS, g % 4 < 2 ? 2 : 0, values, PLIES);
    pretend_finish(p);
}

static void add_condition(struct conditions *c, const struct pretend *p)
{
    struct query q;
    struct err err;
    assert_int_equal(query_parse(&q, &shogi_game, NULL, SPAN("ply:0..0"), &err), STATUS_OK);
    assert_int_equal(conditions_add(c, &q, &err), STATUS_OK);
    c->sheets = SHEETS;
    struct condition *one = &c->at[c->count - 1];
    one->bits = mem_calloc(SHEETS + 1, sizeof *one->bits);
    for (uint32_t i = 0; i < SHEETS; i++) {
        one->bits[i] = mem_calloc(sheet_words(&p->at[i]) + 1, sizeof **one->bits);
        for (uint32_t g = 0; g < p->at[i].games; g++)
            pretend_mark(one->bits[i], sheet_row(&p->at[i], g));
    }
}

static void opposites_are_all_the_rest(void **state)
{
    (void)state;
    struct pretend p;
    struct conditions c, opposite;
    enum status st = STATUS_NOMEM;
    long failures = 0;
    make_games(&p);
    conditions_init(&c);
    add_condition(&c, &p);
    p.at[0].chosen[0] &= ~(uint64_t)2; /* a row that does not count */
    for (; st == STATUS_NOMEM; failures++) {
        conditions_init(&opposite);
        mem_fail_after(failures);
        st = conditions_oppose(&opposite, &c, &p.sheets, NULL);
        mem_fail_never();
        if (st != STATUS_OK)
            conditions_release(&opposite);
    }
    assert_int_equal(st, STATUS_OK);
    assert_true(failures > 4);
    assert_int_equal(opposite.count, 1);
    assert_string_equal(opposite.at[0].name, "not (ply:0..0)");
    for (uint32_t i = 0; i < SHEETS; i++)
        for (uint64_t row = 0; row < p.at[i].rows; row++)
            assert_int_equal(sheet_has(opposite.at[0].bits[i], row),
                             row % PLIES != 0 && sheet_has(p.at[i].chosen, row));
    conditions_release(&opposite);
    conditions_release(&c);
    pretend_release(&p);
}

/* A thousand positions in a bin are two hundred of the games held out. */
static void bins_of_games_held_out_need_their_share(void **state)
{
    (void)state;
    struct pretend p;
    struct conditions c;
    struct err err;
    make_games(&p);
    conditions_init(&c);
    add_condition(&c, &p);
    const struct curve_options o = {
        .bin = 500, .min_positions = GAMES / 2, .resamples = 20, .seed = 1, .threads = 1};
    struct term_refit f = {.sheets = &p.sheets, .curve_options = &o, .conditions = &c};
    for (unsigned held_out = 0; held_out <= 400; held_out += 200) {
        struct curves curves;
        f.options.held_out = held_out;
        assert_int_equal(term_refit_curves(&f, NULL, &curves, &err), STATUS_OK);
        assert_int_equal(curves.conditions[0].count, 1);
        assert_true(held_out ? curves.conditions[0].positions < GAMES / 2
                             : curves.conditions[0].positions == GAMES);
        assert_true(curves.conditions[0].bins[0].counts);
        curves_release(&curves);
    }
    conditions_release(&c);
    pretend_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opposites_are_all_the_rest),
        cmocka_unit_test(bins_of_games_held_out_need_their_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
