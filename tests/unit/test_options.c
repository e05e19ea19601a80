/* test_options.c: the command line parser against small tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "cmd/frame/options.h"

enum { OPT_TO, OPT_OUTPUT, OPT_PLY, OPT_TAG, OPT_ALL, OPT_COUNT };

static const char *const FORMATS[] = {"csa", "kif", "ki2", NULL};

static const struct option_spec OWN[] = {
    [OPT_TO] = {.name = "to", .letter = 't', .kind = OPTION_CHOICE, .choices = FORMATS},
    [OPT_OUTPUT] = {.name = "output", .letter = 'o', .kind = OPTION_TEXT, .metavar = "FILE"},
    [OPT_PLY] = {.name = "ply", .kind = OPTION_INT, .metavar = "N", .min = -1, .max = 500},
    [OPT_TAG] = {.name = "tag", .kind = OPTION_TEXT, .metavar = "NAME", .repeatable = true},
    [OPT_ALL] = {.name = "all", .letter = 'a', .kind = OPTION_FLAG},
    [OPT_COUNT] = {.name = NULL},
};
static const struct option_spec MORE[] = {
    {.name = "quiet", .letter = 'q', .kind = OPTION_FLAG},
    {.name = NULL},
};
static const struct option_spec *const TABLES[] = {OWN, MORE, NULL};

enum { OPT_QUIET = OPT_COUNT, MAX_WORDS = 12 };

struct line {
    struct cmd_args args;
    struct err err;
    enum status status;
};

/* Parses a line of words ended by NULL. */
static struct line parse(enum parse_mode mode, const char *const *words)
{
    struct line l;
    int argc = 0;
    while (words[argc])
        argc++;
    l.status = args_parse(&l.args, TABLES, mode, argc, words, &l.err);
    return l;
}

#define PARSE(...) parse(PARSE_ALL, (const char *const[]){__VA_ARGS__, NULL})

static void assert_message(const struct line *l, enum lang lang, const char *expected)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    err_message(&l->err, lang, &text);
    assert_string_equal(buf_cstr(&text), expected);
    buf_release(&text);
}

static void assert_wrong(struct line l, const char *expected)
{
    assert_int_equal(l.status, STATUS_SYNTAX);
    assert_message(&l, LANG_EN, expected);
    assert_null(l.args.values);
}

static void test_every_way_to_give_a_value(void **state)
{
    (void)state;
    const char *const ways[][3] = {
        {"--output=x", NULL}, {"--output", "x", NULL}, {"-ox", NULL}, {"-o", "x", NULL}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct line l = parse(PARSE_ALL, ways[i]);
        assert_int_equal(l.status, STATUS_OK);
        assert_string_equal(args_text(&l.args, OPT_OUTPUT, NULL), "x");
        assert_int_equal(l.args.n_operands, 0);
        args_release(&l.args);
    }
}

static void test_options_stand_among_operands(void **state)
{
    (void)state;
    struct line l = PARSE("a", "--all", "-", "--to", "ki2", "b", "--", "--all", "--");
    assert_int_equal(l.status, STATUS_OK);
    assert_int_equal(args_count(&l.args, OPT_ALL), 1);
    assert_int_equal(args_choice(&l.args, OPT_TO, 9), 2);
    const char *const operands[] = {"a", "-", "b", "--all", "--"};
    assert_int_equal(l.args.n_operands, 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(l.args.operands[i], operands[i]);
    args_release(&l.args);
}

static void test_leading_options_only(void **state)
{
    (void)state;
    struct line l =
        parse(PARSE_LEADING_ONLY, (const char *const[]){"-a", "convert", "--bogus", NULL});
    assert_int_equal(l.status, STATUS_OK);
    assert_true(args_flag(&l.args, OPT_ALL));
    assert_int_equal(l.args.n_operands, 2);
    assert_string_equal(l.args.operands[1], "--bogus");
    args_release(&l.args);
}

static void test_flags_side_by_side(void **state)
{
    (void)state;
    struct line l = PARSE("-aaqot");
    assert_int_equal(l.status, STATUS_OK);
    assert_int_equal(args_count(&l.args, OPT_ALL), 2);
    assert_true(args_flag(&l.args, OPT_QUIET));
    assert_string_equal(args_text(&l.args, OPT_OUTPUT, NULL), "t");
    args_release(&l.args);
}

static void test_numbers_have_limits(void **state)
{
    (void)state;
    struct line l = PARSE("--ply", "-1");
    assert_int_equal(args_int(&l.args, OPT_PLY, 7), -1);
    args_release(&l.args);
    l = PARSE("--all");
    assert_int_equal(args_int(&l.args, OPT_PLY, 7), 7);
    args_release(&l.args);
    static const char expected[] = "option '--ply' takes an integer from -1..500";
    assert_wrong(PARSE("--ply=501"), expected);
    assert_wrong(PARSE("--ply=-2"), expected);
    assert_wrong(PARSE("--ply=1x"), expected);
    assert_wrong(PARSE("--ply="), expected);
    assert_wrong(PARSE("--ply=99999999999999999999"), expected);
}

static void test_repetition(void **state)
{
    (void)state;
    struct line l = PARSE("--tag=x", "--tag", "y");
    assert_int_equal(args_count(&l.args, OPT_TAG), 2);
    assert_string_equal(args_nth(&l.args, OPT_TAG, 0), "x");
    assert_string_equal(args_nth(&l.args, OPT_TAG, 1), "y");
    assert_null(args_nth(&l.args, OPT_TAG, 2));
    assert_string_equal(args_text(&l.args, OPT_TAG, NULL), "y");
    args_release(&l.args);
    assert_wrong(PARSE("-ox", "--output=x"), "option '--output' is given twice");
}

static void test_wrong_lines(void **state)
{
    (void)state;
    assert_wrong(PARSE("--outptu=x"), "unknown option '--outptu'; did you mean '--output'?");
    assert_wrong(PARSE("--outp=x"), "unknown option '--outp'; did you mean '--output'?");
    assert_wrong(PARSE("--zebra"), "unknown option '--zebra'");
    assert_wrong(PARSE("-az"), "unknown option '-az'");
    assert_wrong(PARSE("--all=yes"), "option '--all' takes no value");
    assert_wrong(PARSE("--output"), "option '--output' needs a value: FILE");
    assert_wrong(PARSE("-t"), "option '--to' needs a value: csa|kif|ki2");
    assert_wrong(PARSE("--to=sgf"), "option '--to' takes one of: csa, kif, ki2");
    assert_wrong(PARSE("--to=csv"), "invalid value '--to=csv'; did you mean 'csa'?");
}

static void test_messages_in_japanese(void **state)
{
    (void)state;
    struct line l = PARSE("--al");
    assert_int_equal(l.status, STATUS_SYNTAX);
    assert_message(&l, LANG_JA, "オプション '--al' はありません。'--all' のことですか?");
}

static void test_no_memory(void **state)
{
    (void)state;
    for (long n = 0; n < 2; n++) {
        mem_fail_after(n);
        struct line l = PARSE("--all");
        mem_fail_never();
        assert_int_equal(l.status, STATUS_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_way_to_give_a_value),
        cmocka_unit_test(test_options_stand_among_operands),
        cmocka_unit_test(test_leading_options_only),
        cmocka_unit_test(test_flags_side_by_side),
        cmocka_unit_test(test_numbers_have_limits),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_wrong_lines),
        cmocka_unit_test(test_messages_in_japanese),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
