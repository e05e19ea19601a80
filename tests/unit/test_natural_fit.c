/* test_natural_fit.c: the gradient is that of the error, with labels, too; both compilations and any
 * number of threads agree to the last bit; a preference that was planted is learnt; what was learnt
 * is kept and taken up again; integers judge like floats; no memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/io/file.h"
#include "engine/natural/people_input.h"
#include "scratch.h"
#include "shogi_random.h"
#include "values/learn/natural_fit.h"
#include "values/learn/natural_fit_internal.h"

enum { POSITIONS = 400, COMPARED = 10 /* positions whose gradient is reckoned */, EPOCHS = 6 };

/* Positions of random games in which whoever can takes something, else drops something. */
static int liking(const struct shogi_pos *pos, shogi_move m)
{
    return 2 * (shogi_piece_at(pos, shogi_move_to(m)) != 0) + shogi_move_is_drop(m);
}

static void make(struct natural_samples *s)
{
    static struct natural_sample rows[NATURAL_PARTS][POSITIONS];
    uint64_t random = 5;
    natural_samples_init(s);
    for (int p = 0; p < NATURAL_PARTS; p++) {
        for (int i = 0; i < POSITIONS;) {
            struct natural_sample *row = &rows[p][i];
            shogi_move moves[SHOGI_MAX_MOVES];
            random_game(&row->pos, &random);
            int count = shogi_legal_moves(&row->pos, moves), best = 0;
            if (count < 2)
                continue;
            for (int k = 1; k < count; k++)
                if (liking(&row->pos, moves[k]) > liking(&row->pos, moves[best]))
                    best = k;
            natural_past_clear(&row->past);
            row->played = moves[best];
            row->ply = 50;
            row->class = (uint8_t)(i % NATURAL_CLASSES);
            i++;
        }
        s->part[p].rows = rows[p];
        s->part[p].count = POSITIONS;
    }
}

/* What learning takes is most of the time: whoever begins with it gets a copy of what was learnt once. */
struct shared {
    struct natural_samples samples;
    struct natural_fit *learnt; /* in EPOCHS, without dropout */
};

static struct natural_fit *open(const struct natural_samples *s, float drop)
{
    struct natural_fit_options o = NATURAL_FIT_DEFAULTS;
    struct natural_fit *f;
    o.drop = drop;
    assert_int_equal(natural_fit_open(&f, s, &o, NULL), STATUS_OK);
    return f;
}

static struct adam_sums judge(struct natural_fit *f, size_t n, int shard)
{
    const struct adam_model m = natural_fit_model(f, false);
    struct adam_sums sums = {0};
    uint32_t which[POSITIONS];
    for (uint32_t i = 0; i < n; i++)
        which[i] = i;
    m.add(m.ctx, ADAM_TRAINING, which, n, shard, &sums);
    return sums;
}

static void learn(struct natural_fit *f, unsigned threads, unsigned epochs)
{
    const struct adam_model m = natural_fit_model(f, false);
    const struct adam_options o = {.epochs = epochs,
                                   .batch = 64,
                                   .grain = 16,
                                   .learning_rate = 0.02F,
                                   .final_rate = 0.001F,
                                   .seed = 3,
                                   .threads = threads};
    assert_int_equal(adam_run(&m, &o, NULL), STATUS_OK);
}

static struct natural_fit *copy_learnt(const struct shared *shared)
{
    const struct natural_fit *from = shared->learnt;
    struct natural_fit *f = open(&shared->samples, 0);
    memcpy(f->weight, from->weight, FIT_FLOATS * sizeof(float));
    memcpy(f->m, from->m, FIT_FLOATS * sizeof(float));
    memcpy(f->v, from->v, FIT_FLOATS * sizeof(float));
    f->steps = from->steps;
    return f;
}

static int set_up(void **state)
{
    static struct shared shared;
    if (scratch_set_up(state) != 0)
        return -1;
    make(&shared.samples);
    shared.learnt = open(&shared.samples, 0);
    learn(shared.learnt, 2, EPOCHS);
    *state = &shared;
    return 0;
}

static int tear_down(void **state)
{
    natural_fit_close(((struct shared *)*state)->learnt);
    return scratch_tear_down(state);
}

static void check_gradient(const struct natural_samples *s)
{
    struct natural_fit *f = open(s, 0);
    judge(f, COMPARED, 0);
    unsigned compared = 0, bad = 0;
    for (size_t i = 0; i < FIT_FLOATS; i += i < FIT_OUT ? 37 : 1) {
        double slope = (double)f->shards[0].gradient[i];
        if (fabs(slope) < 0.02)
            continue;
        float before = f->weight[i], by = 0.001F;
        double loss[2];
        for (int k = 0; k < 2; k++) {
            f->weight[i] = k ? before + by : before - by;
            loss[k] = s->part[NATURAL_TRAINING].labelled ? judge(f, COMPARED, 1).loss
                                                         : judge(f, COMPARED, -1).loss;
        }
        f->weight[i] = before;
        bad += fabs((loss[1] - loss[0]) / (2 * (double)by) - slope) > 0.02 + 0.05 * fabs(slope);
        compared++;
        if (compared > 200)
            i += 4096;
    }
    assert_true(compared > 50 && bad * 20 < compared); /* some units are just where they bend */
    natural_fit_close(f);
}

static void test_gradient(void **state)
{
    check_gradient(&((struct shared *)*state)->samples);
}

/* Of two moves, and of all others together. */
static void add_labels(struct natural_samples *s, struct natural_label *labels)
{
    struct natural_sample_set *set = &s->part[NATURAL_TRAINING];
    for (size_t i = 0; i < set->count; i++) {
        shogi_move moves[SHOGI_MAX_MOVES];
        int count = shogi_legal_moves(&set->rows[i].pos, moves);
        labels[i] = (struct natural_label){.share = {30000, 20000}};
        labels[i].output[0] = (uint16_t)people_output_of(&set->rows[i].pos, moves[0]);
        labels[i].output[1] = (uint16_t)people_output_of(&set->rows[i].pos, moves[count - 1]);
    }
    set->labels = labels;
    set->labelled = set->count;
}

static void test_gradient_with_labels(void **state)
{
    static struct natural_label labels[POSITIONS];
    struct natural_samples s = ((struct shared *)*state)->samples;
    add_labels(&s, labels);
    check_gradient(&s);
}

/* Half of what is to be learnt is what labels say, if that is what they count. */
static void test_labels_count(void **state)
{
    static struct natural_label labels[POSITIONS];
    struct natural_samples s = ((struct shared *)*state)->samples;
    struct natural_fit_options o = NATURAL_FIT_DEFAULTS;
    struct natural_fit *f;
    double loss[3];
    add_labels(&s, labels);
    o.drop = 0;
    for (int k = 0; k < 3; k++) {
        o.labels = 0.5F * (float)k;
        assert_int_equal(natural_fit_open(&f, &s, &o, NULL), STATUS_OK);
        loss[k] = judge(f, POSITIONS, 0).loss;
        natural_fit_close(f);
    }
    assert_true(fabs(loss[1] - (loss[0] + loss[2]) / 2) < 0.1);
    assert_true(fabs(loss[0] - loss[2]) > 1);
}

static double integer_loss(const struct natural_fit *f, const struct natural_samples *s)
{
    struct adam_sums integers = {0};
    struct natural *n;
    assert_int_equal(natural_fit_quantise(f, &n, NULL), STATUS_OK);
    natural_fit_evaluate(n, s, &integers);
    natural_close(n);
    return natural_fit_mean(&integers).loss;
}

static void compare_integers(struct natural_fit *f, const struct natural_samples *s,
                             struct adam_sums *floats, double within)
{
    const struct adam_model m = natural_fit_model(f, false);
    uint32_t which[POSITIONS];
    for (uint32_t i = 0; i < POSITIONS; i++)
        which[i] = i;
    *floats = (struct adam_sums){0};
    m.add(m.ctx, ADAM_HELD_OUT, which, POSITIONS, -1, floats);
    double loss = natural_fit_mean(floats).loss;
    assert_true(fabs(integer_loss(f, s) - loss) < within * loss);
}

/* Weights far beyond their limits come back to them with the next step, and integers hold them. */
static void test_integers_hold_what_is_learnt(void **state)
{
    const struct natural_samples *s = &((struct shared *)*state)->samples;
    struct adam_sums floats;
    struct natural_fit *f = open(s, 0);
    for (size_t i = 0; i < FIT_OUT; i++)
        f->weight[i] *= i < FIT_HEAD_TO ? 80 : 8;
    memset(f->shards[0].touched, 1, FIT_LINES);
    const struct adam_model m = natural_fit_model(f, false);
    const struct adam_step step = {
        .learning_rate = 1e-6F, .scale = 1, .correct_m = 1, .correct_v = 1};
    m.update(m.ctx, &step, 0, 1);
    for (size_t i = 0; i < FIT_FLOATS; i++)
        assert_true(fabsf(f->weight[i]) <= FIT_OUT_MOST);
    compare_integers(f, s, &floats, 0.005);
    assert_true(natural_fit_mean(&floats).loss > 6); /* these weights are wild */
    natural_fit_close(f);
}

static void test_threads_and_processors_agree(void **state)
{
    const struct natural_samples *s = &((struct shared *)*state)->samples;
    struct natural_fit *one = open(s, 0.25F), *three = open(s, 0.25F);
    learn(one, 1, 2);
    cpu_level_limit(CPU_BASE);
    learn(three, 3, 2);
    cpu_level_limit(CPU_V3);
    assert_memory_equal(one->weight, three->weight, FIT_FLOATS * sizeof(float));
    natural_fit_close(one);
    natural_fit_close(three);
}

static void test_a_planted_preference_is_learnt(void **state)
{
    const struct shared *shared = *state;
    struct adam_sums floats;
    compare_integers(shared->learnt, &shared->samples, &floats, 0.005);
    struct natural_figures mean = natural_fit_mean(&floats);
    assert_true(mean.positions == POSITIONS);
    assert_true(mean.top3 > 0.5 && mean.loss < 2.2); /* by chance: some 0.04 and 4.3 */
}

/* Rows that were never met may have drifted: they do not make others coarse. */
static void test_rare_rows_do_not_count(void **state)
{
    const struct natural_samples *s = &((struct shared *)*state)->samples;
    struct adam_sums before;
    unsigned drifted = 0;
    struct natural_fit *f = copy_learnt(*state);
    for (int h = 0; h < NATURAL_HIDDEN; h++) { /* so that it would show */
        for (int i = 0; i < NATURAL_ROWS; i++)
            f->weight[i * NATURAL_LANES + h] /= 16;
        f->weight[FIT_OUT + h] *= 16;
    }
    compare_integers(f, s, &before, 0.005);
    for (size_t i = 0; i < NATURAL_ROWS; i++)
        if (f->v[i * NATURAL_LANES] == 0 && f->v[i * NATURAL_LANES + 1] == 0 && i % 50 == 0) {
            for (int h = 0; h < NATURAL_HIDDEN; h++)
                f->weight[i * NATURAL_LANES + (size_t)h] = FIT_ROW_MOST;
            drifted++;
        }
    assert_true(drifted > 100);
    double loss = natural_fit_mean(&before).loss;
    assert_true(fabs(integer_loss(f, s) - loss) < 0.005 * loss);
    natural_fit_close(f);
}

/* After rounding floats are what integers are, whatever steps are taken; and learning goes on. */
static void test_rounded_weights_are_integers(void **state)
{
    const struct natural_samples *s = &((struct shared *)*state)->samples;
    struct adam_sums before, after;
    struct natural_fit *f = open(s, 0.1F);
    natural_fit_round(f);
    compare_integers(f, s, &before, 1e-4);
    learn(f, 2, EPOCHS);
    compare_integers(f, s, &after, 1e-4);
    assert_true(natural_fit_mean(&after).loss < natural_fit_mean(&before).loss - 1);
    natural_fit_round(f);
    compare_integers(f, s, &after, 1e-4);
    natural_fit_close(f);
}

/* Rows of a unit may be small where out is large: that says the same, and so do integers. */
static void test_units_have_scales_of_their_own(void **state)
{
    const struct natural_samples *s = &((struct shared *)*state)->samples;
    struct adam_sums before, after;
    struct natural_fit *f = copy_learnt(*state);
    compare_integers(f, s, &before, 0.005);
    for (int h = 0; h < NATURAL_HIDDEN; h++) {
        float by = h % 3 == 0 ? 16 : h % 3 == 1 ? 1 : 1.0F / 16;
        for (int i = 0; i < NATURAL_ROWS; i++)
            f->weight[i * NATURAL_LANES + h] /= by;
        f->weight[FIT_OUT + h] *= by;
    }
    for (int h = 0; h < NATURAL_HEAD; h++) {
        float by = h % 2 ? 32 : 1.0F / 32;
        for (int i = 0; i < NATURAL_HEAD_ROWS; i++)
            f->weight[FIT_HEAD + i * NATURAL_HEAD + h] /= by;
        for (int i = 0; i < 2 * NATURAL_PLACINGS; i++)
            f->weight[FIT_HEAD_TO + i * NATURAL_HEAD + h] *= by;
    }
    compare_integers(f, s, &after, 0.005);
    assert_true(fabs(natural_fit_mean(&after).loss - natural_fit_mean(&before).loss) < 1e-3);
    natural_fit_close(f);
}

/* Whoever goes on from what was kept learns the same to the last bit. */
static void test_what_was_learnt_is_kept(void **state)
{
    const struct natural_samples *s = &((struct shared *)*state)->samples;
    struct err err = {0};
    struct natural_fit *one = open(s, 0.25F), *other = open(s, 0.25F);
    learn(one, 2, 2);
    assert_int_equal(natural_fit_keep(one, "learnt.kept", NULL), STATUS_OK);
    assert_int_equal(natural_fit_start(other, "learnt.kept", NULL), STATUS_OK);
    assert_memory_equal(one->weight, other->weight, FIT_FLOATS * sizeof(float));
    learn(one, 2, 1);
    learn(other, 1, 1);
    assert_memory_equal(one->weight, other->weight, FIT_FLOATS * sizeof(float));
    struct buf file;
    buf_init(&file, BUF_DEFAULT_MAX);
    assert_int_equal(file_read("learnt.kept", BUF_DEFAULT_MAX, &file, NULL), STATUS_OK);
    for (size_t at = 0; at < file.n; at += file.n / 3 - 1) {
        file.p[at] ^= 1;
        assert_int_equal(file_replace("bad.kept", buf_span(&file), NULL), STATUS_OK);
        assert_int_equal(natural_fit_start(other, "bad.kept", &err), STATUS_SYNTAX);
        file.p[at] ^= 1;
    }
    file.n--;
    assert_int_equal(file_replace("bad.kept", buf_span(&file), NULL), STATUS_OK);
    assert_int_equal(natural_fit_start(other, "bad.kept", &err), STATUS_SYNTAX);
    buf_release(&file);
    natural_fit_close(one);
    natural_fit_close(other);
}

static void test_no_memory(void **state)
{
    const struct natural_samples *s = &((struct shared *)*state)->samples;
    const struct natural_fit_options o = NATURAL_FIT_DEFAULTS;
    for (long fails = 0; fails < 10; fails++) {
        struct natural_fit *f;
        mem_fail_after(fails);
        enum status status = natural_fit_open(&f, s, &o, NULL);
        mem_fail_never();
        assert_int_equal(status, STATUS_NOMEM);
        assert_null(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient),
        cmocka_unit_test(test_gradient_with_labels),
        cmocka_unit_test(test_labels_count),
        cmocka_unit_test(test_integers_hold_what_is_learnt),
        cmocka_unit_test(test_threads_and_processors_agree),
        cmocka_unit_test(test_a_planted_preference_is_learnt),
        cmocka_unit_test(test_units_have_scales_of_their_own),
        cmocka_unit_test(test_rare_rows_do_not_count),
        cmocka_unit_test(test_rounded_weights_are_integers),
        cmocka_unit_test(test_what_was_learnt_is_kept),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
