/* Both forms of the filter give what looking at each line gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/rng.h"
#include "facts/line_filter.h"

enum { LINES = 1000, MOST = 200 };

static void test_both_forms(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int round = 0; round < 5000; round++) {
        uint32_t marks[LINES / 32 + 1] = {0}, lines[MOST], expect[MOST], is[MOST];
        uint32_t n = (uint32_t)rng_below(&rng, MOST + 1), count = 0;
        for (uint64_t i = rng_below(&rng, LINES); i; i--) {
            uint64_t line = rng_below(&rng, LINES);
            marks[line / 32] |= UINT32_C(1) << line % 32;
        }
        for (uint32_t i = 0; i < n; i++) {
            lines[i] = (uint32_t)rng_below(&rng, LINES);
            if (marks[lines[i] / 32] & UINT32_C(1) << lines[i] % 32)
                expect[count++] = i;
        }
        assert_int_equal(line_filter(lines, n, marks, is), count);
        assert_memory_equal(is, expect, count * sizeof *is);
        assert_int_equal(line_filter_plain(lines, n, marks, is), count);
        assert_memory_equal(is, expect, count * sizeof *is);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_both_forms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
