/* test_paper_terms.c: the paper's evaluation as a sum: the same value as paper.c, whatever the
 * weights; every weight named once, as the file names it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "engine/eval/paper_terms.h"
#include "shogi_random.h"

/* Through the terms, so that a weight none of them leads to stays 0. */
static void random_weights(struct paper *w, uint64_t *seed)
{
    *w = (struct paper){.rule = random_below(seed, 2) ? ADVANCE_OSL : ADVANCE_PAPER};
    for (uint32_t t = 0; t < paper_term_count(PAPER_TERMS_ALL); t++)
        *paper_term_weight(w, t) = (int16_t)((int)random_below(seed, 2001) - 1000);
}

static int from_black(const struct paper *w, const struct shogi_pos *pos)
{
    static char state[1 << 14];
    assert_true(eval_paper.state_bytes <= sizeof state);
    eval_paper.begin(w, state, pos);
    int value = eval_paper.value(w, state, pos);
    return pos->turn == SHOGI_BLACK ? value : -value;
}

static double by_coefficients(struct paper *w, enum paper_terms set, const struct shogi_pos *pos)
{
    struct paper_coefficient c[PAPER_MOST_COEFFICIENTS];
    size_t n = paper_coefficients(w->rule, set, pos, c);
    double sum = 0;
    assert_true(n <= PAPER_MOST_COEFFICIENTS);
    for (size_t i = 0; i < n; i++) {
        assert_true(c[i].term < paper_term_count(set));
        assert_true(i == 0 || c[i].term > c[i - 1].term);
        sum += c[i].value * (double)*paper_term_weight(w, c[i].term);
    }
    return sum;
}

static void any_position(struct shogi_pos *pos, int i, uint64_t *seed)
{
    static const unsigned KINGS[] = {WITH_BOTH_KINGS, WITH_BLACK_KING, WITH_WHITE_KING, 0};
    if (i % 2)
        random_game(pos, seed);
    else
        random_throw(pos, seed, KINGS[i / 2 % 4]);
}

/* Counts are multiples of 1/4096, so the sum loses no digit and is cut to the very same value. */
static void sums_up_to_the_value(void **state)
{
    (void)state;
    uint64_t seed = 11;
    struct paper w;
    struct shogi_pos pos;
    for (int i = 0; i < 4000; i++) {
        if (i % 20 == 0)
            random_weights(&w, &seed);
        any_position(&pos, i, &seed);
        assert_int_equal((int)by_coefficients(&w, PAPER_TERMS_ALL, &pos), from_black(&w, &pos));
    }
}

/* What a smaller set leaves out is what the other weights say. */
static void sets_are_nested(void **state)
{
    (void)state;
    uint64_t seed = 12;
    struct paper w;
    struct shogi_pos pos;
    random_weights(&w, &seed);
    for (uint32_t t = paper_term_count(PAPER_TERMS_MATERIAL); t < paper_term_count(PAPER_TERMS_ALL);
         t++)
        *paper_term_weight(&w, t) = 0;
    for (int i = 0; i < 500; i++) {
        any_position(&pos, i, &seed);
        assert_true(by_coefficients(&w, PAPER_TERMS_MATERIAL, &pos) ==
                    by_coefficients(&w, PAPER_TERMS_ALL, &pos));
    }
    assert_int_equal(paper_term_count(PAPER_TERMS_PROGRESS), 2);
}

static int by_pointer(const void *a, const void *b)
{
    const int16_t *x = *(int16_t *const *)a, *y = *(int16_t *const *)b;
    return x < y ? -1 : x > y;
}

static void each_term_has_a_weight_of_its_own(void **state)
{
    (void)state;
    static struct paper w;
    uint32_t n = paper_term_count(PAPER_TERMS_ALL);
    int16_t **weights = mem_calloc(n, sizeof *weights);
    assert_non_null(weights);
    for (uint32_t t = 0; t < n; t++)
        weights[t] = paper_term_weight(&w, t);
    qsort(weights, n, sizeof(int16_t *), by_pointer);
    for (uint32_t t = 1; t < n; t++)
        assert_true(weights[t] != weights[t - 1]);
    mem_free(weights);
}

/* Reads a file that says one thing, as the term's name has it, and looks whether that weight took
 * it.  Of a place: its table with one number. */
static void write_as_file(uint32_t term, struct buf *file)
{
    char name[EVAL_NAME_BYTES];
    paper_term_name(term, name);
    char *dot = strrchr(name, '.');
    buf_add_str(file, PAPER_HEADING "\n");
    if (dot && (dot[1] == 'o' || dot[1] == 'e') && (name[0] == 'b' || name[0] == 'h')) {
        buf_printf(file, "%.*s %d %d\n", (int)(dot - name), name, dot[1] == 'o' ? 777 : 0,
                   dot[1] == 'o' ? 0 : 777);
    } else if (dot && dot[1] >= '0' && dot[1] <= '9') {
        int column = dot[1] - '0';
        *dot = '\0';
        char *before = strrchr(name, '.');
        int row = 8 - (before[1] == '-' ? -1 : 1) * (before[2] - '0');
        *before = '\0';
        buf_printf(file, "%s\n", name);
        for (int i = 0; i < PAPER_ROWS * PAPER_COLUMNS; i++)
            buf_printf(file, "%d%c", i == row * PAPER_COLUMNS + column ? 777 : 0,
                       i % PAPER_COLUMNS == PAPER_COLUMNS - 1 ? '\n' : ' ');
    } else {
        buf_printf(file, "%s 777\n", name);
    }
}

static void names_are_those_of_the_file(void **state)
{
    (void)state;
    uint32_t n = paper_term_count(PAPER_TERMS_ALL);
    struct buf file;
    buf_init(&file, 1 << 16);
    for (uint32_t t = 0; t < n; t++) {
        struct paper w = {0};
        struct err err;
        buf_clear(&file);
        write_as_file(t, &file);
        assert_int_equal(paper_read(span_make(file.p, file.n), &w, &err), STATUS_OK);
        assert_int_equal(*paper_term_weight(&w, t), 777);
    }
    buf_release(&file);
}

static void sets_have_names(void **state)
{
    (void)state;
    assert_string_equal(paper_terms_names[PAPER_TERMS_PROGRESS], "progress");
    assert_string_equal(paper_terms_names[PAPER_TERMS_MATERIAL], "material");
    assert_string_equal(paper_terms_names[PAPER_TERMS_ALL], "all");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_up_to_the_value),
        cmocka_unit_test(sets_are_nested),
        cmocka_unit_test(each_term_has_a_weight_of_its_own),
        cmocka_unit_test(names_are_those_of_the_file),
        cmocka_unit_test(sets_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
