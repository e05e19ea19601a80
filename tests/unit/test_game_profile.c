/* test_game_profile.c: the profile of one game against windows counted one by one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "text/mine/game_profile.h"

enum { GAMES = 40, MOVES = 60, ALPHABET = 60, WINDOW = 4 };

struct profile_fixture {
    uint32_t games[GAMES][MOVES];
    struct mine_result m;
};

/* Some games share a planted run of ten symbols at ply 20. */
static void make(struct profile_fixture *f)
{
    static const struct encoding ENCODING = {.name = "test", .ordered = true};
    struct rng rng;
    struct err err;
    rng_seed(&rng, 7);
    *f = (struct profile_fixture){.m.encoding = &ENCODING};
    corpus_init(&f->m.corpus, ALPHABET);
    for (uint32_t g = 0; g < GAMES; g++) {
        assert_int_equal(corpus_begin(&f->m.corpus, g, 0, &err), STATUS_OK);
        for (uint32_t i = 0; i < MOVES; i++) {
            uint32_t symbol = 1 + (uint32_t)rng_below(&rng, ALPHABET - 1);
            if (g % 2 == 0 && i >= 20 && i < 30)
                symbol = 1 + (i * 5) % (ALPHABET - 1);
            f->games[g][i] = symbol;
            assert_int_equal(corpus_add(&f->m.corpus, symbol, i, &err), STATUS_OK);
        }
    }
    assert_int_equal(corpus_end(&f->m.corpus, &err), STATUS_OK);
    assert_int_equal(substring_index_build(&f->m.index, &f->m.corpus, NULL, &err), STATUS_OK);
}

static uint32_t naive_count(const struct profile_fixture *f, const uint32_t *window)
{
    uint32_t n = 0;
    for (uint32_t g = 0; g < GAMES; g++)
        for (uint32_t i = 0; i + WINDOW <= MOVES; i++)
            n += memcmp(f->games[g] + i, window, WINDOW * sizeof *window) == 0;
    return n;
}

static void test_points(void **state)
{
    static struct profile_fixture f;
    struct game_profile p;
    struct err err;
    (void)state;
    make(&f);
    for (uint32_t g = 0; g < GAMES; g += 3) {
        assert_int_equal(game_profile_make(&p, &f.m, g, WINDOW, NAN, &err), STATUS_OK);
        assert_int_equal(p.point_count, MOVES);
        for (uint32_t i = 0; i < MOVES; i++) {
            assert_int_equal(p.points[i].ply, i);
            assert_int_equal(p.points[i].frequency,
                             i + 1 < WINDOW ? 0 : naive_count(&f, f.games[g] + i + 1 - WINDOW));
        }
        game_profile_release(&p);
    }
    mine_result_release(&f.m);
}

/* The planted run stands out, whole, and at its place. */
static void test_mountains(void **state)
{
    static struct profile_fixture f;
    struct game_profile p;
    struct err err;
    (void)state;
    make(&f);
    assert_int_equal(game_profile_make(&p, &f.m, 2, WINDOW, NAN, &err), STATUS_OK);
    unsigned planted = 0;
    for (size_t i = 0; i < p.mountain_count; i++) {
        const struct profile_mountain *m = &p.mountains[i];
        assert_true(m->from <= m->to && m->to < MOVES && m->peak > 1);
        planted += m->from == 20 && m->to == 29 && m->peak >= GAMES / 2;
    }
    assert_int_equal(planted, 1);
    game_profile_release(&p);
    /* a game without it has none so high */
    assert_int_equal(game_profile_make(&p, &f.m, 3, WINDOW, NAN, &err), STATUS_OK);
    for (size_t i = 0; i < p.mountain_count; i++)
        assert_true(p.mountains[i].peak < GAMES / 2);
    game_profile_release(&p);
    /* more than the game has */
    assert_int_equal(game_profile_make(&p, &f.m, 3, MOVES + 1, NAN, &err), STATUS_OK);
    assert_int_equal(p.mountain_count, 0);
    game_profile_release(&p);
    mine_result_release(&f.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_mountains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
