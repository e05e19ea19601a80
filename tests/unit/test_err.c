/* test_err.c: messages in two languages, places, and arguments that are too long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/text/utf8.h"

static const struct msg BAD_MOVE = {"illegal move %1 by %2 (100%%)", "反則手 %1 (%2)"};
static const struct msg ENGLISH = {"only English", NULL};

static void expect_text(const struct err *err, enum lang lang, const char *want)
{
    struct buf out;
    buf_init(&out, 1000);
    err_format(err, lang, &out);
    assert_string_equal(buf_cstr(&out), want);
    buf_release(&out);
}

static void test_format(void **state)
{
    (void)state;
    struct err err;
    assert_int_equal(err_set(&err, STATUS_ILLEGAL, &BAD_MOVE, SPAN("７六歩"), SPAN("%1")),
                     STATUS_ILLEGAL);
    expect_text(&err, LANG_EN, "illegal move ７六歩 by %1 (100%)");
    err_at(&err, 12, 345);
    err_in_file(&err, SPAN("a.zip:b.kif"));
    expect_text(&err, LANG_EN, "a.zip:b.kif:12: byte 345: illegal move ７六歩 by %1 (100%)");
    expect_text(&err, LANG_JA, "a.zip:b.kif:12: 345 バイト目: 反則手 ７六歩 (%1)");
    assert_int_equal(err_plain(&err, STATUS_SYNTAX, &ENGLISH), STATUS_SYNTAX);
    expect_text(&err, LANG_JA, "only English"); /* and the place is forgotten */
    assert_int_equal(err_set(NULL, STATUS_RANGE, &BAD_MOVE, SPAN(""), SPAN("")), STATUS_RANGE);
    err_at(NULL, 1, 1);
    err_in_file(NULL, SPAN("x"));
    assert_int_equal(err_errno(&err, ENOENT, &BAD_MOVE, SPAN("x")), STATUS_IO);
    expect_text(&err, LANG_EN, "illegal move x by No such file or directory (100%)");
    assert_int_equal(err_nomem(&err), STATUS_NOMEM);
    for (int s = STATUS_OK; s <= STATUS_CANCELLED; s++)
        assert_true(status_name((enum status)s)[0]);
    err = (struct err){.code = STATUS_LIMIT};
    expect_text(&err, LANG_EN, "limit");
}

/* Cut at a character, with an ellipsis: arguments keep their head, files their tail. */
static void test_cut(void **state)
{
    (void)state;
    struct buf text;
    buf_init(&text, 10000);
    for (size_t n = 0; n < 400; n++) {
        struct err err;
        err_set(&err, STATUS_SYNTAX, &BAD_MOVE, buf_span(&text), SPAN(""));
        err_in_file(&err, buf_span(&text));
        struct span arg = span_of(err.arg[0]), file = span_of(err.file);
        assert_true(utf8_is_valid(arg) && utf8_is_valid(file));
        if (text.n < ERR_ARG_BYTES)
            assert_true(span_eq(arg, buf_span(&text)));
        else
            assert_true(span_ends(arg, SPAN("…")) && arg.n > ERR_ARG_BYTES - 8);
        if (text.n < ERR_FILE_BYTES)
            assert_true(span_eq(file, buf_span(&text)));
        else
            assert_true(span_starts(file, SPAN("…")) && file.n > ERR_FILE_BYTES - 8 &&
                        span_ends(buf_span(&text), span_skip(file, 3)));
        buf_add_str(&text, n % 3 ? "歩" : "x");
    }
    buf_release(&text);
}

/* What a hostile file says must not reach a terminal as it is. */
static void test_controls(void **state)
{
    (void)state;
    struct err err;
    err_set(&err, STATUS_SYNTAX, &BAD_MOVE, SPAN("a\x1b[31m\nb\x7f"),
            SPAN("\xC2\x9B"
                 "c\xC2\xA9"));
    assert_string_equal(err.arg[0], "a?[31m?b?");
    assert_string_equal(err.arg[1], "??c\xC2\xA9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_controls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
