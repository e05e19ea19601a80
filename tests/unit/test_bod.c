/* BOD diagrams: read, printed, and forgiven. */
#include "formats/shogi/bod.h"
#include "random_record.h"

#define ROWS                                                                                       \
    "|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・v角 ・|二\n"       \
    "|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"       \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"       \
    "| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n"       \
    "| 香 桂 銀 金 玉 金 銀 桂 香|九\n"
#define FILES "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
#define FRAME "+---------------------------+\n"

static void test_read(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL, "後手の持駒：なし\n" FILES FRAME ROWS FRAME "先手の持駒：なし\n*c\n",
                "game 0\nstart even\n0 start c=c\nresult ? none\n");
    /* who is to move, how far the game was */
    EXPECT_DUMP(NULL,
                "# r\n先手：A\n後手の持駒：\n" FILES FRAME ROWS FRAME
                "先手の持駒：\n手数＝12  ▲７六歩  まで\n後手番\n",
                "game 0\nheader player0 key=先手 value=A\n"
                "start lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 +12\n"
                "0 start r= r\nresult ? none\n");
    /* hands: numbers of all kinds, blanks or none, a king that is not on the board */
    EXPECT_DUMP(
        "bod",
        "上手の持駒：飛角 金二銀2　桂３ 歩十八\n" FRAME "| ・ ・ ・ ・ ・ ・ ・ ・v王|一\n"
        "| . . . . . . . . 全|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ "
        "・|四\n"
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
        "|v馬v龍v竜 ・ 圭 杏 と ・ ・|九\n下手の持駒：玉 香十一\n下手番\n",
        "game 0\nstart 8k/8+S/9/9/9/9/9/9/+b+r+r1+N+L+P2 b 11Lrb2g2s3n18p 1\nresult ? none\n"
        "problem rejected illegal 13:479\n");
    /* without a frame */
    EXPECT_DUMP("bod",
                FILES
                "v香v桂v銀v金v玉v金v銀v桂v香\n・v飛・・・・・v角・\nv歩v歩v歩v歩v歩v歩v歩v歩v歩\n"
                "・・・・・・・・・\n・・・・・・・・・\n・・・・・・・・・\n歩歩歩歩歩歩歩歩歩\n"
                "・角・・・・・飛・\n香桂銀金玉金銀桂香\n",
                "game 0\nstart even\nresult ? none\n");
}

static void test_several(void **state)
{
    (void)state;
    EXPECT_DUMP("bod",
                "後手の持駒：なし\n" FILES FRAME ROWS FRAME
                "先手の持駒：なし\n後手の持駒：なし\n" FILES FRAME ROWS FRAME
                "先手の持駒：なし\n後手番\n",
                "game 0\nstart even\nresult ? none\n"
                "game 1\nstart lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n"
                "result ? none\n");
}

static void test_broken(void **state)
{
    (void)state;
    EXPECT_DUMP("bod", "| ・ ・ 何 ・ ・ ・ ・ ・ ・|一\n",
                "game 0\nstart even\nresult ? none\nproblem partial syntax 1:0\n");
    EXPECT_DUMP("bod", "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n",
                "game 0\nstart k8/9/9/9/9/9/9/9/9 b - 1\nresult ? none\n"
                "problem partial syntax 1:0\n");
    EXPECT_DUMP("bod", "後手の持駒：飛三百\n" ROWS,
                "game 0\nstart even\nresult ? none\nproblem partial syntax 1:0\n");
}

static void test_written(void **state)
{
    (void)state;
    EXPECT_WRITTEN("csa", "N+A\nP-11OU\nP+23TO00KI00KI\nP-00AL\n+\n+0012KI\n", "bod",
                   "先手：A\n後手の持駒：飛二　角二　金二　銀四　桂四　香四　歩十七　\n" FILES FRAME
                   "| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
                   "| ・ ・ ・ ・ ・ ・ ・ と ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
                   "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
                   "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
                   "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n" FRAME "先手の持駒：金二　\n先手番\n",
                   LOSS_MOVES);
}

static void test_identity(void **state)
{
    (void)state;
    struct record rec;
    uint64_t random = 7;
    record_init(&rec);
    for (int i = 0; i < 500; i++) {
        struct shogi_line line;
        struct shogi_pos pos;
        struct buf out, before;
        struct dump_sink after;
        struct err err;
        unsigned losses = 0;
        buf_init(&out, BUF_DEFAULT_MAX);
        buf_init(&before, BUF_DEFAULT_MAX);
        shogi_line_init(&line);
        assert_int_equal(record_clear(&rec, &shogi_game), STATUS_OK);
        shogi_line_clear(&line, &rec);
        random_throw(&pos, &random, WITH_BOTH_KINGS);
        assert_int_equal(shogi_line_start(&line, &pos), STATUS_OK);
        rec.start_ply = random_below(&random, 3) * 7;
        assert_int_equal(format_by_name(SPAN("bod"))->write(&rec, &out, &losses, &err), STATUS_OK);
        assert_int_equal(losses, 0);
        dump_record(&rec, 0, &before);
        dump_read(buf_span(&out), NULL, 0, &after);
        assert_string_equal(buf_cstr(&after.text), buf_cstr(&before));
        shogi_line_release(&line);
        buf_release(&out);
        buf_release(&before);
        buf_release(&after.text);
    }
    record_release(&rec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),     cmocka_unit_test(test_several),
        cmocka_unit_test(test_broken),   cmocka_unit_test(test_written),
        cmocka_unit_test(test_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
