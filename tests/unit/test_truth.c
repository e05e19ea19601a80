/* test_truth.c: files of known lines read as written, say where they are wrong, and know their
 * lines again however they are turned, moved or coloured, but not parts of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "text/mine/truth.h"

static const char TEXT[] = "# two lines, one of them too short to be found\n"
                           "\n"
                           "pd nc lc qc\r\n"
                           "  qd oc\tpe pf qe qg\n"
                           "cc dc\n";

static size_t stones_of(const char *text, struct truth_stone *out)
{
    size_t n = 0;
    for (; *text; text += text[2] ? 3 : 2, n++)
        out[n] = (struct truth_stone){(uint8_t)(text[0] - 'a'), (uint8_t)(text[1] - 'a'), n & 1};
    return n;
}

static size_t note(struct truth *t, const char *text, uint32_t nth)
{
    struct truth_stone stones[40];
    size_t n = stones_of(text, stones);
    return truth_note(t, stones, n, nth);
}

static void read_text(struct truth *t)
{
    struct err err;
    assert_int_equal(truth_read(t, span_of(TEXT), &err), STATUS_OK);
}

static void test_read(void **state)
{
    (void)state;
    struct truth t;
    read_text(&t);
    assert_int_equal(t.line_count, 3);
    assert_int_equal(t.lines[0].number, 3);
    assert_int_equal(t.lines[1].count, 6);
    assert_int_equal(t.stones[t.lines[1].first + 2].column, 'p' - 'a');
    assert_int_equal(t.stones[t.lines[1].first + 2].row, 'e' - 'a');
    assert_int_equal(t.stones[t.lines[1].first + 3].colour, 1);
    truth_release(&t);
    truth_release(&t);
}

/* As other systems and people write them. */
static void test_read_odd(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF# marked\r\n\r\n \t# farther in\r\n  pd\tnc  pf \r\npd";
    struct truth t;
    struct err err;
    assert_int_equal(truth_read(&t, span_of(text), &err), STATUS_OK);
    assert_int_equal(t.line_count, 2);
    assert_int_equal(t.lines[0].number, 4);
    assert_int_equal(t.lines[0].count, 3);
    assert_int_equal(t.lines[1].count, 1);
    truth_release(&t);
}

static void expect_error(const char *text, enum status code, uint32_t line, uint64_t byte)
{
    struct truth t;
    struct err err = {0};
    assert_int_equal(truth_read(&t, span_of(text), &err), code);
    assert_int_equal(err.line, line);
    assert_int_equal(err.byte, byte);
}

static void test_errors(void **state)
{
    (void)state;
    char many[3 * (TRUTH_LONGEST + 1) + 1] = "";
    expect_error("pd nc\npd 3c", STATUS_SYNTAX, 2, 9);
    expect_error("pd ncc", STATUS_SYNTAX, 1, 3);
    expect_error("p", STATUS_SYNTAX, 1, 0);
    expect_error("pd\npd # no", STATUS_SYNTAX, 2, 6);
    for (int i = 0; i <= TRUTH_LONGEST; i++)
        strcat(many, "cc ");
    expect_error(many, STATUS_LIMIT, 1, 3 * TRUTH_LONGEST);
}

static void test_found(void **state)
{
    (void)state;
    struct truth t;
    read_text(&t);
    assert_int_equal(note(&t, "qd oc pe pf qe", 1), 0);       /* a part */
    assert_int_equal(note(&t, "qd oc pe pf qe qg qh", 1), 0); /* more */
    assert_int_equal(note(&t, "pe pf qe qg", 1), 0);          /* two missing */
    assert_int_equal(note(&t, "qd oc pe qe pf qg", 1), 0);    /* another order */
    assert_int_equal(note(&t, "pd nc lc qc", 1), 0);          /* too short */
    assert_int_equal(truth_count_found(&t, 25000), 0);
    assert_int_equal(note(&t, "qd oc pe pf qe qg", 9), 1);
    assert_int_equal(note(&t, "oc pe pf qe qg", 7), 1); /* without its first */
    assert_int_equal(note(&t, "qd oc pe pf qe qg", 8), 1);
    assert_int_equal(t.lines[1].nth, 7);
    assert_int_equal(truth_count_found(&t, 6), 0);
    assert_int_equal(truth_count_found(&t, 7), 1);
    truth_clear(&t);
    assert_int_equal(truth_count_found(&t, 7), 0);
    truth_release(&t);
}

static void test_images(void **state)
{
    (void)state;
    struct truth t;
    struct truth_stone stones[40], image[40];
    read_text(&t);
    size_t n = stones_of("qd oc pe pf qe qg", stones);
    for (unsigned k = 0; k < 16; k++) {
        for (size_t i = 0; i < n; i++) {
            uint8_t x = stones[i].column, y = stones[i].row;
            x = k & 1 ? 18 - x : x;
            y = k & 2 ? 18 - y : y;
            image[i] = (struct truth_stone){k & 4 ? y : x, k & 4 ? x : y, stones[i].colour};
            image[i].column = (uint8_t)(image[i].column + (k & 8 ? 3 : 0));
            image[i].colour ^= k & 1;
        }
        assert_int_equal(truth_note(&t, image, n, 5), 1);
        assert_int_equal(truth_path(&t, image, n), n);
    }
    stones[3].colour ^= 1; /* the same points, but not in turn */
    assert_int_equal(truth_note(&t, stones, n, 1), 0);
    assert_int_equal(truth_path(&t, stones, n), 3);
    truth_release(&t);
}

static void test_path(void **state)
{
    (void)state;
    struct truth t;
    struct truth_stone stones[40];
    read_text(&t);
    assert_int_equal(truth_path(&t, stones, stones_of("pd nc lc", stones)), 3);
    assert_int_equal(truth_path(&t, stones, stones_of("oc pe pf qe", stones)), 4);
    assert_int_equal(truth_path(&t, stones, stones_of("qd oc pe pf qe qg qh", stones)), 6);
    truth_release(&t);
}

static void test_no_memory(void **state)
{
    (void)state;
    enum status s = STATUS_NOMEM;
    for (long n = 0; s != STATUS_OK; n++) {
        struct truth t;
        struct err err;
        assert_true(n < 100);
        mem_fail_after(n);
        s = truth_read(&t, span_of(TEXT), &err);
        mem_fail_never();
        assert_true(s == STATUS_OK || s == STATUS_NOMEM);
        if (s == STATUS_OK)
            truth_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),      cmocka_unit_test(test_read_odd),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_found),
        cmocka_unit_test(test_images),    cmocka_unit_test(test_path),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
