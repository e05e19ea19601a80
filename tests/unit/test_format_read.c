/* From bytes to records: which format, which charset, where the problems are, and what happens
 * when memory runs out anywhere on the way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "formats/format.h"

struct reader_log {
    uint32_t games, plies, problems;
    struct err first, last;
    enum problem_severity worst;
    char charset[16], format[8], result;
};

static enum status look(void *ctx, struct record *rec)
{
    struct reader_log *seen = ctx;
    record_last_move(rec, &seen->plies);
    seen->games++;
    seen->problems += rec->problem_count;
    seen->worst = record_worst(rec);
    if (rec->problem_count) {
        seen->first = rec->problems[0].err;
        seen->last = rec->problems[rec->problem_count - 1].err;
    }
    snprintf(seen->charset, sizeof seen->charset, "%s", rec->charset);
    snprintf(seen->format, sizeof seen->format, "%s", rec->format);
    seen->result = record_result_letter(rec);
    return STATUS_OK;
}

static enum status read_text(struct span text, const char *label, struct reader_log *seen,
                             struct err *err)
{
    struct reader r;
    *seen = (struct reader_log){0};
    reader_init(&r);
    enum status st = reader_read(&r, text, span_of(label), NULL, look, seen, err);
    reader_release(&r);
    return st;
}

static const struct span TWO_GAMES = SPAN_INIT("V2.2\nN+A\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"
                                               "/\nN+B\nPI\n+\n+2726FU\n%CHUDAN\n");

static void test_content_decides(void **state)
{
    (void)state;
    struct reader_log seen;
    struct err err;
    assert_int_equal(read_text(TWO_GAMES, "really.kif", &seen, &err), STATUS_OK);
    assert_string_equal(seen.format, "csa");
    assert_int_equal(seen.games, 2);
}

static void test_nothing_to_read(void **state)
{
    (void)state;
    static const struct {
        struct span bytes;
        enum status code;
    } cases[] = {
        {SPAN_INIT(""), STATUS_SYNTAX},
        {SPAN_INIT("\n\n"), STATUS_UNSUPPORTED},
        {SPAN_INIT("Dear diary,\ntoday I lost.\n"), STATUS_UNSUPPORTED},
        {SPAN_INIT("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), STATUS_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reader_log seen;
        struct err err = {0};
        assert_int_equal(read_text(cases[i].bytes, "some/file", &seen, &err), cases[i].code);
        assert_string_equal(err.file, "some/file");
        assert_int_equal(seen.games, 0);
    }
}

/* The comment is Shift-JIS: one character of two bytes there is three bytes in UTF-8, so only a
 * mapped offset is right. */
static void test_bytes_are_those_of_the_file(void **state)
{
    (void)state;
    struct reader_log seen;
    struct err err;
    const struct span text = SPAN("'*\x8f\x95\x8e\xe8\nPI\n+\n+7775FU\n");
    assert_int_equal(read_text(text, "x.csa", &seen, &err), STATUS_OK);
    assert_string_equal(seen.charset, "CP932");
    assert_int_equal(seen.problems, 1);
    assert_int_equal(seen.first.code, STATUS_ILLEGAL);
    assert_int_equal(seen.first.line, 4);
    assert_int_equal(seen.first.byte, 12);
    assert_string_equal(seen.first.arg[0], "+7775FU");
}

static void test_declared_charset_wins(void **state)
{
    (void)state;
    struct reader_log seen;
    struct err err;
    /* valid as Shift-JIS and as EUC-JP */
    const struct span text =
        SPAN("'CSA encoding=EUC-JP\nV3.0\nN+\xbb\xfb\xbc\xea\nPI\n+\n+7776FU\n");
    assert_int_equal(read_text(text, "x.csa", &seen, &err), STATUS_OK);
    assert_string_equal(seen.charset, "EUC-JP");
}

/* The lists of names for options follow the table of formats. */
static void test_names_follow_the_table(void **state)
{
    (void)state;
    size_t names = 0, written = 0;
    for (const struct format *const *f = all_formats; *f; f++) {
        assert_string_equal((*f)->name, format_names[names++]);
        if ((*f)->write)
            assert_string_equal((*f)->name, format_names_written[written++]);
        assert_ptr_equal(format_by_name(span_of((*f)->name)), *f);
    }
    assert_null(format_names[names]);
    assert_null(format_names_written[written]);
}

static void test_no_memory_anywhere(void **state)
{
    (void)state;
    struct reader_log seen;
    struct err err;
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        assert_true(n < 1000);
        mem_fail_after(n);
        st = read_text(TWO_GAMES, "x.csa", &seen, &err);
        mem_fail_never();
        if (st != STATUS_OK)
            assert_int_equal(st, STATUS_NOMEM);
    }
    assert_int_equal(seen.games, 2);
}

/* A text with one part in it many times. */
struct repeated {
    const char *label, *before, *part, *after;
};

static void read_repeated(const struct repeated *t, size_t bytes, struct reader_log *seen)
{
    struct buf text;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, t->before);
    while (text.n < bytes)
        buf_add_str(&text, t->part);
    buf_add_str(&text, t->after);
    assert_int_equal(read_text(buf_span(&text), t->label, seen, &err), STATUS_OK);
    buf_release(&text);
}

/* A comment without end costs what there is no room for, is reported once, and no more. */
static void test_long_comments(void **state)
{
    (void)state;
    static const struct repeated texts[] = {
        {"x.csa", "PI\n+\n+7776FU\n", "'*text\n", "-3334FU\n%TORYO\n"},
        {"x.csa", "PI\n+\n+7776FU\n", "'text\n", "-3334FU\n"},
        {"x.csa", "PI\n+\n+7776FU\n'*", "text", "\n-3334FU\n"},
        {"x.kif", "1 ７六歩(77)\n", "*text\n", "2 ３四歩(33)\n"},
        {"x.kif", "1 ７六歩(77)\n", "&text\n", "2 ３四歩(33)\n"},
        {"x.ki2", "▲７六歩\n", "#text\n", "△３四歩\n"},
        {"x.psn", "1.P7f P3d {", "text\n", "}"},
        {"x.usi", "startpos moves 7g7f 3c3d\n", "# text\n", "startpos moves 7g7f 3c3d\n"},
        {"x.jkf",
         "{\"header\":{},\"moves\":[{},{\"move\":{\"from\":{\"x\":7,\"y\":7},"
         "\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"},\"comments\":[\"text\"",
         ",\"text\"",
         "]},{\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},"
         "\"piece\":\"FU\"}}]}"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct reader_log seen;
        read_repeated(&texts[i], 3 << 20, &seen);
        assert_int_equal(seen.plies, 2);
        assert_int_equal(seen.problems, 1);
        assert_int_equal(seen.first.code, STATUS_LIMIT);
    }
}

/* What is beyond the list is counted, and still decides what the record is worth. */
static void test_many_problems(void **state)
{
    (void)state;
    static const struct repeated texts[] = {
        {"x.csa", "V2.2\nN+A\n", "X\n", "P+59OU58OU\n+\n"},
        {"x.kif", "先手：A\n", "後手番？\n", "先手の持駒：飛三\n|v玉|\n1 ７六歩(77)\n"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct reader_log seen;
        read_repeated(&texts[i], 4000, &seen);
        assert_int_equal(seen.games, 1);
        assert_int_equal(seen.problems, RECORD_MAX_PROBLEMS);
        assert_int_equal(seen.last.code, STATUS_LIMIT);
        assert_true(seen.worst >= PROBLEM_PARTIAL);
    }
}

/* LF, CRLF and CR end a line, whatever the format. */
static void test_lines_are_counted(void **state)
{
    (void)state;
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    static const struct {
        const char *label, *lines[3];
    } texts[] = {
        {"x.csa", {"PI", "+", "+9999FU"}},
        {"x.kif", {"先手：A", "後手：B", "1 ９九歩(77)"}},
        {"x.psn", {"[Sente \"A\"]", "1.P7f P3d", "2.P9a"}},
        {"x.jkf", {"{\"header\":{},", "\"moves\":[{},", "{\"move\":{}}]}"}},
        {"x.csa", {"PI", "+", "'\x83\x41\x83\x42\xFF\xFF\x83\x43"}},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (int e = 0; e < 3; e++) {
            struct reader_log seen;
            struct err err;
            struct buf text;
            buf_init(&text, BUF_DEFAULT_MAX);
            for (int n = 0; n < 3; n++)
                buf_printf(&text, "%s%s", texts[i].lines[n], ends[e]);
            assert_int_equal(read_text(buf_span(&text), texts[i].label, &seen, &err), STATUS_OK);
            assert_int_equal(seen.first.line, 3);
            buf_release(&text);
        }
}

/* Coming back to a move to add to its comment must not copy the comment every time. */
static void test_comment_of_many_visits(void **state)
{
    (void)state;
    static const struct repeated text = {"x.kif", "1 ７六歩(77)\n",
                                         "変化：1手\n*some thirty bytes of comment here\n", ""};
    struct reader_log seen;
    read_repeated(&text, 1 << 20, &seen);
    assert_int_equal(seen.plies, 1);
    assert_int_equal(seen.problems, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_content_decides),
        cmocka_unit_test(test_nothing_to_read),
        cmocka_unit_test(test_bytes_are_those_of_the_file),
        cmocka_unit_test(test_declared_charset_wins),
        cmocka_unit_test(test_names_follow_the_table),
        cmocka_unit_test(test_no_memory_anywhere),
        cmocka_unit_test(test_long_comments),
        cmocka_unit_test(test_many_problems),
        cmocka_unit_test(test_lines_are_counted),
        cmocka_unit_test(test_comment_of_many_visits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
