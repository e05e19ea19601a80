/* Segments: written once, read back whole, and never trusted when a single byte is off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/io/file.h"
#include "scratch.h"
#include "store/segment.h"

static char path[sizeof scratch_root + 8];

static int set_up(void **state)
{
    if (scratch_set_up(state) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/a.seg", scratch_root);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(scratch_root); /* nothing is left there */
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
    assert_int_equal(s.count, 4); /* and the sums */
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

/* Sections of several blocks, and one so small that it shares its block with two others. */
enum { LARGE = 5 * SEGMENT_BLOCK + 100 };

static void write_blocks(void)
{
    struct segment_writer w;
    struct err err;
    static char bytes[LARGE];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 2654435761U >> 13);
    assert_int_equal(segment_writer_open(&w, path, &err), STATUS_OK);
    assert_int_equal(segment_writer_section(&w, "one", span_make(bytes, LARGE), &err), STATUS_OK);
    assert_int_equal(segment_writer_section(&w, "small", SPAN("hello"), &err), STATUS_OK);
    assert_int_equal(segment_writer_begin(&w, "two", &err), STATUS_OK);
    for (size_t at = 0, n; at < LARGE; at += n) {
        n = LARGE - at < 100 ? LARGE - at : 100;
        assert_int_equal(segment_writer_add(&w, span_make(bytes + at, n), &err), STATUS_OK);
    }
    assert_int_equal(segment_writer_end(&w, &err), STATUS_OK);
    assert_int_equal(segment_writer_commit(&w, &err), STATUS_OK);
}

/* Flips a bit of a section, n bytes from its beginning. */
static void flip(const char *section, size_t n)
{
    struct segment s;
    struct span bytes;
    struct buf file;
    struct err err;
    buf_init(&file, BUF_DEFAULT_MAX);
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_true(segment_find(&s, section, &bytes));
    buf_add_span(&file, s.view.bytes);
    file.p[(size_t)(bytes.p - s.view.bytes.p) + n] ^= 0x10;
    segment_close(&s);
    assert_int_equal(file_replace(path, buf_span(&file), &err), STATUS_OK);
    buf_release(&file);
}

static void test_damage_is_found_where_it_is_read(void **state)
{
    (void)state;
    struct segment s;
    struct span one, small, two;
    struct err err;
    write_blocks();
    flip("two", 3 * SEGMENT_BLOCK);
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_true(segment_find(&s, "one", &one) && segment_find(&s, "small", &small) &&
                segment_find(&s, "two", &two));
    assert_true(segment_verify(&s, one));
    assert_true(segment_verify(&s, small));
    assert_true(segment_verify(&s, span_make(two.p, 2 * SEGMENT_BLOCK)));
    assert_true(segment_verify(&s, span_make(two.p + 4 * SEGMENT_BLOCK, SEGMENT_BLOCK)));
    assert_false(segment_is_whole(&s, two));
    assert_int_equal(segment_status(&s, &err), STATUS_OK); /* nobody read it */
    assert_int_equal(segment_verify_span(&s, two, &err), STATUS_SYNTAX);
    assert_string_equal(err.arg[0], "two");
    assert_string_equal(err.file, path);
    size_t at = (size_t)(two.p - s.view.bytes.p) + 3 * SEGMENT_BLOCK;
    assert_int_equal(err.byte, at / SEGMENT_BLOCK * SEGMENT_BLOCK);
    assert_int_equal(segment_status(&s, &err), STATUS_SYNTAX);
    assert_int_equal(err.byte, at / SEGMENT_BLOCK * SEGMENT_BLOCK);
    assert_true(segment_verify(&s, one));
    assert_int_equal(segment_check(&s, &err), STATUS_SYNTAX);
    assert_string_equal(err.arg[0], "two");
    segment_close(&s);
}

/* A block may have parts of several sections: the others of it can still be read. */
static void test_damage_is_that_of_its_section(void **state)
{
    (void)state;
    struct segment s;
    struct span one, small, two;
    struct err err;
    write_blocks();
    flip("small", 1);
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_true(segment_find(&s, "one", &one) && segment_find(&s, "small", &small) &&
                segment_find(&s, "two", &two));
    for (int i = 0; i < 2; i++) {
        assert_true(segment_verify(&s, one));
        assert_true(segment_verify(&s, two));
    }
    assert_int_equal(segment_status(&s, &err), STATUS_OK);
    assert_false(segment_verify(&s, small));
    assert_int_equal(segment_status(&s, &err), STATUS_SYNTAX);
    assert_string_equal(err.arg[0], "small");
    assert_int_equal(err.byte, small.p - s.view.bytes.p);
    segment_close(&s);
}

/* As segments of older versions: each section by its own checksum. */
static void test_without_sums(void **state)
{
    (void)state;
    struct segment s;
    struct span bytes;
    struct err err;
    write_blocks();
    flip(SEGMENT_SUMS, 20);
    flip("two", 3 * SEGMENT_BLOCK);
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_int_equal(segment_need_whole(&s, "one", &bytes, &err), STATUS_OK);
    assert_int_equal(segment_need_whole(&s, "small", &bytes, &err), STATUS_OK);
    assert_int_equal(segment_status(&s, &err), STATUS_OK);
    assert_int_equal(segment_need_whole(&s, "two", &bytes, &err), STATUS_SYNTAX);
    assert_false(segment_verify(&s, span_make(bytes.p, 1)));
    assert_int_equal(segment_status(&s, &err), STATUS_SYNTAX);
    assert_string_equal(err.arg[0], "two");
    assert_int_equal(err.byte, bytes.p - s.view.bytes.p);
    segment_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_every_flipped_byte_is_noticed),
        cmocka_unit_test(test_every_cut_is_noticed),
        cmocka_unit_test(test_abandoned_writers_leave_nothing),
        cmocka_unit_test(test_damage_is_found_where_it_is_read),
        cmocka_unit_test(test_damage_is_that_of_its_section),
        cmocka_unit_test(test_without_sums),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
