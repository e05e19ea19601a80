/* test_people_predictor.c: the model and a network behind one interface: what it says is what they
 * say; a search adds what its weights say; the file of weights. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/io/file.h"
#include "base/le.h"
#include "engine/eval/weights.h"
#include "engine/natural/people_predictor.h"
#include "random_network.h"
#include "shogi_random.h"

enum { POSITIONS = 12, NODES = 400 };

static char folder[] = "/tmp/test_people_predictor.XXXXXX";
static char network_path[64], values_path[64];
static struct shogi_pos positions[POSITIONS];
static struct natural_past past;
static struct weights *weights;
static struct natural_values fitted;

static int make_files(void **state)
{
    const struct network_shape shape = random_network_people(8, 1);
    uint64_t random = 5;
    struct buf bytes;
    (void)state;
    natural_past_clear(&past);
    for (int i = 0; i < POSITIONS;) {
        random_game(&positions[i], &random);
        i += shogi_count_few_moves(&positions[i], 2) == 2;
    }
    if (!mkdtemp(folder) || weights_open(&weights, "material", NULL) != STATUS_OK)
        return -1;
    snprintf(network_path, sizeof network_path, "%s/n", folder);
    snprintf(values_path, sizeof values_path, "%s/v", folder);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    random_network_write(&bytes, &shape, 1);
    enum status status = file_replace(network_path, buf_span(&bytes), NULL);
    buf_release(&bytes);
    natural_values_begin(&fitted);
    fitted.weight[TERM_ORDER] = 50; /* the search's own move, whatever else there is */
    if (status == STATUS_OK)
        status = people_values_save(&fitted, values_path, NULL);
    return status == STATUS_OK ? 0 : -1;
}

static int remove_files(void **state)
{
    (void)state;
    weights_close(weights);
    unlink(network_path);
    unlink(values_path);
    return rmdir(folder);
}

static struct natural_input input_of(int i)
{
    return (struct natural_input){
        .pos = &positions[i], .past = &past, .class = NATURAL_AMATEUR, .ply = 70};
}

static struct people_predictor *open_predictor(bool network, bool search)
{
    const struct people_predictor_options o = {.network = network,
                                               .file = network ? network_path : NULL,
                                               .search = search,
                                               .values_file = values_path};
    struct people_predictor *p;
    assert_int_equal(people_predictor_open(&p, &o, NULL), STATUS_OK);
    return p;
}

static void the_model_as_it_is(void **state)
{
    struct people_predictor *p = open_predictor(false, false);
    struct natural_move moves[SHOGI_MAX_MOVES];
    struct people_answer answer;
    struct people_work *w;
    struct natural *n;
    (void)state;
    assert_int_equal(natural_open(&n, NULL, NULL), STATUS_OK);
    assert_int_equal(people_work_open(&w, p, NULL), STATUS_OK);
    assert_null(w);
    for (int i = 0; i < POSITIONS; i++) {
        struct natural_input q = input_of(i);
        int count = natural_infer(n, &q, moves);
        people_predict(p, w, &q, &answer, 1);
        assert_int_equal(answer.count, count);
        assert_memory_equal(answer.moves, moves, (size_t)count * sizeof *moves);
        assert_true(isnan(answer.win));
    }
    natural_close(n);
    people_predictor_close(p);
}

static void a_network_as_it_is(void **state)
{
    struct people_predictor *p = open_predictor(true, false);
    static struct people_answer answers[PEOPLE_BATCH], one;
    struct natural_input q[PEOPLE_BATCH];
    struct people_scratch *s;
    struct people_network *n;
    struct people_work *w;
    (void)state;
    assert_int_equal(people_network_open(&n, network_path, NULL), STATUS_OK);
    assert_int_equal(people_scratch_open(&s, n, true, NULL), STATUS_OK);
    assert_int_equal(people_work_open(&w, p, NULL), STATUS_OK);
    for (int i = 0; i < PEOPLE_BATCH; i++)
        q[i] = input_of(i);
    people_predict(p, w, q, answers, PEOPLE_BATCH);
    for (int i = 0; i < PEOPLE_BATCH; i++) {
        const struct people_position at = {&positions[i], &past, NATURAL_AMATEUR};
        people_infer(n, s, &at, &one, 1);
        assert_int_equal(one.count, answers[i].count);
        assert_true(one.win == answers[i].win);
        for (int k = 0; k < one.count; k++) {
            const struct natural_move *m = &answers[i].moves[k];
            assert_true(m->p == one.moves[k].p &&
                        fabs(exp((double)m->score) - (double)m->p) < 1e-5);
        }
    }
    people_work_close(w);
    people_scratch_close(s);
    people_network_close(n);
    people_predictor_close(p);
}

/* Only likely moves are compared, and the search's own move is what these weights like. */
static void a_search_is_added(void **state)
{
    const struct think_options o = {
        .tt_bytes = 1 << 20, .threads = 1, .eval = weights_eval(weights)};
    struct people_predictor *p = open_predictor(true, true);
    static struct people_answer prior, answer;
    shogi_move likely[SHOGI_MAX_MOVES];
    struct people_work *w;
    struct thinker *t;
    (void)state;
    assert_int_equal(people_work_open(&w, p, NULL), STATUS_OK);
    assert_int_equal(thinker_open(&t, &o, NULL), STATUS_OK);
    for (int i = 0; i < POSITIONS; i++) {
        const struct think_request request = {.pos = &positions[i], .limits = {.nodes = NODES}};
        struct natural_input q = input_of(i);
        struct think_result result;
        double sum = 0;
        int best = 0;
        people_predict(p, w, &q, &prior, 1);
        int n = people_list_likely(&prior, likely);
        assert_true(n >= 1 && n <= prior.count);
        thinker_new_game(t);
        assert_int_equal(people_search(p, w, t, &request, &q, &answer, &result, NULL), STATUS_OK);
        for (int k = 0; k < answer.count; k++) {
            sum += (double)answer.moves[k].p;
            best = answer.moves[k].p > answer.moves[best].p ? k : best;
        }
        assert_true(fabs(sum - 1) < 1e-4);
        if (result.value < THINK_MATE_BOUND && result.value > -THINK_MATE_BOUND)
            assert_int_equal(answer.moves[best].move, result.best);
    }
    thinker_close(t);
    people_work_close(w);
    people_predictor_close(p);
}

static void files_of_weights(void **state)
{
    struct natural_values v;
    struct buf bytes;
    struct err err = {0};
    (void)state;
    assert_int_equal(people_values_open(&v, values_path, NULL), STATUS_OK);
    for (int i = 0; i < NATURAL_VALUE_TERMS; i++)
        assert_true(fabsf(v.weight[i] - fitted.weight[i]) < 1e-6F);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    assert_int_equal(file_read(values_path, BUF_DEFAULT_MAX, &bytes, NULL), STATUS_OK);
    assert_int_equal(people_values_read(&v, buf_span(&bytes), NULL), STATUS_OK);
    for (size_t i = 0; i < bytes.n; i++) { /* any byte that is another one is noticed */
        bytes.p[i] ^= 1;
        assert_int_equal(people_values_read(&v, buf_span(&bytes), NULL), STATUS_SYNTAX);
        bytes.p[i] ^= 1;
    }
    for (size_t n = 0; n < bytes.n; n++)
        assert_int_equal(people_values_read(&v, span_make(bytes.p, n), NULL), STATUS_SYNTAX);
    /* a version with more weights, or with too few */
    for (uint32_t count = NATURAL_FIRST_TERMS - 1; count <= NATURAL_VALUE_TERMS + 1; count++) {
        bool known = count >= NATURAL_FIRST_TERMS && count <= NATURAL_VALUE_TERMS;
        uint8_t word[8] = {0};
        bytes.n = 8;
        le_put32(word, count);
        buf_add(&bytes, word, 4);
        le_put32(word, 0);
        for (uint32_t i = 0; i < count; i++)
            buf_add(&bytes, word, 4);
        le_put64(word, XXH3_64bits(bytes.p, bytes.n));
        buf_add(&bytes, word, 8);
        assert_int_equal(people_values_read(&v, buf_span(&bytes), NULL),
                         known ? STATUS_OK : STATUS_SYNTAX);
    }
    buf_release(&bytes);
    assert_int_equal(people_values_open(&v, network_path, &err), STATUS_SYNTAX);
    assert_string_equal(err.file, network_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_model_as_it_is),
        cmocka_unit_test(a_network_as_it_is),
        cmocka_unit_test(a_search_is_added),
        cmocka_unit_test(files_of_weights),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
