/* Dates as people write them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/metadata/columns.h"
#include "store/metadata/dates.h"

static void expect(const char *text, const char *date)
{
    uint32_t value = 0;
    struct buf out;
    buf_init(&out, 64);
    bool good = date_parse(span_of(text), &value);
    date_print(value, &out);
    if (good != (date != NULL) || (date && strcmp(buf_cstr(&out), date) != 0))
        fail_msg("%s: %s instead of %s", text, good ? buf_cstr(&out) : "nothing",
                 date ? date : "nothing");
    buf_release(&out);
}

static void test_numbers(void **state)
{
    (void)state;
    expect("2004/07/12(月) 10:00:00", "2004-07-12");
    expect("2004-07-12", "2004-07-12");
    expect("2004.7.2", "2004-07-02");
    expect("２００４／０７／１２　１０：００", "2004-07-12");
    expect("2004/07", "2004-07");
    expect("2004", "2004");
    expect("20040712", "2004-07-12");
    expect("20040712 10:00:00", "2004-07-12");
    expect("20040712100000", "2004-07-12");
    expect("2004.??.??", "2004");
    expect("????.??.??", NULL);
    expect("2004/07/12～13", "2004-07-12");
    expect("2004-2005", "2004");
    expect("対局日 2004/07/12", "2004-07-12");
    expect("99/07/12", "1999-07-12");
    expect("04/07/12", NULL);
}

static void test_neighbours(void **state)
{
    (void)state;
    expect("2004년 7월 12일", "2004-07-12");
    expect("2004년7월", "2004-07");
    expect("民国25年3月1日", "1936-03-01");
    expect("民國二十五年三月", "1936-03");
    expect("乾隆四年正月", "1739");
    expect("光緒十年", "1884");
    expect("光绪元年", "1875");
    expect("嘉慶三年", "1798");
    expect("光绪九十年", NULL);
    expect("1996-05,06", "1996-05");
}

static void test_the_calendar(void **state)
{
    (void)state;
    expect("2004/02/29", "2004-02-29");
    expect("2005/02/29", "2005-02");
    expect("1900/02/29", "1900-02");
    expect("2004/13/01", "2004");
    expect("2004/00/00", "2004");
    expect("0000/00/00", NULL);
    expect("99999", NULL);
    expect("123456789012345678901234567890", NULL);
}

static void test_kanji(void **state)
{
    (void)state;
    expect("2004年7月12日", "2004-07-12");
    expect("2004年 7月 2日(月)", "2004-07-02");
    expect("1995年", "1995");
    expect("1995年10局", "1995");
    expect("平成16年7月12日", "2004-07-12");
    expect("平成１６年７月１２日", "2004-07-12");
    expect("昭和五十年三月", "1975-03");
    expect("昭和 63 年 1 月 7 日", "1988-01-07");
    expect("令和元年5月", "2019-05");
    expect("大正十四年十二月三十一日", "1925-12-31");
    expect("明治45年", "1912");
    expect("二〇〇四年七月", "2004-07");
    expect("嘉永6年3月2日", "1853");
    expect("天保元年", "1830");
    expect("H16.7.12", "2004-07-12");
    expect("S63/01/07", "1988-01-07");
    expect("平成99年", NULL);
    expect("第三局", NULL);
}

static void test_english(void **state)
{
    (void)state;
    expect("12 July 2004", "2004-07-12");
    expect("Jul. 12, 2004", "2004-07-12");
    expect("July 12th 2004", "2004-07-12");
    expect("12th July, 2004", "2004-07-12");
    expect("July 2004", "2004-07");
    expect("12/07/2004", "2004");
    expect("25/07/2004", "2004-07-25");
    expect("07/25/2004", "2004-07-25");
    expect("Match 3", NULL);
    expect("", NULL);
    expect("no date", NULL);
}

static void test_parts(void **state)
{
    (void)state;
    uint32_t date = 0;
    assert_true(date_parse(SPAN("1612/03/31"), &date));
    assert_int_equal(date_year(date), 1612);
    assert_int_equal(date_month(date), 3);
    assert_int_equal(date_day(date), 31);
    assert_false(date_parse(SPAN("x"), &date));
    assert_int_equal(date, date_make(1612, 3, 31));
    assert_false(date_parse(SPAN("\xff\xfe\x80"), &date));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),    cmocka_unit_test(test_the_calendar),
        cmocka_unit_test(test_neighbours), cmocka_unit_test(test_kanji),
        cmocka_unit_test(test_english),    cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
