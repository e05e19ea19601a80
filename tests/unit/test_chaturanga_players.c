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
#include "cluster/chaturanga_trial.h"
#include "sim/chaturanga/chaturanga_mcts.h"
#include "sim/chaturanga/chaturanga_race.h"
#include "sim/chaturanga/chaturanga_threat.h"

static void put(struct chaturanga_pos *pos, unsigned colour, unsigned kind, const char *square)
{
    uint64_t bit = UINT64_C(1) << ((square[1] - '1') * 8 + square[0] - 'a');
    pos->colours[colour] |= bit;
    pos->kinds[kind] |= bit;
}

/* Four rajas in the corners, far from each other, and a pawn each that is far from everything. */
static struct chaturanga_pos quiet(void)
{
    struct chaturanga_pos pos = {0};
    put(&pos, CHATURANGA_RED, CHATURANGA_RAJA, "a1");
    put(&pos, CHATURANGA_GREEN, CHATURANGA_RAJA, "a8");
    put(&pos, CHATURANGA_YELLOW, CHATURANGA_RAJA, "h8");
    put(&pos, CHATURANGA_BLACK, CHATURANGA_RAJA, "h1");
    put(&pos, CHATURANGA_GREEN, CHATURANGA_PAWN, "c6");
    put(&pos, CHATURANGA_BLACK, CHATURANGA_PAWN, "f3");
    put(&pos, CHATURANGA_YELLOW, CHATURANGA_PAWN, "f7");
    put(&pos, CHATURANGA_RED, CHATURANGA_PAWN, "c2");
    return pos;
}

static game_move choose(const char *name, const struct chaturanga_pos *pos, unsigned roll,
                        uint64_t seed, uint32_t *count)
{
    struct chaturanga_player *p;
    struct err err;
    struct rng rng;
    rng_seed(&rng, seed);
    assert_int_equal(chaturanga_player_open(&p, span_of(name), NULL, &err), STATUS_OK);
    game_move turn = chaturanga_player_choose(p, pos, roll, &rng, count);
    chaturanga_player_close(p);
    return turn;
}

static const char *const TAKERS[] = {"P1",
                                     "P2",
                                     "P3",
                                     "P4",
                                     "P7",
                                     "P16",
                                     "P2:set+double",
                                     "maxn:depth=1",
                                     "team:depth=2",
                                     "paranoid",
                                     "mcts:nodes=200"};

/* Red's elephant stands before green's raja. */
static void test_takes_a_raja(void **state)
{
    (void)state;
    struct chaturanga_pos pos = quiet();
    put(&pos, CHATURANGA_RED, CHATURANGA_ELEPHANT, "e8");
    put(&pos, CHATURANGA_RED, CHATURANGA_HORSE, "e4");
    uint64_t prey = chaturanga_prey(&pos, CHATURANGA_RED, false);
    for (size_t i = 0; i < sizeof TAKERS / sizeof *TAKERS; i++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            uint32_t count = 0;
            game_move turn = choose(TAKERS[i], &pos, chaturanga_roll(3, 4), seed, &count);
            assert_int_equal(chaturanga_rajas_taken(turn, prey), 1);
            assert_int_equal(count, chaturanga_turns(&pos, chaturanga_roll(3, 4), NULL));
            assert_true(chaturanga_is_legal(&pos, turn));
        }
}

/* Both rajas at once are better than one. */
static void test_takes_two(void **state)
{
    (void)state;
    struct chaturanga_pos pos = quiet();
    put(&pos, CHATURANGA_RED, CHATURANGA_ELEPHANT, "e8");
    put(&pos, CHATURANGA_RED, CHATURANGA_HORSE, "f2");
    for (uint64_t seed = 0; seed < 20; seed++) {
        game_move turn = choose("P1", &pos, chaturanga_roll(3, 4), seed, NULL);
        assert_int_equal(chaturanga_rajas_taken(turn, chaturanga_prey(&pos, CHATURANGA_RED, false)),
                         2);
    }
}

/* Black's elephant looks along the second rank: red's raja must not step there, nor leave the
 * first by taking the pawn's place. */
static void test_p2_avoids(void **state)
{
    (void)state;
    struct chaturanga_pos pos = quiet();
    pos.colours[CHATURANGA_RED] &= ~(UINT64_C(1) << 10); /* the pawn on c2 */
    pos.kinds[CHATURANGA_PAWN] &= ~(UINT64_C(1) << 10);
    put(&pos, CHATURANGA_RED, CHATURANGA_PAWN, "d4");
    put(&pos, CHATURANGA_BLACK, CHATURANGA_ELEPHANT, "g2");
    bool p1_steps = false;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct chaturanga_pos after = pos;
        chaturanga_play_turn(&after, choose("P2:set", &pos, chaturanga_roll(4, 5), seed, NULL));
        uint64_t raja = chaturanga_pieces(&after, CHATURANGA_RED, CHATURANGA_RAJA);
        assert_int_equal(chaturanga_strike_rolls(&after, CHATURANGA_BLACK, raja), 0);
        after = pos;
        chaturanga_play_turn(&after, choose("P1", &pos, chaturanga_roll(4, 5), seed, NULL));
        raja = chaturanga_pieces(&after, CHATURANGA_RED, CHATURANGA_RAJA);
        p1_steps = p1_steps || chaturanga_strike_rolls(&after, CHATURANGA_BLACK, raja);
    }
    assert_true(p1_steps);
}

/* P3 goes where the raja can be taken next time. */
static void test_p3_hunts(void **state)
{
    (void)state;
    struct chaturanga_pos pos = quiet();
    put(&pos, CHATURANGA_RED, CHATURANGA_ELEPHANT, "e4");
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct chaturanga_pos after = pos;
        chaturanga_play_turn(&after, choose("P3", &pos, chaturanga_roll(3, 4), seed, NULL));
        assert_true(chaturanga_strike_rolls(&after, CHATURANGA_RED,
                                            chaturanga_prey(&after, CHATURANGA_RED, false)));
    }
}

/* P5 goes where it is one move from striking; to P3 that is all the same.  So does P1 with "hunt"
 * where P3 does. */
static void test_p5_hunts_further(void **state)
{
    (void)state;
    struct chaturanga_pos pos = quiet();
    bool p3_does_not = false;
    put(&pos, CHATURANGA_RED, CHATURANGA_HORSE, "e3");
    for (uint64_t seed = 0; seed < 50; seed++)
        for (int deep = 0; deep < 2; deep++) {
            struct chaturanga_pos after = pos;
            game_move turn = choose(deep ? "P5" : "P3", &pos, chaturanga_roll(3, 4), seed, NULL);
            chaturanga_play_turn(&after, turn);
            uint64_t prey = chaturanga_prey(&after, CHATURANGA_RED, false);
            unsigned moves =
                chaturanga_moves_to_strike(&after, CHATURANGA_RED, CHATURANGA_HORSE, prey, 6);
            assert_true(moves == 1 || !deep);
            p3_does_not = p3_does_not || moves > 1;
        }
    assert_true(p3_does_not);
    pos = quiet();
    put(&pos, CHATURANGA_RED, CHATURANGA_ELEPHANT, "e4");
    for (uint64_t seed = 0; seed < 50; seed++)
        assert_true(choose("P1:hunt", &pos, chaturanga_roll(3, 4), seed, NULL) ==
                    choose("P3", &pos, chaturanga_roll(3, 4), seed, NULL));
}

/* Black's boat on h5 is two moves from striking b3, one from striking d1, and never strikes the
 * other squares around c2. */
static void test_p6_avoids_further(void **state)
{
    (void)state;
    static const char *const PLAYERS[] = {"P2", "P4", "P6", "P6:literal", "P8"};
    static const bool ON_D1[] = {true, false, false, false, false};
    static const bool ON_B3[] = {true, true, false, false, false};
    struct chaturanga_pos pos = {0};
    pos.state[CHATURANGA_GREEN] = pos.state[CHATURANGA_YELLOW] = CHATURANGA_FROZEN;
    put(&pos, CHATURANGA_RED, CHATURANGA_RAJA, "c2");
    put(&pos, CHATURANGA_RED, CHATURANGA_PAWN, "a2");
    put(&pos, CHATURANGA_BLACK, CHATURANGA_RAJA, "h8");
    put(&pos, CHATURANGA_BLACK, CHATURANGA_BOAT, "h5");
    for (size_t i = 0; i < sizeof PLAYERS / sizeof *PLAYERS; i++) {
        bool d1 = false, b3 = false;
        for (uint64_t seed = 0; seed < 100; seed++) {
            struct chaturanga_pos after = pos;
            chaturanga_play_turn(&after,
                                 choose(PLAYERS[i], &pos, chaturanga_roll(3, 5), seed, NULL));
            uint64_t raja = chaturanga_pieces(&after, CHATURANGA_RED, CHATURANGA_RAJA);
            d1 = d1 || raja == UINT64_C(1) << 3;
            b3 = b3 || raja == UINT64_C(1) << 17;
        }
        assert_int_equal(d1, ON_D1[i]);
        assert_int_equal(b3, ON_B3[i]);
    }
}

/* As chaturanga_race.h says it, without a table. */
static uint32_t race_slowly(const uint32_t rolls[CHATURANGA_KINDS],
                            const unsigned needs[CHATURANGA_KINDS], unsigned turns)
{
    uint32_t all = 0;
    for (unsigned roll = 0; turns && roll < CHATURANGA_ROLLS; roll++) {
        bool takes = false;
        uint32_t best = race_slowly(rolls, needs, turns - 1);
        for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++) {
            unsigned moved[CHATURANGA_KINDS];
            if (!(rolls[kind] >> roll & 1))
                continue;
            memcpy(moved, needs, sizeof moved);
            takes = takes || needs[kind] == 0;
            moved[kind] -= needs[kind] > 0;
            uint32_t then = race_slowly(rolls, moved, turns - 1);
            best = then > best ? then : best;
        }
        all += takes ? 1U << (4 * (turns - 1)) : best;
    }
    return all;
}

static void test_race(void **state)
{
    (void)state;
    struct err err;
    for (unsigned turns = 1; turns <= 3; turns++) {
        struct chaturanga_race race;
        struct rng rng;
        rng_seed(&rng, turns);
        assert_int_equal(chaturanga_race_open(&race, turns, &err), STATUS_OK);
        for (int i = 0; i < 60; i++) {
            const struct chaturanga_rules rules = {.sum = (uint8_t)(i / 30)};
            unsigned needs[CHATURANGA_KINDS];
            uint32_t rolls[CHATURANGA_KINDS], now = 0;
            for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++) {
                needs[kind] = (unsigned)rng_below(&rng, 5);
                rolls[kind] = chaturanga_kind_rolls(&rules, kind);
                now |= needs[kind] ? 0 : rolls[kind];
            }
            assert_int_equal(chaturanga_race_count(&race, &rules, needs, now),
                             race_slowly(rolls, needs, turns));
        }
        chaturanga_race_close(&race);
    }
}

/* Only two are left, and whoever takes wins: those that search see it, by the second move, too. */
static void test_forced_win(void **state)
{
    (void)state;
    static const char *const PLAYERS[] = {"maxn", "team:depth=1", "paranoid:depth=2",
                                          "mcts:nodes=300"};
    struct chaturanga_pos pos = {.phase = CHATURANGA_PARTNERS};
    pos.state[CHATURANGA_GREEN] = pos.state[CHATURANGA_BLACK] = CHATURANGA_FROZEN;
    put(&pos, CHATURANGA_RED, CHATURANGA_RAJA, "a1");
    put(&pos, CHATURANGA_RED, CHATURANGA_PAWN, "c2");
    put(&pos, CHATURANGA_RED, CHATURANGA_BOAT, "d4");
    put(&pos, CHATURANGA_YELLOW, CHATURANGA_RAJA, "h8");
    put(&pos, CHATURANGA_YELLOW, CHATURANGA_HORSE, "a7");
    for (size_t i = 0; i < sizeof PLAYERS / sizeof *PLAYERS; i++) {
        struct chaturanga_pos after = pos;
        chaturanga_play_turn(&after, choose(PLAYERS[i], &pos, chaturanga_roll(2, 2), 1, NULL));
        assert_int_equal(after.phase, CHATURANGA_WON);
        assert_int_equal(after.winner, CHATURANGA_RED);
    }
}

static void test_same_seed_same_choice(void **state)
{
    (void)state;
    struct chaturanga_pos pos;
    const struct chaturanga_rules rules = {0};
    chaturanga_start(&pos, &rules);
    for (const struct chaturanga_kind_of_player *k = chaturanga_player_kinds; k->name; k++)
        for (unsigned seed = 0; seed < 3; seed++) {
            const char *name = strcmp(k->name, "mcts") == 0 ? "mcts:nodes=100" : k->name;
            unsigned roll = seed == 0 ? chaturanga_roll(5, 5) : chaturanga_roll(2 + seed, 5 - seed);
            game_move first = choose(name, &pos, roll, seed, NULL);
            assert_true(first == choose(name, &pos, roll, seed, NULL));
            assert_true(chaturanga_is_legal(&pos, first));
            assert_int_equal(chaturanga_turn_roll(first), roll); /* the dice as they fell */
        }
}

static void test_names(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "",           "P17",           "P05",           "P", "P5x", "P0:set", "P2:nothing",
        "mcts:nodes", "mcts:nodes=-1", "maxn:depth=99", "p1"};
    struct chaturanga_player *p = NULL;
    struct err err;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_int_not_equal(chaturanga_player_open(&p, span_of(BAD[i]), NULL, &err), STATUS_OK);
    for (long n = 0; n < 3; n++) {
        mem_fail_after(n);
        enum status st = chaturanga_player_open(&p, span_of("mcts"), NULL, &err);
        mem_fail_never();
        if (st == STATUS_OK)
            chaturanga_player_close(p);
        else
            assert_int_equal(st, STATUS_NOMEM);
    }
}

/* What all rolls come to is a probability, and what is judged adds up. */
static void test_values(void **state)
{
    (void)state;
    const struct chaturanga_rules rules = {0};
    struct chaturanga_pos pos;
    struct chaturanga_value v;
    struct rng rng;
    static const unsigned ROLLS[] = {7, 7, 8, 9, 9};
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
        assert_int_equal(chaturanga_rolls_count(chaturanga_kind_rolls(&rules, kind)), ROLLS[kind]);
    for (uint64_t game = 0; game < 50; game++) {
        rng_seed_stream(&rng, 3, game);
        chaturanga_start(&pos, &rules);
        while (!chaturanga_over(&pos)) {
            uint32_t count;
            chaturanga_play_turn(
                &pos, chaturanga_random_turn(&pos, (unsigned)(rng_next(&rng) >> 60), &rng, &count));
            chaturanga_judge(&pos, &v);
            float seats = v.seat[0] + v.seat[1] + v.seat[2] + v.seat[3];
            assert_true(fabsf(seats - 1) < 1e-4F && fabsf(v.team[0] + v.team[1] - 1) < 1e-4F);
        }
    }
}

/* Pawns behind where they began can only be put there by hand; they are no advance. */
static void test_values_by_hand(void **state)
{
    (void)state;
    struct chaturanga_pos pos = quiet();
    struct chaturanga_value v;
    put(&pos, CHATURANGA_RED, CHATURANGA_PAWN, "c1");
    put(&pos, CHATURANGA_BLACK, CHATURANGA_PAWN, "h3");
    chaturanga_judge(&pos, &v);
    assert_true(v.team[0] > 0.3F && v.team[0] < 0.7F);
}

/* Boats that take in two moves, and only by a double: the exact look sees what the quick one does
 * not. */
static void test_reach(void **state)
{
    (void)state;
    static game_move list[CHATURANGA_MAX_TURNS];
    struct chaturanga_pos pos;
    const struct chaturanga_rules rules = {0};
    chaturanga_start(&pos, &rules);
    uint64_t green = chaturanga_pieces(&pos, CHATURANGA_GREEN, CHATURANGA_RAJA);
    assert_int_equal(chaturanga_strike_rolls(&pos, CHATURANGA_RED, green), 0);
    assert_int_equal(chaturanga_reach_rolls(&pos, CHATURANGA_RED, green, list),
                     1U << chaturanga_roll(2, 2));
    assert_true(chaturanga_strikes_later(&pos, CHATURANGA_RED, green));
}

/* The rolls by which a list of turns has one that takes, without a shortcut. */
static uint32_t reach_slowly(const struct chaturanga_pos *pos, unsigned colour, uint64_t squares,
                             game_move *list)
{
    struct chaturanga_pos mine = *pos;
    uint32_t rolls = 0;
    if (pos->state[colour] != CHATURANGA_PLAYING || chaturanga_over(pos))
        return 0;
    mine.turn = (uint8_t)colour;
    for (unsigned roll = 0; roll < CHATURANGA_ROLLS; roll++) {
        uint32_t n = chaturanga_turns(&mine, roll, list);
        for (uint32_t i = 0; i < n; i++)
            if (chaturanga_rajas_taken(list[i], squares))
                rolls |= 1U << roll;
    }
    return rolls;
}

/* In random games under random readings, for every colour. */
static void test_reach_is_exact(void **state)
{
    (void)state;
    static game_move list[CHATURANGA_MAX_TURNS];
    unsigned by_two = 0;
    for (uint64_t game = 0; game < 150; game++) {
        struct chaturanga_rules rules = {0};
        struct chaturanga_pos pos;
        struct rng rng;
        rng_seed_stream(&rng, 11, game);
        for (int i = 0; i < CHATURANGA_READINGS; i++)
            if (rng_below(&rng, 3) == 0)
                *chaturanga_rule(&rules, i) =
                    (uint8_t)rng_below(&rng, (uint64_t)chaturanga_rule_values(i));
        chaturanga_start(&pos, &rules);
        for (int ply = 0; ply < 200 && !chaturanga_over(&pos); ply++) {
            uint32_t count;
            for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
                uint64_t prey = chaturanga_prey(&pos, c, false);
                uint32_t rolls = chaturanga_reach_rolls(&pos, c, prey, list);
                assert_int_equal(rolls, reach_slowly(&pos, c, prey, list));
                by_two += rolls != chaturanga_strike_rolls(&pos, c, prey);
            }
            chaturanga_play_turn(
                &pos, chaturanga_random_turn(&pos, (unsigned)(rng_next(&rng) >> 60), &rng, &count));
        }
    }
    assert_true(by_two > 1000);
}

static void test_trial_threads(void **state)
{
    (void)state;
    struct chaturanga_trial t = {
        .players = {"P0", "P1", "P3", "P4"}, .games = 200, .seed = 9, .counts = true};
    struct chaturanga_sums one, many;
    struct err err;
    t.threads = 1;
    assert_int_equal(chaturanga_trial_run(&t, &one, &err), STATUS_OK);
    t.threads = 3;
    assert_int_equal(chaturanga_trial_run(&t, &many, &err), STATUS_OK);
    assert_memory_equal(&one, &many, sizeof one);
    assert_int_equal(one.games, 200);
    assert_int_equal(one.wins[0] + one.wins[1] + one.wins[2] + one.wins[3] + one.draws, 200);
    /* what chance leaves is what was to be expected */
    struct chaturanga_mean after = chaturanga_mean_of(&one, &one.after);
    struct chaturanga_mean expected = chaturanga_mean_of(&one, &one.expected);
    assert_true(fabs(after.value - expected.value) < 5 * after.error);
    atomic_bool stop = true;
    t.stop = &stop;
    assert_int_equal(chaturanga_trial_run(&t, &many, &err), STATUS_CANCELLED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_takes_a_raja),
        cmocka_unit_test(test_takes_two),
        cmocka_unit_test(test_p2_avoids),
        cmocka_unit_test(test_p3_hunts),
        cmocka_unit_test(test_forced_win),
        cmocka_unit_test(test_same_seed_same_choice),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_values_by_hand),
        cmocka_unit_test(test_reach),
        cmocka_unit_test(test_trial_threads),
        cmocka_unit_test(test_p5_hunts_further),
        cmocka_unit_test(test_p6_avoids_further),
        cmocka_unit_test(test_race),
        cmocka_unit_test(test_reach_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
