/* test_go.c: random play on boards of all sizes agrees with a slow board that knows nothing but
 * flood filling; notation survives; facts change just as the stones do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "games/go/go.h"
#include "games/go/go_facts.h"
#include "games/go/go_history.h"

/* --- The slow board --------------------------------------------------------------------------- */

struct slow {
    int width, height;
    int stone[GO_MAX_SIZE][GO_MAX_SIZE]; /* by row and column */
};

/* Marks the chain at (column, row) and says whether it has a liberty. */
static bool alive(const struct slow *b, int column, int row, bool mark[GO_MAX_SIZE][GO_MAX_SIZE])
{
    static const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int stack[GO_POINTS][2], n = 0, color = b->stone[row][column];
    bool liberty = false;
    memset(mark, 0, sizeof(bool[GO_MAX_SIZE][GO_MAX_SIZE]));
    mark[row][column] = true;
    stack[n][0] = column;
    stack[n++][1] = row;
    while (n) {
        n--;
        int c = stack[n][0], r = stack[n][1];
        for (int i = 0; i < 4; i++) {
            int x = c + step[i][0], y = r + step[i][1];
            if (x < 0 || y < 0 || x >= b->width || y >= b->height || mark[y][x])
                continue;
            if (b->stone[y][x] == 0)
                liberty = true;
            if (b->stone[y][x] != color)
                continue;
            mark[y][x] = true;
            stack[n][0] = x;
            stack[n++][1] = y;
        }
    }
    return liberty;
}

static int take(struct slow *b, bool mark[GO_MAX_SIZE][GO_MAX_SIZE])
{
    int n = 0;
    for (int r = 0; r < b->height; r++)
        for (int c = 0; c < b->width; c++)
            if (mark[r][c]) {
                b->stone[r][c] = 0;
                n++;
            }
    return n;
}

static int slow_play(struct slow *b, int column, int row, int color)
{
    static const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    bool mark[GO_MAX_SIZE][GO_MAX_SIZE];
    int taken = 0;
    b->stone[row][column] = 1 + color;
    for (int i = 0; i < 4; i++) {
        int x = column + step[i][0], y = row + step[i][1];
        if (x >= 0 && y >= 0 && x < b->width && y < b->height && b->stone[y][x] == 2 - color &&
            !alive(b, x, y, mark))
            taken += take(b, mark);
    }
    if (taken == 0 && !alive(b, column, row, mark))
        taken = take(b, mark);
    return taken;
}

static void assert_same(const struct go_pos *pos, const struct slow *b)
{
    assert_true(go_pos_consistent(pos));
    for (int r = 0; r < b->height; r++)
        for (int c = 0; c < b->width; c++)
            assert_int_equal(go_stone_at(pos, go_point(c, r)), b->stone[r][c]);
}

/* --- Random play ------------------------------------------------------------------------------ */

static void random_game(struct rng *rng, int width, int height, int moves)
{
    static struct go_pos pos;
    static struct slow b;
    static struct go_change change;
    go_pos_empty(&pos, width, height);
    memset(&b, 0, sizeof b);
    b.width = width;
    b.height = height;
    for (int i = 0; i < moves; i++) {
        int c = (int)rng_below(rng, (uint64_t)width), r = (int)rng_below(rng, (uint64_t)height);
        int color = (int)rng_below(rng, 2);
        uint64_t what = rng_below(rng, 20);
        go_move m = go_move_make(what == 0   ? GO_PUT
                                 : what == 1 ? GO_REMOVE
                                             : GO_PLAY,
                                 what == 1 ? 0 : color, go_point(c, r));
        enum go_illegal why = go_why_illegal(&pos, m);
        int before = b.stone[r][c], taken = 0;
        if (what == 0)
            b.stone[r][c] = 1 + color;
        else if (what == 1)
            b.stone[r][c] = 0;
        else
            taken = slow_play(&b, c, r, color);
        if (what > 1 && before)
            assert_int_equal(why, GO_OCCUPIED);
        else if (what > 1 && b.stone[r][c] == 0)
            assert_true(why == GO_SUICIDE || why == GO_KO);
        else
            assert_true(why == GO_LEGAL || why == GO_KO);
        assert_true(go_play(&pos, m, &change));
        if (what > 1)
            assert_int_equal(change.taken, taken);
        assert_same(&pos, &b);
    }
}

static void test_random_play(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 19);
    for (int i = 0; i < 60; i++) {
        int width = (int)rng_below(&rng, 9) + 1, height = (int)rng_below(&rng, 9) + 1;
        random_game(&rng, width, height, 300);
    }
    random_game(&rng, 19, 19, 1500);
    random_game(&rng, 52, 52, 1500);
}

/* --- Ko --------------------------------------------------------------------------------------- */

static void play_all(struct go_pos *pos, const char *moves)
{
    struct span rest = span_of(moves);
    while (rest.n) {
        size_t n = 0;
        while (n < rest.n && rest.p[n] != ' ')
            n++;
        go_move m;
        assert_true(go_move_parse(pos, span_make(rest.p, n), &m));
        assert_int_equal(go_why_illegal(pos, m), GO_LEGAL);
        assert_true(go_play(pos, m, NULL));
        rest = span_skip(rest, n < rest.n ? n + 1 : n);
    }
}

static void test_ko(void **state)
{
    (void)state;
    static struct go_pos pos;
    go_move m;
    go_pos_empty(&pos, 9, 9);
    play_all(&pos, "D5 E5 E6 F6 E4 F4 J9 G5 F5");
    assert_int_equal(go_stone_at(&pos, go_point(4, 4)), GO_EMPTY); /* E5 was taken */
    assert_true(go_move_parse(&pos, SPAN("E5"), &m));
    assert_int_equal(go_why_illegal(&pos, m), GO_KO);
    play_all(&pos, "A1 A9");
    assert_int_equal(go_why_illegal(&pos, m), GO_LEGAL);
    play_all(&pos, "E5"); /* White takes back after a threat */
    assert_true(go_move_parse(&pos, SPAN("F5"), &m));
    assert_int_equal(go_why_illegal(&pos, m), GO_KO);
}

/* Keys pushed and taken back at random: the list knows just those that it holds. */
static void test_history(void **state)
{
    (void)state;
    enum { STEPS = 3000, KEYS = 40 };
    static uint64_t stack[STEPS];
    struct go_history h;
    struct rng rng;
    uint32_t n = 0;
    rng_seed(&rng, 11);
    go_history_init(&h);
    assert_false(go_history_has(&h, 1));
    for (int i = 0; i < STEPS; i++) {
        uint64_t key = rng_below(&rng, KEYS) * 512;
        bool known = false;
        for (uint32_t k = 0; k < n; k++)
            known |= stack[k] == key;
        assert_int_equal(go_history_has(&h, key), known);
        if (rng_below(&rng, 5) == 0) {
            n = (uint32_t)rng_below(&rng, n + 1);
            go_history_back_to(&h, n);
        } else {
            assert_true(go_history_push(&h, key));
            stack[n++] = key;
        }
        assert_int_equal(h.count, n);
    }
    go_history_clear(&h);
    assert_false(go_history_has(&h, stack[0]));
    mem_fail_after(0);
    struct go_history none;
    go_history_init(&none);
    assert_false(go_history_push(&none, 1));
    mem_fail_never();
    go_history_release(&none);
    go_history_release(&h);
    assert_int_equal(go_history_key(5, 1, GO_KO_POSITIONAL), 5);
    assert_int_not_equal(go_history_key(5, 1, GO_KO_SITUATIONAL),
                         go_history_key(5, 0, GO_KO_SITUATIONAL));
}

/* --- Notation and facts ----------------------------------------------------------------------- */

static void test_notation(void **state)
{
    (void)state;
    static struct go_pos pos, again;
    struct buf out;
    struct err err;
    buf_init(&out, 1 << 16);
    static const char *const same[] = {"19x19 b", "9x9 w b:C3,G7 w:E5", "52x1 b b:A1,Z1,AA1,BB1"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        assert_int_equal(go_pos_parse(&pos, span_of(same[i]), &err), STATUS_OK);
        buf_clear(&out);
        go_pos_print(&pos, &out);
        assert_int_equal(go_pos_parse(&again, buf_span(&out), &err), STATUS_OK);
        assert_true(go_pos_equal(&pos, &again));
        assert_string_equal(buf_cstr(&out), i == 1 ? "9x9 w b:G7,C3 w:E5" : same[i]);
    }
    static const struct {
        const char *text;
        uint64_t byte;
    } wrong[] = {{"", 0},           {"53x2 b", 0}, {"19x19 z", 6},   {"9x9 b b:K10", 8},
                 {"9x9 b b:I3", 8}, {"0x3", 0},    {"9x9 b:C3,", 9}, {"9x9 b w", 6}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(go_pos_parse(&pos, span_of(wrong[i].text), &err), STATUS_SYNTAX);
        if (err.byte != wrong[i].byte)
            fail_msg("%s: byte %d", wrong[i].text, (int)err.byte);
    }
    for (int point = 0; point < GO_POINTS; point++) {
        uint32_t fact;
        buf_clear(&out);
        go_fact_print(go_fact(GO_WHITE, point), &out);
        assert_true(go_fact_parse(buf_span(&out), &fact));
        assert_int_equal(fact, go_fact(GO_WHITE, point));
    }
    buf_release(&out);
}

static void test_moves_as_text(void **state)
{
    (void)state;
    static struct go_pos pos;
    struct buf out;
    buf_init(&out, 64);
    go_pos_empty(&pos, 19, 19);
    static const char *const texts[] = {"B[Q16]", "W[pass]", "+W[A1]", "-[T19]", "=B", "=W"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        go_move m;
        assert_true(go_move_parse(&pos, span_of(texts[i]), &m));
        assert_int_not_equal(m, 0);
        buf_clear(&out);
        go_move_print(m, &out);
        assert_string_equal(buf_cstr(&out), texts[i]);
    }
    static const char *const wrong[] = {"",       "B",  "B[", "B[]",    "B[Q0]",
                                        "+[Q16]", "=X", "Q",  "B[Q16]x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        go_move m;
        assert_false(go_move_parse(&pos, span_of(wrong[i]), &m));
    }
    buf_release(&out);
}

static void test_facts_follow(void **state)
{
    (void)state;
    static struct go_pos pos;
    static struct fact_changes changes;
    static uint8_t holds[GO_FACT_COUNT];
    static uint32_t facts[GO_POINTS];
    struct rng rng;
    rng_seed(&rng, 4);
    go_pos_empty(&pos, 7, 5);
    memset(holds, 0, sizeof holds);
    for (int i = 0; i < 4000; i++) {
        int point = go_point((int)rng_below(&rng, 7), (int)rng_below(&rng, 5));
        uint64_t what = rng_below(&rng, 12);
        go_move m = what == 0 ? go_pass_make(0)
                              : go_move_make(what == 1   ? GO_PUT
                                             : what == 2 ? GO_REMOVE
                                                         : GO_PLAY,
                                             what == 2 ? 0 : (int)rng_below(&rng, 2), point);
        assert_true(go_facts_play(&pos, m, &changes));
        for (uint32_t k = 0; k < changes.n_ends; k++)
            assert_int_equal(holds[changes.ends[k]]--, 1);
        for (uint32_t k = 0; k < changes.n_begins; k++)
            assert_int_equal(holds[changes.begins[k]]++, 0);
        uint32_t n = go_facts(&pos, facts), sum = 0;
        for (uint32_t k = 0; k < n; k++)
            assert_int_equal(holds[facts[k]], 1);
        for (uint32_t f = 0; f < GO_FACT_COUNT; f++)
            sum += holds[f];
        assert_int_equal(sum, n);
    }
    assert_false(go_facts_play(&pos, go_move_make(GO_PLAY, 0, go_point(7, 0)), &changes));
}

/* Moves of every kind, by the rules or not, taken back one by one: everything is as it was. */
static void test_taking_back(void **state)
{
    (void)state;
    enum { MOVES = 400 };
    static struct go_pos before[MOVES];
    static struct go_undo undo[MOVES];
    static uint16_t points[MOVES * 8];
    static struct go_change change;
    struct rng rng;
    rng_seed(&rng, 7);
    for (int round = 0; round < 20; round++) {
        struct go_pos pos;
        size_t taken[MOVES + 1] = {0};
        int n = 0, size = 2 + (int)rng_below(&rng, 6);
        go_pos_empty(&pos, size, size);
        for (; n < MOVES; n++) {
            int point = go_point((int)rng_below(&rng, (uint64_t)size),
                                 (int)rng_below(&rng, (uint64_t)size));
            int color = (int)rng_below(&rng, 2);
            uint64_t kind = rng_below(&rng, 20);
            go_move m = kind == 0   ? go_pass_make(color)
                        : kind == 1 ? go_turn_make(color)
                        : kind == 2 ? go_move_make(GO_PUT, color, point)
                        : kind == 3 ? go_move_make(GO_REMOVE, 0, point)
                                    : go_move_make(GO_PLAY, color, point);
            before[n] = pos;
            assert_true(go_play_undoable(&pos, m, &change, &undo[n]));
            assert_true(go_pos_consistent(&pos));
            if (taken[n] + change.taken > sizeof points / sizeof points[0])
                break;
            memcpy(points + taken[n], change.points, change.taken * sizeof points[0]);
            taken[n + 1] = taken[n] + change.taken;
        }
        while (n-- > 0) {
            go_unplay(&pos, &undo[n], points + taken[n]);
            assert_true(go_pos_equal(&pos, &before[n]));
            assert_true(go_pos_consistent(&pos));
            assert_int_equal(pos.ko, before[n].ko);
            assert_int_equal(pos.captured[0], before[n].captured[0]);
            assert_int_equal(pos.captured[1], before[n].captured[1]);
        }
    }
}

static void test_handicaps(void **state)
{
    (void)state;
    static const struct {
        const char *start;
        int handicap;
    } cases[] = {{"19x19 b", 0},           {"19x19 w", 1},          {"9x9 b", 1},
                 {"19x19 w b:D4,Q16", 2},  {"19x19 b b:D4,Q16", 1}, {"9x9 w b:C3,G7,E5", 3},
                 {"9x9 w b:C3,G7 w:E5", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct go_pos pos;
        assert_int_equal(go_pos_parse(&pos, span_of(cases[i].start), NULL), STATUS_OK);
        assert_int_equal(go_handicap(&pos), cases[i].handicap);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_play),  cmocka_unit_test(test_ko),
        cmocka_unit_test(test_notation),     cmocka_unit_test(test_moves_as_text),
        cmocka_unit_test(test_facts_follow), cmocka_unit_test(test_taking_back),
        cmocka_unit_test(test_handicaps),    cmocka_unit_test(test_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
