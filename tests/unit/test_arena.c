/* test_arena.c: alignment, limits, reuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/rng.h"

static void test_alloc(void **state)
{
    (void)state;
    struct arena a;
    struct rng r;
    unsigned char *got[500];
    size_t size[500];
    arena_init(&a, 64 << 20);
    rng_seed(&r, 1);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 500; i++) {
            size[i] = rng_below(&r, i % 100 == 0 ? 200000 : 300);
            got[i] = arena_alloc(&a, size[i]);
            assert_non_null(got[i]);
            assert_int_equal((uintptr_t)got[i] % _Alignof(max_align_t), 0);
            memset(got[i], i & 0xFF, size[i]);
        }
        for (int i = 0; i < 500; i++)
            for (size_t k = 0; k < size[i]; k++)
                assert_int_equal(got[i][k], i & 0xFF);
        arena_reset(&a);
    }
    arena_release(&a);
    arena_release(&a);
}

static void test_limit(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 10000);
    assert_null(arena_alloc(&a, 10001));
    assert_null(arena_alloc(&a, SIZE_MAX));
    assert_null(arena_alloc_array(&a, SIZE_MAX / 2, 4));
    size_t total = 0;
    while (arena_alloc(&a, 100))
        total += 100;
    assert_true(total > 8000 && a.total <= 10000);
    arena_reset(&a);
    assert_non_null(arena_alloc(&a, 2000));
    struct span copy;
    assert_true(arena_copy(&a, SPAN("text"), &copy));
    assert_true(span_eq(copy, SPAN("text")));
    assert_true(arena_copy(&a, span_make(NULL, 0), &copy));
    static char big[20000];
    assert_false(arena_copy(&a, span_make(big, sizeof big), &copy));
    assert_int_equal(copy.n, 0);
    arena_release(&a);
}

/* One huge allocation does not make all later blocks huge, and reset keeps the largest block. */
static void test_blocks(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, (size_t)1 << 30);
    assert_non_null(arena_alloc(&a, 64 << 20));
    assert_non_null(arena_alloc(&a, 10));
    assert_true(a.total <= (65 << 20) + 100);
    arena_reset(&a);
    assert_true(a.total >= 64 << 20 && a.total < 65 << 20);
    mem_fail_after(0);
    assert_non_null(arena_alloc(&a, 64 << 20)); /* from the block that was kept */
    mem_fail_never();
    arena_release(&a);
    assert_int_equal(a.total, 0);
}

static void test_allocation_failures(void **state)
{
    (void)state;
    for (long n = 0;; n++) {
        struct arena a;
        arena_init(&a, 1 << 20);
        mem_fail_after(n);
        int done = 0;
        while (done < 1000 && arena_alloc(&a, 100))
            done++;
        mem_fail_never();
        arena_release(&a);
        if (done == 1000)
            break;
        assert_true(n < 50);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alloc),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
