/* CSA: every kind of statement, read and written. */
#include "format_dump.h"

#define EVEN "PI\n+\n"

static void test_versions_and_headers(void **state)
{
    (void)state;
    EXPECT_DUMP(
        "csa",
        "V2.2\nN+Sente, the first\nN-Gote\n$EVENT:A, B\n$SITE:here\n"
        "$START_TIME:2026/01/02 03:04:05\n$END_TIME:2026/01/02\n$TIME_LIMIT:00:25+00\n"
        "$OPENING:YAGURA\n$X-UNKNOWN:kept:so\nPI\n+\n+7776FU\nT12\n-3334FU\nT6\n%TORYO\n",
        "game 0\nheader player0 key=N+ value=Sente, the first\nheader player1 key=N- value=Gote\n"
        "header event key=$EVENT value=A, B\nheader site key=$SITE value=here\n"
        "header start-time key=$START_TIME value=2026/01/02 03:04:05\n"
        "header end-time key=$END_TIME value=2026/01/02\nheader limit key=$TIME_LIMIT "
        "value=00:25+00\n"
        "header opening key=$OPENING value=YAGURA\nheader other key=$X-UNKNOWN value=kept:so\n"
        "start even\n1 7g7f t=12000\n2 3c3d t=6000\n3 end resign\nresult w resign\n");
    /* V1: no version line, no position at all */
    EXPECT_DUMP(NULL, "+7776FU\n-3334FU\n", "game 0\nstart even\n1 7g7f\n2 3c3d\nresult ? none\n");
    /* V3: encoding line, fractions of seconds, MAX_MOVES */
    EXPECT_DUMP(NULL, "'CSA encoding=UTF-8\nV3.0\n" EVEN "+7776FU\nT12.345\n%MAX_MOVES\nT0.5\n",
                "game 0\nstart even\n1 7g7f t=12345\n2 end max-moves t=500\nresult d max-moves\n");
    /* byte order mark, CRLF, lone CR */
    EXPECT_DUMP(NULL, "\xEF\xBB\xBFV2\r\nPI\r\n+\r\n+7776FU\r-3334FU\r\n",
                "game 0\nstart even\n1 7g7f\n2 3c3d\nresult ? none\n");
}

static void test_commas(void **state)
{
    (void)state;
    EXPECT_DUMP("csa", "PI,+\n+7776FU,T12\n-3334FU,T3,+2726FU\n%TORYO,T5\n",
                "game 0\nstart even\n1 7g7f t=12000\n2 3c3d t=3000\n3 2g2f\n"
                "4 end resign t=5000\nresult b resign\n");
    /* columns of remarks, as one program wrote them */
    EXPECT_DUMP("csa", "PI,+\n+7776FU  ,T24      ,'T120    ,'7776   ,' 1\n",
                "game 0\nstart even\n1 7g7f t=24000 r=T120    ,'7776   ,' 1\nresult ? none\n");
}

static void test_boards(void **state)
{
    (void)state;
    EXPECT_DUMP("csa", "PI82HI22KA\n-\n-5142OU\n",
                "game 0\nstart lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n"
                "1 5a4b\nresult ? none\n");
    /* rows that lost trailing blanks, and rows with single blanks */
    EXPECT_DUMP("csa",
                "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * * * * * * * -KA *\n"
                "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4\nP5 *  *  *  *  *  *  *  *  *\nP6 * \n"
                "P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI *\n"
                "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\nP-00HI\n-\n",
                "game 0\nstart lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w r 1\n"
                "result ? none\n");
    /* piece by piece, and the rest to one hand */
    EXPECT_DUMP("csa", "P-11OU\nP+23TO00KI\nP-00AL\n+\n+0012KI\n%TSUMI\n",
                "game 0\nstart 8k/9/7+P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\n1 G*1b\n2 end mate\n"
                "result b mate\n");
    EXPECT_DUMP("csa", "PI99XX\n+\n+7776FU\n",
                "game 0\nstart even\nresult ? none\nproblem partial syntax 1:0\n");
    /* two kings on one side: no position to play from */
    EXPECT_DUMP("csa", "P+59OU58OU\n+\n",
                "game 0\nstart 9/9/9/9/9/9/9/4K4/4K4 b - 1\nresult ? none\n"
                "problem rejected illegal 2:11\n");
}

static void test_comments_and_values(void **state)
{
    (void)state;
    EXPECT_DUMP("csa",
                "'before\n'*about it\n" EVEN "+7776FU\n'** 94 -3334FU +2726FU\n'*next\n"
                "-3334FU\n'** -m7\n'plain\n",
                "game 0\nstart even\n0 start c=about it r=before\n"
                "1 7g7f c=* 94 -3334FU +2726FU|next v=94\n2 3c3d c=* -m7 r=plain v=m-7\n"
                "result ? none\n");
    EXPECT_DUMP("csa", EVEN "+7776FU\n'*\n'*a\n'*\n",
                "game 0\nstart even\n1 7g7f c=|a|\nresult ? none\n");
}

static void test_summary(void **state)
{
    (void)state;
    EXPECT_DUMP("csa", EVEN "+7776FU\n'summary:time up:A win:B lose\n",
                "game 0\nstart even\n1 7g7f r=summary:time up:A win:B lose\nresult b none\n");
    EXPECT_DUMP("csa", EVEN "+7776FU\n%CHUDAN\n'summary:max_moves:A draw:B draw\n$END_TIME:x\n",
                "game 0\nheader end-time key=$END_TIME value=x\nstart even\n1 7g7f\n"
                "2 end interrupted r=summary:max_moves:A draw:B draw\nresult d interrupted\n");
}

static void test_ends(void **state)
{
    (void)state;
    static const struct {
        const char *word, *end;
        char result;
    } ends[] = {{"TORYO", "resign", 'b'},
                {"CHUDAN", "interrupted", '?'},
                {"SENNICHITE", "repetition", 'd'},
                {"TIME_UP", "time-up", 'b'},
                {"ILLEGAL_MOVE", "illegal-move", 'b'},
                {"+ILLEGAL_ACTION", "illegal-action by 0", 'w'},
                {"-ILLEGAL_ACTION", "illegal-action by 1", 'b'},
                {"JISHOGI", "impasse", 'd'},
                {"KACHI", "declaration", 'w'},
                {"HIKIWAKE", "draw", 'd'},
                {"MATTA", "take-back", '?'},
                {"TSUMI", "mate", 'b'},
                {"FUZUMI", "no-mate", '?'},
                {"ERROR", "error", '?'},
                {"MAX_MOVES", "max-moves", 'd'}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct buf raw, expected;
        buf_init(&raw, BUF_DEFAULT_MAX);
        buf_init(&expected, BUF_DEFAULT_MAX);
        buf_printf(&raw, EVEN "+7776FU\n%%%s\n", ends[i].word);
        int kind = (int)strcspn(ends[i].end, " ");
        buf_printf(&expected, "game 0\nstart even\n1 7g7f\n2 end %s\nresult %c %.*s\n", ends[i].end,
                   ends[i].result, kind, ends[i].end);
        expect_dump("csa", buf_span(&raw), buf_cstr(&expected));
        /* and written as it was */
        struct rewrite w;
        rewrite_as(buf_span(&raw), "csa", "csa", &w);
        assert_non_null(strstr(buf_cstr(&w.written), strchr(buf_cstr(&raw), '%')));
        assert_int_equal(w.losses, 0);
        buf_release(&w.written);
        buf_release(&raw);
        buf_release(&expected);
    }
    EXPECT_DUMP("csa", "%TORYO\n", "game 0\nstart even\n1 end resign\nresult w resign\n");
    EXPECT_DUMP("csa", EVEN "+7776FU\n%SOMETHING_NEW\n",
                "game 0\nstart even\n1 7g7f\n2 end other text=SOMETHING_NEW\nresult ? other\n");
}

static void test_many_games(void **state)
{
    (void)state;
    /* by the book: the version is not repeated */
    EXPECT_DUMP("csa", "V2.2\nN+A\n" EVEN "+7776FU\n%TORYO\n/\nN+B\n" EVEN "+2726FU\n%TORYO\n",
                "game 0\nheader player0 key=N+ value=A\nstart even\n1 7g7f\n2 end resign\n"
                "result b resign\ngame 1\nheader player0 key=N+ value=B\nstart even\n1 2g2f\n"
                "2 end resign\nresult b resign\n");
    /* concatenated without a slash */
    EXPECT_DUMP("csa", "V2.2\n" EVEN "+7776FU\nV2.2\n" EVEN "+2726FU\nPI\n+\n+5756FU\n",
                "game 0\nstart even\n1 7g7f\nresult ? none\ngame 1\nstart even\n1 2g2f\n"
                "result ? none\ngame 2\nstart even\n1 5g5f\nresult ? none\n");
    /* slashes around nothing are no games; one bad game costs itself alone */
    EXPECT_DUMP("csa", "/\n/\nPI\n+\n+7775FU\n-3334FU\n/\nPI\n+\n+2726FU\n/\n",
                "game 0\nstart even\nresult ? none\nproblem partial illegal 5:9\ngame 1\n"
                "start even\n1 2g2f\nresult ? none\n");
}

static void test_bad_moves(void **state)
{
    (void)state;
    EXPECT_DUMP("csa", EVEN "+7776FU\n+2726FU\n",
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem partial illegal 4:13\n");
    EXPECT_DUMP("csa", EVEN "+7776FU\n-3333FU\n+2726FU\n%TORYO\n",
                "game 0\nstart even\n1 7g7f\nresult b resign\nproblem partial illegal 4:13\n");
    EXPECT_DUMP("csa", EVEN "+7776XX\n",
                "game 0\nstart even\nresult ? none\nproblem partial illegal 3:5\n");
    EXPECT_DUMP("csa", EVEN "+0076FU\n+776\n",
                "game 0\nstart even\nresult ? none\nproblem partial illegal 3:5\n"
                "problem lost syntax 4:13\n");
    /* a record that ends with the foul has lost nothing */
    EXPECT_DUMP("csa", EVEN "+7776FU\nT1\n-3333FU\nT2\n%ILLEGAL_MOVE\n",
                "game 0\nstart even\n1 7g7f t=1000\n2 end illegal-move text=-3333FU\n"
                "result b illegal-move\nproblem note illegal 5:16\n");
    EXPECT_WRITTEN("csa", EVEN "+7776FU\n-3333FU\n%ILLEGAL_MOVE\n", "csa",
                   "V2.2\n" EVEN "+7776FU\n-3333FU\n%ILLEGAL_MOVE\n", 0);
    /* moving twice is a foul as well */
    EXPECT_DUMP("csa", EVEN "+7776FU\n+2726FU\n%+ILLEGAL_ACTION\n",
                "game 0\nstart even\n1 7g7f\n2 end illegal-action by 0 text=+2726FU\n"
                "result w illegal-action\nproblem note illegal 4:13\n");
    /* what comes after the end, and what is no statement */
    EXPECT_DUMP("csa", EVEN "+7776FU\n%TORYO\n-3334FU\nsleep 1\nTx\n",
                "game 0\nstart even\n1 7g7f\n2 end resign\nresult b resign\n"
                "problem lost syntax 5:20\nproblem lost syntax 6:28\nproblem lost syntax 7:36\n");
}

static void test_rejected(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL, "hello\nworld\n", "failed unsupported 0:0\n");
    EXPECT_DUMP("csa", "/\n/\n", "failed syntax 0:0\n");
    EXPECT_DUMP(NULL, "", "failed syntax 0:0\n");
}

static void test_writing(void **state)
{
    (void)state;
    /* plain ASCII is written for old programs, the rest as V3.0 */
    EXPECT_WRITTEN("csa", "N+A\nPI\n+\n+7776FU\nT1\n%TORYO\n", "csa",
                   "V2.2\nN+A\nPI\n+\n+7776FU\nT1\n%TORYO\n", 0);
    EXPECT_WRITTEN("csa", "N+先手\nPI\n+\n+7776FU\n'*好手\n", "csa",
                   "'CSA encoding=UTF-8\nV3.0\nN+先手\nPI\n+\n+7776FU\n'*好手\n", 0);
    EXPECT_WRITTEN("csa", "PI\n+\n+7776FU\nT1.25\n'*\n'*a\n'*\n", "csa",
                   "'CSA encoding=UTF-8\nV3.0\nPI\n+\n+7776FU\nT1.250\n'*\n'*a\n'*\n", 0);
    /* a start of its own, hands, promotion, drop */
    EXPECT_WRITTEN("usi", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2p 7 moves 5c5b+ 5a5b G*5c", "csa",
                   "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \n"
                   "P3 *  *  *  * +FU *  *  *  * \nP4 *  *  *  *  *  *  *  *  * \n"
                   "P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n"
                   "P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \n"
                   "P9 *  *  *  * +OU *  *  *  * \nP+00KI\nP-00FU00FU\n+\n+5352TO\n-5152OU\n"
                   "+0053KI\n",
                   LOSS_START_PLY);
    /* headers that CSA does not know become remarks, and no header breaks a line */
    EXPECT_WRITTEN("jkf",
                   "{\"header\":{\"変\":\"平手\",\"a\":\"b\\nc\"},\"moves\":[{},"
                   "{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":"
                   "\"FU\"},\"forks\":[[{\"special\":\"TORYO\"}]]}]}",
                   "csa", "'CSA encoding=UTF-8\nV3.0\n'変:平手\n'a:b c\nPI\n+\n+7776FU\n",
                   LOSS_HEADERS | LOSS_VARIATIONS);
}

/* What Shogi Wars writes in place of a CSA end. */
static void test_shogi_wars(void **state)
{
    (void)state;
    static const struct {
        const char *word, *want;
    } ENDS[] = {{"GOTE_WIN_TORYO", "result w resign"},
                {"SENTE_WIN_CHECKMATE", "result b mate"},
                {"SENTE_WIN_TIMEOUT", "result b time-up"},
                {"DRAW_SENNICHI", "result d repetition"},
                {"GOTE_WIN_OUTE_SENNICHI", "result w illegal-action"},
                {"SENTE_WIN_SOMETHING", "result b other"}};
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        struct dump_sink sink;
        struct buf text;
        buf_init(&text, BUF_DEFAULT_MAX);
        buf_printf(&text, "V2.2\nPI\n+\n+7776FU\n-3334FU\n%s\n", ENDS[i].word);
        dump_read(buf_span(&text), "csa", 0, &sink);
        assert_true(span_find(buf_span(&sink.text), span_of(ENDS[i].want)) >= 0);
        assert_true(span_find(buf_span(&sink.text), SPAN("problem")) < 0);
        buf_release(&sink.text);
        buf_release(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions_and_headers),
        cmocka_unit_test(test_commas),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_comments_and_values),
        cmocka_unit_test(test_summary),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_many_games),
        cmocka_unit_test(test_bad_moves),
        cmocka_unit_test(test_rejected),
        cmocka_unit_test(test_writing),
        cmocka_unit_test(test_shogi_wars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
