/* KIF: read and written, the traps of real files, broken ones. */
#include "base/alloc.h"
#include "games/shogi/shogi_names.h"
#include "random_record.h"

static const struct random_header HEADERS[] = {
    {HEADER_PLAYER, "先手"},       {HEADER_PLAYER + 1, "上手"},  {HEADER_EVENT, "棋戦"},
    {HEADER_START_TIME, "対局日"}, {HEADER_OTHER, "先手の囲い"}, {HEADER_NOTE, "備考"},
    {HEADER_OTHER, "$X_Y"},
};
static const enum record_end ENDS[] = {
    END_RESIGN,     END_MATE,        END_TIME_UP, END_ILLEGAL_MOVE, END_ILLEGAL_ACTION,
    END_REPETITION, END_IMPASSE,     END_DRAW,    END_MAX_MOVES,    END_INTERRUPTED,
    END_NO_MATE,    END_TAKE_BACK,   END_ERROR,   END_FORFEIT_WIN,  END_FORFEIT_LOSS,
    END_SEALED,     END_DECLARATION, END_OTHER,
};
static const struct random_style STYLE = {
    .without = LOSS_TIME_FRACTIONS,
    .headers = HEADERS,
    .header_count = sizeof HEADERS / sizeof HEADERS[0],
    .ends = ENDS,
    .end_count = sizeof ENDS / sizeof ENDS[0],
    .end_times = true,
};

static void test_identity(void **state)
{
    (void)state;
    expect_identity("kifu", &STYLE, 0, 400);
    expect_identity("kif", &STYLE, 1000, 200);
}

static void test_headers(void **state)
{
    (void)state;
    EXPECT_DUMP("kif",
                "#KIF version=2.0 encoding=UTF-8\n# ---- made by somebody ----\n"
                "開始日時：2026/01/02 10:00\n手合割：平手　　\n先手:A:B\n後手：山田　太郎 \n"
                "棋戦：某杯\n場所：某所\n持ち時間：1時間\n戦型：矢倉\n表題：題\n備考：なし\n"
                "終了日時：2026/01/02\n知らない鍵：値\n盤面回転\n",
                "game 0\nheader start-time key=開始日時 value=2026/01/02 10:00\n"
                "header player0 key=先手 value=A:B\nheader player1 key=後手 value=山田　太郎 \n"
                "header event key=棋戦 value=某杯\nheader site key=場所 value=某所\n"
                "header limit key=持ち時間 value=1時間\nheader opening key=戦型 value=矢倉\n"
                "header title key=表題 value=題\nheader note key=備考 value=なし\n"
                "header end-time key=終了日時 value=2026/01/02\n"
                "header other key=知らない鍵 value=値\nheader other key=盤面回転 value=\n"
                "start even\n0 start r= ---- made by somebody ----\nresult ? none\n");
}

/* Every way in which a move was seen written. */
static void test_moves(void **state)
{
    (void)state;
    /* two golds go there */
    EXPECT_DUMP("kif", "1 ５八金（４九）\n2 ５二金（61）(0:01)\n",
                "game 0\nstart even\n1 4i5h\n2 6a5b t=1000\nresult ? none\n");
    EXPECT_DUMP(
        "kif",
        "   1 ７六歩(77)   ( 0:16/00:00:16)\n2 ▲３四歩(33)\n  3 22角成(88) (00:01 / 00:00:01)+\n"
        " 4 同 銀(31)\n 5 △４五角打   ( 0:05/00:00:05)\n6   同　　飛(82)\n"
        "7 ７八銀(79)\n",
        "game 0\nstart even\n1 7g7f t=16000\n2 3c3d\n3 8h2b+ t=1000\n4 3a2b\n"
        "5 B*4e t=5000\nresult ? none\nproblem partial illegal 6:151\n");
    /* 同 without a blank; 不成 and 生; 王; a drop without 打; 成銀 and 全 */
    EXPECT_DUMP("kif",
                "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角不成(88)\n4 同銀(31)\n5 ５五角\n6 ５二王(51)\n"
                "7 ２二角生(55)\n8 ３三歩\n",
                "game 0\nstart even\n1 7g7f\n2 3c3d\n3 8h2b\n4 3a2b\n5 B*5e\n6 5a5b\n7 5e2b\n"
                "result ? none\nproblem partial illegal 8:116\n");
    /* no squares of origin at all: as in KI2 */
    EXPECT_DUMP("kif", "1 ７六歩\n2 ３四歩\n3 ２二角成\n4 同銀\n5 ５五角\n",
                "game 0\nstart even\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 B*5e\nresult ? none\n");
    /* pieces by the name they have after moving, or by their plain one */
    EXPECT_DUMP("kif", "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二馬(88)\n4 ４二金(41)\n5 ３一角(22)\n",
                "game 0\nstart even\n1 7g7f\n2 3c3d\n3 8h2b+\n4 4a4b\n5 2b3a\nresult ? none\n"
                "problem note syntax 3:34\nproblem note syntax 5:66\n");
}

static void test_times(void **state)
{
    (void)state;
    EXPECT_DUMP(
        "kif",
        "1 ７六歩(77) ( 1:02:03/01:02:03)\n2 ３四歩(33) (75:10/)\n3 ２六歩(27) (0:12.5/0:0:12)\n"
        "4 ４四歩(43) ( : / )\n5 ２五歩(26) (0:1/0:0:1)#r\n6 投了 ( 0:07/00:00:07)\n",
        "game 0\nstart even\n1 7g7f t=3723000\n2 3c3d t=4510000\n3 2g2f t=12500\n4 4c4d\n"
        "5 2f2e t=1000 r=r\n6 end resign t=7000\nresult b resign\n"
        "problem lost syntax 4:109\n");
}

static void test_ends(void **state)
{
    (void)state;
    static const struct {
        const char *word, *dump;
    } ends[] = {
        {"投了", "end resign\nresult w resign\n"},
        {"中断", "end interrupted\nresult ? interrupted\n"},
        {"千日手", "end repetition\nresult d repetition\n"},
        {"持将棋", "end impasse\nresult d impasse\n"},
        {"詰", "end mate\nresult w mate\n"},
        {"詰み", "end mate\nresult w mate\n"},
        {"不詰", "end no-mate\nresult ? no-mate\n"},
        {"切れ負け", "end time-up\nresult w time-up\n"},
        {"反則負け", "end illegal-move\nresult w illegal-move\n"},
        {"反則勝ち", "end illegal-action by 1\nresult b illegal-action\n"},
        {"入玉勝ち", "end declaration\nresult b declaration\n"},
        {"不戦勝", "end forfeit-win\nresult b forfeit-win\n"},
        {"不戦敗", "end forfeit-loss\nresult w forfeit-loss\n"},
        {"封じ手", "end sealed\nresult ? sealed\n"},
        {"指し掛け", "end other text=指し掛け\nresult ? other\n"},
        {"後手 反則負け", "end illegal-action by 1\nresult b illegal-action\n"},
        {"先手 反則負け", "end illegal-move\nresult w illegal-move\n"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        expect_dump_of_line("kif", "1 ７六歩(77)\n2 ３四歩(33)\n3 ", ends[i].word,
                            "game 0\nstart even\n1 7g7f\n2 3c3d\n3 ", ends[i].dump);
}

/* まで says the result; where no word stands at the place of a move, also the end. */
static void test_outcomes(void **state)
{
    (void)state;
    EXPECT_DUMP("kif", "1 ７六歩(77)\nまで1手で先手の勝ち\n",
                "game 0\nstart even\n1 7g7f\n2 end resign\nresult b resign\n");
    EXPECT_DUMP("kif", "1 ７六歩(77)\nまで、１手で時間切れにより先手の勝ち\n",
                "game 0\nstart even\n1 7g7f\n2 end time-up\nresult b time-up\n");
    EXPECT_DUMP("kif", "1 ７六歩(77)\nまで1手で後手の勝ち\n",
                "game 0\nstart even\n1 7g7f\nresult w none\n");
    /* not as many moves as it says: only the result is believed */
    EXPECT_DUMP("kif", "1 ７六歩(77)\nまで75手で先手の勝ち\n",
                "game 0\nstart even\n1 7g7f\nresult b resign\n");
    EXPECT_DUMP("kif", "1 ７六歩(77)\n2 中断\nまで1手で後手の勝ち\n",
                "game 0\nstart even\n1 7g7f\n2 end interrupted\nresult w interrupted\n");
    EXPECT_DUMP("kif", "1 ７六歩(77)\n後手時間切れ\n",
                "game 0\nstart even\n1 7g7f\nresult b time-up\n");
}

static void test_notes(void **state)
{
    (void)state;
    EXPECT_DUMP("kif",
                "*before\n&mark 0\n手数----指手---------消費時間--\n1 "
                "７六歩(77)\n*one\n*\n*two\n#rem\n&mark\n"
                "  **評価値 -930\n2 投了\n*after\nまで1手で先手の勝ち\n*later\n",
                "game 0\nstart even\n0 start c=before b=mark 0\n"
                "1 7g7f c=one||two|*評価値 -930 r=rem b=mark v=-930\n2 end resign c=after|later\n"
                "result b resign\n");
}

static void test_variations(void **state)
{
    (void)state;
    /* deepest first, nested, a comment right after 変化, an end in a variation */
    EXPECT_DUMP(
        "kif",
        "1 ７六歩(77)\n2 ３四歩(33)+\n3 ２六歩(27)+\n4 ４四歩(43)\n5 投了\nまで4手で後手の勝ち\n\n"
        "変化：3手\n*why\n3 ６六歩(67)\n4 ８四歩(83)\n\n変化：4手\n4 ３五歩(34)\n5 中断\n\n"
        "変化:2手\n2 ８四歩(83)\n",
        "game 0\nstart even\n1 7g7f\n2 3c3d c=why\n3 2g2f\n4 4c4d\n5 end resign\n"
        "3 6g6f\n4 8c8d\n4 3d3e\n5 end interrupted\n2 8c8d\nresult w resign\n");
    /* no such place */
    EXPECT_DUMP("kif", "1 ７六歩(77)\n変化：9手\n9 ３四歩(33)\n変化：1手\n1 ２六歩(27)\n",
                "game 0\nstart even\n1 7g7f\n1 2g2f\nresult ? none\n"
                "problem partial syntax 2:16\n");
}

static void test_broken_lines(void **state)
{
    (void)state;
    /* the rest of the line is lost, the stated result and a variation are kept */
    EXPECT_DUMP("kif",
                "1 ７六歩(77)\n2 ３四歩(33)\n3 ９五歩(97)\n*lost\n4 ４四歩(43)\n5 "
                "投了\nまで4手で後手の勝ち\n"
                "変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n変化：3手\n3 ９六歩(97)\n",
                "game 0\nstart even\n1 7g7f\n2 3c3d\n2 8c8d\n3 2g2f\n3 9g9f\nresult w resign\n"
                "problem partial illegal 3:34\n");
    /* a variation of the bad move must not become the game */
    EXPECT_DUMP("kif", "1 ７六歩(77)\n2 ３五歩(33)\n3 ４四歩(43)\n変化：2手\n2 ８四歩(83)\n",
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem partial illegal 2:18\n"
                "problem partial syntax 4:48\n");
    EXPECT_DUMP("kif", "1 ７六歩(77)\n2 パス\n3 ２六歩(27)\n",
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem partial illegal 2:18\n");
    EXPECT_DUMP("kif", "1 ７六歩(77)\n2 投了\n3 ３四歩(33)\n",
                "game 0\nstart even\n1 7g7f\n2 end resign\nresult b resign\n"
                "problem lost syntax 3:27\n");
    EXPECT_DUMP("kif", "1 ７六歩(77)\nsomething else\n2 ３四歩(33)\n",
                "game 0\nstart even\n1 7g7f\n2 3c3d\nresult ? none\nproblem lost syntax 2:16\n");
}

#define TWO_KINGS                                                                                                              \
    "後手の持駒：歩\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"                            \
    "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ " \
    "・|三\n"                                                                                                                \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ " \
    "・|六\n"                                                                                                                \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ " \
    "・|九\n"                                                                                                                \
    "+---------------------------+\n先手の持駒：歩二　\n"
#define TWO_KINGS_SFEN "4k4/9/9/9/9/9/9/9/4K4 "

/* A foul that ended the game: nothing is missing. */
static void test_fouls(void **state)
{
    (void)state;
    EXPECT_DUMP("kif",
                TWO_KINGS
                "1 ５八歩打\n2 ５二歩打 ( 0:01/0:00:01)\n3 ５三歩打 ( 0:02/0:00:02)\n*nifu\n",
                "game 0\nstart " TWO_KINGS_SFEN "b 2Pp 1\n1 P*5h\n2 P*5b t=1000\n"
                "3 end illegal-move text=５三歩打 t=2000 c=nifu\nresult w illegal-move\n"
                "problem note illegal 17:574\n");
    EXPECT_DUMP("kif",
                TWO_KINGS "1 ５八歩打\n2 ５二歩打\n3 ５三歩打\n4 反則勝ち\nまで3手で後手の勝ち\n",
                "game 0\nstart " TWO_KINGS_SFEN "b 2Pp 1\n1 P*5h\n2 P*5b\n"
                "3 end illegal-move text=５三歩打\nresult w illegal-move\n"
                "problem note illegal 17:558\n");
    /* said to be one, though no piece moves so */
    EXPECT_DUMP("kif", "1 ７六歩(77)\n2 ８八角成(22)\n3 反則勝ち\n",
                "game 0\nstart even\n1 7g7f\n2 end illegal-move text=８八角成(22)\n"
                "result b illegal-move\nproblem note illegal 2:18\n");
    /* and not said: a mistake in the record */
    EXPECT_DUMP("kif", "1 ７六歩(77)\n2 ８八角成(22)\n",
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem partial illegal 2:18\n");
    /* written so that it is read again */
    EXPECT_WRITTEN(
        "kif", "1 ７六歩(77)\n2 ８八角成(22) ( 0:03/0:00:03)\n3 反則勝ち\n", "kifu",
        "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n手数----指手---------消費時間--\n"
        "   1 ７六歩(77)\n   2 ８八角成(22) ( 0:03/00:00:03)\n   3 反則勝ち\n"
        "まで2手で後手の反則負け\n",
        0);
}

static void test_starts(void **state)
{
    (void)state;
    EXPECT_DUMP("kif", "手合割：香落ち\n上手：U\n下手：S\n1 ３四歩(33)\n2 投了\n",
                "game 0\nheader player1 key=上手 value=U\nheader player0 key=下手 value=S\n"
                "start lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n1 3c3d\n"
                "2 end resign\nresult w resign\n");
    /* a diagram, with the move that led to it and who is to move */
    EXPECT_DUMP("kif",
                "手合割：その他\n" TWO_KINGS "手数＝171  ▲５八歩打  まで\n後手番\n1 ６一玉(51)\n",
                "game 0\nstart " TWO_KINGS_SFEN "w 2Pp 1 +171\n1 5a6a\nresult ? none\n");
    /* nothing says who moves, but the first move does; numbers need not begin at 1 */
    EXPECT_DUMP("kif", TWO_KINGS "8 ６一玉(51)\n9 ６九玉(59)\n変化：9手\n9 ４九玉(59)\n",
                "game 0\nstart " TWO_KINGS_SFEN "w 2Pp 1\n1 5a6a\n2 5i6i\n2 5i4i\nresult ? none\n");
    /* as people spell them */
    static const struct {
        struct span text;
        int handicap;
    } names[] = {{SPAN_INIT("角落"), SHOGI_HANDICAP_BISHOP},
                 {SPAN_INIT(" 飛落ち　"), SHOGI_HANDICAP_ROOK},
                 {SPAN_INIT("2枚落ち"), SHOGI_HANDICAP_2},
                 {SPAN_INIT("５枚落"), SHOGI_HANDICAP_5},
                 {SPAN_INIT("左5枚落ち"), SHOGI_HANDICAP_LEFT_5},
                 {SPAN_INIT("10枚落ち"), SHOGI_HANDICAP_10},
                 {SPAN_INIT("9枚落ち"), -1},
                 {SPAN_INIT("枚落ち"), -1}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_equal(shogi_handicap_by_kanji(names[i].text), names[i].handicap);
    EXPECT_DUMP("kif", "手合割：10枚落\n",
                "game 0\nstart 4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n"
                "result ? none\n");
    EXPECT_DUMP("kif", "手合割：その他\n1 ７六歩(77)\n",
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem lost syntax 2:22\n");
    EXPECT_DUMP(
        "kif", "手合割：百枚落ち\n1 ７六歩(77)\n",
        "game 0\nheader other key=手合割 value=百枚落ち\nstart even\n1 7g7f\nresult ? none\n"
        "problem lost syntax 1:12\n");
}

/* Games without anything between them. */
static void test_many_games(void **state)
{
    (void)state;
    EXPECT_DUMP(
        NULL,
        "先手：A\n1 ７六歩(77)\n2 投了\n記録ID：1\n先手：B\n1 ２六歩(27)\n2 投了\n1 ５六歩(57)\n"
        "消費時間：1▲2\n#KIF version=2.0 encoding=UTF-8\n1 １六歩(17)\n手数----指手\n1 "
        "９六歩(97)\n",
        "game 0\nheader player0 key=先手 value=A\nstart even\n1 7g7f\n2 end resign\n"
        "result b resign\n"
        "game 1\nheader other key=記録ID value=1\nheader player0 key=先手 value=B\n"
        "start even\n1 2g2f\n2 end resign\nresult b resign\n"
        "game 2\nheader other key=消費時間 value=1▲2\nstart even\n1 5g5f\nresult ? none\n"
        "game 3\nstart even\n1 1g1f\nresult ? none\n"
        "game 4\nstart even\n1 9g9f\nresult ? none\n");
}

static void test_bytes(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL, "\xEF\xBB\xBF手合割：平手\r\n1 ７六歩(77)\r\n2 投了\r\n\x1A",
                "game 0\nstart even\n1 7g7f\n2 end resign\nresult b resign\n");
    EXPECT_DUMP(NULL, "1 ７六歩(77)\r2 ３四歩(33)\r",
                "game 0\nstart even\n1 7g7f\n2 3c3d\nresult ? none\n");
    /* Shift-JIS: 手合割：平手, 先手：髙橋, 1 ７六歩(77), 2 投了 */
    EXPECT_DUMP(NULL,
                "\x8E\xE8\x8D\x87\x8A\x84\x81\x46\x95\xBD\x8E\xE8\n"
                "\x90\xE6\x8E\xE8\x81\x46\xFB\xFC\x8B\xB4\n"
                "1 \x82\x56\x98\x5A\x95\xE0(77)\n2 \x93\x8A\x97\xB9\n",
                "game 0\nheader player0 key=先手 value=髙橋\nstart even\n1 7g7f\n2 end resign\n"
                "result b resign\n");
    EXPECT_DUMP("kif", "nothing of the kind\n", "failed syntax 0:0\n");
    EXPECT_DUMP("kif", "", "failed syntax 0:0\n");
}

static void test_written(void **state)
{
    (void)state;
    EXPECT_WRITTEN("csa",
                   "V2.2\nN+A\n$EVENT:E\n$X:y\n'* c\n'r\nPI\n+\n+7776FU\nT61\n-3334FU\nT3\n"
                   "+8822UM,T3600\n%TORYO\n",
                   "kifu",
                   "#KIF version=2.0 encoding=UTF-8\n#r\n先手：A\n棋戦：E\n$X：y\n手合割：平手\n"
                   "手数----指手---------消費時間--\n* c\n"
                   "   1 ７六歩(77)   ( 1:01/00:01:01)\n   2 ３四歩(33)   ( 0:03/00:00:03)\n"
                   "   3 ２二角成(88) (60:00/01:01:01)\n   4 投了\nまで3手で先手の勝ち\n",
                   0);
    /* a handicap game names its players 下手 and 上手 */
    EXPECT_WRITTEN("csa", "N+A\nN-B\nPI11KY\n-\n-3334FU\n%TORYO\n", "kif",
                   "#KIF version=2.0 encoding=Shift_JIS\r\n下手：A\r\n上手：B\r\n手合割：香落ち\r\n"
                   "手数----指手---------消費時間--\r\n   1 ３四歩(33)\r\n   2 投了\r\n"
                   "まで1手で上手の勝ち\r\n",
                   0);
    /* what KIF can't hold is said */
    EXPECT_WRITTEN(
        "csa", "PI\n+\n+7776FU,T1.5\n%+ILLEGAL_ACTION\n", "kifu",
        "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n手数----指手---------消費時間--\n"
        "   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 反則勝ち\nまで1手で後手の反則勝ち\n",
        LOSS_TIME_FRACTIONS);
    EXPECT_WRITTEN(
        "csa", "PI\n+\n+7776FU\n%-ILLEGAL_ACTION\n", "kifu",
        "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n手数----指手---------消費時間--\n"
        "   1 ７六歩(77)\n   2 反則負け\nまで1手で先手の反則勝ち\n",
        LOSS_END);
}

/* A broken game keeps its stated result when it is written, without becoming a whole one. */
static void test_broken_written(void **state)
{
    (void)state;
    EXPECT_WRITTEN(
        "kif", "1 ７六歩(77)\n2 ３五歩(33)\n3 ２六歩(27)\n4 投了\n", "kifu",
        "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n手数----指手---------消費時間--\n"
        "   1 ７六歩(77)\nまで先手の勝ち\n",
        0);
    EXPECT_DUMP("kif", "1 ７六歩(77)\nまで先手の勝ち\n",
                "game 0\nstart even\n1 7g7f\nresult b resign\n");
}

static void test_values(void **state)
{
    (void)state;
    EXPECT_DUMP(
        "kif",
        "1 ７六歩(77)\n**Engines 0 Some/Engine\n**解析 0 ○ 候補1 深さ 9/9 評価値 -詰 20 読み筋 △\n"
        "2 ３四歩(33)\n*#評価値=-101\n3 ２六歩(27)\n**詰み=先手勝ち:10手\n4 ４四歩(43)\n*形勢：-54 "
        "互角\n"
        "5 ２五歩(26)\n* [%eval 0.14]\n6 ３三角(22)\n* [%eval mate-15]\n7 ４八銀(39)\n"
        "*評価値の話は値ではない\n8 ４二銀(31)\n** Engine x 評価値 +Mate 17 読み筋\n",
        "game 0\nstart even\n"
        "1 7g7f c=*Engines 0 Some/Engine|*解析 0 ○ 候補1 深さ 9/9 評価値 -詰 20 読み筋 △ v=m-20\n"
        "2 3c3d c=#評価値=-101 v=-101\n3 2g2f c=*詰み=先手勝ち:10手 v=m10\n"
        "4 4c4d c=形勢：-54 互角 v=-54\n5 2f2e c= [%eval 0.14] v=14\n"
        "6 2b3c c= [%eval mate-15] v=m-15\n7 3i4h c=評価値の話は値ではない\n"
        "8 3a4b c=* Engine x 評価値 +Mate 17 読み筋 v=m17\nresult ? none\n");
}

static enum status no_memory_sink(void *ctx, struct record *rec)
{
    const struct rewrite *w = ctx;
    struct buf out;
    struct err err;
    unsigned losses = 0;
    buf_init(&out, BUF_DEFAULT_MAX);
    enum status st = w->format->write(rec, &out, &losses, &err);
    buf_release(&out);
    return st;
}

/* Every allocation in turn fails: that is a status, and nothing leaks. */
static void test_no_memory(void **state)
{
    (void)state;
    static const char raw[] =
        TWO_KINGS "先手：A\n*c\n1 ５八歩打\n2 ５二歩打\n&b\n3 ６九玉(59)\n4 投了\n"
                  "変化：3手\n3 ４九玉(59)\n#r\n4 中断\n";
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        struct reader reader;
        struct err err;
        struct rewrite w = {.format = format_by_name(SPAN("kifu"))};
        assert_true(n < 1000);
        reader_init(&reader);
        mem_fail_after(n);
        st = reader_read(&reader, span_of(raw), SPAN("test"), format_by_name(SPAN("kif")),
                         no_memory_sink, &w, &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        reader_release(&reader);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headers),    cmocka_unit_test(test_moves),
        cmocka_unit_test(test_times),      cmocka_unit_test(test_ends),
        cmocka_unit_test(test_outcomes),   cmocka_unit_test(test_notes),
        cmocka_unit_test(test_variations), cmocka_unit_test(test_broken_lines),
        cmocka_unit_test(test_fouls),      cmocka_unit_test(test_starts),
        cmocka_unit_test(test_many_games), cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_written),    cmocka_unit_test(test_broken_written),
        cmocka_unit_test(test_no_memory),  cmocka_unit_test(test_values),
        cmocka_unit_test(test_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
