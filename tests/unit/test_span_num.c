/* test_span_num.c: spans, and numbers out of text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <locale.h>

#include <cmocka.h>

#include "base/span.h"
#include "base/text/num.h"

static void test_spans(void **state)
{
    (void)state;
    struct span none = {NULL, 0}, s = SPAN("kifu");
    assert_true(span_eq(none, SPAN("")) && span_starts(s, none) && span_ends(s, none));
    assert_true(span_starts(s, SPAN("ki")) && span_ends(s, SPAN("fu")));
    assert_false(span_starts(s, SPAN("kifu!")) || span_ends(s, SPAN("!kifu")));
    assert_int_equal(span_of(NULL).n, 0);
    assert_int_equal(span_skip(s, 9).n, 0);
    assert_true(span_eat(&s, SPAN("ki")) && span_eq(s, SPAN("fu")));
    assert_false(span_eat(&s, SPAN("ki")));
    assert_int_equal(span_find(SPAN("aabaab"), SPAN("aab")), 0);
    assert_int_equal(span_find(SPAN("abaab"), SPAN("aab")), 2);
    assert_int_equal(span_find(SPAN("aa"), SPAN("aab")), -1);
    assert_int_equal(span_find(SPAN("xxb"), SPAN("b")), 2);
    assert_int_equal(span_find(none, SPAN("b")), -1);
    assert_int_equal(span_find(none, none), 0);
    assert_true(span_eq(span_trim(SPAN(" \t　平手　　\r\n")), SPAN("平手")));
    assert_int_equal(span_trim(SPAN("　 　")).n, 0);
    struct span line = SPAN(" \tgo  depth\t6\r\n");
    assert_true(span_eq(span_eat_word(&line), SPAN("go")));
    assert_true(span_eq(span_eat_word(&line), SPAN("depth")));
    assert_true(span_eq(span_eat_word(&line), SPAN("6")));
    assert_int_equal(span_eat_word(&line).n, 0);
    assert_int_equal(span_eat_word(&line).n, 0);
    assert_true(span_eq_nocase(SPAN("UTF-8"), SPAN("utf-8")));
    assert_false(span_eq_nocase(SPAN("[`"), SPAN("{@"))); /* letters only */
}

static void test_integers(void **state)
{
    (void)state;
    uint64_t u = 5;
    int64_t i = 5;
    assert_true(num_parse_u64(SPAN("18446744073709551615"), UINT64_MAX, &u) && u == UINT64_MAX);
    assert_true(num_parse_u64(SPAN("007"), 7, &u) && u == 7);
    static const char *const BAD[] = {
        "", "-1", "+1", " 1", "1 ", "1x", "0x1", "18446744073709551616", "99999999999999999999999"};
    for (size_t k = 0; k < sizeof BAD / sizeof *BAD; k++)
        assert_false(num_parse_u64(span_of(BAD[k]), UINT64_MAX, &u));
    assert_false(num_parse_u64(SPAN("8"), 7, &u));
    assert_int_equal(u, 7);
    struct span s = SPAN("12手");
    assert_true(num_eat_u64(&s, 100, &u) && u == 12 && span_eq(s, SPAN("手")));
    assert_false(num_eat_u64(&s, 100, &u));
    assert_true(num_parse_i64(SPAN("-9223372036854775808"), INT64_MIN, INT64_MAX, &i));
    assert_true(i == INT64_MIN);
    assert_true(num_parse_i64(SPAN("+3"), -5, 5, &i) && i == 3);
    assert_false(num_parse_i64(SPAN("9223372036854775808"), INT64_MIN, INT64_MAX, &i));
    assert_false(num_parse_i64(SPAN("-+3"), -5, 5, &i) || num_parse_i64(SPAN("6"), -5, 5, &i) ||
                 num_parse_i64(SPAN("-"), -5, 5, &i));
}

static void test_hexadecimal_digits(void **state)
{
    (void)state;
    int digits = 0;
    for (int c = 0; c < 256; c++)
        digits += num_hex_digit((char)c) >= 0;
    assert_int_equal(digits, 22);
    for (int i = 0; i < 16; i++) {
        assert_int_equal(num_hex_digit("0123456789abcdef"[i]), i);
        assert_int_equal(num_hex_digit("0123456789ABCDEF"[i]), i);
    }
}

static void test_doubles(void **state)
{
    (void)state;
    double d = 1;
    assert_true(num_parse_double(SPAN("-1.5"), &d) && d == -1.5);
    assert_true(num_parse_double(SPAN("3e4"), &d) && d == 30000);
    static const char *const BAD[] = {"",      "nan",  "inf", "0x10", "1,5",
                                      "1e999", "1.5 ", "--1", "1e",   "."};
    for (size_t k = 0; k < sizeof BAD / sizeof *BAD; k++)
        assert_false(num_parse_double(span_of(BAD[k]), &d));
    assert_false(num_parse_double(SPAN("1\0"), &d));
    assert_true(d == 30000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_hexadecimal_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
