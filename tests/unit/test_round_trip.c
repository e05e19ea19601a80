/* Written and read again it is the same: CSA, USI and JKF over random records, and the way from one
 * format to the next. */
#include "random_record.h"

static const struct random_header CSA_HEADERS[] = {
    {HEADER_PLAYER, "N+"},
    {HEADER_PLAYER + 1, "N-"},
    {HEADER_EVENT, "$EVENT"},
    {HEADER_SITE, "$SITE"},
    {HEADER_START_TIME, "$START_TIME"},
    {HEADER_END_TIME, "$END_TIME"},
    {HEADER_TIME_LIMIT, "$TIME_LIMIT"},
    {HEADER_OPENING, "$OPENING"},
    {HEADER_NOTE, "$NOTE"},
    {HEADER_OTHER, "$X-NEW"},
};

static const struct random_header JAPANESE_HEADERS[] = {
    {HEADER_PLAYER, "先手"},         {HEADER_PLAYER + 1, "後手"},     {HEADER_EVENT, "棋戦"},
    {HEADER_SITE, "場所"},           {HEADER_START_TIME, "開始日時"}, {HEADER_END_TIME, "終了日時"},
    {HEADER_TIME_LIMIT, "持ち時間"}, {HEADER_OPENING, "戦型"},        {HEADER_TITLE, "表題"},
    {HEADER_NOTE, "備考"},           {HEADER_OTHER, "対局ID"},        {HEADER_OTHER, "a\"b\\c\nd"},
};

static const enum record_end CSA_ENDS[] = {
    END_RESIGN,      END_MATE,       END_TIME_UP, END_ILLEGAL_MOVE, END_ILLEGAL_ACTION,
    END_DECLARATION, END_REPETITION, END_IMPASSE, END_DRAW,         END_INTERRUPTED,
    END_NO_MATE,     END_TAKE_BACK,  END_ERROR,   END_MAX_MOVES, /* last: JKF has it not */
};
enum { CSA_END_COUNT = sizeof CSA_ENDS / sizeof CSA_ENDS[0] };

static void test_csa(void **state)
{
    (void)state;
    const struct random_style style = {
        .without = LOSS_VARIATIONS | LOSS_BOOKMARKS | LOSS_REMARKS | LOSS_START_PLY,
        .headers = CSA_HEADERS,
        .header_count = sizeof CSA_HEADERS / sizeof CSA_HEADERS[0],
        .ends = CSA_ENDS,
        .end_count = CSA_END_COUNT,
        .end_times = true,
    };
    expect_identity("csa", &style, 1, 500);
}

static void test_jkf(void **state)
{
    (void)state;
    const struct random_style style = {
        .without = LOSS_BOOKMARKS | LOSS_REMARKS | LOSS_START_PLY | LOSS_TIME_FRACTIONS,
        .headers = JAPANESE_HEADERS,
        .header_count = sizeof JAPANESE_HEADERS / sizeof JAPANESE_HEADERS[0],
        .ends = CSA_ENDS,
        .end_count = CSA_END_COUNT - 1,
        .end_times = true,
    };
    expect_identity("jkf", &style, 1, 500);
}

static void test_usi(void **state)
{
    (void)state;
    const struct random_style style = {.without = ~(unsigned)(LOSS_MOVES | LOSS_START_PLY)};
    expect_identity("usi", &style, 1, 500);
}

/* CSA → KIF → JKF → CSA: what all of them hold comes back. */
static void test_around(void **state)
{
    (void)state;
    static const enum record_end ends[] = {END_RESIGN,  END_MATE,       END_TIME_UP,
                                           END_IMPASSE, END_REPETITION, END_INTERRUPTED};
    const struct random_style style = {
        .without =
            LOSS_VARIATIONS | LOSS_BOOKMARKS | LOSS_REMARKS | LOSS_START_PLY | LOSS_TIME_FRACTIONS,
        .headers = CSA_HEADERS,
        .header_count = sizeof CSA_HEADERS / sizeof CSA_HEADERS[0] - 1,
        .ends = ends,
        .end_count = sizeof ends / sizeof ends[0],
    };
    struct record rec;
    record_init(&rec);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct rewrite kif, jkf, back;
        struct buf csa;
        struct err err;
        unsigned losses = 0;
        buf_init(&csa, BUF_DEFAULT_MAX);
        random_record(&rec, seed, &style);
        assert_int_equal(format_by_name(SPAN("csa"))->write(&rec, &csa, &losses, &err), STATUS_OK);
        rewrite_as(buf_span(&csa), "csa", "kifu", &kif);
        rewrite_as(buf_span(&kif.written), "kif", "jkf", &jkf);
        rewrite_as(buf_span(&jkf.written), "jkf", "csa", &back);
        assert_string_equal(buf_cstr(&back.written), buf_cstr(&csa));
        buf_release(&csa);
        buf_release(&kif.written);
        buf_release(&jkf.written);
        buf_release(&back.written);
    }
    record_release(&rec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_csa),
        cmocka_unit_test(test_jkf),
        cmocka_unit_test(test_usi),
        cmocka_unit_test(test_around),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
