/* Facts of shogi positions: names and numbers agree, and moves change just what they change. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/le.h"
#include "base/rng.h"
#include "games/shogi/shogi_facts.h"

static void test_names(void **state)
{
    (void)state;
    struct buf name;
    buf_init(&name, 64);
    for (uint32_t fact = 0; fact < SHOGI_FACT_COUNT; fact++) {
        uint32_t back;
        buf_clear(&name);
        shogi_fact_print(fact, &name);
        assert_true(shogi_fact_parse(buf_span(&name), &back));
        assert_int_equal(back, fact);
    }
    buf_release(&name);
    uint32_t fact;
    assert_true(shogi_fact_parse(SPAN("s99ou"), &fact));
    assert_int_equal(fact, shogi_fact_on_board(SHOGI_BLACK, shogi_square(9, 9), SHOGI_KING));
    assert_true(shogi_fact_parse(SPAN("gfu3"), &fact));
    assert_int_equal(fact, shogi_fact_in_hand(SHOGI_WHITE, SHOGI_PAWN, 3));
    static const char *const wrong[] = {"",       "s",     "x76fu", "s76",   "s76xx",
                                        "s06fu",  "sgi0",  "sgi5",  "sou1",  "sto1",
                                        "s76fu1", "gfu19", "s7fu",  "sgi02x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(shogi_fact_parse(span_of(wrong[i]), &fact));
}

/* These numbers stand in files. */
static void test_numbers_never_change(void **state)
{
    (void)state;
    static const struct {
        struct span name;
        uint32_t fact;
    } fixed[] = {{SPAN_INIT("s11fu"), 0},    {SPAN_INIT("s99ry"), 1133}, {SPAN_INIT("g11fu"), 1134},
                 {SPAN_INIT("g51ou"), 1645}, {SPAN_INIT("sfu01"), 2268}, {SPAN_INIT("ski4"), 2305},
                 {SPAN_INIT("gfu01"), 2306}, {SPAN_INIT("gki4"), 2343}};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        uint32_t fact;
        assert_true(shogi_fact_parse(fixed[i].name, &fact));
        assert_int_equal(fact, fixed[i].fact);
    }
}

static void mark(const struct shogi_pos *pos, bool *holds)
{
    uint32_t list[SHOGI_MAX_FACTS];
    uint32_t n = shogi_facts(pos, list);
    memset(holds, 0, SHOGI_FACT_COUNT);
    for (uint32_t i = 0; i < n; i++)
        holds[list[i]] = true;
}

static void test_changes_add_up(void **state)
{
    (void)state;
    static bool holds[SHOGI_FACT_COUNT], fresh[SHOGI_FACT_COUNT];
    static struct fact_changes changes;
    struct rng rng;
    rng_seed(&rng, 7);
    for (int game = 0; game < 40; game++) {
        struct shogi_pos pos;
        shogi_pos_start(&pos);
        mark(&pos, holds);
        for (int ply = 0; ply < 300; ply++) {
            shogi_move moves[SHOGI_MAX_MOVES];
            struct shogi_undo undo;
            int n = shogi_legal_moves(&pos, moves);
            if (!n)
                break;
            shogi_move m = moves[rng_below(&rng, (uint64_t)n)];
            shogi_fact_changes(&pos, m, &changes);
            for (uint32_t i = 0; i < changes.n_ends; i++) {
                assert_true(holds[changes.ends[i]]);
                holds[changes.ends[i]] = false;
            }
            for (uint32_t i = 0; i < changes.n_begins; i++) {
                assert_false(holds[changes.begins[i]]);
                holds[changes.begins[i]] = true;
            }
            shogi_play(&pos, m, &undo);
            mark(&pos, fresh);
            assert_memory_equal(holds, fresh, sizeof holds);
        }
    }
}

/* Skipping moves comes to the same facts as playing them, and damaged ones do no harm. */
static void test_skipping(void **state)
{
    (void)state;
    static struct fact_changes skipped;
    struct rng rng;
    rng_seed(&rng, 21);
    for (int game = 0; game < 40; game++) {
        struct shogi_pos pos;
        struct shogi_lite start, lite;
        struct shogi_undo undo;
        shogi_move moves[SHOGI_MAX_MOVES];
        char stored[2 * 200];
        shogi_pos_start(&pos);
        shogi_lite_begin(&start, &pos);
        for (uint32_t n = 0; n < 200; n++) {
            uint32_t facts[SHOGI_MAX_FACTS];
            uint32_t count = shogi_facts(&pos, facts);
            lite = start;
            assert_true(shogi_scan.skip_moves(&lite, stored, n, &skipped));
            assert_int_equal(lite.turn, shogi_turn(&pos));
            assert_int_equal(skipped.n_begins, count);
            assert_memory_equal(facts, skipped.begins, count * sizeof *facts);
            int legal = shogi_legal_moves(&pos, moves);
            if (legal == 0)
                break;
            shogi_move m = moves[rng_below(&rng, (uint64_t)legal)];
            le_put16(stored + 2 * (size_t)n, m);
            shogi_play(&pos, m, &undo);
        }
        for (size_t i = 0; i < sizeof stored; i++)
            stored[i] = (char)rng_next(&rng);
        uint32_t facts[SHOGI_MAX_FACTS];
        lite = start;
        (void)shogi_scan.skip_moves(&lite, stored, 200, &skipped);
        assert_true(shogi_lite_facts(&lite, facts) <= SHOGI_MAX_FACTS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_numbers_never_change),
        cmocka_unit_test(test_changes_add_up),
        cmocka_unit_test(test_skipping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
