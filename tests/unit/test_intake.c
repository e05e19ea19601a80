/* test_intake.c: what is said when a database could not be written, and databases that are made. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <string.h>

#include <cmocka.h>

#include "db_sample.h"
#include "scratch.h"
#include "web/api.h"
#include "web/site/sites.h"

static const struct msg CANNOT = {"cannot write %1: %2", NULL};
static const struct msg DAMAGED = {"section %2 of %1 is damaged", NULL};

/* The message that is left of an error, and its status. */
static enum status explain(enum status status, struct err *err, char *out, size_t room)
{
    struct span names[] = {SPAN("one"), SPAN("two")};
    struct site site = {.names = names, .count = 2};
    struct http_response reply = {.status = 200};
    struct api_call call = {.site = &site, .reply = &reply};
    struct buf text;
    enum status got = intake_explain(&call, 1, status, err);
    buf_init(&text, BUF_DEFAULT_MAX);
    err_message(err, LANG_EN, &text);
    assert_true(text.n < room);
    memcpy(out, text.p, text.n);
    out[text.n] = '\0';
    buf_release(&text);
    return got;
}

static void test_reasons(void **state)
{
    char text[300];
    struct err err;
    (void)state;
    err_errno(&err, ENOSPC, &CANNOT, SPAN("/home/me/two.kifu/segment-1"));
    assert_int_equal(explain(STATUS_IO, &err, text, sizeof text), STATUS_IO);
    assert_string_equal(text, "cannot write two: No space left on device");
    /* no errno: what was wrong is said all the same, and not where files are */
    err_set(&err, STATUS_SYNTAX, &DAMAGED, SPAN("/home/me/two.kifu/segment-1"), SPAN("moves"));
    err_in_file(&err, SPAN("/home/me/two.kifu/segment-1"));
    assert_int_equal(explain(STATUS_SYNTAX, &err, text, sizeof text), STATUS_IO);
    assert_string_equal(text, "section moves of segment-1 is damaged");
    assert_string_equal(err.file, "segment-1");
    assert_int_equal(err.code, STATUS_IO);
    /* a record's own fault keeps its place */
    err_set(&err, STATUS_LIMIT, &DAMAGED, SPAN("x"), SPAN("y"));
    err_in_file(&err, SPAN("folder/long.sgf"));
    assert_int_equal(explain(STATUS_LIMIT, &err, text, sizeof text), STATUS_LIMIT);
    assert_string_equal(err.file, "folder/long.sgf");
}

/* Requests that came at the same time may all have found that there is none: it is served once.  Name
 * and path that it was placed with are gone then. */
static void test_a_database_is_made_once(void **state)
{
    struct sites sites;
    struct err err;
    (void)state;
    assert_int_equal(sites_open(&sites, "0", NULL, 0, ".", &err), STATUS_OK);
    for (int request = 0; request < 3; request++) {
        struct arena arena;
        struct span name = {0};
        const char *path = NULL;
        arena_init(&arena, BUF_DEFAULT_MAX);
        if (request == 0) {
            assert_int_equal(sites_place(&sites, SPAN("a/b"), true, &arena, &name, &path, &err),
                             STATUS_RANGE);
            assert_int_equal(sites_place(&sites, SPAN("new"), true, &arena, &name, &path, &err),
                             STATUS_OK);
            assert_string_equal(path, "./new.kifu");
            sites_add(&sites, path, name); /* it was not made after all */
            assert_null(sites_find(&sites, SPAN("new"), NULL));
            sample_make("new.kifu", 0, 3, 0);
        } else {
            assert_int_equal(sites_place(&sites, SPAN("new"), true, &arena, &name, &path, &err),
                             STATUS_RANGE); /* it is there */
        }
        char *copy = test_malloc(16), *called = test_malloc(3);
        memcpy(copy, "./new.kifu", 11);
        memcpy(called, "new", 3);
        sites_add(&sites, copy, span_make(called, 3));
        memset(copy, 'x', 16);
        memset(called, 'x', 3);
        test_free(copy);
        test_free(called);
        arena_release(&arena);
    }
    uint32_t which = 9;
    const struct site *site = sites_find(&sites, SPAN("new"), &which);
    assert_non_null(site);
    assert_int_equal(site->count, 1);
    assert_int_equal(which, 0);
    assert_string_equal(site->served.paths[0], "./new.kifu");
    sites_release(&sites);
}

/* When no more can be served, none is made. */
static void test_no_room_for_a_database(void **state)
{
    struct sites sites;
    struct arena arena;
    struct span name;
    const char *path;
    struct err err;
    (void)state;
    assert_int_equal(sites_open(&sites, "0", NULL, 0, ".", &err), STATUS_OK);
    arena_init(&arena, BUF_DEFAULT_MAX);
    assert_int_equal(sites_place(&sites, SPAN("more"), true, &arena, &name, &path, &err),
                     STATUS_OK);
    const uint32_t room = sites.at[0].served.room;
    sites.at[0].served.room = 0;
    assert_int_equal(sites_place(&sites, SPAN("more"), true, &arena, &name, &path, &err),
                     STATUS_LIMIT);
    sites.at[0].served.room = room;
    arena_release(&arena);
    sites_release(&sites);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_a_database_is_made_once),
        cmocka_unit_test(test_no_room_for_a_database),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
