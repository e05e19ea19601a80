/* test_shogi_perft.c: tests/perft/shogi.txt.  Every count in release, the big ones left out where
 * a sanitizer slows things down. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/text/num.h"
#include "games/shogi/shogi.h"

static bool in_a_hurry(void)
{
    const char *scope = getenv("KIFU_TEST_SCOPE");
    return scope && strcmp(scope, "quick") == 0;
}

/* The largest count to check by counting leaves with the best code there is. */
static uint64_t most(void)
{
#ifdef NDEBUG
    return in_a_hurry() ? 200000000 : UINT64_MAX;
#else
    return in_a_hurry() ? 200000 : 2000000;
#endif
}

/* Playing all leaves, or counting bits by hand, costs several times more. */
enum { MOST_SLOW = 20000000 };

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void check_count(struct shogi_pos *pos, const char *name, int depth, uint64_t expected)
{
    struct shogi_pos before = *pos;
    cpu_level_limit(CPU_V3);
    if (expected <= most() && shogi_perft(pos, depth) != expected)
        fail_msg("%s, depth %d", name, depth);
    if (expected <= least(most(), MOST_SLOW)) {
        if (shogi_perft_make_leaves(pos, depth) != expected)
            fail_msg("%s, depth %d, leaves played", name, depth);
        cpu_level_limit(CPU_BASE);
        if (shogi_perft(pos, depth) != expected)
            fail_msg("%s, depth %d, plain code", name, depth);
    }
    assert_memory_equal(pos, &before, sizeof *pos);
}

/* name | counts | sfen */
static void check_line(char *line)
{
    struct shogi_pos pos;
    struct err err;
    uint64_t expected;
    char *counts = strstr(line, " | ");
    assert_non_null(counts);
    *counts = '\0';
    counts += 3;
    char *sfen = strstr(counts, " | ");
    assert_non_null(sfen);
    *sfen = '\0';
    sfen += 3;
    sfen[strcspn(sfen, "\n")] = '\0';
    if (shogi_sfen_parse(&pos, span_of(sfen), SHOGI_SFEN_STRICT, NULL, &err) != STATUS_OK)
        fail_msg("%s: bad position", line);
    struct span rest = span_of(counts);
    for (int depth = 1; num_eat_u64(&rest, UINT64_MAX, &expected); depth++) {
        check_count(&pos, line, depth, expected);
        span_eat(&rest, SPAN(" "));
    }
}

static void table(void **state)
{
    (void)state;
    char line[1024];
    int seen = 0;
    FILE *f = fopen("tests/perft/shogi.txt", "r");
    assert_non_null(f); /* run from the top of the tree */
    while (fgets(line, sizeof line, f))
        if (line[0] != '#') {
            check_line(line);
            seen++;
        }
    fclose(f);
    assert_true(seen >= 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
