/* Following some squares without playing says the same as playing; so do both ways of looking. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "base/le.h"
#include "base/rng.h"
#include "games/shogi/shogi_sums.h"

enum { PLIES = 300 };

/* A game of random moves; says how many. */
static uint32_t random_game(struct rng *rng, char *stored)
{
    struct shogi_pos pos;
    struct shogi_undo undo;
    shogi_move moves[SHOGI_MAX_MOVES];
    shogi_pos_start(&pos);
    for (uint32_t n = 0; n < PLIES; n++) {
        int legal = shogi_legal_moves(&pos, moves);
        if (legal == 0)
            return n;
        shogi_move m = moves[rng_below(rng, (uint64_t)legal)];
        le_put16(stored + 2 * (size_t)n, m);
        shogi_play(&pos, m, &undo);
    }
    return PLIES;
}

static void start_lite(struct shogi_lite *lite)
{
    struct shogi_pos pos;
    shogi_pos_start(&pos);
    shogi_lite_begin(lite, &pos);
}

/* Some squares, and now and then a kind in hand, which is followed in another way. */
static void watch_some(struct rng *rng, struct fact_places *p)
{
    uint64_t squares = 1 + rng_below(rng, 12);
    memset(p, 0, sizeof *p);
    for (uint64_t i = 0; i < squares; i++) {
        uint32_t fact = shogi_fact_on_board(0, (int)rng_below(rng, SHOGI_SQUARES), 1);
        assert_true(shogi_scan.want(p, WANT_CHANGES, &fact, 1));
    }
    uint32_t hand = shogi_fact_in_hand(1, SHOGI_PAWN, 2);
    if (rng_below(rng, 3) == 0)
        assert_true(shogi_scan.want(p, WANT_CHANGES, &hand, 1));
}

static bool is_watched(const struct fact_places *p, uint32_t fact)
{
    struct shogi_fact f = shogi_fact_parts(fact);
    return f.square >= 0 ? p->slot[f.square] : p->others[SHOGI_HAND_KINDS * f.color + f.kind];
}

/* Facts of a list that are watched, as a sum that does not depend on their order; and how many. */
static uint64_t watched_sum(const struct fact_places *p, const uint32_t *facts, uint32_t n)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += is_watched(p, facts[i]) ? ((uint64_t)1 << 32) + facts[i] : 0;
    return sum;
}

static void test_same_as_playing(void **state)
{
    (void)state;
    static struct fact_changes played, changes;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int game = 0; game < 300; game++) {
        char stored[2 * PLIES];
        struct shogi_lite start, lite, followed;
        struct fact_places p;
        uint32_t n = random_game(&rng, stored);
        watch_some(&rng, &p);
        start_lite(&start);
        lite = followed = start;
        struct fact_scan scan = {.start = &start, .moves = stored, .plies = n, .places = &p};
        enum scan_end end = shogi_scan.next_change(&scan, &followed, &changes);
        for (uint32_t ply = 1; ply <= n; ply++) {
            assert_true(shogi_lite_play(&lite, le_get16(stored + 2 * (size_t)(ply - 1)), &played) >=
                        0);
            bool now = end == SCAN_FOUND && scan.ply == ply;
            assert_true(watched_sum(&p, played.ends, played.n_ends) ==
                        (now ? watched_sum(&p, changes.ends, changes.n_ends) : 0));
            assert_true(watched_sum(&p, played.begins, played.n_begins) ==
                        (now ? watched_sum(&p, changes.begins, changes.n_begins) : 0));
            if (now)
                end = shogi_scan.next_change(&scan, &followed, &changes);
        }
        assert_int_equal(end, SCAN_END);
    }
}

/* Follows damaged bytes as well as a game, and returns a number made of all that was found. */
static uint64_t follow(const char *stored, uint32_t n, const struct fact_places *p)
{
    static struct fact_changes changes;
    struct shogi_lite start, lite;
    uint64_t mix = 1;
    start_lite(&start);
    lite = start;
    struct fact_scan scan = {.start = &start, .moves = stored, .plies = n, .places = p};
    enum scan_end end;
    while ((end = shogi_scan.next_change(&scan, &lite, &changes)) == SCAN_FOUND) {
        mix = mix * 31 + scan.ply;
        for (uint32_t i = 0; i < changes.n_ends; i++) {
            assert_true(changes.ends[i] < SHOGI_FACT_COUNT);
            mix = mix * 31 + changes.ends[i];
        }
        for (uint32_t i = 0; i < changes.n_begins; i++) {
            assert_true(changes.begins[i] < SHOGI_FACT_COUNT);
            mix = mix * 31 + changes.begins[i];
        }
    }
    return mix * 31 + (uint64_t)end;
}

/* Whole games of any length and random bytes, with and without newer instructions. */
static void test_both_ways(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 6);
    for (int game = 0; game < 400; game++) {
        char stored[2 * PLIES];
        struct fact_places p;
        uint32_t n = random_game(&rng, stored);
        watch_some(&rng, &p);
        if (game % 4 == 3)
            for (size_t i = 0; i < 2 * (size_t)n; i++)
                stored[i] = (char)rng_next(&rng);
        n = (uint32_t)rng_below(&rng, n + 1);
        uint64_t as_newer = follow(stored, n, &p);
        cpu_level_limit(CPU_BASE);
        uint64_t as_plain = follow(stored, n, &p);
        cpu_level_limit(CPU_V3);
        assert_true(as_newer == as_plain);
    }
}

/* Conditions such as hold at a ply of the game, so that they are met now and then: a piece that is
 * there, one of several, another one that is not there, an empty square. */
static void want_some(struct rng *rng, const struct shogi_lite *at, struct fact_places *p)
{
    uint64_t wanted = 1 + rng_below(rng, 6);
    memset(p, 0, sizeof *p);
    for (uint64_t i = 0; i < wanted; i++) {
        int square = (int)rng_below(rng, SHOGI_SQUARES), piece = at->board[square];
        uint32_t facts[28], n = 0;
        for (int kind = 1; kind <= 14; kind++)
            for (int color = 0; color < 2; color++)
                facts[n++] = shogi_fact_on_board(color, square, kind);
        uint64_t what = rng_below(rng, 4);
        if (piece && what < 3)
            facts[0] = shogi_fact_on_board(shogi_color_of(piece), square, shogi_kind_of(piece));
        if (piece && what == 0)
            assert_true(shogi_scan.want(p, WANT_FACTS, facts, 1));
        else if (piece && what == 1)
            assert_true(shogi_scan.want(p, WANT_ANY, facts, 1 + (uint32_t)rng_below(rng, 28)));
        else if (what == 2)
            assert_true(shogi_scan.want(p, WANT_NONE, &facts[rng_below(rng, 28)], 1));
        else
            assert_true(piece || shogi_scan.want(p, WANT_NONE, facts, n));
    }
}

static bool are_met(const struct fact_places *p, const struct shogi_lite *lite)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (!(p->pieces[i] >> lite->board[p->place[i]] & 1))
            return false;
    return true;
}

/* The spans as bits by ply; false: damage. */
static bool span_bits(const char *stored, uint32_t n, const struct fact_places *p, uint64_t *bits)
{
    struct shogi_lite start;
    struct fact_scan scan = {.start = &start, .moves = stored, .plies = n, .places = p};
    enum scan_end end;
    uint32_t before = 0;
    start_lite(&start);
    memset(bits, 0, (PLIES / 64 + 1) * sizeof *bits);
    while ((end = shogi_scan.next_span(&scan)) == SCAN_FOUND) {
        assert_true(scan.from < scan.to && scan.to <= n + 1 && (before == 0 || scan.from > before));
        for (uint32_t ply = scan.from; ply < scan.to; ply++)
            bits[ply / 64] |= (uint64_t)1 << ply % 64;
        before = scan.to;
    }
    return end == SCAN_END;
}

static void test_spans_as_playing(void **state)
{
    (void)state;
    static struct fact_changes played;
    struct rng rng;
    uint32_t met = 0;
    rng_seed(&rng, 7);
    for (int game = 0; game < 400; game++) {
        char stored[2 * PLIES];
        uint64_t bits[PLIES / 64 + 1];
        struct shogi_lite lite;
        struct fact_places p;
        uint32_t n = random_game(&rng, stored);
        if (game % 3 == 0)
            n = (uint32_t)rng_below(&rng, n + 1);
        uint32_t from = (uint32_t)rng_below(&rng, n + 1);
        start_lite(&lite);
        for (uint32_t ply = 0; ply < from; ply++)
            assert_true(shogi_lite_play(&lite, le_get16(stored + 2 * (size_t)ply), &played) >= 0);
        want_some(&rng, &lite, &p);
        assert_true(span_bits(stored, n, &p, bits));
        start_lite(&lite);
        for (uint32_t ply = 0; ply <= n; ply++) {
            assert_true(are_met(&p, &lite) == (bits[ply / 64] >> ply % 64 & 1));
            met += are_met(&p, &lite);
            if (ply < n)
                assert_true(shogi_lite_play(&lite, le_get16(stored + 2 * (size_t)ply), &played) >=
                            0);
        }
    }
    assert_true(met > 400);
}

static void test_spans_both_ways(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 8);
    for (int game = 0; game < 400; game++) {
        char stored[2 * PLIES];
        uint64_t plain[PLIES / 64 + 1], newer[PLIES / 64 + 1];
        struct shogi_lite lite;
        struct fact_places p;
        uint32_t n = random_game(&rng, stored);
        start_lite(&lite);
        want_some(&rng, &lite, &p);
        if (game % 4 == 3)
            for (size_t i = 0; i < 2 * (size_t)n; i++)
                stored[i] = (char)rng_next(&rng);
        n = (uint32_t)rng_below(&rng, n + 1);
        bool as_newer = span_bits(stored, n, &p, newer);
        cpu_level_limit(CPU_BASE);
        bool as_plain = span_bits(stored, n, &p, plain);
        cpu_level_limit(CPU_V3);
        assert_true(as_newer == as_plain);
        assert_memory_equal(plain, newer, sizeof plain);
    }
}

static void test_no_square(void **state)
{
    (void)state;
    struct fact_places p = {0};
    uint32_t hand = shogi_fact_in_hand(0, SHOGI_PAWN, 1);
    const uint32_t two[] = {shogi_fact_on_board(0, 3, 1), shogi_fact_on_board(0, 4, 1)};
    assert_false(shogi_scan.want(&p, WANT_FACTS, &hand, 1));
    assert_false(shogi_scan.want(&p, WANT_ANY, two, 2));
    assert_false(shogi_scan.want(&p, WANT_ANY, two, 0));
    assert_int_equal(p.count, 0);
    uint64_t bits[PLIES / 64 + 1];
    assert_true(span_bits(NULL, 0, &p, bits)); /* nothing wanted: everywhere */
    assert_int_equal(bits[0], 1);
}

/* --- Sums ------------------------------------------------------------------------------------ */

enum { MOST_TERMS = 400 };

/* Weights of one kind anywhere, of some facts, of hands; now and then more than can be followed. */
static uint32_t draw_weights(struct rng *rng, struct fact_weight *out)
{
    uint32_t n = 0, what = (uint32_t)rng_below(rng, 4);
    int kind = 1 + (int)rng_below(rng, 14), hand = 1 + (int)rng_below(rng, 7);
    int32_t weight = (int32_t)rng_below(rng, 2000) - 1000;
    for (int square = 0; square < SHOGI_SQUARES && what != 3; square++)
        for (int color = 0; color < 2; color++)
            if (what == 0 || rng_below(rng, 2))
                out[n++] = (struct fact_weight){shogi_fact_on_board(color, square, kind),
                                                color ? -weight : weight};
    for (int color = 0; color < 2 && what; color++)
        for (int i = 1; i <= shogi_hand_facts[hand].most; i++)
            if (what == 1 || (color == (int)what % 2 && rng_below(rng, 2)))
                out[n++] =
                    (struct fact_weight){shogi_fact_in_hand(color, hand, i), color ? 3 : weight};
    return n;
}

static int32_t plain_sum(const struct shogi_lite *lite, const struct fact_weight *w, uint32_t n)
{
    uint32_t facts[SHOGI_MAX_FACTS], count = shogi_lite_facts(lite, facts);
    int32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < n; k++)
            sum += w[k].fact == facts[i] ? w[k].weight : 0;
    return sum;
}

static void test_sums_as_playing(void **state)
{
    (void)state;
    static struct fact_changes played;
    static struct fact_weight weights[MOST_TERMS];
    static max_align_t table[SHOGI_SUMS_BYTES / sizeof(max_align_t) + 1];
    struct rng rng;
    rng_seed(&rng, 9);
    for (int game = 0; game < 200; game++) {
        char stored[2 * PLIES];
        int32_t sums[PLIES + 1];
        struct shogi_lite start, lite;
        uint32_t n = random_game(&rng, stored), terms = draw_weights(&rng, weights);
        start_lite(&start);
        lite = start;
        struct fact_scan scan = {.start = &start, .moves = stored, .plies = n};
        sums[0] = plain_sum(&lite, weights, terms);
        assert_true(shogi_scan.weigh(table, weights, terms));
        assert_true(shogi_scan.sums(table, &scan, sums));
        for (uint32_t ply = 0; ply < n; ply++) {
            assert_true(shogi_lite_play(&lite, le_get16(stored + 2 * (size_t)ply), &played) >= 0);
            assert_int_equal(plain_sum(&lite, weights, terms), sums[ply + 1]);
        }
    }
}

static void test_sums_refused(void **state)
{
    (void)state;
    static max_align_t table[SHOGI_SUMS_BYTES / sizeof(max_align_t) + 1];
    const struct fact_weight two[] = {{shogi_fact_in_hand(0, SHOGI_PAWN, 2), 1},
                                      {shogi_fact_in_hand(1, SHOGI_PAWN, 2), 1}};
    const struct fact_weight large = {shogi_fact_on_board(0, 3, 1), 1 << 30};
    assert_true(shogi_scan.weigh(table, two, 1));
    assert_false(shogi_scan.weigh(table, two, 2));
    assert_false(shogi_scan.weigh(table, &large, 1));
}

/* Whatever the bytes are, nothing outside of the table is read (with a sanitizer), and a move of
 * nothing is noticed. */
static void test_sums_of_damage(void **state)
{
    (void)state;
    static max_align_t table[SHOGI_SUMS_BYTES / sizeof(max_align_t) + 1];
    static struct fact_weight weights[MOST_TERMS];
    struct shogi_lite start;
    struct rng rng;
    uint32_t noticed = 0;
    start_lite(&start);
    rng_seed(&rng, 10);
    for (int game = 0; game < 200; game++) {
        char stored[2 * PLIES];
        int32_t sums[PLIES + 1] = {0};
        struct fact_scan scan = {.start = &start, .moves = stored, .plies = PLIES};
        for (size_t i = 0; i < sizeof stored; i++)
            stored[i] = (char)rng_next(&rng);
        assert_true(shogi_scan.weigh(table, weights, draw_weights(&rng, weights)));
        noticed += !shogi_scan.sums(table, &scan, sums);
    }
    assert_int_equal(noticed, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_playing),  cmocka_unit_test(test_both_ways),
        cmocka_unit_test(test_spans_as_playing), cmocka_unit_test(test_spans_both_ways),
        cmocka_unit_test(test_no_square),        cmocka_unit_test(test_sums_as_playing),
        cmocka_unit_test(test_sums_refused),     cmocka_unit_test(test_sums_of_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
