/* The tree of a record: order of nodes, notes, results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "games/record.h"

static const struct game TOY = {.name = "toy", .seats = 2};

/* 0 ─ 1 ─ 2 ─ 3 ─ 4      with variations 5 ─ 6 of the third move and 7 of the first */
static void build(struct record *rec)
{
    record_init(rec);
    assert_int_equal(record_clear(rec, &TOY), STATUS_OK);
    uint32_t at = 0;
    for (game_move m = 1; m <= 4; m++)
        at = record_add_node(rec, at, m);
    at = record_add_node(rec, 2, 5);
    record_add_node(rec, at, 6);
    record_add_node(rec, 0, 7);
}

static void test_reading_order(void **state)
{
    (void)state;
    struct record rec;
    build(&rec);
    uint32_t node = 0, plies;
    for (game_move m = 1; m <= 7; m++) {
        node = record_next(&rec, node);
        assert_int_equal(rec.nodes[node].move, m);
    }
    assert_int_equal(record_next(&rec, node), 0);
    assert_int_equal(rec.nodes[record_last_move(&rec, &plies)].move, 4);
    assert_int_equal(plies, 4);
    assert_int_equal(rec.nodes[record_node_at_ply(&rec, 2)].move, 2);
    assert_int_equal(rec.nodes[record_node_at_ply(&rec, 99)].move, 4);
    record_release(&rec);
}

static void test_many_variations_are_cheap(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    assert_int_equal(record_clear(&rec, &TOY), STATUS_OK);
    for (uint32_t i = 1; i < RECORD_MAX_NODES; i++)
        assert_int_equal(record_add_node(&rec, 0, 1), i);
    assert_int_equal(record_add_node(&rec, 0, 1), 0); /* the limit */
    record_release(&rec);
}

static void test_notes_and_headers(void **state)
{
    (void)state;
    struct record rec;
    build(&rec);
    assert_int_equal(record_note_at(&rec, 3)->comment.n, 0);
    record_note(&rec, 3)->comment = SPAN("good");
    record_note(&rec, 5)->comment = SPAN("bad");
    assert_true(span_eq(record_note_at(&rec, 3)->comment, SPAN("good")));
    assert_int_equal(record_add_header(&rec, HEADER_EVENT, SPAN("棋戦"), SPAN(" 名人戦　")),
                     STATUS_OK);
    assert_true(span_eq(record_header(&rec, HEADER_EVENT), SPAN("名人戦")));
    assert_int_equal(record_header(&rec, HEADER_SITE).n, 0);
    assert_int_equal(record_clear(&rec, &TOY), STATUS_OK);
    assert_int_equal(rec.header_count, 0);
    assert_int_equal(rec.node_count, 1);
    record_release(&rec);
}

static void test_problems_are_bounded(void **state)
{
    (void)state;
    struct record rec;
    struct err err;
    build(&rec);
    err_nomem(&err);
    for (int i = 0; i < RECORD_MAX_PROBLEMS + 5; i++)
        record_add_problem(&rec, i == 3 ? PROBLEM_PARTIAL : PROBLEM_LOST, &err);
    assert_int_equal(rec.problem_count, RECORD_MAX_PROBLEMS);
    assert_int_equal(rec.problems_dropped, 5);
    assert_int_equal(record_worst(&rec), PROBLEM_PARTIAL);
    record_release(&rec);
}

static void test_results(void **state)
{
    (void)state;
    int8_t points[2];
    record_points_of_end(END_RESIGN, -1, 0, points);
    assert_int_equal(points[1], POINTS_WIN);
    assert_int_equal(points[0], POINTS_LOSS);
    record_points_of_end(END_DECLARATION, -1, 1, points);
    assert_int_equal(points[1], POINTS_WIN);
    record_points_of_end(END_ILLEGAL_ACTION, 0, 1, points);
    assert_int_equal(points[1], POINTS_WIN);
    record_points_of_end(END_REPETITION, -1, 0, points);
    assert_int_equal(points[0], POINTS_DRAW);
    record_points_of_end(END_INTERRUPTED, -1, 0, points);
    assert_int_equal(points[0], POINTS_UNKNOWN);
    for (int end = 0; end < END_COUNT; end++)
        assert_int_equal(record_end_by_name(span_of(record_end_name((enum record_end)end))), end);
}

static void test_no_memory(void **state)
{
    (void)state;
    for (long n = 0; n < 12; n++) {
        struct record rec;
        record_init(&rec);
        mem_fail_after(n);
        enum status st = record_clear(&rec, &TOY);
        uint32_t node = st == STATUS_OK ? record_add_node(&rec, 0, 1) : 0;
        if (st == STATUS_OK)
            (void)!record_add_header(&rec, HEADER_SITE, SPAN("k"), SPAN("v"));
        if (node)
            (void)record_note(&rec, node);
        mem_fail_never();
        record_release(&rec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading_order),     cmocka_unit_test(test_many_variations_are_cheap),
        cmocka_unit_test(test_notes_and_headers), cmocka_unit_test(test_problems_are_bounded),
        cmocka_unit_test(test_results),           cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
