/* test_stop.c: how much is done after somebody has said that the answer is not wanted any more.  It
 * is counted, not timed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "db_sample.h"
#include "query/run/evaluate.h"
#include "query/run/query_result.h"
#include "scratch.h"

enum { GAMES = 60 };

static struct db *db;

static int set_up(void **state)
{
    if (scratch_set_up(state))
        return -1;
    sample_make("one.kifu", 0, GAMES, 100);
    db = sample_open("one.kifu");
    return 0;
}

static int tear_down(void **state)
{
    db_close(db);
    return scratch_tear_down(state);
}

/* Values of lines, which are asked for once a line; at one of them it is cancelled. */
struct stop_counted {
    atomic_bool cancelled;
    atomic_uint lines, stop_at;
};

static enum status count_line(void *ctx, const struct lines *l, uint32_t line, uint32_t from,
                              uint32_t to, int32_t *out, struct err *err)
{
    struct stop_counted *c = ctx;
    (void)l, (void)line, (void)err;
    for (uint32_t ply = from; ply < to; ply++)
        out[ply - from] = 100;
    if (atomic_fetch_add(&c->lines, 1) + 1 == atomic_load(&c->stop_at))
        atomic_store(&c->cancelled, true);
    return STATUS_OK;
}

static void parse(struct query *q, const char *text)
{
    struct err err = {0};
    assert_int_equal(query_parse(q, &shogi_game, NULL, span_of(text), &err), STATUS_OK);
}

enum way { SEARCH, MOVES, RESULT, WAYS };

static enum status ask(const char *text, enum way way, const struct search_options *opt)
{
    struct query q;
    struct hits hits = {0};
    struct moves_table moves = {0};
    struct query_result result = {0};
    struct err err = {0};
    enum status status;
    parse(&q, text);
    if (way == SEARCH)
        status = search_run(&q, &db, 1, opt, &hits, &err);
    else if (way == MOVES)
        status = moves_run(&q, &db, 1, opt, &moves, &err);
    else
        status = query_run(&result, &q, &db, 1, opt, KEEP_SPANS, &err);
    query_result_release(&result);
    moves_release(&moves);
    hits_release(&hits);
    query_release(&q);
    return status;
}

/* No further line is begun, however many there are in a piece of work. */
static void no_line_after_it(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++)
        for (unsigned threads = 1; threads <= 3; threads++) {
            struct stop_counted c = {.stop_at = 5};
            const struct query_values values = {&c, count_line, NULL};
            const struct search_options opt = {.limit = 10,
                                               .threads = threads,
                                               .grain = threads == 1 ? 0 : 10,
                                               .cancelled = &c.cancelled,
                                               .values = &values};
            assert_int_equal(ask("value>50", (enum way)way, &opt), STATUS_CANCELLED);
            /* others may be in the middle of one */
            assert_true(atomic_load(&c.lines) >= 5 && atomic_load(&c.lines) < 5 + threads);
        }
}

/* Nor is one gone on with: what it says after that is nothing. */
static void not_to_the_end_of_a_line(void **state)
{
    static const char *const QUERIES[] = {"value>50 or s76fu", "attack.s>=0 value>50",
                                          "move:s7776fu then value>50"};
    (void)state;
    for (size_t i = 0; i < sizeof QUERIES / sizeof *QUERIES; i++) {
        struct stop_counted c = {.stop_at = 1};
        const struct query_values values = {&c, count_line, NULL};
        struct evaluator *e;
        struct evaluation v;
        struct query q;
        struct err err = {0};
        parse(&q, QUERIES[i]);
        assert_int_equal(evaluator_open(&e, &q, &err), STATUS_OK);
        evaluator_set_values(e, &values);
        const struct lines *l = &db->segments[0].lines;
        assert_int_equal(evaluate_line(e, l, 0, 0, UINT32_MAX, &v, &err), STATUS_OK);
        c = (struct stop_counted){.stop_at = 1};
        evaluator_set_cancelled(e, &c.cancelled);
        assert_int_equal(evaluate_line(e, l, 0, 0, UINT32_MAX, &v, &err), STATUS_CANCELLED);
        assert_int_equal(atomic_load(&c.lines), 1);
        assert_int_equal(evaluate_line(e, l, 1, 0, UINT32_MAX, &v, &err), STATUS_CANCELLED);
        assert_true(atomic_load(&c.lines) <= 1); /* it did not get there */
        evaluator_close(e);
        query_release(&q);
    }
}

/* Finding out which lines to look at, condition by condition, is work as well. */
static void not_a_condition_of_a_plan(void **state)
{
    static const char *const QUERIES[] = {
        "s76fu or s26fu or s68gi",      "player:a or player:b",       "date:2000 or not s76fu",
        "move:s7776fu or move:g3334fu", "sfen \"startpos\" or s76fu", "like \"startpos\""};
    (void)state;
    for (size_t i = 0; i < sizeof QUERIES / sizeof *QUERIES; i++) {
        atomic_bool cancelled = true;
        const struct search_options opt = {.limit = 10, .threads = 1, .cancelled = &cancelled};
        if (ask(QUERIES[i], SEARCH, &opt) != STATUS_CANCELLED)
            fail_msg("%s was answered", QUERIES[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_line_after_it),
                                       cmocka_unit_test(not_to_the_end_of_a_line),
                                       cmocka_unit_test(not_a_condition_of_a_plan)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
