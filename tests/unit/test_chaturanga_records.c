/* test_chaturanga_records.c: records of chaturanga in text: what is read, what is written, what is
 * said about mistakes, and that writing and reading again gives the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "random_chaturanga.h"

struct taken {
    struct buf written, problems;
    unsigned games, losses;
    enum problem_severity worst;
};

static enum status take(void *ctx, struct record *rec)
{
    struct taken *t = ctx;
    t->games++;
    for (uint32_t i = 0; i < rec->problem_count; i++) {
        err_format(&rec->problems[i].err, LANG_EN, &t->problems);
        buf_add_char(&t->problems, '\n');
        t->worst = rec->problems[i].severity > t->worst ? rec->problems[i].severity : t->worst;
    }
    if (record_worst(rec) == PROBLEM_REJECTED)
        return STATUS_OK;
    if (t->written.n)
        buf_add_char(&t->written, '\n');
    return chaturanga_write(rec, &t->written, &t->losses, NULL);
}

static enum status read_text(struct span text, struct taken *t)
{
    struct reader reader;
    struct err err;
    *t = (struct taken){0};
    buf_init(&t->written, BUF_DEFAULT_MAX);
    buf_init(&t->problems, BUF_DEFAULT_MAX);
    reader_init(&reader);
    enum status st = reader_read(&reader, text, SPAN("f"), NULL, take, t, &err);
    reader_release(&reader);
    return st;
}

static void release(struct taken *t)
{
    buf_release(&t->written);
    buf_release(&t->problems);
}

static void expect_written(const char *text, const char *expected)
{
    struct taken t;
    assert_int_equal(read_text(span_of(text), &t), STATUS_OK);
    assert_string_equal(buf_cstr(&t.problems), "");
    assert_string_equal(buf_cstr(&t.written), expected);
    release(&t);
}

static void reads_what_people_write(void **state)
{
    (void)state;
    expect_written(
        "# a remark before the first game\n"
        "Chaturanga  1\r\n赤：Asha\nred team: no player\nDATE: 2026-11-16\n"
        "* before\n1. Red 35 b1c3 d2d3 4.5s\n*\n*  two\n& here\n2 44 -\n55 e8d8\nblack 44 -\n",
        "chaturanga 1\n赤: Asha\nred team: no player\nDATE: 2026-11-16\nRules: usual\n\n"
        "* before\n# a remark before the first game\n1 red 35 b1c3 d2d3 4.5s\n& "
        "here\n*\n*  two\n2 green 44 -\n"
        "3 yellow 55 e8d8\n4 black 44 -\nResult: unfinished\n");
}

static void keeps_variations(void **state)
{
    (void)state;
    static const char GAME[] = "chaturanga 1\nRules: order=any\n\n"
                               "1 red 45 d1e1 c1d1\n2 green 33 -\n3 yellow 55 -\n"
                               "Result: red loses (resign)\n* sorry\n"
                               "\nvariation 3\n3 yellow 22 -\n* or so\n"
                               "\nvariation 1\n1 red 22 a1c3 c3a5\n";
    expect_written(GAME, GAME);
}

static void several_games_in_a_file(void **state)
{
    (void)state;
    static const char GAMES[] = "chaturanga 1\nRules: usual\n\n1 red 44 -\nResult: draw\n"
                                "\nchaturanga 1\nRules: usual\n\nResult: red and yellow win\n";
    expect_written(GAMES, GAMES);
}

static void starts_elsewhere(void **state)
{
    (void)state;
    static const char GAME[] = "chaturanga 1\nRules: usual\n"
                               "Start: 8/8/8/gRgP4bPbR/8/8/8/rBrR6 r ooxo 0,0,1b,0 40\n\n"
                               "41 red 22 a1c3\nResult: unfinished\n";
    expect_written(GAME, GAME);
}

static void ends_by_the_rules(void **state)
{
    (void)state;
    /* black is out, red takes the last raja but his own */
    expect_written("chaturanga 1\nStart: 8/8/8/8/8/8/1gR6/rRrP6 r ooxx 0,0,1b,1r 4\n"
                   "5 red 55 a1b2\n",
                   "chaturanga 1\nRules: usual\n"
                   "Start: 8/8/8/8/8/8/1gR6/rRrP6 r ooxx 0,0,1b,1r 4\n\n"
                   "5 red 55 a1b2\nResult: red wins (rajas)\n");
}

static void expect_problem(const char *text, const char *problems, enum problem_severity worst)
{
    struct taken t;
    (void)!read_text(span_of(text), &t);
    assert_string_equal(buf_cstr(&t.problems), problems);
    assert_int_equal(t.worst, worst);
    release(&t);
}

#define HEAD "chaturanga 1\n"
static void says_what_is_wrong(void **state)
{
    (void)state;
    expect_problem(HEAD "1 red 44 c1c5\n2 green 22 -\n", "f:2: byte 19: illegal here: 44 c1c5\n",
                   PROBLEM_PARTIAL);
    expect_problem(HEAD "1 green 44 -\n", "f:2: byte 15: red is to move, not green\n",
                   PROBLEM_PARTIAL);
    expect_problem(HEAD "green 44 -\n", "f:2: byte 13: red is to move, not green\n",
                   PROBLEM_PARTIAL);
    expect_problem(HEAD "1 red 61 -\n", "f:2: byte 19: not a turn: 61 -\n", PROBLEM_PARTIAL);
    expect_problem(HEAD "2 red 44 -\n", "f:2: byte 13: turn 2 is number 1 of its line\n",
                   PROBLEM_NOTE);
    expect_problem(HEAD "what is this\n",
                   "f:2: byte 13: neither a header nor a turn: what is this\n", PROBLEM_LOST);
    expect_problem(HEAD "1 red 44 -\nvariation 3\n",
                   "f:3: byte 34: no turn 3 to vary in the line above\n", PROBLEM_PARTIAL);
    expect_problem(HEAD "Result: maybe\n", "f:2: byte 21: not a result: maybe\n", PROBLEM_LOST);
    expect_problem(HEAD "1 red 44 -\nRules: bare=never\n",
                   "f:3: byte 24: Rules must precede the first turn\n", PROBLEM_LOST);
    expect_problem("chaturanga 2\n1 red 44 -\n", "f:1: byte 11: unsupported format version 2\n",
                   PROBLEM_REJECTED);
    struct taken t;
    assert_int_equal(read_text(SPAN(HEAD "Rules: bare=perhaps\n1 red 44 -\n"), &t), STATUS_OK);
    assert_int_equal(t.worst, PROBLEM_REJECTED);
    release(&t);
    assert_int_equal(read_text(SPAN(HEAD "Start: 9/8 r\n"), &t), STATUS_OK);
    assert_int_equal(t.worst, PROBLEM_REJECTED);
    release(&t);
}

/* A bad turn costs the rest of its line; the variation and the next game are there. */
static void goes_on_after_a_mistake(void **state)
{
    (void)state;
    struct taken t;
    assert_int_equal(
        read_text(SPAN(HEAD "1 red 44 -\n2 green 99 -\n3 yellow 22 -\n* lost\n"
                            "Result: black wins\nvariation 1\n1 red 33 -\n" HEAD "1 red 55 -\n"),
                  &t),
        STATUS_OK);
    assert_int_equal(t.games, 2);
    assert_string_equal(buf_cstr(&t.written),
                        "chaturanga 1\nRules: usual\n\n1 red 44 -\nResult: black wins\n"
                        "\nvariation 1\n1 red 33 -\n"
                        "\nchaturanga 1\nRules: usual\n\n1 red 55 -\nResult: unfinished\n");
    release(&t);
}

/* --- Random games ----------------------------------------------------------------------------- */

static const char *const READINGS[] = {"", "order=any doubles=samekind", "ally=any bare=never",
                                       "setup=swapped partners=share pass=forced"};

/* Comments, times and variations here and there. */
static void decorate(struct chaturanga_line *line, struct rng *rng)
{
    uint32_t plies = line->plies;
    for (uint32_t n = plies; n > 0; n--) {
        if (rng_below(rng, 10))
            continue;
        assert_int_equal(chaturanga_line_back_to(line, n), STATUS_OK);
        assert_true(
            chaturanga_line_text(line, (enum chaturanga_text)rng_below(rng, 3), SPAN("a line")));
        assert_true(chaturanga_line_text(line, CHATURANGA_COMMENT, SPAN("")));
        line->rec->nodes[line->tip].time_ms = (uint32_t)rng_below(rng, 100000);
        if (rng_below(rng, 2) == 0 || n < 2)
            continue;
        assert_int_equal(chaturanga_line_back_to(line, n - 1), STATUS_OK);
        for (int i = 0; i < 5 && random_chaturanga_turn(line, rng); i++)
            ;
        if (chaturanga_over(&line->pos)) /* what a reader would add */
            assert_int_equal(
                chaturanga_line_end(line,
                                    line->pos.phase == CHATURANGA_WON ? END_RAJAS : END_BARE_RAJA,
                                    (struct span){0}),
                STATUS_OK);
        assert_int_equal(chaturanga_line_back_to(line, n - 1), STATUS_OK);
    }
    assert_int_equal(chaturanga_line_flush(line), STATUS_OK);
}

static void writing_and_reading_gives_the_same(void **state)
{
    (void)state;
    struct record rec;
    struct chaturanga_line line;
    struct buf text;
    record_init(&rec);
    chaturanga_line_init(&line);
    buf_init(&text, BUF_DEFAULT_MAX);
    for (unsigned i = 0; i < 60; i++) {
        struct rng rng;
        struct taken t;
        unsigned losses = 0;
        rng_seed_stream(&rng, 99, i);
        assert_true(random_chaturanga_game(&rec, &line, &rng, READINGS[i % 4], 5000));
        decorate(&line, &rng);
        buf_clear(&text);
        assert_int_equal(chaturanga_write(&rec, &text, &losses, NULL), STATUS_OK);
        assert_int_equal(losses, 0);
        assert_int_equal(read_text(buf_span(&text), &t), STATUS_OK);
        assert_string_equal(buf_cstr(&t.problems), "");
        assert_string_equal(buf_cstr(&t.written), buf_cstr(&text));
        release(&t);
    }
    buf_release(&text);
    chaturanga_line_release(&line);
    record_release(&rec);
}

static void takes_turns_back(void **state)
{
    (void)state;
    struct record rec;
    struct chaturanga_line line;
    struct rng rng;
    rng_seed(&rng, 3);
    record_init(&rec);
    chaturanga_line_init(&line);
    assert_true(random_chaturanga_game(&rec, &line, &rng, "", 30));
    assert_int_equal(line.plies, 30);
    for (uint32_t n = 30; n > 10; n--)
        chaturanga_line_undo(&line);
    assert_int_equal(line.plies, 10);
    assert_int_equal(line.pos.ply, 10);
    assert_int_equal(rec.node_count, 11);
    assert_true(random_chaturanga_turn(&line, &rng));
    uint32_t plies;
    record_last_move(&rec, &plies);
    assert_int_equal(plies, 11);
    chaturanga_line_release(&line);
    record_release(&rec);
}

/* Each allocation in turn fails. */
static void survives_want_of_memory(void **state)
{
    (void)state;
    static const char GAME[] = HEAD "Red: A\nRules: order=any\n* x\n1 red 44 -\n* y\n2 green 22 -\n"
                                    "Result: draw\n\nvariation 2\n2 green 33 -\n";
    enum status st = STATUS_NOMEM;
    for (long n = 0; st == STATUS_NOMEM && n < 500; n++) {
        struct taken t;
        mem_fail_after(n);
        st = read_text(span_of(GAME), &t);
        mem_fail_never();
        release(&t);
    }
    assert_int_equal(st, STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_people_write),
        cmocka_unit_test(keeps_variations),
        cmocka_unit_test(several_games_in_a_file),
        cmocka_unit_test(starts_elsewhere),
        cmocka_unit_test(ends_by_the_rules),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(goes_on_after_a_mistake),
        cmocka_unit_test(writing_and_reading_gives_the_same),
        cmocka_unit_test(takes_turns_back),
        cmocka_unit_test(survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
