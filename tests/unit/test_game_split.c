/* test_game_split.c: the split of games: parts are disjoint and whole, of the sizes they should
 * have; the same game is in one part whatever database it is in; the hash never changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <xxhash.h>

#include "db_sample.h"
#include "scratch.h"
#include "store/game_split.h"

enum { GAMES = 60 };

static void test_parts_of_numbers(void **state)
{
    unsigned count[4] = {0};
    (void)state;
    for (unsigned split = 0; split < 1000; split++)
        count[game_part_of(split, GAME_SPLIT_HELD_OUT, GAME_SPLIT_RESERVED)]++;
    assert_int_equal(count[GAME_PART_ALL], 0);
    assert_int_equal(count[GAME_PART_TRAIN], 700);
    assert_int_equal(count[GAME_PART_HELD_OUT], 200);
    assert_int_equal(count[GAME_PART_RESERVED], 100);
    assert_int_equal(game_part_of(0, 200, 100), GAME_PART_HELD_OUT);
    assert_int_equal(game_part_of(199, 200, 100), GAME_PART_HELD_OUT);
    assert_int_equal(game_part_of(200, 200, 100), GAME_PART_TRAIN);
    assert_int_equal(game_part_of(899, 200, 100), GAME_PART_TRAIN);
    assert_int_equal(game_part_of(900, 200, 100), GAME_PART_RESERVED);
    assert_int_equal(game_part_of(999, 0, 0), GAME_PART_TRAIN);
    assert_int_equal(game_part_of(0, 999, 999), GAME_PART_HELD_OUT);
    assert_int_equal(game_part_of(1, 999, 999), GAME_PART_RESERVED);
}

static void test_every_game_is_in_one_part(void **state)
{
    struct db *db = sample_open("games.kifu");
    unsigned games = 0;
    (void)state;
    for (uint32_t i = 0; i < db->segment_count; i++) {
        const struct lines *l = &db->segments[i].lines;
        for (uint32_t k = 0; k < l->games; k++, games++) {
            unsigned in = 0;
            for (int part = GAME_PART_TRAIN; part <= GAME_PART_RESERVED; part++)
                in += game_is_in_part(l, k, (enum game_part)part);
            assert_int_equal(in, 1);
            assert_true(game_is_in_part(l, k, GAME_PART_ALL));
        }
    }
    assert_int_equal(games, GAMES);
    db_close(db);
}

/* What models and pages were made with: the 41st to the 60th move, or all of a shorter game. */
static void test_hash_is_that_of_the_moves(void **state)
{
    struct db *db = sample_open("games.kifu");
    unsigned longer = 0;
    (void)state;
    for (uint32_t i = 0; i < db->segment_count; i++) {
        const struct lines *l = &db->segments[i].lines;
        for (uint32_t k = 0; k < l->games; k++) {
            size_t plies = line_plies(l, k), from = plies < 60 ? 0 : 40;
            size_t n = plies < 60 ? plies : 20;
            const char *moves = line_stored(l, k);
            assert_int_equal(game_split(l, k),
                             XXH3_64bits(moves + from * l->move_bytes, n * l->move_bytes) % 1000);
            longer += plies >= 60;
        }
    }
    assert_in_range(longer, 1, GAMES);
    db_close(db);
}

/* The splits of a database by game id. */
static void splits_of(const char *path, unsigned *out, uint32_t from)
{
    struct db *db = sample_open(path);
    for (uint32_t i = 0; i < db->segment_count; i++) {
        const struct lines *l = &db->segments[i].lines;
        for (uint32_t k = 0; k < l->games; k++)
            out[game_id(l, k) + from] = game_split(l, k);
    }
    db_close(db);
}

static void test_same_in_another_database(void **state)
{
    unsigned all[GAMES], half[GAMES] = {0};
    (void)state;
    splits_of("games.kifu", all, 0);
    splits_of("half.kifu", half, GAMES / 2);
    for (int i = GAMES / 2; i < GAMES; i++)
        assert_int_equal(all[i], half[i]);
}

static int set_up(void **state)
{
    int failed = scratch_set_up(state);
    sample_make("games.kifu", 0, GAMES, 25);
    sample_make("half.kifu", GAMES / 2, GAMES, 7);
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_of_numbers),
        cmocka_unit_test(test_every_game_is_in_one_part),
        cmocka_unit_test(test_hash_is_that_of_the_moves),
        cmocka_unit_test(test_same_in_another_database),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
