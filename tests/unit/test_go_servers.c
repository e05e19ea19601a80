/* Records of Go as servers write them. */
#include "base/alloc.h"
#include "format_dump.h"

#define HEAD "game 0\n"

static void test_gib(void **state)
{
    (void)state;
    EXPECT_DUMP("gib",
                "\\HS\n\\[GAMEBLACKNAME=first (3D)\\]\n\\[GAMEWHITENAME=second (12K)\\]\n"
                "\\[GAMEPLACE=Tygem\\]\n\\[GAMEDATE=2010- 3-24-10-30-00\\]\n"
                "\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GRLT:3,ZIPSU:0,GONGJE:65\\]\n\\HE\n\\GS\n"
                "2 1 0\nINI 0 1 0 &4\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\nSKI 0 4\n\\GE\n",
                HEAD "header player0 key=PB value=first\nheader other key=BR value=3D\n"
                     "header player1 key=PW value=second\nheader other key=WR value=12K\n"
                     "header site key=PC value=Tygem\n"
                     "header start-time key=DT value=2010-03-24 10:30:00\n"
                     "header other key=KM value=6.5\nheader other key=RE value=B+R\n"
                     "start even\n1 B[Q16]\n2 W[D4]\n3 B[pass]\nresult b resign\n");
}

/* A date, and what it becomes. */
static void expect_gib_date(const char *written, const char *read)
{
    struct buf raw, expected;
    buf_init(&raw, 1000);
    buf_init(&expected, 1000);
    buf_printf(&raw, "\\HS\n\\[GAMEDATE=%s\\]\n\\HE\n\\GS\nSTO 0 2 1 0 0\n\\GE\n", written);
    buf_printf(&expected,
               HEAD "header start-time key=DT value=%s\nstart even\n1 B[A19]\nresult ? none\n",
               read);
    expect_dump("gib", buf_span(&raw), buf_cstr(&expected));
    buf_release(&raw);
    buf_release(&expected);
}

static void test_gib_dates(void **state)
{
    (void)state;
    expect_gib_date("2010- 3-24", "2010-03-24");
    expect_gib_date("2010-12- 4- 1- 2- 3", "2010-12-04 01:02:03");
    expect_gib_date("2010-12-04", "2010-12-04");
    expect_gib_date("2012年11月22日 6:3", "2012年11月22日 6:3");
    expect_gib_date("2010-12", "2010-12");
    expect_gib_date("2010- 3-24-", "2010-03-24");
    expect_gib_date("2010- 3-24-10", "2010- 3-24-10");
    expect_gib_date("some day", "some day");
}

static void test_ngf(void **state)
{
    (void)state;
    EXPECT_DUMP("ngf",
                "Rated game\n19\nsecond      7D*\nfirst       5D*\nwww.example.org\n2\n0\n0\n"
                "20170316 [09:51]\n5\nWhite wins by  resign!\n3\n"
                "PMABWQRRQ\nPMACBEEEE\nPMADWGRRG\n",
                HEAD "header other key=HA value=2\nheader event key=EV value=Rated game\n"
                     "header player1 key=PW value=second\nheader other key=WR value=7D*\n"
                     "header player0 key=PB value=first\nheader other key=BR value=5D*\n"
                     "header site key=PC value=www.example.org\nheader other key=KM value=0\n"
                     "header start-time key=DT value=2017-03-16\n"
                     "header other key=RE value=White wins by  resign!\n"
                     "start 19x19 w b:Q16,D4\n1 W[Q3]\n2 B[D16]\n3 W[F3]\nresult w resign\n");
}

/* Half a point more without handicap; no rank; letters beyond the board are passes. */
static void test_ngf_even(void **state)
{
    (void)state;
    EXPECT_DUMP("ngf",
                "Friendly\n9\nsecond\nfirst 3D\n\n0\n0\n7\nsome day\n5\nBlack wins by 0.5!\n4\n"
                "PMABBBBBB\nPMACWJJJJ\nPMADBAAAA\nPMAEWKBBK\n",
                HEAD "header event key=EV value=Friendly\nheader player1 key=PW value=second\n"
                     "header player0 key=PB value=first\nheader other key=BR value=3D\n"
                     "header other key=KM value=7.5\nheader start-time key=DT value=some day\n"
                     "header other key=RE value=Black wins by 0.5!\n"
                     "start 9x9 b\n1 B[A9]\n2 W[J1]\n3 B[pass]\n4 W[pass]\nresult b score\n");
}

static void test_ngf_of_clients(void **state)
{
    (void)state;
    EXPECT_DUMP("ngf",
                "GIcup\nGIsecond 1D\nGIfirst 5D\nGI\nGI\nGI2006-9-5\nGI13\nGI2\nGI0\nGI6\nGI2\n"
                "PMABWCDDC\nPMACBDCCD\n",
                HEAD "header other key=HA value=2\nheader event key=EV value=cup\n"
                     "header player1 key=PW value=second\nheader other key=WR value=1D\n"
                     "header player0 key=PB value=first\nheader other key=BR value=5D\n"
                     "header start-time key=DT value=2006-9-5\nstart 13x13 w b:K10,D4\n"
                     "1 W[B11]\n2 B[C12]\nresult ? none\n");
}

static void test_ngf_broken(void **state)
{
    (void)state;
    /* no box at all */
    EXPECT_DUMP("ngf", "PMABBCDDC\nPMACWDCCD\n",
                HEAD "start even\n1 B[B17]\n2 W[C18]\nresult ? none\n");
    /* an empty box, numbers that are none or too large, lines that are no moves, a move
     * on a stone, letters that are none */
    EXPECT_DUMP("ngf",
                "x\n99\n\n\n\n12\n\nkomi\n2017\n\n\n\nPMABB\nPMABXCC\nPMABBCC\nPMABBCC\nhello\n"
                "PMABW\x01~\n",
                HEAD "header event key=EV value=x\nheader start-time key=DT value=2017\n"
                     "start even\n1 B[B18]\n2 B[B18]\n3 W[pass]\nresult ? none\n"
                     "problem note illegal 16:47\n");
    EXPECT_DUMP("ngf", "only\nwords\n",
                HEAD "header event key=EV value=only\nstart even\nresult ? none\n");
    EXPECT_DUMP("ngf", "", "failed syntax 0:0\n");
}

static void test_ugf(void **state)
{
    (void)state;
    EXPECT_DUMP("ugf",
                "[Header]\nVer=UGF3,200\nTitle=a game\nPlace=somewhere\nEvent=cup\nRound=2\n"
                "Date=2019/03/08,22:09:00\nRule=JPN\nSize=19\nHdcp=0,-5.50\nWinner=B,7.50\n"
                "Writer=me\nCopyright=nobody\nCoordinateType=IGS\nComment=words\n"
                "PlayerB=first,7d,,x\nPlayerW=second,8d,,y\n[Data]\nQP,B1,1,0\nDP,W1,2,0\n"
                "YA,B1,3,0\n[Figure]\n.Text,2\na word\n\nand another\n.EndText\n.Text,0\n"
                "before all\n.EndText\n",
                HEAD "header title key=GN value=a game\nheader site key=PC value=somewhere\n"
                     "header event key=EV value=cup\nheader other key=RO value=2\n"
                     "header start-time key=DT value=2019/03/08\nheader other key=RU value=JPN\n"
                     "header other key=KM value=5.50\nheader other key=RE value=B+7.50\n"
                     "header other key=US value=me\nheader other key=CP value=nobody\n"
                     "header note key=GC value=words\nheader player0 key=PB value=first\n"
                     "header other key=BR value=7d\nheader player1 key=PW value=second\n"
                     "header other key=WR value=8d\nstart even\n0 start c=before all\n"
                     "1 B[R16]\n2 W[D16] c=a word||and another\n3 B[pass]\nresult b score\n");
}

static void expect_ugf_winner(const char *written, const char *header, const char *result)
{
    struct buf raw, expected;
    buf_init(&raw, 1000);
    buf_init(&expected, 1000);
    buf_printf(&raw, "[Header]\nWinner=%s\n[Data]\nAA,B1,1,0\n", written);
    buf_printf(&expected, HEAD "%sstart even\n1 B[A19]\nresult %s\n", header, result);
    expect_dump("ugf", buf_span(&raw), buf_cstr(&expected));
    buf_release(&raw);
    buf_release(&expected);
}

static void test_ugf_winners(void **state)
{
    (void)state;
    expect_ugf_winner("W,3.50", "header other key=RE value=W+3.50\n", "w score");
    expect_ugf_winner("W,C", "header other key=RE value=W+R\n", "w resign");
    expect_ugf_winner("B,T", "header other key=RE value=B+T\n", "b time-up");
    expect_ugf_winner("D,", "header other key=RE value=Draw\n", "d draw");
    /* Of two the first counts, as it does in SGF, which this is written as. */
    expect_ugf_winner("B,7.50\nWinner=W,C",
                      "header other key=RE value=B+7.50\nheader other key=RE value=W+R\n",
                      "b score");
    expect_ugf_winner("N,", "", "? none");
    expect_ugf_winner("", "", "? none");
}

/* By IGS's reckoning stones stand where servers put them; otherwise they are in the data. */
static void test_ugf_handicap(void **state)
{
    (void)state;
    EXPECT_DUMP("ugf", "[Header]\nSize=19\nHdcp=2,0\nCoordinateType=IGS\n[Data]\nCD,W1,1,0\n",
                HEAD "header other key=KM value=0\nheader other key=HA value=2\n"
                     "start 19x19 w b:Q16,D4\n1 W[C4]\nresult ? none\n");
    EXPECT_DUMP("ugf", "[Header]\nSize=13\nHdcp=2,0.5\n[Data]\nJD,B1,0,0\nDJ,B1,0,0\nAB,W1,1,0\n",
                HEAD "header other key=KM value=0.5\nstart 13x13 w b:K10,D4\n"
                     "1 W[A12]\nresult ? none\n");
}

static void test_ugf_broken(void **state)
{
    (void)state;
    /* headers that say nothing, lines that are no moves, a move on a stone, a section of
     * something else, text outside of a comment, a comment behind the end */
    EXPECT_DUMP("ugf",
                "[Header]\nno equals\n=\nSize=99\nHdcp=many\nPlayerB=\n[Data]\nQ\nQP\nQP,X1,1\n"
                "QP,B1\nQP,W1,2\n\n[Other]\nQD,B1,3\n[Figure]\nlost\n.Text,9\nbehind the end\n"
                ".EndText\n",
                HEAD "start even\n1 B[R4]\n2 W[R4] c=behind the end\nresult ? none\n"
                     "problem lost syntax 8:55\nproblem lost syntax 9:57\n"
                     "problem lost syntax 10:60\nproblem note illegal 12:74\n");
    /* two comments on a move, the second never closed */
    EXPECT_DUMP("ugf",
                "[Header]\n[Data]\nAA,B1,1\n[Figure]\n.Text,1\none\n.EndText\n.Text,1\n"
                "[two]\n",
                HEAD "start even\n1 B[A19] c=one|[two]\nresult ? none\n");
    EXPECT_DUMP("ugf", "[Data]\nQD,B1,1,0\n", HEAD "start even\n1 B[R16]\nresult ? none\n");
    EXPECT_DUMP("ugf", "nothing of the kind\n", HEAD "start even\nresult ? none\n");
}

static enum status ignore_record(void *ctx, struct record *rec)
{
    (void)ctx;
    (void)rec;
    return STATUS_OK;
}

/* The nth allocation fails: no game, nothing leaks, and it was told. */
static void expect_no_memory(const char *format, const char *raw)
{
    bool whole = false;
    for (long n = 0; !whole && n < 200; n++) {
        struct reader reader;
        struct err err;
        reader_init(&reader);
        mem_fail_after(n);
        enum status st = reader_read(&reader, span_of(raw), SPAN("test"),
                                     format_by_name(span_of(format)), ignore_record, NULL, &err);
        mem_fail_never();
        reader_release(&reader);
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        whole = st == STATUS_OK;
    }
    assert_true(whole);
}

static void test_no_memory(void **state)
{
    (void)state;
    expect_no_memory("gib", "\\HS\n\\[GAMEDATE=2010- 3-24\\]\n\\GS\nSTO 0 2 1 15 3\n\\GE\n");
    expect_no_memory("ngf",
                     "x\n19\na 1D\nb 2D\nwww\n2\n0\n0\n20170316\n5\nWhite wins\n1\nPMABWQRRQ\n");
    expect_no_memory("ugf", "[Header]\nPlayerB=a,1d\nWinner=B,C\n[Data]\nAA,B1,1\n[Figure]\n"
                            ".Text,1\none\n.EndText\n.Text,1\ntwo\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gib),
        cmocka_unit_test(test_gib_dates),
        cmocka_unit_test(test_ngf),
        cmocka_unit_test(test_ngf_even),
        cmocka_unit_test(test_ngf_of_clients),
        cmocka_unit_test(test_ngf_broken),
        cmocka_unit_test(test_ugf),
        cmocka_unit_test(test_ugf_winners),
        cmocka_unit_test(test_ugf_handicap),
        cmocka_unit_test(test_ugf_broken),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
