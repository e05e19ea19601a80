/* KIF: read and written, the traps of real files, broken ones. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
