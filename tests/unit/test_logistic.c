/* test_logistic.c: known weights are found again, the same ones with any number of threads; a
 * penalty makes them smaller by just as much as it should; no memory, a wish to stop. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "values/logistic.h"

enum { FEATURES = 12, EXAMPLES = 4000 };

static float true_weight(uint32_t feature)
{
    return (float)feature * 0.25F - 1.25F; /* the bias, too: feature FEATURES */
}

static const struct descent_options USUAL = {
    .epochs = 300, .batch = 500, .rate = 0.05F, .last_rate = 1e-6F, .seed = 3, .threads = 1};

/* An example of some features, whose target is what the true weights say. */
static void add_example(struct logistic *l, struct rng *rng, int part)
{
    uint32_t feature[FEATURES];
    float value[FEATURES], logit = true_weight(FEATURES);
    size_t n = 0;
    for (uint32_t f = 0; f < FEATURES; f++) {
        if (rng_below(rng, 3) != 0)
            continue;
        feature[n] = f;
        value[n] = l->valued ? (float)rng_double(rng) * 2 - 1 : 1;
        logit += value[n++] * true_weight(f);
    }
    float target = 1 / (1 + expf(-logit));
    assert_int_equal(logistic_add(l, part, feature, l->valued ? value : NULL, n, target, NULL),
                     STATUS_OK);
}

static void make(struct logistic *l, bool valued)
{
    struct rng rng;
    rng_seed(&rng, 11);
    logistic_init(l, FEATURES, valued);
    for (int i = 0; i < EXAMPLES; i++)
        add_example(l, &rng, i % 10 == 0 ? DESCENT_HELD_OUT : DESCENT_LEARN);
}

struct heard {
    unsigned epochs;
    uint64_t examples;
    struct descent_report last;
};

static void hear(void *ctx, const struct descent_report *r)
{
    struct heard *h = ctx;
    assert_int_equal(h->epochs, r->epoch); /* from 0 on, one after another */
    h->epochs++;
    h->last = *r;
}

static void count(void *ctx, uint64_t examples)
{
    ((struct heard *)ctx)->examples += examples;
}

static void finds_weights_again(void **state)
{
    (void)state;
    for (int valued = 0; valued < 2; valued++) {
        struct logistic l;
        struct heard heard = {0};
        struct descent_options o = USUAL;
        o.ctx = &heard;
        o.report = hear;
        o.progress = count;
        make(&l, valued);
        assert_int_equal(logistic_fit(&l, &o, NULL), STATUS_OK);
        for (uint32_t f = 0; f <= FEATURES; f++)
            assert_true(fabsf(l.weight[f] - true_weight(f)) < 0.002F);
        assert_int_equal(heard.epochs, o.epochs + 1);
        assert_int_equal(heard.examples, (uint64_t)o.epochs * EXAMPLES * 9 / 10);
        assert_true(heard.last.held_out.examples == EXAMPLES / 10);
        assert_true(heard.last.learnt.examples == EXAMPLES * 9 / 10);
        assert_true(heard.last.rate < 1e-4F);
        logistic_release(&l);
    }
}

static void newton_finds_them_too(void **state)
{
    (void)state;
    for (int valued = 0; valued < 2; valued++) {
        struct logistic l, again;
        float errors[FEATURES + 1], same[FEATURES + 1];
        make(&l, valued);
        make(&again, valued);
        assert_int_equal(logistic_newton(&l, 1, errors, NULL), STATUS_OK);
        for (uint32_t f = 0; f <= FEATURES; f++) {
            assert_true(fabsf(l.weight[f] - true_weight(f)) < 1e-4F);
            assert_true(errors[f] > 0.01F && errors[f] < 0.3F);
        }
        assert_int_equal(logistic_newton(&again, 3, same, NULL), STATUS_OK);
        assert_memory_equal(l.weight, again.weight, (FEATURES + 1) * sizeof *l.weight);
        assert_memory_equal(errors, same, sizeof errors);
        logistic_release(&l);
        logistic_release(&again);
    }
}

/* A share alone: the error of its logit is 1 / √(n p (1 - p)), whatever never occurs. */
static void standard_errors(void **state)
{
    (void)state;
    struct logistic l;
    float errors[2];
    logistic_init(&l, 1, false);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(logistic_add(&l, DESCENT_LEARN, NULL, NULL, 0, i % 10 < 3, NULL),
                         STATUS_OK);
    assert_int_equal(logistic_newton(&l, 1, errors, NULL), STATUS_OK);
    assert_true(fabsf(l.weight[1] - logf(0.3F / 0.7F)) < 1e-4F);
    assert_true(fabsf(errors[1] - 1 / sqrtf(1000 * 0.3F * 0.7F)) < 1e-4F);
    assert_true(l.weight[0] == 0);
    logistic_release(&l);
    logistic_init(&l, LOGISTIC_NEWTON_FEATURES + 1, false);
    assert_int_equal(logistic_newton(&l, 1, NULL, NULL), STATUS_LIMIT);
    logistic_release(&l);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    struct logistic one, four;
    struct descent_options o = USUAL;
    o.epochs = 3;
    make(&one, true);
    make(&four, true);
    assert_int_equal(logistic_fit(&one, &o, NULL), STATUS_OK);
    o.threads = 4;
    assert_int_equal(logistic_fit(&four, &o, NULL), STATUS_OK);
    assert_memory_equal(one.weight, four.weight, (FEATURES + 1) * sizeof *one.weight);
    o.seed = 4; /* from there on, in another order */
    assert_int_equal(logistic_fit(&four, &o, NULL), STATUS_OK);
    assert_true(memcmp(one.weight, four.weight, (FEATURES + 1) * sizeof *one.weight) != 0);
    logistic_release(&one);
    logistic_release(&four);
}

/* One feature that is always there, no bias to speak of: the slope of the error with its penalty is
 * 0 at the end, p - target + l2 * weight. */
static void penalty(void **state)
{
    (void)state;
    struct logistic l;
    struct descent_options o = USUAL;
    const uint32_t feature[2] = {0, 1};
    const float value[2] = {1, -1};
    logistic_init(&l, 2, true);
    l.l2 = 0.1F;
    for (int i = 0; i < 64; i++) /* two that cancel: the bias stays at 0 */
        assert_int_equal(
            logistic_add(&l, 0, &feature[i % 2], &value[i % 2], 1, i % 2 ? 0.1F : 0.9F, NULL),
            STATUS_OK);
    o.batch = 64;
    o.epochs = 2000;
    assert_int_equal(logistic_fit(&l, &o, NULL), STATUS_OK);
    float w = l.weight[0], p = 1 / (1 + expf(-w));
    assert_true(fabsf((p - 0.9F) / 2 + l.l2 * w) < 1e-3F);
    assert_true(w > 0.1F && fabsf(w - l.weight[1]) < 1e-3F);
    const float logit = logistic_judge(&l, feature, value, 2);
    assert_true(fabsf(logit) < 1e-3F);
    logistic_release(&l);
}

static void stops_when_asked(void **state)
{
    (void)state;
    struct logistic l;
    atomic_bool cancelled = true;
    struct descent_options o = USUAL;
    struct err err;
    o.cancelled = &cancelled;
    make(&l, false);
    assert_int_equal(logistic_fit(&l, &o, &err), STATUS_CANCELLED);
    logistic_release(&l);
}

static void no_memory(void **state)
{
    (void)state;
    const uint32_t feature = 0;
    const float value = 1;
    struct descent_options o = USUAL;
    enum status st = STATUS_NOMEM;
    o.epochs = 1;
    for (long n = 0; st != STATUS_OK; n++) {
        struct logistic l;
        logistic_init(&l, 1, true);
        assert_true(n < 100);
        mem_fail_after(n);
        st = logistic_add(&l, 0, &feature, &value, 1, 0.5F, NULL);
        if (st == STATUS_OK)
            st = logistic_fit(&l, &o, NULL);
        if (st == STATUS_OK)
            st = logistic_newton(&l, 1, NULL, NULL);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        logistic_release(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newton_finds_them_too),
        cmocka_unit_test(standard_errors),
        cmocka_unit_test(finds_weights_again),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(penalty),
        cmocka_unit_test(stops_when_asked),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
