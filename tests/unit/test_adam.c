/* test_adam.c: going downhill finds known weights again, the same ones with any number of
 * threads; what it reports; a wish to stop. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "values/learn/adam.h"

/* A model of one vector of weights, the last of which is a bias. */
enum { WEIGHTS = ADAM_LANES, EXAMPLES = 4000 };

struct slopes {
    _Alignas(32) float at[WEIGHTS];
};

struct model {
    struct slopes weight, m, v, shard[ADAM_SHARDS];
    float x[ADAM_PARTS][EXAMPLES][WEIGHTS], target[ADAM_PARTS][EXAMPLES];
};

static const struct adam_options USUAL = {.epochs = 200,
                                          .batch = 500,
                                          .learning_rate = 0.05F,
                                          .final_rate = 1e-6F,
                                          .seed = 3,
                                          .threads = 1};

static float true_weight(int i)
{
    return (float)i * 0.25F - 0.75F;
}

static float logit_of(const float *weight, const float *x)
{
    float sum = 0;
    for (int i = 0; i < WEIGHTS; i++)
        sum += weight[i] * x[i];
    return sum;
}

/* Targets are what the true weights say. */
static void make(struct model *m)
{
    struct rng rng;
    float truth[WEIGHTS];
    rng_seed(&rng, 11);
    memset(m, 0, sizeof *m);
    for (int i = 0; i < WEIGHTS; i++)
        truth[i] = true_weight(i);
    for (int part = 0; part < ADAM_PARTS; part++)
        for (int n = 0; n < EXAMPLES; n++) {
            float *x = m->x[part][n];
            for (int i = 0; i < WEIGHTS; i++)
                x[i] = i + 1 < WEIGHTS ? (float)rng_double(&rng) * 4 - 2 : 1;
            m->target[part][n] = 1 / (1 + expf(-logit_of(truth, x)));
        }
}

static void add(void *ctx, int part, const uint32_t *which, size_t n, int shard,
                struct adam_sums *sums)
{
    struct model *m = ctx;
    for (size_t k = 0; k < n; k++) {
        const float *x = m->x[part][which[k]], target = m->target[part][which[k]];
        const float slope = adam_loss(logit_of(m->weight.at, x), target, target, sums);
        for (int i = 0; shard >= 0 && i < WEIGHTS; i++)
            m->shard[shard].at[i] += slope * x[i];
    }
}

static void update(void *ctx, const struct adam_step *step, unsigned nth, unsigned n)
{
    struct model *m = ctx;
    struct slopes sum = {0};
    (void)n;
    if (nth != 0)
        return;
    for (int s = 0; s < ADAM_SHARDS; s++)
        for (int i = 0; i < WEIGHTS; i++) {
            sum.at[i] += m->shard[s].at[i];
            m->shard[s].at[i] = 0;
        }
    adam_update(step, 0, m->weight.at, m->m.at, m->v.at, sum.at, WEIGHTS);
}

static struct adam_model model_of(struct model *m, size_t held_out)
{
    return (struct adam_model){
        .ctx = m, .examples = {EXAMPLES, held_out}, .add = add, .update = update};
}

struct descent_log {
    unsigned epochs;
    uint64_t examples;
    struct adam_report last;
};

static void hear(void *ctx, const struct adam_report *r)
{
    struct descent_log *h = ctx;
    assert_int_equal(h->epochs, r->epoch); /* from 0 on, one after another */
    h->epochs++;
    h->last = *r;
}

static void count(void *ctx, uint64_t examples)
{
    ((struct descent_log *)ctx)->examples += examples;
}

static void finds_weights_again(void **state)
{
    static struct model m;
    struct descent_log heard = {0};
    struct adam_options o = USUAL;
    (void)state;
    o.ctx = &heard;
    o.report = hear;
    o.progress = count;
    make(&m);
    const struct adam_model model = model_of(&m, EXAMPLES / 10);
    assert_int_equal(adam_run(&model, &o, NULL), STATUS_OK);
    for (int i = 0; i < WEIGHTS; i++)
        assert_true(fabsf(m.weight.at[i] - true_weight(i)) < 0.002F);
    assert_int_equal(heard.epochs, o.epochs + 1);
    assert_int_equal(heard.examples, (uint64_t)o.epochs * EXAMPLES);
    assert_true(heard.last.held_out.examples == EXAMPLES / 10);
    assert_true(heard.last.training.examples == EXAMPLES);
    assert_true(heard.last.learning_rate < 1e-4F);
}

static void threads_do_not_matter(void **state)
{
    static struct model one, four;
    struct adam_options o = USUAL;
    (void)state;
    o.epochs = 3;
    make(&one);
    make(&four);
    const struct adam_model a = model_of(&one, 0), b = model_of(&four, 0);
    assert_int_equal(adam_run(&a, &o, NULL), STATUS_OK);
    o.threads = 4;
    assert_int_equal(adam_run(&b, &o, NULL), STATUS_OK);
    assert_memory_equal(&one.weight, &four.weight, sizeof one.weight);
    o.seed = 4; /* from there on, in another order */
    assert_int_equal(adam_run(&b, &o, NULL), STATUS_OK);
    assert_true(memcmp(&one.weight, &four.weight, sizeof one.weight) != 0);
}

static void stops_when_asked(void **state)
{
    static struct model m;
    atomic_bool cancelled = true;
    struct adam_options o = USUAL;
    struct err err;
    (void)state;
    o.cancelled = &cancelled;
    make(&m);
    const struct adam_model model = model_of(&m, 0);
    assert_int_equal(adam_run(&model, &o, &err), STATUS_CANCELLED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_weights_again),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(stops_when_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
