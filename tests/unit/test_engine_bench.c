/* test_engine_bench.c: the same work every time, stopped when asked, and no memory no result. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "engine/search/engine_bench.h"

enum { DEPTH = 3, TABLE_BYTES = 1 << 20, STOP_AFTER = 4 };

struct workout_log {
    unsigned count, stop_after;
    uint64_t nodes;
};

static bool note(void *ctx, unsigned number, const char *sfen, uint64_t nodes, uint64_t ms)
{
    struct workout_log *seen = ctx;
    (void)ms;
    assert_non_null(sfen);
    assert_int_equal(number, seen->count);
    seen->nodes += nodes;
    return ++seen->count != seen->stop_after;
}

static struct engine_bench some_workout(struct workout_log *seen)
{
    return (struct engine_bench){.eval = {.type = &eval_material},
                                 .depth = DEPTH,
                                 .threads = 1,
                                 .tt_bytes = TABLE_BYTES,
                                 .report = note,
                                 .ctx = seen};
}

static void test_same_every_time(void **unused)
{
    (void)unused;
    struct workout_log first = {0}, second = {0};
    struct engine_bench w = some_workout(&first), again = some_workout(&second);
    struct engine_bench_result a, b;
    assert_int_equal(engine_bench_run(&w, &a, NULL), STATUS_OK);
    assert_int_equal(engine_bench_run(&again, &b, NULL), STATUS_OK);
    assert_int_equal(a.positions, ENGINE_BENCH_POSITIONS);
    assert_int_equal(first.count, ENGINE_BENCH_POSITIONS);
    assert_true(a.nodes > ENGINE_BENCH_POSITIONS);
    assert_int_equal(a.nodes, first.nodes);
    assert_int_equal(a.nodes, b.nodes);
}

static void test_stops_on_request(void **unused)
{
    (void)unused;
    struct workout_log seen = {.stop_after = STOP_AFTER};
    struct engine_bench w = some_workout(&seen);
    struct engine_bench_result r;
    assert_int_equal(engine_bench_run(&w, &r, NULL), STATUS_OK);
    assert_int_equal(seen.count, STOP_AFTER);
    assert_int_equal(r.positions, STOP_AFTER);
    assert_int_equal(r.nodes, seen.nodes);
}

static void test_without_memory(void **unused)
{
    (void)unused;
    enum status status;
    long n = 0;
    do {
        struct workout_log seen = {.stop_after = 1};
        struct engine_bench w = some_workout(&seen);
        struct engine_bench_result r;
        struct err err;
        mem_fail_after(n++);
        status = engine_bench_run(&w, &r, &err);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
        assert_int_equal(r.positions, seen.count); /* a failed search is not counted */
        assert_int_equal(r.nodes, seen.nodes);
    } while (status != STATUS_OK);
    assert_true(n > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_every_time),
        cmocka_unit_test(test_stops_on_request),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
