/* test_go_words.c: the words of Go: what they mean as trees, what they print, what is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "games/go/go_facts.h"
#include "games/go/go_pattern.h"
#include "query/named.h"
#include "query/query.h"

static struct query parsed(const char *text)
{
    struct query q;
    struct err err = {0};
    struct buf why;
    buf_init(&why, 10000);
    if (query_parse(&q, &go_game, NULL, span_of(text), &err) != STATUS_OK) {
        err_format(&err, LANG_EN, &why);
        fail_msg("%s: %s", text, buf_cstr(&why));
    }
    buf_release(&why);
    return q;
}

static const struct {
    const char *text, *printed; /* NULL: only that it survives */
} READ[] = {
    {"bQ16 wD4", "bQ16 wD4"},
    {"flip(bQ16 turn:b result:w black:x)", "wQ16 turn:w result:b w.player:\"x\""},
    {"mirror(bQ16)", "bD16"},
    {"mirror(mirror(bC7))", "bC7"},
    {"sym(bQ16)", "bQ16 or bD16 or bQ4 or bD4"},
    {"sym(bK10)", "bK10"},
    {"sym(bR16)", "bR16 or bC16 or bR4 or bC4 or bQ17 or bQ3 or bD17 or bD3"},
    {"either(bQ16)", "bQ16 or wQ16"},
    {"either(sym(bK10))", "bK10 or wK10"},
    {"size:13 mirror(bK4)", "size=13 bD4"},
    {"mirror(bK4) size:13", "bD4 size=13"},
    {"mirror(size:13 bK4)", "size=13 bD4"},
    {"mirror(bK4) or size:13", "bK4 or size=13"},
    {"mirror(bJ4 not size:13)", "bL4 not size=13"},
    {"size:13x9 sym(bC3)", "size:13x9 (bC3 or bL3 or bC7 or bL7)"},
    {"sym(size:13x9 bC3)", NULL},
    {"flip(bZ25)", "wZ25"},
    {"mirror({bQ16,bZ25})", "bD16"},
};

static void test_reading(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++) {
        struct query q = parsed(READ[i].text), again;
        struct buf out;
        buf_init(&out, BUF_DEFAULT_MAX);
        query_print(&q, &out);
        if (READ[i].printed)
            assert_string_equal(buf_cstr(&out), READ[i].printed);
        again = parsed(buf_cstr(&out));
        if (!query_equal(&q, &again))
            fail_msg("%s: printed as %s, which is another query", READ[i].text, buf_cstr(&out));
        query_release(&q);
        query_release(&again);
        buf_release(&out);
    }
}

static const struct {
    const char *text;
    uint64_t byte;
    const char *why; /* part of the message */
} WRONG[] = {
    {"mirror(bZ25)", 12, "not on a board of 19x19"},
    {"sym(bC3 (bD4 size:13x9))", 24, "does not fit on itself"},
};

static void test_mistakes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct query q;
        struct err err = {0};
        struct buf why;
        buf_init(&why, 10000);
        if (query_parse(&q, &go_game, NULL, span_of(WRONG[i].text), &err) == STATUS_OK)
            fail_msg("%s: no mistake", WRONG[i].text);
        err_format(&err, LANG_EN, &why);
        if (!strstr(buf_cstr(&why), WRONG[i].why))
            fail_msg("%s: %s", WRONG[i].text, buf_cstr(&why));
        assert_int_equal(err.byte, WRONG[i].byte);
        query_release(&q);
        buf_release(&why);
    }
}

static void test_symmetries(void **state)
{
    (void)state;
    const struct board_shape board = {13, 13};
    for (unsigned s = 0; s < GO_SYMMETRIES; s++) {
        unsigned back = go_symmetry_inverse(s);
        for (int row = 0; row < 13; row++)
            for (int column = 0; column < 13; column++) {
                uint32_t fact = go_fact(GO_WHITE, go_point(column, row));
                uint32_t image = go_game.fact_image(fact, s, board);
                assert_int_equal(image < GO_POINTS, (s & GO_COLORS) != 0);
                assert_int_equal(go_game.fact_image(image, back, board), fact);
            }
        assert_int_equal(go_game.flips_seats(s), (s & GO_COLORS) != 0);
    }
    assert_int_equal(go_game.fact_image(go_fact(GO_BLACK, go_point(13, 0)), GO_MIRROR, board),
                     NO_FACT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_symmetries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
