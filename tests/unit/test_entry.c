/* An entry keeps tags, problems and the record; hostile bytes are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "games/shogi/shogi.h"
#include "store/entry.h"
#include "store/record_codec.h"

static const struct msg LATE = {"move %1 is late", "遅い"};

static void make(struct record *rec, struct buf *bytes)
{
    struct span tags[] = {SPAN("first"), SPAN(""), SPAN("第三")};
    struct err err;
    shogi_move move;
    record_init(rec);
    assert_int_equal(record_clear(rec, &shogi_game), STATUS_OK);
    assert_true(shogi_usi_parse(SPAN("7g7f"), &move));
    assert_int_not_equal(record_add_node(rec, 0, move), 0);
    (void)err_set(&err, STATUS_ILLEGAL, &LATE, SPAN("7g7f"), (struct span){0});
    err_at(&err, 12, 345);
    record_add_problem(rec, PROBLEM_LOST, &err);
    (void)err_plain(&err, STATUS_LIMIT, &LATE);
    record_add_problem(rec, PROBLEM_PARTIAL, &err);
    record_drop_problem(rec, PROBLEM_NOTE);
    buf_init(bytes, BUF_DEFAULT_MAX);
    entry_encode(rec, tags, 3, bytes);
    assert_int_equal(buf_status(bytes), STATUS_OK);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct record rec, back;
    struct buf bytes;
    struct arena arena;
    struct entry_view v;
    struct err err;
    make(&rec, &bytes);
    arena_init(&arena, 1 << 16);
    assert_int_equal(entry_parse(buf_span(&bytes), &arena, &v, &err), STATUS_OK);
    assert_int_equal(v.tag_count, 3);
    assert_true(span_eq(v.tags[0], SPAN("first")));
    assert_true(span_eq(v.tags[1], SPAN("")));
    assert_true(span_eq(v.tags[2], SPAN("第三")));
    assert_int_equal(v.problem_count, 2);
    assert_int_equal(v.problems_dropped, 1);
    assert_int_equal(v.problems[0].severity, PROBLEM_LOST);
    assert_int_equal(v.problems[0].code, STATUS_ILLEGAL);
    assert_int_equal(v.problems[0].line, 12);
    assert_int_equal(v.problems[0].byte, 345);
    assert_true(span_eq(v.problems[0].message, SPAN("move 7g7f is late")));
    assert_int_equal(v.problems[1].severity, PROBLEM_PARTIAL);
    record_init(&back);
    assert_int_equal(record_decode(&back, &shogi_game, v.record, &rec.nodes[1].move, 1, &err),
                     STATUS_OK);
    assert_int_equal(back.node_count, 2);
    record_release(&back);
    record_release(&rec);
    buf_release(&bytes);
    arena_release(&arena);
}

static void test_hostile_bytes(void **state)
{
    (void)state;
    struct record rec;
    struct buf bytes;
    struct arena arena;
    struct entry_view v;
    struct err err;
    make(&rec, &bytes);
    arena_init(&arena, 1 << 16);
    size_t head = bytes.n;
    assert_int_equal(entry_parse(buf_span(&bytes), &arena, &v, &err), STATUS_OK);
    head -= v.record.n;
    for (size_t n = 0; n < head; n++) {
        arena_reset(&arena);
        assert_int_equal(entry_parse(span_make(bytes.p, n), &arena, &v, &err), STATUS_SYNTAX);
    }
    for (size_t i = 0; i < head; i++)
        for (int bit = 0; bit < 8; bit++) {
            arena_reset(&arena);
            bytes.p[i] = (char)(bytes.p[i] ^ 1 << bit);
            (void)!entry_parse(buf_span(&bytes), &arena, &v, &err);
            bytes.p[i] = (char)(bytes.p[i] ^ 1 << bit);
        }
    bytes.p[0] = 2; /* another version */
    assert_int_equal(entry_parse(buf_span(&bytes), &arena, &v, &err), STATUS_SYNTAX);
    record_release(&rec);
    buf_release(&bytes);
    arena_release(&arena);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct record rec;
    struct buf bytes;
    struct entry_view v;
    struct err err;
    make(&rec, &bytes);
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        struct arena arena;
        arena_init(&arena, 1 << 16);
        mem_fail_after(n);
        st = entry_parse(buf_span(&bytes), &arena, &v, &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        arena_release(&arena);
    }
    record_release(&rec);
    buf_release(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_hostile_bytes),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
