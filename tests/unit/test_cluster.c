/* test_cluster.c: meetings of a cluster: who gets what, in which order, and what a failure does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdatomic.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "cluster_of_threads.h"

static void for_all_sizes(void (*work)(const struct cluster *cluster, void *ctx))
{
    work(NULL, NULL);
    for (uint32_t size = 1; size <= 5; size++)
        cluster_of_threads(size, work, NULL);
}

/* "0:", "1:x", "2:xx" … */
static void write_mine(const struct cluster *c, struct buf *out)
{
    buf_init(out, 1024);
    buf_printf(out, "%u:", (unsigned)cluster_process(c));
    for (uint32_t i = 0; i < cluster_process(c); i++)
        buf_add_char(out, 'x');
}

static void check_parts(const struct cluster *c, const struct byte_parts *parts)
{
    assert_int_equal(parts->count, cluster_size(c));
    for (uint32_t r = 0; r < parts->count; r++) {
        assert_int_equal(parts->at[r].n, 2 + r);
        assert_int_equal(parts->at[r].p[0], (int)('0' + r));
    }
}

static void gather_and_share(const struct cluster *c, void *ctx)
{
    struct byte_parts parts = {0};
    struct buf mine;
    struct err err;
    (void)ctx;
    write_mine(c, &mine);
    assert_int_equal(cluster_gather(c, STATUS_OK, buf_span(&mine), &parts, &err), STATUS_OK);
    if (cluster_leads(c))
        check_parts(c, &parts);
    for (uint32_t r = 0; r < parts.count && !cluster_leads(c); r++)
        assert_int_equal(parts.at[r].n, 0);
    assert_int_equal(cluster_allgather(c, STATUS_OK, buf_span(&mine), &parts, &err), STATUS_OK);
    check_parts(c, &parts);
    byte_parts_release(&parts);
    buf_release(&mine);
}

static void test_gather_and_share(void **state)
{
    (void)state;
    for_all_sizes(gather_and_share);
}

/* Process a sends "ab" b times to process b. */
static void exchange(const struct cluster *c, void *ctx)
{
    struct span to[MAX_PROCESSES] = {{0}};
    struct buf bytes[MAX_PROCESSES];
    struct byte_parts parts = {0};
    struct err err;
    uint32_t me = cluster_process(c), size = cluster_size(c);
    (void)ctx;
    for (uint32_t r = 0; r < size; r++) {
        buf_init(&bytes[r], 1024);
        for (uint32_t i = 0; i < r; i++)
            buf_printf(&bytes[r], "%u%u", (unsigned)me, (unsigned)r);
        to[r] = buf_span(&bytes[r]);
    }
    assert_int_equal(cluster_exchange(c, STATUS_OK, to, &parts, &err), STATUS_OK);
    assert_int_equal(parts.count, size);
    for (uint32_t r = 0; r < size; r++) {
        assert_int_equal(parts.at[r].n, 2 * me);
        if (me) {
            assert_int_equal(parts.at[r].p[0], (int)('0' + r));
            assert_int_equal(parts.at[r].p[1], (int)('0' + me));
        }
        buf_release(&bytes[r]);
    }
    byte_parts_release(&parts);
}

static void test_exchange(void **state)
{
    (void)state;
    for_all_sizes(exchange);
}

static void broadcast(const struct cluster *c, void *ctx)
{
    struct buf text;
    struct err err;
    (void)ctx;
    buf_init(&text, 1000);
    buf_add_str(&text, cluster_leads(c) ? "from the first" : "something else");
    assert_int_equal(cluster_broadcast(c, STATUS_OK, &text, &err), STATUS_OK);
    assert_string_equal(buf_cstr(&text), "from the first");
    buf_release(&text);
}

static void test_broadcast(void **state)
{
    (void)state;
    for_all_sizes(broadcast);
}

/* More and fewer numbers than processes; reals are added from left to right. */
static void sums(const struct cluster *c, void *ctx)
{
    struct err err;
    (void)ctx;
    for (size_t n = 0; n < 12; n++) {
        uint64_t whole[12];
        double real[12];
        for (size_t i = 0; i < n; i++) {
            whole[i] = 100 * i + cluster_process(c);
            real[i] = cluster_process(c) == 1 ? 1e17 : 1.25 + (double)i;
        }
        assert_int_equal(cluster_sum(c, STATUS_OK, whole, n, &err), STATUS_OK);
        assert_int_equal(cluster_sum_reals(c, STATUS_OK, real, n, &err), STATUS_OK);
        for (size_t i = 0; i < n; i++) {
            uint64_t size = cluster_size(c);
            double expected = 1.25 + (double)i;
            for (uint64_t r = 1; r < size; r++)
                expected += r == 1 ? 1e17 : 1.25 + (double)i;
            assert_int_equal(whole[i], 100 * i * size + size * (size - 1) / 2);
            assert_true(real[i] == expected);
        }
    }
}

static void test_sums(void **state)
{
    (void)state;
    for_all_sizes(sums);
}

static void test_range_of(void **state)
{
    (void)state;
    for (uint32_t size = 1; size < 9; size++)
        for (uint64_t n = 0; n < 40; n++) {
            uint64_t from, to, next = 0;
            for (uint32_t r = 0; r < size; r++) {
                reduction_range_of(r, size, n, &from, &to);
                assert_int_equal(from, next);
                assert_in_range(to - from, n / size, n / size + 1);
                next = to;
            }
            assert_int_equal(next, n);
        }
}

/* The last process fails between two meetings; everybody learns of it at the next one, whatever it
 * is, and goes to the end, after which they can meet again. */
static void one_fails(const struct cluster *c, void *ctx)
{
    static const struct msg mine = {"mine", NULL};
    struct err err = {0};
    struct byte_parts parts = {0};
    uint64_t number = 1;
    double real = 1;
    bool fails = cluster_process(c) == cluster_size(c) - 1;
    atomic_int *meetings = ctx;
    enum status status = fails ? err_plain(&err, STATUS_RANGE, &mine) : STATUS_OK;
    status = cluster_gather(c, status, SPAN("x"), &parts, &err);
    assert_int_equal(status, fails ? STATUS_RANGE : STATUS_CANCELLED);
    assert_true(!fails || err.what == &mine);
    /* who does not look goes on without harm */
    status = cluster_sum(c, STATUS_OK, &number, 1, &err);
    assert_int_equal(status, STATUS_CANCELLED);
    if (!fails) {
        assert_int_equal(cluster_sum_reals(c, STATUS_OK, &real, 1, &err), STATUS_CANCELLED);
        atomic_fetch_add(meetings, 1);
    }
    assert_int_equal(cluster_end(c, fails ? STATUS_RANGE : STATUS_OK, &err),
                     fails ? STATUS_RANGE : STATUS_CANCELLED);
    assert_int_equal(cluster_sum(c, STATUS_OK, &number, 1, &err), STATUS_OK);
    assert_int_equal(number, cluster_size(c));
    byte_parts_release(&parts);
}

/* The same without a meeting of the one that fails. */
static void one_leaves(const struct cluster *c, void *ctx)
{
    struct err err = {0};
    uint64_t number = 1;
    bool fails = cluster_process(c) == 0;
    (void)ctx;
    enum status status = fails ? STATUS_NOMEM : cluster_sum(c, STATUS_OK, &number, 1, &err);
    assert_int_equal(status, fails ? STATUS_NOMEM : STATUS_CANCELLED);
    assert_int_equal(cluster_end(c, status, &err), status);
    assert_int_equal(cluster_sum(c, STATUS_OK, &number, 1, &err), STATUS_OK);
    assert_int_equal(number, cluster_size(c));
}

/* Processes with other options: nobody adds up what does not belong together. */
static void one_has_more(const struct cluster *c, void *ctx)
{
    struct err err = {0};
    uint64_t numbers[9] = {1};
    bool more = cluster_process(c) == 1;
    (void)ctx;
    assert_int_equal(cluster_sum(c, STATUS_OK, numbers, more ? 9 : 3, &err), STATUS_UNSUPPORTED);
    assert_int_equal(cluster_agree(c, STATUS_OK, &err), STATUS_CANCELLED);
    assert_int_equal(cluster_end(c, STATUS_UNSUPPORTED, &err), STATUS_UNSUPPORTED);
    assert_int_equal(cluster_sum(c, STATUS_OK, numbers, 9, &err), STATUS_OK);
    assert_int_equal(numbers[0], cluster_size(c));
}

static void test_failures(void **state)
{
    (void)state;
    for (uint32_t size = 2; size <= 4; size++) {
        cluster_of_threads(size, one_has_more, NULL);
        atomic_int meetings = 0;
        cluster_of_threads(size, one_fails, &meetings);
        assert_int_equal(meetings, (int)size - 1);
        cluster_of_threads(size, one_leaves, NULL);
    }
}

/* Whoever has no memory says so instead of leaving the others to wait. */
static void without_memory(const struct cluster *c, void *ctx)
{
    struct byte_parts parts = {0};
    struct err err = {0};
    (void)ctx;
    enum status status = cluster_allgather(c, STATUS_OK, SPAN("some bytes"), &parts, &err);
    assert_int_not_equal(status, STATUS_OK);
    byte_parts_release(&parts);
}

static void test_no_memory(void **state)
{
    (void)state;
    for (long n = 0; n < 12; n += 3) {
        mem_fail_after(n);
        cluster_of_threads(3, without_memory, NULL);
        mem_fail_never();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gather_and_share), cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_broadcast),        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_range_of),         cmocka_unit_test(test_failures),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
