/* test_kifu_engine.c: engines as other programs see them.  USI programs are lines of shell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "kifu_engine.h"

#define PROGRAM(go)                                                                                \
    "sh -c 'while read l; do case \"$l\" in usi) echo id name Fake 1; echo option name MultiPV "   \
    "type spin; echo usiok;; isready) echo readyok;; stop) echo bestmove 3g3f;; go*) " go          \
    ";; quit) exit;; esac; done'"

static struct kifu_board *board_of(const char *position)
{
    struct kifu_error error;
    struct kifu_board *b = kifu_board_new(position, &error);
    assert_non_null(b);
    return b;
}

static struct kifu_engine *program(const char *command)
{
    struct kifu_engine_options opt = {.command = command, .path = getenv("PATH")};
    struct kifu_error error;
    struct kifu_engine *e = kifu_engine_open(&opt, &error);
    if (!e)
        fail_msg("%s", error.message);
    return e;
}

static void test_own_search(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_line lines[4], again[4];
    struct kifu_thought thought, other;
    struct kifu_board *b = board_of("startpos moves 7g7f 3c3d");
    struct kifu_limits limits = {.nodes = 3000, .lines = 3};
    struct kifu_engine *e = kifu_engine_open(NULL, &error);
    assert_memory_equal(kifu_engine_name(e), "Kifu ", 5);
    assert_int_equal(kifu_engine_search(e, b, &limits, lines, 4, &thought, NULL, &error), 3);
    assert_int_equal(lines[0].moves[0], thought.best);
    assert_true(thought.nodes >= 3000 && thought.depth > 0);
    for (int i = 0; i < 3; i++) {
        assert_true(kifu_board_is_legal(b, lines[i].moves[0]));
        assert_true(i == 0 || lines[i].value <= lines[i - 1].value);
        assert_int_equal(lines[i].mate, 0);
    }
    assert_int_equal(kifu_engine_new_game(e, &error), 0);
    assert_int_equal(kifu_engine_search(e, b, &limits, again, 4, &other, NULL, &error), 3);
    for (int i = 0; i < 3; i++) { /* the same for the same nodes */
        assert_int_equal(again[i].value, lines[i].value);
        assert_int_equal(again[i].length, lines[i].length);
    }
    assert_int_equal(kifu_engine_search(e, b, &limits, lines, 1, &thought, NULL, &error), 1);
    limits = (struct kifu_limits){0};
    assert_int_equal(kifu_engine_search(e, b, &limits, lines, 1, &thought, NULL, &error), -1);
    assert_string_equal(error.code, "range");
    kifu_board_free(b);
    b = board_of("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    limits.depth = 4;
    assert_int_equal(kifu_engine_search(e, b, &limits, lines, 1, &thought, NULL, &error), 1);
    assert_int_equal(lines[0].mate, 1);
    assert_int_equal(lines[0].value, 31999);
    assert_int_equal(kifu_board_push(b, thought.best, &error), 0);
    assert_int_equal(kifu_engine_search(e, b, &limits, lines, 1, &thought, NULL, &error), 0);
    kifu_board_free(b);
    kifu_engine_close(e);
}

/* A flag that is set before the search stops it as soon as it has a move. */
static void test_own_stop(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_line line;
    struct kifu_thought thought;
    struct kifu_limits limits = {.depth = 100};
    struct kifu_stop *stop = kifu_stop_make();
    struct kifu_board *b = board_of("startpos");
    struct kifu_engine *e = kifu_engine_open(NULL, &error);
    kifu_stop_request(stop);
    assert_int_equal(kifu_engine_search(e, b, &limits, &line, 1, &thought, stop, &error), -1);
    assert_string_equal(error.code, "cancelled");
    kifu_stop_clear(stop);
    limits.depth = 2;
    assert_int_equal(kifu_engine_search(e, b, &limits, &line, 1, &thought, stop, &error), 1);
    kifu_engine_close(e);
    kifu_board_free(b);
    kifu_stop_free(stop);
}

static void test_mate(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_mate *mate = malloc(sizeof *mate);
    struct kifu_mate_limits limits = {.shortest = 1};
    struct kifu_engine *e = kifu_engine_open(NULL, &error);
    struct kifu_board *b =
        board_of("7nl/7k1/6p2/6S1p/9/9/9/9/9 b GS2r2b3g2s3n3l16p 1"); /* in 5 plies */
    assert_int_equal(kifu_engine_mate(e, b, &limits, mate, NULL, &error), 0);
    assert_int_equal(mate->result, KIFU_MATE_PROVEN);
    assert_int_equal(mate->length, 5);
    assert_true(mate->shortest);
    for (unsigned i = 0; i < mate->length; i++)
        assert_int_equal(kifu_board_push(b, mate->moves[i], &error), 0);
    assert_true(kifu_board_has_no_move(b));
    kifu_board_free(b);
    b = board_of("startpos");
    assert_int_equal(kifu_engine_mate(e, b, NULL, mate, NULL, &error), 0);
    assert_int_equal(mate->result, KIFU_MATE_DISPROVEN);
    assert_int_equal(mate->length, 0);
    kifu_board_free(b);
    kifu_engine_close(e);
    free(mate);
}

static int add_value(void *ctx, const struct kifu_term *term)
{
    double *sum = ctx;
    *sum += term->value;
    return 0;
}

static int refuse(void *ctx, const struct kifu_term *term)
{
    (void)ctx;
    (void)term;
    return 1;
}

static void test_evaluation(void **state)
{
    (void)state;
    struct kifu_error error;
    int value, passed;
    double sum = 0;
    struct kifu_engine_options paper = {.weights = "paper"};
    struct kifu_engine *e = kifu_engine_open(&paper, &error);
    struct kifu_board *b = board_of("startpos moves 7g7f 3c3d 8h2b+");
    assert_int_equal(kifu_engine_evaluate(e, b, &value, add_value, &sum, &error), 0);
    assert_float_equal(sum, -value, 0.5); /* White is to move */
    assert_true(value < -500);            /* and has lost a bishop */
    assert_int_equal(kifu_engine_evaluate(e, b, &passed, NULL, NULL, &error), 0);
    assert_int_equal(passed, value);
    assert_int_equal(kifu_engine_evaluate(e, b, &value, refuse, NULL, &error), -1);
    kifu_board_free(b);
    kifu_engine_close(e);
    paper.weights = "no such file";
    assert_null(kifu_engine_open(&paper, &error));
}

static void test_people(void **state)
{
    (void)state;
    static struct kifu_choice choices[KIFU_MAX_MOVES], without[KIFU_MAX_MOVES];
    struct kifu_error error;
    double sum = 0;
    struct kifu_engine *e = kifu_engine_open(NULL, &error);
    struct kifu_board *b = board_of("startpos moves 7g7f 3c3d 8h2b+");
    int n = kifu_engine_people(e, b, "pro", choices, &error);
    kifu_shogi_move legal[KIFU_MAX_MOVES];
    assert_int_equal(n, kifu_board_legal_moves(b, legal));
    for (int i = 0; i < n; i++) {
        sum += choices[i].p;
        assert_true(i == 0 || choices[i].p <= choices[i - 1].p);
        assert_true(kifu_board_is_legal(b, choices[i].move));
    }
    assert_float_equal(sum, 1, 1e-4);
    assert_int_equal(choices[0].move, kifu_move_parse("3a2b")); /* the bishop is taken back */
    char sfen[KIFU_SFEN_BYTES];
    kifu_board_sfen(b, sfen);
    struct kifu_board *bare = board_of(sfen);
    assert_int_equal(kifu_engine_people(e, bare, "pro", without, &error), n);
    assert_true(without[0].p != choices[0].p); /* the moves before are seen */
    assert_int_equal(kifu_engine_people(e, b, "dan", choices, &error), -1);
    kifu_board_free(bare);
    kifu_board_free(b);
    kifu_engine_close(e);
}

/* --- Programs ---------------------------------------------------------------------------------- */

static void test_program(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_line lines[3];
    struct kifu_thought thought;
    struct kifu_limits limits = {.nodes = 10, .lines = 2};
    struct kifu_board *b = board_of("startpos");
    struct kifu_engine *e =
        program(PROGRAM("echo info depth 3 multipv 1 score cp 55 nodes 77 pv 7g7f 3c3d 9a9z; "
                        "echo info depth 3 multipv 2 score mate -4 pv 2g2f 1a9i; "
                        "echo info multipv 9 score cp 1 pv 2g2f; echo bestmove 7g7f ponder 3c3d"));
    assert_string_equal(kifu_engine_name(e), "Fake 1");
    assert_int_equal(kifu_engine_search(e, b, &limits, lines, 3, &thought, NULL, &error), 2);
    assert_int_equal(thought.best, kifu_move_parse("7g7f"));
    assert_int_equal(thought.ponder, kifu_move_parse("3c3d"));
    assert_int_equal(thought.nodes, 77);
    assert_int_equal(lines[0].value, 55);
    assert_int_equal(lines[0].length, 2); /* as far as they are legal */
    assert_int_equal(lines[1].mate, -4);
    assert_int_equal(lines[1].length, 1);
    assert_int_equal(kifu_engine_new_game(e, &error), 0);
    kifu_engine_close(e);
    e = program(PROGRAM("echo bestmove resign"));
    assert_int_equal(kifu_engine_search(e, b, &limits, lines, 3, &thought, NULL, &error), 0);
    assert_true(thought.resigns && !thought.best);
    kifu_engine_close(e);
    kifu_board_free(b);
}

static void test_bad_programs(void **state)
{
    (void)state;
    static const struct {
        const char *command, *message;
        bool again; /* it may be asked again */
        unsigned timeout_ms;
    } ROWS[] = {
        {PROGRAM("exit"), "has ended", false, 0},
        {PROGRAM("echo bestmove 7g7e"), "no legal move", true, 0},
        {PROGRAM("echo bestmove nonsense"), "no legal move", true, 0},
        {PROGRAM("true"), "does not answer", false, 200},
    };
    struct kifu_error error;
    struct kifu_line line;
    struct kifu_thought thought;
    struct kifu_limits limits = {.depth = 1};
    struct kifu_board *b = board_of("startpos");
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct kifu_engine *e = program(ROWS[i].command);
        limits.timeout_ms = ROWS[i].timeout_ms;
        assert_int_equal(kifu_engine_search(e, b, &limits, &line, 1, &thought, NULL, &error), -1);
        assert_non_null(strstr(error.message, ROWS[i].message));
        assert_int_equal(kifu_engine_search(e, b, &limits, &line, 1, &thought, NULL, &error), -1);
        assert_int_equal(strstr(error.message, "open it again") == NULL, ROWS[i].again);
        kifu_engine_close(e);
    }
    struct kifu_engine_options none = {.command = "no-such-engine", .path = getenv("PATH")};
    assert_null(kifu_engine_open(&none, &error));
    assert_string_equal(error.code, "not-found");
    none.command = "";
    assert_null(kifu_engine_open(&none, &error));
    kifu_board_free(b);
}

static void *request_stop(void *stop)
{
    kifu_stop_request(stop);
    return NULL;
}

/* A program that thinks for ever is told to stop, and may be asked again. */
static void test_program_stop(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_line line;
    struct kifu_thought thought;
    struct kifu_limits limits = {.depth = 1};
    struct kifu_stop *stop = kifu_stop_make();
    struct kifu_board *b = board_of("startpos");
    struct kifu_engine *e = program(PROGRAM("[ -n \"$second\" ] && echo bestmove 2g2f; second=1"));
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, request_stop, stop), 0);
    assert_int_equal(kifu_engine_search(e, b, &limits, &line, 1, &thought, stop, &error), -1);
    assert_string_equal(error.code, "cancelled");
    pthread_join(thread, NULL);
    kifu_stop_clear(stop);
    assert_int_equal(kifu_engine_search(e, b, &limits, &line, 1, &thought, stop, &error), 1);
    assert_int_equal(thought.best, kifu_move_parse("2g2f")); /* not the answer to the first */
    kifu_engine_close(e);
    kifu_board_free(b);
    kifu_stop_free(stop);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_line line;
    struct kifu_thought thought;
    struct kifu_limits limits = {.depth = 1};
    struct kifu_engine_options opt = {.weights = "material", .hash_mb = 1};
    struct kifu_board *b = board_of("startpos");
    int n = -1;
    for (long step = 0; n < 0 && step < 200; step++) {
        mem_fail_after(step);
        struct kifu_engine *e = kifu_engine_open(&opt, &error);
        n = e ? kifu_engine_search(e, b, &limits, &line, 1, &thought, NULL, &error) : -1;
        mem_fail_never();
        if (n < 0)
            assert_string_equal(error.code, "nomem");
        kifu_engine_close(e);
    }
    assert_int_equal(n, 1);
    kifu_board_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_search),   cmocka_unit_test(test_own_stop),
        cmocka_unit_test(test_mate),         cmocka_unit_test(test_evaluation),
        cmocka_unit_test(test_people),       cmocka_unit_test(test_program),
        cmocka_unit_test(test_bad_programs), cmocka_unit_test(test_program_stop),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
