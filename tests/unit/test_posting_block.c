/* Packed postings: what comes out is what went in, rounded outward; hostile bytes are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/rng.h"
#include "facts/posting_block.h"

static void make_postings(struct rng *rng, struct posting *p, size_t n, uint32_t base,
                          unsigned shape)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t gap = shape & 1 ? rng_below(rng, 3) : rng_below(rng, 100000);
        if (shape & 2 && rng_below(rng, 20) == 0)
            gap = rng_below(rng, 1u << 24); /* an exception */
        base += (uint32_t)gap;
        p[i].line = base;
        p[i].from = (uint32_t)rng_below(rng, shape & 4 ? 10000 : 1);
        p[i].to = p[i].from + 1 + (uint32_t)rng_below(rng, shape & 8 ? 300 : 1);
    }
}

static void expect_same(const struct posting *p, const struct posting *q, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(q[i].line, p[i].line);
        assert_int_equal(q[i].from, p[i].from / POSTING_STEP * POSTING_STEP);
        assert_int_equal(q[i].to, (p[i].to + POSTING_STEP - 1) / POSTING_STEP * POSTING_STEP);
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (unsigned round = 0; round < 2000; round++) {
        struct posting p[POSTING_BLOCK], q[POSTING_BLOCK];
        size_t n = 1 + (size_t)rng_below(&rng, POSTING_BLOCK);
        uint32_t base = (uint32_t)rng_below(&rng, 1000);
        struct buf out;
        make_postings(&rng, p, n, base, round % 16);
        buf_init(&out, BUF_DEFAULT_MAX);
        posting_block_encode(p, n, base, &out);
        /* in a block of its own size, so that ASan sees a read beyond it */
        char *exact = malloc(out.n);
        memcpy(exact, out.p, out.n);
        struct span bytes = span_make(exact, out.n);
        assert_true(posting_block_decode(&bytes, n, base, q));
        assert_int_equal(bytes.n, 0);
        expect_same(p, q, n);
        free(exact);
        buf_release(&out);
    }
}

static void test_hostile_bytes(void **state)
{
    (void)state;
    struct rng rng;
    struct posting p[POSTING_BLOCK], q[POSTING_BLOCK];
    struct buf out;
    rng_seed(&rng, 2);
    make_postings(&rng, p, 100, 0, 15);
    buf_init(&out, BUF_DEFAULT_MAX);
    posting_block_encode(p, 100, 0, &out);
    for (size_t n = 0; n < out.n; n++) {
        struct span bytes = span_make(out.p, n);
        assert_false(posting_block_decode(&bytes, 100, 0, q));
    }
    for (int i = 0; i < 200000; i++) {
        char noise[64];
        size_t n = (size_t)rng_below(&rng, sizeof noise);
        for (size_t k = 0; k < n; k++)
            noise[k] = (char)rng_next(&rng);
        struct span bytes = span_make(noise, n);
        (void)posting_block_decode(&bytes, 1 + (size_t)rng_below(&rng, POSTING_BLOCK), 0, q);
    }
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_hostile_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
