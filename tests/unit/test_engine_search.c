/* test_engine_search.c: the search finds mates and material, keeps to its limits, answers the same twice
 * with one thread, and never plays what is not legal; exchanges are counted as they are played. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "engine/eval/see.h"
#include "engine/search/engine_search.h"
#include "engine/search/tt.h"
#include "shogi_random.h"

static struct thinker *thinker(unsigned threads)
{
    struct thinker *t;
    struct think_options opt = {
        .tt_bytes = 1 << 20, .threads = threads, .eval = {&eval_material, NULL}};
    assert_int_equal(thinker_open(&t, &opt, NULL), STATUS_OK);
    return t;
}

static struct think_result ask(struct thinker *t, const char *sfen, struct think_limits limits)
{
    struct shogi_pos pos;
    struct think_result a;
    assert_int_equal(shogi_sfen_parse(&pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, NULL), 0);
    struct think_request q = {.pos = &pos, .limits = limits};
    assert_int_equal(think(t, &q, &a, NULL), STATUS_OK);
    if (a.best)
        assert_true(shogi_move_is_legal(&pos, a.best));
    return a;
}

static shogi_move usi(const char *text)
{
    shogi_move m;
    assert_true(shogi_usi_parse(span_of(text), &m));
    return m;
}

static void finds_mates(void **state)
{
    (void)state;
    struct thinker *t = thinker(1);
    struct think_result a =
        ask(t, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", (struct think_limits){.depth = 3});
    assert_int_equal(a.value, THINK_MATE - 1);
    assert_int_equal(a.best, usi("G*5b"));
    /* White mates next unless Black does first */
    a = ask(t, "4k4/9/4P4/9/9/9/4p4/9/4K4 b Gg 1", (struct think_limits){.depth = 5});
    assert_int_equal(a.value, THINK_MATE - 1);
    thinker_close(t);
}

static void says_when_mated(void **state)
{
    (void)state;
    struct thinker *t = thinker(2);
    struct think_result a = ask(t, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", (struct think_limits){0});
    assert_int_equal(a.best, 0);
    thinker_close(t);
}

static void takes_what_hangs(void **state)
{
    (void)state;
    struct thinker *t = thinker(1);
    struct think_result a =
        ask(t, "4k4/9/9/4r4/9/9/9/4R4/4K4 b - 1", (struct think_limits){.depth = 4});
    assert_int_equal(a.best, usi("5h5d"));
    thinker_close(t);
}

static void answers_the_same_twice(void **state)
{
    (void)state;
    uint64_t nodes[2];
    for (int i = 0; i < 2; i++) {
        struct thinker *t = thinker(1);
        struct think_result a = ask(t, "startpos", (struct think_limits){.nodes = 20000});
        nodes[i] = a.nodes;
        assert_true(a.nodes < 20500);
        thinker_close(t);
    }
    assert_int_equal(nodes[0], nodes[1]);
}

static void plays_legal_moves_anywhere(void **state)
{
    (void)state;
    uint64_t seed = 11;
    struct thinker *t = thinker(2);
    for (int i = 0; i < 40; i++) {
        struct shogi_pos pos;
        struct think_result a;
        if (i % 2)
            random_game(&pos, &seed);
        else
            random_throw(&pos, &seed, WITH_BOTH_KINGS);
        struct think_request q = {.pos = &pos,
                                  .limits = {.nodes = 2000, .lines = 1 + (unsigned)i % 3}};
        assert_int_equal(think(t, &q, &a, NULL), STATUS_OK);
        assert_int_equal(a.best == 0, shogi_has_no_move(&pos));
        if (a.best)
            assert_true(shogi_move_is_legal(&pos, a.best));
    }
    thinker_close(t);
}

/* Cut short, a round counts for what it found itself: the answer is what was told last. */
static void answers_what_it_reported(void **state)
{
    (void)state;
    struct thinker *t = thinker(1);
    uint64_t seed = 3;
    for (int i = 0; i < 120; i++) {
        struct shogi_pos pos;
        struct think_result a, reported;
        struct think_control control;
        random_game(&pos, &seed);
        if (shogi_has_no_move(&pos))
            continue;
        think_control_begin(&control, NULL);
        struct think_request q = {
            .pos = &pos,
            .control = &control,
            .limits = {.nodes = 300 + 37 * (uint64_t)i, .lines = i % 2 ? 4 : UINT32_MAX}};
        assert_int_equal(think(t, &q, &a, NULL), STATUS_OK);
        assert_true(think_control_best(&control, &reported));
        assert_int_equal(a.best, reported.best);
        assert_int_equal(a.value, reported.value);
        assert_int_equal(a.ponder, reported.ponder);
    }
    thinker_close(t);
}

static void counts_exchanges(void **state)
{
    (void)state;
    static const struct {
        const char *sfen, *move;
        int result;
    } CASES[] = {
        /* a pawn for nothing; a pawn, and the rook is lost */
        {"4k4/9/9/4p4/9/9/9/4R4/4K4 b - 1", "5h5d", 180},
        {"4k4/9/4g4/4p4/9/9/9/4R4/4K4 b - 1", "5h5d", 180 - 1980},
        /* rook behind rook: the second one takes back */
        {"4k4/9/4g4/4p4/9/9/4R4/4R4/4K4 b - 1", "5g5d", 180 - 1980 + 1080},
        /* a drop that is taken */
        {"4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b", -1080},
        {"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct shogi_pos pos;
        assert_int_equal(
            shogi_sfen_parse(&pos, span_of(CASES[i].sfen), SHOGI_SFEN_TOLERANT, NULL, NULL), 0);
        assert_int_equal(see_result(&pos, usi(CASES[i].move)), CASES[i].result);
    }
}

static void asks_exchanges_as_it_counts_them(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int i = 0; i < 300; i++) {
        struct shogi_pos pos;
        shogi_move moves[SHOGI_MAX_MOVES];
        random_game(&pos, &random);
        int n = shogi_legal_moves(&pos, moves);
        for (int k = 0; k < n; k++) {
            int result = see_result(&pos, moves[k]);
            for (int more = -100; more <= 100; more += 50)
                assert_int_equal(see_ge(&pos, moves[k], result + more), more <= 0);
        }
    }
}

/* A search plays quiet checks below depth 0; the value of captures alone is without them. */
static void plays_quiet_checks_in_a_search_only(void **state)
{
    (void)state;
    uint64_t seed = 5, nodes[2] = {0};
    for (int i = 0; i < 20; i++) {
        struct shogi_pos pos;
        int values[2];
        random_game(&pos, &seed);
        for (int without = 0; without < 2; without++) {
            struct think_options opt = {.tt_bytes = 1 << 16,
                                        .threads = 1,
                                        .without = without ? PART_QUIET_CHECKS : 0,
                                        .eval = {&eval_material, NULL}};
            struct thinker *t;
            struct think_result a;
            struct think_request q = {.pos = &pos, .limits = {.depth = 2}};
            assert_int_equal(thinker_open(&t, &opt, NULL), STATUS_OK);
            values[without] = think_qsearch(t, &pos);
            assert_int_equal(think(t, &q, &a, NULL), STATUS_OK);
            nodes[without] += a.nodes;
            thinker_close(t);
        }
        assert_int_equal(values[0], values[1]);
    }
    assert_true(nodes[0] > nodes[1]);
}

static void tt_keeps_what_is_stored(void **state)
{
    (void)state;
    struct tt t;
    struct tt_entry e = {
        .move = 77, .value = -31999, .eval = 250, .depth = 12, .bound = BOUND_EXACT};
    struct tt_entry got;
    assert_int_equal(tt_open(&t, 1 << 16, NULL), STATUS_OK);
    assert_false(tt_probe(&t, 12345, &got));
    tt_store(&t, UINT64_C(0x123456789abcdef0), &e);
    assert_true(tt_probe(&t, UINT64_C(0x123456789abcdef0), &got));
    assert_int_equal(got.move, 77);
    assert_int_equal(got.value, -31999);
    assert_int_equal(got.eval, 250);
    assert_int_equal(got.depth, 12);
    assert_int_equal(got.bound, BOUND_EXACT);
    tt_clear(&t);
    assert_false(tt_probe(&t, UINT64_C(0x123456789abcdef0), &got));
    tt_close(&t);
}

/* One bucket of four: what is minor makes room of its like, or of an earlier search, and of no more. */
static void minor_entries_displace_no_deeper_ones(void **state)
{
    (void)state;
    struct tt t;
    struct tt_entry got, minor = {.value = 30, .eval = 30, .bound = BOUND_LOWER};
    assert_int_equal(tt_open(&t, 1, NULL), STATUS_OK);
    for (uint64_t hash = 1; hash <= 4; hash++)
        tt_store(&t, hash,
                 &(struct tt_entry){.move = 77, .depth = 1 + (int)hash, .bound = BOUND_EXACT});
    tt_store_minor(&t, 9, &minor);
    assert_false(tt_probe(&t, 9, &got));
    tt_store(&t, 5, &(struct tt_entry){.bound = BOUND_UPPER}); /* in the place of 1 */
    tt_store_minor(&t, 9, &minor);
    assert_true(tt_probe(&t, 9, &got));
    assert_int_equal(got.eval, 30);
    for (uint64_t hash = 2; hash <= 4; hash++)
        assert_true(tt_probe(&t, hash, &got));
    tt_store_minor(&t, 4, &minor); /* its own place, but a deeper one stays */
    assert_true(tt_probe(&t, 4, &got) && got.depth == 5);
    tt_new_search(&t);
    tt_store_minor(&t, 10, &minor);
    tt_store_minor(&t, 11, &minor);
    assert_true(tt_probe(&t, 10, &got) && tt_probe(&t, 11, &got));
    tt_close(&t);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    for (long n = 0; n < 20; n++) {
        struct thinker *t = NULL;
        struct think_options opt = {
            .tt_bytes = 1 << 16, .threads = 2, .eval = {&eval_material, NULL}};
        mem_fail_after(n);
        enum status status = thinker_open(&t, &opt, NULL);
        mem_fail_never();
        if (status != STATUS_OK)
            assert_null(t);
        thinker_close(t);
    }
}

/* One move is left: whatever is played, it is a draw, unless it mates. */
static void knows_the_rules_of_the_game(void **state)
{
    (void)state;
    struct thinker *t = thinker(1);
    struct shogi_pos pos;
    struct think_result a;
    struct think_request q = {
        .pos = &pos, .rules = {.draw = -50, .plies_left = 1}, .limits = {.depth = 4}};
    shogi_pos_start(&pos);
    assert_int_equal(think(t, &q, &a, NULL), STATUS_OK);
    assert_int_equal(a.value, -50);
    assert_int_equal(shogi_sfen_parse(&pos, SPAN("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"),
                                      SHOGI_SFEN_STRICT, NULL, NULL),
                     STATUS_OK);
    assert_int_equal(think(t, &q, &a, NULL), STATUS_OK);
    assert_int_equal(a.value, THINK_MATE - 1);
    /* a step from declaring, which counts only where it is allowed */
    const char *near = "1+R+R+B+BGGGG/SSSS5/9/K8/9/9/9/9/4k4 b 2N2L9P2n2l9p 1";
    assert_int_equal(shogi_sfen_parse(&pos, span_of(near), SHOGI_SFEN_STRICT, NULL, NULL), 0);
    q.only = (shogi_move[]){usi("9d9c")};
    q.only_count = 1;
    for (int never = 0; never < 2; never++) {
        q.rules = (struct think_rules){.declaration = never ? THINK_DECLARE_NEVER : 0};
        q.limits.depth = 3;
        thinker_new_game(t);
        assert_int_equal(think(t, &q, &a, NULL), STATUS_OK);
        assert_int_equal(a.best, usi("9d9c"));
        assert_int_equal(a.value == THINK_MATE - 3, !never);
    }
    thinker_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_mates),
        cmocka_unit_test(knows_the_rules_of_the_game),
        cmocka_unit_test(says_when_mated),
        cmocka_unit_test(takes_what_hangs),
        cmocka_unit_test(answers_the_same_twice),
        cmocka_unit_test(plays_legal_moves_anywhere),
        cmocka_unit_test(answers_what_it_reported),
        cmocka_unit_test(counts_exchanges),
        cmocka_unit_test(asks_exchanges_as_it_counts_them),
        cmocka_unit_test(plays_quiet_checks_in_a_search_only),
        cmocka_unit_test(tt_keeps_what_is_stored),
        cmocka_unit_test(minor_entries_displace_no_deeper_ones),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
