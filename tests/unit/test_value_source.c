/* test_value_source.c: what each judge says: static values against an account from scratch, quiescence
 * against the search's own, values of records at the right ply, mates; names that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "db_sample.h"
#include "engine/eval/paper.h"
#include "engine/eval/weights.h"
#include "scratch.h"
#include "values/sheet/value_source_internal.h"

enum { GAMES = 10, MOST_PLIES = 1000 };

static struct value_source *open_judge(const char *spec, const char *weights)
{
    struct value_source *j;
    struct err err = {0};
    const struct value_source_options o = {.weights = weights};
    assert_int_equal(value_source_open(&j, spec, &o, &err), STATUS_OK);
    return j;
}

static struct value_source_worker *open_worker(struct value_source *j)
{
    struct value_source_worker *w;
    struct err err = {0};
    assert_int_equal(value_source_worker_open(&w, j, &err), STATUS_OK);
    return w;
}

static struct shogi_pos start_of_all;

static struct value_source_game game_of(const struct db *db, uint32_t number, shogi_move *moves)
{
    const struct lines *l = &db->segments[0].lines;
    shogi_pos_start(&start_of_all);
    struct value_source_game g = {.segment = &db->segments[0],
                                  .number = number,
                                  .start = &start_of_all,
                                  .moves = moves,
                                  .plies = line_plies(l, number)};
    assert_true(g.plies < MOST_PLIES);
    for (uint32_t p = 0; p < g.plies; p++)
        moves[p] = (shogi_move)line_move(l, number, p);
    return g;
}

/* --- Evaluations ------------------------------------------------------------------------------ */

static void static_values_are_those_of_the_account(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"paper", "material", "net"};
    struct db *db = sample_open("games.kifu");
    struct eval_account *account = mem_alloc(sizeof *account);
    for (int i = 0; i < 3; i++) {
        struct value_source *j = open_judge("static", NAMES[i]);
        struct value_source_worker *w = open_worker(j);
        struct eval eval = weights_eval(j->own);
        assert_false(value_source_is_slow(j));
        for (uint32_t n = 0; n < GAMES; n++) {
            shogi_move moves[MOST_PLIES];
            int16_t values[MOST_PLIES];
            struct err err;
            struct shogi_undo undo;
            struct value_source_game g = game_of(db, n, moves);
            struct shogi_pos pos = *g.start;
            assert_int_equal(value_source_run_game(w, &g, values, &err), STATUS_OK);
            for (uint32_t p = 0; p <= g.plies; p++) {
                eval.type->explain(eval.weights, &pos, account);
                assert_int_equal(values[p], account->value);
                if (p < g.plies)
                    shogi_play(&pos, moves[p], &undo);
            }
        }
        value_source_worker_close(w);
        value_source_close(j);
    }
    mem_free(account);
    db_close(db);
}

/* The same whatever the worker saw before. */
static void quiescence_forgets_other_games(void **state)
{
    (void)state;
    struct db *db = sample_open("games.kifu");
    struct value_source *j = open_judge("quiescence", NULL);
    struct value_source_worker *old = open_worker(j);
    unsigned differs = 0;
    for (uint32_t n = 0; n < GAMES; n++) {
        shogi_move moves[MOST_PLIES];
        int16_t values[MOST_PLIES], again[MOST_PLIES], stand[MOST_PLIES];
        struct err err;
        struct value_source_game g = game_of(db, n, moves);
        struct value_source_worker *fresh = open_worker(j);
        struct value_source *s = open_judge("static", NULL);
        struct value_source_worker *still = open_worker(s);
        assert_int_equal(value_source_run_game(old, &g, values, &err), STATUS_OK);
        assert_int_equal(value_source_run_game(fresh, &g, again, &err), STATUS_OK);
        assert_int_equal(value_source_run_game(still, &g, stand, &err), STATUS_OK);
        assert_memory_equal(values, again, (g.plies + 1) * sizeof *values);
        for (uint32_t p = 0; p <= g.plies; p++)
            differs += values[p] != stand[p];
        value_source_worker_close(fresh);
        value_source_worker_close(still);
        value_source_close(s);
    }
    assert_true(differs > 100);
    value_source_worker_close(old);
    value_source_close(j);
    db_close(db);
}

/* White is mated; Black mates in one. */
static void mates_are_reported(void **state)
{
    (void)state;
    struct db *db = sample_open("games.kifu");
    struct value_source *j = open_judge("quiescence", NULL);
    struct value_source_worker *w = open_worker(j);
    struct shogi_pos pos;
    struct err err = {0};
    int16_t values[2];
    shogi_move mate = shogi_drop_make(SHOGI_GOLD, shogi_square(5, 2));
    assert_int_equal(shogi_sfen_parse(&pos, SPAN("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"),
                                      SHOGI_SFEN_STRICT, NULL, &err),
                     STATUS_OK);
    const struct value_source_game g = {
        .segment = &db->segments[0], .start = &pos, .moves = &mate, .plies = 1};
    assert_int_equal(value_source_run_game(w, &g, values, &err), STATUS_OK);
    assert_int_equal(values[0], VALUE_SOURCE_MATE - 1);
    assert_int_equal(values[1], VALUE_SOURCE_MATE);
    value_source_worker_close(w);
    value_source_close(j);
    db_close(db);
}

static void values_fit(void **state)
{
    (void)state;
    assert_int_equal(value_source_value(120, SHOGI_BLACK), 120);
    assert_int_equal(value_source_value(120, SHOGI_WHITE), -120);
    assert_int_equal(value_source_value(40000, SHOGI_BLACK), VALUE_SOURCE_MOST);
    assert_int_equal(value_source_value(40000, SHOGI_WHITE), -VALUE_SOURCE_MOST);
    assert_int_equal(value_source_mate(SHOGI_BLACK, 3), VALUE_SOURCE_MATE - 3);
    assert_int_equal(value_source_mate(SHOGI_WHITE, 3), 3 - VALUE_SOURCE_MATE);
    assert_int_equal(value_source_mate(SHOGI_BLACK, 5000), VALUE_SOURCE_MOST + 1);
    assert_int_equal(value_source_mate(SHOGI_WHITE, -1), -VALUE_SOURCE_MOST - 1);
}

/* --- Records ---------------------------------------------------------------------------------- */

static void record_values_belong_to_the_position_before(void **state)
{
    (void)state;
    struct record rec;
    struct buf entry;
    struct err err = {0};
    struct db_add_result result;
    uint32_t node = 0;
    static const char *const MOVES[] = {"7g7f", "3c3d", "2g2f", "4a3b", "2f2e"};
    static const struct record_value VALUES[] = {{VALUE_CENTIPAWNS, 11},
                                                 {VALUE_NONE, 0},
                                                 {VALUE_MATE, -7},
                                                 {VALUE_CENTIPAWNS, 99999},
                                                 {VALUE_MATE, VALUE_MATE_UNKNOWN},
                                                 {VALUE_CENTIPAWNS, -66}};
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    assert_int_equal(record_clear(&rec, &shogi_game), STATUS_OK);
    for (int i = 0; i < 6; i++) { /* five moves and the end */
        shogi_move m = 0;
        if (i < 5)
            assert_true(shogi_usi_parse(span_of(MOVES[i]), &m));
        node = record_add_node(&rec, node, m);
        struct record_note *note = record_note(&rec, node);
        note->value = VALUES[i];
        note->end = i < 5 ? END_NONE : END_RESIGN;
    }
    rec.end = END_RESIGN;
    entry_encode(&rec, NULL, 0, &entry);
    struct db_writer *writer = sample_writer("valued.kifu", 0);
    sample_add(writer, 3, "another");
    assert_int_equal(db_writer_add(writer, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    sample_commit(writer);
    db_writer_close(writer);
    struct db *db = sample_open("valued.kifu");
    struct value_source *j = open_judge("record", NULL);
    struct value_source_worker *w = open_worker(j);
    uint32_t number;
    shogi_move moves[MOST_PLIES];
    int16_t values[MOST_PLIES];
    assert_true(lines_find_id(&db->segments[0].lines, result.id, &number));
    struct value_source_game g = game_of(db, number, moves);
    assert_int_equal(g.plies, 5);
    assert_int_equal(value_source_run_game(w, &g, values, &err), STATUS_OK);
    static const int WANT[] = {
        11, VALUE_SOURCE_NO_VALUE, 7 - VALUE_SOURCE_MATE, VALUE_SOURCE_MOST, VALUE_SOURCE_MOST + 1,
        -66};
    for (int p = 0; p <= 5; p++)
        assert_int_equal(values[p], WANT[p]);
    g = game_of(db, number ^ 1, moves);
    assert_int_equal(value_source_run_game(w, &g, values, &err), STATUS_OK);
    for (uint32_t p = 0; p <= g.plies; p++)
        assert_int_equal(values[p], VALUE_SOURCE_NO_VALUE);
    value_source_worker_close(w);
    value_source_close(j);
    db_close(db);
    buf_release(&entry);
    record_release(&rec);
}

/* --- Names ------------------------------------------------------------------------------------ */

static void names(void **state)
{
    (void)state;
    static const char *const WRONG[] = {"", "stat", "statics", "usi", "usi:", "record:", "STATIC"};
    struct value_source *j;
    struct err err = {0};
    const struct value_source_options o = {0};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        assert_int_equal(value_source_open(&j, WRONG[i], &o, &err), STATUS_NOT_FOUND);
        assert_null(j);
        assert_string_equal(err.arg[1], "static, quiescence, record, usi:COMMAND");
    }
    assert_int_not_equal(
        value_source_open(&j, "static", &(struct value_source_options){.weights = "no-such-file"},
                          &err),
        STATUS_OK);
    assert_null(j);
    value_source_close(NULL);
    value_source_worker_close(NULL);
    /* other numbers, another line */
    struct buf text;
    struct paper *paper = mem_alloc(sizeof *paper);
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(paper_default(paper, &err), STATUS_OK);
    paper->attack++;
    paper_write(paper, &text);
    assert_int_equal(file_replace("other.txt", buf_span(&text), &err), STATUS_OK);
    buf_release(&text);
    mem_free(paper);
    struct value_source *a = open_judge("static", NULL), *b = open_judge("static", "paper"),
                        *c = open_judge("static", "other.txt"),
                        *d = open_judge("quiescence", "paper");
    assert_true(span_eq(value_source_line(a), value_source_line(b)));
    assert_false(span_eq(value_source_line(a), value_source_line(c)));
    assert_false(span_eq(value_source_line(a), value_source_line(d)));
    assert_true(span_starts(value_source_line(c), SPAN("static paper ")));
    value_source_close(a);
    value_source_close(b);
    value_source_close(c);
    value_source_close(d);
}

static int set_up(void **state)
{
    int failed = scratch_set_up(state);
    sample_make("games.kifu", 0, GAMES, 0);
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_values_are_those_of_the_account),
        cmocka_unit_test(quiescence_forgets_other_games),
        cmocka_unit_test(mates_are_reported),
        cmocka_unit_test(values_fit),
        cmocka_unit_test(record_values_belong_to_the_position_before),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
