/* test_journal.c: what is finished of long work: kept, found again, folded; and files that were
 * cut, damaged, or are of something else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/io/journal.h"
#include "scratch.h"

static const char PATH[] = "work.part";
enum { PRINT = 77 };

static struct journal *open_journal(void)
{
    struct journal *j;
    struct err err;
    assert_int_equal(journal_open(&j, PATH, PRINT, &err), STATUS_OK);
    return j;
}

/* "result 12" and so on. */
static void add(struct journal *j, uint64_t block)
{
    char text[40];
    struct err err;
    snprintf(text, sizeof text, "result %llu", (unsigned long long)block);
    assert_int_equal(journal_add(j, block, span_of(text), &err), STATUS_OK);
}

static void check_block(struct journal *j, uint64_t block)
{
    char text[40];
    struct buf out;
    struct err err;
    buf_init(&out, BUF_DEFAULT_MAX);
    snprintf(text, sizeof text, "result %llu", (unsigned long long)block);
    assert_true(journal_has(j, block));
    assert_int_equal(journal_read(j, block, &out, &err), STATUS_OK);
    assert_true(span_eq(buf_span(&out), span_of(text)));
    buf_release(&out);
}

static void make_journal(void)
{
    (void)unlink(PATH);
    struct journal *j = open_journal();
    add(j, 3);
    add(j, 0);
    add(j, 7);
    journal_close(j);
}

static void test_found_again(void **state)
{
    (void)state;
    make_journal();
    struct journal *j = open_journal();
    assert_int_equal(journal_count(j), 3);
    assert_int_equal(journal_floor(j), 0);
    check_block(j, 0);
    check_block(j, 3);
    check_block(j, 7);
    assert_false(journal_has(j, 1));
    add(j, 1);
    journal_close(j);
    j = open_journal();
    assert_int_equal(journal_count(j), 4);
    check_block(j, 1);
    journal_finish(j);
    assert_int_equal(access(PATH, F_OK), -1);
}

static void test_nothing_is_left_of_nothing(void **state)
{
    (void)state;
    (void)unlink(PATH);
    struct journal *j = open_journal();
    assert_int_equal(access(PATH, F_OK), 0);
    journal_close(j);
    assert_int_equal(access(PATH, F_OK), -1);
    journal_close(NULL);
    journal_finish(NULL);
}

static void test_fold(void **state)
{
    struct err err;
    (void)state;
    make_journal();
    struct journal *j = open_journal();
    add(j, 8);
    add(j, 2);
    assert_int_equal(journal_fold(j, 4, SPAN("the sums"), &err), STATUS_OK);
    uint64_t size = journal_size(j);
    check_block(j, 7);
    assert_false(journal_has(j, 3));
    add(j, 5);
    assert_true(journal_size(j) > size);
    journal_close(j);
    FILE *cut = fopen("work.part.new", "w"); /* killed while it folded */
    assert_non_null(cut);
    fclose(cut);
    j = open_journal();
    assert_int_equal(access("work.part.new", F_OK), -1);
    assert_int_equal(journal_floor(j), 4);
    assert_true(span_eq(journal_state(j), SPAN("the sums")));
    assert_int_equal(journal_count(j), 3);
    check_block(j, 5);
    check_block(j, 7);
    check_block(j, 8);
    assert_int_equal(journal_fold(j, 9, SPAN(""), &err), STATUS_OK);
    journal_close(j);
    j = open_journal();
    assert_int_equal(journal_floor(j), 9);
    assert_int_equal(journal_count(j), 0);
    assert_int_equal(journal_size(j), JOURNAL_HEAD_BYTES);
    journal_finish(j);
    assert_int_equal(access("work.part.new", F_OK), -1);
}

static void test_refused(void **state)
{
    struct journal *j, *other;
    struct err err;
    (void)state;
    make_journal();
    assert_int_equal(journal_open(&j, PATH, PRINT + 1, &err), STATUS_RANGE);
    j = open_journal();
    assert_int_equal(journal_open(&other, PATH, PRINT, &err), STATUS_IO); /* in use */
    assert_int_equal(journal_count(j), 3);
    journal_close(j);
    assert_int_equal(journal_open(&j, ".", PRINT, &err), STATUS_IO);
    assert_int_equal(journal_open(&j, "no/such/place", PRINT, &err), STATUS_IO);
    assert_int_equal(file_replace("diary", SPAN("dear diary"), &err), STATUS_OK);
    assert_int_equal(journal_open(&j, "diary", PRINT, &err), STATUS_SYNTAX);
    struct buf text;
    buf_init(&text, 100);
    assert_int_equal(file_read("diary", 100, &text, &err), STATUS_OK);
    assert_true(span_eq(buf_span(&text), SPAN("dear diary")));
    buf_release(&text);
}

static void read_whole(struct buf *out)
{
    struct err err;
    buf_init(out, BUF_DEFAULT_MAX);
    assert_int_equal(file_read(PATH, 1 << 20, out, &err), STATUS_OK);
}

/* Cut anywhere: the head is no journal any more, or whole blocks are found. */
static void test_cut(void **state)
{
    struct journal *j;
    struct buf whole;
    struct err err;
    (void)state;
    make_journal();
    read_whole(&whole);
    for (size_t n = 1; n < whole.n; n++) {
        assert_int_equal(file_replace(PATH, span_make(whole.p, n), &err), STATUS_OK);
        enum status st = journal_open(&j, PATH, PRINT, &err);
        assert_int_equal(st, n < JOURNAL_HEAD_BYTES ? STATUS_SYNTAX : STATUS_OK);
        if (st != STATUS_OK)
            continue;
        uint64_t found = journal_count(j);
        assert_int_equal(found, (n - JOURNAL_HEAD_BYTES) / (24 + strlen("result 0")));
        add(j, 9);
        journal_close(j);
        j = open_journal();
        assert_int_equal(journal_count(j), found + 1);
        check_block(j, 9);
        journal_close(j);
    }
    buf_release(&whole);
}

/* One byte is another one: never a wrong result. */
static void test_damaged(void **state)
{
    struct journal *j;
    struct buf whole;
    struct err err;
    (void)state;
    make_journal();
    read_whole(&whole);
    for (size_t i = 0; i < whole.n; i++) {
        whole.p[i] = (char)(whole.p[i] ^ 0x21);
        assert_int_equal(file_replace(PATH, buf_span(&whole), &err), STATUS_OK);
        enum status st = journal_open(&j, PATH, PRINT, &err);
        if (i < JOURNAL_HEAD_BYTES)
            assert_int_not_equal(st, STATUS_OK);
        whole.p[i] = (char)(whole.p[i] ^ 0x21);
        if (st != STATUS_OK)
            continue;
        assert_true(journal_count(j) < 3);
        for (uint64_t block = 0; block < 10; block++)
            if (journal_has(j, block))
                check_block(j, block);
        journal_close(j);
    }
    buf_release(&whole);
}

/* What is damaged after it was found is not taken for a result. */
static void test_damaged_meanwhile(void **state)
{
    struct buf out;
    struct err err;
    (void)state;
    make_journal();
    struct journal *j = open_journal();
    int fd = open(PATH, O_WRONLY);
    assert_int_equal(pwrite(fd, "?", 1, (off_t)journal_size(j) - 1), 1);
    close(fd);
    buf_init(&out, 100);
    assert_int_equal(journal_read(j, 7, &out, &err), STATUS_SYNTAX);
    check_block(j, 3);
    assert_int_equal(journal_read(j, 4, &out, &err), STATUS_SYNTAX);
    buf_release(&out);
    journal_close(j);
}

static void test_no_memory(void **state)
{
    struct err err;
    (void)state;
    for (long n = 0; n < 12; n++) {
        struct journal *j = NULL;
        make_journal();
        mem_fail_after(n);
        enum status st = journal_open(&j, PATH, PRINT, &err);
        if (st == STATUS_OK)
            st = journal_add(j, 11, SPAN("more"), &err);
        if (st == STATUS_OK)
            st = journal_fold(j, 1, SPAN("state"), &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        journal_close(j);
        j = open_journal();
        assert_true(journal_count(j) >= 2);
        journal_close(j);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found_again),
        cmocka_unit_test(test_nothing_is_left_of_nothing),
        cmocka_unit_test(test_fold),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_damaged_meanwhile),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
