/* test_shogi_board_text.c: boards in characters, as pictures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "view/board/shogi_board_text.h"
#include "view/draw/text_width.h"

static void expect(const struct shogi_picture *p, const struct board_options *opt,
                   const char *drawn)
{
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    shogi_board_text(p, opt, &out);
    assert_int_equal(buf_status(&out), STATUS_OK);
    assert_string_equal(buf_cstr(&out), drawn);
    buf_release(&out);
}

/* The position after the moves, and the last of them. */
static struct shogi_picture picture(struct shogi_pos *pos, const char *sfen,
                                    const char *const *moves)
{
    struct shogi_picture p = {.pos = pos, .caption_side = -1};
    struct err err;
    assert_int_equal(shogi_sfen_parse(pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, &err),
                     STATUS_OK);
    for (; *moves; moves++) {
        struct shogi_undo undo;
        assert_true(shogi_usi_parse(span_of(*moves), &p.last));
        assert_true(shogi_move_is_legal(pos, p.last));
        shogi_play(pos, p.last, &undo);
        p.ply++;
    }
    return p;
}

static void japanese_board(void **state)
{
    (void)state;
    struct shogi_pos pos;
    struct shogi_picture p =
        picture(&pos, "startpos", (const char *const[]){"7g7f", "3c3d", "8h2b+", "3a2b", NULL});
    p.name[SHOGI_WHITE] = SPAN("後の人");
    p.caption = SPAN("第4手　△２二銀");
    p.caption_side = SHOGI_WHITE;
    struct board_options opt = {.lang = LANG_JA};
    expect(&p, &opt,
           "後手：後の人\n"
           "後手の持駒：角\n"
           "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
           "+---------------------------+\n"
           "|v香v桂v銀v金v玉v金 ・v桂v香|一\n"
           "| ・v飛 ・ ・ ・ ・ ・V銀 ・|二\n"
           "|v歩v歩v歩v歩v歩v歩 ・v歩v歩|三\n"
           "| ・ ・ ・ ・ ・ ・v歩 ・ ・|四\n"
           "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
           "| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六\n"
           "| 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七\n"
           "| ・ ・ ・ ・ ・ ・ ・ 飛 ・|八\n"
           "| 香 桂 銀 金 玉 金 銀 桂 香|九\n"
           "+---------------------------+\n"
           "先手の持駒：角\n"
           "第4手　△２二銀　先手番\n");
}

static void letters_from_white(void **state)
{
    (void)state;
    struct shogi_pos pos;
    struct shogi_picture p =
        picture(&pos, "startpos", (const char *const[]){"7g7f", "3c3d", "8h2b+", NULL});
    struct board_options opt = {.lang = LANG_EN, .letters = true, .flip = true};
    expect(&p, &opt,
           "Black in hand: B\n"
           "  1  2  3  4  5  6  7  8  9\n"
           "+---------------------------+\n"
           "| L  N  S  G  K  G  S  N  L | i\n"
           "| .  R  .  .  .  .  .  .  . | h\n"
           "| P  P  P  P  P  P  .  P  P | g\n"
           "| .  .  .  .  .  .  P  .  . | f\n"
           "| .  .  .  .  .  .  .  .  . | e\n"
           "| .  .  p  .  .  .  .  .  . | d\n"
           "| p  p  .  p  p  p  p  p  p | c\n"
           "| . +B* .  .  .  .  .  r  . | b\n"
           "| l  n  s  g  k  g  s  n  l | a\n"
           "+---------------------------+\n"
           "White in hand: nothing\n"
           "White to move\n");
}

static void hands_are_counted(void **state)
{
    (void)state;
    struct shogi_pos pos;
    picture(&pos, "4k4/9/9/9/9/9/9/9/4K4 b 2R2G18P2s 1", (const char *const[]){NULL});
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    shogi_board_text_hand(&pos, SHOGI_BLACK, LANG_JA, &out);
    assert_string_equal(buf_cstr(&out), "飛二　金二　歩十八");
    buf_clear(&out);
    shogi_board_text_hand(&pos, SHOGI_WHITE, LANG_EN, &out);
    assert_string_equal(buf_cstr(&out), "S×2");
    buf_release(&out);
}

static void colour_only_on_request(void **state)
{
    (void)state;
    struct shogi_pos pos;
    struct shogi_picture p = picture(&pos, "startpos", (const char *const[]){"7g7f", NULL});
    struct board_options opt = {.lang = LANG_EN, .letters = true};
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    shogi_board_text(&p, &opt, &out);
    assert_null(strchr(buf_cstr(&out), '\x1b'));
    buf_clear(&out);
    opt.colour = true;
    shogi_board_text(&p, &opt, &out);
    assert_non_null(strstr(buf_cstr(&out), "\x1b[7m P*\x1b[0m"));
    buf_release(&out);
}

static void widths(void **state)
{
    (void)state;
    assert_int_equal(text_columns(SPAN("abc")), 3);
    assert_int_equal(text_columns(SPAN("飛車 a")), 6);
    assert_int_equal(text_columns(SPAN("ﾋｼｬ")), 3);            /* half-width kana */
    assert_int_equal(text_columns(SPAN("か\xe3\x82\x99")), 2); /* with a combining mark */
    assert_int_equal(text_columns(SPAN("\xff\xe3\x81")), 3);   /* broken bytes */
    assert_int_equal(text_columns(SPAN("\xed\xa0\x80")), 3);   /* a surrogate */
    struct span cut = text_cut_ems(SPAN("歩香桂"), 2.5);
    assert_int_equal(cut.n, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(japanese_board),
        cmocka_unit_test(letters_from_white),
        cmocka_unit_test(hands_are_counted),
        cmocka_unit_test(colour_only_on_request),
        cmocka_unit_test(widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
