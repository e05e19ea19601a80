/* Why moves in records are not possible, in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/shogi/move_reason.h"

/* After these moves from the position, the text is impossible because of that. */
static void expect(const char *sfen, const char *moves, const char *text, const char *en,
                   const char *ja)
{
    struct shogi_pos pos;
    struct err err;
    struct buf out;
    shogi_move made[16];
    uint32_t count = 0;
    buf_init(&out, 1000);
    assert_int_equal(shogi_sfen_parse(&pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, &err),
                     STATUS_OK);
    for (struct span rest = span_of(moves); rest.n; count++) {
        struct shogi_undo undo;
        size_t n = 0;
        while (n < rest.n && rest.p[n] != ' ')
            n++;
        assert_true(shogi_usi_parse(span_make(rest.p, n), &made[count]));
        assert_true(shogi_move_is_legal(&pos, made[count]));
        shogi_play(&pos, made[count], &undo);
        rest = span_trim(span_skip(rest, n));
    }
    bool said = move_reason(&pos, made, count, 0, span_of(text), LANG_EN, &out);
    assert_string_equal(buf_cstr(&out), en ? en : "");
    assert_int_equal(said, en != NULL);
    buf_clear(&out);
    if (ja) {
        assert_true(move_reason(&pos, made, count, 0, span_of(text), LANG_JA, &out));
        assert_string_equal(buf_cstr(&out), ja);
    }
    buf_release(&out);
}

static void test_board_moves(void **state)
{
    (void)state;
    const char *start = "startpos";
    expect(start, "", "２九飛(28)", "a knight of its own side stands on 2i",
           "２九 に味方の桂があります");
    expect(start, "", "２二飛成(28)", "a pawn on 2g is in the way", "２七 の歩が間にあります");
    expect(start, "", "７六飛(28)", "a rook does not go to 7f like that",
           "飛は ７六 へは動けません");
    expect(start, "", "７六金(77)", "the piece on 7g is a pawn", "７七 にあるのは歩です");
    expect(start, "", "３四歩(33)", "the pawn on 3c is the other side's",
           "３三 の歩は相手の駒です");
    expect(start, "", "５五歩(56)", "there is no pawn on 5f", "５六 に歩がありません");
    expect(start, "7g7f 3c3d", "７六歩(77)", "there is no pawn on 7g; it went to 7f at move 1",
           "７七 に歩がありません（1 手目に ７六 へ動いています）");
    expect(start, "7g7f", "+2726FU", "it is the other side's turn", "手番が違います");
    expect(start, "", "+2725FU", "a pawn does not go to 2e like that", NULL);
    expect(start, "", "+2726TO", "a pawn cannot promote there", "歩はそこでは成れません");
    expect(start, "", "+7776KI", "the piece on 7g is a pawn", NULL);
    expect(start, "", "7g7e", "a pawn does not go to 7e like that", NULL);
    expect(start, "", "▲８六飛", "no rook can go to 8f", "８六 へ動ける飛がありません");
    expect(start, "", "▲５八金", "it is not clear which gold goes to 5h",
           "５八 へ動く金が一つに決まりません");
    expect(start, "7g7f 3c3d", "同　飛", "no rook can go to 3d", NULL);
}

static void test_kings(void **state)
{
    (void)state;
    expect("4k4/9/9/9/9/9/4r4/9/4K4 b - 1", "", "５八玉(59)",
           "the king walks into check from the rook on 5g", "５七 の飛の利きに玉が入ります");
    expect("4k4/9/9/9/9/9/4r4/9/4KG3 b - 1", "", "４八金(49)",
           "the king stays in check from the rook on 5g", "５七 の飛の王手を防いでいません");
    expect("4k4/9/9/9/9/9/4r4/4G4/4K4 b - 1", "", "４八金(58)",
           "it opens the king to the rook on 5g", "５七 の飛に玉を取られます");
}

static void test_drops(void **state)
{
    (void)state;
    expect("startpos", "", "５五歩打", "there is no pawn in hand", "持駒に歩がありません");
    expect("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "", "５五歩打",
           "it would be the second pawn on its file", "二歩です");
    expect("4k4/9/9/9/9/9/4P4/9/4K4 b N 1", "", "P*5g", "there is no pawn in hand", NULL);
    expect("4k4/9/9/9/9/9/4P4/9/4K4 b N 1", "", "+0057KE", "a pawn stands on 5g",
           "５七 に歩があります");
    expect("4k4/9/9/9/9/9/4P4/9/4K4 b N 1", "", "３二桂打", "a knight could never move on from 3b",
           "３二 の桂は行き所がありません");
    expect("7lk/9/7GG/9/9/9/9/9/4K4 b P 1", "", "１二歩打", "a pawn must not be dropped to mate",
           "打ち歩詰めです");
}

static void test_nothing_to_say(void **state)
{
    (void)state;
    expect("startpos", "", "７六歩(77)", NULL, NULL); /* it is legal */
    expect("startpos", "", "+7776FU", NULL, NULL);
    expect("startpos", "", "rubbish", NULL, NULL);
    expect("startpos", "", "", NULL, NULL);
    expect("startpos", "", "5e5d", NULL, NULL); /* no piece is named */
    expect("startpos", "", "同　歩", NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board_moves),
        cmocka_unit_test(test_kings),
        cmocka_unit_test(test_drops),
        cmocka_unit_test(test_nothing_to_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
