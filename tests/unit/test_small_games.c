/* test_small_games.c: small rule sets: chess by counts that everybody knows, two-handed chaturanga
 * by hand, and random play that repeats itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "games/shogi/shogi.h"
#include "sim/heian.h"
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

/* --- Heian shogi ------------------------------------------------------------------------------ */

/* A square of a heian board on nine ranks, as shogi numbers it. */
static int shogi_square_of(int square)
{
    int file = square % HEIAN_ROW - 1, rank = square / HEIAN_ROW - 2;
    return shogi_square(9 - file, 9 - rank);
}

static shogi_move shogi_move_of(struct heian_move m)
{
    return shogi_move_make(shogi_square_of(m.from), shogi_square_of(m.to), m.promotes);
}

/* On nine ranks every list of moves is that of shogi, whose hands are emptied after each move. */
static void heian_agrees_with_shogi(void **state)
{
    (void)state;
    static const char START[] = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1";
    unsigned long positions = 0, promotions = 0, mates = 0;
    for (uint64_t game = 0; game < 60; game++) {
        struct heian_board b;
        struct shogi_pos pos;
        struct rng rng;
        rng_seed_stream(&rng, 5, game);
        heian_start(&b, 9);
        assert_int_equal(shogi_sfen_parse(&pos, span_of(START), SHOGI_SFEN_STRICT, NULL, NULL),
                         STATUS_OK);
        for (int ply = 0; ply < 300; ply++) {
            struct heian_move moves[HEIAN_MAX_MOVES];
            struct shogi_undo undo;
            int n = heian_moves(&b, moves);
            assert_int_equal(n, shogi_count_legal_moves(&pos));
            for (int i = 0; i < n; i++)
                assert_true(shogi_move_is_legal(&pos, shogi_move_of(moves[i])));
            positions++;
            mates += n == 0;
            if (n == 0)
                break;
            struct heian_move m = moves[rng_below(&rng, (uint64_t)n)];
            promotions += m.promotes;
            heian_play(&b, m);
            shogi_play(&pos, shogi_move_of(m), &undo);
            for (int colour = 0; colour < 2; colour++)
                for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++)
                    shogi_pos_set_hand(&pos, colour, kind, 0);
            assert_int_equal(shogi_pos_finish(&pos, NULL), STATUS_OK);
        }
    }
    assert_true(positions > 10000 && promotions > 100 && mates > 0);
}

/* On eight ranks the armies stand a rank nearer, and each promotes on the last three. */
static void heian_on_eight_ranks(void **state)
{
    (void)state;
    struct heian_board b;
    struct heian_move moves[HEIAN_MAX_MOVES];
    heian_start(&b, 8);
    assert_int_equal(heian_moves(&b, moves), 26); /* pawns 9, lances 2, silvers, golds 6, king 3 */
    uint64_t key = heian_key(&b);
    int pawn = HEIAN_ROW * 4 + 1;
    for (int ply = 0; ply < 4; ply++) { /* the edge pawns meet: a3-a4, a6-a5, a4xa5, any */
        int n = heian_moves(&b, moves), i = 0;
        while (ply < 3 && moves[i].from != (ply == 1 ? HEIAN_ROW * 7 + 1 : pawn))
            i++;
        assert_true(i < n && !moves[i].promotes);
        heian_play(&b, moves[i]);
        assert_true(heian_key(&b) != key);
        pawn += ply % 2 == 0 ? HEIAN_ROW : 0;
    }
    int n = heian_moves(&b, moves), plain = 0, promoted = 0;
    for (int i = 0; i < n; i++) {
        plain += moves[i].from == pawn && !moves[i].promotes;
        promoted += moves[i].from == pawn && moves[i].promotes;
    }
    assert_int_equal(plain, 1); /* to the sixth of eight ranks, by choice */
    assert_int_equal(promoted, 1);
}

/* How far a figure lies from the paper's, in standard errors of the difference. */
static double distance(struct small_figure ours, double paper, double games)
{
    double theirs = ours.error * sqrt(games / SMALL_PAPER_GAMES);
    return fabs(ours.value - paper) / sqrt(ours.error * ours.error + theirs * theirs);
}

/* Random play on nine files and eight ranks has the paper's figures; on nine ranks it has not. */
static void heian_figures(void **state)
{
    (void)state;
    enum { GAMES = 2500 };
    for (int game = SMALL_HEIAN_9X8; game <= SMALL_HEIAN; game++) {
        struct small_sums sums = {0};
        struct small_figures f;
        assert_true(small_games_play((enum small_game)game, 0, GAMES, 1, NULL, &sums));
        small_games_figures(&sums, &f);
        double moves = distance(f.decided_moves, small_rows[game].paper_moves, GAMES);
        double length = distance(f.decided, small_rows[game].paper_length, GAMES);
        double draws = distance(f.draws, small_rows[game].paper_draws, GAMES);
        bool near = moves < 1.96 && length < 1.96 && draws < 1.96;
        assert_int_equal(near, game == SMALL_HEIAN_9X8);
    }
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
        cmocka_unit_test(heian_agrees_with_shogi),
        cmocka_unit_test(heian_on_eight_ranks),
        cmocka_unit_test(heian_figures),
        cmocka_unit_test(parts_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
