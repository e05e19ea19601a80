/* Ranks of Go players as records have them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/go/go_rank.h"

static void expect(const char *text, const char *rank)
{
    unsigned rating = 0;
    struct buf out;
    buf_init(&out, 64);
    bool good = go_rank_parse(span_of(text), &rating);
    if (good && !go_rank_print(rating, &out))
        fail_msg("%s: %u is no rank", text, rating);
    if (good != (rank != NULL) || (rank && strcmp(buf_cstr(&out), rank) != 0))
        fail_msg("%s: %s instead of %s", text, good ? buf_cstr(&out) : "nothing",
                 rank ? rank : "nothing");
    buf_release(&out);
}

static void test_forms(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"9p", "9p"},           {"9P", "9p"},         {"6d", "6d"},        {"6D", "6d"},
        {"9 Dan", "9d"},        {"5 dan", "5d"},      {"4-dan", "4d"},     {"3k", "3k"},
        {"13k*", "13k"},        {"13k?", "13k"},      {"17k ", "17k"},     {"30k", "30k"},
        {"2 kyu", "2k"},        {"九段", "9d"},       {"初段", "1d"},      {"初段 プロ", "1p"},
        {"5級", "5k"},          {"１０级", "10k"},    {"十二級", "12k"},   {"二十級", "20k"},
        {"프로 4단", "4p"},     {"3단", "3d"},        {"초단", "1d"},      {"8급", "8k"},
        {"职业九段", "9p"},     {"6d ama", "6d"},     {"アマ六段", "6d"},  {"9p, Honinbo", "9p"},
        {"Honorary, 9p", "9p"}, {"7d ama, 5p", "7d"}, {"9 dan pro", "9p"}, {"プロ九段", "9p"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(cases[i][0], cases[i][1]);
}

static void test_none(void **state)
{
    (void)state;
    static const char *const cases[] = {"",    "NR",    "Honinbo", "?",   "0d",  "10d",  "31k",
                                        "ama", "3days", "1p & 9p", "d6d", "123", "三冠", "Insei"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(cases[i], NULL);
    struct buf out;
    buf_init(&out, 64);
    assert_false(go_rank_print(0, &out));
    assert_false(go_rank_print(2350, &out));
    assert_int_equal(out.n, 0);
    buf_release(&out);
}

/* Each is above the one before. */
static void test_order(void **state)
{
    (void)state;
    static const char *const order[] = {"30k", "21k", "20k", "1k", "1d", "7d",
                                        "1p",  "4p",  "8d",  "9d", "9p"};
    unsigned before = 0, rating = 0;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        assert_true(go_rank_parse(span_of(order[i]), &rating));
        if (rating <= before)
            fail_msg("%s: %u after %u", order[i], rating, before);
        before = rating;
    }
    assert_int_equal(rating, 2945);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
