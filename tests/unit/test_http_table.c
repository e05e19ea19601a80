/* test_http_table.c: who may stay connected, who has to go, and when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cmocka.h>

#include "web/http/http_table.h"

static struct http_address v4(uint32_t address)
{
    const union {
        struct sockaddr_in in;
        struct sockaddr any;
    } from = {.in = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(address)}};
    struct http_address out;
    http_address_of(&out, &from.any);
    return out;
}

static struct http_address v6(const char *text)
{
    union {
        struct sockaddr_in6 in;
        struct sockaddr any;
    } from = {.in = {.sin6_family = AF_INET6}};
    struct http_address out;
    assert_int_equal(inet_pton(AF_INET6, text, &from.in.sin6_addr), 1);
    http_address_of(&out, &from.any);
    return out;
}

static void test_addresses(void **state)
{
    (void)state;
    assert_true(v4(0x7f000001).is_local && v4(0x7fffffff).is_local && v6("::1").is_local);
    assert_true(v6("::ffff:127.0.0.1").is_local);
    assert_false(v4(0xc0000201).is_local || v6("2001:db8::1").is_local || v6("::2").is_local);
    assert_false(v6("::ffff:192.0.2.1").is_local);
    struct http_address a = v6("2001:db8::1"), b = v6("2001:db8::ffff:2"),
                        c = v6("2001:db8:0:1::1");
    assert_memory_equal(a.bytes, b.bytes, sizeof a.bytes); /* one network */
    assert_memory_not_equal(a.bytes, c.bytes, sizeof a.bytes);
    a = v4(0xc0000201), b = v6("::ffff:192.0.2.1"), c = v4(0xc0000202);
    assert_memory_equal(a.bytes, b.bytes, sizeof a.bytes);
    assert_memory_not_equal(a.bytes, c.bytes, sizeof a.bytes);
}

/* The order in which they have to go: silent, head, body; the oldest first; nobody else. */
static void test_who_has_to_go(void **state)
{
    enum { MOST = 8 };
    static const enum http_phase PHASES[MOST] = {HTTP_FETCH, HTTP_BODY, HTTP_SILENT, HTTP_WORK,
                                                 HTTP_HEAD,  HTTP_HEAD, HTTP_SILENT, HTTP_BODY};
    static const int ORDER[] = {2, 6, 4, 5, 1, 7};
    const struct http_address local = v4(0x7f000001);
    struct http_table t;
    struct http_slot slots[MOST], *victim;
    (void)state;
    http_table_init(&t, MOST, 3, 0);
    for (int i = 0; i < MOST; i++) {
        assert_true(http_table_has_room(&t, &local, &victim)); /* no limit of its own */
        assert_null(victim);
        http_table_add(&t, &slots[i], &local, 1000);
        if (PHASES[i] != HTTP_SILENT)
            http_table_enter(&t, &slots[i], PHASES[i], 0, 1000);
    }
    for (size_t i = 0; i < sizeof ORDER / sizeof *ORDER; i++) {
        t.most = t.count;
        assert_true(http_table_has_room(&t, &local, &victim));
        assert_ptr_equal(victim, &slots[ORDER[i]]);
        http_table_remove(&t, victim);
    }
    t.most = t.count;
    assert_false(http_table_has_room(&t, &local, &victim));
    assert_null(victim);
    http_table_enter(&t, &slots[0], HTTP_SILENT, 0, 1000); /* it has its answer */
    assert_true(http_table_has_room(&t, &local, &victim));
    assert_ptr_equal(victim, &slots[0]);
}

/* An address takes the place of its own connections, when it has too many. */
static void test_limits_by_address(void **state)
{
    const struct http_address one = v4(0xc0000201), other = v4(0xc0000202);
    struct http_table t;
    struct http_slot slots[5], *victim;
    (void)state;
    http_table_init(&t, 100, 3, 0);
    http_table_add(&t, &slots[0], &other, 0);
    for (int i = 1; i < 4; i++) {
        assert_true(http_table_has_room(&t, &one, &victim));
        assert_null(victim);
        http_table_add(&t, &slots[i], &one, 0);
    }
    assert_true(http_table_has_room(&t, &one, &victim));
    assert_ptr_equal(victim, &slots[1]);
    for (int i = 1; i < 4; i++)
        http_table_enter(&t, &slots[i], HTTP_WORK, 0, 0);
    assert_false(http_table_has_room(&t, &one, &victim)); /* it has to wait */
    assert_null(victim);
    assert_true(http_table_has_room(&t, &other, &victim));
    assert_null(victim);
}

/* The first moment at which it is late. */
static uint64_t late_at(const struct http_slot *s)
{
    uint64_t from = 0, to = (uint64_t)1 << 40;
    while (from < to) {
        uint64_t middle = from + (to - from) / 2;
        if (http_slot_is_late(s, middle))
            to = middle;
        else
            from = middle + 1;
    }
    return from;
}

static void test_time(void **state)
{
    const struct http_address local = v4(0x7f000001);
    struct http_table t;
    struct http_slot s;
    (void)state;
    http_table_init(&t, 10, 10, 0);
    http_table_add(&t, &s, &local, 1000);
    assert_int_equal(late_at(&s), 1001 + HTTP_TABLE_HEAD_MS);
    http_slot_moved(&s, 1, 5000); /* a byte now and then does not help */
    http_table_enter(&t, &s, HTTP_HEAD, 0, 5000);
    http_slot_moved(&s, 1000000, 9000);
    assert_int_equal(late_at(&s), 5001 + HTTP_TABLE_HEAD_MS);
    http_table_enter(&t, &s, HTTP_BODY, 0, 10000);
    assert_int_equal(late_at(&s), 10001 + HTTP_TABLE_IDLE_MS);
    for (uint64_t now = 10000; now <= 40000; now += 10000)
        http_slot_moved(&s, 1, now);
    assert_int_equal(late_at(&s), 10001 + HTTP_TABLE_MS); /* too slow */
    http_slot_moved(&s, (uint64_t)1000 * HTTP_TABLE_UPLOAD_RATE, 40000);
    assert_int_equal(late_at(&s), 11001 + HTTP_TABLE_MS);
    http_table_enter(&t, &s, HTTP_WORK, 0, 50000);
    assert_false(http_slot_is_late(&s, UINT64_MAX / 2));
    http_table_enter(&t, &s, HTTP_FETCH, (uint64_t)100000 * HTTP_TABLE_FETCH_RATE, 60000);
    assert_int_equal(late_at(&s), 60001 + HTTP_TABLE_IDLE_MS);
    for (uint64_t now = 60000; now <= 180000; now += 10000)
        http_slot_moved(&s, 5, now);
    assert_int_equal(late_at(&s), 160001 + HTTP_TABLE_MS);
    http_table_enter(&t, &s, HTTP_SILENT, 0, 200000);
    assert_int_equal(late_at(&s), 200001 + HTTP_TABLE_IDLE_MS);
}

/* The slowest upload of a gigabyte is over after an hour, whatever it brings when. */
static void test_an_upload_has_an_end(void **state)
{
    const struct http_address local = v4(0x7f000001);
    struct http_table t;
    struct http_slot s;
    uint64_t now = 0, sent = 0;
    (void)state;
    http_table_init(&t, 10, 10, 0);
    http_table_add(&t, &s, &local, now);
    http_table_enter(&t, &s, HTTP_BODY, 0, now);
    while (!http_slot_is_late(&s, now) && sent < (uint64_t)1 << 30) {
        http_slot_moved(&s, HTTP_TABLE_UPLOAD_RATE * 1000, now); /* just fast enough */
        sent += HTTP_TABLE_UPLOAD_RATE * 1000;
        now += 1000;
    }
    assert_true(now >= HTTP_TABLE_UPLOAD_MS && now <= HTTP_TABLE_UPLOAD_MS + 2000);
    http_table_enter(&t, &s, HTTP_BODY, 0, 0); /* all at once, and then nothing */
    http_slot_moved(&s, UINT32_MAX, 0);
    assert_int_equal(late_at(&s), 1 + HTTP_TABLE_IDLE_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_who_has_to_go),
        cmocka_unit_test(test_limits_by_address),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_an_upload_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
