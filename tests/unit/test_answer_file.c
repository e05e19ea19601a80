/* test_answer_file.c: what was kept is found again; torn and foreign files; no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "values/sheet/answer_file.h"

static char folder[64], path[96];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_answer_file.XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/a", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static struct answer_file *open_it(void)
{
    struct answer_file *f;
    struct err err;
    assert_int_equal(answer_file_open(&f, path, &err), STATUS_OK);
    return f;
}

static void add(struct answer_file *f, uint64_t key, int count)
{
    struct answer_line lines[ANSWER_MOST_LINES];
    for (int i = 0; i < count; i++)
        lines[i] = (struct answer_line){.move = (shogi_move)(key + (uint64_t)i),
                                        .value = (int16_t)(-i),
                                        .depth = (uint8_t)i,
                                        .bound = (uint8_t)(i % 3)};
    assert_int_equal(answer_file_add(f, key, lines, count, NULL), STATUS_OK);
}

static bool has(struct answer_file *f, uint64_t key, int count)
{
    struct answer_line lines[ANSWER_MOST_LINES];
    int n;
    if (!answer_file_find(f, key, lines, &n))
        return false;
    assert_int_equal(n, count);
    for (int i = 0; i < n; i++) {
        assert_int_equal(lines[i].move, (shogi_move)(key + (uint64_t)i));
        assert_int_equal(lines[i].value, -i);
        assert_int_equal(lines[i].depth, (uint8_t)i);
        assert_int_equal(lines[i].bound, i % 3);
    }
    return true;
}

static void write_bytes(struct span bytes)
{
    assert_int_equal(file_replace(path, bytes, NULL), STATUS_OK);
}

static void is_found_again(void **state)
{
    enum { MANY = 3000 };
    (void)state;
    unlink(path);
    struct answer_file *f = open_it();
    assert_false(has(f, 7, 0));
    for (uint64_t k = 0; k < MANY; k++)
        add(f, k * 1000003, (int)(k % 50));
    add(f, 1ULL << 63, ANSWER_MOST_LINES);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(answer_file_count(f), MANY + 1);
        for (uint64_t k = 0; k < MANY; k++)
            assert_true(has(f, k * 1000003, (int)(k % 50)));
        assert_true(has(f, 1ULL << 63, ANSWER_MOST_LINES));
        assert_false(has(f, 5, 0));
        answer_file_close(f);
        f = open_it();
    }
    answer_file_close(f);
}

/* Wherever the file is cut off, what is whole stays, and more can be added. */
static void torn_files(void **state)
{
    struct buf whole;
    (void)state;
    unlink(path);
    struct answer_file *f = open_it();
    add(f, 1, 2);
    add(f, 2, 3);
    answer_file_close(f);
    buf_init(&whole, BUF_DEFAULT_MAX);
    assert_int_equal(file_read(path, 1 << 20, &whole, NULL), STATUS_OK);
    for (size_t n = 0; n <= whole.n; n++) {
        write_bytes(span_make(whole.p, n));
        f = open_it();
        bool first = has(f, 1, 2), second = has(f, 2, 3);
        assert_int_equal(answer_file_count(f), (size_t)first + (size_t)second);
        assert_true(first || !second);
        assert_int_equal(second, n == whole.n);
        add(f, 3, 1);
        answer_file_close(f);
        f = open_it();
        assert_true(has(f, 3, 1));
        assert_int_equal(has(f, 1, 2), first);
        answer_file_close(f);
    }
    /* a byte that was changed: nothing from there on is believed */
    whole.p[20]++;
    write_bytes(buf_span(&whole));
    f = open_it();
    assert_int_equal(answer_file_count(f), 0);
    answer_file_close(f);
    buf_release(&whole);
}

static void foreign_files(void **state)
{
    struct answer_file *f;
    struct err err = {0};
    (void)state;
    write_bytes(SPAN("something that somebody wants to keep"));
    assert_int_equal(answer_file_open(&f, path, &err), STATUS_SYNTAX);
    assert_null(f);
    assert_string_equal(err.file, path);
    assert_int_equal(answer_file_open(&f, "/nowhere/a", &err), STATUS_IO);
}

static void want_of_memory(void **state)
{
    struct answer_file *f;
    struct answer_line line = {0};
    (void)state;
    unlink(path);
    answer_file_close(open_it());
    bool opened = false;
    for (long n = 0; n < 20 && !opened; n++) {
        mem_fail_after(n);
        opened = answer_file_open(&f, path, NULL) == STATUS_OK;
        mem_fail_never();
    }
    assert_true(opened);
    enum status st = STATUS_OK;
    mem_fail_after(0);
    for (uint64_t k = 0; k < 10000 && st == STATUS_OK; k++)
        st = answer_file_add(f, k, &line, 1, NULL);
    mem_fail_never();
    assert_int_equal(st, STATUS_NOMEM);
    answer_file_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_found_again),
        cmocka_unit_test(torn_files),
        cmocka_unit_test(foreign_files),
        cmocka_unit_test(want_of_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
