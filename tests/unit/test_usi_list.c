/* USI position lines and SFEN lists. */
#include "format_dump.h"

static void test_spellings(void **state)
{
    (void)state;
    static const char *const spellings[] = {"position startpos moves 7g7f 3c3d",
                                            "startpos moves 7g7f 3c3d",
                                            "startpos 7g7f 3c3d",
                                            "moves 7g7f 3c3d",
                                            "7g7f 3c3d",
                                            "  position   startpos\tmoves 7g7f\t3c3d  \r",
                                            "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/"
                                            "LNSGKGSNL b - 1 moves 7g7f 3c3d",
                                            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/"
                                            "LNSGKGSNL b - moves 7g7f 3c3d"};
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        expect_dump(NULL, span_of(spellings[i]),
                    "game 0\nstart even\n1 7g7f\n2 3c3d\nresult ? none\n");
}

static void test_positions(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL, "8k/9/7S1/9/9/9/9/9/9 b G2p 42 moves G*1b",
                "game 0\nstart 8k/9/7S1/9/9/9/9/9/9 b G2p 1 +41\n1 G*1b\nresult ? none\n");
    EXPECT_DUMP(NULL, "position startpos", "game 0\nstart even\nresult ? none\n");
    EXPECT_DUMP(NULL, "startpos moves\n", "game 0\nstart even\nresult ? none\n");
    EXPECT_DUMP(NULL, "sfen 8k/9/7S1/9/9/9/9/9/9 w",
                "game 0\nstart 8k/9/7S1/9/9/9/9/9/9 w - 1\nresult ? none\n");
}

static void test_lists(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL,
                "# opening book\nstartpos moves 7g7f\n\n// second\nstartpos moves 2g2f resign\n"
                "startpos moves 5g5f win\n",
                "game 0\nstart even\n0 start r=# opening book\n1 7g7f\nresult ? none\n"
                "game 1\nstart even\n0 start r=// second\n1 2g2f\n2 end resign\nresult b resign\n"
                "game 2\nstart even\n1 5g5f\n2 end declaration\nresult w declaration\n");
}

static void test_bad_lines_cost_themselves(void **state)
{
    (void)state;
    EXPECT_DUMP("usi",
                "startpos moves 7g7f 7g7f 3c3d\nsetoption name Threads\nsfen 9/9/9 b - 1\n"
                "sfen 9/9/9/9/9/9/9/9/9x b - 1\nstartpos moves 7g7f oops 3c3d\n"
                "startpos moves resign 7g7f\nstartpos moves 2g2f\n",
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem partial illegal 1:20\n"
                "game 1\nstart even\nresult ? none\nproblem rejected syntax 2:30\n"
                "game 2\nstart even\nresult ? none\nproblem rejected syntax 3:53\n"
                "game 3\nstart even\nresult ? none\nproblem rejected syntax 4:92\n"
                "game 4\nstart even\n1 7g7f\nresult ? none\nproblem partial syntax 5:120\n"
                "game 5\nstart even\n1 end resign\nresult w resign\nproblem lost syntax 6:152\n"
                "game 6\nstart even\n1 2g2f\nresult ? none\n");
    /* no position that can be played from */
    EXPECT_DUMP("usi", "sfen kk7/9/9/9/9/9/9/9/9 b - 1",
                "game 0\nstart even\nresult ? none\nproblem rejected illegal 1:5\n");
    /* a file of other commands is not ours */
    EXPECT_DUMP(NULL, "; preset\nsetoption name Threads value 8\n", "failed unsupported 0:0\n");
}

static void test_writing(void **state)
{
    (void)state;
    EXPECT_WRITTEN("usi", "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e", "usi",
                   "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e\n", 0);
    EXPECT_WRITTEN("usi", "8k/9/7S1/9/9/9/9/9/9 b G2p 42 moves G*1b", "usi",
                   "sfen 8k/9/7S1/9/9/9/9/9/9 b G2p 42 moves G*1b\n", 0);
    EXPECT_WRITTEN("usi", "startpos\nstartpos moves 7g7f\n", "usi",
                   "startpos\nstartpos moves 7g7f\n", 0);
    EXPECT_WRITTEN("csa", "'remark\nN+A\nPI\n+\n+7776FU\nT1.5\n'*c\n%TORYO\n", "usi",
                   "startpos moves 7g7f\n",
                   LOSS_HEADERS | LOSS_TIMES | LOSS_COMMENTS | LOSS_REMARKS | LOSS_END);
}

/* One line after another, with memory for one. */
static void test_long_lists(void **state)
{
    (void)state;
    struct buf list;
    struct dump_sink sink;
    buf_init(&list, BUF_DEFAULT_MAX);
    for (int i = 0; i < 20000; i++)
        buf_add_str(&list, "startpos moves 7g7f 3c3d 2g2f\n");
    dump_read(buf_span(&list), NULL, 0, &sink);
    assert_int_equal(sink.games, 20000);
    assert_null(strstr(buf_cstr(&sink.text), "problem"));
    buf_release(&sink.text);
    /* a line without end is cut at a limit that is stated */
    buf_clear(&list);
    buf_add_str(&list, "startpos moves");
    for (int i = 0; i < 3000; i++)
        buf_add_str(&list, " 2h3h 8b7b 3h2h 7b8b");
    dump_read(buf_span(&list), NULL, 0, &sink);
    assert_non_null(
        strstr(buf_cstr(&sink.text), "\n10000 7b8b\nresult ? none\nproblem partial limit"));
    buf_release(&sink.text);
    buf_release(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings), cmocka_unit_test(test_positions),
        cmocka_unit_test(test_lists),     cmocka_unit_test(test_bad_lines_cost_themselves),
        cmocka_unit_test(test_writing),   cmocka_unit_test(test_long_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
