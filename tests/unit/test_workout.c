/* test_workout.c: the same work every time, stopped when asked, and no memory no result. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "engine/search/workout.h"

enum { DEPTH = 3, TABLE_BYTES = 1 << 20, STOP_AFTER = 4 };

struct seen {
    unsigned count, stop_after;
    uint64_t nodes;
};

static bool note(void *ctx, unsigned number, const char *sfen, uint64_t nodes, uint64_t ms)
{
    struct seen *seen = ctx;
    (void)ms;
    assert_non_null(sfen);
    assert_int_equal(number, seen->count);
    seen->nodes += nodes;
    return ++seen->count != seen->stop_after;
}

static struct workout some_workout(struct seen *seen)
{
    return (struct workout){.eval = {.type = &eval_material},
                            .depth = DEPTH,
                            .threads = 1,
                            .table_bytes = TABLE_BYTES,
                            .told = note,
                            .ctx = seen};
}

static void test_same_every_time(void **unused)
{
    (void)unused;
    struct seen first = {0}, second = {0};
    struct workout w = some_workout(&first), again = some_workout(&second);
    struct workout_result a, b;
    assert_int_equal(workout_run(&w, &a, NULL), STATUS_OK);
    assert_int_equal(workout_run(&again, &b, NULL), STATUS_OK);
    assert_int_equal(a.positions, WORKOUT_POSITIONS);
    assert_int_equal(first.count, WORKOUT_POSITIONS);
    assert_true(a.nodes > WORKOUT_POSITIONS);
    assert_int_equal(a.nodes, first.nodes);
    assert_int_equal(a.nodes, b.nodes);
}

static void test_stops_when_told(void **unused)
{
    (void)unused;
    struct seen seen = {.stop_after = STOP_AFTER};
    struct workout w = some_workout(&seen);
    struct workout_result r;
    assert_int_equal(workout_run(&w, &r, NULL), STATUS_OK);
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
        struct seen seen = {.stop_after = 1};
        struct workout w = some_workout(&seen);
        struct workout_result r;
        struct err err;
        mem_fail_after(n++);
        status = workout_run(&w, &r, &err);
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
        cmocka_unit_test(test_stops_when_told),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
