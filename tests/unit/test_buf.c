/* test_buf.c: growing, limits, failures; and the allocation switch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/buf.h"

static void test_append(void **state)
{
    (void)state;
    struct buf b;
    buf_init(&b, 1000);
    assert_string_equal(buf_cstr(&b), "");
    buf_add_str(&b, "a");
    buf_add_char(&b, 'b');
    buf_add_span(&b, SPAN("cd"));
    buf_add_u64(&b, 0);
    buf_add_u64(&b, UINT64_MAX);
    buf_add_i64(&b, INT64_MIN);
    buf_add_i64(&b, 7);
    buf_printf(&b, "[%s %d]", "x", -1);
    buf_add(&b, NULL, 0);
    assert_string_equal(buf_cstr(&b), "abcd018446744073709551615-92233720368547758087[x -1]");
    assert_int_equal(b.n, strlen(b.p));
    buf_clear(&b);
    assert_int_equal(b.n, 0);
    assert_true(b.cap > 0);
    buf_release(&b);
    assert_null(b.p);
}

/* Exactly max bytes fit, by every way in; one more does not, and what was there stays. */
static void test_limit(void **state)
{
    (void)state;
    struct buf b;
    buf_init(&b, 5);
    buf_printf(&b, "%s", "12345");
    assert_int_equal(buf_status(&b), STATUS_OK);
    assert_string_equal(buf_cstr(&b), "12345");
    assert_int_equal(buf_status(&b), STATUS_OK);
    buf_add_char(&b, '6');
    assert_int_equal(buf_status(&b), STATUS_LIMIT);
    buf_add_str(&b, ""); /* nothing more goes in */
    b.n = 0;
    buf_add_char(&b, 'x');
    assert_int_equal(b.n, 0);
    assert_string_equal(buf_cstr(&b), "");
    buf_clear(&b);
    buf_add_str(&b, "123");
    buf_printf(&b, "%d", 456);
    assert_int_equal(buf_status(&b), STATUS_LIMIT);
    assert_int_equal(b.n, 3);
    buf_clear(&b);
    assert_false(buf_reserve(&b, SIZE_MAX));
    buf_release(&b);
    buf_init(&b, SIZE_MAX);
    buf_add_char(&b, 'x');
    assert_false(buf_reserve(&b, SIZE_MAX - 10));
    assert_int_equal(buf_status(&b), STATUS_LIMIT);
    buf_release(&b);
}

static void test_allocation_failures(void **state)
{
    (void)state;
    enum status status = STATUS_NOMEM;
    for (long n = 0; status == STATUS_NOMEM; n++) {
        struct buf b;
        buf_init(&b, 100000);
        mem_fail_after(n);
        for (int i = 0; i < 1000; i++)
            buf_printf(&b, "%d ", i);
        buf_cstr(&b);
        mem_fail_never();
        status = buf_status(&b);
        assert_true(status == STATUS_OK || b.n < 3890);
        buf_release(&b);
        assert_true(n < 50);
    }
    assert_int_equal(status, STATUS_OK);
}

static void test_alloc(void **state)
{
    (void)state;
    size_t out = 3;
    assert_false(size_mul(SIZE_MAX / 2, 3, &out));
    assert_false(size_add(SIZE_MAX, 1, &out));
    assert_int_equal(out, 3);
    assert_true(size_mul(6, 7, &out));
    assert_int_equal(out, 42);
    assert_null(mem_calloc(SIZE_MAX / 2, 4));
    assert_null(mem_realloc_array(NULL, SIZE_MAX / 2, 4));
    void *p = mem_alloc(0), *q = mem_alloc(0);
    assert_true(p && q && p != q);
    mem_fail_after(1);
    void *r = mem_alloc(1), *s = mem_alloc(1), *t = mem_calloc(1, 1);
    assert_true(r && !s && !t);
    assert_null(mem_realloc(r, 10)); /* r still ours */
    mem_fail_never();
    mem_free(p), mem_free(q), mem_free(r);
    assert_null(mem_calloc_aligned(64, SIZE_MAX / 2, 4));
    assert_null(mem_calloc_aligned(64, SIZE_MAX, 1));
    unsigned char *aligned = mem_calloc_aligned(64, 3, 50);
    assert_int_equal((uintptr_t)aligned % 64, 0);
    for (int i = 0; i < 150; i++)
        assert_int_equal(aligned[i], 0);
    mem_free(aligned);
}

static void test_grow(void **state)
{
    (void)state;
    uint32_t *array = NULL;
    size_t cap = 0;
    for (uint32_t n = 0; n < 100; n++) {
        void *p = mem_grow(array, n, &cap, 100, sizeof *array);
        assert_non_null(p);
        array = p;
        array[n] = n;
        assert_true(cap > n && cap <= 100);
    }
    for (uint32_t n = 0; n < 100; n++)
        assert_int_equal(array[n], n);
    assert_null(mem_grow(array, 100, &cap, 100, sizeof *array));
    assert_int_equal(cap, 100);
    assert_null(mem_grow(array, 100, &cap, SIZE_MAX, SIZE_MAX / 8));
    mem_fail_after(0);
    assert_null(mem_grow(array, 100, &cap, SIZE_MAX, sizeof *array));
    assert_ptr_equal(mem_grow(array, 99, &cap, SIZE_MAX, sizeof *array), array);
    mem_fail_never();
    assert_int_equal(cap, 100);
    mem_free(array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_append),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_allocation_failures),
        cmocka_unit_test(test_alloc),
        cmocka_unit_test(test_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
