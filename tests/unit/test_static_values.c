/* test_static_values.c: what `value` means by default, against an evaluation worked out from
 * scratch at every position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "engine/eval/weights.h"
#include "lines_fixture.h"
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
        {&shogi_game, "progress>0.5", false},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_the_evaluation_says),
        cmocka_unit_test(opened_only_where_needed),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
