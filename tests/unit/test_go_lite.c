/* The light Go position against the full one: the same facts end and begin with every move, by the
 * rules or not, on boards of every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/go/go_facts.h"
#include "games/go/go_lite.h"

struct both {
    struct go_pos pos;
    struct go_lite lite;
    struct fact_changes by_pos, by_lite;
};

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void assert_same_list(uint32_t *a, uint32_t na, uint32_t *b, uint32_t nb)
{
    assert_int_equal(na, nb);
    qsort(a, na, sizeof *a, by_number);
    qsort(b, nb, sizeof *b, by_number);
    assert_memory_equal(a, b, na * sizeof *a);
}

static void assert_same_changes(struct both *b)
{
    assert_same_list(b->by_pos.ends, b->by_pos.n_ends, b->by_lite.ends, b->by_lite.n_ends);
    assert_same_list(b->by_pos.begins, b->by_pos.n_begins, b->by_lite.begins, b->by_lite.n_begins);
    assert_int_equal(b->pos.turn, b->lite.turn);
}

static void assert_same_stones(struct both *b)
{
    b->by_pos.n_begins = go_facts(&b->pos, b->by_pos.begins);
    b->by_lite.n_begins = go_lite_facts(&b->lite, b->by_lite.begins);
    assert_same_list(b->by_pos.begins, b->by_pos.n_begins, b->by_lite.begins, b->by_lite.n_begins);
}

/* One colour plays more than the other: large chains, cramped, taken and begun anew. */
static go_move random_move(struct rng *rng, int width, int height, unsigned oddities)
{
    int point =
        go_point((int)rng_below(rng, (uint64_t)width), (int)rng_below(rng, (uint64_t)height));
    int color = rng_below(rng, 5) < 2;
    uint64_t what = oddities ? rng_below(rng, oddities) : 9;
    if (what == 0)
        return go_pass_make(color);
    if (what == 1)
        return go_turn_make(color);
    return go_move_make(what == 2 ? GO_PUT : what == 3 ? GO_REMOVE : GO_PLAY, color, point);
}

static void random_game(struct both *b, struct rng *rng, int width, int height, int moves,
                        unsigned oddities)
{
    go_pos_empty(&b->pos, width, height);
    go_lite_begin(&b->lite, &b->pos);
    for (int i = 0; i < moves; i++) {
        go_move m = random_move(rng, width, height, oddities);
        if (oddities == 0 && go_why_illegal(&b->pos, m) == GO_OCCUPIED)
            continue;
        assert_true(go_facts_play(&b->pos, m, &b->by_pos));
        assert_true(go_lite_play(&b->lite, m, &b->by_lite) >= 0);
        assert_same_changes(b);
        if (i % 64 == 0)
            assert_same_stones(b);
    }
    assert_same_stones(b);
}

static void test_random_play(void **state)
{
    static const struct {
        int width, height, moves;
    } boards[] = {{1, 1, 50},     {1, 2, 100},   {2, 1, 100},    {2, 2, 500},    {3, 3, 2000},
                  {1, 52, 2000},  {52, 1, 2000}, {5, 7, 5000},   {9, 9, 20000},  {19, 19, 60000},
                  {13, 52, 9000}, {52, 3, 5000}, {25, 25, 9000}, {52, 52, 30000}};
    (void)state;
    static struct both b;
    struct rng rng;
    rng_seed(&rng, 11);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        for (unsigned oddities = 0; oddities <= 200; oddities += 100)
            random_game(&b, &rng, boards[i].width, boards[i].height, boards[i].moves,
                        oddities == 100 ? 12 : oddities);
}

/* From positions with stones, chains without a liberty among them, and from copies. */
static void test_starts(void **state)
{
    (void)state;
    static struct both b;
    static struct go_lite start;
    struct rng rng;
    rng_seed(&rng, 12);
    for (int round = 0; round < 200; round++) {
        int width = 1 + (int)rng_below(&rng, 52), height = 1 + (int)rng_below(&rng, 52);
        go_pos_empty(&b.pos, width, height);
        for (uint64_t n = rng_below(&rng, (uint64_t)(2 * width * height)); n > 0; n--)
            go_play(&b.pos,
                    go_move_make(GO_PUT, (int)rng_below(&rng, 2),
                                 go_point((int)rng_below(&rng, (uint64_t)width),
                                          (int)rng_below(&rng, (uint64_t)height))),
                    NULL);
        go_lite_begin(&start, &b.pos);
        memset(&b.lite, 0xA5, sizeof b.lite);
        go_lite_copy(&b.lite, &start);
        assert_same_stones(&b);
        for (int i = 0; i < 300; i++) {
            go_move m = random_move(&rng, width, height, 12);
            assert_true(go_facts_play(&b.pos, m, &b.by_pos));
            assert_true(go_lite_play(&b.lite, m, &b.by_lite) >= 0);
            assert_same_changes(&b);
        }
        assert_same_stones(&b);
    }
}

/* A point off the board changes nothing. */
static void test_off_board(void **state)
{
    static const int points[] = {-1, GO_POINTS, 4094, 7, 5 * GO_MAX_SIZE};
    (void)state;
    static struct both b;
    go_pos_empty(&b.pos, 7, 5);
    go_lite_begin(&b.lite, &b.pos);
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        for (int kind = GO_PLAY; kind <= GO_REMOVE; kind++) {
            go_move m = go_move_make((enum go_kind)kind, 1, points[i]);
            assert_true(go_lite_play(&b.lite, m, &b.by_lite) < 0);
            assert_false(go_facts_play(&b.pos, m, &b.by_pos));
        }
    assert_same_stones(&b);
    assert_int_equal(b.lite.turn, GO_BLACK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_play),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_off_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
