/* test_hash_index.c: numbers by hash, compared with a list that is searched from end to end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/hash_index.h"

enum { COUNT = 3000 };

/* Few hashes, so that many numbers share one, and others only their low bits. */
static uint64_t hash_at(uint32_t i)
{
    uint64_t x = i * UINT64_C(0x9E3779B97F4A7C15);
    return i % 3 ? x : i % 60 + (x << 40);
}

static void numbers_come_in_order(void **state)
{
    struct hash_index ix = {0};
    uint32_t number;
    (void)state;
    size_t none = hash_index_first(&ix, 5);
    assert_false(hash_index_next(&ix, 5, &none, &number));
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < COUNT; i++)
            assert_true(hash_index_add(&ix, hash_at(i), i));
        assert_int_equal(ix.count, COUNT);
        for (uint32_t i = 0; i < COUNT; i++) {
            size_t at = hash_index_first(&ix, hash_at(i));
            for (uint32_t j = 0; j < COUNT; j++)
                if ((uint32_t)hash_at(j) == (uint32_t)hash_at(i)) {
                    assert_true(hash_index_next(&ix, hash_at(i), &at, &number));
                    assert_int_equal(number, j);
                }
            assert_false(hash_index_next(&ix, hash_at(i), &at, &number));
        }
        hash_index_clear(&ix);
        assert_int_equal(ix.count, 0);
    }
    hash_index_release(&ix);
}

static void a_set_tells_new_ones(void **state)
{
    struct hash_set set = {0};
    bool is_new;
    (void)state;
    assert_false(hash_set_has(&set, 0));
    for (uint64_t i = 0; i < COUNT; i++) {
        uint64_t hash = i ? i * UINT64_C(0x9E3779B97F4A7C15) : 0;
        assert_false(hash_set_has(&set, hash));
        assert_true(hash_set_add(&set, hash, &is_new) && is_new);
        assert_true(hash_set_add(&set, hash, &is_new) && !is_new);
        assert_true(hash_set_has(&set, hash));
    }
    assert_int_equal(set.count, COUNT);
    hash_set_release(&set);
}

static void no_memory(void **state)
{
    struct hash_index ix = {0};
    struct hash_set set = {0};
    (void)state;
    mem_fail_after(0);
    assert_false(hash_index_add(&ix, 1, 1));
    assert_false(hash_set_add(&set, 1, NULL));
    mem_fail_never();
    assert_true(hash_index_reserve(&ix, COUNT) && hash_set_reserve(&set, COUNT));
    mem_fail_after(0); /* there is room for all */
    for (uint32_t i = 0; i < COUNT; i++)
        assert_true(hash_index_add(&ix, hash_at(i), i) && hash_set_add(&set, hash_at(i), NULL));
    mem_fail_never();
    hash_index_release(&ix);
    hash_set_release(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_come_in_order),
        cmocka_unit_test(a_set_tells_new_ones),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
