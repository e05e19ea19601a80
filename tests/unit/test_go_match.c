/* test_go_match.c: patterns found by times and by playing are the same, in random games of all
 * kinds, with and without newer instructions; and small games whose answers are known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "random_go_game.h"

enum { MAX_PATTERNS = 24 };

static struct go_match_line line_of(const struct random_go_game *s, bool known)
{
    return (struct go_match_line){.start = &s->start,
                                  .moves = s->moves,
                                  .count = s->count,
                                  .taken = known ? s->taken : NULL,
                                  .taken_count = known ? s->taken_count : 0,
                                  .taken_known = known};
}

/* --- Random patterns -------------------------------------------------------------------------- */

static uint8_t random_want(int content, struct rng *rng)
{
    unsigned kind = go_below(rng, 10);
    uint8_t want = (uint8_t)(1U << content);
    if (kind < 6)
        return want;
    if (kind == 9)
        return GO_WANT_ANY;
    want |= (uint8_t)(1U << go_below(rng, 3));
    return want;
}

/* Moves that come after the position in the part cut out become numbered ones. */
static void number_moves(struct go_pattern *p, const struct random_go_game *s, uint32_t ply, int x,
                         int y, struct rng *rng)
{
    unsigned wanted = 1 + go_below(rng, 4);
    for (uint32_t i = ply; i < s->count && p->move_count < wanted; i++) {
        go_move m = le_get16(s->moves + 2 * (size_t)i);
        int column = go_column(go_move_point(m)) - x, row = go_row(go_move_point(m)) - y;
        if (go_move_kind(m) != GO_PLAY || go_move_is_pass(m) || column < 0 || row < 0 ||
            column >= p->width || row >= p->height)
            continue;
        uint8_t *cell = &p->cell[row * p->width + column];
        for (int k = 0; k < p->move_count; k++)
            if (p->moves[k].column == column && p->moves[k].row == row)
                return;
        *cell = GO_WANT_EMPTY;
        p->moves[p->move_count].column = (uint8_t)column;
        p->moves[p->move_count].row = (uint8_t)row;
        p->moves[p->move_count++].color = (uint8_t)go_move_color(m);
    }
}

static void random_pattern(struct go_pattern *p, const struct random_go_game *s, struct rng *rng)
{
    struct go_pos pos = s->start;
    unsigned most = go_below(rng, 6) ? 4 : 52;
    uint32_t ply = go_below(rng, s->count + 1);
    for (uint32_t i = 0; i < ply; i++)
        go_play(&pos, le_get16(s->moves + 2 * (size_t)i), NULL);
    memset(p, 0, sizeof *p);
    p->width = (uint8_t)(1 + go_below(rng, pos.width < most ? pos.width : most));
    p->height = (uint8_t)(1 + go_below(rng, pos.height < most ? pos.height : most));
    bool left = go_below(rng, 3) == 0, low = go_below(rng, 3) == 0;
    int x = left ? 0 : (int)go_below(rng, (unsigned)(pos.width - p->width + 1));
    int y = low ? 0 : (int)go_below(rng, (unsigned)(pos.height - p->height + 1));
    unsigned edges = (x == 0 ? GO_EDGE_LEFT : 0) | (y == 0 ? GO_EDGE_BOTTOM : 0) |
                     (x + p->width == pos.width ? GO_EDGE_RIGHT : 0) |
                     (y + p->height == pos.height ? GO_EDGE_TOP : 0);
    p->edges = (uint8_t)(edges & go_below(rng, 16));
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++)
            p->cell[row * p->width + column] =
                random_want(go_stone_at(&pos, go_point(x + column, y + row)), rng);
    if (go_below(rng, 3) == 0)
        number_moves(p, s, ply, x, y, rng);
}

/* --- Comparing -------------------------------------------------------------------------------- */

static void assert_same(const struct go_hits *a, const struct go_hits *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct go_hit *x = &a->at[i], *y = &b->at[i];
        assert_int_equal(x->pattern, y->pattern);
        assert_int_equal(x->from, y->from);
        assert_int_equal(x->to, y->to);
        assert_int_equal(x->row, y->row);
        assert_int_equal(x->column, y->column);
    }
}

struct go_match_tally {
    size_t places, by_moves;
};

static void compare_sample(const struct random_go_game *s, const struct go_pattern *patterns,
                           uint32_t n, struct go_match_tally *tally)
{
    struct go_matcher *m;
    struct go_hits quick = {0}, slow = {0};
    struct go_match_line known = line_of(s, true), unknown = line_of(s, false);
    assert_int_equal(go_match_by_playing(patterns, n, &known, &slow, NULL), STATUS_OK);
    for (size_t i = 0; i < slow.count; i++) {
        tally->places++;
        tally->by_moves += patterns[slow.at[i].pattern].move_count > 0;
    }
    assert_int_equal(go_matcher_open(&m, patterns, n, NULL), STATUS_OK);
    cpu_level_limit(CPU_BASE);
    assert_int_equal(go_matcher_run(m, &known, &quick, NULL), STATUS_OK);
    assert_same(&slow, &quick);
    cpu_level_limit(CPU_V3);
    assert_int_equal(go_matcher_run(m, &known, &quick, NULL), STATUS_OK);
    assert_same(&slow, &quick);
    assert_int_equal(go_matcher_run(m, &unknown, &quick, NULL), STATUS_OK);
    assert_same(&slow, &quick);
    go_matcher_close(m);
    go_hits_release(&quick);
    go_hits_release(&slow);
}

static void test_random(void **state)
{
    (void)state;
    static struct random_go_game s;
    static struct go_pattern patterns[MAX_PATTERNS];
    struct go_match_tally tally = {0};
    const char *scope = getenv("KIFU_TEST_SCOPE");
    int games = scope && strcmp(scope, "quick") != 0 ? 3000 : 600;
    struct rng rng;
    for (int game = 0; game < games; game++) {
        rng_seed_stream(&rng, 7, (uint64_t)game);
        random_go_game(&s, &rng);
        for (int i = 0; i < MAX_PATTERNS; i++) {
            if (i % 3 == 0)
                random_pattern(&patterns[i], &s, &rng);
            else
                go_pattern_image(&patterns[i - i % 3], go_below(&rng, GO_SYMMETRIES), &patterns[i]);
        }
        compare_sample(&s, patterns, MAX_PATTERNS, &tally);
    }
    /* what is compared must not be nothing */
    assert_true(tally.places > (size_t)games * 100);
    assert_true(tally.by_moves > (size_t)games);
}

/* One matcher goes through lines of different sizes. */
static void test_sizes_in_turn(void **state)
{
    (void)state;
    static struct random_go_game s[6];
    static struct go_pattern patterns[2];
    struct go_matcher *m;
    struct go_hits quick = {0}, slow = {0};
    struct rng rng;
    assert_int_equal(go_pattern_parse(&patterns[0], SPAN("X./.X"), NULL), STATUS_OK);
    assert_int_equal(go_pattern_parse(&patterns[1], SPAN("|XO/|*./+--"), NULL), STATUS_OK);
    assert_int_equal(go_matcher_open(&m, patterns, 2, NULL), STATUS_OK);
    for (int i = 0; i < 6; i++) {
        rng_seed_stream(&rng, 11, (uint64_t)i);
        random_go_game(&s[i], &rng);
    }
    for (int i = 0; i < 36; i++) {
        struct go_match_line line = line_of(&s[i * 5 % 6], i % 4 != 0);
        assert_int_equal(go_matcher_run(m, &line, &quick, NULL), STATUS_OK);
        assert_int_equal(go_match_by_playing(patterns, 2, &line, &slow, NULL), STATUS_OK);
        assert_same(&slow, &quick);
    }
    go_matcher_close(m);
    go_hits_release(&quick);
    go_hits_release(&slow);
}

/* --- Known answers ---------------------------------------------------------------------------- */

/* Moves like "B[C3] W[D4]" on a board; places as "column,row:from-to", both ways. */
static void finds(const char *board, const char *moves, const char *pattern, const char *expected)
{
    static struct random_go_game s;
    struct go_pattern p;
    struct go_hits quick = {0}, slow = {0};
    struct go_matcher *m;
    struct buf out;
    assert_int_equal(go_pos_parse(&s.start, span_of(board), NULL), STATUS_OK);
    assert_int_equal(go_pattern_parse(&p, span_of(pattern), NULL), STATUS_OK);
    s.count = 0;
    for (const char *at = moves; *at; s.count++) {
        size_t n = strcspn(at, " ");
        go_move move;
        assert_true(go_move_parse(&s.start, span_make(at, n), &move));
        le_put16(s.moves + 2 * (size_t)s.count, move);
        at += n + (at[n] == ' ');
    }
    struct go_match_line line = line_of(&s, false);
    assert_int_equal(go_matcher_open(&m, &p, 1, NULL), STATUS_OK);
    assert_int_equal(go_matcher_run(m, &line, &quick, NULL), STATUS_OK);
    assert_int_equal(go_match_by_playing(&p, 1, &line, &slow, NULL), STATUS_OK);
    assert_same(&slow, &quick);
    buf_init(&out, 10000);
    for (size_t i = 0; i < quick.count; i++)
        buf_printf(&out, "%s%d,%d:%u-%u", i ? " " : "", quick.at[i].column, quick.at[i].row,
                   quick.at[i].from, quick.at[i].to);
    assert_string_equal(buf_cstr(&out), expected);
    buf_release(&out);
    go_matcher_close(m);
    go_hits_release(&quick);
    go_hits_release(&slow);
}

static void test_known(void **state)
{
    (void)state;
    /* from its last stone until an empty point is played on, or to the end */
    finds("5x5 b", "B[B2] W[C2] B[B3] W[C3]", "X./XO", "1,1:3-4");
    finds("5x5 b", "B[B2] W[C2] B[B3] W[C3]", "XO/XO", "1,1:4-5");
    finds("5x5 b", "B[A1] W[E1]", "|X/+-", "0,0:1-3");
    finds("5x5 b", "B[A1] W[E1]", "O|/-+", "4,0:2-3");
    finds("5x5 b", "B[B1] W[E1]", "|X/+-", "");
    finds("3x1 b", "", "|...|", "0,0:0-1");
    finds("4x1 b", "", "|...|", "");
    finds("3x3 w b:B2", "W[B1]", "X", "1,1:0-2");
    finds("3x1 b", "B[A1]", "*x", "0,0:1-2");
    finds("3x1 b", "B[A1] W[B1]", "*x", "0,0:1-2 1,0:2-3");
}

static void test_captures(void **state)
{
    (void)state;
    /* a stone is taken in the corner, and its point played on again */
    finds("3x3 b", "B[A1] W[A2] B[C3] W[B1] B[C2] W[A1]", "|X/+-", "0,0:1-4");
    finds("3x3 b", "B[A1] W[A2] B[C3] W[B1] B[C2] W[A1]", "|./+-", "0,0:0-1 0,0:4-6");
    finds("3x3 b", "B[A1] W[A2] B[C3] W[B1] B[C2] W[A1]", "|o/+-", "0,0:0-1 0,0:4-7");
    /* a stone that takes itself off was never there */
    finds("3x3 b", "B[C3] W[A2] B[C2] W[B1] B[A1]", "|X/+-", "");
    finds("3x3 b", "B[C3] W[A2] B[C2] W[B1] B[A1]", "|./+-", "0,0:0-6");
    /* a stone on a stone */
    finds("3x3 b", "B[A1] W[A1]", "|X/+-", "0,0:1-2");
    finds("3x3 b", "B[A1] W[A1]", "|*/+-", "0,0:1-3");
    finds("3x3 b", "B[A1] +W[B2] -[A1] +B[A1]", "|X/+-", "0,0:1-3 0,0:4-5");
}

static void test_sequences(void **state)
{
    (void)state;
    finds("5x5 b", "B[B2] W[C3]", "12", "");
    finds("5x5 b", "B[B2] W[C2] B[D4]", "12", "1,1:2-4");
    finds("5x5 b", "W[B2] B[C2] W[D4]", "O:12", "1,1:2-4");
    finds("5x5 b", "W[C2] B[B2] W[D4]", "12", "");
    /* others may be made between, elsewhere or at "?" */
    finds("5x5 b", "B[B2] W[E5] B[E4] W[C2]", "12", "1,1:4-5");
    finds("5x5 b", "B[B2] W[D2] B[E4] W[C2]", "12?", "1,1:4-5");
    finds("5x5 b", "B[B2] W[D2] B[E4] W[C2]", "12.", "");
    finds("5x5 b", "B[B2] W[C2] B[D2] W[A1]", "12.", "1,1:2-3");
    /* the second move takes a stone of the diagram */
    finds("3x3 w b:A1,A2 w:A3,B2", "B[C3] W[B1]", "|X?/|X?/+--", "0,0:0-2");
    finds("3x3 b b:A1,A2 w:A3,B2", "B[C3] W[B1]", "|XO1/|X2?/+---", "");
    finds("3x3 b b:A1,A2 w:A3,B2", "B[C1] W[B1] B[A1]", "|XO./|X21/+---", "0,0:2-3");
}

static void test_errors(void **state)
{
    (void)state;
    static struct random_go_game s;
    struct go_pattern p;
    struct go_matcher *m;
    struct go_hits out = {0};
    struct err err;
    assert_int_equal(go_pattern_parse(&p, SPAN("X"), NULL), STATUS_OK);
    assert_int_equal(go_matcher_open(&m, &p, 1, NULL), STATUS_OK);
    static const go_move bad[] = {0, 1 + 9, 0x8000, 0x4000 | (1 + 52 * 9), 0xFFF};
    go_pos_empty(&s.start, 9, 9);
    s.count = 1;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        le_put16(s.moves, bad[i]);
        struct go_match_line line = line_of(&s, true);
        assert_int_equal(go_matcher_run(m, &line, &out, &err), STATUS_SYNTAX);
        assert_int_equal(go_match_by_playing(&p, 1, &line, &out, &err), STATUS_SYNTAX);
    }
    le_put16(s.moves, go_pass_make(0));
    static const struct go_taken lies[] = {{2, 0}, {0, 0}, {1, 9}, {1, GO_POINTS}, {1, 65535}};
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        s.taken[0] = lies[i];
        s.taken_count = 1;
        struct go_match_line line = line_of(&s, true);
        assert_int_equal(go_matcher_run(m, &line, &out, &err), STATUS_SYNTAX);
    }
    go_matcher_close(m);
    go_hits_release(&out);
}

static void test_no_memory(void **state)
{
    (void)state;
    static struct random_go_game s;
    static struct go_pattern p[4];
    struct rng rng;
    rng_seed_stream(&rng, 3, 1);
    random_go_game(&s, &rng);
    for (int i = 0; i < 4; i++)
        random_pattern(&p[i], &s, &rng);
    struct go_match_line line = line_of(&s, false);
    bool done = false;
    for (long n = 0; !done; n++) {
        struct go_matcher *m = NULL;
        struct go_hits out = {0}, slow = {0};
        mem_fail_after(n);
        enum status st = go_matcher_open(&m, p, 4, NULL);
        if (st == STATUS_OK)
            st = go_matcher_run(m, &line, &out, NULL);
        if (st == STATUS_OK)
            st = go_match_by_playing(p, 4, &line, &slow, NULL);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        done = st == STATUS_OK;
        go_matcher_close(m);
        go_hits_release(&out);
        go_hits_release(&slow);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),         cmocka_unit_test(test_captures),
        cmocka_unit_test(test_sequences),     cmocka_unit_test(test_random),
        cmocka_unit_test(test_sizes_in_turn), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
