/* test_shogi_mate_in_one.c: mates by one move against playing every check, on positions by random
 * play, thrown on the board, and thrown around a king; the same of both compilations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "games/shogi/shogi_movegen.h"
#include "shogi_random.h"

static bool mates(const struct shogi_pos *pos, shogi_move m)
{
    struct shogi_pos behind = *pos;
    struct shogi_undo undo;
    shogi_play(&behind, m, &undo);
    return shogi_in_check(&behind) && shogi_has_no_move(&behind);
}

static bool mates_by_any(const struct shogi_pos *pos)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = shogi_check_moves(pos, moves);
    for (int i = 0; i < n; i++)
        if (mates(pos, moves[i]))
            return true;
    return false;
}

/* Returns whether there is one. */
static bool compare(const struct shogi_pos *pos)
{
    shogi_move m = shogi_mate_in_one(pos);
    assert_int_equal(m != 0, mates_by_any(pos));
    if (m) {
        assert_true(shogi_move_is_legal(pos, m));
        assert_true(mates(pos, m));
    }
    assert_int_equal(shogi_mate_move_base(pos), m);
#if SHOGI_HAVE_V3
    if (cpu_level() >= CPU_V3)
        assert_int_equal(shogi_mate_move_v3(pos), m);
#endif
    return m != 0;
}

static void in_games(void **state)
{
    (void)state;
    uint64_t seed = 1;
    int found = 0;
    for (int i = 0; i < 3000; i++) {
        struct shogi_pos pos;
        random_game(&pos, &seed);
        for (int ply = 0; ply < 20 && !shogi_has_no_move(&pos); ply++) {
            found += compare(&pos);
            random_play(&pos, &seed, 1);
        }
    }
    assert_true(found > 500);
}

static void in_thrown_positions(void **state)
{
    (void)state;
    uint64_t seed = 2;
    int found = 0;
    for (int i = 0; i < 60000; i++) {
        struct shogi_pos pos;
        random_throw(&pos, &seed, WITH_BOTH_KINGS);
        found += compare(&pos);
    }
    for (int i = 0; i < 5000; i++) {
        struct shogi_pos pos;
        random_throw(&pos, &seed, (unsigned)random_below(&seed, 3));
        found += compare(&pos);
    }
    assert_true(found > 300);
}

static int near(int x, uint64_t *seed, unsigned away)
{
    int y = x + (int)random_below(seed, 2 * away + 1) - (int)away;
    return y < 1 ? 1 : y > 9 ? 9 : y;
}

/* Crowds of pieces around both kings: pins, screens, double checks, kings side by side. */
static void throw_crowd(struct shogi_pos *pos, uint64_t *seed)
{
    do {
        int file = 1 + (int)random_below(seed, 9), rank = 1 + (int)random_below(seed, 9);
        shogi_pos_clear(pos);
        shogi_pos_set_turn(pos, (int)random_below(seed, 2));
        shogi_pos_put(pos, shogi_square(file, rank), shogi_piece(SHOGI_WHITE, SHOGI_KING));
        int other = shogi_square(near(file, seed, 4), near(rank, seed, 4));
        if (!shogi_piece_at(pos, other))
            shogi_pos_put(pos, other, shogi_piece(SHOGI_BLACK, SHOGI_KING));
        unsigned n = 4 + random_below(seed, 12);
        for (unsigned i = 0; i < n; i++) {
            int kind = 1 + (int)random_below(seed, 14);
            int at = shogi_square(near(file, seed, 3), near(rank, seed, 3));
            if (kind != SHOGI_KING && !shogi_piece_at(pos, at))
                shogi_pos_put(pos, at, shogi_piece((int)random_below(seed, 2), kind));
        }
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            shogi_pos_set_hand(pos, (int)random_below(seed, 2), kind, random_below(seed, 5) == 0);
    } while (shogi_pos_finish(pos, NULL) != STATUS_OK);
}

static void in_crowds(void **state)
{
    (void)state;
    uint64_t seed = 3;
    int found = 0;
    for (int i = 0; i < 150000; i++) {
        struct shogi_pos pos;
        throw_crowd(&pos, &seed);
        found += compare(&pos);
    }
    assert_true(found > 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_games),
        cmocka_unit_test(in_thrown_positions),
        cmocka_unit_test(in_crowds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
