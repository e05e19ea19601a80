/* test_generate.c: generated games are the same for a seed, legal, properly ended, and look like
 * real ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "sim/generate/generate.h"
#include "sim/generate/opening_book.h"

enum { MANY = 2000 };

static void setup(struct generator *g, uint64_t seed, bool book)
{
    struct err err;
    generator_init(g, seed);
    if (book)
        assert_int_equal(generator_add_book(g, &err), STATUS_OK);
}

static uint64_t fingerprint(const struct record *rec)
{
    uint64_t hash = (uint64_t)rec->end;
    for (uint32_t i = 1; i < rec->node_count; i++)
        hash = (hash ^ rec->nodes[i].move) * 0x9E3779B97F4A7C15U;
    return hash;
}

static uint64_t fingerprint_of(const struct generator *g, uint64_t number)
{
    struct record rec;
    record_init(&rec);
    assert_int_equal(generator_game(g, number, &rec), STATUS_OK);
    uint64_t hash = fingerprint(&rec);
    record_release(&rec);
    return hash;
}

static void test_book_is_legal(void **state)
{
    (void)state;
    struct generator g;
    setup(&g, 1, false);
    for (int i = 0; opening_book[i]; i++) {
        struct err err;
        if (generator_add_opening(&g, span_of(opening_book[i]), &err) != STATUS_OK)
            fail_msg("%s: %s", opening_book[i], err.arg[0]);
    }
    assert_true(g.opening_count >= 30);
    generator_release(&g);
}

static void test_same_for_seed_and_number(void **state)
{
    (void)state;
    struct generator a, b, c;
    setup(&a, 7, true);
    setup(&b, 7, true);
    setup(&c, 8, true);
    uint64_t forth[20];
    for (uint64_t i = 0; i < 20; i++)
        forth[i] = fingerprint_of(&a, i);
    for (uint64_t i = 20; i-- > 0;) {
        assert_true(fingerprint_of(&b, i) == forth[i]);
        assert_true(fingerprint_of(&c, i) != forth[i]);
        assert_true(i == 0 || forth[i] != forth[i - 1]);
    }
    generator_release(&a);
    generator_release(&b);
    generator_release(&c);
}

static void test_openings_are_read(void **state)
{
    (void)state;
    struct generator g;
    struct err err;
    struct record rec;
    setup(&g, 1, false);
    static const char *const GOOD[] = {"position startpos moves 7g7f 3c3d", "startpos moves 7g7f",
                                       "startpos moves 7g7f 3c3d ", "7g7f 3c3d 2g2f", "startpos"};
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++)
        assert_int_equal(generator_add_opening(&g, span_of(GOOD[i]), &err), STATUS_OK);
    assert_int_equal(g.opening_count, 5);
    assert_int_equal(g.ends[4], 2 + 1 + 2 + 3);
    assert_int_equal(generator_add_opening(&g, SPAN("7g7f 7g7f"), &err), STATUS_ILLEGAL);
    assert_string_equal(err.arg[0], "7g7f");
    assert_int_equal(generator_add_opening(&g, SPAN("7g7f hello"), &err), STATUS_SYNTAX);
    assert_int_equal(generator_add_opening(&g, SPAN("sfen 9/9 b - 1"), &err), STATUS_SYNTAX);
    assert_int_equal(g.opening_count, 5);
    assert_int_equal(g.move_count, 8);
    record_init(&rec);
    int begun = 0;
    for (uint64_t i = 0; i < 50; i++) {
        assert_int_equal(generator_game(&g, i, &rec), STATUS_OK);
        begun += rec.nodes[1].move == g.moves[0];
    }
    assert_true(begun >= 30); /* four of five openings begin so */
    record_release(&rec);
    generator_release(&g);
}

/* --- Many games ----------------------------------------------------------------------------- */

struct generate_totals {
    uint64_t plies, postings, ends[END_COUNT], black, shortest, longest;
    uint64_t hashes[MANY * (GENERATOR_MAX_PLIES + 1)];
    size_t positions;
};

/* The end must be what the rules say about the last position. */
static void check_end(const struct record *rec, const struct shogi_pos *pos,
                      const struct shogi_history_entry *history, unsigned n)
{
    int mover = shogi_turn(pos);
    enum shogi_repetition repetition = shogi_repetition(history, n);
    assert_true((rec->end == END_MATE) == shogi_has_no_move(pos));
    switch (rec->end) {
    case END_MATE:
    case END_RESIGN:
        assert_int_equal(rec->points[mover], POINTS_LOSS);
        assert_int_equal(rec->points[mover ^ 1], POINTS_WIN);
        break;
    case END_REPETITION:
        assert_int_equal(repetition, SHOGI_REP_DRAW);
        assert_int_equal(rec->points[0], POINTS_DRAW);
        break;
    case END_ILLEGAL_ACTION:
        assert_int_equal(rec->points[mover],
                         repetition == SHOGI_REP_WIN ? POINTS_WIN : POINTS_LOSS);
        assert_int_not_equal(repetition, SHOGI_REP_NONE);
        break;
    case END_MAX_MOVES:
        assert_int_equal(n, GENERATOR_MAX_PLIES + 1);
        break;
    default:
        fail_msg("ends by %s", record_end_name(rec->end));
    }
}

static void replay(const struct record *rec, struct generate_totals *t)
{
    struct shogi_pos pos;
    struct shogi_undo undo;
    static struct shogi_history_entry history[GENERATOR_MAX_PLIES + 1];
    unsigned n = 0;
    shogi_pos_start(&pos);
    uint32_t node = 0;
    t->postings += 40;
    for (;;) {
        history[n++] = (struct shogi_history_entry){shogi_hash(&pos), shogi_in_check(&pos)};
        t->hashes[t->positions++] = shogi_hash(&pos);
        node = rec->nodes[node].child;
        assert_int_not_equal(node, 0);
        if (!rec->nodes[node].move)
            break;
        shogi_move m = (shogi_move)rec->nodes[node].move;
        assert_true(shogi_move_is_legal(&pos, m));
        if (n > 1) /* nothing is played after the end */
            assert_int_equal(shogi_repetition(history, n), SHOGI_REP_NONE);
        shogi_play(&pos, m, &undo);
        t->postings += undo.captured ? 2 : 1;
    }
    assert_true(record_is_end(rec, node));
    assert_int_equal(rec->nodes[node].child, 0);
    assert_int_equal(rec->node_count, n + 1);
    assert_int_equal(record_note_at(rec, node)->end, rec->end);
    check_end(rec, &pos, history, n);
    uint64_t plies = n - 1;
    t->plies += plies;
    t->shortest = plies < t->shortest ? plies : t->shortest;
    t->longest = plies > t->longest ? plies : t->longest;
    t->ends[rec->end]++;
    t->black += rec->points[0] == POINTS_WIN;
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static size_t count_distinct(uint64_t *hashes, size_t n)
{
    size_t distinct = 0;
    qsort(hashes, n, sizeof *hashes, compare_hashes);
    for (size_t i = 0; i < n; i++)
        distinct += i == 0 || hashes[i] != hashes[i - 1];
    return distinct;
}

#define BETWEEN(value, low, high) assert_in_range((uintmax_t)(value), (low), (high))

static void test_many_games(void **state)
{
    (void)state;
    struct generator g;
    struct record rec;
    struct generate_totals *t = mem_calloc(1, sizeof *t);
    assert_non_null(t);
    t->shortest = GENERATOR_MAX_PLIES;
    setup(&g, 3, true);
    record_init(&rec);
    for (uint64_t i = 0; i < MANY; i++) {
        assert_int_equal(generator_game(&g, i, &rec), STATUS_OK);
        replay(&rec, t);
    }
    size_t distinct = count_distinct(t->hashes, t->positions);
    BETWEEN(t->plies / MANY, 100, 120);
    BETWEEN(t->postings / MANY, 170, 190);
    BETWEEN(100 * (t->positions - distinct) / t->positions, 8, 20);
    BETWEEN(100 * t->black / MANY, 42, 58);
    BETWEEN(1000 * t->ends[END_MATE] / MANY, 5, 100);
    assert_true(t->ends[END_RESIGN] > MANY * 8 / 10);
    assert_true(t->longest > 180);
    mem_free(t);
    record_release(&rec);
    generator_release(&g);
}

static void test_without_openings(void **state)
{
    (void)state;
    struct generator g;
    struct record rec;
    struct generate_totals *t = mem_calloc(1, sizeof *t);
    assert_non_null(t);
    setup(&g, 3, false);
    record_init(&rec);
    for (uint64_t i = 0; i < 20; i++) {
        assert_int_equal(generator_game(&g, i, &rec), STATUS_OK);
        replay(&rec, t);
    }
    mem_free(t);
    record_release(&rec);
    generator_release(&g);
}

static void test_invented_headers(void **state)
{
    (void)state;
    struct record a, b;
    unsigned same_player = 0;
    record_init(&a);
    record_init(&b);
    for (uint64_t i = 0; i < 500; i++) {
        assert_int_equal(record_clear(&a, &shogi_game), STATUS_OK);
        assert_int_equal(record_clear(&b, &shogi_game), STATUS_OK);
        assert_int_equal(invented_headers(5, i, &a), STATUS_OK);
        assert_int_equal(invented_headers(5, i, &b), STATUS_OK);
        assert_int_equal(a.header_count, 4);
        struct span black = record_header(&a, HEADER_PLAYER);
        assert_true(span_eq(black, record_header(&b, HEADER_PLAYER)));
        assert_false(span_eq(black, record_header(&a, HEADER_PLAYER + 1)));
        assert_int_equal(record_header(&a, HEADER_START_TIME).n, 10);
        assert_true(record_header(&a, HEADER_EVENT).n > 0);
        assert_int_equal(record_clear(&b, &shogi_game), STATUS_OK);
        assert_int_equal(invented_headers(5, i + 1, &b), STATUS_OK);
        same_player += span_eq(black, record_header(&b, HEADER_PLAYER));
    }
    assert_true(same_player < 20);
    record_release(&a);
    record_release(&b);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct generator g;
    struct record rec;
    for (long n = 0;; n++) {
        struct err err;
        generator_init(&g, 1);
        record_init(&rec);
        mem_fail_after(n);
        enum status st = generator_add_book(&g, &err);
        if (st == STATUS_OK)
            st = generator_game(&g, 1, &rec);
        if (st == STATUS_OK)
            st = invented_headers(1, 1, &rec);
        mem_fail_never();
        generator_release(&g);
        record_release(&rec);
        if (st == STATUS_OK)
            break;
        assert_int_equal(st, STATUS_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_book_is_legal),     cmocka_unit_test(test_same_for_seed_and_number),
        cmocka_unit_test(test_openings_are_read), cmocka_unit_test(test_many_games),
        cmocka_unit_test(test_without_openings),  cmocka_unit_test(test_invented_headers),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
