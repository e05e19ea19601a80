/* JKF: files before and after normalisation, forks, damage; what we write. */
#include "format_dump.h"

#define MOVE(c, fx, fy, tx, ty, p)                                                                 \
    "{\"move\":{\"color\":" #c ",\"from\":{\"x\":" #fx ",\"y\":" #fy "},\"to\":{\"x\":" #tx        \
    ",\"y\":" #ty "},\"piece\":\"" p "\"}}"
#define GAME(moves) "{\"header\":{},\"moves\":[{}," moves "]}"

static void test_whole_game(void **state)
{
    (void)state;
    EXPECT_DUMP(
        NULL,
        "{\"header\":{\"先手\":\"A \\\"B\\\"\",\"変な\":\"鍵\",\"手数\":3,\"無\":null},"
        "\"initial\":{\"preset\":\"HIRATE\"},\"moves\":[{\"comments\":[\"a\",\"\",\"b\\nc\"]},"
        "{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":"
        "\"FU\"},\"time\":{\"now\":{\"h\":1,\"m\":2,\"s\":3},\"total\":{\"h\":9,\"m\":9,\"s\":9}}},"
        "{\"special\":\"TORYO\",\"comments\":[\"負け\"]}]}",
        "game 0\nheader player0 key=先手 value=A \"B\"\nheader other key=変な value=鍵\n"
        "header other key=手数 value=3\nstart even\n0 start c=a||b|c\n1 7g7f t=3723000\n"
        "2 end resign c=負け\nresult b resign\n");
}

static void test_before_normalisation(void **state)
{
    (void)state;
    /* no colour, "same" without "to", the piece after moving, nulls, old colours */
    EXPECT_DUMP("jkf",
                "{\"header\":{},\"initial\":null,\"moves\":[{},"
                "{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\","
                "\"promote\":null,\"capture\":null,\"same\":null,\"relative\":null},"
                "\"comments\":null,\"time\":null,\"special\":null,\"forks\":null},"
                "{\"move\":{\"color\":false,\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4}}},"
                "{\"move\":{\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},\"piece\":\"UM\"}},"
                "{\"move\":{\"same\":true,\"from\":{\"x\":3,\"y\":1},\"piece\":\"GI\"}},"
                "{\"move\":{\"to\":{\"x\":5,\"y\":5},\"piece\":\"KA\"}},"
                "{\"move\":{\"to\":{\"x\":4,\"y\":2},\"piece\":\"OU\"}}]}",
                "game 0\nstart even\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 B*5e\n6 5a4b\n"
                "result ? none\n");
    /* the handicap in the header; no element for the start position */
    EXPECT_DUMP("jkf",
                "{\"header\":{\"手合割\":\"角落ち　\"},\"moves\":[" MOVE(1, 8, 3, 8, 4, "FU") "]}",
                "game 0\n"
                "start lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n1 8c8d\n"
                "result ? none\n");
}

static void test_starts(void **state)
{
    (void)state;
    EXPECT_DUMP("jkf", "{\"initial\":{\"preset\":\"10\"},\"moves\":[{}]}",
                "game 0\nstart 4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n"
                "result ? none\n");
    EXPECT_DUMP(
        "jkf",
        "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"color\":1,\"board\":[[{},{\"color\":"
        "1,\"kind\":\"OU\"}],[],[{\"color\":0,\"kind\":\"TO\"}]],\"hands\":[{\"KI\":2,"
        "\"OU\":0},{\"FU\":3}]}},\"moves\":[{}]}",
        "game 0\nstart 6+P2/8k/9/9/9/9/9/9/9 w 2G3p 1\nresult ? none\n");
    EXPECT_DUMP("jkf", "{\"initial\":{\"preset\":\"OTHER\"},\"moves\":[{}]}",
                "game 0\nstart even\nresult ? none\nproblem rejected syntax 1:11\n");
    EXPECT_DUMP(
        "jkf",
        "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"hands\":[{\"FU\":19}]}},\"moves\":[]}",
        "game 0\nstart even\nresult ? none\nproblem rejected syntax 1:11\n");
    EXPECT_DUMP("jkf",
                "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"hands\":[{\"HI\":3}]}},"
                "\"moves\":[" MOVE(0, 7, 7, 7, 6, "FU") "]}",
                "game 0\nstart 9/9/9/9/9/9/9/9/9 b 3R 1\nresult ? none\n"
                "problem rejected illegal 1:11\n");
}

/* Forks stand at the move that they replace; the second one has a fork of its own. */
#define FORKS                                                                                      \
    "{\"header\":{},\"moves\":[{}," MOVE(                                                          \
        0, 7, 7, 7, 6,                                                                             \
        "FU") ",{\"move\":{\"color\":1,\"from\":{"                                                 \
              "\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},\"piece\":\"FU\"},\"forks\":[[" MOVE(     \
                  1, 8, 3, 8, 4, "FU") "," MOVE(0, 2, 7, 2, 6,                                     \
                                                "FU") "],[{\"move\":{\"color\":1,\"from\":{"       \
                                                      "\"x\":5,\"y\":3},\"to\":{\"x\":5,\"y\":4}," \
                                                      "\"piece\":\"FU\"},\"forks\":[[" MOVE(       \
                                                          1, 9, 3, 9, 4,                           \
                                                          "FU") "]]},{\"special\":\"CHUDAN\"}]]}"  \
                                                                "," MOVE(0, 2, 7, 2, 6, "FU") "]}"

static void test_forks(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL, FORKS,
                "game 0\nstart even\n1 7g7f\n2 3c3d\n3 2g2f\n2 8c8d\n3 2g2f\n2 5c5d\n"
                "3 end interrupted\n2 9c9d\nresult ? none\n");
    /* a fork is still there where the move it replaces is bad */
    EXPECT_DUMP(
        "jkf",
        GAME("{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":5}},\"forks\":[[" MOVE(
            0, 2, 7, 2, 6, "FU") "]]}," MOVE(1, 3, 3, 3, 4, "FU")),
        "game 0\nstart even\n1 2g2f\nresult ? none\nproblem partial illegal 1:33\n");
}

static void test_bad_moves(void **state)
{
    (void)state;
    EXPECT_DUMP("jkf", GAME(MOVE(0, 7, 7, 7, 6, "FU") ",\n" MOVE(0, 2, 7, 2, 6, "FU")),
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem partial illegal 2:108\n");
    EXPECT_DUMP("jkf", GAME(MOVE(0, 7, 7, 7, 6, "GI")),
                "game 0\nstart even\nresult ? none\nproblem partial illegal 1:33\n");
    EXPECT_DUMP("jkf", GAME("{\"special\":\"NEW\"}," MOVE(0, 7, 7, 7, 6, "FU")),
                "game 0\nstart even\n1 end other text=NEW\nresult ? other\n"
                "problem lost syntax 1:51\n");
    EXPECT_DUMP("jkf", GAME("7," MOVE(0, 7, 7, 7, 6, "FU")),
                "game 0\nstart even\nresult ? none\nproblem partial syntax 1:25\n");
    EXPECT_DUMP("jkf",
                "{\"moves\":[{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6}},"
                "\"time\":{\"now\":{\"m\":\"x\"}}}]}",
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem lost syntax 1:74\n");
}

static void test_many_games(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL, "[" GAME(MOVE(0, 7, 7, 7, 6, "FU")) ",\n" GAME(MOVE(0, 2, 7, 2, 6, "FU")) "]",
                "game 0\nstart even\n1 7g7f\nresult ? none\n"
                "game 1\nstart even\n1 2g2f\nresult ? none\n");
    EXPECT_DUMP(NULL, GAME(MOVE(0, 7, 7, 7, 6, "FU")) "\n" GAME(MOVE(0, 2, 7, 2, 5, "FU")) "\n{}\n",
                "game 0\nstart even\n1 7g7f\nresult ? none\n"
                "game 1\nstart even\nresult ? none\nproblem partial illegal 2:134\n"
                "game 2\nstart even\nresult ? none\nproblem rejected syntax 3:202\n");
}

static void test_damage(void **state)
{
    (void)state;
    /* cut off: the moves before the cut are there */
    EXPECT_DUMP(NULL, "{\"header\":{},\"moves\":[{}," MOVE(0, 7, 7, 7, 6, "FU") ",{\"move\":{\"co",
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem partial illegal 1:107\n"
                "problem partial syntax 1:111\n");
    EXPECT_DUMP("jkf", "nonsense", "failed syntax 1:0\n");
    EXPECT_DUMP("jkf", "[]", "failed syntax 0:0\n");
    EXPECT_DUMP("jkf", "[7]", "game 0\nstart even\nresult ? none\nproblem rejected syntax 1:1\n");
}

static void test_writing(void **state)
{
    (void)state;
    EXPECT_WRITTEN(
        "csa",
        "N+先\n$EVENT:\"e\"\nPI\n+\n+7776FU\nT3661\n-3334FU\nT1.9\n+8822UM\n-3122GI\n'*a\n'*\n+"
        "0045KA\n%TORYO\nT2\n",
        "jkf",
        "{\"header\":{\"先手\":\"先\",\"棋戦\":\"\\\"e\\\"\"},\"initial\":{\"preset\":\"HIRATE\"},"
        "\"moves\":[{},{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},"
        "\"piece\":\"FU\"},\"time\":{\"now\":{\"h\":1,\"m\":1,\"s\":1},\"total\":{\"h\":1,\"m\":1,"
        "\"s\":1}}},{\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},"
        "\"piece\":\"FU\"},\"time\":{\"now\":{\"m\":0,\"s\":1},\"total\":{\"h\":0,\"m\":0,\"s\":1}}"
        "},"
        "{\"move\":{\"color\":0,\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},\"piece\":"
        "\"KA\","
        "\"promote\":true,\"capture\":\"KA\"}},{\"comments\":[\"a\",\"\"],\"move\":{\"color\":1,"
        "\"from\":{\"x\":3,\"y\":1},\"to\":{\"x\":2,\"y\":2},\"piece\":\"GI\",\"same\":true,"
        "\"capture\":\"UM\"}},{\"move\":{\"color\":0,\"to\":{\"x\":4,\"y\":5},\"piece\":\"KA\"}},"
        "{\"special\":\"TORYO\",\"time\":{\"now\":{\"m\":0,\"s\":2},\"total\":{\"h\":0,\"m\":0,"
        "\"s\":3}}}]}\n",
        LOSS_TIME_FRACTIONS);
    EXPECT_WRITTEN("jkf", FORKS, "jkf",
                   "{\"header\":{},\"initial\":{\"preset\":\"HIRATE\"},\"moves\":[{}," MOVE(
                       0, 7, 7, 7, 6,
                       "FU") ",{\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":3},"
                             "\"to\":{\"x\":3,\"y\":4},\"piece\":\"FU\"},\"forks\":["
                             "[" MOVE(1, 8, 3, 8, 4, "FU") "," MOVE(0, 2, 7, 2, 6, "FU") "],[" MOVE(
                                 1, 5, 3, 5, 4, "FU") ",{\"special\":\"CHUDAN\"}],"
                                                      "[" MOVE(1, 9, 3, 9, 4, "FU") "]]}," MOVE(
                                                          0, 2, 7, 2, 6, "FU") "]}\n",
                   0);
    EXPECT_WRITTEN("csa", "'remark\nPI\n+\n%MAX_MOVES\n", "jkf",
                   "{\"header\":{},\"initial\":{\"preset\":\"HIRATE\"},\"moves\":[{},{\"special\":"
                   "\"HIKIWAKE\"}]}\n",
                   LOSS_REMARKS | LOSS_END);
}

/* Variations nested ten thousand deep, each replacing the move before. */
static void test_deep_forks(void **state)
{
    (void)state;
    struct buf text;
    struct rewrite w;
    struct dump_sink sink;
    enum { DEPTH = 10000 };
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, "{\"moves\":[{},");
    for (int i = 0; i < DEPTH; i++)
        buf_add_str(&text,
                    "{\"move\":{\"to\":{\"x\":7,\"y\":6},\"from\":{\"x\":7,\"y\":7}},\"forks\":[[");
    buf_add_str(&text, MOVE(0, 2, 7, 2, 6, "FU"));
    for (int i = 0; i < DEPTH; i++)
        buf_add_str(&text, "]]}");
    buf_add_str(&text, "]}");
    rewrite_as(buf_span(&text), "jkf", "jkf", &w);
    dump_read(buf_span(&w.written), "jkf", 0, &sink);
    assert_null(strstr(buf_cstr(&sink.text), "problem"));
    assert_non_null(strstr(buf_cstr(&sink.text), "1 2g2f\nresult"));
    buf_release(&sink.text);
    buf_release(&w.written);
    buf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_game), cmocka_unit_test(test_before_normalisation),
        cmocka_unit_test(test_starts),     cmocka_unit_test(test_forks),
        cmocka_unit_test(test_bad_moves),  cmocka_unit_test(test_many_games),
        cmocka_unit_test(test_damage),     cmocka_unit_test(test_writing),
        cmocka_unit_test(test_deep_forks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
