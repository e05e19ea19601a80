/* JSON as flat tokens: what is read, and how far a damaged text is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/text/json_doc.h"

/* {"a":[1,"x"]} as "{ a [ 1 x ] }", from the tokens and their links alone. */
static void show(const struct json_doc *doc, struct buf *out)
{
    uint32_t open[64];
    int depth = 0;
    for (uint32_t t = 0; t <= doc->count; t++) {
        while (depth && doc->tokens[open[depth - 1]].next <= t)
            buf_add_char(out, json_doc_is(doc, open[--depth], JSON_DOC_OBJECT) ? '}' : ']');
        if (t == doc->count)
            break;
        const struct json_token *token = &doc->tokens[t];
        if (token->kind == JSON_DOC_OBJECT || token->kind == JSON_DOC_ARRAY) {
            buf_add_char(out, token->kind == JSON_DOC_OBJECT ? '{' : '[');
            open[depth++] = t;
        } else {
            buf_add_span(out, token->at);
            buf_add_char(out, ' ');
        }
    }
}

static void expect(struct span text, enum status status, const char *shown, size_t used)
{
    struct json_doc doc;
    struct buf out;
    json_doc_init(&doc);
    buf_init(&out, BUF_DEFAULT_MAX);
    assert_int_equal(json_doc_read(&doc, text), status);
    show(&doc, &out);
    assert_string_equal(buf_cstr(&out), shown);
    assert_int_equal(doc.end - text.p, used);
    buf_release(&out);
    json_doc_release(&doc);
}
#define EXPECT(text, status, shown, used) expect(SPAN(text), status, shown, used)

static void test_values(void **state)
{
    (void)state;
    EXPECT("{\"a\": [1, \"x\"], \"b\":{}} rest", STATUS_OK, "{a [1 x ]b {}}", 23);
    EXPECT(" [true,false,null,-1.5e3,[]]", STATUS_OK, "[true false null -1.5e3 []]", 28);
    EXPECT("\"a\\\"b\"", STATUS_OK, "a\\\"b ", 6);
    EXPECT("7 8", STATUS_OK, "7 ", 1);
}

static void test_damage(void **state)
{
    (void)state;
    EXPECT("", STATUS_SYNTAX, "", 0);
    EXPECT("{\"a\":[1,2", STATUS_SYNTAX, "{a [1 2 ]}", 9);
    EXPECT("{\"a\":1,\"b\"", STATUS_SYNTAX, "{a 1 }", 10);
    EXPECT("{\"a\":1,\"b\":", STATUS_SYNTAX, "{a 1 }", 11);
    EXPECT("{\"a\":1,\"b\":x}", STATUS_SYNTAX, "{a 1 }", 11);
    EXPECT("[1 2]", STATUS_SYNTAX, "[1 ]", 3);
    EXPECT("[1,]", STATUS_SYNTAX, "[1 ]", 3);
    EXPECT("[1}", STATUS_SYNTAX, "[1 ]", 2);
    EXPECT("{1:2}", STATUS_SYNTAX, "{}", 1);
    EXPECT("\"abc", STATUS_SYNTAX, "", 4);
    EXPECT("--1", STATUS_SYNTAX, "", 0);
}

static void test_access(void **state)
{
    (void)state;
    struct json_doc doc;
    struct buf text;
    int64_t n = 0;
    json_doc_init(&doc);
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(json_doc_read(&doc, SPAN("{\"n\":7,\"f\":7.0,\"h\":7.5,\"s\":"
                                              "\"\\u6b69\\n\\ud83d\\ude00\\ud83dA\\udc00\\q\"}")),
                     STATUS_OK);
    assert_true(json_doc_integer(&doc, json_doc_member(&doc, 0, SPAN("n")), 0, 9, &n) && n == 7);
    assert_true(json_doc_integer(&doc, json_doc_member(&doc, 0, SPAN("f")), 0, 9, &n) && n == 7);
    assert_false(json_doc_integer(&doc, json_doc_member(&doc, 0, SPAN("h")), 0, 9, &n));
    assert_false(json_doc_integer(&doc, json_doc_member(&doc, 0, SPAN("n")), 0, 6, &n));
    assert_false(json_doc_integer(&doc, json_doc_member(&doc, 0, SPAN("s")), 0, 9, &n));
    assert_int_equal(json_doc_member(&doc, 0, SPAN("absent")), 0);
    /* the ends of the range, where a double is coarser than the integers */
    static const struct {
        struct span text;
        bool fits;
    } ends[] = {{SPAN_INIT("9223372036854775807"), true},
                {SPAN_INIT("9223372036854775808"), false},
                {SPAN_INIT("9.223372036854775807e18"), false},
                {SPAN_INIT("-9.223372036854775808e18"), true},
                {SPAN_INIT("-1e19"), false},
                {SPAN_INIT("1e300"), false}};
    struct json_doc number;
    json_doc_init(&number);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        assert_int_equal(json_doc_read(&number, ends[i].text), STATUS_OK);
        assert_int_equal(json_doc_integer(&number, 0, INT64_MIN, INT64_MAX, &n), ends[i].fits);
    }
    json_doc_release(&number);
    assert_int_equal(json_doc_member(&doc, json_doc_member(&doc, 0, SPAN("n")), SPAN("n")), 0);
    json_doc_string(&doc, json_doc_member(&doc, 0, SPAN("s")), &text);
    assert_string_equal(buf_cstr(&text), "歩\n\xF0\x9F\x98\x80\xEF\xBF\xBD"
                                         "A\xEF\xBF\xBD\xEF\xBF\xBDq");
    buf_release(&text);
    json_doc_release(&doc);
}

/* A million brackets cost a million tokens and no stack. */
static void test_depth(void **state)
{
    (void)state;
    struct json_doc doc;
    struct buf text;
    json_doc_init(&doc);
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int i = 0; i < 1000000; i++)
        buf_add_char(&text, '[');
    assert_int_equal(json_doc_read(&doc, buf_span(&text)), STATUS_SYNTAX);
    assert_int_equal(doc.count, 1000000);
    assert_int_equal(doc.tokens[0].next, 1000000);
    assert_int_equal(doc.tokens[999999].next, 1000000);
    buf_release(&text);
    json_doc_release(&doc);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct json_doc doc;
    json_doc_init(&doc);
    mem_fail_after(0);
    assert_int_equal(json_doc_read(&doc, SPAN("[1]")), STATUS_NOMEM);
    mem_fail_never();
    json_doc_release(&doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),    cmocka_unit_test(test_damage),
        cmocka_unit_test(test_access),    cmocka_unit_test(test_depth),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
