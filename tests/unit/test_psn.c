/* PSN in its dialects. */
#include <sys/time.h>

#include "format_dump.h"

static void test_pairs(void **state)
{
    (void)state;
    /* "xB" takes back on the last square; G65b: the gold of the sixth file */
    EXPECT_DUMP(
        NULL,
        "[Sente \"Aoki\"]\n[Gote \"Baba\"]\n[Date \"1976/01/18\"]\n[Event \"A match\"]\n"
        "[Venue \"Here\"]\n[Round \"1\"]\n[Result \"0-1\"]\n"
        "1.P7f P3d 2.Bx2b+ xS 3.B*5e G65b\n\n{ Resigns }\n",
        "game 0\nheader player0 key=Sente value=Aoki\nheader player1 key=Gote value=Baba\n"
        "header start-time key=Date value=1976/01/18\nheader event key=Event value=A match\n"
        "header site key=Venue value=Here\nheader other key=Round value=1\n"
        "header other key=Result value=0-1\nstart even\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n"
        "5 B*5e\n6 6a5b\n7 end resign\nresult w resign\n");
}

static void test_plies(void **state)
{
    (void)state;
    /* numbered by plies; drops without a mark; G6x: by the gold of the sixth file */
    EXPECT_DUMP(NULL,
                "[Black \"A\"]\n1.P7f \t2.P3d \t3.B2b+ \t4.Sx \t5.B4e \t6.G65b \n7.Bx3d=\n{1-0}\n",
                "game 0\nheader player0 key=Black value=A\nstart even\n1 7g7f\n2 3c3d\n3 8h2b+\n"
                "4 3a2b\n5 B*4e\n6 6a5b\n7 4e3d\nresult b none\n");
    EXPECT_DUMP("psn", "1.P2f 2.P8d 3.P2e 4.P8e 5.P2d 6.Px 7.Rx 8.G3b 9.Rx2c+ 10.Gx",
                "game 0\nstart even\n1 2g2f\n2 8c8d\n3 2f2e\n4 8d8e\n5 2e2d\n6 2c2d\n7 2h2d\n"
                "8 4a3b\n9 2d2c+\n10 3b2c\nresult ? none\n");
}

static void test_long_moves(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL, "P7g-7f P3c-3d B8hx2b+ S3ax2b B'5e +",
                "game 0\nstart even\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 B*5e\nresult ? none\n"
                "problem partial syntax 1:34\n");
    EXPECT_DUMP(NULL, "   1 P2g-2f ( 5:27/00:05:27)\n   2 P3c-3d ( 0:01/00:00:01)\n   3 {resign}\n",
                "game 0\nstart even\n1 2g2f t=327000\n2 3c3d t=1000\n3 end resign\n"
                "result w resign\n");
}

static void test_comments_and_variations(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL,
                "{ about }\n1.P7f { first\nsecond } P3d (P8d 2.P2f { why } (2.P5f)) 2.P2f!? P8d "
                "3... P2e",
                "game 0\nstart even\n0 start c=about\n1 7g7f c=first|second\n2 3c3d\n3 2g2f\n"
                "4 8c8d\n5 2f2e\n2 8c8d\n3 2g2f c=why\n3 5g5f\nresult ? none\n");
    /* a bad variation costs itself */
    EXPECT_DUMP("psn", "1.P7f P3d (K5a P9d) 2.P2f",
                "game 0\nstart even\n1 7g7f\n2 3c3d\n3 2g2f\nresult ? none\n"
                "problem partial illegal 1:11\n");
    EXPECT_DUMP("psn", "(1.P7f) 1.P2f ) P3d {open",
                "game 0\nstart even\n1 2g2f\n2 3c3d c=open\nresult ? none\n"
                "problem lost limit 1:0\nproblem note syntax 1:14\nproblem note syntax 1:20\n");
}

static void test_many_games(void **state)
{
    (void)state;
    EXPECT_DUMP("psn",
                "[Sente \"A\"]\n1.P7f P3d[Sente \"B\"]\n[Result \"Jishogi\"]\n1.P2f\n\n"
                "[Sente \"C\"]\n1.P9a\n",
                "game 0\nheader player0 key=Sente value=A\nstart even\n1 7g7f\n2 3c3d\n"
                "result ? none\ngame 1\nheader player0 key=Sente value=B\n"
                "header other key=Result value=Jishogi\nstart even\n1 2g2f\nresult d none\n"
                "game 2\nheader player0 key=Sente value=C\nstart even\nresult ? none\n"
                "problem partial illegal 7:73\n");
}

static enum status count_nodes(void *ctx, struct record *rec)
{
    *(uint32_t *)ctx += rec->node_count;
    return STATUS_OK;
}

/* A file without line ends must not be looked through again for every bracket in it. */
static void test_one_long_line(void **state)
{
    (void)state;
    static const char *const parts[] = {"(1.P2f) ", "(1:02/ "};
    for (int kind = 0; kind < 2; kind++) {
        struct reader reader;
        struct buf raw;
        struct err err;
        uint32_t nodes = 0;
        reader_init(&reader);
        buf_init(&raw, BUF_DEFAULT_MAX);
        buf_add_str(&raw, "1.P7f ");
        while (raw.n < 3 << 20)
            buf_add_str(&raw, parts[kind]);
        /* It takes a second of the processor; a minute and more if it is quadratic. */
        setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_sec = 30}, NULL);
        assert_int_equal(reader_read(&reader, buf_span(&raw), SPAN("long"),
                                     format_by_name(SPAN("psn")), count_nodes, &nodes, &err),
                         STATUS_OK);
        setitimer(ITIMER_VIRTUAL, &(struct itimerval){0}, NULL);
        assert_true(kind ? nodes == 2 : nodes > 300000);
        buf_release(&raw);
        reader_release(&reader);
    }
}

static void test_what_is_left_open(void **state)
{
    (void)state;
    /* two golds could go to 5h */
    EXPECT_DUMP("psn", "1.G5h", "game 0\nstart even\nresult ? none\nproblem partial illegal 1:2\n");
    EXPECT_DUMP("psn", "1.Gi5h P3d 2.G4i-4h",
                "game 0\nstart even\nresult ? none\nproblem partial illegal 1:2\n");
    EXPECT_DUMP("psn", "[SFEN \"4k4/9/9/9/9/9/9/9/4K4 b P 1\"]\n1.P*5e K5b\n",
                "game 0\nheader other key=SFEN value=4k4/9/9/9/9/9/9/9/4K4 b P 1\n"
                "start 4k4/9/9/9/9/9/9/9/4K4 b P 1\n1 P*5e\n2 5a5b\nresult ? none\n");
    EXPECT_DUMP("psn", "[SFEN \"nonsense\"]\n1.P*5e\n",
                "game 0\nheader other key=SFEN value=nonsense\nstart even\nresult ? none\n"
                "problem rejected syntax 2:18\n");
    /* not every text with tags is a game of shogi */
    EXPECT_DUMP(NULL, "[Event \"chess\"]\n1. e4 e5 2. Nf3 Nc6\n", "failed unsupported 0:0\n");
}

/* Who won without a word on how: that is what CSA cannot keep, not how it ended. */
static enum status see_losses(void *ctx, struct record *rec)
{
    struct buf out;
    struct err err;
    buf_init(&out, BUF_DEFAULT_MAX);
    assert_int_equal(format_by_name(SPAN("csa"))->write(rec, &out, ctx, &err), STATUS_OK);
    buf_release(&out);
    return STATUS_OK;
}

static void test_result_without_end(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned want;
    } GAMES[] = {{"[Result \"1-0\"]\n1.P7g-7f 2.P3c-3d\n", LOSS_RESULT},
                 {"[Sente \"a\"]\n1.P7g-7f 2.P3c-3d\n", 0}};
    for (size_t i = 0; i < 2; i++) {
        struct reader r;
        struct err err;
        unsigned losses = 0;
        reader_init(&r);
        assert_int_equal(reader_read(&r, span_of(GAMES[i].text), SPAN("x"),
                                     format_by_name(SPAN("psn")), see_losses, &losses, &err),
                         STATUS_OK);
        assert_int_equal(losses & (LOSS_END | LOSS_RESULT), GAMES[i].want);
        reader_release(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_plies),
        cmocka_unit_test(test_long_moves),
        cmocka_unit_test(test_comments_and_variations),
        cmocka_unit_test(test_many_games),
        cmocka_unit_test(test_one_long_line),
        cmocka_unit_test(test_what_is_left_open),
        cmocka_unit_test(test_result_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
