/* test_near_duplicates.c: a game again, with changes, and games that only begin alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "text/mine/near_duplicates.h"

enum { MOVES = 200, ALPHABET = 190 };

static void fill(uint32_t *game, uint64_t seed, int from, int to)
{
    struct rng rng;
    rng_seed(&rng, seed);
    for (int i = from; i < to; i++)
        game[i] = 1 + (uint32_t)rng_below(&rng, ALPHABET - 1);
}

static bool add(struct near_duplicates *n, const uint32_t *game, int count)
{
    struct corpus c;
    struct err err;
    bool found = false;
    corpus_init(&c, ALPHABET);
    assert_int_equal(corpus_begin(&c, 0, 0, &err), STATUS_OK);
    for (int i = 0; i < count; i++)
        assert_int_equal(corpus_add(&c, game[i], (uint32_t)i, &err), STATUS_OK);
    assert_int_equal(near_duplicates_add(n, &c, &found, &err), STATUS_OK);
    corpus_release(&c);
    return found;
}

static void test_changed_and_cut(void **state)
{
    struct near_duplicates *n;
    struct err err;
    uint32_t game[MOVES], again[MOVES];
    (void)state;
    assert_int_equal(near_duplicates_open(&n, &err), STATUS_OK);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        fill(game, seed, 0, MOVES);
        assert_false(add(n, game, MOVES));
    }
    for (uint64_t seed = 1; seed <= 100; seed++) {
        fill(game, seed, 0, MOVES);
        assert_true(add(n, game, MOVES));
        assert_true(add(n, game, 120)); /* broken off */
        memcpy(again, game, sizeof again);
        again[70] = 1 + again[70] % (ALPHABET - 1); /* a move put right, told by two symbols */
        again[71] = 1 + again[71] % (ALPHABET - 1);
        assert_true(add(n, again, MOVES));
    }
    near_duplicates_close(n);
}

static void test_alike_in_the_opening(void **state)
{
    struct near_duplicates *n;
    struct err err;
    uint32_t game[MOVES];
    (void)state;
    assert_int_equal(near_duplicates_open(&n, &err), STATUS_OK);
    fill(game, 1, 0, MOVES);
    assert_false(add(n, game, MOVES));
    for (uint64_t seed = 2; seed <= 100; seed++) {
        fill(game, 1, 0, MOVES);
        fill(game, seed, 50, MOVES); /* fifty moves by the book */
        assert_false(add(n, game, MOVES));
    }
    near_duplicates_close(n);
}

/* Too short to tell: never dropped, however often they come. */
static void test_short_games(void **state)
{
    struct near_duplicates *n;
    struct err err;
    uint32_t game[MOVES];
    (void)state;
    assert_int_equal(near_duplicates_open(&n, &err), STATUS_OK);
    fill(game, 1, 0, MOVES);
    for (int i = 0; i < 5; i++) {
        assert_false(add(n, game, 0));
        assert_false(add(n, game, 31));
    }
    near_duplicates_close(n);
    near_duplicates_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changed_and_cut),
        cmocka_unit_test(test_alike_in_the_opening),
        cmocka_unit_test(test_short_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
