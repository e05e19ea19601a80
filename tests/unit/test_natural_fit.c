/* test_natural_fit.c: the gradient is that of the error; both compilations and any number of
 * threads agree to the last bit; a preference that was planted is learnt; integers judge like
 * floats; no memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "shogi_random.h"
#include "values/learn/natural_fit.h"
#include "values/learn/natural_fit_internal.h"

enum { POSITIONS = 400 };

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

static void test_gradient(void **state)
{
    struct natural_samples s;
    (void)state;
    make(&s);
    struct natural_fit *f = open(&s, 0);
    judge(f, 20, 0);
    unsigned compared = 0, bad = 0;
    for (size_t i = 0; i < FIT_FLOATS; i += i < FIT_OUT ? 37 : 1) {
        double slope = (double)f->shards[0].gradient[i];
        if (fabs(slope) < 0.02)
            continue;
        float before = f->weight[i], by = 0.001F;
        f->weight[i] = before + by;
        double above = judge(f, 20, -1).loss;
        f->weight[i] = before - by;
        double below = judge(f, 20, -1).loss;
        f->weight[i] = before;
        bad += fabs((above - below) / (2 * (double)by) - slope) > 0.02 + 0.05 * fabs(slope);
        compared++;
        if (compared > 200)
            i += 4096;
    }
    assert_true(compared > 50 && bad * 20 < compared); /* some units are just where they bend */
    natural_fit_close(f);
}

static void learn(struct natural_fit *f, unsigned threads)
{
    const struct adam_model m = natural_fit_model(f, false);
    const struct adam_options o = {.epochs = 6,
                                   .batch = 64,
                                   .grain = 16,
                                   .learning_rate = 0.02F,
                                   .final_rate = 0.001F,
                                   .seed = 3,
                                   .threads = threads};
    assert_int_equal(adam_run(&m, &o, NULL), STATUS_OK);
}

static void test_threads_and_processors_agree(void **state)
{
    struct natural_samples s;
    (void)state;
    make(&s);
    struct natural_fit *one = open(&s, 0.25F), *three = open(&s, 0.25F);
    learn(one, 1);
    cpu_level_limit(CPU_BASE);
    learn(three, 3);
    cpu_level_limit(CPU_V3);
    assert_memory_equal(one->weight, three->weight, FIT_FLOATS * sizeof(float));
    natural_fit_close(one);
    natural_fit_close(three);
}

static void test_a_planted_preference_is_learnt(void **state)
{
    struct natural_samples s;
    struct natural *n;
    (void)state;
    make(&s);
    struct natural_fit *f = open(&s, 0);
    learn(f, 2);
    const struct adam_model m = natural_fit_model(f, false);
    struct adam_sums floats = {0}, integers = {0};
    uint32_t which[POSITIONS];
    for (uint32_t i = 0; i < POSITIONS; i++)
        which[i] = i;
    m.add(m.ctx, ADAM_HELD_OUT, which, POSITIONS, -1, &floats);
    struct natural_figures mean = natural_fit_mean(&floats);
    assert_true(mean.positions == POSITIONS);
    assert_true(mean.top3 > 0.5 && mean.loss < 2.2); /* by chance: some 0.04 and 4.3 */
    assert_int_equal(natural_fit_quantise(f, &n, NULL), STATUS_OK);
    natural_fit_evaluate(n, &s, &integers);
    assert_true(fabs(natural_fit_mean(&integers).loss - mean.loss) < 0.05);
    natural_close(n);
    natural_fit_close(f);
}

static void test_no_memory(void **state)
{
    struct natural_samples s;
    const struct natural_fit_options o = NATURAL_FIT_DEFAULTS;
    (void)state;
    make(&s);
    for (long fails = 0; fails < 10; fails++) {
        struct natural_fit *f;
        mem_fail_after(fails);
        enum status status = natural_fit_open(&f, &s, &o, NULL);
        mem_fail_never();
        assert_int_equal(status, STATUS_NOMEM);
        assert_null(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient),
        cmocka_unit_test(test_threads_and_processors_agree),
        cmocka_unit_test(test_a_planted_preference_is_learnt),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
