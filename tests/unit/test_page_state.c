/* test_page_state.c: the file of a page: what was written is read, and nothing else is taken for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cmd/parts/page_state.h"

#define TEXT(literal) (literal), sizeof(literal)

static bool parses(struct page_state *s, const char *text, size_t n)
{
    buf_clear(&s->text);
    buf_add(&s->text, text, n);
    return page_state_parse(s);
}

static void test_parse(void **state)
{
    struct page_state s;
    (void)state;
    page_state_init(&s);
    assert_true(parses(&s, TEXT("kifu-page 1\0"
                                "0.2.0\0"
                                "4711\0"
                                "8017\0"
                                "/a b.kifu\0"
                                "/new\nline.kifu\0") -
                               1));
    assert_true(s.known);
    assert_int_equal(s.pid, 4711);
    assert_int_equal(s.port, 8017);
    assert_int_equal(s.database_count, 2);
    assert_string_equal(s.databases[1], "/new\nline.kifu");
    assert_false(parses(&s, TEXT("")));
    assert_false(s.known);
    assert_false(parses(&s, TEXT("kifu-page 2\0v\0"
                                 "4711\0"
                                 "80\0") -
                                1));
    assert_false(parses(&s, TEXT("kifu-page 1\0v\0"
                                 "1\0"
                                 "80\0") -
                                1)); /* no page of ours */
    assert_false(parses(&s, TEXT("kifu-page 1\0v\0"
                                 "-1\0"
                                 "80\0") -
                                1)); /* everybody */
    assert_false(parses(&s, TEXT("kifu-page 1\0v\0"
                                 "4711\0"
                                 "65536\0") -
                                1));
    assert_false(parses(&s, TEXT("kifu-page 1\0v\0"
                                 "4711\0"
                                 "80\0relative\0") -
                                1));
    assert_false(parses(&s, TEXT("kifu-page 1\0v\0"
                                 "4711\0"
                                 "80\0/cut off") -
                                1));
    page_state_release(&s);
}

static void test_locks(void **state)
{
    char folder[] = "/tmp/kifu-page-XXXXXX";
    const char *const databases[] = {"/one.kifu"};
    struct page_state s;
    struct err err;
    bool runs = true;
    int page, again;
    (void)state;
    assert_non_null(mkdtemp(folder));
    page_state_init(&s);
    assert_int_equal(page_state_read(&s, folder, &shogi_game, &runs, &err), STATUS_OK);
    assert_false(runs || s.known);
    assert_int_equal(page_claim(folder, &shogi_game, &page, &err), STATUS_OK);
    assert_int_equal(page_claim(folder, &shogi_game, &again, &err), STATUS_IO);
    assert_int_equal(page_publish(page, "0.2.0", 8017, databases, 1, &err), STATUS_OK);
    assert_int_equal(page_state_read(&s, folder, &shogi_game, &runs, &err), STATUS_OK);
    assert_true(runs && s.known);
    assert_int_equal(s.pid, getpid());
    assert_string_equal(s.databases[0], "/one.kifu");
    /* a shorter one leaves nothing of the one before */
    assert_int_equal(page_publish(page, "1", 1, NULL, 0, &err), STATUS_OK);
    close(page);
    assert_int_equal(page_state_read(&s, folder, &shogi_game, &runs, &err), STATUS_OK);
    assert_true(!runs && s.known && s.port == 1 && s.database_count == 0);
    /* the process of the page before is not taken for that of one that is about to run */
    assert_int_equal(page_claim(folder, &shogi_game, &page, &err), STATUS_OK);
    assert_int_equal(page_state_read(&s, folder, &shogi_game, &runs, &err), STATUS_OK);
    assert_true(runs && !s.known);
    close(page);
    page_state_release(&s);
    assert_int_equal(chdir(folder) | unlink("shogi.page") | chdir("/") | rmdir(folder), 0);
}

static void expect_folder(const char *expected)
{
    struct buf path;
    struct err err;
    buf_init(&path, BUF_DEFAULT_MAX);
    assert_int_equal(page_folder(&path, &err), STATUS_OK);
    assert_string_equal(buf_cstr(&path), expected);
    assert_int_equal(rmdir(expected), 0);
    buf_release(&path);
}

/* The folder of the session is taken if it is there and ours. */
static void test_folder(void **state)
{
    char folder[] = "/tmp/kifu-page-XXXXXX";
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder) | mkdir("run", 0700) | mkdir("cache", 0700), 0);
    char run[64], cache[64], run_kifu[80], cache_kifu[80];
    snprintf(run, sizeof run, "%s/run", folder);
    snprintf(cache, sizeof cache, "%s/cache", folder);
    snprintf(run_kifu, sizeof run_kifu, "%s/kifu", run);
    snprintf(cache_kifu, sizeof cache_kifu, "%s/kifu", cache);
    setenv("XDG_CACHE_HOME", cache, 1);
    setenv("XDG_RUNTIME_DIR", run, 1);
    expect_folder(run_kifu);
    if (geteuid() == 0)
        assert_int_equal(chown("run", 65534, 65534), 0);
    else
        setenv("XDG_RUNTIME_DIR", "/", 1);
    expect_folder(cache_kifu);
    setenv("XDG_RUNTIME_DIR", "/nowhere/at/all", 1);
    expect_folder(cache_kifu);
    assert_int_equal(rmdir("run") | rmdir("cache") | chdir("/") | rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_locks),
        cmocka_unit_test(test_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
