/* test_query_sets.c: are the questions of the benchmarks what they are said to be? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "bench/memory_games.h"
#include "bench/query_sets.h"
#include "sim/generate/generate.h"

enum { GAMES = 3000 };

struct query_sets_fixture {
    struct memory_games games;
    struct paper_source source;
    struct paper_index index;
    struct query_sets sets, again;
    struct paper_result found;
};

static int set_up(void **state)
{
    struct query_sets_fixture *f = mem_calloc(1, sizeof *f);
    struct generator g;
    struct record rec;
    struct err err;
    generator_init(&g, 7);
    assert_int_equal(generator_add_book(&g, &err), STATUS_OK);
    memory_games_init(&f->games, &shogi_game);
    record_init(&rec);
    for (unsigned n = 0; n < GAMES; n++) {
        assert_int_equal(generator_game(&g, n, &rec), STATUS_OK);
        assert_int_equal(memory_games_add_record(&f->games, &rec, &err), STATUS_OK);
    }
    record_release(&rec);
    generator_release(&g);
    f->source = memory_games_source(&f->games);
    assert_int_equal(paper_index_build(&f->index, &shogi_game, &f->source, &err), STATUS_OK);
    assert_int_equal(query_sets_make(&f->sets, &f->source, &f->index, 5, &err), STATUS_OK);
    assert_int_equal(query_sets_make(&f->again, &f->source, &f->index, 5, &err), STATUS_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct query_sets_fixture *f = *state;
    query_sets_release(&f->sets);
    query_sets_release(&f->again);
    paper_result_release(&f->found);
    paper_index_release(&f->index);
    memory_games_release(&f->games);
    mem_free(f);
    return 0;
}

static uint32_t games_of(struct query_sets_fixture *f, const struct bench_query *q)
{
    struct err err;
    assert_int_equal(
        paper_search(&f->index, PAPER_SEQUENTIAL, q->keys, q->key_count, &f->found, &err),
        STATUS_OK);
    return paper_result_lines(&f->found);
}

static void test_sizes(void **state)
{
    struct query_sets_fixture *f = *state;
    assert_int_equal(f->sets.sets[SET_START].count, 1);
    assert_int_equal(f->sets.sets[SET_FREQUENT].count, 100);
    assert_true(f->sets.sets[SET_JOSEKI].count > 10);
    assert_int_equal(f->sets.sets[SET_RARE].count, 100);
    assert_int_equal(f->sets.sets[SET_MISS].count, 50);
    assert_int_equal(f->sets.sets[SET_TESUJI].count, 100);
    assert_int_equal(f->sets.sets[SET_NO_TESUJI].count, 100);
}

static void test_same_seed(void **state)
{
    struct query_sets_fixture *f = *state;
    for (int set = 0; set < QUERY_SETS; set++)
        for (uint32_t i = 0; i < f->sets.sets[set].count; i++)
            assert_true(span_eq(f->sets.sets[set].at[i].text, f->again.sets[set].at[i].text));
}

static void test_exact(void **state)
{
    struct query_sets_fixture *f = *state;
    uint32_t before = GAMES;
    assert_int_equal(games_of(f, &f->sets.sets[SET_START].at[0]), GAMES);
    for (uint32_t i = 0; i < 100; i++) {
        const struct bench_query *q = &f->sets.sets[SET_FREQUENT].at[i];
        uint32_t games = games_of(f, q);
        assert_true(q->exact && q->key_count <= 40);
        /* the order is by positions; here games are counted, and either side may be to move */
        assert_true(games >= 5 && games <= before + before / 10);
        before = games;
    }
    for (uint32_t i = 0; i < f->sets.sets[SET_JOSEKI].count; i++)
        assert_true(games_of(f, &f->sets.sets[SET_JOSEKI].at[i]) >= 15);
    for (uint32_t i = 0; i < 100; i++)
        assert_true(games_of(f, &f->sets.sets[SET_RARE].at[i]) >= 1);
}

static void test_partial(void **state)
{
    struct query_sets_fixture *f = *state;
    double keys = 0;
    for (uint32_t i = 0; i < 100; i++) {
        const struct bench_query *q = &f->sets.sets[SET_TESUJI].at[i];
        assert_false(q->exact);
        assert_true(games_of(f, q) >= 1);
        keys += q->key_count;
    }
    assert_true(keys / 100 > 17.2 && keys / 100 < 18.2);
}

static void test_misses(void **state)
{
    struct query_sets_fixture *f = *state;
    for (uint32_t i = 0; i < f->sets.sets[SET_MISS].count; i++)
        assert_int_equal(games_of(f, &f->sets.sets[SET_MISS].at[i]), 0);
    for (uint32_t i = 0; i < f->sets.sets[SET_NO_TESUJI].count; i++)
        assert_int_equal(games_of(f, &f->sets.sets[SET_NO_TESUJI].at[i]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),  cmocka_unit_test(test_same_seed),
        cmocka_unit_test(test_exact),  cmocka_unit_test(test_partial),
        cmocka_unit_test(test_misses),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
