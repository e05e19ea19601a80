/* test_json.c: JSON as written, escaped and numbered, checked with jansson reading it back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <locale.h>
#include <math.h>

#include "base/rng.h"
#include "base/text/json.h"

static void test_commas(void **state)
{
    (void)state;
    struct buf out;
    struct json j;
    buf_init(&out, 1000);
    json_init(&j, &out);
    json_open_object(&j);
    json_key_u64(&j, "a", 1);
    json_key(&j, "b");
    json_open_array(&j);
    json_i64(&j, -5);
    json_cstr(&j, "x");
    json_open_array(&j);
    json_end(&j);
    json_open_object(&j);
    json_end(&j);
    json_null_value(&j);
    json_end(&j);
    json_key_bool(&j, "c", true);
    json_key_str(&j, "d", SPAN("七"));
    json_end(&j);
    json_line(&j);
    json_u64(&j, UINT64_MAX);
    json_line(&j);
    json_i64(&j, INT64_MIN);
    json_line(&j);
    assert_string_equal(buf_cstr(&out),
                        "{\"a\":1,\"b\":[-5,\"x\",[],{},null],\"c\":true,\"d\":\"七\"}\n"
                        "18446744073709551615\n-9223372036854775808\n");
    buf_release(&out);
}

static void test_strings(void **state)
{
    (void)state;
    struct buf out;
    struct json j;
    buf_init(&out, 1000);
    json_init(&j, &out);
    json_str(&j, SPAN("\"\\/\b\f\n\r\t\0\x1f\x7f"));
    assert_string_equal(buf_cstr(&out), "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\\u007f\"");
    buf_clear(&out);
    json_str(&j, SPAN("a\xFF\xE4\xB8"
                      "b\xE4\xB8\x83\xC0"));
    assert_string_equal(buf_cstr(&out), "\"a\uFFFD\uFFFD\uFFFDb七\uFFFD\"");
    buf_clear(&out);
    json_str(&j, span_make(NULL, 0));
    assert_string_equal(buf_cstr(&out), "\"\"");
    buf_release(&out);
}

static void expect_double(double v, const char *want)
{
    struct buf out;
    struct json j;
    buf_init(&out, 1000);
    json_init(&j, &out);
    json_double(&j, v);
    assert_string_equal(buf_cstr(&out), want);
    buf_release(&out);
}

static void test_doubles(void **state)
{
    (void)state;
    expect_double(0, "0");
    expect_double(0.1, "0.1");
    expect_double(-1.5, "-1.5");
    expect_double(1.0 / 3, "0.3333333333333333");
    expect_double(0.1 + 0.2, "0.30000000000000004");
    expect_double(1e300, "1e+300");
    expect_double(5e-324, "4.94065645841247e-324");
    expect_double(NAN, "null");
    expect_double(INFINITY, "null");
    struct rng r;
    struct buf out;
    struct json j;
    rng_seed(&r, 9);
    buf_init(&out, 1000);
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = rng_next(&r);
        double v;
        memcpy(&v, &bits, sizeof v);
        if (!isfinite(v))
            continue;
        buf_clear(&out);
        json_init(&j, &out);
        json_double(&j, v);
        json_t *back = json_loadb(out.p, out.n, JSON_DECODE_ANY, NULL);
        assert_true(json_number_value(back) == v);
        json_decref(back);
    }
    buf_release(&out);
}

/* Any bytes as a string read back as JSON. */
static void test_any_bytes(void **state)
{
    (void)state;
    struct rng r;
    struct buf out;
    rng_seed(&r, 10);
    buf_init(&out, 10000);
    for (int i = 0; i < 5000; i++) {
        char text[40];
        size_t n = rng_below(&r, sizeof text);
        for (size_t k = 0; k < n; k++)
            text[k] = (char)rng_below(&r, rng_below(&r, 2) ? 128 : 256);
        struct json j;
        buf_clear(&out);
        json_init(&j, &out);
        json_open_array(&j);
        json_str(&j, span_make(text, n));
        json_end(&j);
        json_t *back = json_loadb(out.p, out.n, JSON_ALLOW_NUL, NULL);
        assert_non_null(back);
        json_decref(back);
    }
    buf_release(&out);
}

static void test_depth(void **state)
{
    (void)state;
    struct buf out;
    struct json j;
    buf_init(&out, 1000);
    json_init(&j, &out);
    for (int i = 0; i < JSON_MAX_DEPTH; i++)
        json_open_array(&j);
    for (int i = 0; i < JSON_MAX_DEPTH; i++)
        json_end(&j);
    assert_int_equal(buf_status(&out), STATUS_OK);
    assert_int_equal(out.n, 2 * JSON_MAX_DEPTH);
    buf_clear(&out);
    json_init(&j, &out);
    for (int i = 0; i < JSON_MAX_DEPTH + 5; i++)
        json_open_object(&j), json_key(&j, "k");
    for (int i = 0; i < JSON_MAX_DEPTH + 5; i++)
        json_end(&j);
    assert_int_equal(buf_status(&out), STATUS_LIMIT);
    buf_release(&out);
}

static void test_within_script(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out, 1000);
    json_within_script(SPAN("{\"a\":\"</script><!--\"}"), &out);
    assert_true(span_eq(buf_span(&out), SPAN("{\"a\":\"\\u003c/script>\\u003c!--\"}")));
    json_within_script(SPAN(""), &out);
    json_within_script(SPAN("<"), &out);
    assert_int_equal(out.p[out.n - 1], 'c');
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commas),  cmocka_unit_test(test_strings),
        cmocka_unit_test(test_doubles), cmocka_unit_test(test_any_bytes),
        cmocka_unit_test(test_depth),   cmocka_unit_test(test_within_script),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
