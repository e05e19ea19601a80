/* Lists of shards: what they say, and what is wrong with them, with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "cluster/shard_list.h"
#include "db/db.h"

static void test_reading(void **state)
{
    (void)state;
    struct shard_list s;
    struct err err;
    struct span text =
        SPAN("kifu-shards 1\n# a remark\n\na.kifu\n/data/b c.kifu\nnode2:sub/c.kifu\n"
             "node2.example.org:/d:d.kifu\n./e:e.kifu\n");
    assert_int_equal(shard_list_parse(&s, text, "dir/games.shards", &err), STATUS_OK);
    assert_int_equal(s.count, 5);
    assert_null(s.at[0].host);
    assert_string_equal(s.at[0].path, "dir/a.kifu");
    assert_string_equal(s.at[0].name, "dir/a.kifu");
    assert_string_equal(s.at[1].path, "/data/b c.kifu");
    assert_string_equal(s.at[2].host, "node2");
    assert_string_equal(s.at[2].path, "dir/sub/c.kifu");
    assert_string_equal(s.at[2].name, "node2:dir/sub/c.kifu");
    assert_string_equal(s.at[3].host, "node2.example.org");
    assert_string_equal(s.at[3].path, "/d:d.kifu");
    assert_null(s.at[4].host);
    assert_string_equal(s.at[4].path, "dir/./e:e.kifu");
    shard_list_release(&s);
    assert_int_equal(shard_list_parse(&s, SPAN("kifu-shards 1\na\n"), "games.shards", &err),
                     STATUS_OK);
    assert_string_equal(s.at[0].path, "a");
    shard_list_release(&s);
    assert_true(is_shard_list("x/games.shards"));
    assert_false(is_shard_list("games.kifu"));
    assert_int_equal(shard_list_read(&s, "/nowhere/games.shards", &err), STATUS_NOT_FOUND);
}

static void test_mistakes(void **state)
{
    (void)state;
    static const struct {
        struct span text;
        enum status status;
        uint32_t line;
        uint64_t byte;
    } CASES[] = {
        {SPAN_INIT(""), STATUS_SYNTAX, 1, 0},
        {SPAN_INIT("a.kifu\n"), STATUS_SYNTAX, 1, 0},
        {SPAN_INIT("kifu-shards 1"), STATUS_SYNTAX, 1, 0},
        {SPAN_INIT("kifu-shards 2\na\n"), STATUS_UNSUPPORTED, 1, 0},
        {SPAN_INIT("kifu-shards 1\n"), STATUS_SYNTAX, 2, 14},
        {SPAN_INIT("kifu-shards 1\na\nb"), STATUS_SYNTAX, 3, 16},
        {SPAN_INIT("kifu-shards 1\na \n"), STATUS_SYNTAX, 2, 14},
        {SPAN_INIT("kifu-shards 1\nx\n a\n"), STATUS_SYNTAX, 3, 16},
        {SPAN_INIT("kifu-shards 1\na\r\n"), STATUS_SYNTAX, 2, 14},
        {SPAN_INIT("kifu-shards 1\na\0b\n"), STATUS_SYNTAX, 2, 14},
        {SPAN_INIT("kifu-shards 1\nhost:\n"), STATUS_SYNTAX, 2, 14},
        {SPAN_INIT("kifu-shards 1\n:a\n"), STATUS_SYNTAX, 2, 14},
        {SPAN_INIT("kifu-shards 1\nho st:a\n"), STATUS_SYNTAX, 2, 14},
        {SPAN_INIT("kifu-shards 1\na\nb\na\n"), STATUS_SYNTAX, 4, 18},
        {SPAN_INIT("kifu-shards 1\nh:a\nb\nh:a\n"), STATUS_SYNTAX, 4, 20},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct shard_list s;
        struct err err;
        assert_int_equal(shard_list_parse(&s, CASES[i].text, "x.shards", &err), CASES[i].status);
        assert_int_equal(err.line, CASES[i].line);
        assert_int_equal(err.byte, CASES[i].byte);
        assert_string_equal(err.file, "x.shards");
        assert_null(s.at);
    }
}

static void test_too_many(void **state)
{
    (void)state;
    struct buf text;
    struct shard_list s;
    struct err err;
    buf_init(&text, SHARDS_MAX_BYTES);
    buf_add_str(&text, "kifu-shards 1\n");
    for (int i = 0; i < SHARDS_MAX; i++)
        buf_printf(&text, "a%d\n", i);
    assert_int_equal(shard_list_parse(&s, buf_span(&text), "x", &err), STATUS_OK);
    assert_int_equal(s.count, SHARDS_MAX);
    shard_list_release(&s);
    buf_add_str(&text, "one more\n");
    assert_int_equal(shard_list_parse(&s, buf_span(&text), "x", &err), STATUS_LIMIT);
    buf_release(&text);
}

static void test_hosts(void **state)
{
    (void)state;
    assert_true(shard_host_is("node1", "node1"));
    assert_true(shard_host_is("Node1", "node1.example.org"));
    assert_true(shard_host_is("node1.example.org", "node1"));
    assert_false(shard_host_is("node1.example.org", "node1.other.org"));
    assert_false(shard_host_is("node1", "node11"));
    assert_false(shard_host_is("node", "node1"));
    assert_true(shard_host_is("localhost", "node1"));
}

static void test_without_memory(void **state)
{
    (void)state;
    struct span text = SPAN("kifu-shards 1\na\nh:b\nc\n");
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        struct shard_list s;
        struct err err;
        mem_fail_after(n);
        st = shard_list_parse(&s, text, "d/x", &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        shard_list_release(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_too_many),       cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
