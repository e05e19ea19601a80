/* test_natural_predict.c: what methods answer about positions is what they would play; the same from a
 * file of answers; which positions are chosen; what a search is worth is learnt. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "engine/eval/weights.h"
#include "engine/natural/natural_model.h"
#include "shogi_random.h"
#include "values/learn/natural_value_fit.h"
#include "values/natural/natural_predict.h"

enum { SAMPLES = 30, NODES = 300 };

static struct natural_sample rows[SAMPLES];
static const struct natural_sample_set SET = {.rows = rows, .count = SAMPLES, .cap = SAMPLES};
static struct weights *weights;

static int make_samples(void **state)
{
    uint64_t random = 9;
    (void)state;
    for (int i = 0; i < SAMPLES;) {
        struct natural_sample *row = &rows[i];
        shogi_move moves[SHOGI_MAX_MOVES];
        random_game(&row->pos, &random);
        int count = shogi_legal_moves(&row->pos, moves);
        if (count < 2)
            continue;
        natural_past_clear(&row->past);
        row->played = moves[(unsigned)i % (unsigned)count];
        row->game = (uint32_t)(i / 5);
        row->ply = (uint16_t)(38 + i % 5);
        row->class = (uint8_t)(i / 5 % NATURAL_CLASSES);
        i++;
    }
    return weights_open(&weights, "material", NULL) == STATUS_OK ? 0 : -1;
}

static int release(void **state)
{
    (void)state;
    weights_close(weights);
    return 0;
}

static struct natural_predictor *open_asker(unsigned methods, struct answer_file *answers)
{
    const struct natural_predict_options o = {.methods = methods,
                                              .nodes = NODES,
                                              .dial = 80,
                                              .eval = weights_eval(weights),
                                              .eval_hash = weights_hash(weights),
                                              .answers = answers};
    struct natural_predictor *a;
    assert_int_equal(natural_predictor_open(&a, &o, NULL), STATUS_OK);
    return a;
}

enum {
    FOUR = 1 << NATURAL_PLAIN | 1 << NATURAL_MODEL | 1 << NATURAL_MODEL_SEARCH | 1 << NATURAL_DIAL
};

static void answers_are_moves_to_play(void **state)
{
    struct natural_predictor *a = open_asker(FOUR, NULL);
    struct thinker *t;
    (void)state;
    assert_int_equal(natural_predictor_thinker(a, &t, NULL), STATUS_OK);
    for (int i = 0; i < SAMPLES; i++) {
        const struct natural_sample *s = &rows[i];
        const struct think_request q = {.pos = &s->pos, .limits = {.nodes = NODES}};
        struct agreement_row row;
        struct think_result plain;
        assert_int_equal(natural_predict(a, t, s, NULL, i % 2, &row, NULL), STATUS_OK);
        thinker_new_game(t);
        assert_int_equal(think(t, &q, &plain, NULL), STATUS_OK);
        const struct agreement_answer *by = row.by;
        assert_int_equal(row.played, s->played);
        assert_int_equal(by[NATURAL_PLAIN].move, plain.best);
        assert_int_equal(by[NATURAL_PAPER].move, 0);
        if (i % 2)
            assert_true(by[NATURAL_PLAIN].order >= 0 && by[NATURAL_PLAIN].ln_p <= 0);
        else
            assert_true(isnan(by[NATURAL_PLAIN].ln_p));
        for (int m = NATURAL_MODEL; m <= NATURAL_MODEL_SEARCH; m++) {
            assert_true(shogi_move_is_legal(&s->pos, by[m].move));
            assert_int_equal(by[m].order == 0, by[m].move == s->played);
            assert_true(by[m].ln_p < 0 && by[m].ln_p > -100);
        }
        assert_true(shogi_move_is_legal(&s->pos, by[NATURAL_DIAL].move));
        assert_true(isnan(by[NATURAL_DIAL].ln_p)); /* a move and nothing else */
    }
    thinker_close(t);
    natural_predictor_close(a);
}

static void ask_all(struct answer_file *answers, unsigned threads, struct agreement *out)
{
    size_t places[SAMPLES];
    for (size_t i = 0; i < SAMPLES; i++)
        places[i] = i;
    const struct natural_predict_work work = {
        .set = &SET, .places = places, .count = SAMPLES, .threads = threads};
    struct natural_predictor *a = open_asker(FOUR, answers);
    agreement_init(out, 1);
    assert_int_equal(natural_predict_all(a, &work, out, NULL), STATUS_OK);
    assert_int_equal(out->count, SAMPLES);
    natural_predictor_close(a);
}

static bool is_same(const struct agreement *a, const struct agreement *b)
{
    for (size_t i = 0; i < a->count; i++)
        for (int m = 0; m < NATURAL_METHODS; m++) {
            const struct agreement_answer *x = &a->rows[i].by[m], *y = &b->rows[i].by[m];
            if (x->move != y->move || x->order != y->order ||
                (x->ln_p != y->ln_p && !(isnan(x->ln_p) && isnan(y->ln_p))))
                return false;
        }
    return a->count == b->count;
}

/* Threads, and a file of answers, change nothing; the second time nothing is searched. */
static void the_same_again(void **state)
{
    char path[] = "/tmp/test_natural_ask.XXXXXX";
    struct agreement one, two;
    struct answer_file *answers;
    int fd = mkstemp(path);
    (void)state;
    assert_true(fd >= 0);
    close(fd);
    ask_all(NULL, 1, &one);
    assert_int_equal(answer_file_open(&answers, path, NULL), STATUS_OK);
    for (int again = 0; again < 2; again++) {
        size_t had = answer_file_count(answers);
        ask_all(answers, 3, &two);
        assert_true(is_same(&one, &two));
        assert_int_equal(answer_file_count(answers) == had, again == 1);
        agreement_release(&two);
    }
    answer_file_close(answers);
    agreement_release(&one);
    unlink(path);
}

static void choosing_positions(void **state)
{
    size_t *places, count, by_class[NATURAL_CLASSES] = {0};
    (void)state;
    assert_int_equal(natural_choose_samples(&SET, 40, 0, &places, &count, NULL), STATUS_OK);
    assert_int_equal(count, SAMPLES * 3 / 5);
    mem_free(places);
    assert_int_equal(natural_choose_samples(&SET, 40, 9, &places, &count, NULL), STATUS_OK);
    assert_int_equal(count, 9);
    for (size_t i = 0; i < count; i++) {
        assert_true(rows[places[i]].ply >= 40 && (!i || places[i] > places[i - 1]));
        by_class[rows[places[i]].class]++;
    }
    for (int c = 0; c < NATURAL_CLASSES; c++)
        assert_int_equal(by_class[c], 3);
    mem_free(places);
    assert_int_equal(natural_third(&SET, 0), 2); /* ply 38 of 43 */
}

/* People who always play the search's move: then the weights say so. */
static void worth_is_learnt(void **state)
{
    struct natural_value_fit fit;
    struct natural_value_figures f;
    struct natural_predictor *a = open_asker(1 << NATURAL_MODEL_SEARCH, NULL);
    struct style_line lines[SHOGI_MAX_MOVES];
    struct people_answer prior;
    struct natural_values v;
    struct thinker *t;
    (void)state;
    natural_values_begin(&v);
    assert_int_equal(natural_predictor_thinker(a, &t, NULL), STATUS_OK);
    natural_value_fit_init(&fit);
    for (int i = 0; i < SAMPLES; i++) {
        struct natural_sample s = rows[i];
        int count;
        assert_int_equal(natural_predict_lines(a, t, &s, &prior, lines, &count, NULL), STATUS_OK);
        assert_true(count >= 1);
        s.played = lines[0].move;
        natural_value_fit_add(&fit, &s, &prior, lines, count);
    }
    assert_int_equal(natural_value_fit_run(&fit, &v, &f, NULL), STATUS_OK);
    assert_true(f.after.top1 >= f.before.top1 && f.after.likelihood > f.before.likelihood + 0.1);
    assert_true(f.crossed.top1 > 0.6 && f.crossed.top1 <= f.after.top1);
    assert_true(fabs(f.after.weight - (double)fit.choices.count) < 1e-3);
    natural_value_fit_release(&fit);
    thinker_close(t);
    natural_predictor_close(a);
}

/* Terms are within their bounds, and the section of a file brings the weights back. */
static void terms_and_bytes(void **state)
{
    struct natural_value_term terms[NATURAL_MOST_TERMS];
    struct natural_move moves[SHOGI_MAX_MOVES];
    int16_t values[SHOGI_MAX_MOVES];
    struct natural_values v, w;
    struct natural_value_context context;
    struct natural *n;
    struct buf bytes;
    (void)state;
    assert_int_equal(natural_open(&n, NULL, NULL), STATUS_OK);
    for (int i = 0; i < SAMPLES; i++) {
        struct natural_input q = {.pos = &rows[i].pos,
                                  .past = &rows[i].past,
                                  .class = NATURAL_ONLINE,
                                  .ply = (unsigned)(30 * i)};
        int count = natural_infer(n, &q, moves);
        for (int k = 0; k < count; k++)
            values[k] = (int16_t)(k % 4 ? 37 * k - 20 * i : NATURAL_NO_VALUE);
        values[0] = (int16_t)(i % 3 ? 100 : i % 2 ? 31990 : -31990);
        q.values = values;
        natural_values_prepare(&context, &q, moves, count);
        for (int k = 0; k < count; k++) {
            int have = natural_values_terms(&context, k, terms);
            assert_true(have >= 2 && have <= NATURAL_MOST_TERMS);
            for (int m = 0; m < have; m++)
                assert_true(terms[m].term < NATURAL_VALUE_TERMS && isfinite(terms[m].x));
        }
    }
    natural_values_begin(&v);
    v.weight[3] = -1.234F;
    v.weight[TERM_CHANCE] = 2;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    natural_values_write(&v, &bytes);
    assert_true(natural_values_read(&w, buf_span(&bytes)));
    for (int i = 0; i < NATURAL_VALUE_TERMS; i++)
        assert_true(fabsf(v.weight[i] - w.weight[i]) < 1e-6F);
    assert_false(natural_values_read(&w, span_make(bytes.p, bytes.n - 1)));
    assert_true(natural_values_read(&w, span_make("\2\0\0\0\1\0\0\0\1\0\0\0", 12)));
    assert_true(w.weight[TERM_SCALE] > 0); /* of another version: as at the beginning */
    /* of the first version: what it did not know weighs nothing */
    bytes.p[0] = NATURAL_FIRST_TERMS;
    assert_true(natural_values_read(&w, span_make(bytes.p, 4 + 4 * NATURAL_FIRST_TERMS)));
    for (int i = 0; i < NATURAL_VALUE_TERMS; i++)
        assert_true(fabsf(w.weight[i] - (i < NATURAL_FIRST_TERMS ? v.weight[i] : 0)) < 1e-6F);
    buf_release(&bytes);
    natural_close(n);
}

/* What a term of a move is; 0 if it has none. */
static double term_of(const struct natural_value_context *c, int place, int term)
{
    struct natural_value_term terms[NATURAL_MOST_TERMS];
    int n = natural_values_terms(c, place, terms);
    for (int i = 0; i < n; i++)
        if (terms[i].term == term)
            return (double)terms[i].x;
    return 0;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-4;
}

/* The best move is the second, the likeliest the first, which is 300 worse. */
static void terms_of_the_best_and_the_likeliest(void **state)
{
    struct natural_move moves[SHOGI_MAX_MOVES] = {0};
    int16_t values[SHOGI_MAX_MOVES];
    struct natural_value_context c;
    shogi_move legal[SHOGI_MAX_MOVES];
    const struct natural_input q = {.pos = &rows[0].pos, .past = &rows[0].past, .values = values};
    int n = shogi_legal_moves(q.pos, legal);
    (void)state;
    for (int i = 0; i < n; i++) {
        moves[i] = (struct natural_move){.move = legal[i], .score = -30};
        values[i] = NATURAL_NO_VALUE;
    }
    moves[0].score = logf(0.75F);
    moves[1].score = logf(0.25F);
    values[0] = -200;
    values[1] = 100;
    natural_values_prepare(&c, &q, moves, n);
    double lost = 1 / (1 + exp(-100 / 600.0)) - 1 / (1 + exp(200 / 600.0));
    assert_true(is_near(term_of(&c, 0, TERM_CHANCE), 5 * lost));
    assert_true(is_near(term_of(&c, 0, TERM_CHANCE_ROOT), sqrt(lost)));
    assert_true(is_near(term_of(&c, 1, TERM_CHANCE), 0));
    assert_true(is_near(term_of(&c, 1, TERM_BEST_P), 0.25));
    assert_true(is_near(term_of(&c, 1, TERM_BEST_LIKELIEST), 0.75));
    assert_true(is_near(term_of(&c, 0, TERM_LIKELIEST_BEST), 0.25));
    assert_true(is_near(term_of(&c, 0, TERM_SLOPE_LIKELIEST), 3 * 0.75));
    assert_true(is_near(term_of(&c, 0, TERM_SCALE_LEGAL), log(0.75) * log(n) / 4));
    assert_true(is_near(term_of(&c, 0, TERM_SLOPE_LEGAL), 3 * log(n) / 4));
    assert_true(is_near(term_of(&c, 1, TERM_BEST_LEGAL), log(n) / 4));
    assert_true(is_near(term_of(&c, 1, TERM_LIKELIEST_BEST), 0));
    assert_true(is_near(term_of(&c, 0, TERM_BEST_P), 0));
    values[1] = THINK_MATE - 5; /* a mate: nothing else was looked at */
    natural_values_prepare(&c, &q, moves, n);
    assert_true(is_near(term_of(&c, 1, TERM_BEST_P), 0) && is_near(term_of(&c, 1, TERM_MATES), 1));
    assert_true(is_near(term_of(&c, 0, TERM_LIKELIEST_BEST), 0));
}

/* Lines that seem as good as the search's own move, or better, at a lesser depth are not. */
static void the_search_has_one_move(void **state)
{
    struct natural_move legal[SHOGI_MAX_MOVES] = {0};
    shogi_move moves[SHOGI_MAX_MOVES];
    int16_t values[SHOGI_MAX_MOVES];
    int n = shogi_legal_moves(&rows[0].pos, moves);
    (void)state;
    for (int i = 0; i < n; i++)
        legal[i].move = moves[i];
    const struct style_line lines[] = {{.move = moves[n - 1], .value = 50},
                                       {.move = moves[0], .value = 50},
                                       {.move = moves[1], .value = 80}};
    style_values(lines, n > 2 ? 3 : 2, legal, n, values);
    assert_int_equal(values[n - 1], 50);
    assert_int_equal(values[0], 49);
    if (n > 2)
        assert_int_equal(values[1], 49);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_moves_to_play),
        cmocka_unit_test(the_same_again),
        cmocka_unit_test(choosing_positions),
        cmocka_unit_test(worth_is_learnt),
        cmocka_unit_test(terms_and_bytes),
        cmocka_unit_test(terms_of_the_best_and_the_likeliest),
        cmocka_unit_test(the_search_has_one_move),
    };
    return cmocka_run_group_tests(tests, make_samples, release);
}
