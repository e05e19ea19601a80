/* test_evaluate.c: questions on one line of play, compared with the slow way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "lines_fixture.h"
#include "query/language/tree.h"
#include "query/run/evaluate.h"
#include "random_query.h"

/* Sets of plies ------------------------------------------------------------------------------- */

static void ranges_and_runs(void **state)
{
    (void)state;
    for (uint32_t n = 1; n < 200; n += 7)
        for (uint32_t from = 0; from <= n; from += 3)
            for (uint32_t to = from; to <= n; to += 5) {
                uint64_t set[4] = {0};
                plies_add_range(set, from, to);
                assert_int_equal(plies_count(set, 0, n), to - from);
                assert_int_equal(plies_count(set, from, n), to - from);
                assert_int_equal(plies_next(set, n, 0), from < to ? from : n);
                assert_int_equal(plies_next_not(set, n, from), to > from ? to : from);
                for (uint32_t p = 0; p < n; p++)
                    assert_int_equal(plies_has(set, p), p >= from && p < to);
            }
}

static void a_span_has_a_match(void **state)
{
    (void)state;
    uint64_t holds[2] = {0}, matches[2] = {0};
    struct plies_span span;
    plies_add_range(holds, 3, 10);
    plies_add_range(holds, 60, 70);
    plies_add(matches, 66);
    assert_true(plies_next_span(holds, matches, 100, 0, &span));
    assert_int_equal(span.from, 60);
    assert_int_equal(span.to, 70);
    assert_int_equal(span.first, 66);
    assert_false(plies_next_span(holds, matches, 100, 70, &span));
}

/* Against the slow way ------------------------------------------------------------------------- */

enum { GAMES = 24, ODD = 8 };

struct evaluate_fixture {
    struct lines_fixture f;
    struct naive_line *naive;
};

static void make_world(struct evaluate_fixture *w, uint64_t seed)
{
    fixture_init(&w->f);
    fixture_add_generated(&w->f, seed, GAMES, 0);
    fixture_add_odd(&w->f, seed, ODD);
    fixture_add_variations(&w->f, seed, 12);
    fixture_finish(&w->f);
    const struct lines *l = &w->f.lines;
    w->naive = calloc(l->count, sizeof *w->naive);
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t plies = line_plies(l, i);
        game_move *moves = calloc(plies + 1, sizeof *moves);
        line_moves(l, i, moves);
        naive_line_make(&w->naive[i], lines_start_text(l, line_start(l, i)), moves, plies);
        free(moves);
    }
}

static void free_world(struct evaluate_fixture *w)
{
    for (uint32_t i = 0; i < w->f.lines.count; i++)
        naive_line_free(&w->naive[i]);
    free(w->naive);
    fixture_release(&w->f);
}

/* Games with an even id are such ones, whatever is asked. */
static bool even_id(void *ctx, const struct query_node *n)
{
    (void)n;
    const uint32_t *id = ctx;
    return *id % 2 == 0;
}

/* Sets the bits of what is about games as the slow way sees it. */
static void print_games(struct evaluator *e, const struct query *q,
                        const struct evaluate_fixture *w, uint64_t (*bits)[4])
{
    for (uint32_t i = 0, node; (node = evaluator_meta_node(e, i)); i++) {
        memset(bits[i], 0, sizeof bits[i]);
        for (uint32_t number = 0; number < w->f.lines.games; number++) {
            uint32_t id = game_id(&w->f.lines, number);
            struct naive_answer a = naive_answer_new(&w->naive[number]);
            naive_evaluate(q, node, &w->naive[number], even_id, &id, &a);
            if (a.matches[0])
                plies_add(bits[i], number);
            naive_answer_free(&a);
        }
        evaluator_set_games(e, node, bits[i]);
    }
}

static bool same_answer(const struct naive_answer *a, const struct evaluation *v, uint32_t from)
{
    for (uint32_t p = from; p < v->count; p++)
        if (a->holds[p] != plies_has(v->holds, p) || a->matches[p] != plies_has(v->matches, p))
            return false;
    return true;
}

static void fail_query(const struct query *q, uint64_t number, uint32_t line)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    query_print(q, &text);
    fail_msg("query %llu, line %u: %s", (unsigned long long)number, (unsigned)line,
             buf_cstr(&text));
}

static void one_query(const struct evaluate_fixture *w, struct query *q, uint64_t number,
                      struct rng *rng, uint32_t *found)
{
    static uint64_t bits[4096][4];
    struct evaluator *e;
    const struct lines *l = &w->f.lines;
    assert_int_equal(evaluator_open(&e, q, NULL), STATUS_OK);
    print_games(e, q, w, bits);
    uint32_t ranked = query_ranked(q);
    for (uint32_t line = 0; line < l->count; line++) {
        uint32_t id = game_id(l, line_game(l, line)), from = 0, until = UINT32_MAX;
        struct naive_answer a = naive_answer_new(&w->naive[line]);
        struct evaluation v;
        naive_evaluate(q, q->root, &w->naive[line], even_id, &id, &a);
        if (query_is_local(q, q->root) && rng_below(rng, 2))
            until = 1 + (uint32_t)rng_below(rng, 100);
        if (query_is_local(q, q->root) && rng_below(rng, 2))
            from = (uint32_t)rng_below(rng, 60);
        from = from < until ? from : 0;
        assert_int_equal(evaluate_line(e, l, line, from, until, &v, NULL), STATUS_OK);
        assert_int_equal(v.count, w->naive[line].n < until ? w->naive[line].n : until);
        if (!same_answer(&a, &v, from))
            fail_query(q, number, line);
        for (uint32_t p = from; ranked && p < v.count; p++)
            assert_int_equal(v.sums[p], naive_sum(&q->nodes[ranked], &w->naive[line], p));
        struct plies_span span;
        *found += evaluation_next(&v, 0, &span);
        naive_answer_free(&a);
    }
    evaluator_close(e);
}

static void agrees_with_the_slow_way(void **state)
{
    (void)state;
    struct evaluate_fixture w;
    uint32_t found = 0, queries = 2000;
    make_world(&w, 7);
    for (uint64_t i = 0; i < queries; i++) {
        struct query q;
        struct rng rng;
        rng_seed_stream(&rng, 11, i);
        struct random_query r = {&q, &rng, w.naive, w.f.lines.count, true, false};
        random_query_make(&r);
        one_query(&w, &q, i, &rng, &found);
        query_release(&q);
    }
    /* the comparison is worth something only if there is something to find, and to miss */
    assert_in_range(found, queries * w.f.lines.count / 20, queries * w.f.lines.count * 19 / 20);
    free_world(&w);
}

/* Moves in an array, and damaged ones ---------------------------------------------------------- */

static uint32_t add_fact(struct query *q, const char *name)
{
    uint32_t node = query_add(q, Q_SUM);
    struct query_term *term = arena_alloc(&q->arena, sizeof *term);
    term->weight = 1;
    assert_true(q->game->text.fact_parse(span_of(name), &term->fact));
    q->nodes[node].terms = term;
    q->nodes[node].term_count = 1;
    q->nodes[node].value = 1;
    return node;
}

static void takes_an_array_of_moves(void **state)
{
    (void)state;
    struct query q;
    struct evaluator *e;
    struct evaluation v;
    struct plies_span span;
    shogi_move usi[3];
    game_move moves[3];
    query_init(&q, &shogi_game);
    q.root = add_fact(&q, "s76fu");
    assert_true(shogi_usi_parse(SPAN("7g7f"), &usi[0]));
    assert_true(shogi_usi_parse(SPAN("3c3d"), &usi[1]));
    assert_true(shogi_usi_parse(SPAN("7f7e"), &usi[2]));
    for (int i = 0; i < 3; i++)
        moves[i] = usi[i];
    assert_int_equal(evaluator_open(&e, &q, NULL), STATUS_OK);
    evaluator_want_seats(e, true);
    assert_int_equal(evaluate_moves(e, SPAN(""), moves, 3, &v, NULL), STATUS_OK);
    assert_true(evaluation_next(&v, 0, &span));
    assert_int_equal(span.from, 1);
    assert_int_equal(span.to, 3);
    assert_int_equal(v.seats[0], 0);
    assert_int_equal(v.seats[3], 1);
    assert_false(evaluation_next(&v, 3, &span));
    struct err err;
    moves[1] = moves[0];
    assert_int_equal(evaluate_moves(e, SPAN(""), moves, 3, &v, &err), STATUS_SYNTAX);
    assert_string_equal(err.arg[0], "2");
    evaluator_close(e);
    query_release(&q);
}

static void a_tree_may_not_be_bottomless(void **state)
{
    (void)state;
    struct query q;
    struct evaluator *e;
    query_init(&q, &shogi_game);
    uint32_t top = query_add(&q, Q_TRUE);
    for (int i = 0; i < QUERY_MAX_DEPTH + 5; i++) {
        uint32_t not = query_add(&q, Q_NOT);
        q.nodes[not ].child = top;
        top = not ;
    }
    q.root = top;
    assert_int_equal(evaluator_open(&e, &q, NULL), STATUS_LIMIT);
    assert_null(e);
    query_release(&q);
}

static void survives_want_of_memory(void **state)
{
    (void)state;
    struct evaluate_fixture w;
    make_world(&w, 3);
    for (uint64_t i = 0; i < 20; i++) {
        struct query q;
        struct rng rng;
        rng_seed_stream(&rng, 5, i);
        struct random_query r = {&q, &rng, w.naive, w.f.lines.count, true, false};
        random_query_make(&r);
        enum status status = STATUS_NOMEM;
        for (long n = 0; status == STATUS_NOMEM; n++) {
            struct evaluator *e;
            struct evaluation v;
            mem_fail_after(n);
            status = evaluator_open(&e, &q, NULL);
            if (status == STATUS_OK)
                status = evaluate_line(e, &w.f.lines, 0, 0, UINT32_MAX, &v, NULL);
            mem_fail_never();
            evaluator_close(e);
        }
        assert_int_equal(status, STATUS_OK);
        query_release(&q);
    }
    free_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_and_runs),
        cmocka_unit_test(a_span_has_a_match),
        cmocka_unit_test(agrees_with_the_slow_way),
        cmocka_unit_test(takes_an_array_of_moves),
        cmocka_unit_test(a_tree_may_not_be_bottomless),
        cmocka_unit_test(survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
