/* test_small_games.c: small rule sets: chess by counts that everybody knows, two-handed chaturanga
 * by hand, and random play that repeats itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "sim/small_games.h"

/* Depth is at most 4. */
// NOLINTNEXTLINE(misc-no-recursion)
static unsigned long count(const struct small_board *b, int depth)
{
    struct small_move moves[SMALL_MAX_MOVES];
    int n = small_moves(b, moves);
    if (depth == 1)
        return (unsigned long)n;
    unsigned long total = 0;
    for (int i = 0; i < n; i++) {
        struct small_board next = *b;
        small_play(&next, moves[i]);
        total += count(&next, depth - 1);
    }
    return total;
}

static void chess_counts(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int depth;
        unsigned long count;
    } ROWS[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 3, 8902},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 1, 48},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 3, 97862},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 4, 43238},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 3, 9467},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 3, 62379},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct small_board b;
        assert_true(small_chess_read(&b, ROWS[i].fen));
        assert_int_equal(count(&b, ROWS[i].depth), ROWS[i].count);
    }
    struct small_board b, start;
    assert_true(small_chess_read(&b, ROWS[0].fen));
    small_chess_start(&start);
    assert_memory_equal(&b, &start, sizeof b);
    assert_false(small_chess_read(&b, "8/8/8/8/8/8/8/x7 w - -"));
    assert_false(small_chess_read(&b, "8/8"));
}

static void chaturanga_moves(void **state)
{
    (void)state;
    struct small_board b;
    small_chaturanga_start(&b);
    assert_int_equal(count(&b, 1), 16); /* 8 pawns, 2 horses twice, 2 elephants twice, no mantri */
    struct small_move moves[SMALL_MAX_MOVES];
    memset(b.squares, 0, sizeof b.squares);
    b.squares[4] = SMALL_KING;
    b.squares[60] = -SMALL_KING;
    b.squares[48] = SMALL_PAWN; /* a7 */
    int n = small_moves(&b, moves), promoted = 0;
    for (int i = 0; i < n; i++)
        promoted += moves[i].from == 48 && moves[i].becomes == SMALL_MANTRI;
    assert_int_equal(n, 6);
    assert_int_equal(promoted, 1);
    assert_false(small_is_dead(&b));
    b.squares[48] = 0;
    assert_true(small_is_dead(&b));
}

/* The same games whether played at once or in parts; plausible figures. */
static void parts_add_up(void **state)
{
    (void)state;
    for (int game = 0; game < SMALL_GAMES; game++) {
        struct small_sums whole = {0}, parts = {0};
        struct small_figures f;
        assert_true(small_games_play((enum small_game)game, 0, 6, 3, NULL, &whole));
        assert_true(small_games_play((enum small_game)game, 0, 2, 3, NULL, &parts));
        assert_true(small_games_play((enum small_game)game, 2, 4, 3, NULL, &parts));
        assert_memory_equal(&whole, &parts, sizeof whole);
        small_games_figures(&whole, &f);
        assert_true(f.moves.value > 8 && f.moves.value < 80);
        assert_true(f.length.value > 20 && f.length.value <= SMALL_MAX_PLIES);
    }
    atomic_bool stop = true;
    struct small_sums none = {0};
    assert_false(small_games_play(SMALL_SHOGI, 0, 5, 3, &stop, &none));
    assert_int_equal(none.games, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chess_counts),
        cmocka_unit_test(chaturanga_moves),
        cmocka_unit_test(parts_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
