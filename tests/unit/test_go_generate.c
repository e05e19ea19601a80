/* test_go_generate.c: generated games of Go are the same for a seed and in every version, by the
 * rules, properly ended, and look somewhat like real ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "games/go/go.h"
#include "sim/generate/go_generate.h"

enum { MANY = 1000 };

static uint64_t fingerprint(const struct record *rec)
{
    uint64_t hash = (uint64_t)rec->end + 31 * (uint64_t)rec->handicap;
    for (uint32_t i = 1; i < rec->node_count; i++)
        hash = (hash ^ rec->nodes[i].move) * 0x9E3779B97F4A7C15U;
    for (uint32_t i = 0; i < rec->header_count; i++)
        for (size_t k = 0; k < rec->headers[i].value.n; k++)
            hash = (hash ^ (unsigned char)rec->headers[i].value.p[k]) * 0x9E3779B97F4A7C15U;
    return hash;
}

static void make(uint64_t seed, uint64_t number, struct record *rec)
{
    assert_int_equal(go_generate_game(seed, number, rec), STATUS_OK);
}

/* Corpora are named by their seed: what it gives must not change. */
static void test_never_changes(void **state)
{
    (void)state;
    struct record rec;
    uint64_t all = 0;
    record_init(&rec);
    for (uint64_t i = 0; i < 200; i++) {
        make(1, i, &rec);
        all = all * 0x9E3779B97F4A7C15U ^ fingerprint(&rec);
    }
    assert_int_equal(all, UINT64_C(0x974781db83450fbe));
    record_release(&rec);
}

static void test_same_for_seed_and_number(void **state)
{
    (void)state;
    struct record a, b;
    record_init(&a);
    record_init(&b);
    for (uint64_t i = 20; i-- > 0;) {
        make(7, i, &a);
        make(7, i, &b);
        assert_int_equal(fingerprint(&a), fingerprint(&b));
        make(8, i, &b);
        assert_int_not_equal(fingerprint(&a), fingerprint(&b));
        make(7, i + 1, &b);
        assert_int_not_equal(fingerprint(&a), fingerprint(&b));
    }
    record_release(&a);
    record_release(&b);
}

struct go_generate_sums {
    uint32_t plies, taken, handicaps, scored, black, passes;
};

static void add_game(const struct record *rec, struct go_generate_sums *sum)
{
    static struct go_pos pos;
    static struct go_change change;
    struct err err;
    assert_int_equal(go_pos_parse(&pos, rec->start, &err), STATUS_OK);
    assert_int_equal(rec->handicap, go_handicap(&pos));
    for (uint32_t node = rec->nodes[0].child; node; node = rec->nodes[node].child) {
        go_move m = (go_move)rec->nodes[node].move;
        assert_int_equal(go_why_illegal(&pos, m), GO_LEGAL);
        assert_int_equal(go_move_color(m), pos.turn);
        assert_true(go_play(&pos, m, &change));
        sum->plies++;
        sum->taken += change.taken;
        sum->passes += go_move_is_pass(m);
    }
    assert_true(rec->end == END_RESIGN || rec->end == END_SCORE);
    assert_int_equal(rec->points[0] + rec->points[1], POINTS_WIN);
    sum->scored += rec->end == END_SCORE;
    sum->black += rec->points[GO_BLACK] == POINTS_WIN;
    sum->handicaps += rec->handicap != GO_START_USUAL;
}

/* Professional games to 2005: 208 plies, 12.7 stones taken, 54 % won by Black. */
static void test_looks_real(void **state)
{
    (void)state;
    struct go_generate_sums sum = {0};
    struct record rec;
    record_init(&rec);
    for (uint64_t i = 0; i < MANY; i++) {
        make(3, i, &rec);
        add_game(&rec, &sum);
    }
    record_release(&rec);
    assert_in_range(sum.plies / MANY, 190, 225);
    assert_in_range(sum.taken / MANY, 8, 30);
    assert_in_range(sum.handicaps, MANY / 32, MANY / 8);
    assert_in_range(sum.scored, MANY / 16, MANY / 2);
    assert_in_range(sum.black, MANY * 4 / 10, MANY * 6 / 10);
    assert_in_range(sum.passes, MANY / 32, MANY);
}

static void test_corner_lines(void **state)
{
    (void)state;
    for (int i = 0; i < GO_CORNER_LINES; i++) {
        const char *line = go_corner_lines[i];
        assert_non_null(line);
        assert_int_equal(strlen(line) % 3, 2);
        assert_true((strlen(line) + 1) / 3 <= GO_CORNER_MAX);
        assert_int_equal(strspn(line, "123456789abc "), strlen(line));
    }
}

static void test_no_memory(void **state)
{
    (void)state;
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        struct record rec;
        record_init(&rec);
        mem_fail_after(n);
        st = go_generate_game(1, 1, &rec);
        mem_fail_after(-1);
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        record_release(&rec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_changes), cmocka_unit_test(test_same_for_seed_and_number),
        cmocka_unit_test(test_looks_real),    cmocka_unit_test(test_corner_lines),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
