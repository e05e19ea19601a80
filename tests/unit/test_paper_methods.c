/* test_paper_methods.c: the four methods against looking at every position of every game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "bench/memory_games.h"
#include "bench/paper_methods.h"
#include "games/replay.h"
#include "games/shogi/shogi_facts.h"
#include "sim/generate/generate.h"

enum { GAMES = 60, QUERIES = 3000, MAX_HITS = 100000 };

struct paper_methods_fixture {
    struct memory_games games;
    struct paper_index index;
    struct paper_result result;
};

static int set_up(void **state)
{
    struct paper_methods_fixture *f = mem_calloc(1, sizeof *f);
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
    /* a game without moves, and one from another start */
    assert_int_equal(memory_games_add(&f->games, SPAN(""), NULL, 0, &err), STATUS_OK);
    assert_int_equal(
        memory_games_add(&f->games, SPAN("4k4/9/9/9/9/9/9/9/4K4 b 2P2p 1"), NULL, 0, &err),
        STATUS_OK);
    record_release(&rec);
    generator_release(&g);
    struct paper_source source = memory_games_source(&f->games);
    assert_int_equal(paper_index_build(&f->index, &shogi_game, &source, &err), STATUS_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct paper_methods_fixture *f = *state;
    paper_result_release(&f->result);
    paper_index_release(&f->index);
    memory_games_release(&f->games);
    mem_free(f);
    return 0;
}

/* The facts of a position of a game, set up move by move with the full rules. */
static void position_at(const struct memory_games *g, size_t game, uint32_t ply,
                        struct shogi_pos *pos)
{
    struct err err;
    struct span start = g->starts[game];
    if (start.n == 0)
        shogi_game.rules.pos_start(pos);
    else
        assert_int_equal(shogi_game.text.pos_parse(pos, start, &err), STATUS_OK);
    for (uint32_t i = 0; i < ply; i++)
        shogi_game.rules.play(pos, g->moves[memory_game_first(g, game) + i]);
}

static bool all_hold(const struct shogi_pos *pos, const uint32_t *facts, uint32_t n)
{
    uint32_t held[SHOGI_MAX_FACTS];
    uint32_t count = shogi_facts(pos, held);
    for (uint32_t i = 0; i < n; i++) {
        bool found = false;
        for (uint32_t k = 0; k < count; k++)
            found = found || held[k] == facts[i];
        if (!found)
            return false;
    }
    return true;
}

/* Maximal spans by looking at every position. */
static size_t look(const struct memory_games *g, const uint32_t *facts, uint32_t n,
                   paper_posting *out)
{
    size_t count = 0;
    for (size_t game = 0; game < g->count; game++) {
        struct shogi_pos pos;
        uint32_t plies = memory_game_plies(g, game), from = UINT32_MAX;
        position_at(g, game, 0, &pos);
        for (uint32_t ply = 0; ply <= plies + 1; ply++) {
            bool holds = ply <= plies && all_hold(&pos, facts, n);
            if (holds && from == UINT32_MAX)
                from = ply;
            if (!holds && from != UINT32_MAX) {
                assert_true(count < MAX_HITS);
                out[count++] = (uint64_t)game << 32 | (uint64_t)ply << 16 | from;
                from = UINT32_MAX;
            }
            if (ply < plies)
                shogi_game.rules.play(&pos, g->moves[memory_game_first(g, game) + ply]);
        }
    }
    return count;
}

static void compare_methods(struct paper_methods_fixture *f, const uint32_t *facts, uint32_t n,
                            const paper_posting *truth, size_t count)
{
    struct err err;
    for (int method = 0; method < PAPER_METHODS; method++) {
        assert_int_equal(
            paper_search(&f->index, (enum paper_method)method, facts, n, &f->result, &err),
            STATUS_OK);
        assert_int_equal(f->result.count, count);
        if (count)
            assert_memory_equal(f->result.hits, truth, count * sizeof *truth);
    }
}

/* Some facts of a position that occurs; now and then one more, so that some find nothing. */
static uint32_t random_query(struct paper_methods_fixture *f, struct rng *rng, uint32_t *facts)
{
    struct shogi_pos pos;
    size_t game = rng_below(rng, f->games.count);
    position_at(&f->games, game, (uint32_t)rng_below(rng, memory_game_plies(&f->games, game) + 1),
                &pos);
    uint32_t all = shogi_facts(&pos, facts);
    rng_shuffle(rng, facts, all, sizeof *facts);
    uint32_t n = 1 + (uint32_t)rng_below(rng, all < 12 ? all : 12);
    if (rng_below(rng, 8) == 0)
        facts[n - 1] = (uint32_t)rng_below(rng, SHOGI_FACT_COUNT);
    return n;
}

static void test_random(void **state)
{
    struct paper_methods_fixture *f = *state;
    struct rng rng;
    static paper_posting truth[MAX_HITS];
    uint32_t facts[SHOGI_MAX_FACTS];
    size_t found = 0;
    rng_seed(&rng, 1);
    for (int i = 0; i < QUERIES / 30; i++) {
        uint32_t n = random_query(f, &rng, facts);
        size_t count = look(&f->games, facts, n, truth);
        compare_methods(f, facts, n, truth, count);
        found += count;
    }
    assert_true(found > 100);
}

/* More queries, the methods against each other. */
static void test_agreement(void **state)
{
    struct paper_methods_fixture *f = *state;
    struct rng rng;
    struct err err;
    static paper_posting first[MAX_HITS];
    uint32_t facts[SHOGI_MAX_FACTS];
    rng_seed(&rng, 2);
    for (int i = 0; i < QUERIES; i++) {
        uint32_t n = random_query(f, &rng, facts);
        assert_int_equal(paper_search(&f->index, PAPER_SEQUENTIAL, facts, n, &f->result, &err),
                         STATUS_OK);
        size_t count = f->result.count;
        assert_true(count < MAX_HITS);
        memcpy(first, f->result.hits, count * sizeof *first);
        compare_methods(f, facts, n, first, count);
    }
}

static void test_lists(void **state)
{
    struct paper_methods_fixture *f = *state;
    static paper_posting truth[MAX_HITS];
    for (uint32_t fact = 5; fact < SHOGI_FACT_COUNT; fact += 97) {
        size_t count = look(&f->games, &fact, 1, truth);
        assert_int_equal(paper_list_length(&f->index, fact), count);
        compare_methods(f, &fact, 1, truth, count);
    }
}

/* A whole position by as few facts as the paper takes. */
static void test_whole_positions(void **state)
{
    struct paper_methods_fixture *f = *state;
    struct rng rng;
    static paper_posting truth[MAX_HITS];
    rng_seed(&rng, 3);
    for (int i = 0; i < 30; i++) {
        struct shogi_pos pos;
        uint32_t facts[SHOGI_MAX_FACTS], keys[SHOGI_MAX_FACTS];
        size_t game = rng_below(&rng, GAMES);
        uint32_t plies = memory_game_plies(&f->games, game);
        position_at(&f->games, game, (uint32_t)rng_below(&rng, plies + 1), &pos);
        uint32_t n = shogi_facts(&pos, facts);
        memcpy(keys, facts, sizeof facts);
        uint32_t k = paper_shogi_keys(keys, n);
        assert_true(k <= 40 && k <= n);
        size_t count = look(&f->games, facts, n, truth);
        assert_true(count > 0);
        compare_methods(f, keys, k, truth, count);
    }
}

static void test_no_memory(void **state)
{
    struct paper_methods_fixture *f = *state;
    struct paper_source source = memory_games_source(&f->games);
    struct paper_index x;
    struct err err;
    for (long n = 0; n < 20; n++) {
        mem_fail_after(n);
        enum status status = paper_index_build(&x, &shogi_game, &source, &err);
        mem_fail_never();
        if (status == STATUS_OK) {
            paper_index_release(&x);
            return;
        }
        assert_int_equal(status, STATUS_NOMEM);
    }
    fail();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),     cmocka_unit_test(test_random),
        cmocka_unit_test(test_agreement), cmocka_unit_test(test_whole_positions),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
