/* test_chaturanga_players.c: players of chaturanga: what they must not miss, in positions made by
 * hand; the same seed, the same choice; trials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/chaturanga/chaturanga_mcts.h"
#include "sim/chaturanga/chaturanga_threat.h"
#include "sim/chaturanga/chaturanga_trial.h"

static void put(struct chatur_pos *pos, unsigned colour, unsigned kind, const char *square)
{
    uint64_t bit = UINT64_C(1) << ((square[1] - '1') * 8 + square[0] - 'a');
    pos->colours[colour] |= bit;
    pos->kinds[kind] |= bit;
}

/* Four rajas in the corners, far from each other, and a pawn each that is far from everything. */
static struct chatur_pos quiet(void)
{
    struct chatur_pos pos = {0};
    put(&pos, CHATUR_RED, CHATUR_RAJA, "a1");
    put(&pos, CHATUR_GREEN, CHATUR_RAJA, "a8");
    put(&pos, CHATUR_YELLOW, CHATUR_RAJA, "h8");
    put(&pos, CHATUR_BLACK, CHATUR_RAJA, "h1");
    put(&pos, CHATUR_GREEN, CHATUR_PAWN, "c6");
    put(&pos, CHATUR_BLACK, CHATUR_PAWN, "f3");
    put(&pos, CHATUR_YELLOW, CHATUR_PAWN, "f7");
    put(&pos, CHATUR_RED, CHATUR_PAWN, "c2");
    return pos;
}

static game_move choose(const char *name, const struct chatur_pos *pos, unsigned roll,
                        uint64_t seed, uint32_t *count)
{
    struct chatur_player *p;
    struct err err;
    struct rng rng;
    rng_seed(&rng, seed);
    assert_int_equal(chatur_player_open(&p, span_of(name), NULL, &err), STATUS_OK);
    game_move turn = chatur_player_choose(p, pos, roll, &rng, count);
    chatur_player_close(p);
    return turn;
}

static const char *const TAKERS[] = {"P1",
                                     "P2",
                                     "P3",
                                     "P4",
                                     "P2:set+double",
                                     "maxn:depth=1",
                                     "team:depth=2",
                                     "paranoid",
                                     "mcts:nodes=200"};

/* Red's elephant stands before green's raja. */
static void test_takes_a_raja(void **state)
{
    (void)state;
    struct chatur_pos pos = quiet();
    put(&pos, CHATUR_RED, CHATUR_ELEPHANT, "e8");
    put(&pos, CHATUR_RED, CHATUR_HORSE, "e4");
    uint64_t prey = chatur_prey(&pos, CHATUR_RED, false);
    for (size_t i = 0; i < sizeof TAKERS / sizeof *TAKERS; i++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            uint32_t count = 0;
            game_move turn = choose(TAKERS[i], &pos, chatur_roll(3, 4), seed, &count);
            assert_int_equal(chatur_rajas_taken(turn, prey), 1);
            assert_int_equal(count, chatur_turns(&pos, chatur_roll(3, 4), NULL));
            assert_true(chatur_is_legal(&pos, turn));
        }
}

/* Both rajas at once are better than one. */
static void test_takes_two(void **state)
{
    (void)state;
    struct chatur_pos pos = quiet();
    put(&pos, CHATUR_RED, CHATUR_ELEPHANT, "e8");
    put(&pos, CHATUR_RED, CHATUR_HORSE, "f2");
    for (uint64_t seed = 0; seed < 20; seed++) {
        game_move turn = choose("P1", &pos, chatur_roll(3, 4), seed, NULL);
        assert_int_equal(chatur_rajas_taken(turn, chatur_prey(&pos, CHATUR_RED, false)), 2);
    }
}

/* Black's elephant looks along the second rank: red's raja must not step there, nor leave the
 * first by taking the pawn's place. */
static void test_p2_avoids(void **state)
{
    (void)state;
    struct chatur_pos pos = quiet();
    pos.colours[CHATUR_RED] &= ~(UINT64_C(1) << 10); /* the pawn on c2 */
    pos.kinds[CHATUR_PAWN] &= ~(UINT64_C(1) << 10);
    put(&pos, CHATUR_RED, CHATUR_PAWN, "d4");
    put(&pos, CHATUR_BLACK, CHATUR_ELEPHANT, "g2");
    bool p1_steps = false;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct chatur_pos after = pos;
        chatur_play(&after, choose("P2:set", &pos, chatur_roll(4, 5), seed, NULL));
        uint64_t raja = chatur_pieces(&after, CHATUR_RED, CHATUR_RAJA);
        assert_int_equal(chatur_strike_rolls(&after, CHATUR_BLACK, raja), 0);
        after = pos;
        chatur_play(&after, choose("P1", &pos, chatur_roll(4, 5), seed, NULL));
        raja = chatur_pieces(&after, CHATUR_RED, CHATUR_RAJA);
        p1_steps = p1_steps || chatur_strike_rolls(&after, CHATUR_BLACK, raja);
    }
    assert_true(p1_steps);
}

/* P3 goes where the raja can be taken next time. */
static void test_p3_hunts(void **state)
{
    (void)state;
    struct chatur_pos pos = quiet();
    put(&pos, CHATUR_RED, CHATUR_ELEPHANT, "e4");
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct chatur_pos after = pos;
        chatur_play(&after, choose("P3", &pos, chatur_roll(3, 4), seed, NULL));
        assert_true(
            chatur_strike_rolls(&after, CHATUR_RED, chatur_prey(&after, CHATUR_RED, false)));
    }
}

/* Only two are left, and whoever takes wins: those that search see it, by the second move, too. */
static void test_forced_win(void **state)
{
    (void)state;
    static const char *const PLAYERS[] = {"maxn", "team:depth=1", "paranoid:depth=2",
                                          "mcts:nodes=300"};
    struct chatur_pos pos = {.phase = CHATUR_PARTNERS};
    pos.state[CHATUR_GREEN] = pos.state[CHATUR_BLACK] = CHATUR_FROZEN;
    put(&pos, CHATUR_RED, CHATUR_RAJA, "a1");
    put(&pos, CHATUR_RED, CHATUR_PAWN, "c2");
    put(&pos, CHATUR_RED, CHATUR_BOAT, "d4");
    put(&pos, CHATUR_YELLOW, CHATUR_RAJA, "h8");
    put(&pos, CHATUR_YELLOW, CHATUR_HORSE, "a7");
    for (size_t i = 0; i < sizeof PLAYERS / sizeof *PLAYERS; i++) {
        struct chatur_pos after = pos;
        chatur_play(&after, choose(PLAYERS[i], &pos, chatur_roll(2, 2), 1, NULL));
        assert_int_equal(after.phase, CHATUR_WON);
        assert_int_equal(after.winner, CHATUR_RED);
    }
}

static void test_same_seed_same_choice(void **state)
{
    (void)state;
    struct chatur_pos pos;
    const struct chatur_rules rules = {0};
    chatur_start(&pos, &rules);
    for (const struct chatur_kind_of_player *k = chatur_player_kinds; k->name; k++)
        for (unsigned seed = 0; seed < 3; seed++) {
            const char *name = strcmp(k->name, "mcts") == 0 ? "mcts:nodes=100" : k->name;
            unsigned roll = seed == 0 ? chatur_roll(5, 5) : chatur_roll(2 + seed, 5 - seed);
            game_move first = choose(name, &pos, roll, seed, NULL);
            assert_true(first == choose(name, &pos, roll, seed, NULL));
            assert_true(chatur_is_legal(&pos, first));
            assert_int_equal(chatur_turn_roll(first), roll); /* the dice as they fell */
        }
}

static void test_names(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "", "P5", "P0:set", "P2:nothing", "mcts:nodes", "mcts:nodes=-1", "maxn:depth=99", "p1"};
    struct chatur_player *p = NULL;
    struct err err;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_int_not_equal(chatur_player_open(&p, span_of(BAD[i]), NULL, &err), STATUS_OK);
    for (long n = 0; n < 3; n++) {
        mem_fail_after(n);
        enum status st = chatur_player_open(&p, span_of("mcts"), NULL, &err);
        mem_fail_never();
        if (st == STATUS_OK)
            chatur_player_close(p);
        else
            assert_int_equal(st, STATUS_NOMEM);
    }
}

/* What all rolls come to is a probability, and what is judged adds up. */
static void test_values(void **state)
{
    (void)state;
    const struct chatur_rules rules = {0};
    struct chatur_pos pos;
    struct chatur_value v;
    struct rng rng;
    static const unsigned ROLLS[] = {7, 7, 8, 9, 9};
    for (unsigned kind = 0; kind < CHATUR_KINDS; kind++)
        assert_int_equal(chatur_rolls_count(chatur_kind_rolls(&rules, kind)), ROLLS[kind]);
    for (uint64_t game = 0; game < 50; game++) {
        rng_seed_stream(&rng, 3, game);
        chatur_start(&pos, &rules);
        while (!chatur_over(&pos)) {
            uint32_t count;
            chatur_play(&pos,
                        chatur_random_turn(&pos, (unsigned)(rng_next(&rng) >> 60), &rng, &count));
            chatur_judge(&pos, &v);
            float seats = v.seat[0] + v.seat[1] + v.seat[2] + v.seat[3];
            assert_true(fabsf(seats - 1) < 1e-4F && fabsf(v.team[0] + v.team[1] - 1) < 1e-4F);
        }
    }
}

/* Pawns behind where they began can only be put there by hand; they are no advance. */
static void test_values_by_hand(void **state)
{
    (void)state;
    struct chatur_pos pos = quiet();
    struct chatur_value v;
    put(&pos, CHATUR_RED, CHATUR_PAWN, "c1");
    put(&pos, CHATUR_BLACK, CHATUR_PAWN, "h3");
    chatur_judge(&pos, &v);
    assert_true(v.team[0] > 0.3F && v.team[0] < 0.7F);
}

/* Boats that take in two moves, and only by a double: the exact look sees what the quick one does
 * not. */
static void test_reach(void **state)
{
    (void)state;
    static game_move list[CHATUR_MAX_TURNS];
    struct chatur_pos pos;
    const struct chatur_rules rules = {0};
    chatur_start(&pos, &rules);
    uint64_t green = chatur_pieces(&pos, CHATUR_GREEN, CHATUR_RAJA);
    assert_int_equal(chatur_strike_rolls(&pos, CHATUR_RED, green), 0);
    assert_int_equal(chatur_reach_rolls(&pos, CHATUR_RED, green, list), 1U << chatur_roll(2, 2));
    assert_true(chatur_strikes_later(&pos, CHATUR_RED, green));
}

static void test_trial_threads(void **state)
{
    (void)state;
    struct chatur_trial t = {
        .players = {"P0", "P1", "P3", "P4"}, .games = 200, .seed = 9, .counts = true};
    struct chatur_sums one, many;
    struct err err;
    t.threads = 1;
    assert_int_equal(chatur_trial_run(&t, &one, &err), STATUS_OK);
    t.threads = 3;
    assert_int_equal(chatur_trial_run(&t, &many, &err), STATUS_OK);
    assert_memory_equal(&one, &many, sizeof one);
    assert_int_equal(one.games, 200);
    assert_int_equal(one.wins[0] + one.wins[1] + one.wins[2] + one.wins[3] + one.draws, 200);
    /* what chance leaves is what was to be expected */
    struct chatur_mean after = chatur_mean_of(&one, &one.after);
    struct chatur_mean expected = chatur_mean_of(&one, &one.expected);
    assert_true(fabs(after.value - expected.value) < 5 * after.error);
    atomic_bool stop = true;
    t.stop = &stop;
    assert_int_equal(chatur_trial_run(&t, &many, &err), STATUS_CANCELLED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_takes_a_raja),   cmocka_unit_test(test_takes_two),
        cmocka_unit_test(test_p2_avoids),      cmocka_unit_test(test_p3_hunts),
        cmocka_unit_test(test_forced_win),     cmocka_unit_test(test_same_seed_same_choice),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_values),
        cmocka_unit_test(test_values_by_hand), cmocka_unit_test(test_reach),
        cmocka_unit_test(test_trial_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
