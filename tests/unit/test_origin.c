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
    assert_true(origin_is_same(&GUARD, host, none, none)); /* curl */
    assert_true(origin_is_same(&GUARD, host, SPAN("http://localhost:8017"), SPAN("same-origin")));
    assert_true(origin_is_same(&GUARD, host, none, SPAN("same-origin")));
    assert_true(origin_is_same(&GUARD, host, none, SPAN("none"))); /* typed into the address bar */
    assert_false(origin_is_same(&GUARD, host, SPAN("null"), none));
    assert_false(origin_is_same(&GUARD, host, SPAN("https://localhost:8017"), none));
    assert_false(origin_is_same(&GUARD, host, SPAN("http://localhost:8018"), none));
    assert_false(origin_is_same(&GUARD, host, SPAN("http://evil.example"), none));
    assert_false(origin_is_same(&GUARD, host, SPAN("http://localhost:8017.evil.example"), none));
    assert_false(origin_is_same(&GUARD, host, none, SPAN("cross-site")));
    assert_false(origin_is_same(&GUARD, host, none, SPAN("same-site")));
    assert_false(origin_is_same(&GUARD, host, SPAN("http://evil.example"), SPAN("same-origin")));
}

static void test_the_address_behind_a_proxy(void **state)
{
    (void)state;
    static const char *const names[] = {"laptop.example", "https://kifu.example",
                                        "https://kifu.example:8443"};
    const struct allowed_hosts g = {.port = 8017, .names = names, .name_count = 3};
    const struct span ours = SPAN("127.0.0.1:8017"), public = SPAN("kifu.example"), none = SPAN("");
    assert_true(origin_allows_host(&g, public));
    assert_true(origin_allows_host(&g, SPAN("Kifu.Example:8443")));
    assert_true(origin_allows_host(&g, ours));
    assert_false(origin_allows_host(&g, SPAN("kifu.example:8017")));
    assert_false(origin_allows_host(&g, SPAN("https://kifu.example")));
    assert_false(origin_allows_host(&g, SPAN("laptop.example")));
    /* a proxy that leaves the Host as it is, and one that sends our address */
    assert_true(origin_is_same(&g, public, SPAN("https://kifu.example"), SPAN("same-origin")));
    assert_true(origin_is_same(&g, ours, SPAN("https://kifu.example"), SPAN("same-origin")));
    assert_true(origin_is_same(&g, ours, SPAN("https://kifu.example:8443"), none));
    assert_true(origin_is_same(&g, ours, SPAN("http://127.0.0.1:8017"), none));
    assert_true(origin_is_same(&g, public, none, none));
    assert_false(origin_is_same(&g, public, none, SPAN("cross-site")));
    assert_false(origin_is_same(&g, ours, SPAN("https://kifu.example:444"), none));
    assert_false(origin_is_same(&g, ours, SPAN("https://evil.example"), none));
    assert_false(origin_is_same(&g, ours, SPAN("laptop.example"), none));
    /* what came without encryption is another page */
    assert_false(origin_is_same(&g, public, SPAN("http://kifu.example"), none));
    assert_false(origin_is_same(&g, ours, SPAN("http://kifu.example"), none));
}

static void test_names(void **state)
{
    (void)state;
    static const char *const good[] = {"laptop.example", "laptop", "https://kifu.example",
                                       "http://kifu.example:8080"};
    static const char *const bad[] = {"",
                                      "https://",
                                      "https://:80",
                                      "https://kifu.example/",
                                      "https://kifu.example:99999",
                                      "https://kifu.example:443",
                                      "http://kifu.example:80",
                                      "https://me@kifu.example",
                                      "ftp://kifu.example",
                                      "kifu.example:80",
                                      "kifu.example/kifu",
                                      "a b"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!origin_name_is_good(span_of(good[i])))
            fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (origin_name_is_good(span_of(bad[i])))
            fail_msg("let in: %s", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hosts),   cmocka_unit_test(test_the_port_of_http_may_be_left_out),
        cmocka_unit_test(test_origins), cmocka_unit_test(test_the_address_behind_a_proxy),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
