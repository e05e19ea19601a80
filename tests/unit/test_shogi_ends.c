/* test_shogi_ends.c: repetition, perpetual check, declaration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/shogi/shogi.h"

enum { LONGEST = 64 };

struct shogi_ends_played {
    struct shogi_pos pos;
    struct shogi_history_entry history[LONGEST];
    unsigned n;
};

static void note(struct shogi_ends_played *g)
{
    g->history[g->n++] = (struct shogi_history_entry){shogi_hash(&g->pos), shogi_in_check(&g->pos)};
}

static void start(struct shogi_ends_played *g, const char *sfen)
{
    struct err err;
    enum shogi_sfen_mode mode = SHOGI_SFEN_TOLERANT;
    assert_int_equal(shogi_sfen_parse(&g->pos, span_of(sfen), mode, NULL, &err), STATUS_OK);
    g->n = 0;
    note(g);
}

static void play(struct shogi_ends_played *g, const char *usi)
{
    shogi_move m;
    struct shogi_undo undo;
    assert_true(shogi_usi_parse(span_of(usi), &m));
    assert_true(shogi_move_is_legal(&g->pos, m));
    shogi_play(&g->pos, m, &undo);
    note(g);
}

/* What is said after each move of a cycle of four, played `times` over. */
static enum shogi_repetition cycle(struct shogi_ends_played *g, const char *const *moves, int times)
{
    enum shogi_repetition last = SHOGI_REP_NONE;
    for (int i = 0; i < 4 * times; i++) {
        assert_int_equal(last, SHOGI_REP_NONE); /* never before the end */
        play(g, moves[i % 4]);
        last = shogi_repetition(g->history, g->n);
    }
    return last;
}

static void fourfold(void **state)
{
    (void)state;
    static const char *const GOLDS[] = {"4i4h", "4a4b", "4h4i", "4b4a"};
    struct shogi_ends_played g;
    start(&g, "startpos");
    assert_int_equal(cycle(&g, GOLDS, 2), SHOGI_REP_NONE);
    assert_int_equal(cycle(&g, GOLDS, 1), SHOGI_REP_DRAW);
    assert_int_equal(shogi_repetition(g.history, 0), SHOGI_REP_NONE);
    assert_int_equal(shogi_repetition(g.history, 1), SHOGI_REP_NONE);
}

/* The rook follows the king from 5a to 4a and back.  Started so that the position first repeated
 * is the one after the check, or the one before it: the checker loses either way. */
static void perpetual_check(void **state)
{
    (void)state;
    static const char *const CHECKER_LAST[] = {"5a4a", "5d4d", "4a5a", "4d5d"};
    static const char *const CHECKED_LAST[] = {"4d5d", "5a4a", "5d4d", "4a5a"};
    struct shogi_ends_played g;
    start(&g, "4k4/9/9/4R4/9/9/9/9/8K w - 1");
    assert_int_equal(cycle(&g, CHECKER_LAST, 3), SHOGI_REP_WIN); /* White to move, in check */
    start(&g, "4k4/9/9/5R3/9/9/9/9/8K b - 1");
    assert_int_equal(cycle(&g, CHECKED_LAST, 3), SHOGI_REP_LOSS); /* Black, who checks, to move */
}

/* One quiet move within the cycle makes it a draw; a check before the cycle does not matter. */
static void broken_perpetual(void **state)
{
    (void)state;
    static const char *const HALF[] = {"5a4a", "5d6d", "4a5a", "6d5d"};
    struct shogi_ends_played g;
    start(&g, "4k4/9/9/4R4/9/9/9/9/8K w - 1");
    assert_int_equal(cycle(&g, HALF, 3), SHOGI_REP_DRAW);
}

static enum shogi_declaration declare(const char *sfen, int rule)
{
    struct shogi_pos pos;
    struct err err;
    assert_int_equal(shogi_sfen_parse(&pos, span_of(sfen), SHOGI_SFEN_STRICT, NULL, &err), 0);
    return rule == 27 ? shogi_declare_27(&pos) : shogi_declare_24(&pos);
}

static void declaration_27(void **state)
{
    (void)state;
    /* King and ten pieces in the zone (2 big, 8 small: 18), two big pieces in hand: 28. */
    assert_int_equal(declare("K+R+B6/GGGGSSSS1/9/9/9/9/9/9/4k4 b RB 1", 27), SHOGI_DECLARE_WIN);
    /* 27 points are not enough for Black: a bishop fewer, four pawns more. */
    assert_int_equal(declare("K+R+B6/GGGGSSSS1/9/9/9/9/9/9/4k4 b R4P 1", 27), SHOGI_DECLARE_NO);
    assert_int_equal(declare("K+R+B6/GGGGSSSS1/9/9/9/9/9/9/4k4 b R5P 1", 27), SHOGI_DECLARE_WIN);
    /* For White they are. */
    assert_int_equal(declare("4K4/9/9/9/9/9/9/ggggssss1/k+r+b6 w r4p 1", 27), SHOGI_DECLARE_WIN);
    assert_int_equal(declare("4K4/9/9/9/9/9/9/ggggssss1/k+r+b6 w r3p 1", 27), SHOGI_DECLARE_NO);
    /* Nine pieces, however many points. */
    assert_int_equal(declare("K+R+B6/GGGGSSS2/9/9/9/9/9/9/4k4 b RBS9P 1", 27), SHOGI_DECLARE_NO);
    /* Pieces on rank 4 count neither way. */
    assert_int_equal(declare("K+R+B6/GGGGSSS2/9/S8/9/9/9/9/4k4 b RB9P 1", 27), SHOGI_DECLARE_NO);
    /* King outside. */
    assert_int_equal(declare("1+R+B6/GGGGSSSS1/9/K8/9/9/9/9/4k4 b RB9P 1", 27), SHOGI_DECLARE_NO);
    /* In check. */
    assert_int_equal(declare("K+R+B6/1GGGGSSSS/9/9/r8/9/9/9/4k4 b B9P 1", 27), SHOGI_DECLARE_NO);
    /* No king at all. */
    assert_int_equal(declare("1+R+B6/GGGGSSSS1/9/9/9/9/9/9/4k4 b RB 1", 27), SHOGI_DECLARE_NO);
}

static void declaration_24(void **state)
{
    (void)state;
    assert_int_equal(declare("K+R+B6/GGGGSSSS1/9/9/9/9/9/9/4k4 b RB3P 1", 24), SHOGI_DECLARE_WIN);
    assert_int_equal(declare("K+R+B6/GGGGSSSS1/9/9/9/9/9/9/4k4 b RB2P 1", 24), SHOGI_DECLARE_DRAW);
    assert_int_equal(declare("K+R+B6/GGGGSSSS1/9/9/9/9/9/9/4k4 b RP 1", 24), SHOGI_DECLARE_DRAW);
    assert_int_equal(declare("K+R+B6/GGGGSSSS1/9/9/9/9/9/9/4k4 b R 1", 24), SHOGI_DECLARE_NO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fourfold),         cmocka_unit_test(perpetual_check),
        cmocka_unit_test(broken_perpetual), cmocka_unit_test(declaration_27),
        cmocka_unit_test(declaration_24),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
