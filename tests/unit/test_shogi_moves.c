/* test_shogi_moves.c: the three answers to "what is legal" (list, count, single question) agree
 * with each other and with the naive rules, on both compilations; playing can be undone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "shogi_naive.h"
#include "shogi_random.h"

static void read_sfen(struct shogi_pos *pos, const char *sfen)
{
    struct err err;
    assert_int_equal(shogi_sfen_parse(pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, &err), 0);
}

/* The same number from the list of moves: each way by a piece once, whether it promotes or not, one
 * drop for each square; what is taken in check by another piece than the king is the checker. */
static void check_ways_out(const struct shogi_pos *pos, const shogi_move *moves, int n)
{
    bool seen[SHOGI_SQUARES][SHOGI_SQUARES + 1] = {{false}};
    int ways = 0;
    for (int i = 0; i < n; i++) {
        shogi_move m = moves[i];
        int to = shogi_move_to(m), from = SHOGI_SQUARES;
        if (!shogi_move_is_drop(m))
            from = shogi_move_from(m);
        if (seen[to][from])
            continue;
        seen[to][from] = true;
        ways += shogi_piece_at(pos, to) && from != shogi_king_square(pos, pos->turn) ? 2 : 1;
    }
    for (int most = 1; most <= 8; most++)
        assert_int_equal(shogi_count_ways_out(pos, most), ways < most ? ways : most);
}

/* One flag for each of the 65,536 codes. */
static void mark_listed(const struct shogi_pos *pos, uint8_t *listed)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = shogi_legal_moves(pos, moves);
    memset(listed, 0, 65536);
    assert_int_equal(n, shogi_count_legal_moves(pos));
    assert_int_equal(n == 0, shogi_has_no_move(pos));
    for (int most = 1; most <= 6; most++)
        assert_int_equal(shogi_count_few_moves(pos, most), n < most ? n : most);
    if (shogi_in_check(pos))
        check_ways_out(pos, moves, n);
    for (int i = 0; i < n; i++) {
        assert_int_equal(listed[moves[i]], 0); /* none twice */
        listed[moves[i]] = 1;
    }
}

/* Those that give check are the legal moves after which the other king hangs. */
static void check_checks(const struct shogi_pos *pos, uint8_t *listed)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = shogi_check_moves(pos, moves);
    for (int i = 0; i < n; i++) {
        if (listed[moves[i]] != 1)
            fail_msg("code %#x: a check that is not legal, or twice", moves[i]);
        listed[moves[i]] = 2;
    }
    for (unsigned code = 0; code < 65536; code++) {
        struct shogi_pos after = *pos;
        struct shogi_undo undo;
        if (!listed[code])
            continue;
        shogi_play(&after, (shogi_move)code, &undo);
        if (shogi_in_check(&after) != (listed[code] == 2))
            fail_msg("code %#x: a check: %d", code, listed[code] == 2);
        listed[code] = 1;
    }
}

/* Captures and pawns that promote, and the others, are all of them. */
static void check_parts(const struct shogi_pos *pos, const uint8_t *listed)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    uint8_t seen[65536] = {0};
    int all = 0;
    for (int part = 0; part < 2; part++) {
        int n = part == 0 ? shogi_capture_moves(pos, moves) : shogi_quiet_moves(pos, moves);
        for (int i = 0; i < n; i++) {
            shogi_move m = moves[i];
            bool takes = !shogi_move_is_drop(m) && shogi_piece_at(pos, shogi_move_to(m));
            bool pawn = !shogi_move_is_drop(m) && shogi_move_promotes(m) &&
                        shogi_kind_of(shogi_piece_at(pos, shogi_move_from(m))) == SHOGI_PAWN;
            assert_true(listed[m]);
            assert_false(seen[m]);
            assert_true(part == 0 ? takes || pawn : !takes); /* a pinned pawn's are anywhere */
            seen[m] = 1;
        }
        all += n;
    }
    assert_int_equal(all, shogi_count_legal_moves(pos));
}

static void check_all_codes(const struct shogi_pos *pos)
{
    static uint8_t listed[65536];
    struct shogi_naive naive = naive_of(pos);
    for (int level = CPU_BASE; level <= CPU_V3; level++) {
        cpu_level_limit((enum cpu_level)level);
        mark_listed(pos, listed);
        for (unsigned code = 0; code < 65536; code++)
            if (listed[code] != shogi_move_is_legal(pos, (shogi_move)code))
                fail_msg("code %#x: listed %d", code, listed[code]);
        check_checks(pos, listed);
        check_parts(pos, listed);
    }
    for (unsigned code = 0; code < 65536; code++)
        if (listed[code] != naive_is_legal(&naive, (shogi_move)code))
            fail_msg("code %#x: listed %d, naively %d", code, listed[code], !listed[code]);
    assert_int_equal(shogi_in_check(pos), naive_king_hangs(&naive, naive.turn));
}

/* Whether the move is legal there; all other moves are checked along the way. */
static bool is_legal_usi(const char *sfen, const char *usi)
{
    struct shogi_pos pos;
    shogi_move m;
    read_sfen(&pos, sfen);
    check_all_codes(&pos);
    assert_true(shogi_usi_parse(span_of(usi), &m));
    return shogi_move_is_legal(&pos, m);
}

static int rounds(void)
{
    const char *scope = getenv("KIFU_TEST_SCOPE");
    return scope && strcmp(scope, "long") == 0 ? 5000 : 150;
}

static void games_agree(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < rounds(); i++) {
        struct shogi_pos pos;
        random_game(&pos, &seed);
        check_all_codes(&pos);
    }
}

static void thrown_positions_agree(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < rounds(); i++) {
        struct shogi_pos pos;
        random_throw(&pos, &seed, WITH_BOTH_KINGS);
        check_all_codes(&pos);
    }
}

static void positions_without_kings_agree(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < rounds(); i++) {
        struct shogi_pos pos;
        random_throw(&pos, &seed, (unsigned)i % 3);
        check_all_codes(&pos);
        assert_true(shogi_king_square(&pos, SHOGI_WHITE) < 0 || i % 3 == 2);
    }
}

static void playing_can_be_undone(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < rounds(); i++) {
        struct shogi_pos pos;
        shogi_move moves[SHOGI_MAX_MOVES];
        if (i % 2)
            random_throw(&pos, &seed, (unsigned)i % 4);
        else
            random_game(&pos, &seed);
        struct shogi_pos before = pos;
        int n = shogi_legal_moves(&pos, moves);
        for (int m = 0; m < n; m++) {
            struct shogi_undo undo;
            uint64_t hash = shogi_hash_after(&pos, moves[m]);
            shogi_play(&pos, moves[m], &undo);
            assert_true(shogi_pos_consistent(&pos));
            assert_true(shogi_hash(&pos) == hash);
            assert_false(shogi_pos_equal(&pos, &before));
            shogi_unplay(&pos, moves[m], &undo);
            assert_memory_equal(&pos, &before, sizeof pos);
        }
    }
}

static void pawn_drop_mate(void **state)
{
    (void)state;
    /* Protected pawn, no flight. */
    assert_false(is_legal_usi("7nk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b"));
    /* The same with a gold that can take. */
    assert_true(is_legal_usi("7nk/7g1/7G1/9/9/9/9/9/4K4 b P 1", "P*1b"));
    /* That gold is pinned by a bishop, off the pawn's file. */
    assert_false(is_legal_usi("7nk/7g1/6BG1/9/9/9/9/9/4K4 b P 1", "P*1b"));
    /* Unprotected pawn: the king takes it. */
    assert_true(is_legal_usi("7nk/9/9/9/9/9/9/9/4K4 b P 1", "P*1b"));
    /* Any other piece may mate by a drop. */
    assert_true(is_legal_usi("7nk/9/7G1/9/9/9/9/9/4K4 b G 1", "G*1b"));
    /* A pawn that moves may mate. */
    assert_true(is_legal_usi("7nk/9/7GP/9/9/9/9/9/4K4 b - 1", "1c1b"));
    /* Seen from White's side. */
    assert_false(is_legal_usi("4k4/9/9/9/9/9/1g7/9/KN7 w p 1", "P*9h"));
    /* The pawn shuts off the rook that guarded the flight on its far side; two rooks do mate. */
    assert_true(is_legal_usi("3nkn3/R8/9/9/9/9/9/9/4K4 b P 1", "P*5b"));
    assert_false(is_legal_usi("3nkn3/R7R/9/9/9/9/9/9/4K4 b P 1", "P*5b"));
}

static void forbidden_drops(void **state)
{
    (void)state;
    assert_false(is_legal_usi("4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5d"));
    assert_true(is_legal_usi("4k4/9/9/9/4+P4/9/9/9/4K4 b P 1", "P*5d"));
    assert_false(is_legal_usi("3k5/9/9/9/9/9/9/9/4K4 b PLN 1", "P*1a"));
    assert_false(is_legal_usi("3k5/9/9/9/9/9/9/9/4K4 b PLN 1", "L*1a"));
    assert_false(is_legal_usi("3k5/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1b"));
    assert_true(is_legal_usi("3k5/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1c"));
    assert_false(is_legal_usi("3k5/9/9/9/9/9/9/9/4K4 w pln 1", "N*1h"));
}

static void promotion_choices(void **state)
{
    (void)state;
    assert_false(is_legal_usi("3k5/8P/9/9/9/9/9/9/4K4 b - 1", "1b1a"));
    assert_true(is_legal_usi("3k5/8P/9/9/9/9/9/9/4K4 b - 1", "1b1a+"));
    assert_true(is_legal_usi("3k5/9/8L/9/9/9/9/9/4K4 b - 1", "1c1b"));
    assert_false(is_legal_usi("3k5/9/9/8N/9/9/9/9/4K4 b - 1", "1d2b"));
    assert_true(is_legal_usi("3k5/8S/9/9/9/9/9/9/4K4 b - 1", "1b2c+"));
    assert_true(is_legal_usi("3k5/9/8S/9/9/9/9/9/4K4 b - 1", "1c2d+"));
    assert_false(is_legal_usi("3k5/9/8G/9/9/9/9/9/4K4 b - 1", "1c1b+"));
}

static void mate_has_no_move(void **state)
{
    (void)state;
    struct shogi_pos pos;
    read_sfen(&pos, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    assert_true(shogi_in_check(&pos));
    assert_true(shogi_has_no_move(&pos));
    read_sfen(&pos, "4k4/4G4/9/9/9/9/9/9/4K4 w - 1");
    assert_false(shogi_has_no_move(&pos));
}

static void usi_moves(void **state)
{
    (void)state;
    static const char *const GOOD[] = {"7g7f", "8h2b+", "P*5e", "1a9i", "R*9i"};
    static const char *const BAD[] = {"",     "7g7",  "7g7f-", "0g7f",   "7j7f",   "K*5e",
                                      "p*5e", "7g*f", "P*5e+", "7g7f+ ", "resign", "*15e"};
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        shogi_move m;
        struct buf out;
        buf_init(&out, 100);
        assert_true(shogi_usi_parse(span_of(GOOD[i]), &m));
        shogi_usi_print(m, &out);
        assert_string_equal(buf_cstr(&out), GOOD[i]);
        buf_release(&out);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        shogi_move m;
        assert_false(shogi_usi_parse(span_of(BAD[i]), &m));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_agree),
        cmocka_unit_test(thrown_positions_agree),
        cmocka_unit_test(positions_without_kings_agree),
        cmocka_unit_test(playing_can_be_undone),
        cmocka_unit_test(pawn_drop_mate),
        cmocka_unit_test(forbidden_drops),
        cmocka_unit_test(promotion_choices),
        cmocka_unit_test(mate_has_no_move),
        cmocka_unit_test(usi_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
