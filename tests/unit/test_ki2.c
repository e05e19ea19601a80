/* KI2: the words that tell pieces apart, both ways; lines as people write them. */
#include "formats/shogi/ki2_notation.h"
#include "random_record.h"

static const struct random_header HEADERS[] = {
    {HEADER_PLAYER, "下手"}, {HEADER_PLAYER + 1, "後手"}, {HEADER_EVENT, "棋戦"},
    {HEADER_SITE, "場所"},   {HEADER_OTHER, "掲載"},
};
static const enum record_end ENDS[] = {
    END_RESIGN,     END_MATE,        END_TIME_UP, END_ILLEGAL_MOVE, END_ILLEGAL_ACTION,
    END_REPETITION, END_IMPASSE,     END_DRAW,    END_MAX_MOVES,    END_INTERRUPTED,
    END_NO_MATE,    END_TAKE_BACK,   END_ERROR,   END_FORFEIT_WIN,  END_FORFEIT_LOSS,
    END_SEALED,     END_DECLARATION, END_OTHER,
};
static const struct random_style STYLE = {
    .without = LOSS_TIMES | LOSS_TIME_FRACTIONS,
    .headers = HEADERS,
    .header_count = sizeof HEADERS / sizeof HEADERS[0],
    .ends = ENDS,
    .end_count = sizeof ENDS / sizeof ENDS[0],
};

static void test_identity(void **state)
{
    (void)state;
    expect_identity("ki2u", &STYLE, 0, 300);
    expect_identity("ki2", &STYLE, 1000, 200);
}

/* What every legal move that puts a kind on a square is called. */
static void expect_names(const char *sfen, int file, int rank, const char *expected)
{
    struct shogi_pos pos;
    struct err err;
    struct buf names;
    shogi_move moves[SHOGI_MAX_MOVES];
    buf_init(&names, 10000);
    assert_int_equal(shogi_sfen_parse(&pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, &err),
                     STATUS_OK);
    int n = shogi_legal_moves(&pos, moves);
    /* by square of origin, so that the order does not hang on the generator */
    for (int from = 0; from < SHOGI_SQUARES; from++)
        for (int i = 0; i < n; i++) {
            if (shogi_move_is_drop(moves[i]) || shogi_move_from(moves[i]) != from ||
                shogi_move_to(moves[i]) != shogi_square(file, rank))
                continue;
            shogi_usi_print(moves[i], &names);
            buf_add_char(&names, ' ');
            ki2_print_move(&pos, moves[i], -1, &names);
            buf_add_char(&names, '\n');
        }
    assert_string_equal(buf_cstr(&names), expected);
    buf_release(&names);
}

/* The examples by which the Japan Shogi Association explains the words. */
static void test_words(void **state)
{
    (void)state;
    /* golds from below and from the side */
    expect_names("9/9/9/9/9/4G4/3G5/9/k7K b - 1", 5, 7, "5f5g ５七金引\n6g5g ５七金寄\n");
    expect_names("9/9/9/9/9/9/3GG4/9/k7K b - 1", 5, 6, "5g5f ５六金直\n6g5f ５六金左\n");
    expect_names("9/9/9/9/9/9/4GG3/9/k7K b - 1", 5, 6, "4g5f ５六金右\n5g5f ５六金直\n");
    /* left, straight, right */
    expect_names("9/9/9/9/9/9/3GGG3/9/k7K b - 1", 5, 6,
                 "4g5f ５六金右\n5g5f ５六金直\n6g5f ５六金左\n");
    /* と from all sides */
    expect_names("9/9/9/9/4+P4/3+P1+P3/3+P+P+P3/9/k7K b - 1", 5, 6,
                 "4f5f ５六と右寄\n4g5f ５六と右上\n5e5f ５六と引\n5g5f ５六と直\n6f5f ５六と左寄\n"
                 "6g5f ５六と左上\n");
    /* silvers: 上 and 引, with sides where needed */
    expect_names("9/9/9/9/3S5/9/3S1S3/9/k7K b - 1", 5, 6,
                 "4g5f ５六銀右\n6e5f ５六銀引\n6g5f ５六銀左上\n");
    /* White's left is the other side */
    expect_names("K7k/9/3gg4/9/9/9/9/9/9 w - 1", 5, 4, "5c5d ５四金直\n6c5d ５四金右\n");
    /* dragons and horses have no 直 */
    expect_names("9/9/9/9/9/9/4+R4/3+R5/k7K b - 1", 5, 6, "5g5f ５六龍\n");
    expect_names("9/9/9/9/9/9/3+R+R4/9/k7K b - 1", 5, 6, "5g5f ５六龍右\n6g5f ５六龍左\n");
    expect_names("9/9/9/9/9/9/3+B+B4/9/k7K b - 1", 5, 6, "5g5f ５六馬右\n6g5f ５六馬左\n");
    expect_names("9/9/9/4+B4/9/9/2+B6/9/K7k b - 1", 5, 5, "5d5e ５五馬引\n7g5e ５五馬上\n");
    /* rooks, bishops and knights; promotion and none */
    expect_names("9/9/9/9/9/9/1R5R1/9/k7K b - 1", 5, 7, "2g5g ５七飛右\n8g5g ５七飛左\n");
    expect_names("4R4/9/9/9/9/9/4R4/9/k7K b - 1", 5, 3,
                 "5a5c ５三飛引不成\n5a5c+ ５三飛引成\n5g5c ５三飛上不成\n5g5c+ ５三飛上成\n");
    expect_names("9/9/9/9/3N1N3/9/9/9/k7K b - 1", 5, 3,
                 "4e5c ５三桂右不成\n4e5c+ ５三桂右成\n6e5c ５三桂左不成\n6e5c+ ５三桂左成\n");
    /* a pinned piece counts */
    expect_names("4r4/9/9/9/9/9/4GG3/4K4/k8 b - 1", 4, 6, "4g4f ４六金直\n");
}

static void test_lines(void **state)
{
    (void)state;
    EXPECT_DUMP(
        NULL, "先手：A\n\n▲７六歩　△３四歩▲２二角成△同　銀 ▲4五角 ☖６二銀\n☗８八銀 △投了\n",
        "game 0\nheader player0 key=先手 value=A\nstart even\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n"
        "5 B*4e\n6 7a6b\n7 7i8h\n8 end resign\nresult b resign\n");
    /* no marks; half-width digits */
    EXPECT_DUMP(NULL, "76歩 34歩\n２二角成 同銀\nまで4手で中断\n",
                "game 0\nstart even\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 end interrupted\n"
                "result ? interrupted\n");
    EXPECT_DUMP("ki2", "▲７六歩△３四歩まで2手で後手の勝ち\n",
                "game 0\nstart even\n1 7g7f\n2 3c3d\n3 end resign\nresult w resign\n");
    /* only △ says who begins */
    EXPECT_DUMP("ki2", "△３四歩▲７六歩\n",
                "game 0\nstart lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n"
                "1 3c3d\n2 7g7f\nresult ? none\n");
    EXPECT_DUMP("ki2", "手合割：角落ち\n△３四歩▲７六歩#r\n*c\n▽８四歩\n",
                "game 0\nstart lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n"
                "1 3c3d\n2 7g7f c=c r=r\n3 8c8d\nresult ? none\n");
}

static void test_outcomes(void **state)
{
    (void)state;
    static const struct {
        const char *phrase, *dump;
    } outcomes[] = {
        {"まで1手で先手の勝ち", "2 end resign\nresult b resign\n"},
        {"まで1手で時間切れにより先手の勝ち", "2 end time-up\nresult b time-up\n"},
        {"まで1手で後手の反則負け", "2 end illegal-move\nresult b illegal-move\n"},
        {"まで1手で後手の反則勝ち", "2 end illegal-action by 0\nresult w illegal-action\n"},
        {"まで1手で千日手", "2 end repetition\nresult d repetition\n"},
        {"まで1手で持将棋", "2 end impasse\nresult d impasse\n"},
        {"まで1手詰", "2 end mate\nresult b mate\n"},
        {"まで1手で不詰", "2 end no-mate\nresult ? no-mate\n"},
        {"まで1手で後手の入玉勝ち", "2 end declaration\nresult w declaration\n"},
        {"まで1手で対局終了", "2 end other text=対局終了\nresult ? other\n"},
        {"まで一手で封じ手", "2 end sealed\nresult ? sealed\n"},
    };
    for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++)
        expect_dump_of_line("ki2", "▲７六歩\n", outcomes[i].phrase, "game 0\nstart even\n1 7g7f\n",
                            outcomes[i].dump);
}

static void test_bad_moves(void **state)
{
    (void)state;
    /* two golds could go there */
    EXPECT_DUMP("ki2", "▲５八金△３四歩\n変化：1手\n▲５八金右△８四歩\n",
                "game 0\nstart even\nresult ? none\nproblem partial illegal 1:3\n"
                "problem partial syntax 2:25\n");
    EXPECT_DUMP("ki2", "▲７六歩▲２六歩\n",
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem partial illegal 1:15\n");
    EXPECT_DUMP("ki2", "▲７六歩△何か▲２六歩\n",
                "game 0\nstart even\n1 7g7f\nresult ? none\nproblem partial illegal 1:15\n");
    EXPECT_DUMP("ki2", "▲７六歩△３四歩▲２二馬\n",
                "game 0\nstart even\n1 7g7f\n2 3c3d\n3 8h2b+\nresult ? none\n"
                "problem note syntax 1:27\n");
    /* a foul at the end */
    EXPECT_DUMP(
        "ki2", "▲２六歩△３四歩▲２五歩△８四歩▲２四歩△同歩▲同飛△２三歩▲２六飛△８五歩▲７八歩\n",
        "game 0\nstart even\n1 2g2f\n2 3c3d\n3 2f2e\n4 8c8d\n5 2e2d\n6 2c2d\n7 2h2d\n8 P*2c\n"
        "9 2d2f\n10 8d8e\n11 end illegal-move text=７八歩\nresult w illegal-move\n"
        "problem note illegal 1:117\n");
}

static void test_written(void **state)
{
    (void)state;
    EXPECT_WRITTEN(
        "kif",
        "先手：A\n1 ７六歩(77) ( 0:01/00:00:01)\n2 ３四歩(33)\n3 ２二角成(88)\n*c\n4 同　銀(31)\n5 "
        "投了\n"
        "変化：3手\n3 ２六歩(27)\n",
        "ki2u",
        "#KI2 version=2.0 encoding=UTF-8\n先手：A\n手合割：平手\n"
        "▲７六歩 △３四歩 ▲２二角成\n*c\n△同　銀\nまで4手で後手の勝ち\n\n変化：3手\n▲２六歩\n",
        LOSS_TIMES);
    /* a foul, with its move */
    EXPECT_WRITTEN("kif", "1 ７六歩(77)\n2 ８八角成(22)\n3 反則勝ち\n", "ki2u",
                   "#KI2 version=2.0 encoding=UTF-8\n手合割：平手\n▲７六歩 △８八角成(22)\n"
                   "まで2手で後手の反則負け\n",
                   0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),    cmocka_unit_test(test_lines),
        cmocka_unit_test(test_outcomes), cmocka_unit_test(test_bad_moves),
        cmocka_unit_test(test_written),  cmocka_unit_test(test_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
