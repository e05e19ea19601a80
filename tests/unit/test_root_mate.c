/* test_root_mate.c: mates looked for beside a search: found, played only where the game lets them
 * come about, and never where results must not change. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <time.h>

#include "engine/eval/weights.h"
#include "engine/search/root_mate.h"

/* There are shorter ones than the solver's, which a search may find. */
#define MATE "4k4/9/9/9/9/9/9/9/4K4 b RBGS 1"
#define MATE_IN_3 "7nl/7k1/6ppp/9/9/9/9/9/9 b 2GSR 1"
#define NO_MATE "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
enum { LONG_MS = 600000 };

struct mate_fixture {
    struct weights *weights;
    struct thinker *thinker;
    struct root_mate *mate;
    struct think_control control;
    struct think_limits limits;
    struct think_request q;
    struct shogi_pos pos;
    unsigned reports;
    struct think_line line;
};

static void note_report(void *ctx, const struct think_report *r)
{
    struct mate_fixture *f = ctx;
    f->reports++;
    f->line = *r->line;
}

static void begin(struct mate_fixture *f, const char *sfen, unsigned threads)
{
    struct err err;
    *f = (struct mate_fixture){.limits = {.hard_ms = LONG_MS}};
    assert_int_equal(shogi_sfen_parse(&f->pos, span_of(sfen), SHOGI_SFEN_STRICT, NULL, &err),
                     STATUS_OK);
    assert_int_equal(weights_open(&f->weights, "material", &err), STATUS_OK);
    const struct think_options options = {
        .tt_bytes = 1 << 20, .threads = threads, .eval = weights_eval(f->weights)};
    assert_int_equal(thinker_open(&f->thinker, &options, &err), STATUS_OK);
    assert_int_equal(root_mate_open(&f->mate, &err), STATUS_OK);
    f->q = (struct think_request){
        .pos = &f->pos, .control = &f->control, .report = note_report, .ctx = f};
}

static void end(struct mate_fixture *f)
{
    root_mate_close(f->mate);
    thinker_close(f->thinker);
    weights_close(f->weights);
}

/* As engines do it.  True if a mate is the answer. */
static bool search(struct mate_fixture *f, unsigned threads, struct think_result *out)
{
    struct err err;
    *out = (struct think_result){0};
    think_control_begin(&f->control, &f->limits);
    if (!root_mate_begin(f->mate, &f->q, threads))
        assert_int_equal(think(f->thinker, &f->q, out, &err), STATUS_OK);
    return root_mate_end(f->mate, out);
}

/* Before the search and beside it; the search has ten minutes, and must not take them. */
static void test_found(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct mate_fixture f;
        struct think_result r;
        begin(&f, MATE, threads);
        bool found = search(&f, threads, &r);
        assert_true(found || r.value >= THINK_MATE_BOUND); /* the search may be quicker */
        assert_true(shogi_move_is_legal(&f.pos, r.best));
        assert_true(f.line.value >= THINK_MATE_BOUND);
        assert_int_equal(f.line.moves[0], r.best);
        if (found)
            assert_int_equal((int)f.line.length, THINK_MATE - f.line.value);
        assert_true(threads > 1 || (found && f.reports == 1));
        assert_null(f.control.cancelled);
        end(&f);
    }
}

/* Without an end, and with nodes or depth, moves to choose from, lines: as a search alone. */
static void test_left_alone(void **state)
{
    struct mate_fixture f;
    struct think_result r;
    shogi_move moves[SHOGI_MAX_MOVES];
    (void)state;
    begin(&f, MATE, 1);
    int n = shogi_legal_moves(&f.pos, moves);
    f.q.limits.nodes = 100;
    assert_false(search(&f, 1, &r));
    assert_true(r.best && r.nodes > 0);
    f.q.limits = (struct think_limits){.depth = 1};
    assert_false(search(&f, 1, &r));
    f.q.limits = (struct think_limits){.lines = 2};
    assert_false(root_mate_begin(f.mate, &f.q, 1));
    assert_false(root_mate_end(f.mate, &r));
    f.q.limits = (struct think_limits){0};
    f.q.only = moves;
    f.q.only_count = (unsigned)n;
    assert_false(root_mate_begin(f.mate, &f.q, 1));
    assert_false(root_mate_end(f.mate, &r));
    f.q.only_count = 0;
    f.limits.hard_ms = 5; /* too little to give some away */
    think_control_begin(&f.control, &f.limits);
    assert_false(root_mate_begin(f.mate, &f.q, 1));
    assert_false(root_mate_end(f.mate, &r));
    end(&f);
    begin(&f, NO_MATE, 1);
    f.limits.hard_ms = 60;
    assert_false(search(&f, 1, &r));
    assert_true(r.best != 0 && r.value < THINK_MATE_BOUND);
    end(&f);
}

/* A line that comes back to a position of the game, or is longer than the game may last. */
static void test_rules_of_the_game(void **state)
{
    struct mate_fixture f;
    struct think_result r = {0};
    struct shogi_undo undo;
    (void)state;
    begin(&f, MATE_IN_3, 1);
    think_control_begin(&f.control, &f.limits);
    assert_true(root_mate_begin(f.mate, &f.q, 1));
    assert_true(root_mate_end(f.mate, &r));
    assert_int_equal(r.value, THINK_MATE - 3);
    f.q.rules.plies_left = 3;
    r = (struct think_result){0};
    assert_true(root_mate_begin(f.mate, &f.q, 1));
    assert_true(root_mate_end(f.mate, &r));
    f.q.rules.plies_left = 2;
    r = (struct think_result){0};
    assert_false(root_mate_begin(f.mate, &f.q, 1));
    assert_false(root_mate_end(f.mate, &r));
    f.q.rules.plies_left = 0;
    struct shogi_pos pos = f.pos;
    shogi_play(&pos, f.line.moves[0], &undo);
    const struct shogi_history_entry history[2] = {{.hash = shogi_hash(&pos), .in_check = true},
                                                   {.hash = shogi_hash(&f.pos)}};
    f.q.history = history;
    f.q.history_count = 2;
    r = (struct think_result){0};
    assert_false(root_mate_begin(f.mate, &f.q, 1));
    assert_false(root_mate_end(f.mate, &r));
    end(&f);
}

/* A mate of the search that is no longer stays. */
static void test_shorter_one_stays(void **state)
{
    struct mate_fixture f;
    (void)state;
    begin(&f, MATE, 1);
    think_control_begin(&f.control, &f.limits);
    assert_true(root_mate_begin(f.mate, &f.q, 1));
    struct think_result r = {.best = 1, .value = THINK_MATE - 1};
    assert_false(root_mate_end(f.mate, &r));
    assert_int_equal(r.best, 1);
    assert_int_equal(f.reports, 0);
    end(&f);
}

static void *stop_soon(void *ctx)
{
    struct mate_fixture *f = ctx;
    const struct timespec pause = {.tv_nsec = 20000000};
    nanosleep(&pause, NULL);
    atomic_store(&f->control.stop, true);
    return NULL;
}

/* Stopped, with the solver in its thread, in a position with checks without end; and set other limits
 * while it goes on. */
static void test_stopped(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct mate_fixture f;
        struct think_result r;
        pthread_t stopper;
        begin(&f, "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1", threads);
        f.limits.hard_ms = 0;
        for (int round = 0; round < 3; round++) {
            think_control_begin(&f.control, &f.limits);
            r = (struct think_result){0};
            assert_int_equal(pthread_create(&stopper, NULL, stop_soon, &f), 0);
            if (!root_mate_begin(f.mate, &f.q, threads)) {
                const struct think_limits hit = {.hard_ms = LONG_MS};
                think_control_limit(&f.control, &hit);
                assert_int_equal(think(f.thinker, &f.q, &r, NULL), STATUS_OK);
            }
            root_mate_end(f.mate, &r);
            pthread_join(stopper, NULL);
            assert_true(shogi_move_is_legal(&f.pos, r.best));
        }
        end(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_left_alone),
        cmocka_unit_test(test_rules_of_the_game),
        cmocka_unit_test(test_shorter_one_stays),
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
