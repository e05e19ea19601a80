/* test_tuning.c: the table of the search's constants, and settings of them as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/search/tuning.h"

static void test_table(void **state)
{
    (void)state;
    for (int i = 0; i < TUNED_COUNT; i++) {
        const struct tuning_row *row = &tuning_rows[i];
        assert_non_null(row->name);
        assert_true(row->least <= row->value && row->value <= row->most && row->least < row->most);
        assert_int_equal(strspn(row->name, "abcdefghijklmnopqrstuvwxyz-"), strlen(row->name));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(row->name, tuning_rows[k].name);
    }
}

static void test_limits_are_read(void **state)
{
    (void)state;
    for (int i = 0; i < TUNED_COUNT; i++) {
        const struct tuning_row *row = &tuning_rows[i];
        const int values[] = {row->least, row->most, row->least - 1, row->most + 1};
        for (int k = 0; k < 4; k++) {
            struct tuning t, expected;
            char text[64];
            tuning_init(&t);
            tuning_init(&expected);
            assert_int_equal(t.at[i], row->value);
            snprintf(text, sizeof text, "%s=%d", row->name, values[k]);
            assert_int_equal(tuning_read(&t, span_of(text)), k < 2);
            expected.at[i] = k < 2 ? values[k] : row->value;
            assert_memory_equal(&t, &expected, sizeof t);
        }
    }
}

static void test_text(void **state)
{
    (void)state;
    static const char *const WRONG[] = {"window",        "window=",    "=30",
                                        "window=30 ",    "Window=30",  "window=25;null-gap=300",
                                        "window=25,x=1", ",",          "window=25,,null-gap=300",
                                        "window=2.5",    "window=0x1e"};
    struct tuning t, before;
    tuning_init(&t);
    assert_true(tuning_read(&t, SPAN("")));
    assert_true(tuning_read(&t, SPAN("window=25,null-gap=300,window=26")));
    assert_int_equal(t.at[TUNED_WINDOW], 26); /* the last one counts */
    assert_int_equal(t.at[TUNED_NULL_GAP], 300);
    before = t;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        assert_false(tuning_read(&t, span_of(WRONG[i])));
        assert_memory_equal(&t, &before, sizeof t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_limits_are_read),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
