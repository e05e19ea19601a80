/* test_static_values.c: what `value` means by default, against an evaluation worked out from
 * scratch at every position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "db/kept_columns.h"
#include "db_sample.h"
#include "engine/eval/weights.h"
#include "lines_fixture.h"
#include "query/search.h"
#include "scratch.h"
#include "values/sheet/sheet.h"
#include "values/sheet/static_values.h"

static void compare_line(const struct eval *eval, const struct query_values *values,
                         const struct lines *l, uint32_t line)
{
    static struct eval_account account;
    uint32_t plies = line_plies(l, line), from = plies / 3;
    int32_t *all = calloc(plies + 1, sizeof *all), *late = calloc(plies + 1, sizeof *late);
    struct shogi_pos pos;
    struct shogi_undo undo;
    struct span start = lines_start_text(l, line_start(l, line));
    assert_int_equal(values->line(values->ctx, l, line, 0, plies + 1, all, NULL), STATUS_OK);
    assert_int_equal(values->line(values->ctx, l, line, from, plies + 1, late, NULL), STATUS_OK);
    assert_memory_equal(late, all + from, (plies + 1 - from) * sizeof *all);
    if (start.n == 0)
        shogi_pos_start(&pos);
    else
        assert_int_equal(shogi_game.text.pos_parse(&pos, start, NULL), STATUS_OK);
    for (uint32_t ply = 0; ply <= plies; ply++) {
        eval->type->explain(eval->weights, &pos, &account);
        assert_int_equal(all[ply], account.value); /* for Black */
        if (ply < plies)
            shogi_play(&pos, (shogi_move)line_move(l, line, ply), &undo);
    }
    free(all);
    free(late);
}

static void says_what_the_evaluation_says(void **state)
{
    (void)state;
    static const char *const NAMES[] = {NULL, "material"};
    struct lines_fixture f;
    fixture_init(&f);
    fixture_add_generated(&f, 4, 4, 0);
    fixture_add_odd(&f, 4, 3);
    fixture_add_variations(&f, 4, 3);
    fixture_finish(&f);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        struct static_values *v;
        struct weights *w;
        assert_int_equal(static_values_open(&v, NAMES[i], NULL), STATUS_OK);
        assert_int_equal(weights_open(&w, NAMES[i] ? NAMES[i] : "paper", NULL), STATUS_OK);
        struct eval eval = weights_eval(w);
        for (uint32_t line = 0; line < f.lines.count; line++)
            compare_line(&eval, static_values_hook(v), &f.lines, line);
        weights_close(w);
        static_values_close(v);
    }
    fixture_release(&f);
}

static void opened_only_where_needed(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *text;
        bool wanted;
    } CASES[] = {
        {&shogi_game, "value>=100", true},
        {&shogi_game, "s76fu (g34fu or not flip(value<0))", true},
        {&shogi_game, "progress>0.5", true},
        {&shogi_game, "", false},
        {&go_game, "bK10", false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct query q;
        struct static_values *v;
        assert_int_equal(query_parse(&q, CASES[i].game, NULL, span_of(CASES[i].text), NULL),
                         STATUS_OK);
        assert_int_equal(static_values_for(&v, &q, NULL), STATUS_OK);
        assert_int_equal(v != NULL, CASES[i].wanted);
        assert_int_equal(static_values_hook(v) != NULL, CASES[i].wanted);
        static_values_close(v);
        query_release(&q);
    }
}

static void says_what_is_wrong(void **state)
{
    (void)state;
    struct static_values *v;
    struct err err = {0};
    assert_int_not_equal(static_values_open(&v, "/nonexistent/weights", &err), STATUS_OK);
    assert_null(v);
}

static void survives_want_of_memory(void **state)
{
    (void)state;
    struct lines_fixture f;
    fixture_init(&f);
    fixture_add_generated(&f, 4, 1, 0);
    fixture_finish(&f);
    uint32_t plies = line_plies(&f.lines, 0);
    int32_t *out = calloc(plies + 1, sizeof *out);
    enum status status = STATUS_NOMEM;
    for (long n = 0; status == STATUS_NOMEM; n++) {
        struct static_values *v;
        mem_fail_after(n);
        status = static_values_open(&v, NULL, NULL);
        if (status == STATUS_OK) {
            const struct query_values *hook = static_values_hook(v);
            status = hook->line(hook->ctx, &f.lines, 0, 0, plies + 1, out, NULL);
        }
        mem_fail_never();
        static_values_close(v);
    }
    assert_int_equal(status, STATUS_OK);
    free(out);
    fixture_release(&f);
}

/* --- What a database keeps -------------------------------------------------------------------- */

enum { GAMES = 40 };

static const char *const QUERIES[] = {"value>=300",
                                      "value!=0",
                                      "value<-200 s76fu",
                                      "progress>=0.5",
                                      "progress.diff<0.25 (attack.s>0.1 or not attack.g>0.1)",
                                      "defence.diff!=0 defence.s<=0.9 defence.g>0.2",
                                      "value>=100 progress>0.2",
                                      "flip(value>=300) then progress>=0.5"};
enum { QUERY_COUNT = sizeof QUERIES / sizeof *QUERIES };

/* Hits of a query; *kept becomes what its values say is kept of the segment. */
static struct hits ask(struct db *db, const char *text, bool scan, struct measure_columns *kept)
{
    struct search_options opt = {.limit = UINT64_MAX, .threads = 1, .scan = scan, .lines = true};
    struct static_values *v;
    struct query q;
    struct hits hits;
    assert_int_equal(query_parse(&q, db->game, NULL, span_of(text), NULL), STATUS_OK);
    assert_int_equal(static_values_for(&v, &q, NULL), STATUS_OK);
    opt.values = static_values_hook(v);
    *kept = opt.values->columns(opt.values->ctx, &db->segments[0]);
    assert_int_equal(search_run(&q, &db, 1, &opt, &hits, NULL), STATUS_OK);
    static_values_close(v);
    query_release(&q);
    return hits;
}

static void compare_with_scan(struct db *db, bool marks, bool values)
{
    for (size_t i = 0; i < QUERY_COUNT; i++) {
        struct measure_columns kept;
        struct hits scan = ask(db, QUERIES[i], true, &kept);
        struct hits hits = ask(db, QUERIES[i], false, &kept);
        assert_int_equal(kept.marks != NULL, marks);
        assert_int_equal(kept.values != NULL, values && strstr(QUERIES[i], "value"));
        if (hits.count == 0)
            fail_msg("nothing has %s", QUERIES[i]);
        assert_int_equal(hits.count, scan.count);
        assert_int_equal(hits.positions, scan.positions);
        for (size_t h = 0; h < hits.count; h++) {
            assert_int_equal(hits.at[h].id, scan.at[h].id);
            assert_int_equal(hits.at[h].from, scan.at[h].from);
            assert_int_equal(hits.at[h].to, scan.at[h].to);
        }
        hits_release(&hits);
        hits_release(&scan);
    }
}

static void make_columns(struct db *db)
{
    struct value_source *j;
    struct sheets s;
    assert_int_equal(value_source_open(&j, "static", &(struct value_source_options){0}, NULL),
                     STATUS_OK);
    const struct sheet_options o = {.value_source = j, .threads = 1};
    assert_int_equal(sheets_open(&s, &db, 1, &o, NULL), STATUS_OK);
    assert_false(s.unwritten);
    sheets_close(&s);
    value_source_close(j);
}

/* Changes a byte in the middle of the file of a column. */
static void damage_column(const char *column)
{
    char path[300] = "";
    DIR *dir = opendir("kept.kifu/columns");
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir));)
        if (strstr(e->d_name, column))
            snprintf(path, sizeof path, "kept.kifu/columns/%s", e->d_name);
    closedir(dir);
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, 1000, SEEK_SET), 0);
    int byte = fgetc(f);
    assert_int_equal(fseek(f, 1000, SEEK_SET), 0);
    assert_true(fputc(byte ^ 0x55, f) != EOF);
    assert_int_equal(fclose(f), 0);
}

static void kept_columns_are_read(void **state)
{
    (void)state;
    sample_make("kept.kifu", 0, GAMES, GAMES);
    struct db *db = sample_open("kept.kifu");
    compare_with_scan(db, false, false);
    make_columns(db);
    compare_with_scan(db, true, true); /* they were not there when it was opened */
    damage_column("-values-"); /* what is open was checked; another reader does not take it */
    db_close(db);
    db = sample_open("kept.kifu");
    compare_with_scan(db, true, false);
    compare_with_scan(db, true, false);
    make_columns(db);
    compare_with_scan(db, true, true);
    db_close(db);
}

static void columns_of_others_are_not_read(void **state)
{
    (void)state;
    struct db_segment s = {0};
    struct kept_columns *k = kept_columns_new();
    assert_null(kept_column(&s, "marks", SPAN("positions"), 6));
    s.kept = k; /* but it is in no database */
    assert_null(kept_column(&s, "marks", SPAN("positions"), 6));
    kept_columns_free(k);
    kept_columns_free(NULL);
    mem_fail_after(0);
    assert_null(kept_columns_new());
    mem_fail_never();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_the_evaluation_says),
        cmocka_unit_test(opened_only_where_needed),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(survives_want_of_memory),
        cmocka_unit_test(kept_columns_are_read),
        cmocka_unit_test(columns_of_others_are_not_read),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
