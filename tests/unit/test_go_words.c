/* test_go_words.c: the words of Go: what they mean as trees, what they print, what is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "games/go/go_facts.h"
#include "games/go/go_pattern.h"
#include "query/language/named.h"
#include "query/language/query.h"

static struct query parsed(const char *text)
{
    struct query q;
    struct err err = {0};
    struct buf why;
    buf_init(&why, 10000);
    if (query_parse(&q, &go_game, NULL, span_of(text), &err) != STATUS_OK) {
        err_format(&err, LANG_EN, &why);
        fail_msg("%s: %s", text, buf_cstr(&why));
    }
    buf_release(&why);
    return q;
}

static const struct {
    const char *text, *printed; /* NULL: only that it survives */
} READ[] = {
    {"bQ16 wD4", "bQ16 wD4"},
    {"flip(bQ16 turn:b result:w black:x)", "wQ16 turn:w result:b w.player:\"x\""},
    {"mirror(bQ16)", "bD16"},
    {"mirror(mirror(bC7))", "bC7"},
    {"sym(bQ16)", "bQ16 or bD16 or bQ4 or bD4"},
    {"sym(bK10)", "bK10"},
    {"sym(bR16)", "bR16 or bC16 or bR4 or bC4 or bQ17 or bQ3 or bD17 or bD3"},
    {"either(bQ16)", "bQ16 or wQ16"},
    {"either(sym(bK10))", "bK10 or wK10"},
    {"size:13 mirror(bK4)", "size=13 bD4"},
    {"mirror(bK4) size:13", "bD4 size=13"},
    {"mirror(size:13 bK4)", "size=13 bD4"},
    {"mirror(bK4) or size:13", "bK4 or size=13"},
    {"mirror(bJ4 not size:13)", "bL4 not size=13"},
    {"size:13x9 sym(bC3)", "size:13x9 (bC3 or bL3 or bC7 or bL7)"},
    {"sym(size:13x9 bC3)", NULL},
    {"flip(bZ25)", "wZ25"},
    {"mirror({bQ16,bZ25})", "bD16"},
    {"黒Q16 白d4 ●C3", "bQ16 wD4 bC3"},
    {"empty:Q16", "sum(bQ16,wQ16)=0"},
    {"any:Q16", "{bQ16,wQ16}"},
    {"any:bQ16", "bQ16"},
    {"any:BA1", "{bBA1,wBA1}"},
    {"any:bA1", "bA1"},
    {"Q16:{b,.}", "sum(wQ16)=0"},
    {"Q16:{b,w}", "{bQ16,wQ16}"},
    {"Q16:w", "wQ16"},
    {"Q16:{empty}", "sum(bQ16,wQ16)=0"},
    {"Q16:?", "all"},
    {"B3:{X,O}", "{bB3,wB3}"},
    {"flip(Q16:{b,.})", "sum(bQ16)=0"},
    {"count(b,{Q16,D4})>=2", "sum(bD4,bQ16)>=2"},
    {"count(any,Q16)", "{bQ16,wQ16}"},
    {"count({b,w},zone:A1-B2)=1", "sum(bA1,bB1,bA2,bB2,wA1,wB1,wA2,wB2)=1"},
    {"count(w,zone:B2..A1)<1", "sum(wA1,wB1,wA2,wB2)<1"},
    {"size:3 count(b,row:2)>=2", "size=3 sum(bA2,bB2,bC2)>=2"},
    {"size:3 count(b,rank:2..3)>=2", "size=3 sum(bA2,bB2,bC2,bA3,bB3,bC3)>=2"},
    {"size:3 count(b,column:C)>=2", "size=3 sum(bC1,bC2,bC3)>=2"},
    {"count(b,file:A..B)>=2 size:3", "sum(bA1,bB1,bA2,bB2,bA3,bB3)>=2 size=3"},
    {"size:3 count(b,column:3)>=2", "size=3 sum(bC1,bC2,bC3)>=2"},
    {"size:4 count(w,line:2)>=2", "size=4 sum(wB2,wC2,wB3,wC3)>=2"},
    {"size:5 count(w,corner:top-right)>=2", "size=5 sum(wD4,wE4,wD5,wE5)>=2"},
    {"size:5 count(w,左下)>=2", "size=5 sum(wA1,wB1,wA2,wB2)>=2"},
    {"size:3 count(w,edge)=8", "size=3 sum(wA1,wB1,wC1,wA2,wC2,wA3,wB3,wC3)=8"},
    {"size:2x3 count(w,top)=2", "size:2x3 sum(wA3,wB3)=2"},
    {"size:52 count(any)>=5000", NULL},
    {"count(b,centre)>=3", NULL},
    {"turn:w", "turn:w"},
    {"move:bQ16", "moves(as:B[Q16] to:{bQ16})"},
    {"move:Q16", "moves(as:B[Q16] to:{bQ16}) or moves(as:W[Q16] to:{wQ16})"},
    {"move:pass", "moves(as:B[pass]) or moves(as:W[pass])"},
    {"move:wpass", "moves(as:W[pass])"},
    {"flip(move:bQ16)", "moves(as:W[Q16] to:{wQ16})"},
    {"mirror(move:bQ16)", "moves(as:B[D16] to:{bD16})"},
    {"mirror(move:bpass)", "moves(as:B[pass])"},
    {"seq:\"B[Q16] W[D4]\"", "moves(as:B[Q16] to:{bQ16}, as:W[D4] to:{wD4})"},
    {"seq:\";B[pd];W[dp];B[]\"", "moves(as:B[Q16] to:{bQ16}, as:W[D4] to:{wD4}, as:B[pass])"},
    {"seq:\"Q16 wD4\"", "moves(as:B[Q16] to:{bQ16}, as:W[D4] to:{wD4})"},
    {"seq:\"pd dp\"", "moves(as:B[Q16] to:{bQ16}, as:W[D4] to:{wD4}) or "
                      "moves(as:W[Q16] to:{wQ16}, as:B[D4] to:{bD4})"},
    {"size:9 seq:\"B[cc]\"", "size=9 moves(as:B[C7] to:{bC7})"},
    {"seq:\"bQ16 bD4\"", "moves(as:B[Q16] to:{bQ16}, as:B[D4] to:{bD4})"},
    {"startpos", "sfen \"19x19 b\""},
    {"size:9 startpos", "size=9 sfen \"9x9 b\""},
    {"sfen startpos", "sfen \"19x19 b\""},
    {"board \"startpos\"", "board \"19x19 b\""},
    {"sfen \"19x19 w b:Q16\"", "sfen \"19x19 w b:Q16\""},
    {"sfen \"19 ? b:Q16\"", "board \"19x19 b b:Q16\""},
    {"sfen \"b:Q16 w:D4\"", "board \"19x19 b b:Q16 w:D4\""},
    {"board \"9 w b:C3 w:G7\"", "board \"9x9 b b:C3 w:G7\""},
    {"board \"3/1X1/O2\"", "board \"3x3 b b:B2 w:A1\""},
    {"sfen \"3/1b1/w2 w\"", "sfen \"3x3 w b:B2 w:A1\""},
    {"sfen \"\?\?\?/.X./\?\?\? w\"", "size=3 sum(bA2,bC2,wA2,wC2)=0 bB2 turn:w"},
    {"board \"\?\?/\?O w\"", "size=2 all wB1"},
    {"like \"b:Q16,D4 w:C3,Q3\"", "best(bD4,bQ16,wC3,wQ3)>=3"},
    {"like \"2/XO\" >1", "best(bA1,wB1)>=2"},
    {"sym(board \"3/1X1/O2\")", "board \"3x3 b b:B2 w:A1\" or board \"3x3 b b:B2 w:C1\" or "
                                "board \"3x3 b b:B2 w:A3\" or board \"3x3 b b:B2 w:C3\""},
    {"flip(sfen \"9 w b:C3\")", "sfen \"9x9 b w:C3\""},
    {"sym(board \"3x2 b b:A1\")", NULL},
    {"handicap:4", "handicap:4"},
    {"result:b", "result:b"},
    {"size:13x9", "size:13x9"},
    {"size>=13", "size>=13"},
    {"size:9..13", "size>=9 size<=13"},
};

static void test_reading(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++) {
        struct query q = parsed(READ[i].text), again;
        struct buf out;
        buf_init(&out, BUF_DEFAULT_MAX);
        query_print(&q, &out);
        if (READ[i].printed)
            assert_string_equal(buf_cstr(&out), READ[i].printed);
        again = parsed(buf_cstr(&out));
        if (!query_equal(&q, &again))
            fail_msg("%s: printed as %s, which is another query", READ[i].text, buf_cstr(&out));
        query_release(&q);
        query_release(&again);
        buf_release(&out);
    }
}

static const struct {
    const char *text;
    uint64_t byte;
    const char *why; /* part of the message */
} WRONG[] = {
    {"mirror(bZ25)", 12, "outside a board of 19x19"},
    {"sym(bC3 (bD4 size:13x9))", 24, "does not map onto itself"},
    {"material>=3", 0, "Go has no material"},
    {"empty:Q99", 6, "expected a point"},
    {"Q16 b", 4, "expected \":\""},
    {"Q16:{b,x}", 7, "expected b, w"},
    {"count(b,row:20)", 12, "range"},
    {"count(b,corner:top)", 15, "unknown region"},
    {"count(empty)", 6, "cannot count"},
    {"move:zz9", 5, "expected a move"},
    {"seq:\"Q16 hello\"", 9, "expected a move"},
    {"seq:\"  \"", 5, "no moves"},
    {"sfen \"19x19 b b:Q20\"", 16, "outside the board"},
    {"sfen \"3/1X/3\"", 8, "same number"},
    {"sfen \"3/1Z1\"", 9, "expected X"},
    {"sfen \"3/3/3 w w\"", 14, "unexpected text"},
    {"board startpo", 6, "position in quotes"},
    {"like startpos", 5, "stones"},
    {"like \"b:C3\" >=2", 12, "1 to 1"},
    {"borad \"19\"", 0, "did you mean \"board\""},
    {"bQ166", 0, "did you mean \"bQ16\""},
    {"moves(as:Q16)", 9, "not a move"},
};

static void test_mistakes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct query q;
        struct err err = {0};
        struct buf why;
        buf_init(&why, 10000);
        if (query_parse(&q, &go_game, NULL, span_of(WRONG[i].text), &err) == STATUS_OK)
            fail_msg("%s: no mistake", WRONG[i].text);
        err_format(&err, LANG_EN, &why);
        if (!strstr(buf_cstr(&why), WRONG[i].why))
            fail_msg("%s: %s", WRONG[i].text, buf_cstr(&why));
        assert_int_equal(err.byte, WRONG[i].byte);
        query_release(&q);
        buf_release(&why);
    }
}

static void test_symmetries(void **state)
{
    (void)state;
    const struct board_shape board = {13, 13};
    for (unsigned s = 0; s < GO_SYMMETRIES; s++) {
        unsigned back = go_symmetry_inverse(s);
        for (int row = 0; row < 13; row++)
            for (int column = 0; column < 13; column++) {
                uint32_t fact = go_fact(GO_WHITE, go_point(column, row));
                uint32_t image = go_game.rules.fact_image(fact, s, board);
                assert_int_equal(image < GO_POINTS, (s & GO_COLORS) != 0);
                assert_int_equal(go_game.rules.fact_image(image, back, board), fact);
            }
        assert_int_equal(go_game.rules.seat_image(0, s), (s & GO_COLORS) != 0);
    }
    assert_int_equal(go_game.rules.fact_image(go_fact(GO_BLACK, go_point(13, 0)), GO_MIRROR, board),
                     NO_FACT);
}

/* Equal stones on boards of different sizes are different positions. */
static void test_boards(void **state)
{
    (void)state;
    static struct go_pos small, large;
    struct replay *r;
    go_pos_empty(&small, 9, 9);
    go_pos_empty(&large, 19, 19);
    struct position_key a = position_key(&go_game, &small), b = position_key(&go_game, &large);
    assert_false(position_key_equal(a, b));
    assert_int_equal(replay_open(&r, &go_game, NULL), STATUS_OK);
    replay_start(r, &small);
    assert_true(position_key_equal(r->key, a));
    assert_true(replay_step(r, go_move_make(GO_PLAY, GO_BLACK, go_point(2, 2))));
    go_play(&small, go_move_make(GO_PLAY, GO_BLACK, go_point(2, 2)), NULL);
    assert_true(position_key_equal(r->key, position_key(&go_game, &small)));
    replay_start(r, &large);
    assert_true(position_key_equal(r->key, b));
    replay_close(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
