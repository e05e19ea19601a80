/* test_tally.c: counts, the order of what comes out, no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "text/mine/tally.h"

static void add(struct tally *t, const char *word)
{
    struct err err;
    assert_int_equal(tally_add(t, word, strlen(word), &err), STATUS_OK);
}

static void expect(const struct tally *t, size_t i, const char *word, uint32_t count)
{
    assert_true(span_eq(tally_key(&t->entries[i]), span_of(word)));
    assert_int_equal(t->entries[i].count, count);
}

static void counts_and_orders(void **state)
{
    (void)state;
    struct tally t;
    tally_init(&t);
    for (int round = 0; round < 2; round++) { /* cleared, it can be used again */
        const char *words[] = {"b", "", "abc", "b", "ab", "abc", "b", "a"};
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            add(&t, words[i]);
        tally_finish(&t);
        assert_int_equal(t.count, 5);
        assert_int_equal(t.total, 8);
        expect(&t, 0, "b", 3);
        expect(&t, 1, "abc", 2);
        expect(&t, 2, "", 1); /* equals in the order of bytes, the shorter first */
        expect(&t, 3, "a", 1);
        expect(&t, 4, "ab", 1);
        tally_clear(&t);
    }
    tally_finish(&t);
    assert_int_equal(t.count, 0);
    tally_release(&t);
}

static void no_memory(void **state)
{
    (void)state;
    struct tally t;
    struct err err;
    for (long n = 0; n < 2; n++) {
        tally_init(&t);
        mem_fail_after(n);
        assert_int_equal(tally_add(&t, "word", 4, &err), STATUS_NOMEM);
        mem_fail_never();
        tally_finish(&t);
        assert_int_equal(t.count, 0);
        tally_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_and_orders),
                                       cmocka_unit_test(no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
