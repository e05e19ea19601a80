/* test_pool.c: order, bounds, failures and cancelling, for many numbers of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "base/work/pool.h"

struct pool_item {
    unsigned number;
    uint64_t result;
    char *kept; /* stays with the slot */
};

struct pool_run {
    unsigned fail_at, refuse_at, cancel_at; /* item numbers; 0: never */
    unsigned expected;                      /* next to be consumed */
    atomic_uint in_flight, most_in_flight, released;
    struct pool *pool;
};

static void dawdle(uint64_t number)
{
    struct rng r;
    rng_seed(&r, number);
    struct timespec t = {.tv_nsec = (long)rng_below(&r, 200000)};
    if (rng_below(&r, 4) == 0)
        nanosleep(&t, NULL);
}

static const struct msg FAILED = {"item %1 failed", NULL};

static enum status work(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct pool_run *run = ctx;
    struct pool_item *it = item;
    assert_true(worker < 16);
    dawdle(it->number);
    if (!it->kept)
        it->kept = malloc(10);
    it->result = (uint64_t)it->number * it->number;
    if (run->fail_at && it->number >= run->fail_at) /* all from there on; the first must win */
        return err_set(err, STATUS_SYNTAX, &FAILED,
                       it->number == run->fail_at ? SPAN("first") : SPAN("later"),
                       span_make(NULL, 0));
    return STATUS_OK;
}

static enum status consume(void *ctx, void *item, struct err *err)
{
    struct pool_run *run = ctx;
    const struct pool_item *it = item;
    assert_int_equal((uintptr_t)item % 64, 0); /* no cache line is shared */
    assert_int_equal(it->number, run->expected++);
    assert_true(it->result == (uint64_t)it->number * it->number);
    atomic_fetch_sub(&run->in_flight, 1);
    if (run->cancel_at == it->number && it->number)
        pool_cancel(run->pool);
    if (run->refuse_at == it->number && it->number)
        return err_plain(err, STATUS_LIMIT, &FAILED);
    return STATUS_OK;
}

static void release(void *ctx, void *item)
{
    struct pool_run *run = ctx;
    atomic_fetch_add(&run->released, 1);
    free(((struct pool_item *)item)->kept);
}

static enum status run_pool(struct pool_run *run, unsigned threads, size_t slots, unsigned n,
                            struct err *err)
{
    struct pool_ops ops = {.ctx = run,
                           .item_bytes = sizeof(struct pool_item),
                           .slots = slots,
                           .work = work,
                           .consume = consume,
                           .release = release};
    run->expected = 1;
    enum status status = pool_open(&run->pool, threads, &ops, err);
    for (unsigned i = 1; status == STATUS_OK && i <= n; i++) {
        void *item;
        status = pool_slot(run->pool, &item, err);
        if (status != STATUS_OK)
            break;
        ((struct pool_item *)item)->number = i;
        unsigned flying = atomic_fetch_add(&run->in_flight, 1) + 1;
        if (flying > run->most_in_flight)
            run->most_in_flight = flying;
        status = pool_submit(run->pool, err);
    }
    if (status == STATUS_OK)
        status = pool_finish(run->pool, err);
    pool_close(run->pool);
    return status;
}

static void test_order(void **state)
{
    (void)state;
    for (unsigned threads = 0; threads <= 8; threads++) {
        struct pool_run run = {0};
        struct err err;
        assert_int_equal(run_pool(&run, threads, threads == 3 ? 1 : 0, 1000, &err), STATUS_OK);
        assert_int_equal(run.expected, 1001);
        if (threads == 3)
            assert_int_equal(run.most_in_flight, 1);
        else if (threads)
            assert_true(run.most_in_flight <= 4 * threads);
        assert_true(run.released > 0);
    }
    struct pool_run none = {0};
    assert_int_equal(run_pool(&none, 4, 0, 0, NULL), STATUS_OK);
}

static void test_first_failure_wins(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct pool_run run = {.fail_at = 37};
        struct err err;
        assert_int_equal(run_pool(&run, threads, 0, 1000, &err), STATUS_SYNTAX);
        assert_string_equal(err.arg[0], "first");
        assert_int_equal(run.expected, 37); /* all before it were consumed, nothing after */
        struct pool_run refused = {.refuse_at = 50};
        assert_int_equal(run_pool(&refused, threads, 0, 1000, &err), STATUS_LIMIT);
        assert_int_equal(refused.expected, 51);
    }
}

static void test_cancel(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct pool_run run = {.cancel_at = 20};
        struct err err;
        assert_int_equal(run_pool(&run, threads, 0, 100000, &err), STATUS_CANCELLED);
        assert_int_equal(err.code, STATUS_CANCELLED);
        assert_true(run.expected >= 21 && run.expected < 100);
    }
}

static enum status add_terms(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                             struct err *err)
{
    const unsigned *fail = ctx;
    (void)worker;
    for (size_t i = from; i < to; i++)
        *(double *)sum += 1.0 / (double)(i * i + 1);
    return *fail && to > *fail ? err_plain(err, STATUS_RANGE, &FAILED) : STATUS_OK;
}

static void merge_sums(void *ctx, void *total, const void *sum)
{
    (void)ctx;
    *(double *)total += *(const double *)sum;
}

/* Bit for bit the same sum, though floating point addition is not associative. */
static void test_reduce(void **state)
{
    (void)state;
    unsigned fail = 0;
    struct pool_reduction r = {.ctx = &fail,
                               .n = 100003,
                               .grain = 1000,
                               .sum_bytes = sizeof(double),
                               .add = add_terms,
                               .merge = merge_sums};
    double first = 0;
    for (unsigned threads = 1; threads <= 8; threads++) {
        double total = 0.5;
        assert_int_equal(pool_reduce(threads, &r, &total, NULL), STATUS_OK);
        if (threads == 1)
            first = total;
        assert_true(total == first);
    }
    assert_true(first > 2.57 && first < 2.58); /* (1 + π coth π)/2 + 1/2 */
    fail = 5000;
    double total = 0;
    assert_int_equal(pool_reduce(3, &r, &total, NULL), STATUS_RANGE);
    r.n = 0;
    assert_int_equal(pool_reduce(3, &r, &total, NULL), STATUS_OK);
}

static void test_allocation_failures(void **state)
{
    (void)state;
    enum status status = STATUS_NOMEM;
    for (long n = 0; status == STATUS_NOMEM; n++) {
        struct pool_run run = {0};
        struct err err;
        mem_fail_after(n);
        status = run_pool(&run, 3, 0, 10, &err);
        mem_fail_never();
        assert_true(n < 20);
    }
    assert_int_equal(status, STATUS_OK);
    assert_true(pool_cpu_count() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_first_failure_wins),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
