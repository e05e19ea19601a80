/* test_intake.c: what is said when a database could not be written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <string.h>

#include <cmocka.h>

#include "web/api.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reasons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
