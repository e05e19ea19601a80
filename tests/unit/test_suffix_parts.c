/* test_suffix_parts.c: the parts of all suffixes, one after another, are the whole order; what
 * neighbours share, how often windows occur and how many substrings there are is the same when each
 * process has one part. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "cluster_of_threads.h"
#include "text/mine/substrings.h"

enum { MOST_SYMBOLS = 3000, ROUNDS = 60, WINDOW = 4 };

/* Sentences of few symbols, so that much is equal; copies of one sentence; or long runs of one
 * symbol. */
static void random_corpus(struct rng *rng, struct corpus *c, uint32_t alphabet)
{
    uint32_t size = (uint32_t)rng_below(rng, MOST_SYMBOLS), kind = (uint32_t)rng_below(rng, 4);
    uint64_t seed = rng_next(rng);
    struct err err;
    corpus_init(c, alphabet);
    for (uint32_t line = 0; c->n < size; line++) {
        struct rng same;
        rng_seed(&same, kind == 1 ? seed : rng_next(rng));
        assert_int_equal(corpus_begin(c, line, 0, &err), STATUS_OK);
        for (uint32_t i = (uint32_t)rng_below(&same, 90); i > 0; i--) {
            uint32_t symbol = kind == 2 ? 0 : (uint32_t)rng_below(&same, alphabet - 1);
            assert_int_equal(corpus_add(c, 1 + symbol, i, &err), STATUS_OK);
        }
    }
    assert_int_equal(corpus_end(c, &err), STATUS_OK);
}

static void check_parts(const struct substring_index *whole, uint32_t depth, uint32_t count)
{
    const struct corpus *c = whole->corpus;
    struct suffix_parts p;
    struct err err;
    uint32_t sizes[MAX_PROCESSES], before = 0;
    uint32_t *order = mem_alloc(c->n * sizeof *order), *lcp = mem_alloc(c->n * sizeof *lcp);
    assert_int_equal(suffix_parts_init(&p, c->text, c->n, c->alphabet, depth, count, &err),
                     STATUS_OK);
    suffix_part_sizes(&p, sizes);
    for (uint32_t k = 0; k < count; k++) {
        assert_int_equal(suffix_part_sort(&p, k, sizes[k], order, lcp, NULL, &err), STATUS_OK);
        assert_memory_equal(order, whole->order + before, sizes[k] * sizeof *order);
        for (uint32_t i = 1; i < sizes[k]; i++)
            assert_int_equal(lcp[i], whole->lcp[before + i]);
        /* Substrings of `depth` symbols never lie across a boundary. */
        if (sizes[k] && before)
            assert_true(whole->lcp[before] < depth);
        before += sizes[k];
    }
    assert_int_equal(before, c->n);
    suffix_parts_release(&p);
    mem_free(order);
    mem_free(lcp);
}

static void test_order(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int round = 0; round < ROUNDS; round++) {
        struct corpus c;
        struct substring_index whole;
        struct err err;
        random_corpus(&rng, &c, round % 3 ? 5 : 40000);
        assert_int_equal(substring_index_build(&whole, &c, NULL, &err), STATUS_OK);
        for (uint32_t count = 1; count <= 5; count++)
            check_parts(&whole, 1 + (uint32_t)rng_below(&rng, 5), count);
        substring_index_release(&whole);
        corpus_release(&c);
    }
}

/* --- Together --------------------------------------------------------------------------------- */

struct process_result {
    enum status status;
    uint32_t *windows;
    struct substring_lengths lengths;
    uint32_t first, after, count, before; /* of lcp */
};

struct cluster_count {
    const struct corpus *corpus;
    struct process_result of[MAX_PROCESSES];
};

static void count_in_cluster(const struct cluster *cluster, void *ctx)
{
    struct cluster_count *t = ctx;
    struct process_result *r = &t->of[cluster->process];
    struct suffix_parts p;
    struct substring_index x;
    struct err err;
    r->windows = mem_calloc(t->corpus->n, sizeof *r->windows);
    r->status = suffix_parts_init(&p, t->corpus->text, t->corpus->n, t->corpus->alphabet, WINDOW,
                                  cluster->size, &err);
    if (r->status == STATUS_OK)
        r->status =
            substring_index_build_part(&x, t->corpus, &p, cluster_reduction(cluster), NULL, &err);
    if (r->status != STATUS_OK)
        return;
    r->status = substring_windows(&x, WINDOW, r->windows, 1, &err);
    if (r->status == STATUS_OK)
        r->status = substring_count_lengths(&x, &r->lengths, &err);
    r->before = x.before;
    r->count = x.count;
    r->first = x.count ? x.lcp[0] : 0;
    r->after = x.count ? x.lcp[x.count] : 0;
    substring_index_release(&x);
    suffix_parts_release(&p);
}

static void check_cluster(const struct substring_index *whole, uint32_t size)
{
    const struct corpus *c = whole->corpus;
    struct cluster_count t = {.corpus = c};
    struct substring_lengths lengths;
    struct err err;
    uint32_t *windows = mem_calloc(c->n, sizeof *windows);
    assert_int_equal(substring_windows(whole, WINDOW, windows, 1, &err), STATUS_OK);
    assert_int_equal(substring_count_lengths(whole, &lengths, &err), STATUS_OK);
    cluster_of_threads(size, count_in_cluster, &t);
    for (uint32_t k = 0; k < size; k++) {
        struct process_result *r = &t.of[k];
        assert_int_equal(r->status, STATUS_OK);
        assert_memory_equal(r->windows, windows, c->n * sizeof *windows);
        assert_int_equal(r->lengths.longest, lengths.longest);
        for (uint32_t i = 0; i < lengths.longest; i++) {
            assert_int_equal(r->lengths.all[i], lengths.all[i]);
            assert_int_equal(r->lengths.repeated[i], lengths.repeated[i]);
        }
        if (r->count) {
            assert_int_equal(r->first, whole->lcp[r->before]);
            assert_int_equal(r->after, whole->lcp[r->before + r->count]);
        }
        mem_free(r->windows);
        substring_lengths_release(&r->lengths);
    }
    substring_lengths_release(&lengths);
    mem_free(windows);
}

static void test_cluster(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 6);
    for (int round = 0; round < ROUNDS; round++) {
        struct corpus c;
        struct substring_index whole;
        struct err err;
        random_corpus(&rng, &c, 4);
        assert_int_equal(substring_index_build(&whole, &c, NULL, &err), STATUS_OK);
        check_cluster(&whole, 2 + (uint32_t)round % 4);
        substring_index_release(&whole);
        corpus_release(&c);
    }
}

/* --- The rest --------------------------------------------------------------------------------- */

static void test_refused(void **state)
{
    (void)state;
    static const uint32_t no_break[] = {1, 2, 0}, no_end[] = {0, 1, 2}, large[] = {0, 9, 0};
    struct suffix_parts p;
    struct err err;
    assert_int_equal(suffix_parts_init(&p, no_break, 3, 5, 2, 2, &err), STATUS_RANGE);
    assert_int_equal(suffix_parts_init(&p, no_end, 3, 5, 2, 2, &err), STATUS_RANGE);
    assert_int_equal(suffix_parts_init(&p, large, 3, 5, 2, 2, &err), STATUS_RANGE);
    assert_int_equal(suffix_parts_init(&p, no_end, 0, 5, 2, 2, &err), STATUS_RANGE);
}

static void test_cancelled(void **state)
{
    (void)state;
    static const uint32_t text[] = {0, 1, 2, 0, 1, 2, 0};
    const atomic_bool cancelled = true;
    struct suffix_parts p;
    struct err err;
    uint32_t order[7], lcp[7];
    assert_int_equal(suffix_parts_init(&p, text, 7, 3, 1, 1, &err), STATUS_OK);
    assert_int_equal(suffix_part_sort(&p, 0, 7, order, lcp, &cancelled, &err), STATUS_CANCELLED);
    suffix_parts_release(&p);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct rng rng;
    struct corpus c;
    rng_seed(&rng, 8);
    do {
        random_corpus(&rng, &c, 4);
    } while (c.n < 500 && (corpus_release(&c), true));
    uint32_t *order = mem_alloc(c.n * sizeof *order), *lcp = mem_alloc(c.n * sizeof *lcp);
    for (long n = 0;; n++) {
        struct suffix_parts p;
        struct err err;
        mem_fail_after(n);
        enum status status = suffix_parts_init(&p, c.text, c.n, c.alphabet, 2, 1, &err);
        if (status == STATUS_OK) {
            status = suffix_part_sort(&p, 0, c.n, order, lcp, NULL, &err);
            suffix_parts_release(&p);
        }
        mem_fail_never();
        if (status == STATUS_OK)
            break;
        assert_int_equal(status, STATUS_NOMEM);
        assert_true(n < 100);
    }
    mem_free(order);
    mem_free(lcp);
    corpus_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),     cmocka_unit_test(test_cluster),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
