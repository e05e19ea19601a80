/* Packed lines: what comes out is what went in; hostile bytes are refused or harmless. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/rng.h"
#include "facts/posting_block.h"

static uint32_t random_gap(struct rng *rng, unsigned shape)
{
    if (shape & 8 && rng_below(rng, 20) == 0)
        return (uint32_t)rng_below(rng, 1u << 24); /* an exception */
    switch (shape & 7) {
    case 0:
        return 1;
    case 1:
        return (uint32_t)rng_below(rng, 2);
    case 2:
        return rng_below(rng, 30) ? 1 : 0;
    default:
        return (uint32_t)rng_below(rng, 1u << 3 * (shape & 7));
    }
}

static void make_lines(struct rng *rng, uint32_t *lines, size_t n, uint32_t base, unsigned shape)
{
    for (size_t i = 0; i < n; i++)
        lines[i] = base += random_gap(rng, shape);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (unsigned round = 0; round < 4000; round++) {
        uint32_t lines[POSTING_BLOCK], back[POSTING_BLOCK];
        size_t n = round % 3 ? POSTING_BLOCK : 1 + (size_t)rng_below(&rng, POSTING_BLOCK);
        uint32_t base = (uint32_t)rng_below(&rng, 1000);
        struct buf out;
        make_lines(&rng, lines, n, base, round % 16);
        buf_init(&out, BUF_DEFAULT_MAX);
        posting_block_encode(lines, n, base, &out);
        /* in a block of its own size, so that ASan sees a read beyond it */
        char *exact = malloc(out.n);
        memcpy(exact, out.p, out.n);
        assert_true(posting_block_decode(span_make(exact, out.n), n, base, lines[n - 1], back));
        assert_memory_equal(lines, back, n * sizeof *lines);
        if (lines[n - 1] > 0)
            assert_false(
                posting_block_decode(span_make(exact, out.n), n, base, lines[n - 1] - 1, back));
        free(exact);
        buf_release(&out);
    }
}

/* Every width, the widest too. */
static void test_widths(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 32; bits++)
        for (size_t n = 1; n <= POSTING_BLOCK; n += 127) {
            uint32_t lines[POSTING_BLOCK], back[POSTING_BLOCK];
            uint32_t step = (UINT32_C(1) << bits) - 1, base = 5, line = base;
            struct buf out;
            for (size_t i = 0; i < n; i++)
                lines[i] = line += (uint32_t)(step / n);
            buf_init(&out, BUF_DEFAULT_MAX);
            posting_block_encode(lines, n, base, &out);
            assert_true(posting_block_decode(buf_span(&out), n, base, UINT32_MAX, back));
            assert_memory_equal(lines, back, n * sizeof *lines);
            buf_release(&out);
        }
}

static void test_runs_are_short(void **state)
{
    (void)state;
    uint32_t lines[POSTING_BLOCK];
    struct buf out;
    for (uint32_t i = 0; i < POSTING_BLOCK; i++)
        lines[i] = 100 + i - (i > 50);
    buf_init(&out, BUF_DEFAULT_MAX);
    posting_block_encode(lines, POSTING_BLOCK, 99, &out);
    assert_int_equal(out.n, 4); /* a head, and one exception */
    buf_release(&out);
}

static void test_hostile_bytes(void **state)
{
    (void)state;
    struct rng rng;
    uint32_t lines[POSTING_BLOCK], back[POSTING_BLOCK];
    struct buf out;
    rng_seed(&rng, 2);
    make_lines(&rng, lines, POSTING_BLOCK, 0, 12);
    buf_init(&out, BUF_DEFAULT_MAX);
    posting_block_encode(lines, POSTING_BLOCK, 0, &out);
    for (size_t n = 0; n < out.n; n++)
        assert_false(posting_block_decode(span_make(out.p, n), POSTING_BLOCK, 0, UINT32_MAX, back));
    buf_release(&out);
    for (int i = 0; i < 200000; i++) {
        char noise[64];
        size_t n = (size_t)rng_below(&rng, sizeof noise);
        size_t count = i & 1 ? POSTING_BLOCK : 1 + (size_t)rng_below(&rng, POSTING_BLOCK);
        for (size_t k = 0; k < n; k++)
            noise[k] = (char)rng_next(&rng);
        if (n > 1 && i & 2)
            noise[0] = (char)(noise[0] & 3), noise[1] = (char)(noise[1] & 3);
        char *exact = malloc(n ? n : 1);
        memcpy(exact, noise, n);
        if (posting_block_decode(span_make(exact, n), count, 7, 1000, back))
            for (size_t k = 0; k < count; k++)
                assert_true(back[k] <= 1000);
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_runs_are_short),
        cmocka_unit_test(test_hostile_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
