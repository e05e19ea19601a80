/* test_shogi_move_text.c: moves, ends and times in words; pages survive a lack of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "formats/format.h"
#include "view/board/game_view.h"
#include "view/board/shogi_move_text.h"
#include "view/board/shogi_ply_view.h"

static void expect_move(const char *sfen, const char *usi, const char *english,
                        const char *japanese)
{
    struct shogi_pos pos;
    struct err err;
    shogi_move m;
    struct buf out;
    assert_int_equal(shogi_sfen_parse(&pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, &err),
                     STATUS_OK);
    assert_true(shogi_usi_parse(span_of(usi), &m));
    assert_true(shogi_move_is_legal(&pos, m));
    buf_init(&out, 1000);
    shogi_move_text(&pos, m, -1, LANG_EN, &out);
    assert_string_equal(buf_cstr(&out), english);
    buf_clear(&out);
    shogi_move_text(&pos, m, -1, LANG_JA, &out);
    assert_string_equal(buf_cstr(&out), japanese);
    buf_release(&out);
}

static void moves(void **state)
{
    (void)state;
    static const char two_golds[] = "4k4/9/9/9/9/9/9/3G1G3/4K4 b P 1";
    static const char promotion[] = "4k4/9/1p7/1S7/9/9/9/9/4K4 b - 1";
    expect_move("startpos", "7g7f", "P-7f", "７六歩");
    expect_move("startpos", "6i7h", "G-7h", "７八金");
    expect_move("startpos", "6i5h", "G6i-5h", "５八金左");
    expect_move(two_golds, "6h5h", "G6h-5h", "５八金左");
    expect_move(two_golds, "P*5e", "P*5e", "５五歩");
    expect_move(promotion, "8d8c+", "Sx8c+", "８三銀成");
    expect_move(promotion, "8d8c", "Sx8c=", "８三銀不成");
    expect_move("4k4/9/9/9/9/9/9/9/4K2+R1 b - 1", "2i2h", "+R-2h", "２八龍");
}

static void times(void **state)
{
    (void)state;
    static const struct {
        uint32_t ms;
        const char *text;
    } cases[] = {{0, "0:00"},      {25000, "0:25"},     {3723000, "1:02:03"},  {250, "0:00.25"},
                 {1500, "0:01.5"}, {60007, "1:00.007"}, {3599999, "59:59.999"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buf out;
        buf_init(&out, 100);
        time_text(cases[i].ms, &out);
        assert_string_equal(buf_cstr(&out), cases[i].text);
        buf_release(&out);
    }
}

static const char GAME[] = "N+A\nPI\n+\n+7776FU\nT1\n-3334FU\n'*a comment\n%TORYO\n";
static const char DRAW[] = "PI82HI\n-\n-5142OU\n%SENNICHITE\n";

/* Reads a CSA text and hands its game to the test. */
static void with_game(const char *csa, record_sink *sink)
{
    struct reader reader;
    struct err err;
    reader_init(&reader);
    assert_int_equal(reader_read(&reader, span_of(csa), SPAN("test"), NULL, sink, NULL, &err),
                     STATUS_OK);
    reader_release(&reader);
}

static void expect_result(const struct record *rec, enum lang lang, const char *text)
{
    struct buf out;
    buf_init(&out, 1000);
    shogi_result_text(rec, lang, &out);
    assert_string_equal(buf_cstr(&out), text);
    buf_release(&out);
}

static enum status check_win(void *ctx, struct record *rec)
{
    (void)ctx;
    expect_result(rec, LANG_EN, "White wins after 2 moves (resignation)");
    expect_result(rec, LANG_JA, "まで2手で後手の勝ち（投了）");
    return STATUS_OK;
}

static enum status check_draw(void *ctx, struct record *rec)
{
    (void)ctx;
    expect_result(rec, LANG_EN, "Drawn after 1 move (repetition)");
    expect_result(rec, LANG_JA, "まで1手で千日手");
    assert_true(record_is_handicap(rec));
    return STATUS_OK;
}

static void results(void **state)
{
    (void)state;
    with_game(GAME, check_win);
    with_game(DRAW, check_draw);
}

static enum status check_moment(void *ctx, struct record *rec)
{
    (void)ctx;
    struct shogi_ply_view m;
    struct shogi_picture p;
    struct err err;
    shogi_ply_view_init(&m);
    assert_int_equal(shogi_ply_view_find(&m, rec, 2, &err), STATUS_OK);
    assert_int_equal(m.move, shogi_move_make(shogi_square(3, 3), shogi_square(3, 4), false));
    assert_int_equal(m.last_to, shogi_square(7, 6));
    assert_int_equal(shogi_ply_view_picture(&m, LANG_JA, false, &p, &err), STATUS_OK);
    assert_true(span_eq(p.caption, SPAN("第2手　３四歩")));
    assert_int_equal(p.caption_side, SHOGI_WHITE);
    assert_true(span_eq(p.name[0], SPAN("A")));
    assert_int_equal(shogi_ply_view_picture(&m, LANG_JA, true, &p, &err), STATUS_OK);
    assert_true(span_eq(p.caption, SPAN("第2手　△３四歩")));
    assert_int_equal(shogi_ply_view_find(&m, rec, 0, &err), STATUS_OK);
    assert_int_equal(shogi_ply_view_picture(&m, LANG_EN, true, &p, &err), STATUS_OK);
    assert_true(span_eq(p.caption, SPAN("Start position")));
    assert_int_equal(p.last, 0);
    shogi_ply_view_release(&m);
    return STATUS_OK;
}

static void moments(void **state)
{
    (void)state;
    with_game(GAME, check_moment);
}

static enum status check_no_memory(void *ctx, struct record *rec)
{
    (void)ctx;
    const struct board_options opt = {.lang = LANG_EN};
    enum status status = STATUS_NOMEM;
    for (long n = 0; status != STATUS_OK && n < 1000; n++) {
        struct buf out;
        struct err err;
        buf_init(&out, BUF_DEFAULT_MAX);
        mem_fail_after(n);
        status = shogi_view.page(rec, &opt, &out, &err);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
        if (status == STATUS_OK)
            assert_non_null(strstr(buf_cstr(&out), "      * a comment\n"));
        buf_release(&out);
    }
    assert_int_equal(status, STATUS_OK);
    return STATUS_OK;
}

static void no_memory_is_a_status(void **state)
{
    (void)state;
    with_game(GAME, check_no_memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves),
        cmocka_unit_test(times),
        cmocka_unit_test(results),
        cmocka_unit_test(moments),
        cmocka_unit_test(no_memory_is_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
