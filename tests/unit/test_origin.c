/* test_origin.c: whose requests are answered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "web/http/http.h"

static const char *const NAMES[] = {"laptop.example"};
static const struct allowed_hosts GUARD = {.port = 8017, .names = NAMES, .name_count = 1};

static void test_hosts(void **state)
{
    (void)state;
    static const char *const good[] = {"127.0.0.1:8017", "localhost:8017",     "LocalHost:8017",
                                       "[::1]:8017",     "192.168.1.20:8017",  "[fe80::1]:8017",
                                       "0.0.0.0:8017",   "laptop.example:8017"};
    static const char *const bad[] = {"",
                                      ":8017",
                                      "localhost",
                                      "localhost:80",
                                      "localhost:8018",
                                      "localhost:80170",
                                      "localhost:8017 ",
                                      "localhost.evil.example:8017",
                                      "evil.example:8017",
                                      "127.0.0.1.evil.example:8017",
                                      "127.0.0.1:8017:8017",
                                      "[::1:8017",
                                      "::1:8017",
                                      "[127.0.0.1]:8017",
                                      "127.1:8017",
                                      "laptop.example.:8017",
                                      "localhost:99999999999999999999",
                                      "[]:8017"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!origin_allows_host(&GUARD, span_of(good[i])))
            fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (origin_allows_host(&GUARD, span_of(bad[i])))
            fail_msg("let in: %s", bad[i]);
    assert_false(origin_allows_host(&GUARD, SPAN("127.0.0.1\0:8017")));
}

static void test_the_port_of_http_may_be_left_out(void **state)
{
    (void)state;
    const struct allowed_hosts plain = {.port = 80};
    assert_true(origin_allows_host(&plain, SPAN("localhost")));
    assert_true(origin_allows_host(&plain, SPAN("localhost:80")));
    assert_false(origin_allows_host(&plain, SPAN("localhost:8017")));
    assert_false(origin_allows_host(&plain, SPAN("laptop.example")));
}

static void test_origins(void **state)
{
    (void)state;
    struct span host = SPAN("localhost:8017"), none = SPAN("");
    assert_true(origin_is_same(host, none, none)); /* curl */
    assert_true(origin_is_same(host, SPAN("http://localhost:8017"), SPAN("same-origin")));
    assert_true(origin_is_same(host, none, SPAN("same-origin")));
    assert_true(origin_is_same(host, none, SPAN("none"))); /* typed into the address bar */
    assert_false(origin_is_same(host, SPAN("null"), none));
    assert_false(origin_is_same(host, SPAN("https://localhost:8017"), none));
    assert_false(origin_is_same(host, SPAN("http://localhost:8018"), none));
    assert_false(origin_is_same(host, SPAN("http://evil.example"), none));
    assert_false(origin_is_same(host, SPAN("http://localhost:8017.evil.example"), none));
    assert_false(origin_is_same(host, none, SPAN("cross-site")));
    assert_false(origin_is_same(host, none, SPAN("same-site")));
    assert_false(origin_is_same(host, SPAN("http://evil.example"), SPAN("same-origin")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_the_port_of_http_may_be_left_out),
        cmocka_unit_test(test_origins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
