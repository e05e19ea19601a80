/* KI2: the words that tell pieces apart, both ways; lines as people write them. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
