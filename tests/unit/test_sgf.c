/* SGF: what is read from texts as people have them, and that nothing is lost on the way back. */
#include "base/alloc.h"
#include "format_dump.h"
#include "random_go.h"

#define HEAD "game 0\n"
#define EVEN "start even\n"
#define OPEN_RESULT "result ? none\n"

static void test_plain_game(void **state)
{
    (void)state;
    EXPECT_DUMP("sgf", "(;GM[1]FF[4]SZ[19]PB[A]PW[B]KM[6.5]RE[B+R];B[pd];W[dp]C[so];B[])",
                HEAD "header player0 key=PB value=A\nheader player1 key=PW value=B\n"
                     "header other key=KM value=6.5\nheader other key=RE value=B+R\n" EVEN
                     "1 B[Q16]\n2 W[D4] c=so\n3 B[pass]\nresult b resign\n");
}

static void test_passes(void **state)
{
    (void)state;
    EXPECT_DUMP("sgf", "(;SZ[19];B[tt];W[])", HEAD EVEN "1 B[pass]\n2 W[pass]\n" OPEN_RESULT);
    EXPECT_DUMP("sgf", "(;SZ[21];B[tt])", HEAD "start 21x21 b\n1 B[U2]\n" OPEN_RESULT);
    EXPECT_DUMP("sgf", "(;SZ[5:3];B[tt];W[ec])",
                HEAD "start 5x3 b\n1 B[pass]\n2 W[E1]\n" OPEN_RESULT);
}

static void test_variations(void **state)
{
    (void)state;
    EXPECT_DUMP("sgf", "(;;;B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))",
                HEAD EVEN "0 start x=;;\n1 B[A19]\n2 W[B18]\n3 B[C17]\n4 W[D16]\n4 W[E15]\n"
                          "2 W[F14]\n" OPEN_RESULT);
}

/* Setup, several moves in a node, nodes without a move: the text stays whole. */
static void test_whole_nodes(void **state)
{
    (void)state;
    EXPECT_DUMP("sgf", "(;SZ[9];AB[aa:ba]AE[ee]PL[W]C[put];W[cc]B[dd];TB[aa]C[x];B[ii])",
                HEAD "start 9x9 w\n1 +B[A9] c=put x=;AB[aa:ba]AE[ee]PL[W]C[put]\n2 +B[B9] x=+\n"
                     "3 -[E5] x=+\n4 =W x=+\n5 W[C7] c=x x=;W[cc]B[dd];TB[aa]C[x]\n"
                     "6 B[D6] x=+\n7 B[J1]\n" OPEN_RESULT);
    /* where a variation begins without a move there must be one all the same */
    EXPECT_DUMP("sgf", "(;SZ[9];B[aa](;C[x];W[bb])(;W[cc]))",
                HEAD "start 9x9 b\n1 B[A9]\n2 =W c=x x=;C[x]\n3 W[B8]\n2 W[C7]\n" OPEN_RESULT);
    /* and moves may stand in the root */
    EXPECT_DUMP("sgf", "(;SZ[9]B[aa]C[x];W[bb])",
                HEAD "start 9x9 b\n0 start c=x x=;B[aa]C[x]\n1 B[A9] x=+\n2 W[B8]\n" OPEN_RESULT);
}

static void test_start(void **state)
{
    (void)state;
    EXPECT_DUMP("sgf", "(;SZ[9]HA[2]AB[cg][gc];W[ee])",
                HEAD "header other key=HA value=2\nstart 9x9 w b:G7,C3\n1 W[E5]\n" OPEN_RESULT);
    EXPECT_DUMP("sgf", "(;SZ[9]AB[cg]AW[gc]PL[W];B[ee])",
                HEAD "start 9x9 w b:C3 w:G7\n0 start x=PL[W]\n1 B[E5]\n" OPEN_RESULT);
    EXPECT_DUMP("sgf", "(;SZ[9]AB[aa:bb]AE[bb])", HEAD "start 9x9 w b:A9,B9,A8\n" OPEN_RESULT);
    EXPECT_DUMP("sgf", "(;SZ[53];B[aa])",
                HEAD EVEN OPEN_RESULT "problem rejected unsupported 1:5\n");
    EXPECT_DUMP("sgf", "(;GM[2];B[aa])",
                HEAD EVEN OPEN_RESULT "problem rejected unsupported 1:5\n");
}

/* What HA says must be there, as start stones or as Black's first moves; else it is noted. */
static void test_handicap(void **state)
{
    (void)state;
    EXPECT_DUMP("sgf", "(;SZ[9]HA[2];B[cc];B[gg];W[ee])",
                HEAD "header other key=HA value=2\nstart 9x9 b\n1 B[C7]\n2 B[G3]\n"
                     "3 W[E5]\n" OPEN_RESULT);
    EXPECT_DUMP("sgf", "(;SZ[9]HA[2];AB[cc][gg];W[ee])",
                HEAD "header other key=HA value=2\nstart 9x9 w\n1 +B[C7] x=;AB[cc][gg]\n"
                     "2 +B[G3] x=+\n3 W[E5]\n" OPEN_RESULT);
    EXPECT_DUMP("sgf", "(;SZ[9]HA[2];W[ee])",
                HEAD "header other key=HA value=2\nstart 9x9 w\n1 W[E5]\n" OPEN_RESULT
                     "problem note syntax 1:10\n");
    EXPECT_DUMP("sgf", "(;SZ[9]HA[3]AB[cc][gg];W[ee])",
                HEAD "header other key=HA value=3\nstart 9x9 w b:C7,G3\n1 W[E5]\n" OPEN_RESULT
                     "problem note syntax 1:10\n");
    EXPECT_DUMP("sgf", "(;SZ[9]HA[0];W[ee])",
                HEAD "header other key=HA value=0\nstart 9x9 w\n1 W[E5]\n" OPEN_RESULT);
    EXPECT_DUMP("sgf", "(;SZ[9:];B[aa])", HEAD "start 9x9 b\n1 B[A9]\n" OPEN_RESULT);
}

static void test_illegal_moves(void **state)
{
    (void)state;
    EXPECT_DUMP("sgf", "(;SZ[9];B[ee];W[ee];B[zz];W[ff])",
                HEAD "start 9x9 b\n1 B[E5]\n2 W[E5] x=;W[ee];B[zz]\n3 W[F4]\n" OPEN_RESULT
                     "problem note illegal 1:14\nproblem lost syntax 1:22\n");
    EXPECT_DUMP("sgf", "(;SZ[9]AW[ab][ba];B[aa])",
                HEAD "start 9x9 b w:B9,A8\n1 B[A9]\n" OPEN_RESULT "problem note illegal 1:18\n");
}

static void test_texts(void **state)
{
    (void)state;
    EXPECT_DUMP("sgf", "(;C[a\\]b\\\\c\\\nd\ne\\\r\nf\tg\r\nh]N[one\nline])",
                HEAD EVEN "0 start c=a]b\\cd|ef g|h b=one line\n" OPEN_RESULT);
    EXPECT_WRITTEN("sgf", "(;C[a\\]b\\\\c];B[aa]N[x])", "sgf",
                   "(;GM[1]FF[4]CA[UTF-8]SZ[19]C[a\\]b\\\\c]\n;B[aa]N[x])\n", 0);
}

static void test_old_names(void **state)
{
    (void)state;
    EXPECT_DUMP("sgf", "(;GaMe[1]SiZe[9]PlayerBlack[X];Black[aa];White[bb]Comment[c])",
                HEAD "header player0 key=PB value=X\nstart 9x9 b\n1 B[A9]\n"
                     "2 W[B8] c=c\n" OPEN_RESULT);
    EXPECT_DUMP("sgf", "(;gm[1]sz[9];b[aa])", HEAD "start 9x9 b\n1 B[A9]\n" OPEN_RESULT);
    /* what is about the game moves to the root, once */
    EXPECT_DUMP("sgf", "(;SZ[9];PB[X]KM[5.5];B[aa]PB[Y])",
                HEAD "header player0 key=PB value=X\nheader other key=KM value=5.5\nstart 9x9 b\n"
                     "0 start x=;;\n1 B[A9] x=PB[Y]\n" OPEN_RESULT);
}

static void test_around_the_game(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL, "From: a (b)\n\n(;SZ[9];B[aa])\nand then (;SZ[9];B[bb])",
                HEAD "start 9x9 b\n1 B[A9]\n" OPEN_RESULT
                     "game 1\nstart 9x9 b\n1 B[B8]\n" OPEN_RESULT);
    EXPECT_DUMP("sgf", "(;SZ[9];B[aa]) );W[bb])",
                HEAD "start 9x9 b\n1 B[A9]\n2 W[B8]\n" OPEN_RESULT
                     "problem lost syntax 1:13\nproblem lost syntax 1:15\n");
    EXPECT_DUMP("sgf", "(;SZ[9]GC[(=6 [points])]\nUS[x];B[aa])",
                HEAD "header note key=GC value=(=6 [points\nheader other key=US value=x\n"
                     "start 9x9 b\n0 start x=;;\n1 B[A9]\n" OPEN_RESULT
                     "problem lost syntax 1:22\nproblem note syntax 2:25\n"
                     "problem lost syntax 1:23\n");
    EXPECT_DUMP("sgf", "(;SZ[9];B[aa]) x ;W[bb])",
                HEAD "start 9x9 b\n1 B[A9]\n" OPEN_RESULT "problem partial syntax 1:17\n");
    EXPECT_DUMP("sgf", "(;SZ[9];B[aa](;W[bb]",
                HEAD "start 9x9 b\n1 B[A9]\n2 W[B8]\n" OPEN_RESULT "problem note syntax 1:20\n");
    EXPECT_DUMP("sgf", "(;SZ[9];B[aa]C[cut \\",
                HEAD "start 9x9 b\n1 B[A9] c=cut \n" OPEN_RESULT "problem partial syntax 1:20\n");
    EXPECT_DUMP("sgf", "(SZ[9];B[aa])",
                HEAD "start 9x9 b\n1 B[A9]\n" OPEN_RESULT "problem note syntax 1:1\n");
    EXPECT_DUMP("sgf", "(;SZ[9];B[aa]*;W[bb])",
                HEAD "start 9x9 b\n1 B[A9]\n2 W[B8]\n" OPEN_RESULT "problem lost syntax 1:13\n");
}

/* A value that was never closed is closed when written, also behind a backslash. */
static void test_cut_values(void **state)
{
    (void)state;
    EXPECT_WRITTEN("sgf", "(;SZ[9];AB[aa]X[cut\\", "sgf",
                   "(;GM[1]FF[4]CA[UTF-8]SZ[9]\n;AB[aa]X[cut])\n", 0);
}

static void test_charsets(void **state)
{
    (void)state;
    EXPECT_DUMP(NULL, "(;CA[GB2312]PB[\xC4\xF4\xCE\xC0\xC6\xBD])",
                HEAD "header player0 key=PB value=聂卫平\n" EVEN OPEN_RESULT);
    EXPECT_DUMP(NULL, "(;CA[Windows-1252]PB[\x8Atef])",
                HEAD "header player0 key=PB value=Štef\n" EVEN OPEN_RESULT);
    /* it says UTF-8, and is not */
    EXPECT_DUMP(NULL, "(;CA[UTF-8]PB[\xBF\xC2\xBD\xE0])",
                HEAD "header player0 key=PB value=柯洁\n" EVEN OPEN_RESULT);
    /* it says GB 2312, and is UTF-8 */
    EXPECT_DUMP(NULL, "(;CA[GB2312]PB[柯洁])",
                HEAD "header player0 key=PB value=柯洁\n" EVEN OPEN_RESULT);
    struct buf utf8, raw;
    struct record rec;
    struct err err;
    unsigned losses = 0;
    buf_init(&utf8, BUF_DEFAULT_MAX);
    buf_init(&raw, BUF_DEFAULT_MAX);
    record_init(&rec);
    assert_int_equal(record_clear(&rec, &go_game), STATUS_OK);
    rec.start = SPAN("19x19 b");
    assert_int_equal(record_add_header(&rec, HEADER_PLAYER, SPAN("PB"), SPAN("柯洁")), STATUS_OK);
    assert_int_equal(format_write(format_by_name(SPAN("sgf")), &rec, CHARSET_GB18030, &utf8, &raw,
                                  &losses, &err),
                     STATUS_OK);
    assert_true(span_find(buf_span(&raw), SPAN("CA[GB18030]")) > 0);
    assert_true(span_find(buf_span(&raw), SPAN("PB[\xBF\xC2\xBD\xE0]")) > 0);
    record_release(&rec);
    buf_release(&utf8);
    buf_release(&raw);
}

/* Brackets as deep as anybody cares to write them. */
static void test_deep_nesting(void **state)
{
    (void)state;
    enum { DEPTH = 20000 };
    struct buf raw;
    buf_init(&raw, BUF_DEFAULT_MAX);
    buf_add_str(&raw, "(;SZ[19]");
    for (int i = 0; i < DEPTH; i++)
        buf_printf(&raw, "(;%c[%c%c]", i % 2 ? 'W' : 'B', 'a' + i % 19, 'a' + i / 19 % 19);
    for (int i = 0; i <= DEPTH; i++)
        buf_add_char(&raw, ')');
    struct rewrite once, twice;
    rewrite_as(buf_span(&raw), "sgf", "sgf", &once);
    rewrite_as(buf_span(&once.written), "sgf", "sgf", &twice);
    assert_string_equal(buf_cstr(&once.written), buf_cstr(&twice.written));
    size_t nodes = 0;
    for (size_t i = 0; i < once.written.n; i++)
        nodes += once.written.p[i] == ';';
    assert_int_equal(nodes, DEPTH + 1);
    buf_release(&raw);
    buf_release(&once.written);
    buf_release(&twice.written);
}

static void test_results(void **state)
{
    (void)state;
    static const struct {
        const char *text, *result;
    } cases[] = {
        {"B+R", "b resign"},
        {"W+Resign", "w resign"},
        {"B+3.5", "b score"},
        {"w + 0.5", "w score"},
        {"B+", "b none"},
        {"W+T", "w time-up"},
        {"B+Time", "b time-up"},
        {"W+F", "w forfeit-loss"},
        {"0", "d draw"},
        {"Draw", "d draw"},
        {"Jigo", "d draw"},
        {"Void", "? interrupted"},
        {"?", "? none"},
        {"Unfinished", "? interrupted"},
        {"黒中押し勝ち", "b resign"},
        {"黑中盘胜", "b resign"},
        {"白番中押し勝ち", "w resign"},
        {"白3目半勝", "w score"},
        {"백 불계승", "w resign"},
        {"持碁", "d draw"},
        {"Black wins by 0.5!", "b score"},
        {"White wins by  resign!", "w resign"},
        {"Both lost", "? other"},
        {"W+Illegal", "w illegal-move"},
        {"B+3.5?", "b score"},
        {"white resigns", "b resign"},
        {"黑负", "w none"},
        {"W+.5", "w score"},
        {"B+R?", "b resign"},
        {"W wins by resignation", "w resign"},
        {"B win", "b none"},
        {"W by 3", "w score"},
        {"黒番2目半勝ち", "b score"},
        {"先番中押勝", "b resign"},
        {"白不計勝", "w resign"},
        {"흑 5집반승", "b score"},
        {"白胜1/4子", "w score"},
        {"黑超时负", "w time-up"},
        {"和局", "d draw"},
        {"引き分け", "d draw"},
        {"빅", "d draw"},
        {"未終局", "? interrupted"},
        {"Black", "? none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buf raw, expected;
        buf_init(&raw, 200);
        buf_init(&expected, 400);
        buf_printf(&raw, "(;RE[%s])", cases[i].text);
        buf_printf(&expected, HEAD "header other key=RE value=%s\n" EVEN "result %s\n",
                   cases[i].text, cases[i].result);
        expect_dump("sgf", buf_span(&raw), buf_cstr(&expected));
        buf_release(&raw);
        buf_release(&expected);
    }
}

/* Written and read again it is the same, and writing that gives the same text. */
static void test_random(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct buf raw;
        struct dump_sink first, second;
        struct rewrite once, twice;
        buf_init(&raw, BUF_DEFAULT_MAX);
        random_sgf(&raw, seed);
        rewrite_as(buf_span(&raw), "sgf", "sgf", &once);
        rewrite_as(buf_span(&once.written), "sgf", "sgf", &twice);
        dump_read(buf_span(&raw), "sgf", DUMP_NO_PROBLEMS, &first);
        dump_read(buf_span(&once.written), "sgf", DUMP_NO_PROBLEMS, &second);
        if (strcmp(buf_cstr(&first.text), buf_cstr(&second.text)) != 0)
            print_message("seed %llu:\n%s\nwritten:\n%s\n", (unsigned long long)seed,
                          buf_cstr(&raw), buf_cstr(&once.written));
        assert_string_equal(buf_cstr(&first.text), buf_cstr(&second.text));
        assert_string_equal(buf_cstr(&once.written), buf_cstr(&twice.written));
        assert_int_equal(once.losses, 0);
        buf_release(&raw);
        buf_release(&first.text);
        buf_release(&second.text);
        buf_release(&once.written);
        buf_release(&twice.written);
    }
}

static enum status ignore(void *ctx, struct record *rec)
{
    (void)ctx;
    (void)rec;
    return STATUS_OK;
}

static void test_no_memory(void **state)
{
    (void)state;
    struct span raw = SPAN("(;SZ[9]C[a\\]b]PB[x];B[aa];AB[bb][cc]C[y];;W[dd](;B[ee])(;B[ff]))");
    enum status st = STATUS_NOMEM;
    for (long n = 0; n < 200 && st == STATUS_NOMEM; n++) {
        struct reader reader;
        struct err err;
        reader_init(&reader);
        mem_fail_after(n);
        st = reader_read(&reader, raw, SPAN("t"), format_by_name(SPAN("sgf")), ignore, NULL, &err);
        mem_fail_never();
        reader_release(&reader);
    }
    assert_int_equal(st, STATUS_OK);
}

static void test_other_games(void **state)
{
    (void)state;
    struct record rec;
    struct err err;
    record_init(&rec);
    assert_int_equal(record_clear(&rec, &go_game), STATUS_OK);
    assert_int_equal(format_check_game(format_by_name(SPAN("csa")), &rec, &err),
                     STATUS_UNSUPPORTED);
    record_release(&rec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_game),    cmocka_unit_test(test_passes),
        cmocka_unit_test(test_variations),    cmocka_unit_test(test_whole_nodes),
        cmocka_unit_test(test_start),         cmocka_unit_test(test_handicap),
        cmocka_unit_test(test_illegal_moves), cmocka_unit_test(test_texts),
        cmocka_unit_test(test_old_names),     cmocka_unit_test(test_around_the_game),
        cmocka_unit_test(test_cut_values),    cmocka_unit_test(test_charsets),
        cmocka_unit_test(test_deep_nesting),  cmocka_unit_test(test_results),
        cmocka_unit_test(test_random),        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_other_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
