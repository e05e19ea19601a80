/* test_kifu_board.c: boards as other programs see them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "games/shogi/shogi_attacks.h"
#include "kifu_board.h"
#include "kifu_position.h"

static const char MATSURI[] =
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

static struct kifu_board *board_of(const char *position)
{
    struct kifu_error error;
    struct kifu_board *b = kifu_board_new(position, &error);
    if (!b)
        fail_msg("%s: %s", position, error.message);
    return b;
}

static void assert_sfen(const struct kifu_board *b, const char *expected)
{
    char sfen[KIFU_SFEN_BYTES];
    assert_int_equal(kifu_board_sfen(b, sfen), strlen(expected));
    assert_string_equal(sfen, expected);
}

static void push(struct kifu_board *b, const char *usi)
{
    struct kifu_error error;
    if (kifu_board_push(b, kifu_move_parse(usi), &error) != 0)
        fail_msg("%s: %s", usi, error.message);
}

static void test_positions(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_board *b = board_of("startpos moves 7g7f 3c3d");
    assert_sfen(b, "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3");
    assert_int_equal(kifu_board_turn(b), 0);
    assert_int_equal(kifu_board_move_number(b), 3);
    assert_int_equal(kifu_board_plies(b), 2);
    assert_int_equal(kifu_board_move(b, 1), kifu_move_parse("3c3d"));
    assert_int_equal(kifu_board_move(b, 2), 0);
    assert_int_equal(kifu_board_piece(b, 6 * 9 + 5), 1); /* 7f */
    assert_int_equal(kifu_board_piece(b, 81), 0);
    char *usi = kifu_board_usi(b, &error);
    assert_string_equal(usi, "startpos moves 7g7f 3c3d");
    kifu_free(usi);
    push(b, "8h2b+");
    assert_int_equal(kifu_board_hand(b, 0, 5), 1);
    assert_int_equal(kifu_board_hand(b, 0, 8), 0);
    assert_int_equal(kifu_board_hand(b, 2, 5), 0);
    assert_int_equal(kifu_board_set(b, "startpos moves 7g7f 7g7f", &error), -1);
    assert_string_equal(error.code, "illegal");
    assert_int_equal(kifu_board_set(b, "startpos moves nonsense", &error), -1);
    assert_string_equal(error.code, "syntax");
    assert_int_equal(kifu_board_plies(b), 3); /* as it was */
    assert_int_equal(kifu_board_set(b, MATSURI, &error), 0);
    assert_sfen(b, MATSURI);
    kifu_board_free(b);
    assert_null(kifu_board_new("9/9/9", &error));
    assert_null(kifu_board_new("", &error));
}

static void test_perft(void **state)
{
    (void)state;
    struct kifu_board *b = board_of("startpos");
    assert_int_equal(kifu_board_perft(b, 0), 1);
    assert_int_equal(kifu_board_perft(b, 4), 719731);
    assert_int_equal(kifu_board_perft(b, -1), 0);
    assert_int_equal(kifu_board_perft(b, KIFU_PERFT_MAX_DEPTH + 1), 0);
    kifu_board_free(b);
    b = board_of(MATSURI);
    assert_int_equal(kifu_board_perft(b, 2), 28684);
    kifu_board_free(b);
}

static void check_attacks(const struct kifu_board *b)
{
    uint8_t counts[2][KIFU_SQUARES];
    kifu_board_attacks(b, counts);
    for (int by = 0; by < 2; by++)
        for (int square = 0; square < KIFU_SQUARES; square++)
            assert_int_equal(
                counts[by][square],
                bb_count(square_attackers(&b->pos, square, by, shogi_occupied(&b->pos))));
}

/* Every move has its own label, and every notation leads back to it. */
static void check_moves(const struct kifu_board *b, const kifu_shogi_move *moves, int n)
{
    static const char *const NOTATIONS[] = {"csa", "kif", "ki2"};
    uint8_t seen[KIFU_MOVE_LABELS] = {0};
    char text[KIFU_MOVE_BYTES];
    for (int i = 0; i < n; i++) {
        int label = kifu_move_label(moves[i], kifu_board_turn(b));
        assert_in_range(label, 0, KIFU_MOVE_LABELS - 1);
        assert_false(seen[label]++);
        assert_true(kifu_move_print(moves[i], text));
        assert_int_equal(kifu_move_parse(text), moves[i]);
        assert_int_equal(kifu_board_parse_move(b, text), moves[i]);
        for (size_t k = 0; k < 3; k++) {
            assert_true(kifu_board_print_move(b, moves[i], NOTATIONS[k], text));
            assert_int_equal(kifu_board_parse_move(b, text), moves[i]);
        }
        assert_true(kifu_board_print_move(b, moves[i], "english", text));
    }
}

enum { GAMES = 6, PLIES = 160 };

static void test_random_play(void **state)
{
    (void)state;
    struct rng rng;
    struct kifu_error error;
    kifu_shogi_move moves[KIFU_MAX_MOVES];
    rng_seed(&rng, 20);
    for (int game = 0; game < GAMES; game++) {
        struct kifu_board *b = board_of("startpos");
        int n = 1;
        for (int ply = 0; ply < PLIES && (n = kifu_board_legal_moves(b, moves)) > 0; ply++) {
            assert_int_equal(kifu_board_has_no_move(b), 0);
            check_attacks(b);
            check_moves(b, moves, n);
            assert_int_equal(kifu_board_push(b, moves[rng_below(&rng, (uint64_t)n)], &error), 0);
        }
        assert_int_equal(kifu_board_has_no_move(b), n == 0);
        struct kifu_board *copy = kifu_board_copy(b);
        assert_true(kifu_board_equal(b, copy));
        while (kifu_board_pop(copy)) {
        }
        assert_true(shogi_pos_equal(&copy->pos, &copy->start));
        assert_true(shogi_pos_consistent(&copy->pos));
        for (unsigned i = 0; i < kifu_board_plies(b); i++)
            assert_int_equal(kifu_board_push(copy, kifu_board_move(b, i), &error), 0);
        assert_int_equal(kifu_board_key(copy), kifu_board_key(b));
        kifu_board_free(copy);
        kifu_board_free(b);
    }
}

/* Anything may be handed in as a move. */
static void test_bad_moves(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_board *b = board_of("startpos");
    char text[KIFU_MOVE_BYTES];
    int legal = 0;
    for (unsigned m = 0; m <= UINT16_MAX; m++) {
        kifu_shogi_move move = (kifu_shogi_move)m;
        if (kifu_board_is_legal(b, move)) {
            legal++;
            continue;
        }
        assert_int_equal(kifu_board_push(b, move, &error), -1);
        assert_int_equal(kifu_board_print_move(b, move, "csa", text), 0);
        assert_in_range(kifu_move_label(move, 1) + 1, 0, KIFU_MOVE_LABELS);
        if (kifu_move_print(move, text))
            assert_int_equal(kifu_move_parse(text), move);
    }
    assert_int_equal(legal, 30);
    static const char *const BAD[] = {"",        "7g7f++", "1a1a",    "９九",     "7776FU+",
                                      "-7776FU", "0077FU", "△７六歩", "７六歩 x", "同歩"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_int_equal(kifu_board_parse_move(b, BAD[i]), 0);
    assert_int_equal(kifu_board_pop(b), 0);
    kifu_board_free(b);
}

/* The label of a move as the mover sees it: both sides' first moves have the same. */
static void test_labels(void **state)
{
    (void)state;
    static const struct {
        const char *usi;
        int side, manner, to;
    } ROWS[] = {
        {"7g7f", 0, 0, 59},   {"3c3d", 1, 0, 59},  {"8h2b+", 0, 12, 10}, {"2b8h+", 1, 12, 10},
        {"2h7h", 0, 3, 61},   {"5i5h", 0, 0, 43},  {"8i7g", 0, 9, 60},   {"8i9g", 0, 8, 78},
        {"P*5e", 0, 20, 40},  {"G*5b", 0, 24, 37}, {"R*5b", 1, 26, 43},  {"5a4b", 1, 1, 52},
        {"5e5d+", 0, 10, 39}, {"4d5e", 0, 6, 40},  {"6d5e", 0, 7, 40},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        assert_int_equal(kifu_move_label(kifu_move_parse(ROWS[i].usi), ROWS[i].side),
                         ROWS[i].manner * 81 + ROWS[i].to);
}

static void test_ends(void **state)
{
    (void)state;
    struct kifu_board *b = board_of("startpos");
    static const char *const CYCLE[] = {"5i5h", "5a5b", "5h5i", "5b5a"};
    for (int i = 0; i < 12; i++) {
        assert_int_equal(kifu_board_repetition(b), KIFU_REPETITION_NONE);
        push(b, CYCLE[i % 4]);
    }
    assert_int_equal(kifu_board_repetition(b), KIFU_REPETITION_DRAW);
    assert_int_equal(kifu_board_occurrences(b), 4);
    kifu_board_free(b);
    b = board_of("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    assert_int_equal(kifu_board_in_check(b), 0);
    assert_int_equal(kifu_board_mate_in_one(b), kifu_move_parse("G*5b"));
    push(b, "G*5b");
    assert_int_equal(kifu_board_in_check(b), 1);
    assert_int_equal(kifu_board_has_no_move(b), 1);
    kifu_board_free(b);
}

static void test_pictures(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_picture_options japanese = {.japanese = 1, .flip = 1, .width = 320};
    struct kifu_board *b = board_of("startpos moves 7g7f");
    char *svg = kifu_board_svg(b, NULL, &error), *flipped = kifu_board_svg(b, &japanese, &error);
    assert_non_null(svg);
    assert_memory_equal(svg, "<svg", 4);
    assert_non_null(strstr(flipped, "width=\"320"));
    assert_string_not_equal(svg, flipped);
    kifu_free(svg);
    kifu_free(flipped);
    char *text = kifu_board_diagram(b, NULL, &error),
         *ja = kifu_board_diagram(b, &japanese, &error);
    assert_non_null(strstr(text, " P*"));
    assert_non_null(strstr(ja, "v香"));
    kifu_free(text);
    kifu_free(ja);
    kifu_board_free(b);
}

/* Whenever memory fails, there is an error and nothing is lost. */
static void test_no_memory(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_board *b = board_of("startpos"), *copy;
    static const char *const CYCLE[] = {"5i5h", "5a5b", "5h5i", "5b5a"};
    for (int i = 0; i < 200; i++) {
        mem_fail_after(0);
        int failed = kifu_board_push(b, kifu_move_parse(CYCLE[i % 4]), &error);
        mem_fail_never();
        if (failed)
            push(b, CYCLE[i % 4]);
    }
    assert_int_equal(kifu_board_plies(b), 200);
    for (long n = 0; n < 3; n++) {
        mem_fail_after(n);
        copy = kifu_board_copy(b);
        mem_fail_never();
        assert_null(copy);
    }
    mem_fail_after(0);
    char *svg = kifu_board_svg(b, NULL, &error);
    mem_fail_never();
    assert_null(svg);
    kifu_board_free(b);
}

/* --- Go ---------------------------------------------------------------------------------------- */

static int point(const struct kifu_go_board *b, const char *name)
{
    int n = -2;
    assert_true(kifu_go_board_parse_point(b, name, &n));
    return n;
}

static void play(struct kifu_go_board *b, const char *name)
{
    struct kifu_error error;
    if (kifu_go_board_play(b, point(b, name), &error) != 0)
        fail_msg("%s: %s", name, error.message);
}

static void test_go_capture(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_go_board *b = kifu_go_board_new(5, 4, &error);
    assert_non_null(b);
    static const char *const MOVES[] = {"C1", "B1", "C3", "B3", "D2", "A2", "E4", "C2", "B2"};
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++)
        play(b, MOVES[i]);
    assert_int_equal(kifu_go_board_stone(b, point(b, "C2")), 0); /* taken by B2 */
    assert_int_equal(kifu_go_board_captures(b, 0), 1);
    assert_int_equal(kifu_go_board_ko(b), point(b, "C2"));
    assert_int_equal(kifu_go_board_is_legal(b, point(b, "C2"), 0), 0);
    assert_int_equal(kifu_go_board_play(b, point(b, "C2"), &error), -1);
    assert_string_equal(error.code, "illegal");
    assert_int_equal(kifu_go_board_liberties(b, point(b, "B2")), 1);
    int chain[20];
    assert_int_equal(kifu_go_board_chain(b, point(b, "C3"), chain), 1);
    assert_int_equal(kifu_go_board_chain(b, point(b, "D4"), chain), 0);
    char *text = kifu_go_board_text(b, &error);
    assert_string_equal(text, "5x4 w b:E4,C3,B2,D2,C1 w:B3,A2,B1");
    kifu_free(text);
    assert_int_equal(kifu_go_board_pop(b), 1);
    assert_int_equal(kifu_go_board_stone(b, point(b, "C2")), 2);
    assert_int_equal(kifu_go_board_captures(b, 0), 0);
    play(b, "pass");
    assert_int_equal(kifu_go_board_turn(b), 1);
    kifu_go_board_free(b);
    assert_null(kifu_go_board_new(0, 9, &error));
    assert_null(kifu_go_board_new(9, 53, &error));
}

/* Liberties by looking at every point. */
static int naive_liberties(const struct kifu_go_board *b, int at)
{
    int chain[KIFU_GO_MAX_SIZE * KIFU_GO_MAX_SIZE], free_points = 0;
    int w = kifu_go_board_width(b), h = kifu_go_board_height(b);
    int n = kifu_go_board_chain(b, at, chain);
    for (int p = 0; p < w * h; p++) {
        int touches = 0;
        for (int i = 0; i < n; i++) {
            int dx = p % w - chain[i] % w, dy = p / w - chain[i] / w;
            touches |= dx * dx + dy * dy == 1;
        }
        free_points += touches && kifu_go_board_stone(b, p) == 0;
    }
    return free_points;
}

static void test_go_random(void **state)
{
    (void)state;
    struct rng rng;
    struct kifu_error error;
    int moves[81];
    rng_seed(&rng, 3);
    struct kifu_go_board *b = kifu_go_board_new(7, 7, &error);
    for (int ply = 0; ply < 300; ply++) {
        int n = kifu_go_board_legal_moves(b, 1, moves);
        for (int p = 0; p < 49; p++)
            assert_int_equal(kifu_go_board_liberties(b, p), naive_liberties(b, p));
        uint64_t key = kifu_go_board_key(b);
        int at = n ? moves[rng_below(&rng, (uint64_t)n)] : KIFU_GO_PASS;
        assert_int_equal(kifu_go_board_play(b, at, &error), 0);
        assert_int_equal(kifu_go_board_pop(b), 1);
        assert_int_equal(kifu_go_board_key(b), key);
        assert_int_equal(kifu_go_board_play(b, at, &error), 0);
    }
    struct kifu_go_board *copy = kifu_go_board_copy(b);
    assert_true(kifu_go_board_equal(b, copy));
    assert_int_equal(kifu_go_board_plies(copy), 300);
    assert_int_equal(kifu_go_board_move(copy, 299), kifu_go_board_move(b, 299));
    assert_int_equal(kifu_go_board_move(copy, 300), -2);
    while (kifu_go_board_pop(copy)) {
    }
    struct kifu_go_board *empty = kifu_go_board_new(7, 7, &error);
    assert_true(kifu_go_board_equal(copy, empty));
    char *svg = kifu_go_board_svg(b, NULL, &error), *text = kifu_go_board_diagram(b, NULL, &error);
    assert_memory_equal(svg, "<svg", 4);
    assert_non_null(strstr(text, "(O)"));
    kifu_free(svg);
    kifu_free(text);
    kifu_go_board_free(empty);
    kifu_go_board_free(copy);
    kifu_go_board_free(b);
}

/* Where two kos are open, simple ko lets positions come back and superko does not. */
static void test_go_superko(void **state)
{
    (void)state;
    struct kifu_error error;
    struct rng rng;
    int simple[25], strict[25], differ = 0;
    rng_seed(&rng, 5);
    struct kifu_go_board *b = kifu_go_board_new(3, 2, &error);
    for (int ply = 0; ply < 400; ply++) {
        int n = kifu_go_board_legal_moves(b, 0, simple),
            m = kifu_go_board_legal_moves(b, 1, strict);
        assert_true(m <= n);
        differ += m < n;
        int at = n ? simple[rng_below(&rng, (uint64_t)n)] : KIFU_GO_PASS;
        assert_int_equal(kifu_go_board_play(b, at, &error), 0);
    }
    assert_true(differ > 0);
    kifu_go_board_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),   cmocka_unit_test(test_perft),
        cmocka_unit_test(test_random_play), cmocka_unit_test(test_bad_moves),
        cmocka_unit_test(test_labels),      cmocka_unit_test(test_ends),
        cmocka_unit_test(test_pictures),    cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_go_capture),  cmocka_unit_test(test_go_random),
        cmocka_unit_test(test_go_superko),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
