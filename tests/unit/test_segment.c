/* Segments: written once, read back whole, and never trusted when a single byte is off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "store/segment.h"

static char folder[] = "/tmp/kifu-segment-XXXXXX";
static char path[64];

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/a.seg", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_sample(void)
{
    struct segment_writer w;
    struct err err;
    assert_int_equal(segment_writer_open(&w, path, &err), STATUS_OK);
    assert_int_equal(segment_writer_section(&w, "first", SPAN("hello"), &err), STATUS_OK);
    assert_int_equal(segment_writer_section(&w, "empty", SPAN(""), &err), STATUS_OK);
    assert_int_equal(segment_writer_begin(&w, "eightchr", &err), STATUS_OK);
    for (int i = 0; i < 100; i++)
        assert_int_equal(segment_writer_add(&w, SPAN("0123456789"), &err), STATUS_OK);
    assert_int_equal(segment_writer_end(&w, &err), STATUS_OK);
    assert_int_equal(segment_writer_commit(&w, &err), STATUS_OK);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct segment s;
    struct span bytes;
    struct err err;
    write_sample();
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_int_equal(s.count, 3);
    assert_true(segment_find(&s, "first", &bytes));
    assert_true(span_eq(bytes, SPAN("hello")));
    assert_true(segment_find(&s, "empty", &bytes));
    assert_int_equal(bytes.n, 0);
    assert_int_equal(segment_need(&s, "eightchr", &bytes, &err), STATUS_OK);
    assert_int_equal(bytes.n, 1000);
    assert_int_equal(segment_need(&s, "other", &bytes, &err), STATUS_SYNTAX);
    assert_string_equal(err.arg[0], "other");
    assert_int_equal(segment_check(&s, &err), STATUS_OK);
    segment_close(&s);
    segment_close(&s);
}

static enum status open_and_check(struct err *err)
{
    struct segment s;
    enum status st = segment_open(&s, path, err);
    if (st != STATUS_OK)
        return st;
    st = segment_check(&s, err);
    segment_close(&s);
    return st;
}

static void test_every_flipped_byte_is_noticed(void **state)
{
    (void)state;
    struct buf good, bad;
    struct segment s;
    struct err err;
    write_sample();
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    buf_init(&good, BUF_DEFAULT_MAX);
    buf_init(&bad, BUF_DEFAULT_MAX);
    buf_add_span(&good, s.view.bytes);
    for (size_t i = 0; i < good.n; i++) {
        buf_clear(&bad);
        buf_add_span(&bad, buf_span(&good));
        bad.p[i] = (char)(bad.p[i] ^ 0x20);
        assert_int_equal(file_replace(path, buf_span(&bad), &err), STATUS_OK);
        err = (struct err){0};
        assert_int_not_equal(open_and_check(&err), STATUS_OK);
        assert_string_equal(err.file, path);
    }
    segment_close(&s);
    buf_release(&good);
    buf_release(&bad);
}

static void test_every_cut_is_noticed(void **state)
{
    (void)state;
    struct buf good;
    struct err err;
    write_sample();
    buf_init(&good, BUF_DEFAULT_MAX);
    assert_int_equal(file_read(path, 1 << 20, &good, &err), STATUS_OK);
    for (size_t n = 0; n < good.n; n += 7) {
        assert_int_equal(file_replace(path, span_make(good.p, n), &err), STATUS_OK);
        assert_int_not_equal(open_and_check(&err), STATUS_OK);
    }
    buf_release(&good);
}

static void test_abandoned_writers_leave_nothing(void **state)
{
    (void)state;
    struct segment_writer w;
    struct err err;
    unlink(path);
    assert_int_equal(segment_writer_open(&w, path, &err), STATUS_OK);
    assert_int_equal(segment_writer_begin(&w, "x", &err), STATUS_OK);
    segment_writer_abort(&w);
    assert_int_not_equal(access(path, F_OK), 0);
    write_sample(); /* for tear_down */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_every_flipped_byte_is_noticed),
        cmocka_unit_test(test_every_cut_is_noticed),
        cmocka_unit_test(test_abandoned_writers_leave_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
