/* test_referee.c: games end when they must, for whom they must, and not before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sim/match/referee.h"

static void begin(struct referee *r, const char *sfen, unsigned max_plies)
{
    struct shogi_pos pos;
    struct err err;
    assert_int_equal(shogi_sfen_parse(&pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, &err),
                     STATUS_OK);
    referee_begin(r, &pos, max_plies);
}

/* Plays words; returns whether the game goes on after the last, and insists that it did before. */
static bool play(struct referee *r, const char *moves)
{
    struct span rest = span_of(moves);
    bool goes_on = referee_goes_on(r);
    while (rest.n) {
        ptrdiff_t end = span_find(rest, SPAN(" "));
        struct span word = span_make(rest.p, end < 0 ? rest.n : (size_t)end);
        shogi_move m;
        assert_true(shogi_usi_parse(word, &m));
        assert_true(goes_on);
        goes_on = referee_play(r, m);
        rest = span_skip(rest, word.n + (end >= 0));
    }
    assert_int_equal(goes_on, referee_goes_on(r));
    return goes_on;
}

static void assert_end(const struct referee *r, enum record_end end, int black, int white)
{
    assert_string_equal(record_end_name(r->end), record_end_name(end));
    assert_int_equal(r->points[SHOGI_BLACK], black);
    assert_int_equal(r->points[SHOGI_WHITE], white);
}

static void test_goes_on(void **state)
{
    (void)state;
    struct referee *r = malloc(sizeof *r);
    begin(r, "startpos", 0);
    assert_int_equal(r->max_plies, REFEREE_MOST_PLIES);
    assert_true(play(r, "7g7f 3c3d 2g2f"));
    assert_end(r, END_NONE, POINTS_UNKNOWN, POINTS_UNKNOWN);
    assert_int_equal(r->plies, 3);
    assert_int_equal(r->history[3].hash, shogi_hash(&r->pos));
    assert_int_equal(shogi_turn(&r->pos), SHOGI_WHITE);
    free(r);
}

static void test_mate(void **state)
{
    (void)state;
    struct referee *r = malloc(sizeof *r);
    begin(r, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 0);
    assert_false(play(r, "G*5b"));
    assert_end(r, END_MATE, POINTS_WIN, POINTS_LOSS);
    begin(r, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", 0); /* mated before the first move */
    assert_end(r, END_MATE, POINTS_WIN, POINTS_LOSS);
    assert_false(play(r, ""));
    free(r);
}

#define KINGS_WANDER "5i5h 5a5b 5h5i 5b5a"

static void test_repetition(void **state)
{
    (void)state;
    struct referee *r = malloc(sizeof *r);
    begin(r, "4k4/9/9/9/9/9/9/9/4K4 b - 1", 0);
    assert_true(play(r, KINGS_WANDER " " KINGS_WANDER));
    assert_false(play(r, KINGS_WANDER));
    assert_end(r, END_REPETITION, POINTS_DRAW, POINTS_DRAW);
    assert_int_equal(r->plies, 12);
    free(r);
}

static void test_perpetual_check(void **state)
{
    (void)state;
    struct referee *r = malloc(sizeof *r);
    /* Black's rook checks along two files; the king steps to and fro */
    begin(r, "4k4/9/9/9/9/9/9/4R4/8K w - 1", 0);
    const char *round = "5a4a 5h4h 4a5a 4h5h";
    assert_true(play(r, round) && play(r, round));
    assert_false(play(r, round));
    assert_end(r, END_ILLEGAL_ACTION, POINTS_LOSS, POINTS_WIN);
    assert_int_equal(r->end_seat, SHOGI_BLACK);
    /* the position repeats after the evader's move */
    begin(r, "4k4/9/9/9/9/9/9/5R3/8K b - 1", 0);
    const char *other = "4h5h 5a4a 5h4h 4a5a";
    assert_true(play(r, other) && play(r, other));
    play(r, other);
    assert_end(r, END_ILLEGAL_ACTION, POINTS_LOSS, POINTS_WIN);
    assert_int_equal(r->end_seat, SHOGI_BLACK);
    free(r);
}

static void test_illegal_move(void **state)
{
    (void)state;
    struct referee *r = malloc(sizeof *r);
    begin(r, "startpos", 0);
    assert_true(play(r, "7g7f"));
    assert_false(play(r, "7g7f"));
    assert_end(r, END_ILLEGAL_MOVE, POINTS_WIN, POINTS_LOSS);
    assert_int_equal(r->plies, 1);
    assert_false(referee_play(r, shogi_move_make(shogi_square(3, 3), shogi_square(3, 4), false)));
    assert_int_equal(r->plies, 1);
    begin(r, "startpos", 0);
    assert_false(referee_play(r, 0));
    assert_end(r, END_ILLEGAL_MOVE, POINTS_LOSS, POINTS_WIN);
    begin(r, "4k4/9/9/9/9/9/9/9/4K4 b - 1", 0);
    unsigned played = 0; /* nothing but the king's five moves */
    for (unsigned m = 0; m < 65536; m++) {
        begin(r, "4k4/9/9/9/9/9/9/9/4K4 b - 1", 0);
        played += referee_play(r, (shogi_move)m);
        assert_int_equal(r->plies, referee_goes_on(r));
    }
    assert_int_equal(played, 5);
    free(r);
}

static void test_too_long(void **state)
{
    (void)state;
    struct referee *r = malloc(sizeof *r);
    begin(r, "startpos", 2);
    assert_true(play(r, "7g7f"));
    assert_false(play(r, "3c3d"));
    assert_end(r, END_MAX_MOVES, POINTS_DRAW, POINTS_DRAW);
    begin(r, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1); /* mate with the last move allowed */
    assert_false(play(r, "G*5b"));
    assert_end(r, END_MATE, POINTS_WIN, POINTS_LOSS);
    begin(r, "4k4/9/9/9/9/9/9/9/4K4 b - 1", 0);
    unsigned plies = 0;
    const char *walk[] = {"5i5h", "5a5b", "5h4h", "5b4b", "4h4i", "4b4a", "4i5i", "4a5a"};
    while (referee_goes_on(r))
        play(r, walk[plies++ % 8]);
    assert_int_equal(r->end, END_REPETITION);
    free(r);
}

static void test_stop(void **state)
{
    (void)state;
    struct referee *r = malloc(sizeof *r);
    begin(r, "startpos", 0);
    referee_stop(r, END_NONE);
    assert_true(referee_goes_on(r));
    play(r, "7g7f");
    referee_stop(r, END_RESIGN);
    assert_end(r, END_RESIGN, POINTS_WIN, POINTS_LOSS);
    referee_stop(r, END_TIME_UP); /* too late */
    assert_end(r, END_RESIGN, POINTS_WIN, POINTS_LOSS);
    begin(r, "startpos", 0);
    referee_stop(r, END_ERROR);
    assert_end(r, END_ERROR, POINTS_LOSS, POINTS_WIN);
    free(r);
}

static void test_declaration(void **state)
{
    (void)state;
    struct referee *r = malloc(sizeof *r);
    begin(r, "startpos", 0);
    assert_false(referee_may_declare(r));
    referee_stop(r, END_DECLARATION);
    assert_end(r, END_ILLEGAL_MOVE, POINTS_LOSS, POINTS_WIN);
    begin(r, "KGGGGSSSS/LL7/9/9/9/9/9/9/8k b 2R2B 1", 0); /* ten pieces, 10 + 20 points */
    assert_true(referee_may_declare(r));
    referee_stop(r, END_DECLARATION);
    assert_end(r, END_DECLARATION, POINTS_WIN, POINTS_LOSS);
    free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_goes_on),      cmocka_unit_test(test_mate),
        cmocka_unit_test(test_repetition),   cmocka_unit_test(test_perpetual_check),
        cmocka_unit_test(test_illegal_move), cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_stop),         cmocka_unit_test(test_declaration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
