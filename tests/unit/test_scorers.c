/* test_scorers.c: nodes, counts and all scores agree with listing every substring of small texts,
 * at every occurrence, by the formulas as they are written. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "text/mine/scorers.h"

enum { MOST = 90, STRINGS = 4000, EVERYTHING = 1000000 };

/* --- Listing everything ----------------------------------------------------------------------- */

/* A different substring, and everywhere it occurs. */
struct listed {
    uint32_t length, count;
    uint32_t at[MOST];
    double score;
    bool seen;
};

static struct listed strings[STRINGS];
static uint32_t string_count;

static bool inside(const struct corpus *c, uint32_t at, uint32_t length)
{
    for (uint32_t i = at; i < at + length; i++)
        if (i >= c->n || c->text[i] == CORPUS_BREAK)
            return false;
    return true;
}

static bool equal(const struct corpus *c, uint32_t a, uint32_t b, uint32_t length)
{
    return memcmp(c->text + a, c->text + b, length * sizeof *c->text) == 0;
}

static struct listed *find(const struct corpus *c, uint32_t at, uint32_t length)
{
    for (uint32_t i = 0; i < string_count; i++)
        if (strings[i].length == length && equal(c, strings[i].at[0], at, length))
            return &strings[i];
    return NULL;
}

static void list_all(const struct corpus *c)
{
    string_count = 0;
    for (uint32_t at = 0; at < c->n; at++)
        for (uint32_t length = 1; inside(c, at, length); length++) {
            struct listed *s = find(c, at, length);
            if (!s) {
                assert_true(string_count < STRINGS);
                s = &strings[string_count++];
                *s = (struct listed){.length = length};
            }
            s->at[s->count++] = at;
        }
}

/* f of any symbols, 0 where there are none or a break is among them. */
static double frequency(const struct corpus *c, int64_t at, uint32_t length)
{
    if (at < 0 || !inside(c, (uint32_t)at, length))
        return 0;
    return find(c, (uint32_t)at, length)->count;
}

/* --- Texts ------------------------------------------------------------------------------------ */

static void random_corpus(struct rng *rng, struct corpus *c)
{
    uint32_t symbols = 2 + (uint32_t)rng_below(rng, 4), size = (uint32_t)rng_below(rng, MOST - 30);
    bool periodic = rng_below(rng, 6) == 0;
    struct err err;
    corpus_init(c, symbols + 1);
    for (uint32_t line = 0; c->n < size; line++) {
        assert_int_equal(corpus_begin(c, line, 0, &err), STATUS_OK);
        for (uint32_t i = (uint32_t)rng_below(rng, 30); i > 0; i--) {
            uint32_t symbol = periodic ? i % 3 % symbols : (uint32_t)rng_below(rng, symbols);
            assert_int_equal(corpus_add(c, 1 + symbol, i, &err), STATUS_OK);
        }
    }
    assert_int_equal(corpus_end(c, &err), STATUS_OK);
}

/* --- Scores by the formulas ------------------------------------------------------------------- */

static void score_nf(const struct corpus *c, const struct scorer_options *opt)
{
    (void)c;
    (void)opt;
    for (uint32_t i = 0; i < string_count; i++) {
        double alpha = 0;
        for (uint32_t k = 0; k < string_count; k++)
            alpha += strings[k].length <= strings[i].length;
        strings[i].score = (strings[i].count - 1) * alpha;
    }
}

static double entropy_beside(const struct corpus *c, const struct listed *s, int64_t offset)
{
    double sum = 0;
    for (uint32_t symbol = 1; symbol < c->alphabet; symbol++) {
        double k = 0;
        for (uint32_t i = 0; i < s->count; i++)
            k += c->text[s->at[i] + offset] == symbol;
        if (k > 0)
            sum -= k / s->count * log(k / s->count);
    }
    return sum;
}

static void score_entropy(const struct corpus *c, const struct scorer_options *opt)
{
    (void)opt;
    for (uint32_t i = 0; i < string_count; i++) {
        double left = entropy_beside(c, &strings[i], -1);
        double right = entropy_beside(c, &strings[i], strings[i].length);
        strings[i].score = left < right ? left : right;
    }
}

static void score_sfp(const struct corpus *c, const struct scorer_options *opt)
{
    uint32_t w = opt->windows[0];
    for (uint32_t i = 0; i < string_count; i++)
        strings[i].score = 0;
    for (uint32_t first = 0; first < c->n; first++) {
        uint32_t last = first; /* window of a mountain that begins at `first` */
        double here = frequency(c, first, w);
        if (here == 0 || frequency(c, (int64_t)first - 1, w) >= opt->threshold * here)
            continue;
        for (;; last++) {
            here = frequency(c, last, w);
            if (frequency(c, last + 1, w) < opt->threshold * here)
                break;
            if (here < opt->threshold * frequency(c, last + 1, w)) {
                last = UINT32_MAX; /* a later rise cuts it off */
                break;
            }
        }
        if (last != UINT32_MAX)
            find(c, first, last + w - first)->score++;
    }
}

static double side(double inner, double outer, bool unclamped)
{
    double factor = inner > 0 ? 1 - outer / inner : 0;
    return factor < 0 && !unclamped ? 0 : factor;
}

static double score_window(const struct corpus *c, const struct listed *s, uint32_t w,
                           const struct scorer_options *opt)
{
    double left_sum = 0, right_sum = 0, products = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        int64_t from = s->at[i], to = from + s->length;
        double left = side(frequency(c, from, w), frequency(c, from - 1, w), opt->unclamped);
        double right = side(frequency(c, to - w, w), frequency(c, to + 1 - w, w), opt->unclamped);
        left_sum += left;
        right_sum += right;
        products += left * right;
    }
    return opt->mean == SCORE_PRODUCT_OF_MEANS
               ? left_sum / s->count * (right_sum / s->count) * s->count
               : products / s->count * s->count;
}

static void score_msfp(const struct corpus *c, const struct scorer_options *opt)
{
    for (uint32_t i = 0; i < string_count; i++) {
        double sum = 0;
        bool fits = true;
        for (uint32_t k = 0; k < opt->window_count; k++) {
            fits &= opt->windows[k] <= strings[i].length;
            sum += score_window(c, &strings[i], opt->windows[k], opt);
        }
        strings[i].score = fits ? sum / opt->window_count : 0;
    }
}

/* --- Comparing -------------------------------------------------------------------------------- */

struct twin {
    const struct scorer *scorer;
    void (*score)(const struct corpus *c, const struct scorer_options *opt);
    struct scorer_options opt;
};

static const struct twin twins[] = {
    {&nf_scorer, score_nf, {.min_length = 1}},
    {&nf_scorer, score_nf, {.min_length = 3}},
    {&entropy_scorer, score_entropy, {.min_length = 1}},
    {&entropy_scorer, score_entropy, {.min_length = 2}},
    {&sfp_scorer, score_sfp, {.windows = {2}, .window_count = 1, .threshold = 0.7}},
    {&sfp_scorer, score_sfp, {.windows = {1}, .window_count = 1, .threshold = 0.95}},
    {&sfp_scorer, score_sfp, {.windows = {3}, .window_count = 1, .threshold = 0.3}},
    {&msfp_scorer, score_msfp, {.min_length = 3, .windows = {2, 3}, .window_count = 2}},
    {&msfp_scorer, score_msfp, {.min_length = 1, .windows = {1, 4, 2}, .window_count = 3}},
    {&msfp_scorer,
     score_msfp,
     {.min_length = 2, .windows = {2}, .window_count = 1, .mean = SCORE_PRODUCT_OF_MEANS}},
    {&msfp_scorer,
     score_msfp,
     {.min_length = 2, .windows = {2, 3}, .window_count = 2, .unclamped = true}},
};
enum { TWINS = sizeof twins / sizeof twins[0] };

static void check_sequence(const struct substring_index *x, const struct sequence *s)
{
    struct listed *l = find(x->corpus, x->order[s->from], s->length);
    assert_non_null(l);
    assert_false(l->seen);
    l->seen = true;
    assert_true(fabs(s->score - l->score) <= 1e-9 * (1 + fabs(l->score)));
    assert_int_equal(s->to - s->from, l->count);
    for (uint32_t i = s->from; i < s->to; i++)
        assert_true(equal(x->corpus, x->order[i], l->at[0], s->length));
}

static void check_twin(const struct substring_index *x, const struct twin *t)
{
    struct scorer_options opt = t->opt;
    struct sequences all = {0}, few = {0};
    struct err err;
    opt.top = EVERYTHING;
    t->score(x->corpus, &opt);
    for (uint32_t i = 0; i < string_count; i++)
        strings[i].seen = false;
    assert_int_equal(t->scorer->run(x, &opt, &all, &err), STATUS_OK);
    for (size_t i = 0; i < all.count; i++) {
        check_sequence(x, &all.at[i]);
        assert_true(all.at[i].length >= opt.min_length);
        assert_true(i == 0 || sequence_before(&all.at[i - 1], &all.at[i]));
    }
    /* what is not there is too short, single, or scores nothing */
    for (uint32_t i = 0; i < string_count; i++)
        assert_true(strings[i].seen || strings[i].length < opt.min_length || strings[i].count < 2 ||
                    strings[i].score <= 1e-12);
    opt.top = all.count / 3;
    assert_int_equal(t->scorer->run(x, &opt, &few, &err), STATUS_OK);
    assert_int_equal(few.count, opt.top);
    for (size_t i = 0; i < few.count; i++)
        assert_true(!sequence_before(&few.at[i], &all.at[i]) &&
                    !sequence_before(&all.at[i], &few.at[i]));
    sequences_release(&all);
    sequences_release(&few);
}

static void test_scores(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 21);
    for (int round = 0; round < 150; round++) {
        struct corpus c;
        struct substring_index x;
        struct err err;
        random_corpus(&rng, &c);
        list_all(&c);
        assert_int_equal(substring_index_build(&x, &c, NULL, &err), STATUS_OK);
        for (size_t i = 0; i < TWINS; i++)
            check_twin(&x, &twins[i]);
        substring_index_release(&x);
        corpus_release(&c);
    }
}

/* --- Nodes and counts ------------------------------------------------------------------------- */

static const struct substring_index *walked;
static bool repeated_only;

static enum status check_node(void *ctx, const struct substring_node *n, struct err *err)
{
    (void)ctx;
    (void)err;
    const struct corpus *c = walked->corpus;
    assert_true(n->shortest >= 1 && n->shortest <= n->longest);
    assert_true(!repeated_only || n->to - n->from > 1);
    for (uint32_t length = n->shortest; length <= n->longest; length++) {
        struct listed *l = find(c, walked->order[n->from], length);
        assert_non_null(l);
        assert_false(l->seen);
        l->seen = true;
        assert_int_equal(l->count, n->to - n->from);
    }
    return STATUS_OK;
}

static void check_walk(const struct substring_index *x, enum substring_scope scope)
{
    struct err err;
    walked = x;
    repeated_only = scope == SUBSTRINGS_REPEATED;
    for (uint32_t i = 0; i < string_count; i++)
        strings[i].seen = false;
    assert_int_equal(substring_walk(x, scope, check_node, NULL, &err), STATUS_OK);
    for (uint32_t i = 0; i < string_count; i++)
        assert_int_equal(strings[i].seen, !repeated_only || strings[i].count > 1);
}

static void check_counts(const struct substring_index *x)
{
    struct substring_lengths l;
    uint32_t counts[MOST];
    struct err err;
    assert_int_equal(substring_count_lengths(x, &l, &err), STATUS_OK);
    for (uint32_t length = 1; length <= l.longest + 1; length++) {
        uint64_t all = 0, repeated = 0;
        for (uint32_t i = 0; i < string_count; i++) {
            all += strings[i].length == length;
            repeated += strings[i].length == length && strings[i].count > 1;
        }
        assert_int_equal(all, length <= l.longest ? l.all[length - 1] : 0);
        assert_int_equal(repeated, length <= l.longest ? l.repeated[length - 1] : 0);
    }
    substring_lengths_release(&l);
    for (uint32_t w = 1; w < 6; w++) {
        assert_int_equal(substring_windows(x, w, counts, 1, &err), STATUS_OK);
        for (uint32_t at = 0; at < x->corpus->n; at++)
            assert_int_equal(counts[at], frequency(x->corpus, at, w));
    }
}

static void test_nodes(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 22);
    for (int round = 0; round < 200; round++) {
        struct corpus c;
        struct substring_index x;
        struct err err;
        random_corpus(&rng, &c);
        list_all(&c);
        assert_int_equal(substring_index_build(&x, &c, NULL, &err), STATUS_OK);
        check_walk(&x, SUBSTRINGS_REPEATED);
        check_walk(&x, SUBSTRINGS_ALL);
        check_counts(&x);
        substring_index_release(&x);
        corpus_release(&c);
    }
}

/* --- The rest --------------------------------------------------------------------------------- */

static enum status stop(void *ctx, const struct substring_node *n, struct err *err)
{
    (void)n;
    ++*(int *)ctx;
    return err_plain(err, STATUS_CANCELLED, &(const struct msg){"", ""});
}

static void test_errors(void **state)
{
    (void)state;
    struct rng rng;
    struct corpus c;
    struct substring_index x;
    struct sequences out = {0};
    struct err err;
    rng_seed(&rng, 1);
    do {
        random_corpus(&rng, &c);
    } while (c.n < 40);
    assert_int_equal(substring_index_build(&x, &c, NULL, &err), STATUS_OK);
    int calls = 0;
    assert_int_equal(substring_walk(&x, SUBSTRINGS_REPEATED, stop, &calls, &err), STATUS_CANCELLED);
    assert_int_equal(calls, 1);
    atomic_bool cancelled = true;
    x.cancelled = &cancelled;
    assert_int_equal(substring_walk(&x, SUBSTRINGS_ALL, stop, &calls, &err), STATUS_CANCELLED);
    assert_int_equal(calls, 1);
    x.cancelled = NULL;
    struct scorer_options opt = {.windows = {4, 5}, .window_count = 2, .threshold = NAN};
    assert_int_equal(sfp_scorer.run(&x, &opt, &out, &err), STATUS_RANGE);
    opt.windows[1] = 0;
    assert_int_equal(msfp_scorer.run(&x, &opt, &out, &err), STATUS_RANGE);
    opt.window_count = SCORER_WINDOWS + 1;
    assert_int_equal(msfp_scorer.run(&x, &opt, &out, &err), STATUS_RANGE);
    assert_ptr_equal(scorer_by_name(SPAN("msfp")), &msfp_scorer);
    assert_null(scorer_by_name(SPAN("")));
    substring_index_release(&x);
    corpus_release(&c);
}

static enum status build_and_score(const struct corpus *c, const struct scorer *scorer,
                                   struct err *err)
{
    const struct scorer_options opt = {.min_length = 2, .threshold = NAN, .top = 100};
    struct substring_index x;
    struct sequences out = {0};
    enum status status = substring_index_build(&x, c, NULL, err);
    if (status != STATUS_OK)
        return status;
    status = scorer->run(&x, &opt, &out, err);
    assert_true(status == STATUS_OK || out.at == NULL);
    sequences_release(&out);
    substring_index_release(&x);
    return status;
}

static void test_no_memory(void **state)
{
    (void)state;
    struct rng rng;
    struct corpus c;
    struct err err;
    rng_seed(&rng, 3);
    do {
        random_corpus(&rng, &c);
    } while (c.n < 40);
    for (const struct scorer *const *s = all_scorers; *s; s++)
        for (long n = 0;; n++) {
            mem_fail_after(n);
            enum status status = build_and_score(&c, *s, &err);
            mem_fail_never();
            if (status == STATUS_OK)
                break;
            assert_int_equal(status, STATUS_NOMEM);
            assert_true(n < 500);
        }
    corpus_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
