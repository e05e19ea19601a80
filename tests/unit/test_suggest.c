/* test_suggest.c: distances between words, and which one is offered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/suggest.h"

static void test_distance(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        size_t distance;
    } cases[] = {
        {"", "", 0},
        {"", "abc", 3},
        {"abc", "", 3},
        {"perft", "perft", 0},
        {"pertf", "perft", 1},
        {"perf", "perft", 1},
        {"perfts", "perft", 1},
        {"pxrft", "perft", 1},
        {"show", "version", 5},
        {"ca", "abc", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(suggest_distance(cases[i].a, cases[i].b), cases[i].distance);
}

static void test_distance_of_long_words(void **state)
{
    (void)state;
    char forty[SUGGEST_MAX_BYTES + 1] = {0}, longer[SUGGEST_MAX_BYTES + 2] = {0};
    for (size_t i = 0; i < SUGGEST_MAX_BYTES; i++)
        forty[i] = longer[i] = 'a';
    longer[SUGGEST_MAX_BYTES] = 'a';
    assert_int_equal(suggest_distance(forty, forty), 0);
    assert_int_equal(suggest_distance(forty, ""), SUGGEST_MAX_BYTES);
    assert_true(suggest_distance(longer, longer) == SIZE_MAX);
}

static const char *nearest(const char *word)
{
    static const char *const words[] = {"convert", "show",    "perft",
                                        "help",    "version", "completion"};
    struct suggestion s = {.word = word};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        suggest_consider(&s, words[i]);
    return s.best;
}

static void test_nearest(void **state)
{
    (void)state;
    assert_string_equal(nearest("shwo"), "show");
    assert_string_equal(nearest("convret"), "convert");
    assert_string_equal(nearest("comp"), "completion");
    assert_string_equal(nearest("hepl"), "help");
    assert_null(nearest("zebra"));
    assert_null(nearest("xx"));
    assert_null(nearest(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_distance_of_long_words),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
